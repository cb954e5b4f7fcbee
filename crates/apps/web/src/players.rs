//! The engine's players for the server: by level or by description, with limits on memory and threads.

use crate::words;
use quadrille_core::{Message, Player, Refusal};
use quadrille_engine::{Domain, Level, Limits, PlayerSpec, Report, Session, Setting};
use quadrille_support::threads;
use serde::Serialize;

/// The maximum length of a player description.
const LONGEST_PLAYER: usize = 500;
/// Options that take memory, in MiB: the maximum and the default.
const MEMORY: [(&str, u64, u64); 2] = [(HASH, 256, 32), ("memory", 256, 128)];
const HASH: &str = "hash";
const THREADS: &str = "threads";

/// One option of an algorithm, for menus.
#[derive(Clone, Debug, Serialize)]
pub struct OptionInfo {
    name: &'static str,
    default: String,
    help: &'static Message,
    domain: Domain,
}

/// One algorithm, for menus.
#[derive(Clone, Debug, Serialize)]
pub struct AlgorithmInfo {
    name: &'static str,
    help: &'static Message,
    options: Vec<OptionInfo>,
}

/// The algorithms a game has, with their options.
#[must_use]
pub fn algorithms(session: &dyn Session) -> Vec<AlgorithmInfo> {
    let found = |(name, help)| {
        // A small table, since the player only lists its options.
        let thinker = session.thinker(&PlayerSpec::new(name).with(HASH, 1)).ok()?;
        let option = |setting: Setting| OptionInfo {
            name: setting.name,
            default: usual(setting.name).map_or(setting.value, |mib| mib.to_string()),
            help: setting.help,
            domain: match (setting.domain, most(setting.name)) {
                (Domain::Whole { least, .. }, Some(most)) => Domain::Whole { least, most: most as i64 },
                (domain, _) => domain,
            },
        };
        Some(AlgorithmInfo { name, help, options: thinker.options().into_iter().map(option).collect() })
    };
    session.algorithms().into_iter().filter_map(found).collect()
}

/// The server's maximum for an option; none if the engine's own limit applies.
fn most(name: &str) -> Option<u64> {
    if name == THREADS {
        return Some(threads::available() as u64);
    }
    MEMORY.iter().find(|(option, ..)| *option == name).map(|&(_, most, _)| most)
}

fn usual(name: &str) -> Option<u64> {
    MEMORY.iter().find(|(option, ..)| *option == name).map(|&(.., usual)| usual)
}

/// The maximum memory of one player, in MiB.
pub const MOST_MEMORY: u64 = MEMORY[0].1 + MEMORY[1].1;

/// The memory a player may take, in MiB.
#[must_use]
pub fn memory(player: &PlayerSpec) -> u64 {
    let of = |(option, _, usual): (&str, u64, u64)| {
        let set = player.options.iter().rev().find(|(name, _)| name == option);
        set.and_then(|(_, value)| value.parse().ok()).unwrap_or(usual)
    };
    MEMORY.into_iter().map(of).sum()
}

/// Parses a player; none is the game's best. Memory and threads are clamped to what the machine has.
pub fn player(session: &dyn Session, text: Option<&str>) -> Result<PlayerSpec, Refusal> {
    let player = match text {
        None | Some("") => session.best_player(),
        Some(text) if text.len() > LONGEST_PLAYER => {
            let refusal = words::LONG_PLAYER.refuse().with("length", text.len());
            return Err(refusal.with("most", LONGEST_PLAYER));
        }
        Some(text) => text.parse()?,
    };
    // Reject an invalid player now, not on its first turn.
    let mut small = player.clone();
    small.options.retain(|(name, _)| name != HASH);
    let offered = session.thinker(&small.with(HASH, 1))?.options();
    Ok(bounded(player, &offered))
}

/// Clamps options that are too large, and sets memory options that were left at their default.
fn bounded(mut player: PlayerSpec, offered: &[Setting]) -> PlayerSpec {
    for (name, value) in &mut player.options {
        if let Some(most) = most(name).filter(|&most| value.parse::<u64>().is_ok_and(|asked| asked > most)) {
            *value = most.to_string();
        }
    }
    for (option, _, usual) in MEMORY {
        let set = player.options.iter().any(|(name, _)| name == option);
        if !set && offered.iter().any(|setting| setting.name == option) {
            player = player.with(option, usual);
        }
    }
    player
}

/// A named level: its player and limits.
pub fn level(session: &dyn Session, level: u8) -> Result<(PlayerSpec, Limits), Refusal> {
    let level = Level::numbered(level)?;
    let player = player(session, Some(&level.player(session).to_string()))?;
    Ok((player, level.limits()))
}

/// Black's winning chance from a report on a position with `mover` to move.
#[must_use]
pub fn black_value(mover: Player, report: &Report) -> Option<f64> {
    let chance = report.verdict?.chance;
    Some(if mover == Player::Black { chance } else { 1.0 - chance })
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_engine::registry;

    #[test]
    fn greedy_players_are_cut() {
        let session = registry::open("othello", "", None).expect("a game");
        let cut = |text: &str| player(session.as_ref(), Some(text)).expect("a player").to_string();
        let cores = threads::available();
        let expected = format!("alphabeta,table=false,hash=256,threads={cores}");
        assert_eq!(cut("alphabeta,table=false,hash=99999999,threads=200"), expected);
        assert_eq!(cut("uct,memory=1048576"), "uct,memory=256,hash=32");
        assert_eq!(cut("uct"), "uct,hash=32,memory=128");
        assert_eq!(memory(&"uct,hash=64,memory=100".parse().expect("a player")), 164);
    }

    /// No option value lets a request use more than a bounded part of the machine: a new option with a large range must
    /// be limited here or cost only time.
    #[test]
    fn every_option_is_bounded() {
        let only_time = ["seed", "expand_after"];
        let mut unbounded = Vec::new();
        for game in registry::names() {
            let session = registry::open(game, "", None).expect("a game");
            for algorithm in algorithms(session.as_ref()) {
                for option in algorithm.options {
                    if let Domain::Whole { most, .. } = option.domain
                        && most >= 1 << 20
                        && !only_time.contains(&option.name)
                    {
                        unbounded.push(format!("{game}: {} of {} may be {most}", option.name, algorithm.name));
                    }
                }
            }
        }
        assert!(unbounded.is_empty(), "{unbounded:#?}");
    }
}
