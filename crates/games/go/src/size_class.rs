//! Boards of a size by capacity, so that a search is compiled for few types.

/// The type of position that a board needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SizeClass {
    /// [`crate::Small`], up to 9x9.
    Small,
    /// [`crate::Medium`], up to 14x14.
    Medium,
    /// [`crate::Large`], up to 19x19.
    Large,
    /// [`crate::Huge`], up to 25x25.
    Huge,
    /// [`crate::general::Position`], any size.
    General,
}

impl SizeClass {
    /// The class of the boards whose longer side has `side` lines.
    #[inline]
    pub(crate) const fn of_side(side: usize) -> Self {
        match side {
            0..=9 => Self::Small,
            10..=14 => Self::Medium,
            15..=19 => Self::Large,
            20..=25 => Self::Huge,
            _ => Self::General,
        }
    }

    /// The class whose positions have this capacity.
    pub(crate) const fn of_capacity(capacity: usize) -> Self {
        match capacity {
            128 => Self::Small,
            256 => Self::Medium,
            512 => Self::Large,
            1024 => Self::Huge,
            _ => Self::General,
        }
    }

    /// The longest side of the boards of this class; none if the class does not fix it.
    #[inline]
    pub(crate) const fn longest_side(self) -> Option<usize> {
        match self {
            Self::Small => Some(9),
            Self::Medium => Some(14),
            Self::Large => Some(19),
            Self::Huge => Some(25),
            Self::General => None,
        }
    }
}

/// Runs an expression with a type name bound to the position type that the rules' board needs, once compiled for each
/// of the four fast classes; `else` covers larger boards.
///
/// ```
/// use quadrille_core::Game;
/// let rules: quadrille_go::Rules = "13".parse().unwrap();
/// let moves = quadrille_go::for_size_class!(&rules, Board => Board::start(&rules).count_legal_moves(), else => 0);
/// assert_eq!(moves, 13 * 13 + 1);
/// ```
#[macro_export]
macro_rules! for_size_class {
    ($rules:expr, $position:ident => $body:expr, else => $larger:expr) => {
        match $crate::SizeClass::of($rules) {
            $crate::SizeClass::Small => {
                type $position = $crate::Small;
                $body
            }
            $crate::SizeClass::Medium => {
                type $position = $crate::Medium;
                $body
            }
            $crate::SizeClass::Large => {
                type $position = $crate::Large;
                $body
            }
            $crate::SizeClass::Huge => {
                type $position = $crate::Huge;
                $body
            }
            $crate::SizeClass::General => $larger,
        }
    };
}
