//! Positions and moves as text: `bbbbb/bbbbb/5/wwwww/wwwww w`, `b2b3`, `b2xc3`.

use crate::geometry::{MAX_COLUMNS, MAX_ROWS, MIN_COLUMNS, MIN_ROWS};
use crate::moves::{Move, Moves};
use crate::position::Position;
use crate::rules::Rules;
use crate::words;
use quadrille_core::{Game, Lang, Notation, Outcome, Player, Refusal, to_move};
use std::fmt;
use std::str::FromStr;

/// At most this much of a rejected text is quoted.
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
            let refusal = words::NOT_A_SQUARE.refuse().quote("name", String::from_utf8_lossy(name));
            refusal.with("last", self.square_name(g.squares() as u8 - 1))
        };
        let &[letter, digit] = name else { return Err(refuse()) };
        let y = letter.to_ascii_lowercase().wrapping_sub(b'a');
        let x = digit.wrapping_sub(b'1');
        if y < g.columns && x < g.rows { Ok(g.columns * x + y) } else { Err(refuse()) }
    }

    /// Why a well-formed move is not legal.
    fn why_not(&self, m: Move) -> Refusal {
        let mover = self.to_move();
        let (from, to) = (self.square_name(m.from), self.square_name(m.to));
        let has = |player: Player, square: u8| self.pawns(player) >> square & 1 == 1;
        if let Some(outcome) = self.outcome() {
            return words::GAME_OVER.refuse().with("outcome", outcome);
        }
        if has(!mover, m.from) {
            let refusal = words::OTHERS_PAWN.refuse().with("square", from).with("owner", !mover);
            return refusal.with("mover", mover);
        }
        if !has(mover, m.from) {
            return words::NO_PAWN.refuse().with("mover", mover).with("square", from);
        }
        if has(mover, m.to) {
            return words::OWN_PAWN.refuse().with("mover", mover).with("square", to);
        }
        let mut moves = Moves::new();
        self.legal_moves(&mut moves);
        moves.retain(|legal| legal.from == m.from);
        let message = if moves.is_empty() { &words::STUCK } else { &words::ONLY_MOVES };
        message.refuse().with("square", from).list("moves", moves.iter().map(|&legal| self.format_move(legal)))
    }
}

impl Notation for Position {
    fn parse_position(rules: &Rules, text: &str) -> Result<Self, Refusal> {
        let mut parts = text.split_whitespace();
        let (Some(board), turn, None) = (parts.next(), parts.next(), parts.next()) else {
            return Err(not_a_position(text, words::POSITION_FORM.refuse()));
        };
        let turn = match turn {
            Some("w" | "W") => Player::White,
            Some("b" | "B") => Player::Black,
            Some(other) => return Err(words::BAD_SIDE.refuse().quote("text", shortened(other))),
            None => return Err(words::NO_SIDE.refuse().quote("text", shortened(text))),
        };
        let (rows, columns, white, black) = parse_board(board)?;
        let named = (rules.rows(), rules.columns());
        let default = Rules::default();
        if named != (rows, columns) && named != (default.rows(), default.columns()) {
            let found = words::OTHER_BOARD.refuse().with("found", format!("{rows}x{columns}"));
            return Err(found.with("expected", format!("{}x{}", named.0, named.1)));
        }
        Self::from_sets(&rules.resized(rows, columns)?, white, black, turn).map_err(|why| not_a_position(text, why))
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
            _ => return Err(not_a_move(text)),
        };
        if !trimmed.is_ascii() || sign.is_some_and(|sign| !matches!(sign, b'x' | b'X' | b'-')) {
            return Err(not_a_move(text));
        }
        let m = Move { from: self.parse_square(from)?, to: self.parse_square(to)? };
        if !self.is_legal(m) {
            return Err(words::NOT_LEGAL.refuse().quote("text", trimmed).with("why", self.why_not(m)));
        }
        match (sign, self.is_capture(m)) {
            (Some(b'x' | b'X'), false) => {
                Err(words::TAKES_NOTHING.refuse().quote("text", trimmed).with("square", self.square_name(m.to)))
            }
            (Some(b'-'), true) => {
                Err(words::IS_A_CAPTURE.refuse().quote("text", trimmed).with("move", self.format_move(m)))
            }
            _ => Ok(m),
        }
    }

    fn format_move(&self, m: Move) -> String {
        let sign = if self.is_capture(m) { "x" } else { "" };
        format!("{}{sign}{}", self.square_name(m.from), self.square_name(m.to))
    }

    fn diagram(&self, lang: Lang) -> String {
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
        lines.push(self.outcome().map_or_else(|| to_move(self.to_move()), Outcome::say).text(lang));
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
        return Err(words::BAD_ROW_COUNT.refuse().with("count", count).with("min", MIN_ROWS).with("max", MAX_ROWS));
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
                let row = words::UNEVEN_ROWS.refuse().with("number", number).quote("row", *text);
                return Err(row.with("width", width).with("first", first));
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
                let refusal = words::BAD_SYMBOL.refuse().quote("symbol", symbol).with("number", number);
                return Err(refusal.quote("row", shortened(text)).with("most", MAX_COLUMNS));
            }
        };
        width = width.saturating_add(run);
    }
    if (MIN_COLUMNS..=MAX_COLUMNS).contains(&width) {
        return Ok((width, white, black));
    }
    let refusal = words::BAD_ROW.refuse().with("number", number).quote("row", shortened(text)).with("width", width);
    Err(refusal.with("min", MIN_COLUMNS).with("max", MAX_COLUMNS))
}

fn not_a_move(text: &str) -> Refusal {
    words::NOT_A_MOVE.refuse().quote("text", shortened(text))
}

fn not_a_position(text: &str, why: Refusal) -> Refusal {
    words::NOT_A_POSITION.refuse().quote("text", shortened(text)).with("why", why)
}

/// The text, truncated for an error message.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST_QUOTE) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_string(),
    }
}

/// The text of [`Notation::format_position`].
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.format_position())
    }
}

/// Reads what `Display` writes; the board is as large as the text shows, the game the standard one.
///
/// ```
/// use quadrille_breakthrough::Position;
/// use quadrille_core::{Game, Notation};
///
/// let mut position: Position = "bbb/bbb/3/www/www w".parse()?;
/// position.play(position.parse_move("b2b3")?);
/// assert_eq!(position.to_string(), "bbb/bbb/1w1/w1w/www b");
/// # Ok::<(), quadrille_core::Refusal>(())
/// ```
impl FromStr for Position {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        Self::parse_position(&Rules::default(), text)
    }
}
