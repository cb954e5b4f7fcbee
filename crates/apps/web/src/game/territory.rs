//! Whose the empty points of a finished Go game are, to be drawn: the points themselves are counted by the rules.

use quadrille_engine::{Ground, Picture};
use std::collections::BTreeMap;

/// The owner of every empty region that touches stones of one colour only.
#[must_use]
pub fn territory(picture: &Picture) -> BTreeMap<String, &'static str> {
    if picture.ground != Ground::Lines {
        return BTreeMap::new();
    }
    let mut seen = vec![false; picture.pieces.len()];
    let mut owned = BTreeMap::new();
    for start in 0..picture.pieces.len() {
        if seen[start] || !picture.pieces[start].is_empty() {
            continue;
        }
        let (region, borders) = flood(picture, start, &mut seen);
        let owner = match borders {
            (true, false) => "black",
            (false, true) => "white",
            _ => continue,
        };
        owned.extend(region.into_iter().map(|point| (picture.names[point].clone(), owner)));
    }
    owned
}

/// The empty region around a point, and whether it touches (Black, White).
fn flood(picture: &Picture, start: usize, seen: &mut [bool]) -> (Vec<usize>, (bool, bool)) {
    let (mut region, mut next, mut borders) = (Vec::new(), vec![start], (false, false));
    seen[start] = true;
    while let Some(point) = next.pop() {
        region.push(point);
        for neighbour in neighbours(picture, point) {
            match picture.pieces[neighbour].as_bytes().first() {
                Some(b'b') => borders.0 = true,
                Some(_) => borders.1 = true,
                None if !seen[neighbour] => {
                    seen[neighbour] = true;
                    next.push(neighbour);
                }
                None => {}
            }
        }
    }
    (region, borders)
}

fn neighbours(picture: &Picture, point: usize) -> impl Iterator<Item = usize> {
    let (row, column, columns) = (point / picture.columns, point % picture.columns, picture.columns);
    let sides = [
        (row > 0).then(|| point - columns),
        (row + 1 < picture.rows).then(|| point + columns),
        (column > 0).then(|| point - 1),
        (column + 1 < columns).then(|| point + 1),
    ];
    sides.into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wall_divides_the_board() {
        let rows = [".b.w.", ".b.w.", ".b.w."];
        let piece = |row: usize, column: usize| rows[row][column..=column].replace('.', "");
        let owned = territory(&Picture::grid(Ground::Lines, 3, 5, true, piece));
        assert_eq!(owned.values().filter(|owner| **owner == "black").count(), 3);
        assert_eq!(owned.values().filter(|owner| **owner == "white").count(), 3);
        assert!(!owned.contains_key("c2"));
    }
}
