//! A game followed move by move, with the score of every legal move at hand.
//!
//! Everything a score is made of is kept for each perspective and point and brought up to date only where a stone changed
//! something, and only when that player is to move: see [`Tracker::candidates`].

use crate::board::{Board, EMPTY, NOWHERE, SPOTS, Set};
use crate::features::{self, Around, LAST_MOVES, PICKS};
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
    pub(crate) picks: [u32; PICKS],
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
    /// The sum of the weights of each point's zoom patterns.
    zoom_score: Vec<f32>,
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
        board.spots().for_each(|spot| all.insert(spot));
        Self {
            rings: Rings::new(&board, zooms),
            walks: Walks::new(&board, zooms, true),
            around: vec![Around::default(); 2 * SPOTS],
            stale: [all; 2],
            zoom_score: vec![0.0; 2 * SPOTS],
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

    /// Computes the sums of all zoom patterns again, as when the model has changed.
    pub(crate) fn rescore(&mut self, model: &Model) {
        for perspective in self.watched.clone() {
            for spot in 0..SPOTS as u16 {
                self.zoom_score[perspective * SPOTS + spot as usize] = model.sum(self.walks.path(perspective, spot));
            }
        }
    }

    /// Brings what is kept for this perspective up to date.
    pub(crate) fn refresh(&mut self, model: &Model, player: Player) {
        let side = player.index();
        self.seen.clear();
        let place = (&self.board, &self.rings);
        self.walks.refresh(side, place, |key| model.find(key), |_, _, _, _| {}, &mut self.seen);
        for &spot in &self.seen {
            self.zoom_score[side * SPOTS + spot as usize] = model.sum(self.walks.path(side, spot));
        }
        for spot in std::mem::take(&mut self.stale[side]).iter() {
            if self.board.colour(spot) == EMPTY {
                self.around[side * SPOTS + spot as usize] = features::around(&self.board, spot, player);
            }
        }
    }

    /// Every legal move of the player (suicide and immediate retaking of a ko are not) with its score.
    pub fn candidates(&mut self, model: &Model, player: Player) -> &[Candidate] {
        self.refresh(model, player);
        self.respond(model, player.index());
        self.candidates.clear();
        let (side, radius) = (player.index() * SPOTS, self.rings.radius());
        let phase = features::phase(&self.board);
        for spot in self.board.spots().filter(|&spot| self.board.is_legal(spot, player)) {
            let at = spot as usize;
            let picks = features::picks(&self.board, phase, spot, self.around[side + at], &self.last);
            let response = &self.responses[at * radius..][..usize::from(self.response_depth[at])];
            let score = self.zoom_score[side + at] + model.sum(response) + model.dense_sum(&picks);
            self.candidates.push(Candidate { spot, score, picks });
        }
        &self.candidates
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
        walks::climb(
            &mut climbers,
            &self.rings,
            perspective,
            family,
            |key| model.find(key),
            |spot, zoom, node| {
                self.responses[spot as usize * radius + zoom - 1] = node;
                self.response_depth[spot as usize] = zoom as u8;
            },
        );
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
