//! The cheap filter of superko lists the same moves as asking the history about every move.

use quadrille_core::bits::Bits;
use quadrille_core::{Game, KeyHistory, Notation, Rng};
use quadrille_go::{Large, Move, Past, Position, Rules, Small};

/// Plays a random game and compares the lists; returns how many moves superko forbade.
fn forbidden_in_a_game<const CAP: usize>(start: &Position<CAP>, seed: u64) -> usize {
    let mut rng = Rng::stream(0x5EE, seed);
    let mut position = start.clone();
    let mut past = Past::new(&position);
    let mut seen: KeyHistory = [position.history_key()].into_iter().collect();
    let mut forbidden = 0;
    for _ in 0..6 * position.rules().grid().area() {
        let mut listed = <Position<CAP> as Game>::Moves::default();
        position.legal_moves(&mut listed);
        let allowed: Vec<Move> =
            listed.as_slice().iter().copied().filter(|&m| position.allowed_by_history(m, &seen)).collect();
        let quick = past.legal();
        let mut sorted = allowed.clone();
        sorted.sort_unstable_by_key(|m| m.code());
        assert_eq!(quick.moves().collect::<Vec<_>>(), sorted, "in {}", position.format_position());
        assert!(listed.iter().all(|&m| past.is_legal(m) == allowed.contains(&m)));
        assert_eq!(past.has_legal(), !allowed.is_empty());
        let grid = position.rules().grid();
        let sixteens = quick.sixteens(grid).enumerate();
        let cells = sixteens.flat_map(|(at, bits)| Bits(bits.into()).map(move |bit| 16 * at as u32 + bit));
        assert_eq!(cells.map(Move::from_code).collect::<Vec<_>>(), sorted);
        let rows = quick.rows_from_below(grid).enumerate();
        let numbers: Vec<usize> = rows
            .flat_map(|(row, bits)| Bits(bits.into()).map(move |bit| row * grid.columns() + bit as usize))
            .collect();
        let points = allowed.iter().filter(|m| m.point().is_some());
        let mut expected: Vec<usize> = points.map(|&m| position.number_from_below(m)).collect();
        expected.sort_unstable();
        assert_eq!(numbers, expected, "in {}", position.format_position());
        forbidden += listed.len() - allowed.len();
        // Passing seldom makes games long and boards come back.
        let moves = if allowed.len() > 1 && rng.below(30) > 0 { &allowed[..allowed.len() - 1] } else { &allowed[..] };
        let Some(&m) = rng.pick(moves) else { break };
        position.play(m);
        past.push(&position);
        past.look(&position);
        seen.push(position.history_key());
    }
    forbidden
}

fn forbidden<const CAP: usize>(rules: &str, games: u64) -> usize {
    let rules: Rules = rules.parse().expect("good rules");
    (0..games).map(|seed| forbidden_in_a_game(&Position::<CAP>::start(&rules), seed)).sum()
}

#[test]
fn the_filter_agrees_with_the_slow_check() {
    for rules in ["2", "3", "2x3", "1x6", "4", "3 simplified", "4 simplified"] {
        assert!(forbidden::<128>(rules, 200) > 0, "superko must forbid something under {rules}");
    }
    assert!(forbidden::<128>("9", 40) > 0);
    forbidden::<512>("19", 1);
}

#[test]
fn stones_of_the_first_position_count_as_held() {
    let rules: Rules = "3".parse().expect("good rules");
    for text in ["XO1/1XO/X1O X", "XX1/XOO/1O1 O", "1X1/XO1/1XO O"] {
        let start = Small::parse_position(&rules, text).expect(text);
        for seed in 0..100 {
            forbidden_in_a_game(&start, seed);
        }
    }
    let handicap: Rules = "19 handicap=9".parse().expect("good rules");
    forbidden_in_a_game(&Large::start(&handicap), 1);
}
