//! Which stones are dead, and what the board is worth without them.
//!
//! The game is played out a few hundred times from where it stands; a chain whose points belong to the other side at
//! the end of most of these games is dead (the Monte-Carlo way, Brügmann 1993). The playouts are seeded: the same board gets
//! the same answer. What such playouts cannot see, they get wrong: seki, and large eyes that a random defender fills.

use crate::{Goban, Heavy, Move, Point, Setup, for_size_class, format_point, score, words};
use quadrille_core::{PerPlayer, Player, Playout, Refusal, Rng, Settlement};

/// How many games are played out.
const PLAYOUTS: u64 = 256;
/// A chain is dead when its own side ends up with less than this share of its points on average.
const ALIVE: f64 = 0.35;
/// Whose a point is, is in doubt if either side gets it in this share of the playouts.
const DOUBT: f64 = 0.15;
const SEED: u64 = 0x5EED;

/// What the playouts say about a position.
pub struct Status {
    /// Black's share of each point, from 0 to 1, row by row from the top.
    pub black_share: Vec<f64>,
    /// Chains that live, as lists of points.
    pub alive: Vec<Vec<String>>,
    /// Chains that are dead.
    pub dead: Vec<Vec<String>>,
    /// Black's lead in half points when the dead stones are taken off.
    pub margin_halves: i32,
    /// What White is given beside the board.
    compensation: f64,
}

impl Status {
    /// How far a player leads after komi, by the shares of the points.
    #[must_use]
    pub fn lead(&self, player: Player) -> f64 {
        let points: f64 = self.black_share.iter().map(|share| 2.0 * share - 1.0).sum();
        let black = points - self.compensation;
        if player == Player::Black { black } else { -black }
    }

    /// Whether every point is somebody's beyond doubt.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.black_share.iter().all(|share| !(DOUBT..=1.0 - DOUBT).contains(share))
    }
}

/// Plays a position out.
pub fn status(stones: &Setup) -> Result<Status, Refusal> {
    for_size_class!(&stones.rules, Board => judge::<Board>(stones), else => Err(words::BOARD_TOO_LARGE.refuse()))
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

fn judge<B: Goban<Move = Move>>(setup: &Setup) -> Result<Status, Refusal>
where
    Heavy: Playout<B>,
{
    let board = B::from_setup(setup)?;
    let grid = board.grid();
    let black = shares(&board);
    let (mut alive, mut dead) = (Vec::new(), Vec::new());
    let mut cleared = setup.clone();
    for (chain, lives) in chains(&board, &black) {
        let names = chain.iter().map(|&stone| format_point(grid, stone)).collect();
        if lives {
            alive.push(names);
        } else {
            dead.push(names);
        }
        if !lives {
            take_off(&mut cleared, &chain);
        }
    }
    let margin_halves = score::points(&B::from_setup(&cleared)?).black_margin_halves();
    let black_share = grid.points().map(|point| black[point.index()]).collect();
    let compensation = f64::from(setup.rules.compensation_halves()) / 2.0;
    Ok(Status { black_share, alive, dead, margin_halves, compensation })
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

/// Black's share of each point at the end of the playouts, by its index in the bordered array.
fn shares<B: Goban<Move = Move>>(board: &B) -> Vec<f64>
where
    Heavy: Playout<B>,
{
    let grid = board.grid();
    let mut black = vec![0.0; grid.cells()];
    for game in 0..PLAYOUTS {
        let mut end = board.clone();
        Heavy.run(&mut end, &mut Rng::stream(SEED, game), &mut ());
        let owners = score::area(&end).owners;
        for point in grid.points() {
            black[point.index()] += match owners[point.index()] {
                Some(Player::Black) => 1.0,
                Some(Player::White) => 0.0,
                None => 0.5,
            } / PLAYOUTS as f64;
        }
    }
    black
}

/// Every chain of the board with whether it lives.
fn chains<B: Goban>(board: &B, black: &[f64]) -> Vec<(Vec<Point>, bool)> {
    let grid = board.grid();
    let mut seen = vec![false; grid.cells()];
    let mut chains = Vec::new();
    for point in grid.points() {
        let Some(player) = board.stone(point).filter(|_| !seen[point.index()]) else { continue };
        let chain = board.chain(point);
        let mut own = 0.0;
        for stone in &chain {
            seen[stone.index()] = true;
            let share = black[stone.index()];
            own += if player == Player::Black { share } else { 1.0 - share };
        }
        let lives = own / chain.len() as f64 >= ALIVE;
        chains.push((chain, lives));
    }
    chains
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
    let black = if named.is_some() { vec![0.5; grid.cells()] } else { shares(&B::from_setup(&setup).ok()?) };
    let name = |&stone: &Point| format_point(grid, stone);
    let is_dead = |chain: &[Point], lives: bool| match named {
        Some(names) => chain.iter().any(|stone| names.contains(&name(stone))),
        None => !lives,
    };
    let dead: Vec<Point> = chains(board, &black)
        .into_iter()
        .filter(|(chain, lives)| is_dead(chain, *lives))
        .flat_map(|(chain, _)| chain)
        .collect();
    take_off(&mut setup, &dead);
    setup.ko = None;
    let points = score::points(&B::from_setup(&setup).ok()?);
    let compensation = board.rules().compensation_halves() as f32 / 2.0;
    Some(Settlement {
        shares: grid.points().filter(|_| named.is_none()).map(|point| black[point.index()] as f32).collect(),
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
