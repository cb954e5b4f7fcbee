//! Where the server meets the engine's players: by level, by description, bounded to what one machine can carry.

use quadrille_core::{Player, Refusal};
use quadrille_engine::{Level, Limits, MoveReport, PlayerSpec, Session, TextReport, Thinker};
use serde::Serialize;

/// A longer description of a player is no description.
const LONGEST_PLAYER: usize = 500;
/// The largest table a player may ask for, and what it gets unasked.
const LARGEST_TABLE_MIB: u64 = 256;
const USUAL_TABLE_MIB: u64 = 32;
const TABLE: &str = "table";
const THREADS: &str = "threads";

/// The algorithms the page offers, where the game has them.
const ALGORITHMS: [(&str, &str); 14] = [
    (
        "specialist",
        "The game's own player: perfect play on small Breakthrough boards, Othello's trained patterns and exact endgames.",
    ),
    ("alphabeta", "Principal-variation search with iterative deepening and a transposition table."),
    ("uct", "Monte-Carlo tree search: the branch with the highest upper confidence bound is tried next."),
    ("uct-tt", "UCT on a graph: positions reached by several move orders share their statistics."),
    ("rave", "UCT helped by what the same move did at any time in the playouts (AMAF)."),
    ("grave", "RAVE that borrows its statistics from an ancestor with enough playouts."),
    ("puct", "Tree search guided by a prior over the moves."),
    ("prior", "Tree search in which a move's prior fades as its visits come in."),
    ("amaf", "Flat Monte-Carlo with all moves counted as first."),
    ("mc", "Flat Monte-Carlo: every move gets playouts, none gets a tree."),
    ("course", "The course's player: six terms, ten plies, five seconds, perfect with 14 empty squares."),
    ("course-ai", "The course's player as it meets programs: eight plies, three seconds."),
    ("exact", "The exact value, where the game is small enough to be solved."),
    ("random", "Any legal move."),
];

/// One option of an algorithm, for menus.
#[derive(Clone, Debug, Serialize)]
pub struct OptionInfo {
    name: &'static str,
    default: String,
    help: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    choices: Vec<String>,
}

/// One algorithm, for menus.
#[derive(Clone, Debug, Serialize)]
pub struct AlgorithmInfo {
    name: &'static str,
    help: &'static str,
    options: Vec<OptionInfo>,
}

/// The algorithms a game has, with their options.
#[must_use]
pub fn algorithms(session: &dyn Session) -> Vec<AlgorithmInfo> {
    let found = |(name, help)| {
        // A small table: the player is only asked for its options.
        let thinker = session.thinker(&PlayerSpec::new(name).with(TABLE, 1)).ok()?;
        let option = |setting: quadrille_engine::Setting| OptionInfo {
            name: setting.name,
            default: if is_table_size(setting.name, &setting.value) {
                USUAL_TABLE_MIB.to_string()
            } else {
                setting.value
            },
            help: format!("{} ({})", setting.help, setting.expected),
            choices: choices(&setting.expected),
        };
        let options = thinker.options().into_iter().map(option).collect();
        Some(AlgorithmInfo { name, help, options })
    };
    ALGORITHMS.into_iter().filter_map(found).collect()
}

/// A table's size, not the switch of the same name.
fn is_table_size(name: &str, value: &str) -> bool {
    name == TABLE && !matches!(value, "true" | "false")
}

/// The words of "one of six-term, discs"; none where any number will do.
fn choices(expected: &str) -> Vec<String> {
    let words = expected
        .strip_prefix("one of ")
        .map(|list| list.split([',', ' ']).filter(|word| !word.is_empty() && *word != "or"));
    words.into_iter().flatten().map(str::to_owned).collect()
}

/// Reads a player; none is the game's best. Its table and threads are cut to what the machine has.
pub fn player(session: &dyn Session, text: Option<&str>) -> Result<PlayerSpec, Refusal> {
    let player = match text {
        None | Some("") => session.best_player(),
        Some(text) if text.len() > LONGEST_PLAYER => {
            let sentence =
                format!("the player is described with {} characters; {LONGEST_PLAYER} are the most", text.len());
            return Err(Refusal::plain(sentence));
        }
        Some(text) => text.parse()?,
    };
    let player = bounded(player);
    // A player that cannot be made is refused now, not when it is its turn.
    session.thinker(&smallest(&player)).map(|_| player)
}

fn bounded(mut player: PlayerSpec) -> PlayerSpec {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let cut = |(name, value): &mut (String, String)| {
        let most = match name.as_str() {
            TABLE => LARGEST_TABLE_MIB,
            THREADS => cores as u64,
            _ => return,
        };
        if value.parse::<u64>().is_ok_and(|asked| asked > most) {
            *value = most.to_string();
        }
    };
    player.options.iter_mut().for_each(cut);
    if !player.options.iter().any(|(name, value)| is_table_size(name, value)) {
        player = player.with(TABLE, USUAL_TABLE_MIB);
    }
    player
}

/// The same player with the smallest table, to try whether it can be made at all.
fn smallest(player: &PlayerSpec) -> PlayerSpec {
    let mut small = player.clone();
    small.options.retain(|(name, value)| !is_table_size(name, value));
    small.with(TABLE, 1)
}

/// Makes a player.
pub fn thinker(session: &dyn Session, player: &PlayerSpec) -> Result<Box<dyn Thinker>, Refusal> {
    session.thinker(player)
}

/// A named level: the player and what bounds it.
pub fn level(session: &dyn Session, level: u8) -> Result<(PlayerSpec, Limits), Refusal> {
    let level = Level::parse(&level.to_string())?;
    let player = player(session, Some(&level.player(session).to_string()))?;
    Ok((player, level.limits()))
}

/// How many units of a game's score double the odds, roughly: what turns discs and pawns into a chance to win. Othello's
/// evaluation is off by five discs in the middle of the game: with three, every other quiet move was called a mistake.
fn odds_unit(game: &str) -> f64 {
    match game {
        "othello" => 5.0,
        "go" => 4.0,
        _ => 1.2,
    }
}

fn chance_of_score(game: &str, score: f64) -> f64 {
    1.0 / (1.0 + (-score / odds_unit(game)).exp2())
}

/// The mover's chance to win by a report, 0 to 1.
fn chance(game: &str, report: &TextReport) -> Option<f64> {
    if let Some(plies) = report.proven {
        return Some(if plies >= 0 { 1.0 } else { 0.0 });
    }
    let score = report.score?;
    let counted = report.playouts.is_some() && (0.0..=1.0).contains(&score);
    Some(if counted { score } else { chance_of_score(game, score) })
}

/// Black's chance to win by a report about a position with `mover` to move.
#[must_use]
pub fn black_value(game: &str, mover: Player, report: &TextReport) -> Option<f64> {
    let chance = chance(game, report)?;
    Some(if mover == Player::Black { chance } else { 1.0 - chance })
}

/// The chance to win of the side that makes the move.
#[must_use]
pub fn move_chance(game: &str, report: &MoveReport) -> Option<f64> {
    report.value.or_else(|| report.score.map(|score| chance_of_score(game, score)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_even_at_zero_and_grow() {
        for game in quadrille_engine::registry::GAMES {
            assert!((chance_of_score(game, 0.0) - 0.5).abs() < 1e-9);
            assert!(chance_of_score(game, 5.0) > 0.6 && chance_of_score(game, -5.0) < 0.4);
        }
        let lost = TextReport { proven: Some(-4), score: Some(-300.0), ..TextReport::default() };
        assert_eq!(black_value("chess", Player::White, &lost), Some(1.0));
    }

    #[test]
    fn greedy_players_are_cut() {
        let player = bounded("alphabeta,table=false,table=99999999,threads=200".parse().expect("a player"));
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        assert_eq!(player.to_string(), format!("alphabeta,table=false,table=256,threads={cores}"));
    }
}
