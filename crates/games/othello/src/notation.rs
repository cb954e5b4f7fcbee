//! Positions and moves as text.

use crate::moves::Move;
use crate::position::Position;
use crate::rules::Rules;
use crate::words;
use quadrille_core::{Game, Lang, Notation, Player, Refusal, to_move};
use std::fmt;
use std::str::FromStr;

const SQUARES: usize = 64;

/// Black, white or empty: `X`, `O`, `-` and what other programs write for them.
fn read_disc(symbol: char) -> Option<Option<Player>> {
    match symbol {
        'X' | 'x' | '*' | 'B' | 'b' => Some(Some(Player::Black)),
        'O' | 'o' | '0' | 'W' | 'w' => Some(Some(Player::White)),
        '-' | '.' | '_' => Some(None),
        _ => None,
    }
}

const fn disc_symbol(disc: Option<Player>) -> char {
    match disc {
        Some(Player::Black) => 'X',
        Some(Player::White) => 'O',
        None => '-',
    }
}

/// The 64 squares and the side to move of a position's text, as sets.
fn read_board(text: &str) -> Result<(u64, u64, Player), Refusal> {
    let symbols: Vec<char> = text.chars().filter(|symbol| !symbol.is_whitespace()).take(SQUARES + 2).collect();
    if symbols.len() != SQUARES + 1 {
        let counted = text.chars().filter(|symbol| !symbol.is_whitespace()).count();
        return Err(words::BAD_LENGTH.refuse().quote("text", shortened(text)).with("count", counted));
    }
    let mut discs = [0_u64; 2];
    for (square, &symbol) in symbols[..SQUARES].iter().enumerate() {
        match read_disc(symbol) {
            Some(Some(player)) => discs[player.index()] |= 1 << square,
            Some(None) => {}
            None => {
                let refusal = words::BAD_SYMBOL.refuse().with("symbol", format!("{symbol:?}"));
                return Err(refusal.with("square", Move::on(square as u32).to_string()));
            }
        }
    }
    match read_disc(symbols[SQUARES]) {
        Some(Some(turn)) => Ok((discs[0], discs[1], turn)),
        _ => Err(words::BAD_SIDE.refuse().with("symbol", format!("{:?}", symbols[SQUARES]))),
    }
}

/// The beginning of a text that may be of any length, for quoting.
fn shortened(text: &str) -> String {
    const SHOWN: usize = 80;
    if text.chars().count() <= SHOWN {
        text.to_owned()
    } else {
        text.chars().take(SHOWN).chain("…".chars()).collect()
    }
}

impl Notation for Position {
    /// 64 squares from a1, b1 … h8 and the side to move; also `startpos`.
    fn parse_position(rules: &Rules, text: &str) -> Result<Self, Refusal> {
        if text.trim() == "startpos" {
            return Ok(Self::start(rules));
        }
        let (black, white, turn) = read_board(text)?;
        Ok(Self::new(*rules, black, white, turn))
    }

    fn format_position(&self) -> String {
        let mut text: String = (0..SQUARES as u32).map(|square| disc_symbol(self.disc_on(square))).collect();
        text.push(' ');
        text.push(disc_symbol(Some(self.to_move())));
        text
    }

    fn parse_move(&self, text: &str) -> Result<Move, Refusal> {
        let m = Move::parse(text)?;
        if self.is_legal(m) {
            return Ok(m);
        }
        let mover = self.to_move();
        let why = match m.square() {
            _ if self.outcome().is_some() => words::GAME_OVER.refuse(),
            None => words::MUST_PLAY.refuse().with("player", mover),
            Some(square) if self.disc_on(square).is_some() => words::TAKEN.refuse(),
            Some(_) => words::TURNS_NOTHING.refuse(),
        };
        Err(words::NOT_LEGAL.refuse().quote("text", text).with("player", mover).with("why", why))
    }

    fn format_move(&self, m: Move) -> String {
        m.to_string()
    }

    fn diagram(&self, lang: Lang) -> String {
        let mut drawing = String::from("  a b c d e f g h\n");
        for row in 0..8 {
            drawing.push_str(&(row + 1).to_string());
            for column in 0..8 {
                let square = row * 8 + column;
                let symbol = match self.disc_on(square) {
                    None if self.is_legal(Move::on(square)) => '.',
                    disc => disc_symbol(disc),
                };
                drawing.push(' ');
                drawing.push(symbol);
            }
            drawing.push('\n');
        }
        let count = |player| self.discs(player).count_ones();
        let (black, white) = (count(Player::Black), count(Player::White));
        let turn = to_move(disc_symbol(Some(self.to_move()))).text(lang);
        drawing + &format!("X {black}  O {white}  {turn}\n")
    }
}

/// The text of [`Notation::format_position`].
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.format_position())
    }
}

/// Reads what `Display` writes, under the standard rules.
///
/// ```
/// use quadrille_core::{Game, Notation};
/// use quadrille_othello::Position;
///
/// let mut position: Position = "---------------------------OX------XO--------------------------- X".parse()?;
/// position.play(position.parse_move("f5")?);
/// assert_eq!(position.to_string(), "---------------------------OX------XXX-------------------------- O");
/// # Ok::<(), quadrille_core::Refusal>(())
/// ```
impl FromStr for Position {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        Self::parse_position(&Rules::Standard, text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "---------------------------OX------XO--------------------------- X";

    #[test]
    fn the_start_is_written_as_the_command_line_says() {
        assert_eq!(Position::start(&Rules::Standard).format_position(), START);
        let white_first = Position::start(&Rules::WhiteFirst).format_position();
        assert_eq!(white_first, format!("{}O", &START[..65]));
        assert_eq!(Position::parse_position(&Rules::Standard, "startpos").unwrap().format_position(), START);
    }

    #[test]
    fn other_spellings_of_the_board_are_read() {
        let dots = START.replace('-', ".").replace('X', "*");
        assert_eq!(Position::parse_position(&Rules::Standard, &dots).unwrap().format_position(), START);
        let rows = START
            .replace(' ', "")
            .as_bytes()
            .chunks(8)
            .map(|row| String::from_utf8_lossy(row) + "\n")
            .collect::<String>();
        assert_eq!(Position::parse_position(&Rules::Standard, &rows).unwrap().format_position(), START);
    }

    #[test]
    fn bad_positions_are_refused_with_the_culprit() {
        let refused = |text: &str| Position::parse_position(&Rules::Standard, text).unwrap_err().to_string();
        assert!(refused("").contains("0 symbols"));
        assert!(refused(&START[..64]).contains("64 symbols"));
        assert!(refused(&START.replacen('-', "#", 1)).contains("'#' on a1"));
        assert!(refused(&format!("{}-", &START[..65])).contains("side to move"));
        assert!(refused(&"X".repeat(1_000_000)).len() < 300);
    }

    #[test]
    fn illegal_moves_are_refused_with_the_reason() {
        let start = Position::start(&Rules::Standard);
        let refused = |text: &str| start.parse_move(text).unwrap_err().to_string();
        assert!(refused("d4").contains("occupied"));
        assert!(refused("a1").contains("flips no discs"));
        assert!(refused("pass").contains("Black has a move"));
        assert!(refused("z9").contains("z9"));
        let over = Position::parse_position(&Rules::Standard, &format!("{} X", "X".repeat(64))).unwrap();
        assert!(over.parse_move("a1").unwrap_err().to_string().contains("over"));
    }

    #[test]
    fn the_diagram_shows_coordinates_and_moves() {
        let drawing = Position::start(&Rules::Standard).diagram(Lang::English);
        assert!(drawing.starts_with("  a b c d e f g h\n1 - - "));
        assert_eq!(drawing.matches('.').count(), 4);
        assert!(drawing.ends_with("X 2  O 2  X to move\n"));
    }
}
