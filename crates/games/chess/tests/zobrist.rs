//! The keys and their properties.

use quadrille_chess::zobrist::{KEYS, keys, parts};
use quadrille_chess::{Moves, Position, Rules};
use quadrille_core::{Game, Notation, Rng};
use std::collections::HashMap;
use std::process::Command;

fn all_keys() -> Vec<u64> {
    KEYS.in_order().collect()
}

/// A checksum over all keys in order (FNV-1a over their bytes, most significant first), computed by
/// `tools/zobrist_keys.py --digest`.
const DIGEST: u64 = 0x0926_18c9_74fe_1200;

#[test]
fn the_keys_are_the_published_ones() {
    let all = all_keys();
    assert_eq!(all.len(), keys::COUNT);
    assert_eq!(all[..3], [0xfe80_0d65_69fa_1b4d, 0x0ce7_c497_a6b0_9c3b, 0x41df_b69a_11db_93c3]);
    assert_eq!(all[780], 0x78f1_9c40_4829_ab5f);
    let digest = all
        .iter()
        .flat_map(|key| key.to_be_bytes())
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    assert_eq!(digest, DIGEST, "{digest:#x}");
}

/// All 781 against the reference program in another language, where its interpreter is installed.
#[test]
fn the_reference_program_prints_the_same_keys() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../tools/zobrist_keys.py");
    let Ok(output) = Command::new("python3").arg(script).output() else {
        eprintln!("python3 is not installed; the digest above stands for it");
        return;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let printed: Vec<String> = String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect();
    let ours: Vec<String> = all_keys().iter().map(|key| format!("{key:016x}")).collect();
    assert_eq!(printed, ours);
}

/// One to four different keys never cancel. Four cancel exactly if two pairs have the same XOR, three if a pair's XOR is
/// a key, two if they are equal; all pairs fit in a table.
#[test]
fn no_four_keys_cancel() {
    let all = all_keys();
    let mut sums: HashMap<u64, (usize, usize)> = HashMap::with_capacity(all.len() * all.len());
    for (i, key) in all.iter().enumerate() {
        assert_ne!(*key, 0, "key {i} is zero");
        for (j, other) in all.iter().enumerate().take(i) {
            assert_ne!(key, other, "keys {j} and {i} are equal");
            let before = sums.insert(key ^ other, (j, i));
            assert_eq!(before, None, "keys {j}, {i} and the pair before cancel");
        }
    }
    for (i, key) in all.iter().enumerate() {
        assert_eq!(sums.get(key), None, "key {i} is the sum of two others");
    }
}

#[test]
fn the_start_position_is_the_sum_of_its_parts() {
    let start = Position::start(&Rules::Standard);
    let named = parts(&start);
    assert_eq!(named.len(), 32 + 4);
    assert_eq!(named.iter().fold(0, |sum, (_, key)| sum ^ key), start.key());
    assert!(
        named.iter().any(|(name, key)| (name.to_string().as_str(), *key) == ("white knight g1", KEYS.pieces[1][6]))
    );
    assert_eq!(format!("{:016x}", start.key()), "7340bed6aea55283");
}

/// The hash after moves is the hash of the resulting FEN, in particular after each kind of special move.
#[test]
fn the_hash_after_moves_is_that_of_the_text() {
    let games = [
        "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1 f8e7 f1e1 e8g8",
        "e2e4 a7a6 e4e5 d7d5 e5d6 b7b5 d6c7 b5b4 c7b8n a8b8",
        "d2d4 d7d5 c1f4 c8f5 b1c3 b8c6 d1d3 d8d6 e1c1 e8c8 f4d6",
        "g2g4 h7h5 g4h5 g7g5 h5g6 f8g7 g6f7 e8f8 f7g8q h8g8",
    ];
    for game in games {
        let mut position = Position::start(&Rules::Standard);
        for text in game.split(' ') {
            position.play(position.parse_move(text).unwrap_or_else(|error| panic!("{error}")));
            let again = Position::from_fen(Rules::Standard, &position.fen()).expect("what it wrote itself");
            assert_eq!(position.key(), again.key(), "after {text} in {game}");
        }
    }
}

/// Rights, turn and a legal en-passant capture change the identity of a position; clocks do not.
#[test]
fn identity_is_that_of_the_laws() {
    let key = |fen: &str| Position::from_fen(Rules::Standard, fen).expect("valid").key();
    let base = key("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    assert_eq!(base, key("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 33 44"));
    for other in ["b KQkq", "w Qkq", "w Kkq", "w KQk", "w KQq", "w -"] {
        assert_ne!(base, key(&format!("r3k2r/8/8/8/8/8/8/R3K2R {other} - 0 1")), "{other}");
    }
    let plain = key("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1");
    assert_eq!(key("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1") ^ plain, KEYS.en_passant[3]);
    let pinned = key("4r1k1/8/8/3pP3/8/8/8/4K3 w - - 0 1");
    assert_eq!(key("4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1"), pinned, "the capture would open the king's file");
    let nobody = key("4k3/8/8/3p4/8/8/8/4K3 w - - 0 1");
    assert_eq!(key("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1"), nobody);
}

/// Positions of random games with the same key are the same position (the long run: `--example long_collisions`).
#[test]
fn a_hundred_thousand_positions_without_a_collision() {
    let mut seen: HashMap<u64, String> = HashMap::new();
    let mut rng = Rng::new(0xC0111);
    while seen.len() < 100_000 {
        let mut position = Position::start(&Rules::Standard);
        for _ in 0..200 {
            let mut moves = Moves::new();
            position.legal_moves(&mut moves);
            let Some(&m) = rng.pick(&moves) else { break };
            position.play(m);
            let fen = position.fen();
            let identity = fen.rsplitn(3, ' ').last().expect("a board").to_owned();
            let before = seen.insert(position.key(), identity.clone());
            assert!(before.is_none_or(|before| before == identity), "two positions share {:016x}", position.key());
        }
    }
}
