//! The algorithms by name, joined to a game.

use super::{PlayerSpec, Specialist};
use crate::matches::Match;
use crate::playable::Playable;
use crate::solve::{SolveOrder, Value};
use quadrille_core::{Evaluation, Prior, Refusal, Score};
use quadrille_search::{Report, Request, Setting, Settings, alphabeta, mcts, random_move};
use std::sync::Arc;

/// The algorithms, with a line of help each.
pub const ALGORITHMS: [(&str, &str); 14] = [
    ("random", "any legal move"),
    ("alphabeta", "principal-variation search with iterative deepening and a transposition table"),
    ("mc", "flat Monte-Carlo: the same number of playouts for each move"),
    ("uct", "Monte-Carlo tree search with upper confidence bounds"),
    ("uct-tt", "the same on the graph of positions: transpositions share their statistics"),
    ("amaf", "all moves as first: a move is worth what playouts with it anywhere were worth"),
    ("rave", "rapid action value estimation: AMAF fading into the move's own mean"),
    ("grave", "generalised RAVE: AMAF values of the nearest well-visited ancestor"),
    ("puct", "prior probabilities steer the exploration"),
    ("prior", "(v + prior) / (n + 1): the prior fades as visits come in"),
    ("specialist", "the game's own player: perfect play on 5x5 Breakthrough, the pattern search of Othello"),
    ("course", "Othello as in the course: six terms, depth 10, 5 s, exact with 14 empty squares"),
    ("course-ai", "the same with the course's bounds between programs: depth 8, 3 s"),
    ("exact", "the exact value, as `solve` finds it"),
];

/// What every algorithm has.
#[derive(Clone, Debug)]
struct Common {
    threads: usize,
    seed: u64,
    table_mib: usize,
}

const MOST_THREADS: usize = 256;

impl Common {
    /// Sets an option that every algorithm has; false if the name is not one of them.
    fn set(&mut self, name: &str, value: &str) -> Result<bool, Refusal> {
        let refuse =
            |expected: &str| Refusal::plain(format!("option {name}={value:?} is refused: expected {expected}"));
        match name {
            "threads" => {
                let threads = value.parse().ok().filter(|n| (1..=MOST_THREADS).contains(n));
                self.threads = threads.ok_or_else(|| refuse("a whole number from 1 to 256"))?;
            }
            "seed" => self.seed = value.parse().map_err(|_| refuse("a whole number"))?,
            // Alpha-beta has a switch of the same name: true and false are for that one.
            "table" if matches!(value, "true" | "false") => return Ok(false),
            "table" => {
                let mib = value.parse().ok().filter(|&mib| mib >= 1);
                self.table_mib = mib.ok_or_else(|| refuse("a size in MiB, at least 1"))?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn list(&self) -> Vec<Setting> {
        let setting =
            |name, value: String, help, expected: &str| Setting { name, value, help, expected: expected.to_owned() };
        vec![
            setting("threads", self.threads.to_string(), "how many threads think", "a whole number from 1 to 256"),
            setting("seed", self.seed.to_string(), "what everything random starts from", "a whole number"),
            setting("table", self.table_mib.to_string(), "size of the transposition table in MiB", "a size in MiB"),
        ]
    }
}

/// An algorithm at work on the game `G`.
pub struct Mind<G: Playable> {
    common: Common,
    /// The algorithm's own options as they were set.
    own: Vec<Setting>,
    algorithm: Algorithm<G>,
}

/// What a Monte-Carlo search knows of its game.
struct Known<G: Playable> {
    evaluation: Arc<dyn Evaluation<G>>,
    playout: G::Rollout,
    prior: Option<Arc<dyn Prior<G>>>,
}

enum Algorithm<G: Playable> {
    Random,
    AlphaBeta(Box<alphabeta::Searcher<G>>, Arc<dyn Evaluation<G>>),
    MonteCarlo(Box<mcts::Searcher<G>>, Known<G>),
    Specialist(Box<dyn Specialist<G>>),
    Exact,
}

impl<G: Playable> Mind<G> {
    /// The algorithm a player names, with the player's options.
    pub fn open(player: &PlayerSpec) -> Result<Self, Refusal> {
        let mut common = Common { threads: 1, seed: 1, table_mib: 64 };
        let mut own = Vec::new();
        for (name, value) in &player.options {
            if !common.set(name, value)? {
                own.push((name.as_str(), value.as_str()));
            }
        }
        let (algorithm, own) = match player.algorithm.as_str() {
            "random" => Algorithm::without_options(|| Ok(Algorithm::Random), &own)?,
            "exact" => Algorithm::without_options(|| Ok(Algorithm::Exact), &own)?,
            "specialist" => {
                let specialist = G::specialist(common.threads, common.table_mib);
                let refusal = || Refusal::plain(format!("{} has no specialist: choose another algorithm", G::NAME));
                Algorithm::without_options(|| Ok(Algorithm::Specialist(specialist.ok_or_else(refusal)?)), &own)?
            }
            "alphabeta" => Algorithm::alphabeta(&common, &own)?,
            name if mcts::NAMES.contains(&name) => Algorithm::monte_carlo(name, &own)?,
            other => {
                if let Some(preset) = G::preset(other, common.threads, common.table_mib) {
                    let (algorithm, own) = Algorithm::without_options(|| Ok(Algorithm::Specialist(preset?)), &own)?;
                    return Ok(Self { common, own, algorithm });
                }
                let names = ALGORITHMS.map(|(name, _)| name).join(", ");
                return Err(Refusal::plain(format!("there is no algorithm called {other:?}: expected one of {names}")));
            }
        };
        Ok(Self { common, own, algorithm })
    }

    /// How many threads think.
    pub fn threads(&self) -> usize {
        self.common.threads
    }

    /// What everything random starts from.
    pub fn seed(&self) -> u64 {
        self.common.seed
    }

    /// Thinks.
    pub fn think(&mut self, request: &Request<'_, G>, on_report: &mut dyn FnMut(&Report<G>)) -> Report<G> {
        match &mut self.algorithm {
            Algorithm::Random => random_move(request),
            Algorithm::AlphaBeta(searcher, evaluation) => searcher.search(request, evaluation.as_ref(), on_report),
            Algorithm::Specialist(specialist) => specialist.search(request, on_report),
            Algorithm::Exact => exact_report(request, &self.common),
            Algorithm::MonteCarlo(searcher, known) => {
                let knowledge = mcts::Knowledge {
                    playout: &known.playout,
                    prior: known.prior.as_deref(),
                    evaluation: Some(known.evaluation.as_ref()),
                };
                searcher.search(request, &knowledge, on_report)
            }
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        match &mut self.algorithm {
            Algorithm::Random | Algorithm::Exact => {}
            Algorithm::Specialist(specialist) => specialist.clear(),
            Algorithm::AlphaBeta(searcher, _) => searcher.clear(),
            Algorithm::MonteCarlo(searcher, ..) => searcher.clear(),
        }
    }

    /// All options with their present values.
    pub fn options(&self) -> Vec<Setting> {
        let mut options = self.common.list();
        options.extend(self.own.iter().cloned());
        options
    }
}

/// An algorithm and the options it was made with.
type Made<G> = Result<(Algorithm<G>, Vec<Setting>), Refusal>;

impl<G: Playable> Algorithm<G> {
    fn without_options(make: impl FnOnce() -> Result<Self, Refusal>, own: &[(&str, &str)]) -> Made<G> {
        match own.first() {
            Some((name, _)) => {
                let sentence = format!("there is no option {name:?}: this algorithm has only threads, seed and table");
                Err(Refusal::plain(sentence))
            }
            None => Ok((make()?, Vec::new())),
        }
    }

    fn alphabeta(common: &Common, own: &[(&str, &str)]) -> Made<G> {
        let mut options = alphabeta::Options::default();
        let evaluation = set_options::<G>(&mut options, own)?;
        let listed = listed_options::<G>(&options, evaluation.as_ref());
        Ok((Self::AlphaBeta(Box::new(alphabeta::Searcher::new(options, common.table_mib)?), evaluation), listed))
    }

    fn monte_carlo(name: &str, own: &[(&str, &str)]) -> Made<G> {
        let mut options = mcts::Options::preset(name)?;
        let (playouts, others): (Vec<_>, Vec<_>) = own.iter().copied().partition(|&(name, _)| name == "playout");
        let (playout_name, playout) = rollout_named::<G>(playouts.last().map(|&(_, value)| value))?;
        let evaluation = set_options::<G>(&mut options, &others)?;
        let mut listed = listed_options::<G>(&options, evaluation.as_ref());
        listed.push(Setting {
            name: "playout",
            value: playout_name.to_owned(),
            help: "how games are played to their end",
            expected: format!("one of {}", rollout_names::<G>()),
        });
        let prior = if options.rule.uses_prior() { G::prior() } else { None };
        let known = Known { evaluation, playout, prior };
        Ok((Self::MonteCarlo(Box::new(mcts::Searcher::new(options)), known), listed))
    }
}

fn rollout_names<G: Playable>() -> String {
    G::rollouts().iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
}

/// A playout policy of the game, the default one if no name is given.
fn rollout_named<G: Playable>(name: Option<&str>) -> Result<(&'static str, G::Rollout), Refusal> {
    let refuse = || {
        let (wanted, names) = (name.unwrap_or_default(), rollout_names::<G>());
        Refusal::plain(format!("there is no playout called {wanted:?} for {}: expected one of {names}", G::NAME))
    };
    G::rollouts().into_iter().find(|(known, _)| name.is_none_or(|name| name == *known)).ok_or_else(refuse)
}

/// Sets an algorithm's own options and picks the evaluation among them.
fn set_options<G: Playable>(
    options: &mut impl Settings,
    own: &[(&str, &str)],
) -> Result<Arc<dyn Evaluation<G>>, Refusal> {
    let mut evaluation = default_evaluation::<G>();
    for &(name, value) in own {
        match name {
            "evaluation" => evaluation = evaluation_named::<G>(value)?,
            _ => options.set(name, value)?,
        }
    }
    Ok(evaluation)
}

fn listed_options<G: Playable>(options: &impl Settings, evaluation: &dyn Evaluation<G>) -> Vec<Setting> {
    let names: Vec<&str> = G::evaluations().iter().map(|evaluation| evaluation.name()).collect();
    let mut listed = vec![Setting {
        name: "evaluation",
        value: evaluation.name().to_owned(),
        help: "what a position is judged by",
        expected: format!("one of {}", names.join(", ")),
    }];
    listed.extend(options.list());
    listed
}

/// What the game's solver finds, as a report. Where it gives up, any legal move and the reason.
fn exact_report<G: Playable>(request: &Request<'_, G>, common: &Common) -> Report<G> {
    let order = SolveOrder {
        threads: common.threads,
        memory_mib: Some(common.table_mib),
        time: request.limits.budget().map(|budget| budget.hard),
        nodes: request.limits.nodes,
        ..SolveOrder::default()
    };
    let start = std::time::Instant::now();
    match G::solve(&Match::new(request.position.clone()), &order, request.stop, &mut |_| {}) {
        Ok(solved) => {
            let won = solved.winner.map(|winner| winner == request.position.to_move());
            let plies = solved.distance.unwrap_or(solved.pv.len() as u32);
            let score = match (solved.value, won) {
                (Value::Margin(margin), _) => Score::heuristic((100.0 * margin) as i32),
                (_, Some(true)) => Score::win_in(plies),
                (_, Some(false)) => Score::loss_in(plies),
                (_, None) => Score::DRAW,
            };
            Report {
                best: solved.best,
                score: Some(score),
                pv: solved.pv,
                nodes: solved.nodes,
                notes: solved.notes,
                elapsed: start.elapsed(),
                ..Report::new("exact")
            }
        }
        Err(error) => Report { notes: vec![error.to_string()], algorithm: "exact", ..random_move(request) },
    }
}

fn default_evaluation<G: Playable>() -> Arc<dyn Evaluation<G>> {
    G::evaluations().into_iter().next().unwrap_or_else(|| Arc::new(crate::NoKnowledge))
}

fn evaluation_named<G: Playable>(name: &str) -> Result<Arc<dyn Evaluation<G>>, Refusal> {
    let all = G::evaluations();
    let names: Vec<&str> = all.iter().map(|evaluation| evaluation.name()).collect();
    let sentence =
        format!("there is no evaluation called {name:?} for {}: expected one of {}", G::NAME, names.join(", "));
    all.into_iter().find(|evaluation| evaluation.name() == name).ok_or_else(|| Refusal::plain(sentence))
}
