//! The test suite that every game passes with one line.
//!
//! ```text
//! #[test]
//! fn keeps_the_contract() {
//!     quadrille_core::contract::check::<Position>(&["", "8x8"], Effort::Quick);
//! }
//! ```
//!
//! Plays seeded random games under each rule set and checks the whole [`Game`] contract at every position. A violation
//! panics with the position, the move and the broken rule.

use crate::{Game, KeyHistory, MoveBuf, Notation, Rng};
use std::collections::HashSet;

/// What a game provides for its tests: slow, obvious reference implementations of its fast parts.
pub trait Checked: Game + Notation {
    /// The key computed from scratch.
    fn recomputed_key(&self) -> u64;

    /// Every value of the move type that could be a move in some position of this board. Among these, exactly the legal
    /// ones must be generated.
    fn every_move(&self) -> Vec<Self::Move>;

    /// Panics if the position's internal parts contradict each other.
    fn assert_consistent(&self) {}
}

/// How long to test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// A second or two.
    Quick,
    /// Minutes.
    Long,
}

impl Effort {
    const fn games(self) -> u64 {
        match self {
            Self::Quick => 30,
            Self::Long => 3_000,
        }
    }
}

/// Endless games are abandoned after this many moves.
const LONGEST_GAME: usize = 600;
/// The set of all moves is large, so it is compared with the generator only at every n-th position.
const UNIVERSE_EVERY: usize = 7;

/// How many random games a test plays: the default, or the number in an environment variable.
///
/// ```
/// assert_eq!(quadrille_core::contract::reference_games("NOT_SET", 20), 20);
/// ```
#[must_use]
pub fn reference_games(variable: &str, usual: u64) -> u64 {
    std::env::var(variable)
        .map_or(usual, |text| text.parse().unwrap_or_else(|error| panic!("{variable}={text}: {error}")))
}

/// Checks the contract on seeded random games under each rule set.
pub fn check<G: Checked>(rule_sets: &[&str], effort: Effort) {
    for text in rule_sets {
        let rules: G::Rules = text.parse().unwrap_or_else(|error| panic!("rules {text:?} were refused: {error}"));
        rules_round_trip::<G>(&rules);
        for seed in 0..effort.games() {
            let first = random_game::<G>(&rules, seed);
            if seed == 0 {
                assert_eq!(first, random_game::<G>(&rules, seed), "a seeded game must be reproducible");
            }
        }
    }
}

fn rules_round_trip<G: Game>(rules: &G::Rules) {
    let text = rules.to_string();
    match text.parse::<G::Rules>() {
        Ok(again) => assert_eq!(&again, rules, "rules {text:?} do not survive being written and read"),
        Err(error) => panic!("rules wrote themselves as {text:?} but refuse to read it: {error}"),
    }
    assert_eq!(&G::start(rules).rules(), rules, "a position forgets its rules");
}

/// Plays one random game and returns the keys of its positions.
fn random_game<G: Checked>(rules: &G::Rules, seed: u64) -> Vec<u64> {
    let mut rng = Rng::stream(0xC0_47AC7, seed);
    let mut position = G::start(rules);
    let mut seen = KeyHistory::new();
    seen.push(position.history_key());
    let mut keys = vec![position.key()];
    for ply in 0..LONGEST_GAME {
        check_position(&position, ply % UNIVERSE_EVERY == 0);
        let mut moves = G::Moves::default();
        position.legal_moves(&mut moves);
        let allowed: Vec<G::Move> =
            moves.as_slice().iter().copied().filter(|&m| position.allowed_by_history(m, &seen)).collect();
        let Some(&m) = rng.pick(&allowed) else { break };
        let before = format!("{position:?}");
        let mut next = position.clone();
        next.play(m);
        assert_eq!(format!("{position:?}"), before, "playing {m:?} on a copy changed the original");
        position = next;
        seen.push(position.history_key());
        keys.push(position.key());
    }
    keys
}

/// Checks one position against everything that holds for any game.
pub fn check_position<G: Checked>(position: &G, whole_universe: bool) {
    let shown = position.format_position();
    position.assert_consistent();
    assert_eq!(position.key(), position.recomputed_key(), "incremental key differs from the recomputed one in {shown}");
    check_position_text(position, &shown);

    let mut moves = G::Moves::default();
    position.legal_moves(&mut moves);
    let moves = moves.as_slice();
    assert_eq!(moves.is_empty(), position.outcome().is_some(), "no moves and an outcome must go together in {shown}");
    assert_eq!(moves.len(), position.count_legal_moves(), "moves counted and moves listed differ in {shown}");

    let unique: HashSet<G::Move> = moves.iter().copied().collect();
    assert_eq!(unique.len(), moves.len(), "a move is listed twice in {shown}");
    let codes: HashSet<usize> = moves.iter().map(|&m| position.code(m)).collect();
    assert_eq!(codes.len(), moves.len(), "two legal moves share a code in {shown}");
    assert!(codes.iter().all(|&code| code < position.codes()), "a code is out of range in {shown}");

    for &m in moves {
        assert!(position.is_legal(m), "generated move {m:?} is not legal in {shown}");
        let text = position.format_move(m);
        match position.parse_move(&text) {
            Ok(again) => assert_eq!(again, m, "{text:?} reads as another move in {shown}"),
            Err(error) => panic!("the move written as {text:?} is refused in {shown}: {error}"),
        }
    }
    if whole_universe {
        for m in position.every_move() {
            assert_eq!(position.is_legal(m), unique.contains(&m), "{m:?} is legal xor generated in {shown}");
        }
    }
}

fn check_position_text<G: Checked>(position: &G, text: &str) {
    match G::parse_position(&position.rules(), text) {
        Ok(again) => {
            assert_eq!(again.format_position(), text, "position text does not survive being read and written");
            assert_eq!(again.key(), position.key(), "the position read from {text} has another key");
            assert_eq!(again.to_move(), position.to_move(), "the position read from {text} has another side to move");
        }
        Err(error) => panic!("a position wrote itself as {text:?} but refuses to read it: {error}"),
    }
}
