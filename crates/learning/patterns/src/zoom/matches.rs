//! For every point, which known patterns surround it: zoom 1, zoom 2 and so on up to the first unknown one.
//!
//! A change at distance d leaves the zooms below d as they are, and matters only if the match reached d - 1. So each point
//! remembers its match and the lowest zoom that must be looked up again, and only when its perspective is to move.
//! Look-ups go zoom by zoom over all such points, so that the processor waits for many cache lines at once.

use super::{Family, Lanes, Rings, key, toggle};
use crate::board::{Board, EMPTY, SPOTS};
use quadrille_core::Player;

/// Nothing has to be looked up again.
const FRESH: u8 = u8::MAX;

/// A point whose match is being extended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Probe {
    pub(crate) spot: u16,
    /// The next zoom.
    pub(crate) zoom: u8,
    /// The hash up to the zoom before.
    pub(crate) hash: Lanes,
}

/// A pattern begins or ends to match at a point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MatchEvent {
    pub(crate) begins: bool,
    pub(crate) spot: u16,
    pub(crate) zoom: usize,
    /// The pattern's number.
    pub(crate) pattern: u32,
}

/// Patterns that are known, numbered.
pub(crate) trait PatternSet {
    /// What lies where the key would be: asked for many keys at once, so that the processor waits for all together.
    fn bucket(&self, key: u64) -> u32;

    /// The number of a known pattern; `bucket` is what the other function said.
    fn find(&self, key: u64, bucket: u32) -> Option<u32>;
}

/// Points whose matches are extended together, with room for what is looked up: it serves again and again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Probes {
    pub(crate) probes: Vec<Probe>,
    keys: Vec<u64>,
    buckets: Vec<u32>,
}

impl Probes {
    /// Extends all matches as far as known patterns go; `hit` is told the point, the zoom and the pattern.
    pub(crate) fn extend(
        &mut self,
        rings: &Rings,
        perspective: usize,
        (family, fold): (Family, bool),
        known: &impl PatternSet,
        mut hit: impl FnMut(u16, usize, u32),
    ) {
        let Self { probes, keys, buckets } = self;
        while !probes.is_empty() {
            keys.clear();
            keys.extend(probes.iter_mut().map(|probe| {
                let zoom = usize::from(probe.zoom);
                toggle(&mut probe.hash, &rings.ring(perspective, probe.spot, zoom));
                key(&probe.hash, zoom, family, fold)
            }));
            // By themselves: in so small a loop the processor asks for many cache lines before the first one comes.
            buckets.clear();
            buckets.extend(keys.iter().map(|&key| known.bucket(key)));
            let mut next = keys.iter().zip(buckets.iter());
            probes.retain_mut(|probe| {
                let Some(pattern) = next.next().and_then(|(&key, &bucket)| known.find(key, bucket)) else {
                    return false;
                };
                hit(probe.spot, usize::from(probe.zoom), pattern);
                probe.zoom += 1;
                usize::from(probe.zoom) <= rings.radius()
            });
        }
    }
}

/// The matches of all points for both perspectives.
#[derive(Clone, Debug)]
pub(crate) struct Matches {
    radius: usize,
    fold: bool,
    patterns: Vec<u32>,
    depth: Vec<u8>,
    /// The lowest zoom that must be looked up again.
    stale: Vec<u8>,
    /// How far from a point a change matters: neither beyond the first unknown zoom nor where all is to be looked up anyway.
    matters: Vec<u8>,
    pending: [Vec<u16>; 2],
    probes: Probes,
}

impl Matches {
    /// Nothing is known yet: every point of the board has to be looked up.
    pub(crate) fn new(board: &Board, radius: usize, fold: bool) -> Self {
        let mut matches = Self {
            radius,
            fold,
            patterns: vec![0; 2 * SPOTS * radius],
            depth: vec![0; 2 * SPOTS],
            stale: vec![FRESH; 2 * SPOTS],
            matters: vec![1; 2 * SPOTS],
            pending: [Vec::new(), Vec::new()],
            probes: Probes::default(),
        };
        for perspective in 0..2 {
            for spot in board.spots() {
                matches.changed(perspective, spot, 1);
            }
        }
        matches
    }

    /// A stone came to a point or left it: brings the rings up to date, and remembers what these perspectives have to look
    /// up again.
    #[inline]
    pub(crate) fn toggle(&mut self, rings: &mut Rings, player: Player, at: u16, perspectives: std::ops::Range<usize>) {
        for perspective in perspectives.clone() {
            self.changed(perspective, at, 1);
        }
        rings.toggle_and_tell(player, at, |seen_from, distance| {
            for perspective in perspectives.clone() {
                self.changed(perspective, seen_from, distance);
            }
        });
    }

    /// Something at this distance of a point changed.
    #[inline]
    fn changed(&mut self, perspective: usize, spot: u16, distance: usize) {
        let place = perspective * SPOTS + spot as usize;
        if distance <= usize::from(self.matters[place]) {
            if self.stale[place] == FRESH {
                self.pending[perspective].push(spot);
            }
            self.stale[place] = distance as u8;
            self.matters[place] = distance as u8 - 1;
        }
    }

    /// The known patterns of a point, from zoom 1 up.
    #[inline]
    pub(crate) fn at(&self, perspective: usize, spot: u16) -> &[u32] {
        let place = perspective * SPOTS + spot as usize;
        &self.patterns[place * self.radius..][..usize::from(self.depth[place])]
    }

    /// Looks up what has to be. `event` is told each pattern that may no longer match at a point, and each that matches from
    /// now on; the points looked at are added to `seen`.
    pub(crate) fn refresh(
        &mut self,
        perspective: usize,
        (board, rings): (&Board, &Rings),
        known: &impl PatternSet,
        mut event: impl FnMut(MatchEvent),
        seen: &mut Vec<u16>,
    ) {
        let mut probes = std::mem::take(&mut self.probes);
        for &spot in &self.pending[perspective] {
            let place = perspective * SPOTS + spot as usize;
            let known = usize::from(self.stale[place]) - 1;
            let (depth, patterns) = (&mut self.depth[place], &self.patterns[place * self.radius..]);
            for zoom in known + 1..=usize::from(*depth) {
                event(MatchEvent { begins: false, spot, zoom, pattern: patterns[zoom - 1] });
            }
            self.stale[place] = FRESH;
            *depth = known as u8;
            self.matters[place] = known as u8 + 1;
            if board.colour(spot) == EMPTY {
                probes.probes.push(Probe { spot, zoom: known as u8 + 1, hash: rings.hash(perspective, spot, known) });
                seen.push(spot);
            }
        }
        self.pending[perspective].clear();
        probes.extend(rings, perspective, (Family::Zoom, self.fold), known, |spot, zoom, pattern| {
            let place = perspective * SPOTS + spot as usize;
            self.patterns[place * self.radius + zoom - 1] = pattern;
            self.depth[place] = zoom as u8;
            self.matters[place] = zoom as u8 + 1;
            event(MatchEvent { begins: true, spot, zoom, pattern });
        });
        self.probes = probes;
    }
}
