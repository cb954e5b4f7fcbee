//! A game followed move by move, with the score of every legal move at hand.
//!
//! Everything a score is made of is kept for each perspective and point and brought up to date only where a stone changed
//! something, and only when that player is to move: see [`Tracker::candidates`].

use crate::board::{Board, EMPTY, NOWHERE, SPOTS, Set};
use crate::features::{self, Around, FAR, LAST_MOVES, PICKS};
use crate::harvest;
use crate::model::Model;
use crate::walks::{self, Climber, Walks};
use crate::zoom::{Family, Rings};
use quadrille_core::Player;
use std::ops::Range;

/// A legal move and what its score is the sum of.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// The point.
    pub spot: u16,
    /// The sum of its weights: the logarithm of its probability up to a constant.
    pub score: f32,
}

/// A board with the patterns of a [`Model`] kept up to date.
#[derive(Clone, Debug)]
pub struct Tracker {
    board: Board,
    rings: Rings,
    walks: Walks,
    around: Vec<Around>,
    /// Points whose surroundings must be looked at again, for each perspective.
    stale: [Set; 2],
    /// The sum of the weights of each point's zoom patterns; and the same with those of its surroundings, for a last move
    /// far away.
    zoom_score: Vec<(f32, f32)>,
    /// Where in its eighth of the board each point lies.
    places: [u8; SPOTS],
    /// The same for responses, for this turn only.
    responses: Vec<u32>,
    response_depth: [u8; SPOTS],
    last: [u16; LAST_MOVES],
    /// The perspectives that will be asked for.
    watched: Range<usize>,
    candidates: Vec<Candidate>,
    seen: Vec<u16>,
}

impl Tracker {
    /// The empty board.
    #[must_use]
    pub fn new(rows: u8, columns: u8, zooms: usize) -> Self {
        let board = Board::new(rows, columns);
        let mut all = Set::default();
        let mut places = [0; SPOTS];
        for spot in board.spots() {
            all.insert(spot);
            places[spot as usize] = features::place(&board, spot);
        }
        Self {
            rings: Rings::new(&board, zooms),
            walks: Walks::new(&board, zooms, true),
            around: vec![Around::default(); 2 * SPOTS],
            stale: [all; 2],
            zoom_score: vec![(0.0, 0.0); 2 * SPOTS],
            places,
            responses: vec![0; SPOTS * zooms],
            response_depth: [0; SPOTS],
            last: [NOWHERE; LAST_MOVES],
            watched: 0..2,
            candidates: Vec::with_capacity(SPOTS),
            seen: Vec::with_capacity(SPOTS),
            board,
        }
    }

    /// The board as it stands.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Only this player's moves will be asked for: half the work.
    pub fn watch_only(&mut self, player: Player) {
        self.watched = player.index()..player.index() + 1;
    }

    /// Puts a stone on the board that is not a move of the game: a handicap stone, or one of a given position.
    pub fn set_up(&mut self, player: Player, spot: u16) {
        let turn = self.board.play(spot, player);
        self.stone(player, spot);
        turn.taken.iter().for_each(|taken| self.stone(player.opponent(), taken));
        self.stale.iter_mut().for_each(|stale| stale.join(&turn.touched));
    }

    /// Whether it is of use for this player's moves on such a board.
    pub(crate) fn serves(&self, shape: (u8, u8), player: Player) -> bool {
        self.board.shape() == shape && self.watched == (player.index()..player.index() + 1)
    }

    /// Goes to another position, given by its stones and its last move. What both positions share is kept; chains are made
    /// anew, since stones may also have to go. In a legal position every part of a chain has a liberty, so the stones can be
    /// put down in any order and nothing is taken.
    pub(crate) fn move_to(&mut self, last: Option<u16>, stones: impl Fn(u16) -> Option<Player>) {
        let (rows, columns) = self.board.shape();
        let mut fresh = Board::new(rows, columns);
        let mut all = Set::default();
        for spot in fresh.spots() {
            all.insert(spot);
            let (old, new) = (self.board.stone(spot), stones(spot));
            if old != new {
                old.into_iter().chain(new).for_each(|player| self.stone(player, spot));
            }
            if let Some(player) = new {
                fresh.play(spot, player);
            }
        }
        self.board = fresh;
        self.stale = [all; 2];
        self.last = [NOWHERE; LAST_MOVES];
        last.into_iter().for_each(|spot| self.follow(spot));
    }

    /// How many zooms of a point are known.
    pub(crate) fn depth(&self, player: Player, spot: u16) -> usize {
        self.walks.path(player.index(), spot).len()
    }

    /// Plays a legal move, or a pass.
    pub fn play(&mut self, player: Player, spot: Option<u16>) {
        match spot {
            None => self.board.pass(),
            Some(spot) => {
                self.set_up(player, spot);
                self.follow(spot);
            }
        }
    }

    /// Remembers where the last move was.
    pub(crate) fn follow(&mut self, spot: u16) {
        self.last.rotate_right(1);
        self.last[0] = spot;
    }

    fn stone(&mut self, player: Player, spot: u16) {
        let walks = &mut self.walks;
        self.watched.clone().for_each(|perspective| walks.changed(perspective, spot, 1));
        self.rings.stone(player as u8, spot, self.watched.clone(), |perspective, seen_from, distance| {
            walks.changed(perspective, seen_from, distance);
        });
    }

    /// Brings what is kept for this perspective up to date.
    pub(crate) fn refresh(&mut self, model: &Model, player: Player) {
        let side = player.index();
        self.seen.clear();
        self.walks.refresh(side, (&self.board, &self.rings), model, |_, _, _, _| {}, &mut self.seen);
        let mut changed = std::mem::take(&mut self.stale[side]);
        for spot in changed.iter().filter(|&spot| self.board.colour(spot) == EMPTY) {
            self.around[side * SPOTS + spot as usize] = features::around(&self.board, spot, player);
        }
        self.seen.iter().for_each(|&spot| changed.insert(spot));
        for spot in changed.iter().filter(|&spot| spot < NOWHERE) {
            self.score(model, side, spot);
        }
    }

    /// Computes what is kept of the score of a point.
    #[inline]
    fn score(&mut self, model: &Model, side: usize, spot: u16) {
        let at = side * SPOTS + spot as usize;
        let zooms = model.sum(self.walks.path(side, spot));
        self.zoom_score[at] = (zooms, zooms + model.dense_sum(&features::around_picks(self.around[at], FAR)));
    }

    /// Every legal move of the player (suicide and immediate retaking of a ko are not) with its score.
    pub fn candidates(&mut self, model: &Model, player: Player) -> &[Candidate] {
        self.refresh(model, player);
        self.respond(model, player.index());
        self.candidates.clear();
        let (side, radius) = (player.index() * SPOTS, self.rings.radius());
        let phase = features::phase(&self.board);
        let distances = features::distances(&self.last);
        for spot in self.board.spots().filter(|&spot| self.board.is_legal(spot, player)) {
            let at = spot as usize;
            let (zooms, with_surroundings) = self.zoom_score[side + at];
            let mut score = match features::nearness(distances[0][at]) {
                FAR => with_surroundings,
                near => zooms + model.dense_sum(&features::around_picks(self.around[side + at], near)),
            };
            score += model.dense(features::place_pick(self.places[at], phase));
            for (i, row) in distances.iter().enumerate() {
                score += model.dense(features::distance_pick(i, row[at]));
            }
            score += model.sum(&self.responses[at * radius..][..usize::from(self.response_depth[at])]);
            self.candidates.push(Candidate { spot, score });
        }
        &self.candidates
    }

    /// The features' weights that a candidate of the last call is the sum of.
    pub(crate) fn picks(&self, player: Player, spot: u16) -> [u32; PICKS] {
        let at = spot as usize;
        let distances = features::distances(&self.last);
        let around = self.around[player.index() * SPOTS + at];
        let [surroundings, tactics] = features::around_picks(around, features::nearness(distances[0][at]));
        let place = features::place_pick(self.places[at], features::phase(&self.board));
        let mut picks = [surroundings, tactics, place, 0, 0, 0, 0];
        for (i, row) in distances.iter().enumerate() {
            picks[3 + i] = features::distance_pick(i, row[at]);
        }
        picks
    }

    /// Finds the responses to the last move.
    fn respond(&mut self, model: &Model, perspective: usize) {
        self.response_depth.fill(0);
        let last = self.last[0];
        if last == NOWHERE {
            return;
        }
        let reach = model.reach();
        let empty = self.board.spots().filter(|&spot| self.board.colour(spot) == EMPTY);
        let mut climbers: Vec<Climber> = empty
            .filter_map(|spot| Some(Climber { spot, zoom: 1, hash: harvest::response(last, spot, reach)? }))
            .collect();
        let (radius, family) = (self.rings.radius(), (Family::Response, true));
        walks::climb(&mut climbers, &self.rings, perspective, family, model, |spot, zoom, node| {
            self.responses[spot as usize * radius + zoom - 1] = node;
            self.response_depth[spot as usize] = zoom as u8;
        });
    }

    /// The candidates of the last call.
    pub(crate) fn last_candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// The patterns that count for a candidate: its zooms, then its responses.
    pub(crate) fn patterns(&self, player: Player, spot: u16) -> (&[u32], &[u32]) {
        let (at, radius) = (spot as usize, self.rings.radius());
        let response = &self.responses[at * radius..][..usize::from(self.response_depth[at])];
        (self.walks.path(player.index(), spot), response)
    }
}
