//! Positions and moves as text: `bbbbb/bbbbb/5/wwwww/wwwww w`, `b2b3`, `b2xc3`.

use crate::geometry::{MAX_COLUMNS, MAX_ROWS, MIN_COLUMNS, MIN_ROWS};
use crate::moves::{Move, Moves};
use crate::position::Position;
use crate::rules::Rules;
use quadrille_core::bits::Bits;
use quadrille_core::{Game, Notation, Player, Refusal};

/// At most so much of a refused text is quoted.
const LONGEST_QUOTE: usize = 80;

impl Position {
    /// The name of a square: column letter, then row from 1 at White's side.
    #[must_use]
    pub fn square_name(&self, square: u8) -> String {
        let (x, y) = self.geometry().coordinates(square);
        format!("{}{}", char::from(b'a' + y), x + 1)
    }

    /// Reads `b2`.
    fn parse_square(&self, name: &[u8]) -> Result<u8, Refusal> {
        let g = self.geometry();
        let refuse = || {
            let last = self.square_name(g.squares() as u8 - 1);
            let shown = String::from_utf8_lossy(name).into_owned();
            Refusal::plain(format!("'{shown}' is no square of this board, whose squares are a1 to {last}"))
        };
        let &[letter, digit] = name else { return Err(refuse()) };
        let y = letter.to_ascii_lowercase().wrapping_sub(b'a');
        let x = digit.wrapping_sub(b'1');
        if y < g.columns && x < g.rows { Ok(g.columns * x + y) } else { Err(refuse()) }
    }

    /// Why a move that was understood is not legal.
    fn refusal(&self, m: Move, text: &str) -> Refusal {
        let mover = self.to_move();
        let (from, to) = (self.square_name(m.from), self.square_name(m.to));
        let has = |player: Player, square: u8| self.pawns(player) >> square & 1 == 1;
        let reason = if let Some(outcome) = self.outcome() {
            format!("the game is over ({outcome})")
        } else if has(!mover, m.from) {
            format!("the pawn on {from} is {}'s, and it is {mover}'s turn", !mover)
        } else if !has(mover, m.from) {
            format!("there is no {mover} pawn on {from}")
        } else if has(mover, m.to) {
            format!("{mover}'s own pawn stands on {to}")
        } else {
            let mut moves = Moves::new();
            self.legal_moves(&mut moves);
            let own: Vec<String> =
                moves.iter().filter(|legal| legal.from == m.from).map(|&legal| self.format_move(legal)).collect();
            match own.is_empty() {
                true => format!("the pawn on {from} cannot move"),
                false => format!("the pawn on {from} can only play {}", own.join(", ")),
            }
        };
        Refusal::plain(format!("'{text}' is not legal here: {reason}"))
    }
}

impl Notation for Position {
    fn parse_position(rules: &Rules, text: &str) -> Result<Self, Refusal> {
        let mut words = text.split_whitespace();
        let (Some(board), turn, None) = (words.next(), words.next(), words.next()) else {
            return Err(Refusal::plain(format!(
                "'{}' is no position: expected rows from Black's side separated by '/', then a space and w or b, such as 'bbbbb/bbbbb/5/wwwww/wwwww w'",
                quote(text)
            )));
        };
        let turn = match turn {
            Some("w" | "W") => Player::White,
            Some("b" | "B") => Player::Black,
            Some(other) => {
                return Err(Refusal::plain(format!("side to move '{}' is neither w nor b", quote(other))));
            }
            None => return Err(Refusal::plain(format!("'{}' does not say whose turn it is: add w or b", quote(text)))),
        };
        let (rows, columns, white, black) = parse_board(board)?;
        let named = (rules.rows(), rules.columns());
        let default = Rules::default();
        if named != (rows, columns) && named != (default.rows(), default.columns()) {
            return Err(Refusal::plain(format!(
                "the position is a board of {rows}x{columns}, but the rules say {}x{}",
                named.0, named.1
            )));
        }
        Self::from_sets(&rules.resized(rows, columns)?, white, black, turn)
            .map_err(|error| Refusal::plain(format!("'{}' is no position: {error}", quote(text))))
    }

    fn format_position(&self) -> String {
        let g = self.geometry();
        let rows: Vec<String> = (0..g.rows).rev().map(|x| self.format_row(x)).collect();
        format!("{} {}", rows.join("/"), if self.to_move() == Player::White { 'w' } else { 'b' })
    }

    fn parse_move(&self, text: &str) -> Result<Move, Refusal> {
        let trimmed = text.trim();
        let bytes = trimmed.as_bytes();
        let (from, sign, to) = match bytes.len() {
            4 => (&bytes[..2], None, &bytes[2..]),
            5 => (&bytes[..2], Some(bytes[2]), &bytes[3..]),
            _ => return Err(no_move(text)),
        };
        if !trimmed.is_ascii() || sign.is_some_and(|sign| !matches!(sign, b'x' | b'X' | b'-')) {
            return Err(no_move(text));
        }
        let m = Move { from: self.parse_square(from)?, to: self.parse_square(to)? };
        if !self.is_legal(m) {
            return Err(self.refusal(m, trimmed));
        }
        match (sign, self.is_capture(m)) {
            (Some(b'x' | b'X'), false) => {
                Err(Refusal::plain(format!("'{trimmed}' takes nothing: {} is empty", self.square_name(m.to))))
            }
            (Some(b'-'), true) => {
                Err(Refusal::plain(format!("'{trimmed}' is a capture: write it {}", self.format_move(m))))
            }
            _ => Ok(m),
        }
    }

    fn format_move(&self, m: Move) -> String {
        let sign = if self.is_capture(m) { "x" } else { "" };
        format!("{}{sign}{}", self.square_name(m.from), self.square_name(m.to))
    }

    fn diagram(&self) -> String {
        let g = self.geometry();
        let mut lines: Vec<String> = (0..g.rows)
            .rev()
            .map(|x| {
                let squares: String = (0..g.columns)
                    .map(|y| match self.piece_letter(g.columns * x + y) {
                        Some(letter) => format!(" {letter}"),
                        None => " .".to_string(),
                    })
                    .collect();
                format!("{} {squares}", x + 1)
            })
            .collect();
        let letters: String = (0..g.columns).map(|y| format!(" {}", char::from(b'a' + y))).collect();
        lines.push(format!("  {letters}"));
        lines.push(self.outcome().map_or_else(|| format!("{} to move", self.to_move()), |outcome| outcome.to_string()));
        lines.join("\n")
    }
}

impl Position {
    fn piece_letter(&self, square: u8) -> Option<char> {
        if self.pawns(Player::White) >> square & 1 == 1 {
            Some('w')
        } else if self.pawns(Player::Black) >> square & 1 == 1 {
            Some('b')
        } else {
            None
        }
    }

    fn format_row(&self, x: u8) -> String {
        let columns = self.geometry().columns;
        let mut row = String::new();
        let mut empty = 0;
        for y in 0..columns {
            match self.piece_letter(columns * x + y) {
                Some(letter) => {
                    push_run(&mut row, &mut empty);
                    row.push(letter);
                }
                None => empty += 1,
            }
        }
        push_run(&mut row, &mut empty);
        row
    }
}

fn push_run(row: &mut String, empty: &mut u32) {
    if *empty > 0 {
        row.push_str(&empty.to_string());
        *empty = 0;
    }
}

/// Reads the rows, from Black's side down: rows, columns, white set, black set.
fn parse_board(board: &str) -> Result<(u8, u8, u64, u64), Refusal> {
    let texts: Vec<&str> = board.splitn(usize::from(MAX_ROWS) + 2, '/').collect();
    if !(usize::from(MIN_ROWS)..=usize::from(MAX_ROWS)).contains(&texts.len()) {
        let count = board.split('/').count();
        return Err(Refusal::plain(format!("the board has {count} rows; {MIN_ROWS} to {MAX_ROWS} are expected")));
    }
    let rows = texts.len() as u8;
    let mut columns = None;
    let (mut white, mut black) = (0_u64, 0_u64);
    for (index, text) in texts.iter().enumerate() {
        let number = rows - index as u8;
        let (width, white_row, black_row) = parse_row(text, number)?;
        match *columns.get_or_insert(width) {
            first if first == width => {}
            first => {
                return Err(Refusal::plain(format!(
                    "row {number} ('{text}') has {width} squares where the rows above have {first}"
                )));
            }
        }
        white = white << width | white_row;
        black = black << width | black_row;
    }
    Ok((rows, columns.unwrap_or(MIN_COLUMNS), white, black))
}

/// Reads one row: its width and the sets of its pawns.
fn parse_row(text: &str, number: u8) -> Result<(u8, u64, u64), Refusal> {
    let (mut width, mut white, mut black) = (0_u8, 0_u64, 0_u64);
    for symbol in text.chars() {
        let run = match symbol {
            'w' | 'W' => {
                white |= 1 << width.min(MAX_COLUMNS);
                1
            }
            'b' | 'B' => {
                black |= 1 << width.min(MAX_COLUMNS);
                1
            }
            '1'..='8' => symbol as u8 - b'0',
            _ => {
                return Err(Refusal::plain(format!(
                    "'{}' in row {number} ('{}') is none of w, b and 1 to {MAX_COLUMNS}",
                    symbol.escape_default(),
                    quote(text)
                )));
            }
        };
        width = width.saturating_add(run);
    }
    if (MIN_COLUMNS..=MAX_COLUMNS).contains(&width) {
        return Ok((width, white, black));
    }
    Err(Refusal::plain(format!(
        "row {number} ('{}') has {width} squares; {MIN_COLUMNS} to {MAX_COLUMNS} are expected",
        quote(text)
    )))
}

fn no_move(text: &str) -> Refusal {
    Refusal::plain(format!("'{}' is no move: expected two squares, such as b2b3, or b2xc3 for a capture", quote(text)))
}

/// The text as far as an error message should repeat it.
fn quote(text: &str) -> String {
    match text.char_indices().nth(LONGEST_QUOTE) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_string(),
    }
}

/// The squares of a set by name, for messages and tests.
impl Position {
    /// The names of the squares of a set.
    #[must_use]
    pub fn square_names(&self, set: u64) -> Vec<String> {
        Bits(set & self.geometry().board).map(|square| self.square_name(square as u8)).collect()
    }
}
