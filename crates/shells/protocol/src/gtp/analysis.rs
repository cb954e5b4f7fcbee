//! The analysis lines that Lizzie, Sabaki and KaTrain read.
//!
//! There are two dialects: Leela Zero's writes winning chances in ten-thousandths, KataGo's as fractions. A line has
//! one `info` for each move, best first.

use super::command::colour;
use crate::wire::short;
use crate::words;
use quadrille_core::{Player, Refusal, Settlement};
use quadrille_engine::{MoveReport, Report};
use std::time::{Duration, Instant};

/// How numbers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// `winrate 5234`: Leela Zero, and Sabaki's own command.
    Leela,
    /// `winrate 0.5234`: KataGo.
    Kata,
}

/// The request of an analysis command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wish {
    pub(super) dialect: Dialect,
    pub(super) player: Option<Player>,
    pub(super) interval: Duration,
    /// The largest number of moves to report.
    pub(super) most_moves: usize,
    pub(super) ownership: bool,
    pub(super) root_info: bool,
    /// Only these moves (by either side)…
    pub(super) allowed: Vec<String>,
    /// …and none of these.
    pub(super) avoided: Vec<String>,
}

/// The default interval between lines.
const USUAL_INTERVAL: Duration = Duration::from_secs(1);
const USUAL_MOVES: usize = 30;

impl Wish {
    /// Reads `[COLOUR] [INTERVAL] [KEY VALUE]…`, the interval in hundredths of a second. Unknown keys are skipped with
    /// their value, since these dialects keep growing.
    pub(super) fn parse(dialect: Dialect, arguments: &[String]) -> Result<Self, Refusal> {
        let mut wish = Self {
            dialect,
            player: None,
            interval: USUAL_INTERVAL,
            most_moves: USUAL_MOVES,
            ownership: false,
            root_info: false,
            allowed: Vec::new(),
            avoided: Vec::new(),
        };
        let mut words = arguments.iter().map(String::as_str).peekable();
        while let Some(word) = words.next() {
            if let Some(player) = colour(word) {
                wish.player = Some(player);
                continue;
            }
            if word.bytes().all(|byte| byte.is_ascii_digit()) {
                wish.interval = centiseconds(word)?;
                continue;
            }
            let missing = || words::NO_VALUE.refuse().quote("word", short(word));
            let value = words.next().ok_or_else(missing)?;
            match word {
                "interval" => wish.interval = centiseconds(value)?,
                "maxmoves" => wish.most_moves = value.parse().map_err(|_| refused(word, value))?,
                "ownership" => wish.ownership = value == "true",
                "rootInfo" => wish.root_info = value == "true",
                "allow" | "avoid" => {
                    // COLOUR MOVES UNTIL: the colour was `value`.
                    let moves = words.next().ok_or_else(missing)?.split(',').map(str::to_owned);
                    if word == "allow" {
                        wish.allowed.extend(moves);
                    } else {
                        wish.avoided.extend(moves);
                    }
                    words.next_if(|until| until.bytes().all(|byte| byte.is_ascii_digit()));
                }
                _ => {}
            }
        }
        Ok(wish)
    }

    /// The moves to consider among the legal ones, if they are restricted and some are left.
    pub(super) fn root_moves(&self, legal: &[String]) -> Option<Vec<String>> {
        let is_in = |list: &[String], m: &str| list.iter().any(|named| named.eq_ignore_ascii_case(m));
        let kept =
            legal.iter().filter(|m| (self.allowed.is_empty() || is_in(&self.allowed, m)) && !is_in(&self.avoided, m));
        let kept: Vec<String> = kept.cloned().collect();
        (!kept.is_empty() && kept.len() < legal.len()).then_some(kept)
    }
}

fn refused(key: &str, value: &str) -> Refusal {
    words::NO_WHOLE_NUMBER.refuse().with("name", key).quote("text", short(value))
}

fn centiseconds(text: &str) -> Result<Duration, Refusal> {
    let hundredths: u32 = text.parse().map_err(|_| refused("interval", text))?;
    Ok(Duration::from_millis(10 * u64::from(hundredths)))
}

/// Writes a line when the next one is due.
pub(super) struct Teller {
    wish: Wish,
    ownership: Option<Vec<f32>>,
    /// The lead of the side to move.
    lead: Option<f32>,
    last: Option<Instant>,
}

impl Teller {
    /// `board` is the ownership and score from the playouts, if any; `mover` is the point of view.
    pub(super) fn new(wish: Wish, board: Option<&Settlement>, mover: Player) -> Self {
        let ownership = board.filter(|_| wish.ownership).map(|board| board.ownership(mover));
        Self { wish, ownership, lead: board.map(|board| board.lead(mover)), last: None }
    }

    /// KataGo's score fields: playouts give one score for the position, repeated for every move.
    fn score(&self) -> String {
        self.lead.map_or_else(String::new, |lead| format!(" scoreLead {lead:.2} scoreMean {lead:.2}"))
    }

    /// Whether no line has been written yet.
    pub(super) const fn is_silent(&self) -> bool {
        self.last.is_none()
    }

    /// The line for a report, if one is due.
    pub(super) fn news(&mut self, report: &Report) -> Option<String> {
        if self.last.is_some_and(|last| last.elapsed() < self.wish.interval) {
            return None;
        }
        let line = self.line(report)?;
        self.last = Some(Instant::now());
        Some(line)
    }

    fn line(&self, report: &Report) -> Option<String> {
        let tried = report.moves.iter().filter(|m| m.visits.is_some() || m.verdict.is_some());
        let moves = tried.take(self.wish.most_moves.max(1)).enumerate();
        let count = report.moves.len().max(1);
        let mut parts: Vec<String> = moves.map(|(order, m)| self.info(order, m, count)).collect();
        if parts.is_empty() {
            return None;
        }
        if self.wish.root_info {
            let best = report.moves.first().and_then(MoveReport::chance).unwrap_or(0.5);
            parts.push(format!("rootInfo visits {} winrate {best:.6}{}", report.work(), self.score()));
        }
        if let Some(ownership) = &self.ownership {
            let shares: Vec<String> = ownership.iter().map(|share| format!("{share:.3}")).collect();
            parts.push(format!("ownership {}", shares.join(" ")));
        }
        Some(parts.join(" "))
    }

    fn info(&self, order: usize, m: &MoveReport, count: usize) -> String {
        let visits = m.visits.unwrap_or(0);
        let (chance, prior) = (m.chance().unwrap_or(0.5), m.prior.unwrap_or(1.0 / count as f64));
        let lower = lower_bound(chance, visits);
        let numbers = match self.wish.dialect {
            Dialect::Leela => {
                let whole = |share: f64| (share * 10_000.0).round() as u32;
                format!("winrate {} prior {} lcb {}", whole(chance), whole(prior), whole(lower))
            }
            Dialect::Kata => {
                let utility = 2.0 * chance - 1.0;
                let score = self.score();
                format!("utility {utility:.6} winrate {chance:.6}{score} prior {prior:.6} lcb {lower:.6}")
            }
        };
        let pv = if m.line.0.is_empty() { m.name.text.clone() } else { m.line.texts().join(" ") };
        format!("info move {} visits {visits} {numbers} order {order} pv {pv}", m.name.text)
    }
}

/// The lower end of the chance's 95 % interval.
fn lower_bound(chance: f64, visits: u64) -> f64 {
    let deviation = (chance * (1.0 - chance) / visits.max(1) as f64).sqrt();
    (chance - 1.96 * deviation).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::Value;
    use quadrille_engine::{MoveName, Verdict};

    fn wish(text: &str) -> Result<Wish, Refusal> {
        let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        Wish::parse(Dialect::Kata, &words)
    }

    #[test]
    fn arguments_come_in_every_common_order() {
        let full = wish("B 50 maxmoves 3 ownership true avoid w D4,E5 1 rootInfo true minmoves 2").unwrap();
        assert_eq!((full.player, full.interval, full.most_moves), (Some(Player::Black), Duration::from_millis(500), 3));
        assert_eq!((full.ownership, full.root_info), (true, true));
        assert_eq!(full.avoided, ["D4", "E5"]);
        assert_eq!(wish("interval 10").unwrap().interval, Duration::from_millis(100));
        assert_eq!(wish("").unwrap().interval, USUAL_INTERVAL);
        assert!(wish("interval").is_err() && wish("maxmoves x").is_err() && wish("99999999999999").is_err());
    }

    #[test]
    fn moves_can_be_left_out() {
        let legal: Vec<String> = ["D4", "E5", "pass"].map(str::to_owned).to_vec();
        assert_eq!(wish("avoid b d4 1").unwrap().root_moves(&legal).unwrap(), ["E5", "pass"]);
        assert_eq!(wish("allow b e5 1").unwrap().root_moves(&legal).unwrap(), ["E5"]);
        assert_eq!(wish("").unwrap().root_moves(&legal), None);
        assert_eq!(wish("allow b Z9 1").unwrap().root_moves(&legal), None);
    }

    #[test]
    fn both_dialects_tell_the_same() {
        let name = MoveName { text: "D4".into(), record: "D4".into() };
        let verdict = Some(Verdict { value: Value::Chance(0.5), chance: 0.5 });
        let m = MoveReport { name, visits: Some(100), verdict, ..MoveReport::default() };
        let report = Report { moves: vec![m], ..Report::default() };
        let line = |dialect| {
            let wish = Wish { dialect, ..wish("").unwrap() };
            Teller::new(wish, None, Player::Black).news(&report).unwrap()
        };
        assert_eq!(line(Dialect::Leela), "info move D4 visits 100 winrate 5000 prior 10000 lcb 4020 order 0 pv D4");
        assert!(line(Dialect::Kata).contains("winrate 0.500000 prior 1.000000 lcb 0.402000 order 0 pv D4"));
    }
}
