//! Built-in results that needed a large machine.
//!
//! A file is a few lines of text: the position, who wins, which first moves win, when and how that was computed, and
//! for every level of the sweep its size and the checksums of its words. The last line is the checksum of all others. A
//! sweep of the same board is compared with it level by level, so that a recomputation can be verified.

use super::sweep::{LevelReport, Swept};
use crate::words;
use quadrille_breakthrough::{Checksum, Position};
use quadrille_core::{Game, Notation, Refusal};

/// The first line.
const TITLE: &str = "quadrille breakthrough result 1";
/// The boards with stored results.
const FILES: [(&str, &str); 2] =
    [("6x6", include_str!("../../results/6x6.txt")), ("7x5", include_str!("../../results/7x5.txt"))];

/// A result that was computed before.
#[derive(Clone, Debug)]
pub struct Stored {
    name: &'static str,
    /// What the sweep said.
    pub(super) swept: Swept,
    /// Words in each half of the table.
    pub(super) words: u64,
    /// The origin: when and how it was computed.
    pub provenance: String,
    /// The checksum of the file.
    pub checksum: String,
    /// Size and checksums of each level.
    levels: Vec<(u64, [u64; 2])>,
}

impl Stored {
    /// The stored result of a position, if there is one; an error if its file is damaged.
    pub fn of(position: &Position) -> Result<Option<Self>, Refusal> {
        if !position.rules().is_standard() {
            return Ok(None);
        }
        let line = format!("position {}", position.format_position());
        let found = FILES.into_iter().find(|(_, text)| text.lines().nth(1) == Some(&line));
        let read = |(name, text)| Self::read(name, text).ok_or_else(|| words::DAMAGED.refuse().with("path", name));
        found.map(read).transpose()
    }

    /// A file; `None` if it is damaged.
    pub(crate) fn read(name: &'static str, text: &str) -> Option<Self> {
        let (body, checksum) = text.trim_end().rsplit_once("\nchecksum ")?;
        let mut sum = Checksum::default();
        sum.add(format!("{body}\n").as_bytes());
        let mut lines = body.lines();
        if checksum != format!("{:016x}", sum.0) || lines.next() != Some(TITLE) {
            return None;
        }
        let mut field = |name: &str| lines.next()?.strip_prefix(name)?.strip_prefix(' ');
        let position = Position::parse_position(&"".parse().ok()?, field("position")?).ok()?;
        let mover_wins = field("winner")? == position.to_move().to_string();
        let mut steps = Vec::new();
        for (name, wins) in [("wins", true), ("loses", false)] {
            for text in field(name)?.split(' ').filter(|text| !text.is_empty()) {
                let m = position.parse_move(text).ok()?;
                steps.push((u32::from(m.from), u32::from(m.to), wins));
            }
        }
        let words = field("words")?.parse().ok()?;
        let rest: Vec<&str> = lines.collect();
        let told: Vec<&str> = rest.iter().map_while(|line| line.strip_prefix("computed ")).collect();
        let levels = rest.iter().skip(told.len() + 1).map(|line| level(line)).collect::<Option<Vec<_>>>()?;
        let swept = Swept { mover_wins, steps };
        Some(Self { name, swept, words, provenance: told.join("; "), checksum: checksum.to_owned(), levels })
    }

    /// Whether a level just computed equals the stored one.
    pub fn check(&self, report: &LevelReport) -> Result<(), Refusal> {
        if self.levels.get(report.level) == Some(&(report.words as u64, report.sums)) {
            return Ok(());
        }
        Err(words::OTHER_LEVEL.refuse().with("level", report.level).with("board", self.name))
    }
}

/// The words and checksums of a line.
fn level(line: &str) -> Option<(u64, [u64; 2])> {
    let fields: Vec<&str> = line.split(' ').collect();
    let [_, _, words, white, black] = fields[..] else { return None };
    let sum = |text| u64::from_str_radix(text, 16).ok();
    Some((words.parse().ok()?, [sum(white)?, sum(black)?]))
}
