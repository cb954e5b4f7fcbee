//! The rules against published counts, the contract, and a slow twin that walks the board square by square.

use quadrille_core::bits::Bits;
use quadrille_core::contract::{self, Effort};
use quadrille_core::{FirstCodes, Game, Notation, Outcome, Player, Playout, Rng, Uniform, perft};
use quadrille_othello::playout::Random;
use quadrille_othello::{Board, Move, Position, Rules};

/// Leaves from the start, a pass being a ply; finished games count as one leaf (published, see testdata/README.md).
const PERFT: [u64; 11] = [1, 4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288, 24_571_284];
/// The same with free passes, where it differs.
const PASS_FREE_9: u64 = 3_005_320;

#[test]
fn keeps_the_contract() {
    contract::check::<Position>(&["", "standard", "white-first"], Effort::Quick);
}

#[test]
fn perft_equals_the_published_counts() {
    for rules in Rules::ALL {
        let start = Position::start(&rules);
        for (depth, &leaves) in PERFT.iter().enumerate() {
            assert_eq!(perft::count_bulk(&start, depth as u32), leaves, "depth {depth}");
        }
        assert_eq!(perft::count(&start, 8), PERFT[8]);
    }
}

#[test]
fn perft_with_free_passes_equals_the_published_counts() {
    let board = Position::start(&Rules::Standard).board();
    for depth in 0..9 {
        assert_eq!(quadrille_othello::perft::count_pass_free(board, depth), PERFT[depth as usize]);
    }
    assert_eq!(quadrille_othello::perft::count_pass_free(board, 9), PASS_FREE_9);
}

#[test]
fn rules_have_names() {
    assert_eq!("".parse::<Rules>(), Ok(Rules::Standard));
    assert_eq!(Position::start(&Rules::Standard).to_move(), Player::Black);
    assert_eq!(Position::start(&Rules::WhiteFirst).to_move(), Player::White);
    let refused = "reversi".parse::<Rules>().unwrap_err().to_string();
    assert!(refused.contains("\"reversi\"") && refused.contains("white-first"));
}

/// The discs turned by a move, found by walking: the definition.
fn slow_flips(own: u64, other: u64, square: u32) -> u64 {
    let mut turned = 0;
    for (dx, dy) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
        let (mut x, mut y) = (square as i32 % 8 + dx, square as i32 / 8 + dy);
        let mut run = 0_u64;
        while (0..8).contains(&x) && (0..8).contains(&y) {
            let bit = 1_u64 << (y * 8 + x);
            if other & bit == 0 {
                if own & bit != 0 {
                    turned |= run;
                }
                break;
            }
            run |= bit;
            (x, y) = (x + dx, y + dy);
        }
    }
    turned
}

fn slow_moves(board: Board) -> u64 {
    Bits(board.empty()).filter(|&square| slow_flips(board.own, board.other, square) != 0).fold(0, |set, s| set | 1 << s)
}

#[test]
fn moves_and_flips_equal_the_slow_twin() {
    let mut rng = Rng::new(7);
    for seed in 0..contract::reference_games("REFERENCE_GAMES", 200) {
        let mut position = Position::start(&Rules::Standard);
        let mut games = Rng::stream(11, seed);
        loop {
            let random = (rng.next_u64(), rng.next_u64());
            let dense = Board { own: random.0 & random.1, other: !random.0 & random.1 };
            for board in [position.board(), dense] {
                assert_eq!(board.moves(), slow_moves(board));
                for square in Bits(board.empty()) {
                    assert_eq!(board.flips(square), slow_flips(board.own, board.other, square));
                }
            }
            let mut moves = <Position as Game>::Moves::default();
            position.legal_moves(&mut moves);
            let Some(&m) = games.pick(moves.as_slice()) else { break };
            position.play(m);
        }
    }
}

#[test]
fn passes_are_forced_and_counted() {
    // White has taken everything around; Black, to move, has no square, White has one.
    let text = "XO------OO------------------------------------------------------ O";
    let position = Position::parse_position(&Rules::Standard, text).unwrap();
    assert_eq!(position.count_legal_moves(), 1);
    assert!(position.is_legal(Move::PASS));
    assert!(position.parse_move("c1").unwrap_err().to_string().contains("flips no discs"));
    let mut after = position;
    after.play(Move::PASS);
    assert_eq!(after.to_move(), Player::Black);
    assert_eq!(after.board().moves(), 1 << 2 | 1 << 16 | 1 << 18);
    assert_ne!(after.key(), position.key());
}

#[test]
fn an_early_end_gives_the_empty_squares_to_the_winner() {
    // The shortest possible game: Black wins 13-0 after nine moves.
    let mut end = Position::start(&Rules::Standard);
    for m in ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"] {
        end.play(end.parse_move(m).unwrap());
    }
    assert_eq!(end.outcome(), Some(Outcome::Win(Player::Black)));
    assert_eq!((end.discs(Player::Black).count_ones(), end.discs(Player::White)), (13, 0));
    assert_eq!(end.final_margin(), -64);
}

#[test]
fn key_parts_name_what_they_stand_for() {
    let position = Position::start(&Rules::WhiteFirst);
    let parts = position.key_parts();
    assert_eq!(parts.iter().fold(0, |key, (_, part)| key ^ part), position.key());
    let labels: Vec<String> = parts.iter().map(|(label, _)| label.to_string()).collect();
    assert_eq!(labels, ["black e4", "black d5", "white d4", "white e5", "White to move"]);
}

#[test]
fn the_key_of_the_start_never_changes() {
    assert_eq!(Position::start(&Rules::Standard).key(), 0xBFEFA4CE49F483FB);
}

#[test]
fn fast_playouts_play_by_the_rules_and_tell_what_they_play() {
    /// Plays the reported moves on a second board.
    struct Replay(Position);
    impl quadrille_core::Trace for Replay {
        fn record(&mut self, mover: Player, code: usize) {
            assert_eq!(mover, self.0.to_move());
            let m = if code == Move::PASS.code() { Move::PASS } else { Move::on(code as u32) };
            assert!(self.0.is_legal(m));
            self.0.play(m);
        }
    }
    for seed in 0..200 {
        let mut position = Position::start(&Rules::Standard);
        let mut replay = Replay(position);
        let outcome = Random.run(&mut position, &mut Rng::stream(5, seed), &mut replay);
        assert_eq!(replay.0.outcome(), Some(outcome));
        assert_eq!(position.discs(Player::Black), replay.0.discs(Player::Black));
        assert!(position.outcome().is_some());
    }
}

#[test]
fn fast_playouts_win_as_often_as_the_generic_ones() {
    const GAMES: u64 = 4_000;
    let start = Position::start(&Rules::Standard);
    let reward = |fast: bool| -> f32 {
        (0..GAMES)
            .map(|seed| {
                let (mut position, mut rng) = (start, Rng::stream(u64::from(fast), seed));
                let mut codes = FirstCodes::new(position.codes());
                let outcome = if fast {
                    Random.run(&mut position, &mut rng, &mut codes)
                } else {
                    Uniform.run(&mut position, &mut rng, &mut codes)
                };
                outcome.reward_for(Player::Black)
            })
            .sum()
    };
    let difference = (reward(true) - reward(false)) / GAMES as f32;
    assert!(difference.abs() < 0.05, "{difference}");
}
