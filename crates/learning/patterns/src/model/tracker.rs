//! Follows a game move by move and keeps the score of every legal move.
//!
//! The parts of each score are cached by perspective and point, and updated only where a stone changed something and
//! only when that player is to move: see [`Tracker::candidates`].

use super::Model;
use super::features::{self, Around, LAST_MOVES, NEARNESS, PICKS, Rows};
use crate::board::{Board, EMPTY, NOWHERE, PointSet, SPOTS};
use crate::zoom::matches::{MatchEvent, Matches, Probe, Probes};
use crate::zoom::{self, Family, Rings};
use quadrille_core::Player;
use std::ops::Range;

/// A legal move and its score.
#[derive(Clone, Copy, Debug, PartialEq)]
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
    matches: Matches,
    around: Vec<Around>,
    /// Points whose surroundings must be looked at again, for each perspective.
    stale: [PointSet; 2],
    /// Where each perspective may play, but for a ko.
    legal: [PointSet; 2],
    /// For each perspective and point, the sum of the weights of its patterns up to each zoom.
    sums: Vec<f32>,
    /// The sum of all of these and of the surroundings' weights, for each class of distance to the last move.
    standing: [Vec<[f32; NEARNESS]>; 2],
    /// Where in its eighth of the board each point lies.
    places: [u8; SPOTS],
    /// The responses to the last move, for this turn only: the patterns of each point, how many, the sum of their weights.
    responses: Vec<u32>,
    response_depth: [u8; SPOTS],
    response_sum: [f32; SPOTS],
    /// The points that have any.
    responding: PointSet,
    probes: Probes,
    last: [u16; LAST_MOVES],
    /// The perspectives that will be asked for.
    watched: Range<usize>,
    candidates: Vec<Candidate>,
    seen: Vec<u16>,
    /// Stones about to be put down.
    arriving: Vec<(Player, u16)>,
}

impl Tracker {
    /// The empty board.
    #[must_use]
    pub fn new(rows: u8, columns: u8, zooms: usize) -> Self {
        let board = Board::new(rows, columns);
        let mut all = PointSet::default();
        let mut places = [0; SPOTS];
        for spot in board.spots() {
            all.insert(spot);
            places[spot as usize] = features::place(&board, spot);
        }
        Self {
            rings: Rings::new(&board, zooms),
            matches: Matches::new(&board, zooms, true),
            around: vec![Around::default(); 2 * SPOTS],
            stale: [all; 2],
            legal: [PointSet::default(); 2],
            sums: vec![0.0; 2 * SPOTS * zooms],
            standing: [vec![[0.0; NEARNESS]; SPOTS], vec![[0.0; NEARNESS]; SPOTS]],
            places,
            responses: vec![0; SPOTS * zooms],
            response_depth: [0; SPOTS],
            response_sum: [0.0; SPOTS],
            responding: PointSet::default(),
            probes: Probes::default(),
            last: [NOWHERE; LAST_MOVES],
            watched: 0..2,
            candidates: Vec::with_capacity(SPOTS),
            seen: Vec::with_capacity(SPOTS),
            arriving: Vec::new(),
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
        let effect = self.board.play(spot, player);
        self.toggle(player, spot);
        for captured in effect.captured.iter() {
            self.toggle(player.opponent(), captured);
        }
        self.touch(&effect.touched);
    }

    /// The surroundings of these points must be looked at again.
    fn touch(&mut self, touched: &PointSet) {
        for stale in &mut self.stale {
            stale.join(touched);
        }
    }

    /// Whether it is of use for this player's moves on such a board.
    pub(crate) fn serves(&self, shape: (u8, u8), player: Player) -> bool {
        self.board.shape() == shape && self.watched == (player.index()..player.index() + 1)
    }

    /// Goes to another position, given by its stones and its last move. What both positions share is kept. In a legal position
    /// every part of a chain has a liberty, so the missing stones can be put down in any order and nothing is taken.
    pub(crate) fn move_to(&mut self, last: Option<u16>, stones: impl Fn(u16) -> Option<Player>) {
        let mut gone = PointSet::default();
        let mut arriving = std::mem::take(&mut self.arriving);
        for spot in self.board.spots() {
            let (old, new) = (self.board.stone(spot), stones(spot));
            if old != new {
                if let Some(player) = old {
                    gone.insert(spot);
                    self.toggle(player, spot);
                }
                arriving.extend(new.map(|player| (player, spot)));
            }
        }
        if !gone.is_empty() {
            let touched = self.board.lift(&gone);
            self.touch(&touched);
        }
        for (player, spot) in arriving.drain(..) {
            self.set_up(player, spot);
        }
        self.arriving = arriving;
        self.board.pass();
        self.last = [NOWHERE; LAST_MOVES];
        if let Some(spot) = last {
            self.follow(spot);
        }
    }

    /// The known patterns of a point as a side sees it, from zoom 1 up.
    #[inline]
    pub(crate) fn matches(&self, side: usize, spot: u16) -> &[u32] {
        self.matches.at(side, spot)
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

    fn toggle(&mut self, player: Player, spot: u16) {
        self.matches.toggle(&mut self.rings, player, spot, self.watched.clone());
    }

    /// Brings what is kept for this perspective up to date; `hear` is told which patterns come and go.
    pub(crate) fn refresh(&mut self, model: &Model, player: Player, mut hear: impl FnMut(MatchEvent)) {
        let (side, radius) = (player.index(), self.rings.radius());
        self.seen.clear();
        let sums = &mut self.sums[side * SPOTS * radius..];
        let event = |event: MatchEvent| {
            hear(event);
            let MatchEvent { begins, spot, zoom, pattern } = event;
            if begins {
                let sums = &mut sums[spot as usize * radius..][..radius];
                let below = if zoom == 1 { 0.0 } else { sums[zoom - 2] };
                sums[zoom - 1] = below + model.patterns.weight(pattern);
            }
        };
        self.matches.refresh(side, (&self.board, &self.rings), model, event, &mut self.seen);
        let mut changed = std::mem::take(&mut self.stale[side]);
        changed.remove(NOWHERE);
        for spot in changed.iter() {
            if self.board.may_play(spot, player) {
                self.legal[side].insert(spot);
            } else {
                self.legal[side].remove(spot);
            }
            if self.board.colour(spot) == EMPTY {
                self.around[side * SPOTS + spot as usize] = features::around(&self.board, spot, player);
            }
        }
        for &spot in &self.seen {
            changed.insert(spot);
        }
        for spot in changed.iter() {
            self.stand(model, side, spot);
        }
    }

    /// Computes the standing part of the score of a point.
    #[inline]
    fn stand(&mut self, model: &Model, side: usize, spot: u16) {
        let (at, radius) = (side * SPOTS + spot as usize, self.rings.radius());
        let depth = self.matches.at(side, spot).len();
        let zooms = if depth == 0 { 0.0 } else { self.sums[at * radius + depth - 1] };
        let [surroundings, tactics] =
            features::around_picks(self.around[at], 0).map(|pick| &model.features[pick as usize..][..NEARNESS]);
        self.standing[side][spot as usize] =
            std::array::from_fn(|class| zooms + (surroundings[class] + tactics[class]));
    }

    /// Every legal move of the player (suicide and immediate retaking of a ko are not) with its score.
    pub fn candidates(&mut self, model: &Model, player: Player) -> &[Candidate] {
        self.candidates_heard(model, player, |_| {})
    }

    /// The same; `hear` is told which patterns came and went since the player's last turn.
    pub(crate) fn candidates_heard(
        &mut self,
        model: &Model,
        player: Player,
        hear: impl FnMut(MatchEvent),
    ) -> &[Candidate] {
        self.refresh(model, player, hear);
        self.respond(model, player.index());
        let mut scores = self.scores(model, player.index());
        for spot in self.responding.iter() {
            scores[spot as usize] += self.response_sum[spot as usize];
        }
        let mut legal = self.legal[player.index()];
        legal.remove(self.board.ko_of(player));
        self.candidates.clear();
        self.candidates.extend(legal.iter().map(|spot| Candidate { spot, score: scores[spot as usize] }));
        &self.candidates
    }

    /// The scores of all points without the responses. All points alike, so that the compiler can do many at once.
    fn scores(&self, model: &Model, side: usize) -> [f32; SPOTS] {
        let rows = Rows::new(&model.features, features::phase(&self.board));
        let [first, second, third, fourth] = features::distances(&self.last);
        let mut scores = [0.0; SPOTS];
        let points = scores.iter_mut().zip(&self.standing[side]).zip(&self.places);
        let distances = first.iter().zip(second).zip(third.iter().zip(fourth));
        for (((score, standing), &place), ((&a, &b), (&c, &d))) in points.zip(distances) {
            *score = standing[features::nearness(a) % NEARNESS] + rows.place[usize::from(place)];
            *score += rows.distance[0][usize::from(a)];
            *score += rows.distance[1][usize::from(b)];
            *score += rows.distance[2][usize::from(c)];
            *score += rows.distance[3][usize::from(d)];
        }
        scores
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
        self.responding = PointSet::default();
        let last = self.last[0];
        if last == NOWHERE {
            return;
        }
        let mut probes = std::mem::take(&mut self.probes);
        zoom::for_each_response(last, model.reach, |spot, hash| {
            if self.board.colour(spot) == EMPTY {
                probes.probes.push(Probe { spot, zoom: 1, hash: *hash });
            }
        });
        let (radius, family) = (self.rings.radius(), (Family::Response, true));
        probes.extend(&self.rings, perspective, family, model, |spot, zoom, pattern| {
            let at = spot as usize;
            self.responses[at * radius + zoom - 1] = pattern;
            self.response_depth[at] = zoom as u8;
            let below = if zoom == 1 { 0.0 } else { self.response_sum[at] };
            self.response_sum[at] = below + model.patterns.weight(pattern);
            self.responding.insert(spot);
        });
        self.probes = probes;
    }

    /// The candidates of the last call.
    pub(crate) fn last_candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// The patterns that count for a candidate: its zooms, then its responses.
    pub(crate) fn patterns(&self, player: Player, spot: u16) -> (&[u32], &[u32]) {
        let (at, radius) = (spot as usize, self.rings.radius());
        let response = &self.responses[at * radius..][..usize::from(self.response_depth[at])];
        (self.matches(player.index(), spot), response)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::SIDE;
    use crate::testing::random_games;
    use quadrille_core::Rng;

    /// The score of a move from the board alone, weight by weight.
    fn slow(model: &Model, board: &Board, last: &[u16], player: Player, spot: u16) -> f32 {
        let mut score = 0.0;
        let response = last.first().and_then(|&last| zoom::response(last, spot, model.reach));
        for (family, start) in [(Family::Zoom, Some([0; 8])), (Family::Response, response)] {
            let Some(mut hash) = start else { continue };
            for zoom in 1..=model.zooms() {
                zoom::toggle(&mut hash, &zoom::ring_of(board, spot, player.index(), zoom));
                let key = zoom::cut(zoom::key(&hash, zoom, family, true));
                let Some(pattern) = model.patterns.find_cut(key) else { break };
                score += model.patterns.weight(pattern);
            }
        }
        let mut lasts = [NOWHERE; LAST_MOVES];
        for (place, &spot) in lasts.iter_mut().zip(last) {
            *place = spot;
        }
        let distances = features::distances(&lasts).map(|row| row[spot as usize]);
        let around = features::around(board, spot, player);
        let mut picks = features::around_picks(around, features::nearness(distances[0])).to_vec();
        picks.push(features::place_pick(features::place(board, spot), features::phase(board)));
        picks.extend((0..LAST_MOVES).map(|i| features::distance_pick(i, distances[i])));
        score + picks.iter().map(|&pick| model.features[pick as usize]).sum::<f32>()
    }

    /// What is kept while a game is followed gives the legal moves and the scores of the slow way.
    #[test]
    fn scores_are_those_of_the_slow_way() {
        let model = Model::built_in();
        let mut compared = 0;
        for game in random_games(3, 260, 8) {
            let (mut tracker, mut board, mut last) = (model.start(19, 19), game.board(), Vec::new());
            for (turn, play) in game.plays().iter().enumerate() {
                let candidates = tracker.candidates(&model, play.player);
                let legal = board.spots().filter(|&spot| board.is_legal(spot, play.player));
                assert!(legal.eq(candidates.iter().map(|candidate| candidate.spot)), "turn {turn}");
                for &Candidate { spot, score } in candidates.iter().filter(|_| turn % 5 == 4) {
                    let slow = slow(&model, &board, &last, play.player, spot);
                    assert!((score - slow).abs() < 1e-4, "turn {turn}, point {spot}: {score}, slowly {slow}");
                    compared += 1;
                }
                tracker.play(play.player, play.spot);
                if let Some(spot) = play.spot {
                    board.play(spot, play.player);
                    last.insert(0, spot);
                }
            }
        }
        assert!(compared > 20_000, "{compared}");
    }

    /// A tracker that jumps from position to position gives the scores of one that was never elsewhere.
    #[test]
    fn jumps_leave_nothing_behind() {
        let (model, mut rng) = (Model::built_in(), Rng::new(3));
        let mut positions = Vec::new();
        for game in random_games(4, 240, 7) {
            let mut last = None;
            game.replay(|board, player, spot| {
                positions.push((board.clone(), player, last));
                last = Some(spot);
            });
        }
        let mut tracker = model.start(SIDE as u8, SIDE as u8);
        for _ in 0..120 {
            let (board, player, last) = rng.pick(&positions).expect("positions");
            tracker.move_to(*last, |spot| board.stone(spot));
            let mut fresh = model.start(SIDE as u8, SIDE as u8);
            for spot in board.spots() {
                if let Some(player) = board.stone(spot) {
                    fresh.set_up(player, spot);
                }
            }
            if let Some(spot) = *last {
                fresh.follow(spot);
            }
            assert_eq!(tracker.candidates(&model, *player), fresh.candidates(&model, *player));
        }
    }
}
