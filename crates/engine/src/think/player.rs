//! The algorithms by name, joined to a game.

use super::{PlayerSpec, Question};
use crate::capabilities::{Capabilities, MakeOracle, OwnTree, Solver};
use crate::matches::Match;
use crate::solve::SolveOrder;
use crate::trace::{Trace, watch};
use crate::words;
use quadrille_core::{Evaluation, Message, Playable, Prior, Refusal, Score};
use quadrille_search::{Domain, Oracle, Report, Request, Setting, Settings, Specialist, alphabeta, mcts, random_move};
use quadrille_search::{refuse_name, refuse_value};
use quadrille_support::threads;
use std::sync::Arc;

/// An algorithm: its name and what it is.
pub type AlgorithmName = (&'static str, &'static Message);

/// The general algorithms. Games may add their own players.
pub static ALGORITHMS: [AlgorithmName; 11] = [
    ("alphabeta", &words::ALPHABETA),
    ("uct", &words::UCT),
    ("uct-tt", &words::UCT_TT),
    ("rave", &words::RAVE),
    ("grave", &words::GRAVE),
    ("puct", &words::PUCT),
    ("prior", &words::PRIOR),
    ("amaf", &words::AMAF),
    ("mc", &words::MC),
    ("exact", &words::EXACT),
    ("random", &words::RANDOM),
];

/// What every algorithm has.
#[derive(Clone, Debug)]
struct Common {
    threads: usize,
    seed: u64,
    hash_mib: usize,
}

const LARGEST_HASH_MIB: usize = 1 << 20;

impl Common {
    const NAMES: [&'static str; 3] = ["threads", "seed", "hash"];

    /// Sets an option common to all algorithms; false if the name is not one of them.
    fn set(&mut self, name: &str, value: &str) -> Result<bool, Refusal> {
        let [threads, seed, hash] = self.list();
        match name {
            "threads" => {
                let read = value.parse().ok().filter(|n| (1..=threads::MOST).contains(n));
                self.threads = read.ok_or_else(|| refuse_value(name, value, &threads.domain))?;
            }
            "seed" => self.seed = value.parse().map_err(|_| refuse_value(name, value, &seed.domain))?,
            "hash" => {
                let read = value.parse().ok().filter(|mib| (1..=LARGEST_HASH_MIB).contains(mib));
                self.hash_mib = read.ok_or_else(|| refuse_value(name, value, &hash.domain))?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn list(&self) -> [Setting; 3] {
        let whole = |least, most| Domain::Whole { least, most };
        [
            Setting::new("threads", &self.threads, &words::THREADS, whole(1, threads::MOST as i64)),
            Setting::new("seed", &self.seed, &words::SEED, whole(0, i64::MAX)),
            Setting::new("hash", &self.hash_mib, &words::HASH, whole(1, LARGEST_HASH_MIB as i64)),
        ]
    }
}

/// A player of the game `G`. [`Capabilities::player`] opens one by name: a search called through this trait is compiled
/// once, in this crate and at its level of optimisation, whichever crate uses it.
pub trait GamePlayer<G: Playable>: Send {
    /// Thinks until a limit is reached or it is stopped. `on_report` receives intermediate reports, at most ten a
    /// second.
    fn think(
        &mut self,
        game: &Match<G>,
        question: &Question<'_, G::Move>,
        on_report: &mut dyn FnMut(&Report<G>),
    ) -> Result<Report<G>, Refusal>;

    /// Sets the source of exact values, for algorithms that use one, and returns the previous one.
    fn ask(&mut self, oracle: Option<Arc<dyn Oracle<G>>>) -> Option<Arc<dyn Oracle<G>>>;

    /// Forgets everything.
    fn clear(&mut self);

    /// All options with their current values.
    fn options(&self) -> Vec<Setting>;
}

/// An algorithm with its options and its memory.
pub(crate) struct Chosen<G: Playable> {
    common: Common,
    /// The algorithm's own options as they were set.
    own: Vec<Setting>,
    algorithm: Algorithm<G>,
}

/// The game knowledge of a Monte-Carlo search.
struct Known<G: Playable> {
    evaluation: Arc<dyn Evaluation<G>>,
    playout: G::Rollout,
    prior: Option<Arc<dyn Prior<G>>>,
    judge: Option<Arc<dyn mcts::Judge<G>>>,
    /// Its name, if only this game has it.
    name: Option<&'static str>,
}

impl<G: Playable> Known<G> {
    fn knowledge(&self) -> mcts::Knowledge<'_, G, G::Rollout> {
        mcts::Knowledge {
            playout: &self.playout,
            prior: self.prior.as_deref(),
            evaluation: Some(self.evaluation.as_ref()),
            judge: self.judge.as_deref(),
        }
    }
}

enum Algorithm<G: Playable> {
    Random,
    AlphaBeta(Box<alphabeta::Searcher<G>>, Arc<dyn Evaluation<G>>),
    MonteCarlo(Box<mcts::Searcher<G>>, Known<G>),
    Specialist(Box<dyn Specialist<G>>),
    Exact(Solver<G>),
}

impl<G: Playable> Chosen<G> {
    /// The player for a description, in a game with these capabilities.
    pub(crate) fn open(player: &PlayerSpec, capabilities: &Capabilities<G>) -> Result<Self, Refusal> {
        let mut common = Common { threads: 1, seed: 1, hash_mib: 64 };
        let mut own = Vec::new();
        for (name, value) in &player.options {
            if !common.set(name, value)? {
                own.push((name.as_str(), value.as_str()));
            }
        }
        let special = capabilities.players.iter().find(|own| own.name == player.algorithm);
        let tree = capabilities.trees.iter().find(|own| own.name == player.algorithm);
        let (algorithm, own) = match (player.algorithm.as_str(), special.map(Ok).or(tree.map(Err))) {
            (_, Some(Ok(special))) => {
                no_options(&own)?;
                (Algorithm::Specialist((special.make)(common.threads, common.hash_mib)?), Vec::new())
            }
            (_, Some(Err(tree))) => Algorithm::monte_carlo((tree.options)(), Some(tree), &own, capabilities)?,
            ("random", _) => no_options(&own).map(|()| (Algorithm::Random, Vec::new()))?,
            ("exact", _) => no_options(&own).map(|()| (Algorithm::Exact(capabilities.solver), Vec::new()))?,
            ("alphabeta", _) => Algorithm::alphabeta((capabilities.alphabeta)(), &common, &own, capabilities.oracle)?,
            // For lessons: alpha-beta with cutoffs only.
            ("bare", _) => Algorithm::alphabeta(watch::bare(), &common, &own, || Ok(None))?,
            (name, _) if mcts::NAMES.contains(&name) => {
                Algorithm::monte_carlo(mcts::Options::preset(name)?, None, &own, capabilities)?
            }
            (other, _) => {
                let names = capabilities.players.iter().map(|own| own.name);
                let names = names.chain(capabilities.trees.iter().map(|own| own.name));
                let names = ALGORITHMS.iter().map(|(name, _)| *name).chain(names);
                return Err(words::NO_ALGORITHM.refuse().quote("name", other).list("names", names));
            }
        };
        Ok(Self { common, own, algorithm })
    }

    /// A traced search; `None` if the algorithm has no trace.
    pub(crate) fn watched(&mut self, request: &Request<'_, G>, how: (usize, watch::Name<G>)) -> Option<Trace> {
        let threads = threads::startable(self.common.threads);
        let request = Request { threads, seed: self.common.seed, ..request.clone() };
        match &mut self.algorithm {
            Algorithm::AlphaBeta(searcher, evaluation) => {
                Some(watch::depth_trace(searcher, &request, evaluation.as_ref(), how))
            }
            Algorithm::MonteCarlo(searcher, known) => {
                let knowledge = known.knowledge();
                Some(watch::tree_trace(searcher, &request, &knowledge, how))
            }
            Algorithm::Random | Algorithm::Specialist(_) | Algorithm::Exact(_) => None,
        }
    }

    /// The evaluation named by a player, or the game's default.
    pub(crate) fn evaluation_of(player: &PlayerSpec) -> Result<Arc<dyn Evaluation<G>>, Refusal> {
        let own: Vec<(&str, &str)> = player.options.iter().map(|(name, value)| (&**name, &**value)).collect();
        set_options::<G>(&mut alphabeta::Options::default(), &own)
    }
}

impl<G: Playable> GamePlayer<G> for Chosen<G> {
    fn think(
        &mut self,
        game: &Match<G>,
        question: &Question<'_, G::Move>,
        on_report: &mut dyn FnMut(&Report<G>),
    ) -> Result<Report<G>, Refusal> {
        if let Some(outcome) = game.outcome() {
            return Err(words::NOTHING_TO_THINK.refuse().with("outcome", outcome));
        }
        let request = Request {
            threads: threads::startable(self.common.threads),
            seed: self.common.seed,
            multipv: question.multipv.max(1),
            branches: question.branches,
            root_moves: question.root_moves.as_deref(),
            recent: game.moves(),
            ..Request::new(game.position(), game.history(), question.limits, question.stop)
        };
        Ok(match &mut self.algorithm {
            Algorithm::Random => random_move(&request),
            Algorithm::AlphaBeta(searcher, evaluation) => searcher.search(&request, evaluation.as_ref(), on_report),
            Algorithm::Specialist(specialist) => specialist.search(&request, on_report),
            Algorithm::Exact(solver) => exact_report(game, &request, &self.common, *solver)?,
            Algorithm::MonteCarlo(searcher, known) => {
                let report = searcher.search(&request, &known.knowledge(), on_report);
                Report { algorithm: known.name.unwrap_or(report.algorithm), ..report }
            }
        })
    }

    fn ask(&mut self, oracle: Option<Arc<dyn Oracle<G>>>) -> Option<Arc<dyn Oracle<G>>> {
        match &mut self.algorithm {
            Algorithm::AlphaBeta(searcher, _) => {
                searcher.options().oracle |= oracle.is_some();
                searcher.ask(oracle)
            }
            _ => None,
        }
    }

    fn clear(&mut self) {
        match &mut self.algorithm {
            Algorithm::Random | Algorithm::Exact(_) => {}
            Algorithm::Specialist(specialist) => specialist.clear(),
            Algorithm::AlphaBeta(searcher, _) => searcher.clear(),
            Algorithm::MonteCarlo(searcher, ..) => searcher.clear(),
        }
    }

    fn options(&self) -> Vec<Setting> {
        self.common.list().into_iter().chain(self.own.iter().cloned()).collect()
    }
}

/// An algorithm and the options it was made with.
type Made<G> = Result<(Algorithm<G>, Vec<Setting>), Refusal>;

/// Refuses options to algorithms that have none of their own.
fn no_options(own: &[(&str, &str)]) -> Result<(), Refusal> {
    own.first().map_or(Ok(()), |(name, _)| Err(refuse_name(name, &Common::NAMES)))
}

impl<G: Playable> Algorithm<G> {
    fn alphabeta(
        mut options: alphabeta::Options,
        common: &Common,
        own: &[(&str, &str)],
        oracle: MakeOracle<G>,
    ) -> Made<G> {
        let evaluation = set_options::<G>(&mut options, own)?;
        let listed = listed_options::<G>(&options, evaluation.as_ref());
        let oracle = if options.oracle { oracle()? } else { None };
        let mut searcher = alphabeta::Searcher::new(options, common.hash_mib)?;
        searcher.ask(oracle);
        Ok((Self::AlphaBeta(Box::new(searcher), evaluation), listed))
    }

    /// A tree search; `tree` is the game's own.
    fn monte_carlo(
        mut options: mcts::Options,
        tree: Option<&OwnTree<G>>,
        own: &[(&str, &str)],
        capabilities: &Capabilities<G>,
    ) -> Made<G> {
        let (playouts, others): (Vec<_>, Vec<_>) = own.iter().copied().partition(|&(name, _)| name == "playout");
        let (playout_name, playout) =
            rollout_named::<G>(playouts.last().map(|&(_, value)| value).or(tree.map(|tree| tree.playout)))?;
        let evaluation = set_options::<G>(&mut options, &others)?;
        let mut listed = listed_options::<G>(&options, evaluation.as_ref());
        let names = G::rollouts().iter().map(|(name, _)| *name).collect();
        listed.push(Setting::new("playout", &playout_name, &words::PLAYOUT, Domain::OneOf { names }));
        let prior = capabilities.prior.filter(|_| options.rule.uses_prior()).map(|prior| prior());
        let judge = tree.and_then(|tree| tree.judge).map(|judge| judge());
        let known = Known { evaluation, playout, prior, judge, name: tree.map(|tree| tree.name) };
        Ok((Self::MonteCarlo(Box::new(mcts::Searcher::new(options)), known), listed))
    }
}

/// A playout policy of the game, the default one if no name is given.
fn rollout_named<G: Playable>(name: Option<&str>) -> Result<(&'static str, G::Rollout), Refusal> {
    let refuse = || {
        let refusal =
            words::NO_PLAYOUT.refuse().quote("name", name.unwrap_or_default()).with("game", G::DESCRIPTOR.in_text);
        refusal.list("names", G::rollouts().iter().map(|(name, _)| *name))
    };
    G::rollouts().into_iter().find(|(known, _)| name.is_none_or(|name| name == *known)).ok_or_else(refuse)
}

/// Sets an algorithm's own options and picks the evaluation among them.
fn set_options<G: Playable>(
    options: &mut impl Settings,
    own: &[(&str, &str)],
) -> Result<Arc<dyn Evaluation<G>>, Refusal> {
    let mut evaluation = G::evaluations().into_iter().next().unwrap_or_else(|| Arc::new(quadrille_core::NoKnowledge));
    for &(name, value) in own {
        match name {
            "evaluation" => evaluation = evaluation_named::<G>(value)?,
            _ => options.set(name, value)?,
        }
    }
    Ok(evaluation)
}

fn listed_options<G: Playable>(options: &impl Settings, evaluation: &dyn Evaluation<G>) -> Vec<Setting> {
    let names = G::evaluations().iter().map(|evaluation| evaluation.name()).collect();
    let evaluation = Setting::new("evaluation", &evaluation.name(), &words::EVALUATION, Domain::OneOf { names });
    std::iter::once(evaluation).chain(options.list()).collect()
}

fn evaluation_named<G: Playable>(name: &str) -> Result<Arc<dyn Evaluation<G>>, Refusal> {
    let refuse = || {
        let refusal = words::NO_EVALUATION.refuse().quote("name", name).with("game", G::DESCRIPTOR.in_text);
        refusal.list("names", G::evaluations().iter().map(|evaluation| evaluation.name()))
    };
    G::evaluations().into_iter().find(|evaluation| evaluation.name() == name).ok_or_else(refuse)
}

/// The result of the game's solver, as a report; an error if it gives up.
fn exact_report<G: Playable>(
    game: &Match<G>,
    request: &Request<'_, G>,
    common: &Common,
    solver: Solver<G>,
) -> Result<Report<G>, Refusal> {
    if let Some(depth) = request.limits.depth {
        return Err(words::EXACT_DEPTH.refuse().with("depth", depth));
    }
    let order = SolveOrder {
        threads: common.threads,
        memory_mib: Some(common.hash_mib),
        time: request.limits.budget().map(|budget| budget.hard),
        // As in alpha-beta, a number of playouts limits the nodes: without any limit the solver might run for ever.
        nodes: request.limits.nodes.or(request.limits.playouts),
        ..SolveOrder::default()
    };
    let start = quadrille_support::clock::Instant::now();
    let solved = solver(game, &order, request.stop, &mut |_| {})?;
    let won = solved.winner.map(|winner| winner == request.position.to_move());
    let score = match (solved.margin, won, solved.distance) {
        (Some(margin), ..) => Some(Score::heuristic((100.0 * margin) as i32)),
        (None, Some(true), Some(plies)) => Some(Score::win_in(plies)),
        (None, Some(false), Some(plies)) => Some(Score::loss_in(plies)),
        // Won or lost at an unknown distance.
        (None, Some(_), None) => None,
        (None, None, _) => Some(Score::DRAW),
    };
    Ok(Report {
        best: solved.best,
        score,
        value: won.map(|won| f32::from(u8::from(won))),
        exact: true,
        pv: solved.pv,
        nodes: solved.nodes,
        notes: solved.notes,
        elapsed: start.elapsed(),
        ..Report::new("exact")
    })
}
