//! Tables of three men that the tests write themselves from our own, read back position by position.

use super::index::{BLACK, Class, Man, Order};
use super::*;
use crate::endgame::{Endgames, Value};
use quadrille_chess::{Rules, Setup, Square};
use quadrille_search::Stop;

/// How values are packed: each in `bits`, and two equal ones together in one symbol where there is one.
struct Packing {
    bits: u8,
    values: u16,
    pairs: &'static [u16],
}

const RESULTS: Packing = Packing { bits: 3, values: 5, pairs: &[0, 4] };
const DISTANCES: Packing = Packing { bits: 8, values: 200, pairs: &[] };
const BLOCK_BYTES: usize = 64;
const SPAN: usize = 64;

/// The parts of a table after its head: symbols, sparse index, counts, blocks.
struct Written {
    head: Vec<u8>,
    sparse: Vec<u8>,
    counts: Vec<u8>,
    blocks: Vec<u8>,
}

fn pack(values: &[u16], packing: &Packing, flags: u8) -> Written {
    let mut symbols = Vec::new();
    let mut left = values;
    while let [first, rest @ ..] = left {
        let pair = packing.pairs.iter().position(|value| value == first && rest.first() == Some(first));
        symbols.push(pair.map_or((*first, 1), |pair| (packing.values + pair as u16, 2)));
        left = if pair.is_some() { &rest[1..] } else { rest };
    }
    let (mut sparse, mut counts, mut blocks, mut starts) = (Vec::new(), Vec::new(), Vec::new(), vec![0]);
    for block in symbols.chunks(BLOCK_BYTES * 8 / usize::from(packing.bits)) {
        let mut bits = Vec::new();
        for &(symbol, _) in block {
            bits.extend((0..packing.bits).rev().map(|bit| symbol >> bit & 1 == 1));
        }
        bits.resize(BLOCK_BYTES * 8, false);
        blocks.extend(bits.chunks(8).map(|byte| byte.iter().fold(0, |sum, &bit| sum << 1 | u8::from(bit))));
        let count: usize = block.iter().map(|&(_, size)| size).sum();
        counts.extend((count as u16 - 1).to_le_bytes());
        starts.push(starts[starts.len() - 1] + count);
    }
    for middle in (0..values.len()).step_by(SPAN).map(|first| first + SPAN / 2) {
        let block = starts[..starts.len() - 1].partition_point(|&start| start <= middle) - 1;
        sparse.extend((block as u32).to_le_bytes());
        sparse.extend(((middle - starts[block]) as u16).to_le_bytes());
    }
    let mut head = vec![flags, 6, 6, 0];
    head.extend((starts.len() as u32 - 1).to_le_bytes());
    head.extend([packing.bits, packing.bits, 0, 0]);
    head.extend((packing.values + packing.pairs.len() as u16).to_le_bytes());
    let halves = (0..packing.values).map(|value| (value, 0xFFF)).chain(packing.pairs.iter().map(|&half| (half, half)));
    for (a, b) in halves {
        head.extend([a as u8, (a >> 8) as u8 | (b << 4) as u8, (b >> 4) as u8]);
    }
    head.resize(head.len().next_multiple_of(2), 0);
    Written { head, sparse, counts, blocks }
}

/// A whole file; `values` are by file of the leading pawn, then by side to move.
fn file(mark: [u8; 4], men: &[Man], values: &[Vec<Vec<u16>>], packing: &Packing, flags: u8) -> Vec<u8> {
    let mut bytes = mark.to_vec();
    bytes.push(1 | if values.len() > 1 { 2 } else { 0 });
    for _ in values {
        bytes.push(0);
        bytes.extend(men.iter().map(|man| man | man << 4));
    }
    bytes.resize(bytes.len().next_multiple_of(2), 0);
    let parts: Vec<Written> = values.iter().flatten().map(|values| pack(values, packing, flags)).collect();
    parts.iter().for_each(|part| bytes.extend(&part.head));
    parts.iter().for_each(|part| bytes.extend(&part.sparse));
    parts.iter().for_each(|part| bytes.extend(&part.counts));
    for part in &parts {
        bytes.resize(bytes.len().next_multiple_of(64), 0);
        bytes.extend(&part.blocks);
    }
    bytes
}

/// All positions of White's king and a man against a king.
fn positions(role: Role) -> impl Iterator<Item = Position> {
    (0..2 * 64 * 64 * 64).filter_map(move |number: u32| {
        let turn = if number & 1 == 0 { Player::White } else { Player::Black };
        let mut setup = Setup { turn, ..Setup::empty() };
        let men = [(Player::White, Role::King), (Player::Black, Role::King), (Player::White, role)];
        for (i, man) in men.into_iter().enumerate() {
            let square = Square::new((number >> (1 + 6 * i) & 63) as u8);
            if setup.board[square.index()].replace(man).is_some() {
                return None;
            }
        }
        setup.position(Rules::Standard).ok()
    })
}

/// The values of a class in the order of a table.
fn values(role: Role, men: &[Man], value: impl Fn(&Position) -> Option<u16>) -> Vec<Vec<Vec<u16>>> {
    let pawns = usize::from(role == Role::Pawn);
    let class = Class { men: 3, pawns: [pawns, 0], has_single: true };
    let files = if role == Role::Pawn { 4 } else { 1 };
    let orders: Vec<Order> = (0..files).map(|file| Order::new(class, men, [0, 15], file).expect("an order")).collect();
    let mut values: Vec<Vec<Vec<Option<u16>>>> =
        orders.iter().map(|order| vec![vec![None; order.len as usize]; 2]).collect();
    for position in positions(role) {
        let Some(value) = value(&position) else { continue };
        let man =
            |player, role: Role| squares_of(position.pieces(player, role)).map(|s| s.index() as u8).next().unwrap();
        let colour = |player| if player == Player::Black { BLACK } else { 0 };
        let of = |player, role: Role| (role as u8 + 1 + colour(player), man(player, role));
        let seen = [of(Player::White, Role::King), of(Player::Black, Role::King), of(Player::White, role)];
        let file = if pawns > 0 { index::leading_file([seen[2].1].into_iter()) } else { 0 };
        let number = orders[file].number(&seen).expect("a number") as usize;
        let place = &mut values[file][usize::from(position.turn() == Player::Black)][number];
        assert!(place.is_none_or(|other| other == value), "two positions with the number {number}: {position}");
        *place = Some(value);
    }
    let filled = |side: Vec<Option<u16>>| side.into_iter().map(|value| value.unwrap_or(0)).collect();
    values.into_iter().map(|sides| sides.into_iter().map(filled).collect()).collect()
}

/// Our own tables, and a folder with Syzygy tables of the same.
struct Both {
    own: Endgames,
    folder: PathBuf,
}

impl Both {
    fn new(name: &str) -> Self {
        let own = Endgames::default();
        own.build("KPK".parse().unwrap(), 1, &Stop::new()).unwrap();
        let folder = std::env::temp_dir().join(format!("quadrille-syzygy-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let result = |position: &Position| own.value(position).map(|value| verdict(value) as u16);
        let distance = |position: &Position| match own.value(position)? {
            Value::Win(plies) if position.turn() == Player::White => Some(plies as u16 - 1),
            _ => None,
        };
        let (rook, pawn) = ([6, 14, 4], [1, 6, 14]);
        let results = [0x71, 0xE8, 0x23, 0x5D];
        for (name, role, men) in [("KRvK", Role::Rook, rook), ("KPvK", Role::Pawn, pawn)] {
            let bytes = file(results, &men, &values(role, &men, result), &RESULTS, 0);
            std::fs::write(folder.join(name).with_extension("rtbw"), bytes).unwrap();
        }
        let mut values = values(Role::Rook, &rook, distance);
        values[0].truncate(1);
        // Distances of wins and of losses are in plies, White to move.
        let bytes = file([0xD7, 0x66, 0x0C, 0xA5], &rook, &values, &DISTANCES, 4 | 8);
        std::fs::write(folder.join("KRvK.rtbz"), bytes).unwrap();
        Self { own, folder }
    }
}

impl Drop for Both {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

const fn verdict(value: Value) -> Verdict {
    match value {
        Value::Win(_) => Verdict::Win,
        Value::Draw => Verdict::Draw,
        Value::Loss(_) => Verdict::Loss,
    }
}

#[test]
fn positions_of_three_men_are_read_back() {
    let both = Both::new("all");
    let tables = Tables::open(both.folder.as_os_str()).unwrap();
    assert_eq!((tables.classes(), tables.most_men()), (2, 3));
    for role in [Role::Rook, Role::Pawn] {
        for position in positions(role).step_by(7).filter(|position| position.outcome().is_none()) {
            let Some(value) = both.own.value(&position) else { continue };
            assert_eq!(tables.result(&position), Some(verdict(value)), "{position}");
            let plies = match value {
                Value::Win(plies) => plies as i32,
                Value::Loss(plies) => -(plies as i32),
                Value::Draw => 0,
            };
            if role == Role::Rook {
                assert_eq!(tables.distance(&position), Some(plies), "{position}");
            }
        }
    }
}

#[test]
fn black_is_looked_up_like_white_and_the_best_moves_are_chosen() {
    let both = Both::new("black");
    let tables = Tables::open(both.folder.as_os_str()).unwrap();
    let white: Position = "8/8/8/4k3/8/8/8/1R2K3 w - - 0 1".parse().unwrap();
    let black: Position = "1r2k3/8/8/8/4K3/8/8/8 b - - 0 1".parse().unwrap();
    assert_eq!(tables.distance(&white), tables.distance(&black));
    let nearest = tables.distance(&white).unwrap();
    let choices = Oracle::choices(&*tables, &white).unwrap();
    assert!(!choices.is_empty() && choices.len() < 10);
    for m in choices {
        let mut next = white;
        next.play(m);
        assert_eq!(tables.distance(&next), Some(1 - nearest));
    }
    assert_eq!(Oracle::value(&*tables, &white), Some(CERTAIN_WIN));
    let late: Position = "8/8/8/4k3/8/8/8/1R2K3 w - - 90 90".parse().unwrap();
    assert_eq!(Oracle::value(&*tables, &late), None);
    let unknown: Position = "8/8/8/4k3/8/8/8/2Q1K3 w - - 0 1".parse().unwrap();
    assert_eq!(tables.result(&unknown), None);
}

#[test]
fn damaged_and_foreign_files_are_no_trouble() {
    let both = Both::new("damaged");
    let path = both.folder.join("KRvK.rtbw");
    let whole = std::fs::read(&path).unwrap();
    let position: Position = "8/8/8/4k3/8/8/8/1R2K3 w - - 0 1".parse().unwrap();
    for i in 0..400 {
        let mut bytes = whole.clone();
        if i % 2 == 0 {
            bytes.truncate(i * 7);
        } else {
            bytes[i] ^= 0xFF;
        }
        std::fs::write(&path, bytes).unwrap();
        let tables = Tables::find(both.folder.as_os_str()).unwrap();
        let result = tables.result(&position);
        assert!(i % 2 == 1 || result.is_none(), "{i}");
    }
    let nothing = Tables::find(std::env::temp_dir().join("quadrille-none").as_os_str());
    assert!(nothing.is_err());
    let empty = both.folder.join("empty");
    std::fs::create_dir(&empty).unwrap();
    assert!(Tables::find(empty.as_os_str()).unwrap_err().to_string().contains("no Syzygy tables"));
}
