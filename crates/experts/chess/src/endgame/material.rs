//! Which men are on the board: one table for each combination.
//!
//! White has the stronger side of every class. A position in which Black has it is looked up with the colours exchanged and
//! the board turned over.

use crate::words;
use quadrille_chess::{Position, Role, Square, square::squares_of};
use quadrille_core::{Player, Refusal};
use std::fmt;
use std::str::FromStr;

/// The most men on the board, kings included.
pub const MOST_MEN: u32 = 4;
/// A man other than a king.
pub(super) type Man = (Player, Role);
/// The roles beside the kings, the strongest first.
const ROLES: [Role; 5] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// The men of a class beside the two kings: White's before Black's, stronger before weaker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Material {
    men: [Option<Man>; 2],
}

impl Material {
    /// How many [`Material::id`]s there are.
    pub(super) const IDS: usize = 11 * 11;

    /// The class with these men, given in its own order.
    const fn new(men: [Option<Man>; 2]) -> Self {
        Self { men }
    }

    /// The men in order.
    #[inline]
    pub(super) const fn men(&self) -> [Option<Man>; 2] {
        self.men
    }

    /// A number that no other class has.
    #[inline]
    pub(super) fn id(&self) -> usize {
        let code = |man: Option<Man>| man.map_or(0, |(player, role)| 1 + player.index() * 5 + role.index());
        code(self.men[0]) * 11 + code(self.men[1])
    }

    /// Whether there is a pawn, so that only left and right look alike.
    #[must_use]
    pub fn has_pawns(&self) -> bool {
        self.men.iter().flatten().any(|&(_, role)| role == Role::Pawn)
    }

    /// Whether two men are the same, so that exchanging them changes nothing.
    #[must_use]
    pub fn has_twins(&self) -> bool {
        self.men[0].is_some() && self.men[0] == self.men[1]
    }

    /// Whether a pawn can be captured in passing.
    #[must_use]
    pub fn has_passing(&self) -> bool {
        self.men == [Some((Player::White, Role::Pawn)), Some((Player::Black, Role::Pawn))]
    }

    /// Every class of three and four men, each after those that its captures and promotions lead to.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let mut all = Vec::new();
        for one in ROLES {
            all.push(Self::new([Some((Player::White, one)), None]));
        }
        for (i, &one) in ROLES.iter().enumerate() {
            for &two in &ROLES[i..] {
                for owner in [Player::White, Player::Black] {
                    all.push(Self::new([Some((Player::White, one)), Some((owner, two))]));
                }
            }
        }
        // A promotion leaves fewer pawns, a capture fewer men.
        all.sort_by_key(|class| (class.men.iter().flatten().count(), class.pawns()));
        all
    }

    fn pawns(&self) -> usize {
        self.men.iter().flatten().filter(|(_, role)| *role == Role::Pawn).count()
    }

    /// The class and everything its captures and promotions lead to, in the order in which they can be built.
    #[must_use]
    pub fn with_parts(&self) -> Vec<Self> {
        let leads_to = |part: &Self| {
            // Each man of the part must come from a man of its own: the same one, or a pawn.
            let comes_from = |from: Man, to: Man| from.0 == to.0 && (from.1 == to.1 || from.1 == Role::Pawn);
            let fits = |[one, two]: [Option<Man>; 2]| {
                let whole = [one, two].into_iter().zip([self.men[0], self.men[1]]);
                whole.into_iter().all(|pair| match pair {
                    (Some(to), Some(from)) => comes_from(from, to),
                    (Some(_), None) => false,
                    (None, _) => true,
                })
            };
            let exchanged = part.men.map(|man| man.map(|(player, role)| (player.opponent(), role)));
            [part.men, exchanged].into_iter().any(|[one, two]| fits([one, two]) || fits([two, one]))
        };
        Self::all().into_iter().filter(leads_to).collect()
    }

    /// The class of a position with at most [`MOST_MEN`] men, castling aside; none for bare kings.
    #[must_use]
    pub fn of(position: &Position) -> Option<Self> {
        let seen = Seen::of(position)?;
        seen.material.men[0].map(|_| seen.material)
    }
}

impl fmt::Display for Material {
    /// `KQK`, `KRPK`, `KBKN`: White's men, then Black's.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for player in [Player::White, Player::Black] {
            f.write_str("K")?;
            for (_, role) in self.men.iter().flatten().filter(|(owner, _)| *owner == player) {
                write!(f, "{}", role.letter())?;
            }
        }
        Ok(())
    }
}

impl FromStr for Material {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        let refuse = || {
            let names = Self::all().into_iter().map(|class| class.to_string());
            words::NO_CLASS.refuse().quote("name", text).list("names", names)
        };
        Self::all().into_iter().find(|class| class.to_string().eq_ignore_ascii_case(text)).ok_or_else(refuse)
    }
}

/// A position as its table sees it: White has the stronger side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    pub(super) material: Material,
    pub(super) turn: Player,
    /// White's king, Black's king, the men in the order of the class; the rest means nothing.
    pub(super) squares: [Square; 4],
}

impl Seen {
    /// Puts kings and men in order, and exchanges the colours where Black is stronger.
    #[inline]
    pub(super) fn new(turn: Player, kings: [Square; 2], men: [Option<(Man, Square)>; 2]) -> Self {
        let [mut one, mut two] = men;
        if one.is_none() {
            std::mem::swap(&mut one, &mut two);
        }
        // White before Black, then the stronger one.
        let rank =
            |man: Option<(Man, Square)>| man.map_or(0, |((player, role), _)| 8 * (1 + player.index()) + role.index());
        let mut flip = false;
        if let (Some(((first, a), _)), Some(((second, b), _))) = (one, two) {
            let black = if first == Player::Black { a } else { b };
            let white = if first == Player::Black { b } else { a };
            flip = if first == second { first == Player::Black } else { black > white };
        } else if let Some(((player, _), _)) = one {
            flip = player == Player::Black;
        }
        let turned = |square: Square| if flip { Square::new(square.index() as u8 ^ 56) } else { square };
        let owned = |player: Player| if flip { player.opponent() } else { player };
        let turn_over =
            |man: Option<(Man, Square)>| man.map(|((player, role), square)| ((owned(player), role), turned(square)));
        (one, two) = (turn_over(one), turn_over(two));
        if rank(two) > rank(one) {
            std::mem::swap(&mut one, &mut two);
        }
        let [white, black] = if flip { [kings[1], kings[0]] } else { kings };
        let place = |man: Option<(Man, Square)>| man.map_or(Square::new(0), |(_, square)| square);
        Self {
            material: Material::new([one.map(|(man, _)| man), two.map(|(man, _)| man)]),
            turn: owned(turn),
            squares: [turned(white), turned(black), place(one), place(two)],
        }
    }

    /// A position with few enough men.
    pub(super) fn of(position: &Position) -> Option<Self> {
        if position.occupied().count_ones() > MOST_MEN {
            return None;
        }
        let kings = [position.king(Player::White), position.king(Player::Black)];
        let mut men = squares_of(position.occupied() & !position.all(Role::King))
            .filter_map(|square| position.piece_at(square).map(|man| (man, square)));
        Some(Self::new(position.turn(), kings, [men.next(), men.next()]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_thirty_five_classes_each_after_its_parts() {
        let all = Material::all();
        assert_eq!(all.len(), 35);
        for (place, class) in all.iter().enumerate() {
            assert_eq!(class.to_string().parse::<Material>().as_ref(), Ok(class));
            for part in class.with_parts() {
                assert!(all.iter().position(|other| *other == part) <= Some(place), "{class} needs {part}");
            }
        }
        let parts = |name: &str| -> Vec<String> {
            name.parse::<Material>().expect("a class").with_parts().iter().map(Material::to_string).collect()
        };
        assert_eq!(parts("KRK"), ["KRK"]);
        assert_eq!(parts("KPK"), ["KQK", "KRK", "KBK", "KNK", "KPK"]);
        assert_eq!(parts("KRKB"), ["KRK", "KBK", "KRKB"]);
        assert_eq!(parts("KBPK"), ["KQK", "KRK", "KBK", "KNK", "KPK", "KQBK", "KRBK", "KBBK", "KBNK", "KBPK"]);
        assert_eq!(parts("KBKP").last().map(String::as_str), Some("KBKP"));
        assert!(parts("KBKP").contains(&"KQKB".to_owned()));
        assert_eq!(parts("KPKP").len(), 5 + 15);
        assert!("KQQQK".parse::<Material>().is_err());
    }
}
