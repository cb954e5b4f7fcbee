//! Traced searches by name: of a game, or of a tree given as text.

use super::watch::{Name, bare, depth_trace, minimax, tree_trace};
use super::{MOST_EVENTS, Trace, TraceOrder};
use crate::capabilities::Registered;
use crate::matches::Match;
use crate::think::Chosen;
use crate::words;
use quadrille_core::{Game, KeyHistory, Refusal, Uniform};
use quadrille_search::alphabeta;
use quadrille_search::toy::{Margin, Toy};
use quadrille_search::{Request, Settings, Stop, mcts};
use quadrille_support::threads;

/// The name for trees given as text.
pub const TREE: &str = "tree";

/// Traces a player of a game.
pub(crate) fn trace_game<G: Registered>(game: &Match<G>, order: &TraceOrder) -> Result<Trace, Refusal> {
    let name: Name<G> = |position, m| position.format_move(m);
    let mut trace = if order.player.algorithm == "minimax" {
        let evaluation = Chosen::<G>::evaluation_of(&order.player)?;
        minimax((game.position(), game.history()), evaluation.as_ref(), order, name)?
    } else {
        if let Some(outcome) = game.outcome() {
            return Err(words::NOTHING_TO_THINK.refuse().with("outcome", outcome));
        }
        let mut player = Chosen::open(&order.player, &G::capabilities())?;
        let stop = Stop::new();
        let request = Request::new(game.position(), game.history(), order.limits, &stop);
        let watched = player.watched(&Request { recent: game.moves(), ..request }, (order.most.min(MOST_EVENTS), name));
        watched.ok_or_else(|| words::NO_TRACE.refuse())?
    };
    trace.player = order.player.to_string();
    trace.position = game.position().format_position();
    Ok(trace)
}

/// Traces a player on a tree given as text, such as `((+3+12+8)(+2+4+6))`: what follows is by the letters `a`, `b`, `c`
/// …
///
/// # Errors
///
/// Returns an error if the text is not a tree, or the player does not support trees.
pub fn trace_tree(text: &str, order: &TraceOrder) -> Result<Trace, Refusal> {
    let toy: Toy = text.parse()?;
    let history: KeyHistory = std::iter::once(toy.history_key()).collect();
    let stop = Stop::new();
    let request = |limits| Request::new(&toy, &history, limits, &stop);
    let most = order.most.min(MOST_EVENTS);
    let own = &order.player.options;
    let mut trace = match order.player.algorithm.as_str() {
        _ if toy.outcome().is_some() => return Err(words::NO_MOVES_TO_TRACE.refuse()),
        "minimax" => minimax((&toy, &history), &Margin, order, letter)?,
        algorithm @ ("bare" | "alphabeta") => {
            let mut options = if algorithm == "bare" { bare() } else { alphabeta::Options::default() };
            own.iter().try_for_each(|(name, value)| options.set(name, value))?;
            let mut searcher = alphabeta::Searcher::new(options, 1)?;
            depth_trace(&mut searcher, &request(order.limits), &Margin, (most, letter))
        }
        algorithm if mcts::NAMES.contains(&algorithm) => {
            let mut options = mcts::Options::preset(algorithm)?;
            let (mut threads, mut seed) = (1, 1);
            for (name, value) in own {
                match name.as_str() {
                    "threads" => threads = value.parse().unwrap_or(1).clamp(1, 8),
                    "seed" => seed = value.parse().unwrap_or(1),
                    _ => options.set(name, value)?,
                }
            }
            let request = Request { threads: threads::startable(threads), seed, ..request(order.limits) };
            let knowledge = mcts::Knowledge::playout(&Uniform);
            tree_trace(&mut mcts::Searcher::new(options), &request, &knowledge, (most, letter))
        }
        other => {
            let names = ["minimax", "bare", "alphabeta"].into_iter().chain(mcts::NAMES);
            return Err(words::NO_ALGORITHM.refuse().quote("name", other).list("names", names));
        }
    };
    trace.player = order.player.to_string();
    trace.position = text.to_owned();
    Ok(trace)
}

/// Moves of a text tree are letters.
fn letter(_: &Toy, m: u16) -> String {
    let letter = |n: u16| char::from(b'a' + n as u8);
    if m < 26 { letter(m).to_string() } else { format!("{}{}", letter(m / 26 - 1), letter(m % 26)) }
}
