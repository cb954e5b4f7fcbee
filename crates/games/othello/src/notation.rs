//! Positions, moves and whole games as text.

use crate::square::Move;
use crate::{Position, Rules};
use quadrille_core::{Game, Notation, Player, Refusal};

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
        return Err(Refusal::plain(format!(
            "the Othello position {:?} has {counted} symbols: expected 64 squares (X, O or -) and the side to move",
            shortened(text)
        )));
    }
    let mut discs = [0_u64; 2];
    for (square, &symbol) in symbols[..SQUARES].iter().enumerate() {
        match read_disc(symbol) {
            Some(Some(player)) => discs[player.index()] |= 1 << square,
            Some(None) => {}
            None => {
                let place = Move::on(square as u32);
                return Err(Refusal::plain(format!("{symbol:?} on {place}: expected X, O or -")));
            }
        }
    }
    match read_disc(symbols[SQUARES]) {
        Some(Some(turn)) => Ok((discs[0], discs[1], turn)),
        _ => Err(Refusal::plain(format!("{:?} as the side to move: expected X or O", symbols[SQUARES]))),
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
        let reason = match m.square() {
            _ if self.outcome().is_some() => "the game is over".to_owned(),
            None => format!("{} has a move and must play", self.to_move()),
            Some(square) if self.disc_on(square).is_some() => "the square is taken".to_owned(),
            Some(_) => "it turns no disc".to_owned(),
        };
        Err(Refusal::plain(format!("{text:?} is illegal for {}: {reason}", self.to_move())))
    }

    fn format_move(&self, m: Move) -> String {
        m.to_string()
    }

    fn diagram(&self) -> String {
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
        drawing.push_str(&format!("X {black}  O {white}  {} to move\n", disc_symbol(Some(self.to_move()))));
        drawing
    }
}

/// Reads a game: moves in any common spelling (`f5d6c3`, `F5 D6 C3`, `1. f5 2. d6`), played from `start`. Passes may be
/// written (`pass`, `PA`, `ps`, `--`) or left out. Gives back every move played, the passes included, and the last position.
pub fn parse_transcript(start: &Position, text: &str) -> Result<(Vec<Move>, Position), Refusal> {
    let mut position = *start;
    let mut moves = Vec::new();
    let mut rest = text.trim_start_matches(is_filler);
    while !rest.is_empty() {
        let length = token_length(rest);
        let (token, after) = rest.split_at(length);
        rest = after.trim_start_matches(is_filler);
        if position.is_legal(Move::PASS) && Move::parse(token)? != Move::PASS {
            position.play(Move::PASS);
            moves.push(Move::PASS);
        }
        let m = position
            .parse_move(token)
            .map_err(|error| Refusal::plain(format!("move {} of the game: {error}", moves.len() + 1)))?;
        position.play(m);
        moves.push(m);
    }
    Ok((moves, position))
}

/// Spaces, commas, and move numbers such as `12.`; a digit that starts a token cannot belong to a square.
fn is_filler(symbol: char) -> bool {
    symbol.is_whitespace() || matches!(symbol, ',' | ';' | '.') || symbol.is_ascii_digit()
}

/// The bytes of the first token: a pass, a square, or, for the error, one symbol more than makes sense.
fn token_length(text: &str) -> usize {
    let lower: String = text.chars().take(4).collect::<String>().to_ascii_lowercase();
    if lower == "pass" {
        return 4;
    }
    text.char_indices().nth(2).map_or(text.len(), |(end, _)| end)
}

/// Writes a game the usual way: squares without spaces, passes left out.
#[must_use]
pub fn format_transcript(moves: &[Move]) -> String {
    moves.iter().filter(|m| m.square().is_some()).map(ToString::to_string).collect()
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
        assert!(refused("d4").contains("taken"));
        assert!(refused("a1").contains("turns no disc"));
        assert!(refused("pass").contains("black has a move"));
        assert!(refused("z9").contains("z9"));
        let over = Position::parse_position(&Rules::Standard, &format!("{} X", "X".repeat(64))).unwrap();
        assert!(over.parse_move("a1").unwrap_err().to_string().contains("over"));
    }

    #[test]
    fn transcripts_are_read_in_any_spelling() {
        let start = Position::start(&Rules::Standard);
        let (moves, end) = parse_transcript(&start, "f5d6c3").unwrap();
        for text in ["F5D6C3", "f5 d6 c3", "1. f5 2. d6 3. c3", "f5, d6; c3\n"] {
            assert_eq!(parse_transcript(&start, text).unwrap(), (moves.clone(), end));
        }
        assert_eq!(format_transcript(&moves), "f5d6c3");
        assert!(parse_transcript(&start, "f5f5").unwrap_err().to_string().contains("move 2"));
        assert!(parse_transcript(&start, "é").is_err());
        assert!(parse_transcript(&start, "f").is_err());
    }

    #[test]
    fn the_diagram_shows_coordinates_and_moves() {
        let drawing = Position::start(&Rules::Standard).diagram();
        assert!(drawing.starts_with("  a b c d e f g h\n1 - - "));
        assert_eq!(drawing.matches('.').count(), 4);
        assert!(drawing.ends_with("X 2  O 2  X to move\n"));
    }
}
