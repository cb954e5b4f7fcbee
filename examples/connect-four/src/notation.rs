//! Positions and moves as text: rows from the top separated by `/`, `b` and `w` for discs, digits for runs of empty cells,
//! then the side to move. A move is the letter of its column.

use crate::rules::{COLUMNS, Column, Position, ROWS};
use crate::words;
use quadrille_core::{Game, Lang, Notation, Picture, Playable, Player, Refusal, Standard, to_move};

impl Notation for Position {
    fn parse_position(_: &Standard, text: &str) -> Result<Self, Refusal> {
        read(text).ok_or_else(|| words::BAD_POSITION.refuse().quote("text", text))
    }

    fn format_position(&self) -> String {
        self.compose(&self.picture().pieces, self.to_move()).unwrap_or_default()
    }

    fn parse_move(&self, text: &str) -> Result<Column, Refusal> {
        let column = match text.trim().as_bytes() {
            [letter @ (b'a'..=b'g' | b'A'..=b'G')] => Column(letter.to_ascii_lowercase() - b'a'),
            _ => return Err(words::BAD_MOVE.refuse().quote("text", text)),
        };
        if self.is_legal(column) { Ok(column) } else { Err(words::BAD_MOVE.refuse().quote("text", text)) }
    }

    fn format_move(&self, m: Column) -> String {
        char::from(b'a' + m.0).to_string()
    }

    fn diagram(&self, lang: Lang) -> String {
        let letter = |row, column| match self.disc(row, column) {
            None => '.',
            Some(Player::Black) => 'b',
            Some(Player::White) => 'w',
        };
        let row_text = |row| (0..COLUMNS).map(|column| format!("{} ", letter(row, column))).collect::<String>();
        let rows: Vec<String> = (0..ROWS).rev().map(|row| row_text(row).trim_end().to_owned()).collect();
        format!("{}\na b c d e f g\n{}\n", rows.join("\n"), to_move(self.to_move()).text(lang))
    }
}

fn read(text: &str) -> Option<Position> {
    let (board, side) = text.trim().split_once(' ')?;
    let to_move = match side.trim() {
        "b" => Player::Black,
        "w" => Player::White,
        _ => return None,
    };
    let rows: Vec<&str> = board.split('/').collect();
    if rows.len() != usize::from(ROWS) {
        return None;
    }
    let mut discs = [0_u64; 2];
    for (row, cells) in (0..ROWS).rev().zip(rows) {
        let mut column = 0_u8;
        for letter in cells.chars() {
            let owner = match letter {
                'b' => Player::Black,
                'w' => Player::White,
                digit => {
                    column += u8::try_from(digit.to_digit(10)?).ok()?;
                    continue;
                }
            };
            if column >= COLUMNS {
                return None;
            }
            discs[owner.index()] |= 1 << (column * (ROWS + 1) + row);
            column += 1;
        }
        if column != COLUMNS {
            return None;
        }
    }
    Position::new(discs, to_move)
}

/// Pictures list their rows from the top, as the text does.
pub(crate) fn compose(pieces: &[Option<quadrille_core::Piece>], to_move: Player) -> String {
    let letter = |player| if player == Player::Black { 'b' } else { 'w' };
    format!("{} {}", Picture::rows_of(pieces, COLUMNS.into(), |piece| letter(piece.owner)), letter(to_move))
}
