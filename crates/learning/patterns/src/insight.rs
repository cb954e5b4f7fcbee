//! The predictions of all methods for one position, for display.

use crate::Learned;
use crate::board::{SIDE, SPOTS};
use crate::corpus::{Corpus, Record};
use crate::counting::{Follower, Tables};
use crate::evaluation::Predictor;
use crate::model::{ByModel, Model};
use crate::neighbours::{Asked, Neighbour, Positions, Weighing};
use quadrille_core::{Player, Refusal};
use serde::Serialize;
use std::path::PathBuf;
use std::sync::Arc;

/// Learned Go knowledge: the model, pattern counts, and recorded positions if any.
#[derive(Clone, Debug)]
pub struct Library {
    /// Gives the probabilities.
    pub model: Arc<Model>,
    /// Says how often patterns were seen and chosen.
    pub tables: Arc<Tables>,
    /// Where neighbours are looked for.
    pub records: Option<Arc<Positions>>,
}

impl Library {
    /// The built-in knowledge, without recorded positions.
    #[must_use]
    pub fn built_in() -> Self {
        Self { model: Model::built_in(), tables: Tables::built_in(), records: None }
    }

    /// What the program was built with, replaced by what `learn` wrote in the files: a model with its counts, tables, and the
    /// recorded positions beside a model; each search of those takes this many threads.
    pub fn with_learned(mut self, files: &[PathBuf], threads: usize) -> Result<Self, Refusal> {
        let mut tables = None;
        for file in files {
            match Learned::load(file)? {
                Learned::Model(model) => {
                    self.tables = model.tables().map_or(self.tables, Arc::clone);
                    self.model = model;
                    self.records = Positions::beside(file, threads)?.map(Arc::new).or(self.records);
                }
                Learned::Tables(counted) => tables = Some(counted),
            }
        }
        // Tables of their own go before the counts of a model, in whatever order they were named.
        self.tables = tables.unwrap_or(self.tables);
        Ok(self)
    }

    /// With the positions of recorded 19x19 games, at most `most` of them; each search takes this many threads.
    pub fn with_records(mut self, paths: &[PathBuf], most: usize, threads: usize) -> Result<Self, Refusal> {
        self.records = Some(Arc::new(Positions::gather(&Corpus::open(paths)?, |_| true, most, threads)?));
        Ok(self)
    }
}

/// The prediction for one legal move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PointView {
    /// The row from the top, starting with 0.
    pub row: usize,
    /// The column from the left, starting with 0.
    pub column: usize,
    /// The model's probability of this move.
    pub probability: f32,
    /// The largest zoom at which the model knows the surroundings.
    pub known_zoom: usize,
    /// The largest zoom at which the tables know the surroundings; 0 if none.
    pub zoom: usize,
    /// How often the pattern of that zoom was seen.
    pub n: u64,
    /// How often the player moved there.
    pub v: u64,
}

/// A recorded position near this one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NeighbourView {
    /// How many stones differ.
    pub distance: u32,
    /// The game it is from, counted from 0 in the order of reading.
    pub game: u32,
    /// How many stones had been played in that game.
    pub turn: u16,
    /// Where the move played there would be here: row and column as above.
    pub row: usize,
    /// The column of that move.
    pub column: usize,
    /// The recorded board, turned as this one is: rows from the top, `X` black, `O` white, `.` empty, none between rows.
    pub board: String,
}

/// The predictions for a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Insight {
    /// The legal moves, the likeliest first.
    pub points: Vec<PointView>,
    /// The nearest recorded positions, the nearest first (stones near the last move count more); only on 19x19 boards and with records.
    pub neighbours: Vec<NeighbourView>,
}

/// Looks at the position after a game's last move with the player to move; finds at most `k` neighbours.
///
/// ```
/// use quadrille_core::Player;
/// use quadrille_patterns::Record;
/// use quadrille_patterns::insight::{Library, look};
/// use quadrille_records::sgf::GameTree;
/// let game = Record::from_sgf(&GameTree::parse(b"(;SZ[19];B[pd];W[dp])").unwrap())?;
/// let insight = look(&Library::built_in(), &game, Player::Black, 5);
/// assert!(insight.points.len() == 359 && insight.points[0].probability > 0.1);
/// # Ok::<(), quadrille_core::Refusal>(())
/// ```
#[must_use]
pub fn look(library: &Library, game: &Record, player: Player, k: usize) -> Insight {
    let (records, mut predictor) = (library.records.as_deref(), ByModel::new(&library.model));
    look_by(&mut predictor, (&library.tables, records), game, player, k)
}

/// The same with the probabilities of any predictor, the counts of these tables, and neighbours from these records.
#[must_use]
pub fn look_by(
    predictor: &mut impl Predictor,
    (tables, records): (&Tables, Option<&Positions>),
    game: &Record,
    player: Player,
    k: usize,
) -> Insight {
    let mut follower = Follower::new(game, tables.zooms());
    predictor.begin(game);
    for play in game.plays() {
        predictor.play(play.player, play.spot);
        follower.play(play.player, play.spot);
    }
    let mut moves = Vec::new();
    predictor.predict(player, &mut moves);
    moves.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let view = |&(spot, probability): &(u16, f32)| {
        let (zoom, count) = tables.longest(&follower.rings, player, spot).unwrap_or_default();
        let ((row, column), known_zoom) = (place(spot), predictor.depth(player, spot));
        PointView { row, column, probability, known_zoom, zoom, n: count.n, v: count.v }
    };
    let points = moves.iter().map(view).collect();
    let last = game.plays().iter().rev().find_map(|play| play.spot);
    let asked = Asked { board: &follower.board, player, last };
    let whole = game.shape() == (SIDE as u8, SIDE as u8);
    let near = |records: &Positions| -> Vec<NeighbourView> {
        let nearest = records.nearest(asked, Weighing::default(), k);
        nearest.iter().map(|near| neighbour_view(records, near, player)).collect()
    };
    Insight { points, neighbours: records.filter(|_| whole).map(near).unwrap_or_default() }
}

/// The row and column of a point.
fn place(spot: u16) -> (usize, usize) {
    (usize::from(spot) / SIDE, usize::from(spot) % SIDE)
}

/// A neighbour and its board as seen by the player.
fn neighbour_view(records: &Positions, near: &Neighbour, player: Player) -> NeighbourView {
    let stones = records.stones(near).unwrap_or_default();
    let (black, white) = if player == Player::Black { stones } else { (stones.1, stones.0) };
    let letter = |spot| match (black.contains(spot), white.contains(spot)) {
        (true, _) => 'X',
        (_, true) => 'O',
        _ => '.',
    };
    let ((row, column), board) = (place(near.spot), (0..SPOTS as u16).map(letter).collect());
    NeighbourView { distance: near.differing, game: near.game, turn: near.turn, row, column, board }
}
