//! `quadrille predict`: the accuracy of move prediction, or the predicted moves of a position.

use super::by_network::ByNetwork;
use super::pattern_methods::Method;
use super::pattern_plots;
use crate::output;
use crate::progress::Progress;
use crate::words::{self, report};
use anyhow::{Context, bail};
use clap::ArgGroup;
use quadrille_core::words::Arg;
use quadrille_core::{Notation, Player, Refusal};
use quadrille_engine::Match;
use quadrille_go::{Goban, Rules, Setup, SizeClass, for_size_class};
use quadrille_patterns::board::SIDE;
use quadrille_patterns::counting::{ByTables, Rule, Tables};
use quadrille_patterns::evaluation::{self, Accuracy, Predictor};
use quadrille_patterns::insight::{self, NeighbourView, PointView};
use quadrille_patterns::model::{ByModel, Model};
use quadrille_patterns::neighbours::{ByNeighbours, Positions, Weighing};
use quadrille_patterns::{Corpus, Learned, Play, Record};
use serde::Serialize;
use std::path::PathBuf;

/// Predict the moves of Go players: accuracy over games, or the ranked moves of a position.
#[derive(Debug, clap::Args)]
#[command(
    override_usage = "quadrille predict [OPTIONS]",
    after_help = "Methods: model, the log-linear model; zoom, times chosen divided by times seen at the largest known \
zoom; back-off, the same smoothed by smaller zooms; knn, the moves played on similar recorded boards; \
network, the network that plays Go.

Examples:
  quadrille predict --patterns model.bin --games test.txt --json
  quadrille predict --position \"9/9/2X6/9/9/9/9/9/9 O\" --top 5
  quadrille predict --size 19 --moves \"Q16 D4 C16\"
  quadrille predict --sgf game.sgf --move 2 --records games.txt --k 5
  quadrille predict --method network --symmetries 8 --games test.txt --positions 20
  quadrille predict --method knn --records games.txt --games test.txt --limit 10"
)]
#[command(group(ArgGroup::new("asked").required(true).multiple(true).args(["games", "position", "moves", "sgf"])))]
pub struct Args {
    /// File written by `quadrille learn` [default: the built-in model].
    #[arg(long, value_name = "FILE")]
    patterns: Option<PathBuf>,
    /// Predict the moves of these games.
    #[arg(long, value_name = "PATH")]
    games: Vec<PathBuf>,
    /// How to predict: model, zoom, back-off, knn or network [default: depends on the file].
    #[arg(long, value_enum, hide_possible_values = true)]
    method: Option<Method>,
    /// Recorded games for knn and for the neighbours of a position [default: FILE.records].
    #[arg(long, value_name = "PATH")]
    records: Vec<PathBuf>,
    /// knn: number of neighbours.
    #[arg(long, value_name = "K", default_value_t = 20)]
    k: usize,
    /// network: average over N symmetric images of the board.
    #[arg(long, value_name = "N", default_value_t = 1)]
    symmetries: usize,
    /// knn: use at most N positions from --records (about two bytes of memory each).
    #[arg(long, alias = "most-records", value_name = "N", default_value_t = 100_000_000)]
    max_records: usize,
    /// Use only the first N games.
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    /// Predict at most N positions, spread evenly [default: all; 1000 for knn and network].
    #[arg(long, value_name = "N", conflicts_with_all = ["position", "sgf", "moves"])]
    positions: Option<u64>,
    /// Write a plot of accuracy and calibration (SVG).
    #[arg(long, value_name = "FILE", requires = "games")]
    plot: Option<PathBuf>,
    /// Number of moves to list for a position.
    #[arg(long, value_name = "N", default_value_t = 20)]
    top: usize,
    /// Rank the moves in this position.
    #[arg(long, value_name = "POSITION", conflicts_with = "games", help_heading = HEADING)]
    position: Option<String>,
    /// Play these moves first, from the position or the empty board.
    #[arg(long, value_name = "MOVES", conflicts_with = "games", help_heading = HEADING)]
    moves: Option<String>,
    /// Size of the empty board [default: 19].
    #[arg(long, value_name = "SIZE", help_heading = HEADING)]
    size: Option<String>,
    /// Rank the moves at the end of the first game in this SGF file.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["games", "position", "moves"], help_heading = HEADING)]
    sgf: Option<PathBuf>,
    /// With --sgf: stop after move N.
    #[arg(long = "move", value_name = "N", requires = "sgf", help_heading = HEADING)]
    turn: Option<usize>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// The heading of the options about one position.
const HEADING: &str = "Position";

/// Accuracy as it is printed.
#[derive(Serialize)]
pub struct Figures {
    positions: u64,
    top1: f64,
    top5: f64,
    top10: f64,
    top20: f64,
    log_loss: f64,
    calibration: Vec<Bin>,
}

/// A calibration bin of first choices: count, predicted probability, share played.
#[derive(Serialize)]
struct Bin {
    count: u64,
    promised: f64,
    played: f64,
}

impl From<&Accuracy> for Figures {
    fn from(accuracy: &Accuracy) -> Self {
        let share = |part: f64, count: u64| part / count.max(1) as f64;
        let bins = accuracy.calibration.iter();
        Self {
            positions: accuracy.positions,
            top1: accuracy.top(0),
            top5: accuracy.top(1),
            top10: accuracy.top(2),
            top20: accuracy.top(3),
            log_loss: accuracy.log_loss(),
            calibration: bins
                .map(|&(count, sum, hits)| Bin {
                    count,
                    promised: share(sum, count),
                    played: share(hits as f64, count),
                })
                .collect(),
        }
    }
}

impl Figures {
    /// Prints the figures for people.
    pub fn show(&self) -> anyhow::Result<()> {
        output::tell(&report::PREDICTED.say().with("n", self.positions))?;
        for (most, share) in [(1_u8, self.top1), (5, self.top5), (10, self.top10), (20, self.top20)] {
            let name = output::say(&report::AMONG.say().with("n", most));
            output::line(format!("{name:<10}{:.2} %", 100.0 * share))?;
        }
        output::tell(&report::LOG_LOSS.say().with("n", format!("{:.4}", self.log_loss)))?;
        output::tell(&report::CHOICES.say())?;
        for bin in self.calibration.iter().filter(|bin| bin.count > 0) {
            output::line(format!("{:>9} {:>7.3} {:>7.3}", bin.count, bin.promised, bin.played))?;
        }
        Ok(())
    }
}

/// A move of a position with its probability and counts.
#[derive(Serialize)]
struct Ranked {
    #[serde(rename = "move")]
    text: String,
    probability: f32,
    zoom: usize,
    n: u64,
    v: u64,
}

/// A nearest recorded position, and the move played there, mapped to this board.
#[derive(Serialize)]
struct Near {
    distance: u32,
    game: u32,
    turn: u16,
    #[serde(rename = "move")]
    text: String,
}

#[derive(Serialize)]
struct Ranking {
    moves: Vec<Ranked>,
    neighbours: Vec<Near>,
}

/// Runs the command.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let learned = match &args.patterns {
        Some(path) => Learned::load(path)?,
        None => Learned::Model(Model::built_in()),
    };
    let built_in_tables = Tables::built_in();
    let counts = match &learned {
        Learned::Tables(tables) => Some(tables),
        Learned::Model(model) => model.tables(),
    };
    let counts = counts.or(args.patterns.is_none().then_some(&built_in_tables));
    let records = args.records()?;
    let known = Known { counts: counts.unwrap_or(&built_in_tables), records: records.as_ref() };
    let by_rule = |rule| {
        let counts = counts.ok_or_else(|| words::WITHOUT_COUNTS.refuse().with("file", args.name()))?;
        args.answer(&mut ByTables::new(counts, rule), &known)
    };
    match (args.method, &learned) {
        (Some(Method::Knn), _) => {
            let records = records.as_ref().ok_or_else(|| words::KNN_NEEDS_RECORDS.refuse())?;
            args.answer(&mut ByNeighbours::new(records, Weighing::default(), args.k.max(1)), &known)
        }
        (Some(Method::Network), _) => args.answer(&mut ByNetwork::new(args.symmetries), &known),
        (None | Some(Method::Model), Learned::Model(model)) => args.answer(&mut ByModel::new(model), &known),
        (Some(Method::Model), Learned::Tables(_)) => {
            bail!(words::TABLES.refuse().with("file", args.name()))
        }
        (None | Some(Method::Zoom), _) => by_rule(Rule::Longest),
        (Some(Method::BackOff), _) => by_rule(Rule::BackOff),
    }
}

/// What is shown in addition to the probabilities.
struct Known<'a> {
    counts: &'a Tables,
    records: Option<&'a Positions>,
}

impl Args {
    /// The default number of positions for knn and network, which take thousands of times as long as the other methods.
    fn usual_positions(&self) -> Option<u64> {
        matches!(self.method, Some(Method::Knn | Method::Network)).then_some(1_000)
    }

    /// What predicts, for messages.
    fn name(&self) -> Arg {
        self.patterns.as_ref().map_or_else(|| (&report::THE_MODEL).into(), |path| path.display().to_string().into())
    }

    /// The recorded positions, if needed: those of --records, or those stored with the model.
    fn records(&self) -> anyhow::Result<Option<Positions>> {
        let threads = quadrille_support::threads::available();
        if !self.records.is_empty() {
            return Ok(Some(Positions::gather(&Corpus::open(&self.records)?, |_| true, self.max_records, threads)?));
        }
        let needed = self.method == Some(Method::Knn) || self.games.is_empty();
        Ok(match self.patterns.as_ref().filter(|_| needed) {
            Some(model) => Positions::beside(model, threads)?,
            None => None,
        })
    }

    fn answer(&self, predictor: &mut impl Predictor, known: &Known<'_>) -> anyhow::Result<()> {
        if self.games.is_empty() {
            return self.rank(predictor, known);
        }
        let wanted = |game| self.limit.is_none_or(|limit| game < limit);
        let (corpus, most) = (Corpus::open(&self.games)?, self.positions.or(self.usual_positions()));
        let step = match most {
            Some(most) => corpus.positions(wanted)?.div_ceil(most.max(1)).max(1),
            None => 1,
        };
        let name = words::MEASURING.say().with("name", self.method.unwrap_or(Method::Model).to_string());
        let progress = Progress::begin(self.json, output::say(&name));
        let accuracy = evaluation::measure(&corpus, predictor, wanted, step)?;
        drop(progress);
        if accuracy.positions == 0 {
            bail!(words::NOTHING_TO_PREDICT.refuse().list("paths", self.games.iter().map(|path| path.display())));
        }
        let figures = Figures::from(&accuracy);
        if let Some(path) = &self.plot {
            let name = self.method.unwrap_or(Method::Model).to_string();
            pattern_plots::accuracy(path, &name, &accuracy)?;
        }
        if self.json { output::json(&figures) } else { figures.show() }
    }

    /// The game whose last position to predict, and the player to move.
    fn asked(&self) -> anyhow::Result<(Record, Player)> {
        if let Some(path) = &self.sgf {
            let mut games = Vec::new();
            Corpus::open(std::slice::from_ref(path))?.for_each(|game| games.push(game))?;
            let game = games
                .into_iter()
                .next()
                .ok_or_else(|| words::NO_GAME_IN.refuse().with("file", path.display().to_string()))?;
            let game = game.up_to(self.turn.unwrap_or(usize::MAX));
            let mover = game.plays().last().map_or(Player::Black, |play| play.player.opponent());
            return Ok((game, mover));
        }
        let empty: Rules = self.size.as_deref().unwrap_or("19").parse()?;
        let setup = match &self.position {
            Some(text) => {
                let setup = Setup::parse(&empty, text)?;
                let (has, wanted) = (setup.rules.grid(), empty.grid());
                if let Some(size) = self.size.as_deref().filter(|_| has != wanted) {
                    let has = format!("{}x{}", has.rows(), has.columns());
                    bail!(words::SIZE_OF_POSITION.refuse().with("size", size).with("has", has));
                }
                setup
            }
            None => Setup::empty(empty),
        };
        let too_large =
            || words::SIZE_19.refuse().with("size", setup.rules.grid().rows().max(setup.rules.grid().columns()));
        if SizeClass::of(&setup.rules) > SizeClass::Large {
            bail!(too_large());
        }
        let moves = self.moves.as_deref().unwrap_or_default();
        for_size_class!(&setup.rules, Board => record_of::<Board>(&setup, moves), else => bail!(too_large()))
    }

    /// The moves of one position, the likeliest first.
    fn rank(&self, predictor: &mut impl Predictor, known: &Known<'_>) -> anyhow::Result<()> {
        let (game, player) = self.asked()?;
        let insight = insight::look_by(predictor, (known.counts, known.records), &game, player, self.k);
        let (rows, _) = game.shape();
        // Columns have no letter I; rows count from below.
        let text = |row: usize, column: usize| {
            format!("{}{}", char::from(b"ABCDEFGHJKLMNOPQRST"[column]), usize::from(rows) - row)
        };
        let ranked = |point: &PointView| {
            let &PointView { row, column, probability, zoom, n, v, .. } = point;
            Ranked { text: text(row, column), probability, zoom, n, v }
        };
        let near = |near: &NeighbourView| {
            let &NeighbourView { distance, game, turn, row, column, .. } = near;
            Near { distance, game: game + 1, turn, text: text(row, column) }
        };
        let ranking = Ranking {
            moves: insight.points.iter().take(self.top).map(ranked).collect(),
            neighbours: insight.neighbours.iter().map(near).collect(),
        };
        if self.json { output::json(&ranking) } else { ranking.show() }
    }
}

/// A position and its moves as a record, and the player to move.
fn record_of<G: Goban + Notation>(setup: &Setup, moves: &str) -> anyhow::Result<(Record, Player)> {
    let mut game = Match::new(G::from_setup(setup)?);
    let (start, grid) = (Record::from_position(game.position()).context("--position")?, setup.rules.grid());
    let mut plays = Vec::new();
    for (index, text) in moves.split_whitespace().enumerate() {
        let refused = |why: Refusal| words::MOVE.refuse().with("number", index + 1).with("why", why);
        let player = game.position().to_move();
        let played = game.position().parse_move(text).map_err(refused)?;
        let spot = played.point().and_then(|point| grid.row_column(point));
        plays.push(Play { player, spot: spot.map(|(row, column)| (row * SIDE + column) as u16) });
        game.play(played);
    }
    Ok((start.with_plays(plays)?, game.position().to_move()))
}

impl Ranking {
    fn show(&self) -> anyhow::Result<()> {
        for Ranked { text, probability, zoom, n, v } in &self.moves {
            let percent = 100.0 * probability;
            let known = report::ZOOM.say().with("zoom", *zoom).with("n", *n).with("v", *v);
            output::line(format!("{text:<4} {percent:>7.3} %  {}", output::say(&known)))?;
        }
        for Near { distance, game, turn, text } in &self.neighbours {
            let stones = if *distance == 1 { &report::ONE_STONE } else { &report::STONES }.say().with("n", *distance);
            let near = report::NEAR.say().with("game", *game).with("turn", turn + 1).with("stones", stones);
            output::line(format!("{text:<4} {}", output::say(&near)))?;
        }
        Ok(())
    }
}
