//! `quadrille predict`: how well learned patterns predict, or which moves they propose.

use crate::output;
use anyhow::{Context, bail};
use quadrille_core::{Game, Notation};
use quadrille_go::{Goban, Large, format_point};
use quadrille_patterns::board::SIDE;
use quadrille_patterns::evaluation::{self, Accuracy, ByModel, ByTables, Predictor};
use quadrille_patterns::neighbours::{ByNeighbours, Records};
use quadrille_patterns::tables::{Follower, Rule};
use quadrille_patterns::{Corpus, Learned, Record};
use serde::Serialize;
use std::path::PathBuf;

/// Predict the moves of Go players.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: quadrille predict --patterns model.bin --games test.txt.zst --json
Example: quadrille predict --patterns model.bin --size 9 --position \"9/9/2X6/9/9/9/9/9/9 O\"
Example: quadrille predict --method knn --records games.txt.zst --games test.txt.zst --limit 10

Methods: what the file holds (model or zoom, the paper's rule), back-off (tables, smoothed), knn (records of games).")]
pub struct Args {
    /// What `quadrille learn` wrote.
    #[arg(long, value_name = "FILE")]
    patterns: Option<PathBuf>,
    /// Games whose moves are predicted.
    #[arg(long, value_name = "PATH", required_unless_present = "position")]
    games: Vec<PathBuf>,
    /// How to predict.
    #[arg(long, value_enum)]
    method: Option<Method>,
    /// knn: the recorded games.
    #[arg(long, value_name = "PATH")]
    records: Vec<PathBuf>,
    /// knn: how many neighbours vote.
    #[arg(long, value_name = "K", default_value_t = 20)]
    k: usize,
    /// knn: how many recorded positions are used at most (about 100 bytes each).
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    most_records: usize,
    /// Take only the first N games.
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    /// Rank the moves of this position instead.
    #[arg(long, value_name = "P", conflicts_with = "games")]
    position: Option<String>,
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

/// How to predict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Method {
    /// The log-linear model.
    Model,
    /// The paper's rule: chosen over seen at the largest zoom ever seen.
    Zoom,
    /// The same, smoothed by smaller zooms.
    BackOff,
    /// The most similar recorded boards.
    Knn,
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

/// A move of a position with its probability, and what the method knows of it.
#[derive(Serialize)]
struct Ranked {
    #[serde(rename = "move")]
    text: String,
    probability: f32,
    #[serde(skip_serializing_if = "Option::is_none")]
    zoom: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    n: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    v: Option<u64>,
}

#[derive(Serialize)]
struct Ranking {
    moves: Vec<Ranked>,
}

/// Runs the command.
pub fn run(args: &Args) -> anyhow::Result<()> {
    if args.method == Some(Method::Knn) {
        if args.records.is_empty() {
            bail!("--method knn predicts from recorded games: name them with --records PATH");
        }
        let records = Records::gather(&Corpus::open(&args.records)?, |_| true, args.most_records)?;
        return args.answer(&mut ByNeighbours::new(&records, args.k.max(1)), None);
    }
    let path = args.patterns.as_ref().context("--patterns FILE is missing: write one with `quadrille learn`")?;
    match (Learned::load(path)?, args.method) {
        (Learned::Model(model), None | Some(Method::Model)) => args.answer(&mut ByModel::new(&model), None),
        (Learned::Tables(tables), None | Some(Method::Zoom)) => {
            args.answer(&mut ByTables::new(&tables, Rule::Longest), Some(&tables))
        }
        (Learned::Tables(tables), Some(Method::BackOff)) => {
            args.answer(&mut ByTables::new(&tables, Rule::BackOff), Some(&tables))
        }
        (Learned::Model(_), _) => bail!("{}: this is a model, expected --method model", path.display()),
        (Learned::Tables(_), _) => bail!("{}: these are tables, expected --method zoom or back-off", path.display()),
    }
}

type Counts<'a> = Option<&'a quadrille_patterns::tables::Tables>;

impl Args {
    fn answer(&self, predictor: &mut impl Predictor, counts: Counts<'_>) -> anyhow::Result<()> {
        if let Some(position) = &self.position {
            return self.rank(position, predictor, counts);
        }
        let wanted = |game| self.limit.is_none_or(|limit| game < limit);
        let figures = Figures::from(&evaluation::measure(&Corpus::open(&self.games)?, predictor, wanted)?);
        if self.json { output::json(&figures) } else { figures.show() }
    }

    /// The moves of one position, the likeliest first.
    fn rank(&self, text: &str, predictor: &mut impl Predictor, counts: Counts<'_>) -> anyhow::Result<()> {
        let rules = self.size.parse()?;
        let size_class = quadrille_go::SizeClass::of(&rules);
        if size_class > quadrille_go::SizeClass::Large {
            bail!("--size {}: expected at most 19", self.size);
        }
        let position = Large::parse_position(&rules, text)?;
        let game = Record::from_position(&position).map_err(anyhow::Error::msg).context("--position")?;
        predictor.begin(&game);
        let mut moves = Vec::new();
        predictor.predict(position.to_move(), &mut moves);
        moves.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let follower = counts.map(|tables| (tables, Follower::new(&game, tables.zooms())));
        let name = |spot: u16| {
            let point = position.grid().point(usize::from(spot) / SIDE, usize::from(spot) % SIDE);
            point.map_or_else(String::new, |point| format_point(position.grid(), point))
        };
        let ranked = |&(spot, probability): &(u16, f32)| {
            let longest = follower.as_ref().and_then(|(t, f)| t.longest(&f.rings, position.to_move(), spot));
            let (zoom, count) = longest.map_or((None, None), |(zoom, count)| (Some(zoom), Some(count)));
            Ranked { text: name(spot), probability, zoom, n: count.map(|c| c.n), v: count.map(|c| c.v) }
        };
        let ranking = Ranking { moves: moves.iter().take(self.moves).map(ranked).collect() };
        if self.json {
            return output::json(&ranking);
        }
        for m in &ranking.moves {
            let counted = match (m.zoom, m.n, m.v) {
                (Some(zoom), Some(n), Some(v)) => format!("  zoom {zoom}: seen {n}, chosen {v}"),
                _ => String::new(),
            };
            output::line(format!("{:<4} {:>7.3} %{counted}", m.text, 100.0 * m.probability))?;
        }
        Ok(())
    }
}
