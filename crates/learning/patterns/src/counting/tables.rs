//! How often each pattern was seen (n) and chosen (v), and the rule that evaluates a move by them.

use super::Count;
use super::blocks::{BlockReader, Shape};
use crate::store;
use crate::store::coding::impossible;
use crate::words;
use crate::zoom::matches::PatternSet;
use crate::zoom::{self, Family, Rings};
use quadrille_core::{Player, Refusal};
use std::sync::{Arc, LazyLock};

/// Keys are found through the first of each of these many classes.
const CLASS_BITS: u32 = 16;
/// The weight of the smaller zoom's estimate in [`Rule::BackOff`], as a number of observations.
const BACK_OFF: f64 = 10.0;

/// How a move is evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Rule {
    /// v/n at the largest zoom that was seen.
    #[default]
    Longest,
    /// Each zoom's v/n, drawn towards the estimate of the zoom below where n is small.
    BackOff,
}

/// Counts of patterns of all zooms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tables {
    zooms: usize,
    fold: bool,
    /// In rising order; the zoom is part of the key.
    keys: Vec<u64>,
    counts: Vec<Count>,
    /// Where the keys of each class start.
    starts: Vec<u32>,
    /// The bits of a key that are known.
    mask: u64,
}

impl Tables {
    pub(crate) fn new(shape: Shape, keys: Vec<u64>, counts: Vec<Count>) -> Self {
        let start = |class: usize| keys.partition_point(|&key| key >> (64 - CLASS_BITS) < class as u64) as u32;
        let starts = (0..=1 << CLASS_BITS).map(start).collect();
        Self { zooms: shape.zooms, fold: shape.fold, keys, counts, starts, mask: u64::MAX }
    }

    /// The counts that came with a model: it folds symmetries, and knows the highest bits of keys alone.
    pub(crate) fn of_model(zooms: usize, cut: impl Iterator<Item = (u64, Count)>) -> Self {
        let (keys, counts) = cut.map(|(key, count)| (zoom::uncut(key), count)).unzip();
        Self { mask: zoom::uncut(u64::MAX), ..Self::new(Shape { zooms, fold: true }, keys, counts) }
    }

    /// How many patterns there are.
    #[must_use]
    pub fn patterns(&self) -> usize {
        self.keys.len()
    }

    /// The largest zoom.
    #[must_use]
    pub fn zooms(&self) -> usize {
        self.zooms
    }

    /// Every pattern's key with its counts, in rising order of the keys.
    pub fn iter(&self) -> impl Iterator<Item = (u64, Count)> {
        self.keys.iter().copied().zip(self.counts.iter().copied())
    }

    #[inline]
    fn find(&self, key: u64) -> Option<u32> {
        let key = key & self.mask;
        let class = (key >> (64 - CLASS_BITS)) as usize;
        let (from, to) = (self.starts[class] as usize, self.starts[class + 1] as usize);
        self.keys[from..to].binary_search(&key).ok().map(|at| (from + at) as u32)
    }

    /// The counts of the pattern around a point at a zoom, if it was ever seen.
    #[must_use]
    pub fn count(&self, rings: &Rings, player: Player, spot: u16, zoom: usize) -> Option<Count> {
        let key = zoom::key(&rings.hash(player.index(), spot, zoom), zoom, Family::Zoom, self.fold);
        self.find(key).map(|pattern| self.counts[pattern as usize])
    }

    /// The largest zoom at which the surroundings of a point were seen, and its counts. A pattern seen at zoom z was seen
    /// at every smaller one, so a binary search finds it: zoom `low` is seen (or 0), zoom `high + 1` is not.
    #[must_use]
    pub fn longest(&self, rings: &Rings, player: Player, spot: u16) -> Option<(usize, Count)> {
        let (mut low, mut high, mut found) = (0, self.zooms, None);
        while low < high {
            let middle = (low + high).div_ceil(2);
            match self.count(rings, player, spot, middle) {
                Some(count) => (low, found) = (middle, Some((middle, count))),
                None => high = middle - 1,
            }
        }
        found
    }

    /// The value of a move.
    #[must_use]
    pub fn value(&self, rule: Rule, rings: &Rings, player: Player, spot: u16) -> f64 {
        let share = |count: Count| count.v as f64 / count.n.max(1) as f64;
        match rule {
            Rule::Longest => self.longest(rings, player, spot).map_or(0.0, |(_, count)| share(count)),
            Rule::BackOff => (1..=self.zooms)
                .map_while(|zoom| self.count(rings, player, spot, zoom))
                .fold(0.0, |below, count| (count.v as f64 + BACK_OFF * below) / (count.n as f64 + BACK_OFF)),
        }
    }

    pub(crate) fn from_body(body: &[u8]) -> Result<Self, Refusal> {
        let mut reader = BlockReader::new(body)?;
        let (mut keys, mut counts) = (Vec::new(), Vec::new());
        while let Some((key, count)) = reader.next()? {
            // A few bytes can be unpacked to very many patterns, but keys of patterns take some each.
            if keys.len() >= body.len() || u32::try_from(keys.len() + 1).is_err() {
                return Err(impossible(&words::BLOCK));
            }
            keys.push(key);
            counts.push(count);
        }
        Ok(Self::new(reader.shape, keys, counts))
    }

    /// The tables this program was built with: few patterns, for showing.
    ///
    /// ```
    /// let tables = quadrille_patterns::counting::Tables::built_in();
    /// assert!(tables.patterns() > 30_000 && tables.iter().all(|(_, count)| count.v <= count.n));
    /// ```
    #[must_use]
    pub fn built_in() -> Arc<Self> {
        static BUILT_IN: LazyLock<Arc<Tables>> = LazyLock::new(|| {
            let bytes = store::tables_file();
            let tables = store::parse(&bytes).and_then(|(_, body)| Tables::from_body(body));
            Arc::new(tables.unwrap_or_else(|why| panic!("the built-in Go tables: {why}")))
        });
        Arc::clone(&BUILT_IN)
    }
}

impl PatternSet for Tables {
    #[inline]
    fn bucket(&self, key: u64) -> u32 {
        self.starts[(key >> (64 - CLASS_BITS)) as usize]
    }

    #[inline]
    fn find(&self, key: u64, _: u32) -> Option<u32> {
        Self::find(self, key)
    }
}
