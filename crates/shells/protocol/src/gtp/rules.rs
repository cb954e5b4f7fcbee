//! What GoGui asks: its analysis commands, and the `gogui-rules` commands by which it learns games it does not know.

use super::{Engine, status};
use quadrille_core::{Outcome, Picture, Piece, Player, Refusal};
use quadrille_engine::MoveReport;

impl Engine<'_, '_, '_> {
    /// The commands GoGui offers in its menu: kind, label, command.
    pub(super) fn gogui_analyze_commands(&self) -> String {
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
        let lines = general.into_iter().chain(of_go.into_iter().filter(|_| self.board.is_go()));
        lines.collect::<Vec<_>>().join("\n")
    }

    pub(super) fn game_id(&self) -> String {
        let name = self.board.session().descriptor().name;
        let (first, rest) = name.split_at(1);
        first.to_ascii_uppercase() + rest
    }

    fn picture(&self) -> Picture {
        self.board.session().picture()
    }

    /// The number of lines.
    pub(super) fn size(&self) -> usize {
        self.picture().rows
    }

    /// The rows from the highest number down, as GTP numbers them, whatever the game's own diagrams do.
    pub(super) fn rules_board(&self) -> String {
        let picture = self.picture();
        let symbol = |piece: &Option<Piece>| match piece.map(|piece| piece.owner) {
            Some(Player::Black) => "X",
            Some(Player::White) => "O",
            None => ".",
        };
        let mut rows: Vec<String> = picture
            .pieces
            .chunks(picture.columns.max(1))
            .map(|row| row.iter().map(symbol).collect::<Vec<_>>().join(" "))
            .collect();
        let number =
            |name: &String| name.trim_start_matches(|c: char| c.is_ascii_alphabetic()).parse::<usize>().unwrap_or(0);
        if picture.names.first().map(number) < picture.names.last().map(number) {
            rows.reverse();
        }
        format!("\n{}", rows.join("\n"))
    }

    pub(super) fn legal_moves(&self) -> String {
        let moves = self.board.session().legal_moves();
        moves.into_iter().map(|m| m.text).collect::<Vec<_>>().join(" ")
    }

    /// Who has won and why; nothing while the game goes on.
    pub(super) fn final_result(&self) -> String {
        let Some(end) = self.board.session().end() else { return String::new() };
        let winner = match end.outcome {
            Outcome::Win(Player::Black) => "Black wins",
            Outcome::Win(Player::White) => "White wins",
            Outcome::Draw => "Draw",
        };
        format!("{winner} ({})", end.reason.en)
    }

    /// Pairs of point and chance in percent.
    pub(super) fn move_values(&self) -> String {
        let moves = self.last.iter().flat_map(|report| &report.moves);
        let tried = moves.filter(|m| m.visits.is_some() || m.verdict.is_some());
        let pair = |m: &MoveReport| format!("{} {:.0}", m.name.text, 100.0 * m.chance().unwrap_or(0.5));
        tried.map(pair).collect::<Vec<_>>().join("\n")
    }

    /// A board of numbers from -1 (White's) to 1 (Black's).
    pub(super) fn ownership(&self) -> Result<String, Refusal> {
        let status = status::status(&self.board.go_rules()?, &self.board.session().position())?;
        let columns = self.picture().columns.max(1);
        let rows = status.black_share.chunks(columns);
        let rows =
            rows.map(|row| row.iter().map(|share| format!("{:.2}", 2.0 * share - 1.0)).collect::<Vec<_>>().join(" "));
        Ok(format!("\n{}", rows.collect::<Vec<_>>().join("\n")))
    }
}
