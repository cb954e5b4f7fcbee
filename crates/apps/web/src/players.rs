//! Where the server meets the engine's players: by level, by description, bounded to what one machine can carry.

use crate::words;
use quadrille_core::{Message, Player, Refusal};
use quadrille_engine::{Domain, Level, Limits, PlayerSpec, Report, Session, Setting};
use quadrille_support::threads;
use serde::Serialize;

/// A longer text does not describe a player.
const LONGEST_PLAYER: usize = 500;
/// The largest table a player may ask for, and what it gets unasked.
const LARGEST_TABLE_MIB: u64 = 256;
const USUAL_TABLE_MIB: u64 = 32;
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
        // A small table: the player is only asked for its options.
        let thinker = session.thinker(&PlayerSpec::new(name).with(HASH, 1)).ok()?;
        let option = |setting: Setting| OptionInfo {
            name: setting.name,
            default: if setting.name == HASH { USUAL_TABLE_MIB.to_string() } else { setting.value },
            help: setting.help,
            domain: setting.domain,
        };
        Some(AlgorithmInfo { name, help, options: thinker.options().into_iter().map(option).collect() })
    };
    session.algorithms().into_iter().filter_map(found).collect()
}

/// Whether an option is the size of the table; `table` with a number is an older spelling.
fn is_table_size(name: &str, value: &str) -> bool {
    name == HASH || name == "table" && value.parse::<u64>().is_ok()
}

/// Reads a player; none is the game's best. Its table and threads are cut to what the machine has.
pub fn player(session: &dyn Session, text: Option<&str>) -> Result<PlayerSpec, Refusal> {
    let player = match text {
        None | Some("") => session.best_player(),
        Some(text) if text.len() > LONGEST_PLAYER => {
            let refusal = words::LONG_PLAYER.refuse().with("length", text.len());
            return Err(refusal.with("most", LONGEST_PLAYER));
        }
        Some(text) => text.parse()?,
    };
    let player = bounded(player);
    // A player that cannot be made is refused now, not when it is its turn.
    session.thinker(&smallest(&player)).map(|_| player)
}

fn bounded(mut player: PlayerSpec) -> PlayerSpec {
    let cut = |(name, value): &mut (String, String)| {
        let most = match name.as_str() {
            THREADS => threads::available() as u64,
            _ if is_table_size(name, value) => LARGEST_TABLE_MIB,
            _ => return,
        };
        if value.parse::<u64>().is_ok_and(|asked| asked > most) {
            *value = most.to_string();
        }
    };
    player.options.iter_mut().for_each(cut);
    if !player.options.iter().any(|(name, value)| is_table_size(name, value)) {
        player = player.with(HASH, USUAL_TABLE_MIB);
    }
    player
}

/// The same player with the smallest table, to try whether it can be made at all.
fn smallest(player: &PlayerSpec) -> PlayerSpec {
    let mut small = player.clone();
    small.options.retain(|(name, value)| !is_table_size(name, value));
    small.with(HASH, 1)
}

/// A named level: the player and what bounds it.
pub fn level(session: &dyn Session, level: u8) -> Result<(PlayerSpec, Limits), Refusal> {
    let level = Level::parse(&level.to_string())?;
    let player = player(session, Some(&level.player(session).to_string()))?;
    Ok((player, level.limits()))
}

/// Black's chance to win by a report about a position with `mover` to move.
#[must_use]
pub fn black_value(mover: Player, report: &Report) -> Option<f64> {
    let chance = report.verdict?.chance;
    Some(if mover == Player::Black { chance } else { 1.0 - chance })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greedy_players_are_cut() {
        let player = bounded("alphabeta,table=false,table=99999999,threads=200".parse().expect("a player"));
        let cores = threads::available();
        assert_eq!(player.to_string(), format!("alphabeta,table=false,table=256,threads={cores}"));
    }
}
