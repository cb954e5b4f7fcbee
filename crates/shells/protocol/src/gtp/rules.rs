//! GoGui extensions: its analysis commands, and the `gogui-rules` commands for games it does not know.

use quadrille_core::{Outcome, Picture, Piece, Player};
use quadrille_engine::{Report, Session};
use quadrille_go::status::Status;

/// The commands in GoGui's menu: kind, label, command.
pub(super) fn menu(is_go: bool) -> String {
    let general = [
        "pspairs/Move values of the last search/quadrille-move_values",
        "plist/Legal moves/gogui-rules_legal_moves",
        "string/Final score/final_score",
    ];
    let of_go = [
        "dboard/Ownership/quadrille-ownership",
        "plist/Dead stones/final_status_list dead",
        "plist/Living stones/final_status_list alive",
    ];
    general.into_iter().chain(of_go.into_iter().filter(|_| is_go)).collect::<Vec<_>>().join("\n")
}

/// The rows from the highest number down, as in GTP, whatever order the game's own diagrams use.
pub(super) fn board(picture: &Picture) -> String {
    let symbol = |piece: &Option<Piece>| match piece.map(|piece| piece.owner) {
        Some(Player::Black) => "X",
        Some(Player::White) => "O",
        None => ".",
    };
    let mut rows = rows(&picture.pieces, picture.columns, symbol);
    let number = |name: &String| name.trim_start_matches(|c: char| c.is_ascii_alphabetic()).parse::<usize>().ok();
    if picture.names.first().and_then(number) < picture.names.last().and_then(number) {
        rows.reverse();
    }
    format!("\n{}", rows.join("\n"))
}

/// A board of numbers from -1 (White's) to 1 (Black's).
pub(super) fn ownership(status: &Status, columns: usize) -> String {
    format!("\n{}", rows(&status.black_share, columns, |share| format!("{:.2}", 2.0 * share - 1.0)).join("\n"))
}

fn rows<T, S: ToString>(cells: &[T], columns: usize, text: impl Fn(&T) -> S) -> Vec<String> {
    let row = |row: &[T]| row.iter().map(|cell| text(cell).to_string()).collect::<Vec<_>>().join(" ");
    cells.chunks(columns.max(1)).map(row).collect()
}

pub(super) fn legal_moves(session: &dyn Session) -> String {
    session.legal_moves().into_iter().map(|m| m.text).collect::<Vec<_>>().join(" ")
}

/// Who has won and why; nothing while the game is in progress.
pub(super) fn final_result(session: &dyn Session) -> String {
    let Some(end) = session.end() else { return String::new() };
    let winner = match end.outcome {
        Outcome::Win(Player::Black) => "Black wins",
        Outcome::Win(Player::White) => "White wins",
        Outcome::Draw => "Draw",
    };
    format!("{winner} ({})", end.reason.en)
}

/// Pairs of point and chance in percent.
pub(super) fn move_values(report: &Report) -> String {
    let pairs = report.moves.iter().filter_map(|m| Some(format!("{} {:.0}", m.name.text, 100.0 * m.chance()?)));
    pairs.collect::<Vec<_>>().join("\n")
}
