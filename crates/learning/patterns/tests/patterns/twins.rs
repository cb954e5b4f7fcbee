//! The fast code beside slow and literal twins. On many games:
//! `GAMES=games.txt.zst cargo test --release -p quadrille-patterns --test patterns many -- --nocapture`.

use crate::common::TempCorpus;
use crate::counting::{learned, settings};
use quadrille_core::Player;
use quadrille_patterns::Corpus;
use quadrille_patterns::board::{Board, SIDE};
use quadrille_patterns::counting::{Count, Follower, Settings, Tables};
use quadrille_patterns::zoom::{Rings, Selection};
use std::collections::HashMap;

/// At every move of the first games, the hashes that were kept up to date are those of the board alone. Says how many boards.
fn compare_hashes(corpus: &Corpus, games: u64, zooms: usize) -> u64 {
    let mut boards = 0;
    let check = |number, game: quadrille_patterns::Record| {
        let mut follower = Follower::new(&game, zooms);
        for (turn, play) in game.plays().iter().enumerate() {
            follower.play(play.player, play.spot);
            assert!(follower.rings == Rings::new(&follower.board, zooms), "game {number}, move {turn}");
            boards += 1;
        }
    };
    corpus.for_each_wanted(|number| number < games, check).expect("readable");
    boards
}

/// Counting without any hash: patterns are texts.
fn literal_counts(corpus: &Corpus, games: u64, zooms: usize) -> HashMap<String, Count> {
    let mut counts: HashMap<String, Count> = HashMap::new();
    let count = |_, game: quadrille_patterns::Record| {
        game.replay(|board, player, chosen| {
            for free in board.spots().filter(|&spot| board.stone(spot).is_none()) {
                let mut text = String::new();
                for zoom in 1..=zooms as i32 {
                    append_ring(board, player, free, zoom, &mut text);
                    let v = u64::from(free == chosen);
                    match counts.get_mut(&text) {
                        Some(count) => *count = Count { n: count.n + 1, v: count.v + v },
                        None => drop(counts.insert(text.clone(), Count { n: 1, v })),
                    }
                }
            }
        });
    };
    corpus.for_each_wanted(|number| number < games, count).expect("readable");
    counts
}

/// Appends what lies at exactly this distance of a point.
fn append_ring(board: &Board, player: Player, spot: u16, distance: i32, text: &mut String) {
    let (side, (rows, columns)) = (SIDE as i32, board.shape());
    for row in -distance..=distance {
        for column in (-distance..=distance).filter(|column| row.abs() + column.abs() == distance) {
            let (r, c) = (spot as i32 / side + row, spot as i32 % side + column);
            let on = (0..i32::from(rows)).contains(&r) && (0..i32::from(columns)).contains(&c);
            text.push(match on.then(|| board.stone((r * side + c) as u16)) {
                None => '#',
                Some(None) => '.',
                Some(Some(stone)) if stone == player => 'x',
                Some(Some(_)) => 'o',
            });
        }
    }
}

/// The tables of everything seen in the first games have the patterns, n and v of the literal twin. Says how many patterns.
fn compare_counts(corpus: &Corpus, settings: &Settings, games: u64) -> usize {
    let tables = learned(corpus, settings, games).1;
    let twin = literal_counts(corpus, games, settings.selection.zooms);
    let sorted = |counts: &mut dyn Iterator<Item = Count>| {
        let mut pairs: Vec<(u64, u64)> = counts.map(|count| (count.n, count.v)).collect();
        pairs.sort_unstable();
        pairs
    };
    assert!(sorted(&mut tables.iter().map(|(_, count)| count)) == sorted(&mut twin.into_values()));
    tables.patterns()
}

/// Binary search finds the zoom that linear search finds, in games that the tables were not learned from. Returns how many
/// points were asked about.
fn compare_searches(corpus: &Corpus, tables: &Tables, skipped: u64, most: u64) -> u64 {
    let mut asked = 0;
    let ask = |number, game: quadrille_patterns::Record| {
        let mut follower = Follower::new(&game, tables.zooms());
        for play in game.plays() {
            if asked >= most {
                return;
            }
            for spot in follower.board.spots().filter(|&spot| follower.board.stone(spot).is_none()) {
                let seen = |zoom: &usize| tables.count(&follower.rings, play.player, spot, *zoom).is_some();
                let linear = (1..=tables.zooms()).take_while(seen).last();
                let binary = tables.longest(&follower.rings, play.player, spot).map(|(zoom, _)| zoom);
                assert_eq!(binary, linear, "game {number}, point {spot}");
                asked += 1;
            }
            follower.play(play.player, play.spot);
        }
    };
    corpus.for_each_wanted(|number| number >= skipped, ask).expect("readable");
    asked
}

#[test]
fn incremental_hashes_equal_recomputed_ones() {
    assert_eq!(compare_hashes(&TempCorpus::random(2, 300, 1), 2, 5), 2 * 300);
}

#[test]
fn exact_counts_are_those_of_the_literal_twin() {
    assert!(compare_counts(&TempCorpus::random(8, 90, 1), &settings(true, 1), 8) > 10_000);
}

#[test]
fn binary_search_finds_what_linear_search_finds() {
    let (_, tables) = learned(&TempCorpus::random(30, 90, 3), &settings(true, 1), u64::MAX);
    assert!(compare_searches(&TempCorpus::random(12, 90, 4), &tables, 0, u64::MAX) > 300_000);
}

/// Hashes of 1,000 games, counts and threads of 200, a million searches; of a few random games where GAMES names no file.
#[test]
fn many_games_agree_with_the_twins() {
    const COUNTED: u64 = 200;
    let random = TempCorpus::random(4, 60, 5);
    let named = std::env::var_os("GAMES").map(|path| Corpus::open(&[path.into()]).expect("readable"));
    let corpus: &Corpus = named.as_ref().unwrap_or(&random);
    println!("hashes of {} boards", compare_hashes(corpus, 1_000, 8));
    let with = |exact, zooms, fold, threads| {
        let selection = Selection { zooms, fold, expand_after: 1, min_chosen: 2, ..Selection::default() };
        Settings { selection, exact, most_patterns: 1 << 24, threads, ..Settings::default() }
    };
    println!("counts of {} patterns", compare_counts(corpus, &with(true, 5, false, 2), COUNTED));
    for (exact, zooms, fold) in [(true, 4, false), (false, 8, true)] {
        let [first, others @ ..] =
            [1, 2, 3, 7].map(|threads| learned(corpus, &with(exact, zooms, fold, threads), COUNTED).0);
        assert!(others.iter().all(|bytes| *bytes == first));
        println!("{} bytes by 1, 2, 3 and 7 threads", first.len());
    }
    let (_, tables) = learned(corpus, &with(true, 8, true, 2), 50);
    println!("{} searches", compare_searches(corpus, &tables, COUNTED, 1_000_000));
}
