//! For every point, which known patterns surround it: zoom 1, zoom 2 and so on up to the first unknown one.
//!
//! A change at distance d leaves the zooms below d as they are, and matters only if the match reached d - 1. So each point
//! remembers its match and the lowest zoom that must be looked up again, and only when its perspective is to move.
//! Look-ups go zoom by zoom over all such points, so that the processor waits for many cache lines at once.

use crate::board::{Board, EMPTY, SPOTS};
use crate::zoom::{self, Family, Lanes, Rings};

/// Nothing has to be looked up again.
const FRESH: u8 = u8::MAX;

/// A point on its way up the zooms.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Climber {
    pub(crate) spot: u16,
    /// The next zoom.
    pub(crate) zoom: u8,
    /// The hash up to the zoom before.
    pub(crate) hash: Lanes,
}

/// What happens to a pattern at a point: it appears there, or what was there before goes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Event {
    pub(crate) enters: bool,
    pub(crate) spot: u16,
    pub(crate) zoom: usize,
    pub(crate) node: u32,
}

/// Whoever knows patterns by their keys.
pub(crate) trait Known {
    /// What lies where the key would be: asked for many keys at once, so that the processor waits for all together.
    fn head(&self, key: u64) -> u32;

    /// The number of a known pattern; `head` is what the other function said.
    fn find(&self, key: u64, head: u32) -> Option<u32>;
}

/// Points on their way up, with room for what is looked up: it serves again and again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Climbing {
    pub(crate) climbers: Vec<Climber>,
    keys: Vec<u64>,
    heads: Vec<u32>,
}

impl Climbing {
    /// Takes all climbers as high as known patterns go; `hit` is told the point, the zoom and the pattern.
    pub(crate) fn climb(
        &mut self,
        rings: &Rings,
        perspective: usize,
        (family, fold): (Family, bool),
        known: &impl Known,
        mut hit: impl FnMut(u16, usize, u32),
    ) {
        let Self { climbers, keys, heads } = self;
        while !climbers.is_empty() {
            keys.clear();
            keys.extend(climbers.iter_mut().map(|climber| {
                let zoom = usize::from(climber.zoom);
                zoom::toggle(&mut climber.hash, &rings.ring(perspective, climber.spot, zoom));
                zoom::key(&climber.hash, zoom, family, fold)
            }));
            // By themselves: in so small a loop the processor asks for many cache lines before the first one comes.
            heads.clear();
            heads.extend(keys.iter().map(|&key| known.head(key)));
            let mut next = keys.iter().zip(heads.iter());
            climbers.retain_mut(|climber| {
                let Some(node) = next.next().and_then(|(&key, &head)| known.find(key, head)) else { return false };
                hit(climber.spot, usize::from(climber.zoom), node);
                climber.zoom += 1;
                usize::from(climber.zoom) <= rings.radius()
            });
        }
    }
}

/// The matches of all points for both perspectives.
#[derive(Clone, Debug)]
pub(crate) struct Walks {
    radius: usize,
    fold: bool,
    nodes: Vec<u32>,
    depth: Vec<u8>,
    /// The lowest zoom that must be looked up again.
    stale: Vec<u8>,
    /// How far from a point a change matters: neither beyond the first unknown zoom nor where all is to be looked up anyway.
    matters: Vec<u8>,
    pending: [Vec<u16>; 2],
    climbing: Climbing,
}

impl Walks {
    /// Nothing is known yet: every point of the board has to be looked up.
    pub(crate) fn new(board: &Board, radius: usize, fold: bool) -> Self {
        let mut walks = Self {
            radius,
            fold,
            nodes: vec![0; 2 * SPOTS * radius],
            depth: vec![0; 2 * SPOTS],
            stale: vec![FRESH; 2 * SPOTS],
            matters: vec![1; 2 * SPOTS],
            pending: [Vec::new(), Vec::new()],
            climbing: Climbing::default(),
        };
        for perspective in 0..2 {
            board.spots().for_each(|spot| walks.changed(perspective, spot, 1));
        }
        walks
    }

    /// Something at this distance of a point changed.
    #[inline]
    pub(crate) fn changed(&mut self, perspective: usize, spot: u16, distance: usize) {
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
    pub(crate) fn path(&self, perspective: usize, spot: u16) -> &[u32] {
        let place = perspective * SPOTS + spot as usize;
        &self.nodes[place * self.radius..][..usize::from(self.depth[place])]
    }

    /// Looks up what has to be. `event` is told each pattern of a point that may no longer hold, and each that holds from now
    /// on; the points looked at are added to `seen`.
    pub(crate) fn refresh(
        &mut self,
        perspective: usize,
        (board, rings): (&Board, &Rings),
        known: &impl Known,
        mut event: impl FnMut(Event),
        seen: &mut Vec<u16>,
    ) {
        let mut climbing = std::mem::take(&mut self.climbing);
        for &spot in &self.pending[perspective] {
            let place = perspective * SPOTS + spot as usize;
            let known = usize::from(self.stale[place]) - 1;
            let (depth, nodes) = (&mut self.depth[place], &self.nodes[place * self.radius..]);
            for zoom in known + 1..=usize::from(*depth) {
                event(Event { enters: false, spot, zoom, node: nodes[zoom - 1] });
            }
            self.stale[place] = FRESH;
            *depth = known as u8;
            self.matters[place] = known as u8 + 1;
            if board.colour(spot) == EMPTY {
                climbing.climbers.push(Climber {
                    spot,
                    zoom: known as u8 + 1,
                    hash: rings.hash(perspective, spot, known),
                });
                seen.push(spot);
            }
        }
        self.pending[perspective].clear();
        climbing.climb(rings, perspective, (Family::Zoom, self.fold), known, |spot, zoom, node| {
            let place = perspective * SPOTS + spot as usize;
            self.nodes[place * self.radius + zoom - 1] = node;
            self.depth[place] = zoom as u8;
            self.matters[place] = zoom as u8 + 1;
            event(Event { enters: true, spot, zoom, node });
        });
        self.climbing = climbing;
    }
}
