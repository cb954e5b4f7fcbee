//! Slow and literal twins of the fast code, and comparisons with them: tests run these on a few games, the example
//! `acceptance` on many. Each says how many things it compared, or what differed.

use crate::Corpus;
use crate::board::{Board, EMPTY, OFF, SIDE};
use crate::counting::{self, LearnError, Settings};
use crate::record::Record;
use crate::saving::Saving;
use crate::tables::{Count, Follower, Tables};
use crate::zoom;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

/// What a check came to: how much was compared, or the first difference.
pub type Checked = Result<u64, String>;

/// At every move of the first games: the incremental hash of every point, perspective and zoom equals one computed from the
/// board alone.
pub fn hashes(corpus: &Corpus, games: u64, zooms: usize) -> Checked {
    let (mut number, mut compared, mut wrong) = (0, 0, None);
    let check = |game: Record| {
        number += 1;
        if number > games || wrong.is_some() {
            return;
        }
        let mut follower = Follower::new(&game, zooms);
        for (turn, play) in game.plays().iter().enumerate() {
            follower.play(play.player, play.spot);
            for (perspective, spot) in (0..2).flat_map(|side| follower.board.spots().map(move |spot| (side, spot))) {
                let mut hash = [0; 8];
                for zoom in 1..=zooms {
                    zoom::toggle(&mut hash, &zoom::ring_of(&follower.board, spot, perspective, zoom));
                    if follower.rings.hash(perspective, spot, zoom) != hash {
                        wrong = Some(format!("game {number}, move {turn}, point {spot}, zoom {zoom}: another hash"));
                        return;
                    }
                    compared += 1;
                }
            }
        }
    };
    corpus.for_each(check).map_err(|error| error.to_string())?;
    wrong.map_or(Ok(compared), Err)
}

/// The paper's counting without any hash: patterns are texts.
pub(crate) fn literal(corpus: &Corpus, games: u64, zooms: usize) -> std::io::Result<HashMap<String, Count>> {
    let (mut counts, mut number): (HashMap<String, Count>, u64) = (HashMap::new(), 0);
    corpus.for_each(|game| {
        number += 1;
        if number > games {
            return;
        }
        game.replay(|board, player, chosen| {
            for free in board.spots().filter(|&spot| board.stone(spot).is_none()) {
                let mut text = String::new();
                for zoom in 1..=zooms as i32 {
                    ring(board, player as u8, free, zoom, &mut text);
                    match counts.get_mut(&text) {
                        Some(count) => *count = Count { n: count.n + 1, v: count.v + u64::from(free == chosen) },
                        None => drop(counts.insert(text.clone(), Count { n: 1, v: u64::from(free == chosen) })),
                    }
                }
            }
        });
    })?;
    Ok(counts)
}

/// Appends what lies at exactly this distance of a point.
fn ring(board: &Board, player: u8, spot: u16, distance: i32, text: &mut String) {
    let side = SIDE as i32;
    for row in -distance..=distance {
        for column in (-distance..=distance).filter(|column| row.abs() + column.abs() == distance) {
            let (r, c) = (spot as i32 / side + row, spot as i32 % side + column);
            let on = (0..side).contains(&r) && (0..side).contains(&c);
            text.push(match if on { board.colour((r * side + c) as u16) } else { OFF } {
                OFF => '#',
                EMPTY => '.',
                stone if stone == player => 'x',
                _ => 'o',
            });
        }
    }
}

/// The tables of everything seen in the first games have the patterns, n and v of the literal twin.
pub fn counts(corpus: &Corpus, settings: &Settings, games: u64, scratch: &Path) -> Checked {
    let tables = learned(corpus, settings, games, scratch)?.1;
    let twin = literal(corpus, games, settings.growth.zooms).map_err(|error| error.to_string())?;
    let sorted = |counts: &mut dyn Iterator<Item = Count>| {
        let mut pairs: Vec<(u64, u64)> = counts.map(|count| (count.n, count.v)).collect();
        pairs.sort_unstable();
        pairs
    };
    let (ours, theirs) = (sorted(&mut tables.counts().iter().copied()), sorted(&mut twin.into_values()));
    if ours != theirs {
        return Err(format!("{} patterns are counted otherwise than the {} of the twin", ours.len(), theirs.len()));
    }
    Ok(ours.len() as u64)
}

/// The bytes of the tables are the same for these numbers of threads; says how many bytes they have.
pub fn threads(corpus: &Corpus, settings: &Settings, games: u64, numbers: &[usize], scratch: &Path) -> Checked {
    let mut first = None;
    for &threads in numbers {
        let bytes = learned(corpus, &Settings { threads, ..*settings }, games, scratch)?.0;
        if *first.get_or_insert_with(|| bytes.clone()) != bytes {
            return Err(format!("{threads} threads give other bytes than {}", numbers[0]));
        }
    }
    Ok(first.map_or(0, |bytes| bytes.len() as u64))
}

/// Binary search finds the zoom that linear search finds, in games that the tables were not learned from.
pub fn searches(corpus: &Corpus, tables: &Tables, skipped: u64, queries: u64) -> Checked {
    let (mut number, mut asked, mut wrong) = (0, 0, None);
    let ask = |game: Record| {
        number += 1;
        if number <= skipped || asked >= queries || wrong.is_some() {
            return;
        }
        let mut follower = Follower::new(&game, tables.zooms());
        for play in game.plays() {
            for spot in follower.board.spots().filter(|&spot| follower.board.stone(spot).is_none()) {
                let seen = |zoom: &usize| tables.count(&follower.rings, play.player, spot, *zoom).is_some();
                let linear = (1..=tables.zooms()).take_while(seen).last();
                let binary = tables.longest(&follower.rings, play.player, spot).map(|(zoom, _)| zoom);
                if binary != linear {
                    wrong = Some(format!("game {number}, point {spot}: {binary:?}, by linear search {linear:?}"));
                }
                asked += 1;
            }
            follower.play(play.player, play.spot);
        }
    };
    corpus.for_each(ask).map_err(|error| error.to_string())?;
    wrong.map_or(Ok(asked), Err)
}

/// The bytes of the tables of the first games, and the tables; a scratch file is written and removed.
pub fn learned(
    corpus: &Corpus,
    settings: &Settings,
    games: u64,
    scratch: &Path,
) -> Result<(Vec<u8>, Arc<Tables>), String> {
    let learn = || -> Result<(Vec<u8>, Arc<Tables>), LearnError> {
        counting::learn(corpus, settings, &|game| game < games, &Saving::new(scratch, String::new()))?;
        Ok((std::fs::read(scratch)?, Tables::load(scratch)?))
    };
    let outcome = learn().map_err(|error| error.to_string());
    // Nothing depends on the scratch file.
    let _ = std::fs::remove_file(scratch);
    outcome
}
