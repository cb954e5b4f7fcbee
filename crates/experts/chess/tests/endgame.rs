//! Endgame tables against a slow reference implementation, against the rules and against published numbers.

use quadrille_chess::{Moves, Position, Role, Rules, Setup, Square};
use quadrille_chess_expert::endgame::{Endgames, Material, Packer, Tally, Value};
use quadrille_core::{Game, Outcome, Player};
use quadrille_search::{Oracle, Stop};
use std::sync::LazyLock;

/// The tables that the tests share: three men, and one class of four.
static ENDGAMES: LazyLock<Endgames> = LazyLock::new(|| {
    let endgames = Endgames::default();
    for name in ["KPK", "KBBK"] {
        endgames.build(class(name), 1, &Stop::new()).expect("nobody stops it");
    }
    endgames
});

fn class(name: &str) -> Material {
    name.parse().expect("a class")
}

fn position(fen: &str) -> Position {
    fen.parse().expect("a position")
}

/// Every position of White's king and one man against a king, solved forwards: sweep after sweep over all positions, until a
/// sweep changes nothing. No symmetry, no way back.
struct Twin {
    positions: Vec<Option<Position>>,
    successors: Vec<Vec<usize>>,
    values: Vec<Option<Value>>,
}

const ROLES: [Role; 3] = [Role::Queen, Role::Rook, Role::Pawn];

impl Twin {
    fn new() -> Self {
        let positions: Vec<_> = (0..ROLES.len() << 19).map(set_up).collect();
        let successors: Vec<Vec<usize>> =
            positions.iter().map(|p| p.as_ref().map_or_else(Vec::new, successors)).collect();
        let begin = |p: &Option<Position>| match p.as_ref().map(Game::outcome) {
            Some(Some(Outcome::Win(_))) => Some(Value::Loss(0)),
            Some(Some(Outcome::Draw)) => Some(Value::Draw),
            _ => None,
        };
        let values = positions.iter().map(begin).collect();
        Self { positions, successors, values }
    }

    fn solve(mut self) -> Self {
        for plies in 1.. {
            let next: Vec<(usize, Value)> = self.unsolved().filter_map(|i| Some((i, self.value(i, plies)?))).collect();
            for &(i, value) in &next {
                self.values[i] = Some(value);
            }
            if next.is_empty() && plies > 60 {
                return self;
            }
        }
        self
    }

    fn unsolved(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.positions.len()).filter(|&i| self.positions[i].is_some() && self.values[i].is_none())
    }

    /// The value of a position that is decided in exactly this many plies.
    fn value(&self, i: usize, plies: u32) -> Option<Value> {
        let mut values =
            self.successors[i].iter().map(|&next| if next == DRAWN { Some(Value::Draw) } else { self.values[next] });
        if plies % 2 == 1 {
            return values.any(|value| value == Some(Value::Loss(plies - 1))).then_some(Value::Win(plies));
        }
        values.all(|value| matches!(value, Some(Value::Win(_)))).then_some(Value::Loss(plies))
    }
}

/// Bare kings, or a lone minor piece.
const DRAWN: usize = usize::MAX;

fn set_up(number: usize) -> Option<Position> {
    let mut setup = Setup { turn: Player::BOTH[number & 1], ..Setup::empty() };
    let men = [(Player::White, Role::King), (Player::Black, Role::King), (Player::White, ROLES[number >> 19])];
    for (i, man) in men.into_iter().enumerate() {
        let square = number >> (1 + 6 * i) & 63;
        if setup.board[square].replace(man).is_some() {
            return None;
        }
    }
    setup.position(Rules::Standard).ok()
}

fn number(position: &Position) -> usize {
    let role = ROLES.iter().position(|&role| position.pieces(Player::White, role) != 0);
    let Some(role) = role else { return DRAWN };
    let man = Square::lowest_of(position.pieces(Player::White, ROLES[role])).index();
    let [white, black] = [Player::White, Player::Black].map(|player| position.king(player).index());
    role << 19 | man << 13 | black << 7 | white << 1 | position.turn().index()
}

fn successors(position: &Position) -> Vec<usize> {
    let mut moves = Moves::new();
    position.legal_moves(&mut moves);
    let after = |m| {
        let mut next = *position;
        next.play(m);
        number(&next)
    };
    moves.into_iter().map(after).collect()
}

#[test]
fn three_men_agree_with_the_slow_twin() {
    let twin = Twin::new().solve();
    let mut compared = 0;
    for (position, value) in twin.positions.iter().zip(&twin.values) {
        if let Some(position) = position {
            assert_eq!(ENDGAMES.value(position), Some(value.unwrap_or(Value::Draw)), "{position}");
            compared += 1;
        }
    }
    assert_eq!(compared, 368_452 + 399_112 + 331_352, "legal positions of KQK, KRK and KPK");
}

#[test]
fn four_men_agree_with_the_rules() {
    let checked = ENDGAMES.check(class("KBBK"), 37);
    assert!(checked.as_ref().is_ok_and(|&checked| checked > 10_000), "{checked:?}");
}

/// Positions that look alike count once. King and rook: the 28,056 positions with Black to move of Bain's dataset, 2,796 of
/// them drawn (UCI repository, 1994). King and pawn: the 111,282 wins of every bitbase of that ending. Longest mates: Nalimov's
/// tables.
#[test]
fn counts_and_longest_mates_are_the_published_ones() {
    let tally = |name: &str| ENDGAMES.tally(class(name)).expect("built");
    assert_eq!(tally("KRK"), Tally { wins: 21_959, draws: 2_796, losses: 25_260, longest: 31 });
    assert_eq!(tally("KPK").wins + tally("KPK").losses, 111_282);
    let longest = |name: &str| tally(name).longest.div_ceil(2);
    assert_eq!(["KQK", "KRK", "KPK", "KBBK"].map(longest), [10, 16, 28, 19]);
    assert_eq!((tally("KBK").longest, tally("KNK").wins), (0, 0));
}

#[test]
fn a_line_ends_in_mate_after_as_many_plies_as_promised() {
    for fen in ["8/8/8/8/8/2k5/8/KR6 w - - 0 1", "8/8/8/8/8/2k5/8/Kr6 w - - 0 1", "8/8/8/4k3/8/8/4P3/4K3 b - - 0 1"] {
        let mut position = position(fen);
        let value = ENDGAMES.value(&position).expect("a table");
        let line = ENDGAMES.line(&position);
        assert_eq!(value.plies().unwrap_or(0) as usize, line.len(), "{fen}");
        for m in line {
            assert!(position.is_legal(m));
            position.play(m);
        }
        assert_eq!(position.outcome().is_some(), value != Value::Draw, "{fen}");
    }
}

#[test]
fn what_is_in_no_table_has_no_value() {
    assert_eq!(ENDGAMES.value(&position("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")), None);
    assert!(ENDGAMES.value(&position("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")).is_some());
    assert_eq!(ENDGAMES.value(&position("4k3/8/8/8/8/8/8/RR2K3 w - - 0 1")), None);
    assert_eq!(ENDGAMES.value(&Position::start(&Rules::Standard)), None);
    assert_eq!(ENDGAMES.value(&position("4k3/8/8/8/8/8/8/4K3 w - - 0 1")), Some(Value::Draw));
}

#[test]
fn a_file_keeps_every_value_and_damage_is_refused() {
    let mut packer = Packer::default();
    for name in ["KRK", "KPK", "KQK"] {
        assert!(packer.add(&ENDGAMES, class(name)) > 0);
    }
    let bytes = packer.finish();
    let read = Endgames::from_bytes(bytes.clone()).expect("whole");
    for number in (0..ROLES.len() << 19).step_by(11) {
        if let Some(position) = set_up(number) {
            assert_eq!(read.value(&position), ENDGAMES.value(&position), "{position}");
        }
    }
    assert_eq!(read.value(&position("8/8/8/8/8/2k5/8/KB6 w - - 0 1")), None, "not in the file");
    let sentence =
        "these are not endgame tables of up to 4 men, or they are damaged: `quadrille endgames` rebuilds them";
    let refused = |bytes: Vec<u8>| Endgames::from_bytes(bytes).expect_err("damaged").to_string();
    for place in [0, 7, 8, 20, 24, bytes.len() / 2, bytes.len() - 1] {
        let mut damaged = bytes.clone();
        damaged[place] ^= 4;
        assert_eq!(refused(damaged), sentence, "byte {place}");
    }
    for length in [0, 4, 8, 16, bytes.len() - 1] {
        assert_eq!(refused(bytes[..length].to_vec()), sentence, "{length} bytes");
    }
}

#[test]
fn stopping_leaves_a_sentence() {
    let stop = Stop::new();
    stop.request();
    let refusal = Endgames::default().build(class("KRK"), 1, &stop).expect_err("stopped");
    assert_eq!(refusal.to_string(), "stopped before the tables were finished");
}
