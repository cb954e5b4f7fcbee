//! A reader of Syzygy tables: win/draw/loss, and the distance to the next capture or pawn move (DTZ).
//!
//! [`Tables::result`] probes WDL, [`Tables::distance`] DTZ. The files are undefined for positions in which a capture is
//! a best move, so captures are tried first. `index.rs` numbers positions, `table.rs` reads files.
//!
//! The format is Ronald de Man's; up to seven men. Files are opened when first needed and read block by block.

mod index;
mod table;

use crate::words;
use index::{BLACK, Class, MOST_MEN, Man};
use quadrille_chess::draws::FIFTY_MOVES;
use quadrille_chess::square::squares_of;
use quadrille_chess::{Move, Moves, Position, Role};
use quadrille_core::{Game, Player, Refusal, Score};
use quadrille_search::{CERTAIN_WIN, Oracle};
use quadrille_support::shared::Opened;
use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use table::{Kind, Table};

/// The environment variable that lists the tables' folders.
const VARIABLE: &str = "QUADRILLE_SYZYGY";

/// What the side to move gets if both play on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// It loses.
    Loss,
    /// A blessed loss: drawn by the fifty-move rule.
    SavedLoss,
    /// Nobody wins.
    Draw,
    /// A cursed win: drawn by the fifty-move rule.
    SpoiltWin,
    /// It wins.
    Win,
}

impl Verdict {
    const ALL: [Self; 5] = [Self::Loss, Self::SavedLoss, Self::Draw, Self::SpoiltWin, Self::Win];

    /// The same for the other side.
    const fn turned(self) -> Self {
        Self::ALL[4 - self as usize]
    }

    /// The distance to the end of the fifty moves' count just before the move that ends it.
    const fn before_zeroing(self) -> i32 {
        [-1, -101, 0, 101, 1][self as usize]
    }
}

/// How many men of each kind a side has: pawns first, queens last. The king is not counted.
type Side = [u8; 5];

/// The files of one class.
#[derive(Debug, Default)]
struct Entry {
    results: Option<PathBuf>,
    distances: Option<PathBuf>,
    opened: [OnceLock<Option<Table>>; 2],
}

/// The tables of some folders.
#[derive(Debug)]
pub struct Tables {
    /// By White's men and Black's, as in the names of the files.
    entries: HashMap<[Side; 2], Entry>,
    most_men: usize,
}

/// The open tables, by folder list.
static OPEN: Opened<OsStr, Tables> = Opened::new();

impl Tables {
    /// Finds the tables in folders, listed as in `PATH`. Folders that are already open are shared.
    ///
    /// # Errors
    ///
    /// Returns an error if a folder cannot be read or holds no table.
    pub fn open(folders: &OsStr) -> Result<Arc<Self>, Refusal> {
        OPEN.open(folders, || Self::find(folders))
    }

    /// The tables in the folders that `$QUADRILLE_SYZYGY` names, if it does.
    ///
    /// # Errors
    ///
    /// Returns an error if they cannot be used.
    pub fn installed() -> Result<Option<Arc<Self>>, Refusal> {
        let folders = std::env::var_os(VARIABLE).filter(|folders| !folders.is_empty());
        let in_variable = |why| words::IN_VARIABLE.refuse().with("name", VARIABLE).with("why", why);
        folders.map(|folders| Self::open(&folders).map_err(in_variable)).transpose()
    }

    fn find(folders: &OsStr) -> Result<Self, Refusal> {
        let mut tables = Self { entries: HashMap::new(), most_men: 0 };
        for folder in std::env::split_paths(folders) {
            let files =
                std::fs::read_dir(&folder).map_err(|error| quadrille_support::file::refusal(&folder, &error))?;
            for file in files.flatten() {
                tables.add(&file.path());
            }
        }
        if tables.most_men == 0 {
            return Err(words::NO_SYZYGY.refuse().with("folders", folders.to_string_lossy().into_owned()));
        }
        Ok(tables)
    }

    fn add(&mut self, path: &Path) {
        let sides = path.file_stem().and_then(OsStr::to_str).and_then(sides_of_name);
        let ending = path.extension().and_then(OsStr::to_str);
        let (Some(sides), Some(ending @ ("rtbw" | "rtbz"))) = (sides, ending) else { return };
        let men = 2 + sides.iter().flatten().map(|&count| usize::from(count)).sum::<usize>();
        if men > MOST_MEN {
            return;
        }
        let entry = self.entries.entry(sides).or_default();
        if ending == "rtbw" {
            entry.results = Some(path.to_owned());
            self.most_men = self.most_men.max(men);
        } else {
            entry.distances = Some(path.to_owned());
        }
    }

    /// The most men of a position that the tables may know.
    #[must_use]
    pub const fn most_men(&self) -> usize {
        self.most_men
    }

    /// How many classes there are.
    #[must_use]
    pub fn classes(&self) -> usize {
        self.entries.values().filter(|entry| entry.results.is_some()).count()
    }

    /// The WDL result with the fifty-move counter at zero; none if unknown.
    #[must_use]
    pub fn result(&self, position: &Position) -> Option<Verdict> {
        self.may_know(position).then(|| self.best_of_captures(position, false))?.map(|(verdict, _)| verdict)
    }

    /// Plies to the next capture, pawn move or mate, both sides at their best: positive if the side to move wins, negative if
    /// it loses, 0 for a draw, more than 100 either way where the fifty-move rule makes it one. Tables may be one too
    /// high. None if that is not known.
    #[must_use]
    pub fn distance(&self, position: &Position) -> Option<i32> {
        if !self.may_know(position) {
            return None;
        }
        let (verdict, zeroing) = self.best_of_captures(position, true)?;
        if verdict == Verdict::Draw || zeroing {
            return Some(verdict.before_zeroing());
        }
        let sign = verdict.before_zeroing().signum();
        let seen = Seen::of(position);
        let (men, black) = seen.men_for(self)?;
        let table = self.table(&seen, Kind::Distances)?;
        if let Some(plies) = table.distance(&men, black, verdict as u16)? {
            let spoilt = if verdict.before_zeroing().abs() > 1 { 100 } else { 0 };
            return Some((plies as i32 + spoilt) * sign);
        }
        // Only the other side to move is stored: one move further it is known.
        let moves = self.distances(position)?;
        let nearest = moves.iter().map(|&(_, distance)| distance).filter(|distance| distance.signum() == sign).min();
        Some(nearest.unwrap_or(-1))
    }

    /// Every legal move with the distance it leads to, for the side that makes it and counted from here.
    fn distances(&self, position: &Position) -> Option<Vec<(Move, i32)>> {
        let mut moves = Moves::new();
        position.legal_moves(&mut moves);
        let of = |&m: &Move| {
            let mut next = *position;
            next.play(m);
            if next.is_check() && next.outcome().is_some() {
                return Some((m, 1));
            }
            let distance = if next.halfmove_clock() == 0 {
                self.result(&next)?.turned().before_zeroing()
            } else {
                let after = -self.distance(&next)?;
                after + after.signum()
            };
            Some((m, distance))
        };
        moves.iter().map(of).collect()
    }

    fn may_know(&self, position: &Position) -> bool {
        position.occupied().count_ones() as usize <= self.most_men && position.castling_rooks() == 0
    }

    /// The result, and whether a capture (or, if asked, a pawn move) is as good as any move: then no table of distances
    /// tells more.
    fn best_of_captures(&self, position: &Position, pawns_too: bool) -> Option<(Verdict, bool)> {
        let mut moves = Moves::new();
        position.legal_moves(&mut moves);
        let mut best = Verdict::Loss;
        let mut tried = 0;
        for &m in &moves {
            let captures = m.is_en_passant() || position.role_at(m.to()).is_some();
            if !(captures || pawns_too && m.role() == Role::Pawn) {
                continue;
            }
            tried += 1;
            let mut next = *position;
            next.play(m);
            best = best.max(self.best_of_captures(&next, false)?.0.turned());
            if best == Verdict::Win {
                return Some((best, true));
            }
        }
        let all_tried = tried > 0 && tried == moves.len();
        let stored = if all_tried { best } else { self.stored(position)? };
        Some(if tried > 0 && best >= stored { (best, best > Verdict::Draw || all_tried) } else { (stored, false) })
    }

    fn stored(&self, position: &Position) -> Option<Verdict> {
        let seen = Seen::of(position);
        if seen.sides == [[0; 5]; 2] {
            return Some(Verdict::Draw);
        }
        let (men, black) = seen.men_for(self)?;
        let result = self.table(&seen, Kind::Results)?.result(&men, black)?;
        Verdict::ALL.get(usize::from(result)).copied()
    }

    fn table(&self, seen: &Seen<'_>, kind: Kind) -> Option<&Table> {
        let (sides, entry) = seen.entry(self)?;
        let path = if kind == Kind::Results { &entry.results } else { &entry.distances };
        let open = || Table::open(path.as_ref()?, kind, class_of(sides), sides[0] == sides[1]);
        entry.opened[kind as usize].get_or_init(open).as_ref()
    }
}

/// A position as the tables see it.
struct Seen<'p> {
    position: &'p Position,
    sides: [Side; 2],
}

impl<'p> Seen<'p> {
    fn of(position: &'p Position) -> Self {
        let side = |player| {
            let count = |role: Role| position.pieces(player, role).count_ones() as u8;
            [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen].map(count)
        };
        Self { position, sides: [side(Player::White), side(Player::Black)] }
    }

    /// The class of the position, with the sides exchanged if only that one is there.
    fn entry<'t>(&self, tables: &'t Tables) -> Option<([Side; 2], &'t Entry)> {
        let [white, black] = self.sides;
        [[white, black], [black, white]].into_iter().find_map(|sides| Some((sides, tables.entries.get(&sides)?)))
    }

    /// The men and whether Black is to move, the colours exchanged if the class has them the other way round.
    fn men_for(&self, tables: &Tables) -> Option<(Vec<(Man, u8)>, bool)> {
        let (sides, _) = self.entry(tables)?;
        let black = self.position.turn() == Player::Black;
        let exchanged = sides != self.sides || sides[0] == sides[1] && black;
        let mut men = Vec::with_capacity(MOST_MEN);
        for player in Player::BOTH {
            let colour = if (player == Player::Black) == exchanged { 0 } else { BLACK };
            for role in Role::ALL {
                let turned = if exchanged { 56 } else { 0 };
                let squares = squares_of(self.position.pieces(player, role));
                men.extend(squares.map(|square| (role as u8 + 1 + colour, square.index() as u8 ^ turned)));
            }
        }
        Some((men, black != exchanged))
    }
}

/// `KRPvKR`, as files are called.
fn sides_of_name(name: &str) -> Option<[Side; 2]> {
    let (white, black) = name.split_once('v')?;
    let side = |letters: &str| {
        let mut side = Side::default();
        for letter in letters.strip_prefix('K')?.chars().filter(|_| letters.len() <= MOST_MEN) {
            let role = Role::from_letter(letter).filter(|_| letter.is_ascii_uppercase())?;
            *side.get_mut(role.index())? += 1;
        }
        Some(side)
    };
    Some([side(white)?, side(black)?])
}

/// The side with fewer pawns leads, White if both have as many.
fn class_of(sides: [Side; 2]) -> Class {
    let [white, black] = sides.map(|side| usize::from(side[0]));
    let white_leads = black == 0 || white > 0 && black >= white;
    Class {
        men: 2 + sides.iter().flatten().map(|&count| usize::from(count)).sum::<usize>(),
        pawns: if white_leads { [white, black] } else { [black, white] },
        has_single: sides.iter().flatten().any(|&count| count == 1),
    }
}

impl Oracle<Position> for Tables {
    /// Draws are exact; of wins the distance is missing. They count from a capture or a pawn move: then nothing of the fifty
    /// moves is used up.
    fn value(&self, position: &Position) -> Option<Score> {
        match self.result(position)? {
            Verdict::Win => (position.halfmove_clock() == 0).then_some(CERTAIN_WIN),
            Verdict::Loss => (position.halfmove_clock() == 0).then_some(-CERTAIN_WIN),
            _ => Some(Score::DRAW),
        }
    }

    /// Moves that keep the result; of winning ones those that come nearest to the next capture or pawn move, so that the
    /// fifty-move rule never gets there first.
    fn choices(&self, position: &Position) -> Option<Vec<Move>> {
        let clock = position.halfmove_clock() as i32;
        let moves = self.may_know(position).then(|| self.distances(position))??;
        let in_time = |distance: i32| distance.abs() + clock <= FIFTY_MOVES as i32;
        let rank = |distance: i32| match distance.signum() {
            1 if in_time(distance) => 1_000 - distance,
            -1 if in_time(distance) => -1_000,
            _ => 0,
        };
        let best = moves.iter().map(|&(_, distance)| rank(distance)).max()?;
        Some(moves.into_iter().filter(|&(_, distance)| rank(distance) == best).map(|(m, _)| m).collect())
    }
}

#[cfg(test)]
mod tests;
