//! Rule sets as values with names: `9 tromp-taylor komi=7.5`.
//!
//! All rule sets share the board: capture first, then suicide is forbidden; a move may not recreate any earlier
//! board of the game (positional superko; `position.rs` plays by both rules). They differ in passing, ending and counting:
//!
//! | | passing | end | score |
//! |---|---|---|---|
//! | `tromp-taylor` | always | two passes in a row | area, minus komi |
//! | `chinese` | always | two passes in a row | area, minus komi, minus one point for each handicap stone |
//! | `japanese` | always | two passes in a row | territory and prisoners, minus komi |
//! | `simplified` | only without a legal move | every point controlled (or two forced passes) | controlled points |
//!
//! Tromp and Taylor's own text allows the suicide of several stones; here it is forbidden under every rule set, as in
//! the Chinese rules, so that the board has one notion of a legal move.

use crate::grid::{Grid, Point};
use crate::size_class::SizeClass;
use crate::words;
use quadrille_core::Refusal;
use std::fmt;
use std::str::FromStr;

/// How a game ends and is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum RuleSet {
    /// Area scoring, two passes end the game.
    #[default]
    TrompTaylor,
    /// Area scoring, and White is repaid one point for each handicap stone.
    Chinese,
    /// Territory scoring: surrounded points and prisoners.
    Japanese,
    /// No passing while a move is legal, over when every point is controlled.
    Simplified,
}

impl RuleSet {
    const NAMES: [(&'static str, Self); 4] = [
        ("tromp-taylor", Self::TrompTaylor),
        ("chinese", Self::Chinese),
        ("japanese", Self::Japanese),
        ("simplified", Self::Simplified),
    ];

    /// The name it is chosen by.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize].0
    }

    /// Whether the players take dead stones off the board before they count.
    #[must_use]
    pub const fn removes_dead_stones(self) -> bool {
        matches!(self, Self::Chinese | Self::Japanese)
    }

    /// Whether captured stones count, and own stones do not.
    #[must_use]
    pub const fn counts_prisoners(self) -> bool {
        matches!(self, Self::Japanese)
    }
}

/// White's compensation for moving second, in halves of a point, so that it is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Komi(i16);

impl Komi {
    /// The usual compensation on every board where area counts: 7.5 points.
    pub const USUAL: Self = Self(15);
    /// The usual compensation where territory counts: 6.5 points.
    pub const USUAL_OF_TERRITORY: Self = Self(13);
    /// What White gets against handicap stones: half a point, so that there is no draw.
    pub const WITH_HANDICAP: Self = Self(1);
    /// No compensation.
    pub const NONE: Self = Self(0);
    /// Larger ones (in points, either way) are refused.
    pub const LARGEST: i16 = 1_000;

    /// Komi in half points; `None` beyond [`Komi::LARGEST`].
    #[must_use]
    pub const fn from_halves(halves: i32) -> Option<Self> {
        if halves.unsigned_abs() > 2 * Self::LARGEST as u32 { None } else { Some(Self(halves as i16)) }
    }

    /// The komi in half points.
    #[inline]
    #[must_use]
    pub const fn halves(self) -> i32 {
        self.0 as i32
    }
}

impl fmt::Display for Komi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", f64::from(self.0) / 2.0)
    }
}

impl FromStr for Komi {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        let refused = || words::BAD_KOMI.refuse().quote("text", text).with("most", Self::LARGEST);
        let halves = text.parse::<f64>().map_err(|_| refused())? * 2.0;
        let whole = halves.fract() == 0.0 && halves.abs() <= f64::from(2 * Self::LARGEST);
        if whole { Self::from_halves(halves as i32).ok_or_else(refused) } else { Err(refused()) }
    }
}

/// Board, rule set, komi and handicap: what a game is started with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    grid: Grid,
    set: RuleSet,
    komi: Komi,
    handicap: u8,
}

/// The default board: nine lines, as on the command line.
const USUAL_GRID: Grid = match Grid::square(9) {
    Some(grid) => grid,
    None => panic!("nine lines are a board"),
};

impl Default for Rules {
    fn default() -> Self {
        Self::new(USUAL_GRID, RuleSet::default())
    }
}

impl Rules {
    /// The rule set on this board with its usual komi and no handicap.
    #[must_use]
    pub const fn new(grid: Grid, set: RuleSet) -> Self {
        Self { grid, set, komi: usual_komi(set, 0), handicap: 0 }
    }

    /// The board's dimensions.
    #[inline]
    #[must_use]
    pub const fn grid(&self) -> Grid {
        self.grid
    }

    /// The rule set.
    #[inline]
    #[must_use]
    pub const fn set(&self) -> RuleSet {
        self.set
    }

    /// The komi.
    #[inline]
    #[must_use]
    pub const fn komi(&self) -> Komi {
        self.komi
    }

    /// How many handicap stones Black starts with: none, or two to nine.
    #[inline]
    #[must_use]
    pub const fn handicap(&self) -> u8 {
        self.handicap
    }

    /// The same rules on another board. A handicap whose points that board does not have is dropped.
    #[must_use]
    pub fn with_grid(self, grid: Grid) -> Self {
        let handicap = if self.handicap > most_handicap(grid) { 0 } else { self.handicap };
        Self { grid, handicap, ..self }
    }

    /// The same board, komi and handicap under another rule set; `simplified` knows neither of the two.
    #[must_use]
    pub const fn with_set(self, set: RuleSet) -> Self {
        match set {
            RuleSet::Simplified => Self::new(self.grid, set),
            RuleSet::TrompTaylor | RuleSet::Chinese | RuleSet::Japanese => Self { set, ..self },
        }
    }

    /// The same rules with another komi; `simplified` has none and refuses.
    pub fn with_komi(self, komi: Komi) -> Result<Self, Refusal> {
        if self.set == RuleSet::Simplified && komi != Komi::NONE {
            return Err(words::NO_KOMI.refuse().with("komi", komi.to_string()));
        }
        Ok(Self { komi, ..self })
    }

    /// The same rules with handicap stones on the usual points; the komi stays.
    pub fn with_handicap(self, stones: u8) -> Result<Self, Refusal> {
        if stones != 0 && self.set == RuleSet::Simplified {
            return Err(words::NO_HANDICAP.refuse().with("stones", stones));
        }
        let most = most_handicap(self.grid);
        if stones == 1 || stones > most {
            let message = if most == 0 { &words::NO_HANDICAP_BOARD } else { &words::HANDICAP_BOARD };
            let refusal = message.refuse().with("stones", stones).with("most", most);
            return Err(refusal.with("rows", self.grid.rows()).with("columns", self.grid.columns()));
        }
        Ok(Self { handicap: stones, ..self })
    }

    /// What White gets beyond the board, in half points: komi and, under Chinese rules, the handicap stones.
    #[inline]
    #[must_use]
    pub const fn compensation_halves(&self) -> i32 {
        let repaid = match self.set {
            RuleSet::Chinese => 2 * self.handicap as i32,
            RuleSet::TrompTaylor | RuleSet::Japanese | RuleSet::Simplified => 0,
        };
        self.komi.halves() + repaid
    }

    /// The points of Black's handicap stones, in the order of the Go text protocol (GTP 2, section 4.1.1).
    #[must_use]
    pub fn handicap_points(&self) -> Vec<Point> {
        let (rows, columns) = (self.grid.rows(), self.grid.columns());
        let edge = |side: usize| if side < 13 { 2 } else { 3 };
        let (top, left) = (edge(rows), edge(columns));
        let (bottom, right) = (rows.saturating_sub(1 + top), columns.saturating_sub(1 + left));
        let (middle, centre) = (rows / 2, columns / 2);
        let corners = [(bottom, left), (top, right), (top, left), (bottom, right)];
        let sides = [(middle, left), (middle, right), (bottom, centre), (top, centre)];
        let stones = self.handicap as usize;
        let mut places: Vec<(usize, usize)> = corners.into_iter().take(stones).collect();
        places.extend(sides.into_iter().take(stones.saturating_sub(4) / 2 * 2));
        if stones > 4 && stones % 2 == 1 {
            places.push((middle, centre));
        }
        places.into_iter().filter_map(|(row, column)| self.grid.point(row, column)).collect()
    }
}

impl SizeClass {
    /// The smallest class with room for the rules' board.
    #[must_use]
    pub const fn of(rules: &Rules) -> Self {
        Self::of_side(rules.grid().longer_side())
    }
}

const fn usual_komi(set: RuleSet, handicap: u8) -> Komi {
    match set {
        RuleSet::Simplified => Komi::NONE,
        _ if handicap > 0 => Komi::WITH_HANDICAP,
        RuleSet::TrompTaylor | RuleSet::Chinese => Komi::USUAL,
        RuleSet::Japanese => Komi::USUAL_OF_TERRITORY,
    }
}

/// GTP's limits: nine stones where both sides are odd and at least 9, four from 7 lines on, none below.
fn most_handicap(grid: Grid) -> u8 {
    let sides = [grid.rows(), grid.columns()];
    if sides.iter().any(|&side| side < 7) {
        0
    } else if sides.iter().all(|&side| side % 2 == 1 && side >= 9) {
        9
    } else {
        4
    }
}

impl fmt::Display for Rules {
    /// `9 tromp-taylor komi=7.5`; the size as rows x columns where they differ.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.grid.rows())?;
        if self.grid.rows() != self.grid.columns() {
            write!(f, "x{}", self.grid.columns())?;
        }
        write!(f, " {}", self.set.name())?;
        if self.set != RuleSet::Simplified {
            write!(f, " komi={}", self.komi)?;
        }
        if self.handicap > 0 {
            write!(f, " handicap={}", self.handicap)?;
        }
        Ok(())
    }
}

impl FromStr for Rules {
    type Err = Refusal;

    /// Words in any order: a size (`9`, `9x13` rows by columns, `13:9` columns to rows as in SGF), a rule set,
    /// `komi=K`, `handicap=N`. What is missing is the default's.
    fn from_str(text: &str) -> Result<Self, Refusal> {
        let (mut grid, mut set, mut komi, mut handicap) = (None, None, None, None);
        for word in text.split_whitespace() {
            let again = if let Some(value) = word.strip_prefix("komi=") {
                komi.replace(value.parse::<Komi>()?).is_some()
            } else if let Some(value) = word.strip_prefix("handicap=") {
                handicap.replace(parse_handicap(value)?).is_some()
            } else if word.starts_with(|first: char| first.is_ascii_digit()) {
                grid.replace(parse_size(word)?).is_some()
            } else {
                set.replace(parse_set(word)?).is_some()
            };
            if again {
                return Err(words::SAID_TWICE.refuse().quote("word", word).quote("text", text));
            }
        }
        let (set, handicap) = (set.unwrap_or_default(), handicap.unwrap_or(0));
        Self::new(grid.unwrap_or(USUAL_GRID), set)
            .with_handicap(handicap)?
            .with_komi(komi.unwrap_or(usual_komi(set, handicap)))
    }
}

fn parse_set(word: &str) -> Result<RuleSet, Refusal> {
    let known = RuleSet::NAMES.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(word));
    known
        .map(|(_, set)| set)
        .ok_or_else(|| words::BAD_RULE.refuse().quote("word", word).list("names", RuleSet::NAMES.map(|(name, _)| name)))
}

fn parse_handicap(value: &str) -> Result<u8, Refusal> {
    value.parse().map_err(|_| words::BAD_HANDICAP.refuse().quote("text", value))
}

fn parse_size(word: &str) -> Result<Grid, Refusal> {
    let (rows, columns) = match word.split_once(':') {
        Some((columns, rows)) => (rows, columns),
        None => word.split_once(['x', 'X']).unwrap_or((word, word)),
    };
    let size = rows.parse().ok().zip(columns.parse().ok());
    let refused = || words::BAD_SIZE.refuse().quote("word", word).with("most", Grid::LONGEST_SIDE);
    size.and_then(|(rows, columns)| Grid::new(rows, columns)).ok_or_else(refused)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_may_be_left_out_and_come_in_any_order() {
        let rules: Rules = "".parse().expect("the default");
        assert_eq!(rules.to_string(), "9 tromp-taylor komi=7.5");
        let read = |text: &str| text.parse::<Rules>().expect("good rules").to_string();
        assert_eq!(read("komi=6.5 chinese 19"), "19 chinese komi=6.5");
        assert_eq!(read("simplified"), "9 simplified");
        assert_eq!(read("japanese 19"), "19 japanese komi=6.5");
        assert_eq!(read("19 japanese handicap=2"), "19 japanese komi=0.5 handicap=2");
        assert_eq!(read("13:9"), "9x13 tromp-taylor komi=7.5");
        assert_eq!(read("9X13 Chinese"), "9x13 chinese komi=7.5");
        assert_eq!(read("19 handicap=4"), "19 tromp-taylor komi=0.5 handicap=4");
        assert_eq!(read("komi=-3"), "9 tromp-taylor komi=-3");
    }

    #[test]
    fn handicap_stones_stand_where_the_protocol_puts_them() {
        let rules: Rules = "19 handicap=9".parse().expect("good rules");
        let places: Vec<_> = rules.handicap_points().into_iter().filter_map(|p| rules.grid().row_column(p)).collect();
        assert_eq!(places, [(15, 3), (3, 15), (3, 3), (15, 15), (9, 3), (9, 15), (15, 9), (3, 9), (9, 9)]);
        let five: Rules = "9 handicap=5".parse().expect("good rules");
        let places: Vec<_> = five.handicap_points().into_iter().filter_map(|p| five.grid().row_column(p)).collect();
        assert_eq!(places, [(6, 2), (2, 6), (2, 2), (6, 6), (4, 4)]);
    }

    #[test]
    fn chinese_rules_repay_the_handicap() {
        let halves = |text: &str| text.parse::<Rules>().expect("good rules").compensation_halves();
        assert_eq!(halves("19 chinese handicap=3 komi=0.5"), 7);
        assert_eq!(halves("19 tromp-taylor handicap=3 komi=0.5"), 1);
    }

    #[test]
    fn classes_hold_what_they_promise() {
        let class = |text: &str| SizeClass::of(&text.parse().expect("good rules"));
        assert_eq!(["1", "9"].map(class), [SizeClass::Small; 2]);
        assert_eq!(["10", "14"].map(class), [SizeClass::Medium; 2]);
        assert_eq!(["15", "19"].map(class), [SizeClass::Large; 2]);
        assert_eq!(["20", "25"].map(class), [SizeClass::Huge; 2]);
        assert_eq!(class("40"), SizeClass::General);
    }
}
