//! What is passed on of a search's report: no more than a page can show, and lines as a game record spells them.
//!
//! The engine writes chess lines in coordinates (`g1f3`), people read them as moves (`Nf3`). The spelling needs the
//! position, so it is done where the search has it, on the search's own thread.

use quadrille_engine::{Session, TextReport};

/// Moves of a report, and moves of a line.
const MOST_MOVES: usize = 40;
const LONGEST_LINE: usize = 16;
/// The game whose records spell moves unlike its engine.
const SPELLED: &str = "chess";

/// The report as the page gets it; `session` stands at the position the report is about.
#[must_use]
pub fn for_the_page(mut report: TextReport, session: &dyn Session) -> TextReport {
    report.moves.truncate(MOST_MOVES);
    let moves = report.moves.iter_mut().map(|row| &mut row.pv);
    let depths = report.depths.iter_mut().map(|row| &mut row.pv);
    let lines = std::iter::once(&mut report.pv).chain(moves).chain(depths);
    let mut speller = (session.game() == SPELLED).then(|| session.duplicate());
    for line in lines {
        line.truncate(LONGEST_LINE);
        if let Some(session) = &mut speller {
            spell(line, session.as_mut());
        }
    }
    if let Some(session) = &mut speller {
        spell_tree(&mut report, session.as_mut());
    }
    report
}

/// Spells the moves of a line as far as they can be played, and leaves the session where it was.
fn spell(line: &mut [String], session: &mut dyn Session) {
    let mut played = 0;
    for text in line {
        let Ok(step) = session.replay(text) else { break };
        *text = step.record;
        played += 1;
    }
    for _ in 0..played {
        session.undo();
    }
}

/// The same for every branch of a tree, each in the position it is played in.
fn spell_tree(report: &mut TextReport, session: &mut dyn Session) {
    // The lines are taken before any move is spelled: a branch is found by the engine's words.
    let lines: Vec<Vec<String>> = (0..report.tree.len())
        .map(|branch| {
            let above = |&at: &usize| report.tree[at].parent;
            let mut line: Vec<_> =
                std::iter::successors(Some(branch), above).map(|at| report.tree[at].text.clone()).collect();
            line.reverse();
            line
        })
        .collect();
    for (row, mut line) in report.tree.iter_mut().zip(lines) {
        spell(&mut line, session);
        row.text = line.pop().unwrap_or_default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_engine::{BranchRow, DepthRow, MoveReport, registry};

    fn line(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn chess_lines_are_spelled_in_their_positions() {
        let session = registry::open("chess", "standard", None).expect("a game");
        let branch = |parent, text: &str| BranchRow { parent, text: text.to_owned(), ..BranchRow::default() };
        let report = TextReport {
            best: Some("e2e4".to_owned()),
            pv: line("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1g1"),
            moves: vec![MoveReport { text: "e2e4".to_owned(), pv: line("e2e4 zz"), ..MoveReport::default() }],
            depths: vec![DepthRow { pv: vec!["b1c3".to_owned(); 30], ..DepthRow::default() }],
            tree: vec![branch(None, "e2e4"), branch(None, "g1f3"), branch(Some(0), "g8f6"), branch(Some(2), "e4e5")],
            ..TextReport::default()
        };
        let spelled = for_the_page(report, session.as_ref());
        assert_eq!(spelled.pv, line("e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O"));
        // What cannot be played stays as it is, and moves that are played are the engine's words.
        assert_eq!(spelled.moves[0].pv, line("e4 zz"));
        assert_eq!((spelled.best.as_deref(), spelled.moves[0].text.as_str()), (Some("e2e4"), "e2e4"));
        assert_eq!((spelled.depths[0].pv.len(), spelled.depths[0].pv[0].as_str()), (LONGEST_LINE, "Nc3"));
        assert_eq!(spelled.tree.iter().map(|row| row.text.as_str()).collect::<Vec<_>>(), ["e4", "Nf3", "Nf6", "e5"]);
    }
}
