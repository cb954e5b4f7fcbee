//! `info` lines: the progress of a search.

use quadrille_chess::{Move, Position};
use quadrille_core::{Playable, Score, Value};
use quadrille_engine::Line;
use quadrille_search::Report;
use std::time::Duration;

/// What a line is about.
struct Info<'a> {
    depth: u32,
    selective_depth: u32,
    multipv: usize,
    score: Score,
    nodes: u64,
    elapsed: Duration,
    hashfull: u32,
    known: u64,
    pv: &'a [Move],
}

/// `cp 34`, or a mate in moves: `mate 3`, `mate -2`.
fn score_text(score: Score) -> String {
    match (score.plies_to_end(), score.is_win()) {
        (Some(plies), true) => format!("mate {}", plies.div_ceil(2)),
        (Some(plies), false) => format!("mate {}", -i64::from(plies.div_ceil(2))),
        (None, _) => format!("cp {}", score.raw()),
    }
}

/// Win, draw and loss probabilities in thousandths. Wins plus half of the draws equal the winning chance shown
/// elsewhere; the draw rate is a model: two in five in an equal position, less the clearer the advantage.
fn win_draw_loss(score: Score) -> (u32, u32, u32) {
    const DRAWN_WHEN_EVEN: f64 = 0.4;
    let chance = Value::of(score, false).chance(Position::DESCRIPTOR.odds);
    let drawn = DRAWN_WHEN_EVEN * 4.0 * chance * (1.0 - chance);
    let thousandths = |chance: f64| (1_000.0 * (chance - drawn / 2.0)).round() as u32;
    let (win, loss) = (thousandths(chance), thousandths(1.0 - chance));
    (win, 1_000 - win - loss, loss)
}

/// Writes the lines for one position and remembers which depths have been reported.
pub(super) struct Teller {
    position: Position,
    multipv: usize,
    wdl: bool,
    told: u32,
}

impl Teller {
    pub(super) const fn new(position: Position, multipv: usize, wdl: bool) -> Self {
        Self { position, multipv, wdl, told: 0 }
    }

    /// The lines for everything new in a report of the running search.
    pub(super) fn news(&mut self, report: &Report<Position>) -> Vec<String> {
        // Depths completed between two reports are reported too, in single-PV mode.
        let passed = self.told + 1..report.depth;
        if report.depth <= self.told {
            return Vec::new();
        }
        self.told = report.depth;
        let rows = report.history.iter().filter(|row| self.multipv == 1 && passed.contains(&row.depth));
        let info = rows.map(|row| Info {
            depth: row.depth,
            selective_depth: row.depth,
            multipv: 1,
            score: row.score,
            nodes: row.nodes,
            elapsed: row.elapsed,
            hashfull: report.table.hashfull,
            known: report.known,
            pv: &row.pv,
        });
        info.map(|info| self.line(&info)).chain(self.current(report)).collect()
    }

    /// The lines for a report: one for each requested variation.
    pub(super) fn current(&self, report: &Report<Position>) -> Vec<String> {
        let line = |multipv: usize, score, pv| {
            self.line(&Info {
                depth: report.depth,
                selective_depth: report.seldepth.max(report.depth),
                multipv,
                score,
                nodes: report.nodes,
                elapsed: report.elapsed,
                hashfull: report.table.hashfull,
                known: report.known,
                pv,
            })
        };
        if self.multipv == 1 {
            return report.score.map(|score| line(1, score, &report.pv)).into_iter().collect();
        }
        let moves = report.moves.iter().take(self.multipv).enumerate();
        moves.filter_map(|(i, m)| Some(line(i + 1, m.score?, &m.pv))).collect()
    }

    fn line(&self, info: &Info<'_>) -> String {
        let Info { depth, selective_depth, multipv, nodes, hashfull, known, .. } = *info;
        let wdl = if self.wdl {
            let (win, draw, loss) = win_draw_loss(info.score);
            format!(" wdl {win} {draw} {loss}")
        } else {
            String::new()
        };
        let seconds = info.elapsed.as_secs_f64();
        let (score, speed) = (score_text(info.score), (nodes as f64 / seconds.max(0.001)) as u64);
        let (time, pv) = ((seconds * 1_000.0) as u64, Line::of(&self.position, info.pv).texts().join(" "));
        let pv = if pv.is_empty() { pv } else { format!(" pv {pv}") };
        format!(
            "info depth {depth} seldepth {selective_depth} multipv {multipv} score {score}{wdl} nodes {nodes} nps {speed} \
             hashfull {hashfull} tbhits {known} time {time}{pv}"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_told_in_moves() {
        let told = [Score::win_in(1), Score::win_in(3), Score::loss_in(0), Score::loss_in(2), Score::loss_in(4)]
            .map(score_text);
        assert_eq!(told, ["mate 1", "mate 2", "mate 0", "mate -1", "mate -2"]);
        assert_eq!(score_text(Score::heuristic(-34)), "cp -34");
    }

    #[test]
    fn chances_add_up() {
        for raw in [-32_000, -300, -1, 0, 40, 150, 32_000] {
            let (win, draw, loss) = win_draw_loss(Score::from_raw(raw));
            assert_eq!(win + draw + loss, 1_000);
            let mirrored = win_draw_loss(Score::from_raw(-raw));
            assert_eq!((win, loss), (mirrored.2, mirrored.0));
        }
        // A pawn means the same winning chance as on the page: 59 %.
        let (win, draw, _) = win_draw_loss(Score::heuristic(100));
        assert!((win + draw / 2).abs_diff(591) <= 1, "{win} {draw}");
        assert_eq!(win_draw_loss(Score::win_in(3)), (1_000, 0, 0));
    }
}
