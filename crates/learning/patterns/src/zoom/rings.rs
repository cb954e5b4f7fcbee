//! The stones at each distance of each point, hashed and kept up to date.

use super::{Content, LARGEST_ZOOM, Lanes, for_each_near, toggle, word};
use crate::board::{Board, EMPTY, OFF, SIDE, SPOTS};
use quadrille_core::Player;

/// The ring at a distance of a point, from the board alone.
pub(crate) fn ring_of(board: &Board, spot: u16, perspective: usize, distance: usize) -> Lanes {
    let mut ring = [0; 8];
    let (row, column, reach) = (spot as i32 / SIDE as i32, spot as i32 % SIDE as i32, distance as i32);
    for dy in -reach..=reach {
        let dx = reach - dy.abs();
        for dx in [-dx, dx].into_iter().take(if dx == 0 { 1 } else { 2 }) {
            let (r, c) = (row + dy, column + dx);
            let inside = (0..SIDE as i32).contains(&r) && (0..SIDE as i32).contains(&c);
            let colour = if inside { board.colour((r * SIDE as i32 + c) as u16) } else { OFF };
            match colour {
                EMPTY => {}
                OFF => toggle(&mut ring, word(Content::Off, dy, dx)),
                stone => toggle(&mut ring, word(relative(stone, perspective), dy, dx)),
            }
        }
    }
    ring
}

#[inline]
fn relative(stone: u8, perspective: usize) -> Content {
    if usize::from(stone) == perspective { Content::Own } else { Content::Enemy }
}

/// What one side sees, as the other side sees it if `perspective` is 1.
#[inline]
fn seen_by(perspective: usize, hash: &Lanes) -> Lanes {
    hash.map(|word| word.rotate_left(32 * perspective as u32))
}

/// The rings of all points, as Black sees them.
///
/// ```
/// use quadrille_core::Player;
/// use quadrille_patterns::board::Board;
/// use quadrille_patterns::zoom::Rings;
/// let mut board = Board::new(9, 9);
/// let mut rings = Rings::new(&board, 3);
/// board.play(40, Player::Black);
/// rings.toggle(Player::Black, 40);
/// assert_eq!(rings, Rings::new(&board, 3));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rings {
    radius: usize,
    rings: Vec<Lanes>,
}

impl Rings {
    /// The rings of a board, computed from nothing.
    #[must_use]
    pub fn new(board: &Board, radius: usize) -> Self {
        assert!((1..=LARGEST_ZOOM).contains(&radius), "zoom {radius}");
        let mut rings = Self { radius, rings: vec![[0; 8]; SPOTS * radius] };
        for spot in board.spots() {
            for distance in 1..=radius {
                let place = rings.place(spot, distance);
                rings.rings[place] = ring_of(board, spot, 0, distance);
            }
        }
        rings
    }

    /// The largest distance.
    #[must_use]
    pub fn radius(&self) -> usize {
        self.radius
    }

    #[inline]
    fn place(&self, spot: u16, distance: usize) -> usize {
        spot as usize * self.radius + distance - 1
    }

    /// The ring of a point at a distance.
    #[inline]
    pub(crate) fn ring(&self, perspective: usize, spot: u16, distance: usize) -> Lanes {
        seen_by(perspective, &self.rings[self.place(spot, distance)])
    }

    /// The hash of the zoom pattern.
    pub(crate) fn hash(&self, perspective: usize, spot: u16, zoom: usize) -> Lanes {
        let mut hash = [0; 8];
        for ring in &self.rings[self.place(spot, 1)..][..zoom] {
            toggle(&mut hash, ring);
        }
        seen_by(perspective, &hash)
    }

    /// A player's stone came to a point or left it.
    pub fn toggle(&mut self, player: Player, at: u16) {
        self.toggle_and_tell(player, at, |_, _| {});
    }

    /// The same; `changed` is told each point that sees the stone, and the distance.
    #[inline]
    pub(crate) fn toggle_and_tell(&mut self, player: Player, at: u16, mut changed: impl FnMut(u16, usize)) {
        let content = relative(player as u8, 0);
        for_each_near(at, self.radius, |spot, row, column| {
            let distance = (row.abs() + column.abs()) as usize;
            if distance > 0 {
                let place = self.place(spot, distance);
                toggle(&mut self.rings[place], word(content, row, column));
                changed(spot, distance);
            }
        });
    }
}
