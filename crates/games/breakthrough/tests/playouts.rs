//! Playout policies play legal games to their end.

use quadrille_breakthrough::{Moves, Position, Rules, playout};
use quadrille_core::contract::check_position;
use quadrille_core::{Game, Notation, Outcome, Player, Playout, Rng, Trace};

#[derive(Default)]
struct Codes(Vec<(Player, usize)>);

impl Trace for Codes {
    fn record(&mut self, mover: Player, code: usize) {
        self.0.push((mover, code));
    }
}

/// Replays the traced codes move by move: each must be legal, the last must end the game with the result reported.
fn check_policy(policy: &impl Playout<Position>, rules: &str, games: u64) {
    let start = Position::start(&rules.parse::<Rules>().unwrap());
    for seed in 0..games {
        let (mut end, mut codes) = (start, Codes::default());
        let outcome = policy.run(&mut end, &mut Rng::new(seed), &mut codes);
        let mut replay = start;
        for &(mover, code) in &codes.0 {
            assert_eq!(replay.to_move(), mover);
            let mut moves = Moves::new();
            replay.legal_moves(&mut moves);
            let m = moves.iter().find(|&&m| replay.code(m) == code);
            replay.play(*m.unwrap_or_else(|| panic!("code {code} is not legal in {replay:?}")));
        }
        assert_eq!((replay, replay.outcome()), (end, Some(outcome)));
        check_position(&end, true);
    }
}

#[test]
fn random_games_are_legal_games() {
    for rules in ["", "3x3", "8x8", "8x2", "4x7", "5x5 misere", "6x6 knightthrough"] {
        check_policy(&playout::Random, rules, 200);
    }
}

#[test]
fn decisive_games_are_legal_games() {
    for rules in ["", "3x3", "8x8", "8x2", "4x7", "5x5 misere", "6x6 knightthrough"] {
        check_policy(&playout::Decisive::default(), rules, 200);
    }
}

/// First moves that no sound policy may miss.
#[test]
fn decisive_games_do_not_overlook_the_obvious() {
    for (text, expected) in [
        ("b1b2/2w2/5/1b3/2w2 w", vec!["c4b5", "c4c5", "c4d5"]),
        ("5/5/w4/3b1/2w1w w", vec!["c1xd2", "e1xd2"]),
        ("1b1b1/2w2/5/5/2w2 b", vec!["b5xc4", "d5xc4"]),
    ] {
        let position = <Position as Notation>::parse_position(&Rules::default(), text).unwrap();
        let expected: Vec<usize> =
            expected.iter().filter_map(|m| position.parse_move(m).ok()).map(|m| position.code(m)).collect();
        assert!(!expected.is_empty());
        for seed in 0..100 {
            let mut codes = Codes::default();
            let _: Outcome = playout::Decisive::default().run(&mut position.clone(), &mut Rng::new(seed), &mut codes);
            assert!(expected.contains(&codes.0[0].1), "{text}");
        }
    }
}

#[test]
fn a_finished_game_stays_as_it_is() {
    let mut rng = Rng::new(1);
    let mut end = Position::start(&Rules::default());
    let outcome = playout::Random.run(&mut end, &mut rng, &mut ());
    let before = end;
    assert_eq!(playout::Random.run(&mut end, &mut rng, &mut ()), outcome);
    assert_eq!(end, before);
}

/// Every first move of a position with captures and edges comes equally often (chi-squared, 1 in 10,000).
#[test]
fn random_moves_are_uniform() {
    const GAMES: u32 = 100_000;
    let text = "bb1bb/b1b1b/1w1b1/w1www/ww1ww";
    for turn in ["w", "b"] {
        let rules = Rules::default();
        let position = <Position as Notation>::parse_position(&rules, &format!("{text} {turn}")).unwrap();
        let mut counts = std::collections::HashMap::new();
        let mut rng = Rng::new(3);
        for _ in 0..GAMES {
            let mut codes = Codes::default();
            let _: Outcome = playout::Random.run(&mut position.clone(), &mut rng, &mut codes);
            *counts.entry(codes.0[0].1).or_insert(0_u32) += 1;
        }
        assert_eq!(counts.len(), position.count_legal_moves());
        let expected = f64::from(GAMES) / counts.len() as f64;
        let chi: f64 = counts.values().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
        let freedom = counts.len() as f64 - 1.0;
        assert!(chi < freedom + 4.5 * (2.0 * freedom).sqrt(), "{chi} with {freedom} degrees of freedom");
    }
}
