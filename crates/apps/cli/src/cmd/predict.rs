//! `quadrille predict`: how well learned patterns predict, or which moves they propose.

use super::by_network::ByNetwork;
use super::pattern_methods::Method;
use super::pattern_plots;
use crate::output;
use crate::words;
use anyhow::{Context, bail};
use quadrille_core::{Notation, Player};
use quadrille_go::{Goban, Rules, SizeClass, for_size_class};
use quadrille_patterns::counting::{ByTables, Rule, Tables};
use quadrille_patterns::evaluation::{self, Accuracy, Predictor};
use quadrille_patterns::insight::{self, NeighbourView, PointView};
use quadrille_patterns::model::{ByModel, Model};
use quadrille_patterns::neighbours::{ByNeighbours, Positions, Weighing};
use quadrille_patterns::{Corpus, Learned, Record};
use serde::Serialize;
use std::path::PathBuf;

/// Predict the moves of Go players.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: quadrille predict --patterns model.bin --games test.txt.zst --json
Example: quadrille predict --size 9 --position \"9/9/2X6/9/9/9/9/9/9 O\"
Example: quadrille predict --sgf game.sgf --move 40 --records games.txt.zst --k 5
Example: quadrille predict --method network --symmetries 8 --games test.txt.zst --positions 2000
Example: quadrille predict --method knn --records games.txt.zst --games test.txt.zst --limit 10

Methods: model, the log-linear model; zoom, times chosen over times seen at the largest zoom ever seen; back-off, the
same smoothed by smaller zooms; knn, the moves of similar recorded boards; network, the network that plays.")]
pub struct Args {
    /// What `quadrille learn` wrote; without it, the model built into the program.
    #[arg(long, value_name = "FILE")]
    patterns: Option<PathBuf>,
    /// Games whose moves are predicted.
    #[arg(long, value_name = "PATH", required_unless_present_any = ["position", "sgf"])]
    games: Vec<PathBuf>,
    /// How to predict.
    #[arg(long, value_enum)]
    method: Option<Method>,
    /// The recorded games for knn, and for the neighbours shown with a position [default: FILE.records beside the model].
    #[arg(long, value_name = "PATH")]
    records: Vec<PathBuf>,
    /// knn: how many neighbours vote.
    #[arg(long, value_name = "K", default_value_t = 20)]
    k: usize,
    /// network: the mean over how many turned and mirrored boards is taken.
    #[arg(long, value_name = "N", default_value_t = 1)]
    symmetries: usize,
    /// knn: how many positions of --records are used at most (a little more than two bytes each).
    #[arg(long, value_name = "N", default_value_t = 100_000_000)]
    most_records: usize,
    /// Take only the first N games.
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    /// Ask about at most N positions, spread evenly over the games [default: all; knn and network: 1000].
    #[arg(long, value_name = "N", conflicts_with_all = ["position", "sgf"])]
    positions: Option<u64>,
    /// Write a plot of accuracy and calibration here (SVG).
    #[arg(long, value_name = "FILE", requires = "games")]
    plot: Option<PathBuf>,
    /// Rank the moves of this position instead.
    #[arg(long, value_name = "P", conflicts_with = "games")]
    position: Option<String>,
    /// Rank the moves of the first game of this file instead, at its end or after --move moves.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["games", "position"])]
    sgf: Option<PathBuf>,
    /// How many moves of the game are played.
    #[arg(long = "move", value_name = "N", requires = "sgf")]
    turn: Option<usize>,
    /// Size of the position's board.
    #[arg(long, value_name = "SIZE", default_value = "19")]
    size: String,
    /// How many moves are shown for a position.
    #[arg(long, value_name = "N", default_value_t = 20)]
    moves: usize,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

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

/// First choices of like probability: how many, what was promised, what came true.
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
        let percent = |name: &str, share: f64| output::line(format!("{name:<10}{:.2} %", 100.0 * share));
        output::line(format!("positions {}", self.positions))?;
        percent("top 1", self.top1)?;
        percent("top 5", self.top5)?;
        percent("top 10", self.top10)?;
        percent("top 20", self.top20)?;
        output::line(format!("log-loss  {:.4}", self.log_loss))?;
        output::line("first choices: how many, probability promised, share played")?;
        for bin in self.calibration.iter().filter(|bin| bin.count > 0) {
            output::line(format!("{:>9} {:>7.3} {:>7.3}", bin.count, bin.promised, bin.played))?;
        }
        Ok(())
    }
}

/// A move of a position with its probability, and what the tables know of it.
#[derive(Serialize)]
struct Ranked {
    #[serde(rename = "move")]
    text: String,
    probability: f32,
    zoom: usize,
    n: u64,
    v: u64,
}

/// A recorded position near the one asked about, and the move played there as it would be here.
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

/// What is shown beside the probabilities.
struct Known<'a> {
    counts: &'a Tables,
    records: Option<&'a Positions>,
}

impl Args {
    /// How many positions are asked about if nothing is said: searches for neighbours and networks take thousands of times as
    /// long as the other methods.
    fn usual_positions(&self) -> Option<u64> {
        matches!(self.method, Some(Method::Knn | Method::Network)).then_some(1_000)
    }

    /// What predicts, for messages.
    fn name(&self) -> String {
        self.patterns.as_ref().map_or_else(|| "the built-in model".to_owned(), |path| path.display().to_string())
    }

    /// The recorded positions, if they are needed: those that were named, or those beside the model.
    fn records(&self) -> anyhow::Result<Option<Positions>> {
        let threads = quadrille_support::threads::available();
        if !self.records.is_empty() {
            return Ok(Some(Positions::gather(&Corpus::open(&self.records)?, |_| true, self.most_records, threads)?));
        }
        let needed = self.method == Some(Method::Knn) || self.games.is_empty();
        Ok(match self.patterns.as_ref().filter(|_| needed) {
            Some(model) => Positions::beside(model, threads)?,
            None => None,
        })
    }

    fn answer(&self, predictor: &mut impl Predictor, known: &Known<'_>) -> anyhow::Result<()> {
        if self.position.is_some() || self.sgf.is_some() {
            return self.rank(predictor, known);
        }
        let wanted = |game| self.limit.is_none_or(|limit| game < limit);
        let (corpus, most) = (Corpus::open(&self.games)?, self.positions.or(self.usual_positions()));
        let step = match most {
            Some(most) => corpus.positions(wanted)?.div_ceil(most.max(1)).max(1),
            None => 1,
        };
        let accuracy = evaluation::measure(&corpus, predictor, wanted, step)?;
        let figures = Figures::from(&accuracy);
        if let Some(path) = &self.plot {
            let name = self.method.unwrap_or(Method::Model).to_string();
            pattern_plots::accuracy(path, &name, &accuracy)?;
        }
        if self.json { output::json(&figures) } else { figures.show() }
    }

    /// The game whose last position is asked about, and who moves there.
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
        let rules: Rules = self.size.parse()?;
        if SizeClass::of(&rules) > SizeClass::Large {
            bail!(words::SIZE_19.refuse().with("size", self.size.to_string()));
        }
        let text = self.position.as_deref().unwrap_or_default();
        for_size_class!(&rules, Board => record_of::<Board>(&rules, text), else => bail!(words::SIZE_19.refuse().with("size", self.size.to_string())))
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
            Near { distance, game, turn, text: text(row, column) }
        };
        let ranking = Ranking {
            moves: insight.points.iter().take(self.moves).map(ranked).collect(),
            neighbours: insight.neighbours.iter().map(near).collect(),
        };
        if self.json { output::json(&ranking) } else { ranking.show() }
    }
}

/// A position as a record without moves, and who moves there.
fn record_of<G: Goban + Notation>(rules: &Rules, text: &str) -> anyhow::Result<(Record, Player)> {
    let position = G::parse_position(rules, text)?;
    let game = Record::from_position(&position).map_err(anyhow::Error::msg).context("--position")?;
    Ok((game, position.to_move()))
}

impl Ranking {
    fn show(&self) -> anyhow::Result<()> {
        for Ranked { text, probability, zoom, n, v } in &self.moves {
            let percent = 100.0 * probability;
            output::line(format!("{text:<4} {percent:>7.3} %  zoom {zoom}: seen {n}, chosen {v}"))?;
        }
        for Near { distance, game, turn, text } in &self.neighbours {
            output::line(format!("{distance:>3} stones differ: game {game} after {turn} stones, {text}"))?;
        }
        Ok(())
    }
}
