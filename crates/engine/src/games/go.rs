//! The capabilities of Go: priors and predictions from learned patterns, exact margins on small boards. Boards are
//! grouped into size classes, so that searches are compiled for few types.

use crate::capabilities::{Capabilities, Ladder, MakeJudge, OwnTree, Registered};
use crate::matches::Match;
use crate::session::{GameSession, Session};
use crate::solve::{self, SolveOrder, Solved};
use crate::words;
use quadrille_core::{Game, Player, Prior, Refusal, Sentence};
use quadrille_go::{Goban, Komi, Move, Position, RuleSet, Rules, Setup, for_size_class};
use quadrille_network::judge::{self, ByNetwork};
use quadrille_patterns::board::SIDE;
use quadrille_patterns::insight::{self, Insight, Library};
use quadrille_patterns::model::BuiltIn;
use quadrille_patterns::{Play, Record};
use quadrille_search::{Stop, mcts};
use std::sync::Arc;

impl<const CAP: usize> Registered for Position<CAP> {
    fn capabilities() -> Capabilities<Self> {
        Capabilities {
            best,
            gentle: "rave",
            ladder: Ladder { size: "9", scores: &[73, 90, 98, 92] },
            trees: trees(),
            prior: Some(|| -> Arc<dyn Prior<Self>> { Arc::new(BuiltIn) }),
            insight: Some(insight_into),
            solver: margin_by_komi,
            ..Capabilities::default()
        }
    }
}

/// The tree searches with Go knowledge.
fn trees<const CAP: usize>() -> Vec<OwnTree<Position<CAP>>> {
    let judged = |name, help, judge: MakeJudge<Position<CAP>>| {
        let options = mcts::Options::judged;
        OwnTree { name, help, options, playout: "heavy", judge: Some(judge) }
    };
    vec![
        judged("network", &words::NETWORK, || Arc::new(ByNetwork::new(judge::large()))),
        judged("network-small", &words::NETWORK_SMALL, || Arc::new(ByNetwork::new(judge::small()))),
        OwnTree { name: "classical", help: &words::CLASSICAL, options: classical, playout: "heavy", judge: None },
    ]
}

/// AMAF values separate good moves from bad ones early, so little exploration is enough.
fn classical() -> mcts::Options {
    mcts::Options { rule: mcts::Rule::Rave, exploration: 0.02, ..mcts::Options::default() }
}

/// The networks were trained on 19x19 games under normal rules; on tiny boards, and where every point must be filled,
/// playouts are better.
fn best(rules: &Rules) -> &'static str {
    const SMALLEST: usize = 7;
    let (rows, columns) = (rules.grid().rows(), rules.grid().columns());
    if rules.set() == RuleSet::Simplified || rows.min(columns) < SMALLEST { "rave" } else { "network" }
}

/// Opens a game on a board of the class its size needs. The size is the one the position shows, if there is a position.
pub(crate) fn open(rules: &str, position: Option<&str>) -> Result<Box<dyn Session>, Refusal> {
    let rules: Rules = rules.parse()?;
    let shown = match position {
        None | Some("startpos" | "start") => rules,
        Some(text) => Setup::parse(&rules, text)?.rules,
    };
    for_size_class!(&shown, Board => Ok(Box::new(GameSession::<Board>::open(&rules, position)?)),
    else => {
        let (rows, columns) = (shown.grid().rows(), shown.grid().columns());
        Err(words::TOO_LARGE_TO_PLAY.refuse().with("rows", rows).with("columns", columns))
    })
}

fn insight_into<const CAP: usize>(game: &Match<Position<CAP>>, library: &Library, k: usize) -> Option<Insight> {
    let grid = game.position().grid();
    let spot = |m: &Move| m.point().and_then(|p| grid.row_column(p)).map(|(row, column)| (row * SIDE + column) as u16);
    let turns = game.positions().iter().zip(game.moves());
    let plays = turns.map(|(position, m)| Play { player: position.to_move(), spot: spot(m) });
    // No predictions for boards that are too large, or positions with a set-up stone that could not be played.
    let record = Record::from_position(&game.positions()[0]).and_then(|start| start.with_plays(plays)).ok()?;
    Some(insight::look(library, &record, game.position().to_move(), k))
}

/// The largest board that is solved for its margin.
const LARGEST_SOLVED: usize = 16;

/// The margin with best play: the komi at which the winner changes, by bisection with a proof-number search at each
/// step.
fn margin_by_komi<const CAP: usize>(
    game: &Match<Position<CAP>>,
    order: &SolveOrder,
    stop: &Stop,
    tell: &mut dyn FnMut(&Sentence),
) -> Result<Solved<Move>, Refusal> {
    let position = game.position();
    let area = position.grid().area();
    if area > LARGEST_SOLVED {
        return Err(words::TOO_LARGE_TO_SOLVE.refuse().with("area", area).with("most", LARGEST_SOLVED));
    }
    if position.rules().set().counts_prisoners() {
        return Err(words::SOLVED_BY_AREA.refuse());
    }
    if position.rules().set() == RuleSet::Simplified {
        return solve::by_proof(game, order, stop);
    }
    // Black's margin before komi lies between -area and area; at komi k + 1/2 Black wins exactly if it exceeds k.
    let (mut low, mut high) = (-(area as i32), area as i32);
    // Boards this small need little memory, and each search starts with a new table.
    let small = SolveOrder { memory_mib: Some(order.memory_or_usual().min(64)), ..order.clone() };
    let mut nodes = 0;
    let mut last = None;
    while low < high {
        let middle = (low + high).div_euclid(2);
        let komi = Komi::from_halves(2 * middle + 1).ok_or_else(|| words::NO_KOMI.refuse())?;
        let solved = solve::by_proof(&Match::new(position.with_komi(komi)?), &small, stop)?;
        nodes += solved.nodes;
        if solved.winner == Some(Player::Black) {
            low = middle + 1;
        } else {
            high = middle;
        }
        tell(&words::MARGIN_BETWEEN.say().with("low", low).with("high", high));
        if solved.winner == Some(position.to_move()) || last.is_none() {
            last = Some(solved);
        }
    }
    let compensation = position.rules().compensation_halves() as f64 / 2.0;
    let black = f64::from(low) - compensation;
    let mover = position.to_move();
    let margin = if mover == Player::Black { black } else { -black };
    let (best, pv) = last.map_or((None, Vec::new()), |solved| (solved.best, solved.pv));
    Ok(Solved {
        margin: Some(margin),
        winner: quadrille_core::Outcome::from_black_margin((2.0 * black) as i32).winner(),
        distance: None,
        best,
        pv,
        nodes,
        method: "proof-number search with bisection on the komi",
        notes: vec![words::SUPERKO.say()],
    })
}
