//! The rules agree with open_spiel's on recorded games: `testdata/go/open_spiel_games.txt`, written by
//! `tools/go_oracle.py`, which also compares thousands of games move by move when asked.

use quadrille_core::{KeyHistory, MoveBuf, Notation, Player, perft};
use quadrille_go::{Goban, Move, Rules, Small, for_size_class, general, score};

const GAMES: &str = include_str!("../../../../testdata/go/open_spiel_games.txt");

#[test]
fn recorded_games_have_the_same_legal_moves_and_scores() {
    let mut games = 0;
    for line in GAMES.lines().filter(|line| !line.starts_with('#')) {
        let rules: Rules = line.split('\t').next().unwrap_or_default().parse().expect("a size");
        for_size_class!(&rules, Board => replay::<Board>(line), else => panic!("a fast board for {rules}"));
        replay::<general::Position>(line);
        games += 1;
    }
    assert!(games >= 24, "only {games} games were found");
}

fn replay<G: Goban + Notation>(line: &str) {
    let [size, moves, last, score] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("not a game: {line}") };
    let mut position = G::start(&size.parse().expect("a size"));
    let mut seen: KeyHistory = [position.history_key()].into_iter().collect();
    for word in moves.split(' ') {
        let (name, counts) = word.split_once(':').expect("a move and its counts");
        assert_eq!(counted(&position, &seen), counts, "before {name} in {position:?}");
        let m = position.parse_move(name).expect("a legal move");
        assert!(position.allowed_by_history(m, &seen), "{name} was played in {position:?}");
        position.play(m);
        seen.push(position.history_key());
    }
    assert_eq!(position.setup().to_string().split(" passes=").next(), Some(last));
    let of = score::points(&position).of;
    assert_eq!(format!("{} {}", of[Player::Black], of[Player::White]), score);
}

/// The number of legal points, and after an exclamation mark of those that superko forbids, if any.
fn counted<G: Goban>(position: &G, seen: &KeyHistory) -> String {
    let mut moves = G::Moves::default();
    position.legal_moves(&mut moves);
    let points = || moves.as_slice().iter().copied().filter(|&m| m != Move::Pass);
    let forbidden = points().filter(|&m| !position.allowed_by_history(m, seen)).count();
    let legal = points().count();
    if forbidden == 0 { legal.to_string() } else { format!("{legal}!{forbidden}") }
}

/// Counted by open_spiel, superko included: `tools/go_oracle.py perft --size 5` and `--size 9`.
#[test]
fn perft_agrees_with_the_oracle() {
    fn counts(rules: &str) -> [u64; 3] {
        let start = <Small as quadrille_core::Game>::start(&rules.parse().expect("rules"));
        [1, 2, 3].map(|depth| perft::count(&start, depth))
    }
    assert_eq!(counts("5"), [26, 651, 15_650]);
    assert_eq!(counts("9"), [82, 6_643, 531_522]);
}
