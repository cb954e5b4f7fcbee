//! Benchmarks, and the bench signature of the searches.
//!
//! Figures are per second of CPU time on one thread, since wall-clock time says little on a shared machine. The
//! signature is the same on every run and machine unless a search behaves differently; a commit that changes it says
//! so.

use crate::registry;
use crate::session::{PerftOptions, Session};
use crate::think::{PlayerSpec, Question};
use crate::words;
use quadrille_core::{Message, Refusal};
use quadrille_search::{Limits, Stop};
use quadrille_support::clock::Instant;
use serde::{Serialize, Serializer};

/// A measured speed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figure {
    /// What was measured.
    pub name: String,
    /// How fast.
    pub value: f64,
    /// The unit, in English.
    #[serde(serialize_with = "in_english")]
    pub unit: &'static Message,
}

fn in_english<S: Serializer>(message: &&'static Message, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(message.en)
}

/// Something to measure.
#[derive(Clone, Debug)]
pub struct Measurement {
    /// Its name, starting with the game's.
    pub name: String,
    game: &'static str,
    rules: &'static str,
    position: Option<&'static str>,
    work: Work,
}

#[derive(Clone, Copy, Debug)]
enum Work {
    Perft { depth: u32, bulk: bool },
    Playouts { count: u64 },
    Simulations { algorithm: &'static str, count: u64 },
    Nodes { count: u64 },
}

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// All measurements, in the order they are shown.
pub fn measurements() -> Vec<Measurement> {
    let played = |depth| Work::Perft { depth, bulk: false };
    let bulk = |depth| Work::Perft { depth, bulk: true };
    let playouts = |count| Work::Playouts { count };
    let uct = |count| Work::Simulations { algorithm: "uct", count };
    let all = [
        ("breakthrough-perft-5x5", "5x5", None, played(7)),
        ("breakthrough-playouts-5x5", "5x5", None, playouts(2_000_000)),
        ("breakthrough-playouts-8x8", "8x8", None, playouts(500_000)),
        ("breakthrough-uct-6x6", "6x6", None, uct(200_000)),
        ("breakthrough-uct-8x8", "8x8", None, uct(200_000)),
        ("breakthrough-alphabeta-8x8", "8x8", None, Work::Nodes { count: 1_000_000 }),
        ("chess-perft-start-6", "", None, played(6)),
        ("chess-perft-start-6-bulk", "", None, bulk(6)),
        ("chess-perft-kiwipete-5", "", Some(KIWIPETE), played(5)),
        ("chess-perft-kiwipete-5-bulk", "", Some(KIWIPETE), bulk(5)),
        ("chess-playouts", "", None, playouts(10_000)),
        ("chess-uct", "", None, uct(10_000)),
        ("chess-alphabeta", "", None, Work::Nodes { count: 1_000_000 }),
        ("othello-perft-11-bulk", "", None, bulk(11)),
        ("othello-playouts", "", None, playouts(100_000)),
        ("othello-uct", "", None, uct(50_000)),
        ("othello-alphabeta", "", None, Work::Nodes { count: 1_000_000 }),
        ("go-playouts-9x9", "9", None, playouts(100_000)),
        ("go-playouts-19x19", "19", None, playouts(20_000)),
        ("go-uct-9x9", "9", None, uct(30_000)),
        ("go-rave-9x9", "9", None, Work::Simulations { algorithm: "rave", count: 30_000 }),
    ];
    let measurement = |(name, rules, position, work): (&'static str, _, _, _)| Measurement {
        name: name.to_owned(),
        game: name.split('-').next().unwrap_or_default(),
        rules,
        position,
        work,
    };
    all.into_iter().map(measurement).collect()
}

impl Measurement {
    /// Runs the benchmark and returns the speed.
    pub fn take(&self) -> Result<Figure, Refusal> {
        let session = registry::open(self.game, self.rules, self.position)?;
        let clock = CpuClock::start();
        let (done, unit) = self.work.run(session.as_ref())?;
        let value = done as f64 / clock.seconds().max(1e-9);
        Ok(Figure { name: self.name.clone(), value, unit })
    }
}

impl Work {
    fn run(self, session: &dyn Session) -> Result<(u64, &'static Message), Refusal> {
        match self {
            Self::Perft { depth, bulk } => {
                let leaves = session.perft(depth, PerftOptions { bulk, ..PerftOptions::default() })?;
                Ok((leaves, &words::LEAVES_RATE))
            }
            Self::Playouts { count } => {
                session.playouts(count, 1);
                Ok((count, &words::GAMES_RATE))
            }
            Self::Simulations { algorithm, count } => {
                let mut thinker = session.thinker(&PlayerSpec::new(algorithm))?;
                thinker.think(session, &Question::new(Limits::playouts(count), &Stop::new()), &mut |_| {})?;
                Ok((count, &words::SIMULATIONS_RATE))
            }
            Self::Nodes { count } => {
                let mut thinker = session.thinker(&PlayerSpec::new("alphabeta"))?;
                let stop = Stop::new();
                let report = thinker.think(session, &Question::new(Limits::nodes(count), &stop), &mut |_| {})?;
                Ok((report.nodes.unwrap_or(count), &words::NODES_RATE))
            }
        }
    }
}

/// Time this thread has spent on a processor.
#[derive(Clone, Copy, Debug)]
pub struct CpuClock {
    wall: Instant,
    cpu: Option<u64>,
}

impl CpuClock {
    /// A clock that starts now.
    #[must_use]
    pub fn start() -> Self {
        Self { wall: Instant::now(), cpu: Self::nanoseconds() }
    }

    /// Processor seconds since the start; the thread must be the one that started the clock.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        match (self.cpu, Self::nanoseconds()) {
            (Some(start), Some(end)) => (end - start) as f64 * 1e-9,
            _ => self.wall.elapsed().as_secs_f64(),
        }
    }

    /// Linux reports a thread's CPU time in a file; elsewhere the wall clock is used.
    fn nanoseconds() -> Option<u64> {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        text.split_whitespace().next()?.parse().ok()
    }
}

/// Number of budgets per game and algorithm in the signature.
const BUDGETS: u64 = 20;

/// The bench signature: a hash of nodes, best moves, scores and visits for every game, alpha-beta and tree search,
/// several budgets, one thread and a fixed seed.
pub fn signature() -> Result<u64, Refusal> {
    let mut hash = Fnv::default();
    for (game, rules) in [("breakthrough", "6x6"), ("chess", ""), ("othello", ""), ("go", "9")] {
        let session = registry::open(game, rules, None)?;
        for budget in 1..=BUDGETS {
            for (algorithm, limits) in [
                ("alphabeta", Limits::nodes(150 * budget)),
                ("uct", Limits::playouts(15 * budget)),
                ("rave", Limits::playouts(15 * budget)),
            ] {
                let mut thinker = session.thinker(&PlayerSpec::new(algorithm).with("hash", 1))?;
                let report = thinker.think(session.as_ref(), &Question::new(limits, &Stop::new()), &mut |_| {})?;
                let best = report.best.map(|name| name.text);
                let value = report.verdict.map(|verdict| verdict.value.say().to_string()).unwrap_or_default();
                hash.add(&format!("{best:?} {:?} {:?} {value:?}", report.nodes, report.playouts));
                for m in &report.moves {
                    hash.add(&format!("{} {:?}", m.name.text, m.visits));
                }
            }
        }
    }
    Ok(hash.0)
}

/// The hash of Fowler, Noll and Vo, which is the same everywhere.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }
}

impl Fnv {
    fn add(&mut self, text: &str) {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }
}
