//! Dead stones, and the score without them.
//!
//! The game is played out a few hundred times from where it stands, with either side to move first; a chain whose
//! points belong to the other side at the end of most of these games is dead (Brügmann 1993). In doubt, it lives if
//! neither side gains by playing first at its liberties, as in a seki. The playouts are seeded, so the same board gets
//! the same answer. They misjudge positions that random players cannot handle. Start at [`lives`].

use crate::{Goban, Heavy, Move, Point, Setup, for_size_class, format_point, score, words};
use quadrille_core::{PerPlayer, Player, Playout, Refusal, Rng, Settlement, Trace};

/// How many games are played out with each side to move first.
const PLAYOUTS: u64 = 256;
/// A chain lives when its own side ends up with this share of its points on average …
const ALIVE: f64 = 0.55;
/// … or with this share, if neither side gains by playing first at its liberties. In a seki either side may lose.
const SEKI: f64 = 0.25;
/// What playing first at a liberty must add to a chain's share to count as a gain.
const GAIN: f64 = 0.08;
/// A side must have been first at a liberty this often to tell.
const TELLING: usize = 8;
/// A point's owner is in doubt if either side gets it in at least this share of the playouts.
const DOUBT: f64 = 0.15;
const SEED: u64 = 0x5EED;

/// The playouts' statistics of a position.
pub struct Status {
    /// Black's share of each point, from 0 to 1, row by row from the top.
    pub black_share: Vec<f64>,
    /// Chains that live, as lists of points.
    pub alive: Vec<Vec<String>>,
    /// Chains that are dead.
    pub dead: Vec<Vec<String>>,
    /// Black's lead in half points as the rules count.
    pub margin_halves: i32,
}

impl Status {
    /// Whether no point is in doubt.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.black_share.iter().all(|share| !(DOUBT..=1.0 - DOUBT).contains(share))
    }
}

/// Plays a position out.
pub fn status(stones: &Setup) -> Result<Status, Refusal> {
    let status = unless_given_up(stones, &mut |_| true)?;
    Ok(status.unwrap_or_else(|| unreachable!("nobody gives up")))
}

/// Plays a position out as long as there is time, as `go_on` says.
pub fn status_in_time(stones: &Setup, go_on: &mut dyn FnMut() -> bool) -> Result<Option<Status>, Refusal> {
    unless_given_up(stones, &mut |_| go_on())
}

/// The same for a position in which no point is in doubt. Most others are recognised after a few playouts.
pub fn settled_status(stones: &Setup, go_on: &mut dyn FnMut() -> bool) -> Result<Option<Status>, Refusal> {
    const FEW: usize = 32;
    const CLEARLY: f64 = 0.35;
    let grid = stones.rules.grid();
    let status = unless_given_up(stones, &mut |endings| {
        let share = |point| black_share(endings, point);
        let clear = |point| !(CLEARLY..=1.0 - CLEARLY).contains(&share(point));
        go_on() && (endings.len() != FEW || grid.points().all(clear))
    });
    Ok(status?.filter(Status::is_settled))
}

fn unless_given_up(stones: &Setup, go_on: &mut dyn FnMut(&[Ending]) -> bool) -> Result<Option<Status>, Refusal> {
    for_size_class!(&stones.rules, Board => judge::<Board>(stones, go_on),
        else => Err(words::BOARD_TOO_LARGE.refuse()))
}

/// The result of a position counted as it stands, as game records write it.
#[must_use]
pub fn result(margin_halves: i32) -> String {
    let points = f64::from(margin_halves.abs()) / 2.0;
    match margin_halves {
        0 => "0".to_owned(),
        1.. => format!("B+{points}"),
        _ => format!("W+{points}"),
    }
}

/// Black's lead in half points. Tromp and Taylor count the board as it stands; Chinese and Japanese players take the dead
/// stones off first.
pub fn margin_halves(stones: &Setup) -> Result<i32, Refusal> {
    if stones.rules.set().removes_dead_stones() {
        Ok(status(stones)?.margin_halves)
    } else {
        margin_as_it_stands(stones)
    }
}

fn margin_as_it_stands(stones: &Setup) -> Result<i32, Refusal> {
    for_size_class!(&stones.rules, Board => Ok(score::points(&Board::from_setup(stones)?).black_margin_halves()),
        else => Err(words::BOARD_TOO_LARGE.refuse()))
}

fn judge<B: Goban<Move = Move>>(
    setup: &Setup,
    go_on: &mut dyn FnMut(&[Ending]) -> bool,
) -> Result<Option<Status>, Refusal>
where
    Heavy: Playout<B>,
{
    let board = B::from_setup(setup)?;
    let grid = board.grid();
    let Some(endings) = Endings::of::<B>(setup, go_on)? else { return Ok(None) };
    let (mut alive, mut dead) = (Vec::new(), Vec::new());
    let mut cleared = setup.clone();
    cleared.ko = None;
    for chain in chains(&board) {
        let names = chain.iter().map(|&stone| format_point(grid, stone)).collect();
        if lives(&board, &chain, &endings) {
            alive.push(names);
        } else {
            dead.push(names);
            if setup.rules.set().removes_dead_stones() {
                take_off(&mut cleared, &chain);
            }
        }
    }
    let margin_halves = score::points(&B::from_setup(&cleared)?).black_margin_halves();
    let black_share = grid.points().map(|point| endings.black_share(point)).collect();
    Ok(Some(Status { black_share, alive, dead, margin_halves }))
}

/// Takes dead stones off the board: their opponent's prisoners, where those count.
fn take_off(setup: &mut Setup, dead: &[Point]) {
    for &stone in dead {
        let owner = setup.stone(stone);
        if let Some(player) = owner.filter(|_| setup.rules.set().counts_prisoners()) {
            let prisoners = &mut setup.prisoners[!player];
            *prisoners = prisoners.saturating_add(1);
        }
        setup.put(stone, None);
    }
}

/// A game that was played out.
struct Ending {
    /// The owner of each point, by its index in the bordered array.
    owners: Vec<Option<Player>>,
    /// Who was the first to play at each point.
    first: First,
}

/// Who was the first to play at each point, by its index in the bordered array.
struct First(Vec<Option<Player>>);

impl Trace for First {
    fn record(&mut self, mover: Player, code: usize) {
        self.0[code].get_or_insert(mover);
    }
}

impl Ending {
    /// A player's share of some points.
    fn share(&self, player: Player, points: &[Point]) -> f64 {
        let part = |point: &Point| match self.owners[point.index()] {
            Some(owner) => f64::from(u8::from(owner == player)),
            None => 0.5,
        };
        points.iter().map(part).sum::<f64>() / points.len() as f64
    }
}

/// The games played out from a position: those in which the side to move began, then as many of the other side.
struct Endings(Vec<Ending>);

/// Black's share of a point at the end of these games.
fn black_share(endings: &[Ending], point: Point) -> f64 {
    endings.iter().map(|ending| ending.share(Player::Black, &[point])).sum::<f64>() / endings.len() as f64
}

impl Endings {
    /// Plays until `go_on`, which sees the games so far, says stop; none if it gives up.
    fn of<B: Goban<Move = Move>>(
        setup: &Setup,
        go_on: &mut dyn FnMut(&[Ending]) -> bool,
    ) -> Result<Option<Self>, Refusal>
    where
        Heavy: Playout<B>,
    {
        let mut endings: Vec<Ending> = Vec::new();
        for (to_move, seed) in [(setup.to_move, SEED), (!setup.to_move, !SEED)] {
            let mut setup = setup.clone();
            if setup.to_move != to_move {
                // A ko forbids its point to the side to move only.
                (setup.to_move, setup.ko) = (to_move, None);
            }
            let board = B::from_setup(&setup)?;
            for game in 0..PLAYOUTS {
                if !go_on(&endings) {
                    return Ok(None);
                }
                let (mut end, mut first) = (board.clone(), First(vec![None; board.grid().cells()]));
                Heavy.run(&mut end, &mut Rng::stream(seed, game), &mut first);
                endings.push(Ending { owners: score::area(&end).owners, first });
            }
        }
        Ok(Some(Self(endings)))
    }

    /// Black's share of a point when the side to move begins.
    fn black_share(&self, point: Point) -> f64 {
        black_share(&self.0[..PLAYOUTS as usize], point)
    }
}

/// Every chain of the board.
fn chains<B: Goban>(board: &B) -> Vec<Vec<Point>> {
    let grid = board.grid();
    let mut seen = vec![false; grid.cells()];
    let mut chains = Vec::new();
    for point in grid.points().filter(|&point| board.stone(point).is_some()) {
        if !seen[point.index()] {
            let chain = board.chain(point);
            chain.iter().for_each(|stone| seen[stone.index()] = true);
            chains.push(chain);
        }
    }
    chains
}

/// Whether a chain lives.
fn lives<B: Goban>(board: &B, chain: &[Point], endings: &Endings) -> bool {
    let Some(player) = board.stone(chain[0]) else { return false };
    let fates: Vec<f64> = endings.0.iter().map(|ending| ending.share(player, chain)).collect();
    let share = fates.iter().sum::<f64>() / fates.len() as f64;
    // How it fares when this side is the first to play at a liberty.
    let begun_by = |side: Player, liberty: Point| {
        let told = endings.0.iter().zip(&fates).filter(|(ending, _)| ending.first.0[liberty.index()] == Some(side));
        let fates: Vec<f64> = told.map(|(_, fate)| *fate).collect();
        (fates.len() >= TELLING).then(|| fates.iter().sum::<f64>() / fates.len() as f64)
    };
    let gains = |liberty: Point| {
        let (own, other) = (begun_by(player, liberty), begun_by(!player, liberty));
        own.zip(other).is_some_and(|(own, other)| own - other > GAIN)
    };
    share >= ALIVE || (share >= SEKI && !board.liberties(chain[0]).into_iter().any(gains))
}

/// The board as players count it: dead stones taken off, which they may name themselves (any stone of a chain names it).
pub(crate) fn settle<B: Goban<Move = Move>>(board: &B, named: Option<&[String]>) -> Option<Settlement>
where
    Heavy: Playout<B>,
{
    let grid = board.grid();
    // Playouts go on where two passes have ended the game.
    let mut setup = board.setup();
    setup.passes = 0;
    let endings = if named.is_none() { Endings::of::<B>(&setup, &mut |_| true).ok()? } else { None };
    let name = |&stone: &Point| format_point(grid, stone);
    let is_dead = |chain: &Vec<Point>| match named {
        Some(names) => chain.iter().any(|stone| names.contains(&name(stone))),
        None => endings.as_ref().is_some_and(|endings| !lives(board, chain, endings)),
    };
    let dead: Vec<Point> = chains(board).into_iter().filter(is_dead).flatten().collect();
    take_off(&mut setup, &dead);
    setup.ko = None;
    let points = score::points(&B::from_setup(&setup).ok()?);
    let compensation = board.rules().compensation_halves() as f32 / 2.0;
    Some(Settlement {
        shares: endings
            .map_or_else(Vec::new, |endings| grid.points().map(|point| endings.black_share(point) as f32).collect()),
        dead: dead.iter().map(name).collect(),
        owners: grid.points().map(|point| points.owners[point.index()]).collect(),
        points: PerPlayer([points.of[Player::Black] as f32, points.of[Player::White] as f32 + compensation]),
        counts: board.rules().set().removes_dead_stones(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lone_stone_in_a_living_enemy_is_dead() {
        // Black owns the left half with two eyes and a white stone in it, White the right half.
        let rules = "5 chinese komi=0.5".parse().unwrap();
        let stones = Setup::parse(&rules, "1XXO1/OXXOO/1XXO1/XXXOO/1XXO1 X").unwrap();
        let status = status(&stones).unwrap();
        assert_eq!(status.dead, [["A4"]]);
        assert_eq!(status.alive.len(), 2);
        // 15 points for Black, 10 for White, and half a point of komi.
        assert_eq!(status.margin_halves, 9);
        assert_eq!(result(status.margin_halves), "B+4.5");
        assert_eq!(result(margin_as_it_stands(&stones).unwrap()), "B+0.5");
        assert!(status.black_share[0] > 0.9 && status.black_share[4] < 0.1);
    }

    /// White plays inside and takes the rest away; the playouts only half know how.
    #[test]
    fn a_group_with_four_points_in_a_square_is_dead() {
        let rules = "7 chinese komi=0.5".parse().unwrap();
        let stones = Setup::parse(&rules, "1OOOOO1/OOOOOOO/OOOOOOO/OOOOOOO/XXXOOOO/2XOOOO/2XOOOO X").unwrap();
        assert_eq!(status(&stones).unwrap().dead, [["A3", "B3", "C3", "C2", "C1"]]);
    }

    /// Each of two chains has one eye, and they share C1: whoever plays there is taken. Both live.
    #[test]
    fn a_seki_lives_whoever_is_to_move() {
        let rules = "9 chinese komi=0.5".parse().unwrap();
        let left = "1OOXXXX1X/OOOXXXXXX/1OOXXX1XX/OOOXXXXXX/1OOXXXXXX/OOOXXXXXX/OOOXXXXXX/XXXOOOXXX/1X1O1OXXX";
        for mover in ["X", "O"] {
            let status = status(&Setup::parse(&rules, &format!("{left} {mover}")).unwrap()).unwrap();
            assert!(status.dead.is_empty(), "{:?}", status.dead);
            // 53 points for Black, 27 for White; C1 is nobody's.
            assert_eq!(status.margin_halves, 2 * (53 - 27) - 1);
        }
    }

    #[test]
    fn a_position_in_doubt_is_recognised_early() {
        let settled = |text: &str, games: &mut u32| {
            let stones = Setup::parse(&"5 chinese komi=0.5".parse().unwrap(), text).unwrap();
            let mut count = || {
                *games += 1;
                true
            };
            settled_status(&stones, &mut count).unwrap().map(|status| status.margin_halves)
        };
        let mut games = 0;
        assert_eq!(settled("1XXO1/OXXOO/1XXO1/XXXOO/1XXO1 X", &mut games), Some(9));
        assert_eq!(u64::from(games), 2 * PLAYOUTS);
        games = 0;
        assert_eq!(settled("5/5/5/5/5 X", &mut games), None);
        assert!(games < 40);
    }

    #[test]
    fn counting_ends_when_there_is_no_time() {
        let stones = Setup::parse(&"5 chinese".parse().unwrap(), "5/5/5/5/5 X").unwrap();
        let mut left = 10;
        let mut go_on = || {
            left -= 1;
            left > 0
        };
        assert!(status_in_time(&stones, &mut go_on).unwrap().is_none());
        assert_eq!(left, 0);
    }

    /// The ko is forbidden to the side to move; the playouts that the other side begins do not know it.
    #[test]
    fn a_board_with_a_ko_is_counted() {
        let stones = Setup::parse(&"5 chinese".parse().unwrap(), "1XO2/XO1O1/1XO2/5/5 X ko=C4").unwrap();
        let board = crate::Small::from_setup(&stones).unwrap();
        assert!(status(&stones).is_ok() && settle(&board, None).is_some());
    }

    /// Taking a dead stone off costs its owner two points of territory counting: the stone and the point it stood on.
    #[test]
    fn japanese_players_count_territory_and_prisoners() {
        let rules = "5 japanese komi=0.5".parse().unwrap();
        let stones = Setup::parse(&rules, "1XXO1/OXXOO/1XXO1/XXXOO/1XXO1 X prisoners=3,1").unwrap();
        assert_eq!(stones.to_string(), "1XXO1/OXXOO/1XXO1/XXXOO/1XXO1 X prisoners=3,1");
        // Black: four empty points, the dead stone, three prisoners. White: three points, one prisoner, half a point.
        assert_eq!(status(&stones).unwrap().margin_halves, 2 * (4 + 1 + 3) - 2 * (3 + 1) - 1);
        let board = crate::Small::from_setup(&stones).unwrap();
        assert_eq!(settle(&board, None).unwrap().points, PerPlayer([8.0, 4.5]));
        assert_eq!(board.prisoners(), PerPlayer([3, 1]));
        assert!(Setup::parse(&"5 chinese".parse().unwrap(), "5/5/5/5/5 X prisoners=3,1").is_err());
        assert!(Setup::parse(&rules, "5/5/5/5/5 X prisoners=3").is_err());
    }

    #[test]
    fn people_may_say_which_stones_are_dead() {
        let rules = "5 chinese komi=0.5".parse().unwrap();
        let board =
            crate::Small::from_setup(&Setup::parse(&rules, "1XXO1/OXXOO/1XXO1/XXXOO/1XXO1 X passes=2").unwrap());
        let board = board.unwrap();
        let found = settle(&board, None).unwrap();
        assert_eq!((found.dead.as_slice(), found.counts), (["A4".to_owned()].as_slice(), true));
        assert_eq!(found.points, PerPlayer([15.0, 10.5]));
        assert!(found.shares[0] > 0.9 && found.shares[4] < 0.1);
        let none = settle(&board, Some(&[])).unwrap();
        assert_eq!((none.dead.len(), none.points), (0, PerPlayer([12.0, 11.5])), "A4 makes its corner nobody's");
        // Any stone names its chain.
        let all = settle(&board, Some(&["B1".to_owned()])).unwrap();
        assert_eq!((all.dead.len(), all.points[Player::Black]), (11, 0.0));
        let strict = "5 tromp-taylor komi=0.5".parse().unwrap();
        let strict = crate::Small::from_setup(&Setup::empty(strict)).unwrap();
        assert!(!settle(&strict, None).unwrap().counts, "there the board counts as it stands");
    }
}
