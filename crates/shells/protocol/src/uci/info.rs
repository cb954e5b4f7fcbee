//! `info` lines: what the search says while it thinks.

use crate::search::score_of;
use quadrille_core::Score;
use quadrille_engine::Report;
use std::fmt;

/// One line of analysis.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Info {
    depth: u32,
    selective_depth: u32,
    multipv: usize,
    score: Score,
    wdl: bool,
    nodes: u64,
    seconds: f64,
    hashfull: u32,
    pv: Vec<String>,
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { depth, multipv, nodes, hashfull, .. } = *self;
        write!(f, "info depth {depth} seldepth {} multipv {multipv} score ", self.selective_depth.max(depth))?;
        match (self.score.plies_to_end(), self.score.is_win()) {
            (Some(plies), true) => write!(f, "mate {}", plies.div_ceil(2))?,
            (Some(plies @ 0..2), false) => write!(f, "mate {}", -i64::from(plies))?,
            (Some(plies), false) => write!(f, "mate -{}", plies.div_ceil(2))?,
            (None, _) => write!(f, "cp {}", self.score.raw())?,
        }
        if self.wdl {
            let (win, draw, loss) = win_draw_loss(self.score);
            write!(f, " wdl {win} {draw} {loss}")?;
        }
        let speed = nodes as f64 / self.seconds.max(0.001);
        let milliseconds = (self.seconds * 1_000.0) as u64;
        write!(f, " nodes {nodes} nps {} hashfull {hashfull} tbhits 0 time {milliseconds}", speed as u64)?;
        if !self.pv.is_empty() {
            write!(f, " pv {}", self.pv.join(" "))?;
        }
        Ok(())
    }
}

/// The chances of the three results in thousandths. A model, not a measurement: two logistic curves a pawn and a half apart.
fn win_draw_loss(score: Score) -> (u32, u32, u32) {
    const MARGIN: f64 = 75.0;
    const WIDTH: f64 = 90.0;
    let chance = |advantage: f64| 1_000.0 / (1.0 + (-advantage / WIDTH).exp());
    let centipawns = f64::from(score.raw());
    let win = chance(centipawns - MARGIN).round() as u32;
    let loss = chance(-centipawns - MARGIN).round() as u32;
    (win, 1_000 - win - loss, loss)
}

/// Remembers which depths have been told.
#[derive(Debug)]
pub(super) struct Teller {
    multipv: usize,
    wdl: bool,
    told: u32,
}

impl Teller {
    pub(super) const fn new(multipv: usize, wdl: bool) -> Self {
        Self { multipv, wdl, told: 0 }
    }

    /// The lines about everything that is new in a report of the running search.
    pub(super) fn news(&mut self, report: &Report) -> Vec<String> {
        let depth = report.depth.unwrap_or(0);
        if depth <= self.told {
            return Vec::new();
        }
        let before = self.told;
        self.told = depth;
        // Depths that went by between two reports are told too, if one line tells them.
        let rows = report.depths.iter().filter(|row| self.multipv == 1 && row.depth > before && row.depth < depth);
        let mut lines: Vec<String> = rows
            .map(|row| {
                let info = Info {
                    depth: row.depth,
                    selective_depth: row.depth,
                    multipv: 1,
                    score: row.verdict.map_or(Score::DRAW, |verdict| score_of(verdict.number())),
                    wdl: self.wdl,
                    nodes: row.nodes,
                    seconds: row.seconds,
                    hashfull: report.hashfull.unwrap_or(0),
                    pv: row.line.texts(),
                };
                info.to_string()
            })
            .collect();
        lines.extend(self.current(report));
        lines
    }

    /// The lines about the report as it stands: one for each variation asked for.
    pub(super) fn current(&self, report: &Report) -> Vec<String> {
        let info = |multipv: usize, units: f64, pv| Info {
            depth: report.depth.unwrap_or(0),
            selective_depth: report.selective_depth.unwrap_or(0),
            multipv,
            score: score_of(units),
            wdl: self.wdl,
            nodes: report.nodes.unwrap_or(0),
            seconds: report.seconds,
            hashfull: report.hashfull.unwrap_or(0),
            pv,
        };
        if self.multipv == 1 {
            return report
                .verdict
                .map(|score| info(1, score.number(), report.line.texts()).to_string())
                .into_iter()
                .collect();
        }
        let lines = report.moves.iter().take(self.multipv).enumerate();
        lines.filter_map(|(i, m)| Some(info(i + 1, m.verdict?.number(), m.line.texts()).to_string())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score_text(score: Score) -> String {
        let info = Info {
            depth: 1,
            selective_depth: 1,
            multipv: 1,
            score,
            wdl: false,
            nodes: 1,
            seconds: 0.0,
            hashfull: 0,
            pv: Vec::new(),
        };
        let text = info.to_string();
        text.split_once("score ").unwrap().1.split_once(" nodes").unwrap().0.to_owned()
    }

    #[test]
    fn mates_are_told_in_moves() {
        let told = [Score::win_in(1), Score::win_in(3), Score::loss_in(0), Score::loss_in(2), Score::loss_in(4)]
            .map(score_text);
        assert_eq!(told, ["mate 1", "mate 2", "mate 0", "mate -1", "mate -2"]);
        assert_eq!(score_text(score_of(-0.34)), "cp -34");
        assert_eq!(score_text(score_of(f64::from(Score::win_in(5).raw()) / 100.0)), "mate 3");
    }

    #[test]
    fn chances_add_up() {
        for raw in [-32_000, -300, -1, 0, 40, 150, 32_000] {
            let (win, draw, loss) = win_draw_loss(Score::from_raw(raw));
            assert_eq!(win + draw + loss, 1_000);
            let mirrored = win_draw_loss(Score::from_raw(-raw));
            assert_eq!((win, loss), (mirrored.2, mirrored.0));
        }
    }
}
