//! Standard algebraic notation, the one of books and PGN files.

use crate::movegen::Moves;
use crate::moves::Move;
use crate::piece::Role;
use crate::position::Position;
use crate::square::Square;
use crate::words;
use quadrille_core::{Game, Refusal};

/// A legal move in standard algebraic notation: `e4`, `Nbd7`, `exd6`, `O-O`, `e8=Q+`, `Qh7#`.
#[must_use]
pub fn san(position: &Position, m: Move) -> String {
    let mut text = if m.is_castling() {
        if m.to() > m.from() { "O-O".to_owned() } else { "O-O-O".to_owned() }
    } else {
        stem(position, m)
    };
    let mut after = *position;
    after.play(m);
    if after.is_check() {
        text.push(if after.count_legal_moves() == 0 { '#' } else { '+' });
    }
    text
}

/// The move without castling and check signs.
fn stem(position: &Position, m: Move) -> String {
    let role = m.role();
    let captures = m.is_en_passant() || position.occupied() & m.to().bit() != 0;
    let mut text = String::with_capacity(8);
    if role == Role::Pawn {
        if captures {
            text.push(m.from().file_letter());
        }
    } else {
        text.push(role.letter());
        text.push_str(&origin(position, m));
    }
    if captures {
        text.push('x');
    }
    text.push_str(&m.to().to_string());
    if let Some(role) = m.promotion() {
        text.push('=');
        text.push(role.letter());
    }
    text
}

/// The disambiguation: file, otherwise rank, otherwise both.
fn origin(position: &Position, m: Move) -> String {
    let mut moves = Moves::new();
    position.legal_moves(&mut moves);
    let rival = |other: &&Move| {
        **other != m && other.role() == m.role() && other.to() == m.to() && other.is_castling() == m.is_castling()
    };
    let rivals: Vec<Square> = moves.iter().filter(rival).map(|other| other.from()).collect();
    let from = m.from();
    if rivals.is_empty() {
        String::new()
    } else if rivals.iter().all(|rival| rival.file() != from.file()) {
        from.file_letter().to_string()
    } else if rivals.iter().all(|rival| rival.rank() != from.rank()) {
        (from.rank() + 1).to_string()
    } else {
        from.to_string()
    }
}

/// The parsed parts of a SAN.
struct Description {
    role: Role,
    from_file: Option<u8>,
    from_rank: Option<u8>,
    to: Square,
    promotion: Option<Role>,
}

/// Why a move of this kind to this square is not legal: it names the moves that pieces of the kind do have.
fn no_such_move(position: &Position, text: &str, meant: Option<(Role, Square)>, moves: &[Move]) -> Refusal {
    let Some((role, to)) = meant.filter(|_| !moves.is_empty()) else { return position.no_such_move(text) };
    let of_role = moves.iter().filter(|m| m.role() == role);
    let of_role: Vec<String> = of_role.map(|&m| san(position, m)).collect();
    let why = match role {
        Role::Pawn => words::NO_PAWN_TO.refuse().with("player", position.turn).with("square", to.to_string()),
        _ if of_role.is_empty() => words::CANNOT_MOVE.refuse(),
        _ => words::MOVES_OF.refuse().with("moves", of_role.join(" ")),
    };
    words::NOT_LEGAL.refuse().quote("text", text).with("why", why)
}

/// Reads a move in standard algebraic notation, also with the whole origin (`Ng1-f3`), with zeros for castling, and with
/// or without the signs of check, capture and promotion.
pub fn parse(position: &Position, text: &str) -> Result<Move, Refusal> {
    let bare = text.trim().trim_end_matches(['+', '#', '!', '?']);
    let mut moves = Moves::new();
    position.legal_moves(&mut moves);
    let mut meant = None;
    let fits: Box<dyn Fn(&Move) -> bool> = match bare {
        "O-O" | "0-0" | "o-o" => Box::new(|m| m.is_castling() && m.to() > m.from()),
        "O-O-O" | "0-0-0" | "o-o-o" => Box::new(|m| m.is_castling() && m.to() < m.from()),
        _ => {
            let description = Description::parse(bare).ok_or_else(|| not_a_move(text))?;
            meant = Some((description.role, description.to));
            Box::new(move |m| description.fits(m))
        }
    };
    let mut fitting = moves.as_slice().iter().copied().filter(|m| fits(m));
    match (fitting.next(), fitting.next()) {
        (None, _) => Err(no_such_move(position, text, meant, moves.as_slice())),
        (Some(m), None) => Ok(m),
        (Some(first), Some(second)) => {
            let refusal = words::AMBIGUOUS.refuse().quote("text", text).with("first", first.from().to_string());
            Err(refusal.with("second", second.from().to_string()))
        }
    }
}

fn not_a_move(text: &str) -> Refusal {
    words::NOT_A_MOVE.refuse().quote("text", text.chars().take(20).collect::<String>())
}

impl Description {
    fn parse(text: &str) -> Option<Self> {
        let mut letters: Vec<char> = text.chars().filter(|letter| !matches!(letter, 'x' | '-' | ':' | '=')).collect();
        if letters.len() > 7 {
            return None;
        }
        let promotion = letters.pop_if(|last| "NBRQK".contains(*last)).and_then(Role::from_letter);
        let rank = letters.pop().filter(char::is_ascii_digit)?;
        let file = letters.pop()?;
        let to = format!("{file}{rank}").parse().ok()?;
        let mut rest = letters.as_slice();
        let mut role = Role::Pawn;
        if let [first @ ('N' | 'B' | 'R' | 'Q' | 'K' | 'P'), others @ ..] = rest {
            role = Role::from_letter(*first)?;
            rest = others;
        }
        let mut from_file = None;
        if let [file @ 'a'..='h', others @ ..] = rest {
            from_file = Some(*file as u8 - b'a');
            rest = others;
        }
        let mut from_rank = None;
        if let [rank @ '1'..='8', others @ ..] = rest {
            from_rank = Some(*rank as u8 - b'1');
            rest = others;
        }
        rest.is_empty().then_some(Self { role, from_file, from_rank, to, promotion })
    }

    fn fits(&self, m: &Move) -> bool {
        m.role() == self.role
            && m.to() == self.to
            && !m.is_castling()
            && m.promotion() == self.promotion
            && self.from_file.is_none_or(|file| file == m.from().file())
            && self.from_rank.is_none_or(|rank| rank == m.from().rank())
    }
}
