//! The planes by definition, on the general board: slow and obvious.

use super::*;
use quadrille_core::{Game, Notation, Player, Rng};
use quadrille_go::{Rules, general};

/// Kos may make a reading go around in circles: one that puts down more stones than this is not compared.
const CLEAR: u32 = 99;

/// All planes as the table says; nothing if a ladder is too long to be clear.
fn planes_by_definition(position: &general::Position, recent: &[Move]) -> Option<Planes> {
    let grid = position.grid();
    let mut planes = Planes::new(grid);
    let mover = position.to_move();
    for (place, point) in grid.points().enumerate() {
        let place = place as u16;
        planes.mark(BOARD, place);
        for (age, &played) in recent.iter().take(RECENT).enumerate() {
            if played == Move::At(point) {
                planes.mark(LAST_MOVES + age, place);
            }
        }
        if position.ko() == Some(point) {
            planes.mark(KO, place);
        }
        let Some(owner) = position.stone(point) else {
            for enemy in grid.neighbours(point).filter(|&near| position.stone(near) == Some(mover.opponent())) {
                if catching(position, enemy, &mut CLEAR.clone())?.contains(&point) {
                    planes.mark(CATCHING, place);
                }
            }
            continue;
        };
        let side = usize::from(owner != mover);
        planes.mark(STONES + side, place);
        let liberties = position.liberties(point).len();
        if liberties <= 3 {
            planes.mark([OWN_LIBERTIES, ENEMY_LIBERTIES][side] + liberties - 1, place);
        }
        let caught = match liberties {
            1 => !gets_out(position, point, &mut CLEAR.clone())?,
            2 => !catching(position, point, &mut CLEAR.clone())?.is_empty(),
            _ => false,
        };
        if caught {
            planes.mark(CAUGHT + side, place);
        }
    }
    Some(planes)
}

/// The position after a stone of the player, if it may stand there; the ko is not seen.
fn after(position: &general::Position, at: Point, player: Player) -> Option<general::Position> {
    let mut setup = position.setup();
    (setup.to_move, setup.ko, setup.passes) = (player, None, 0);
    let mut next = general::Position::from_setup(&setup).expect("the same stones");
    if !next.is_legal(Move::At(at)) {
        return None;
    }
    next.play(Move::At(at));
    Some(next)
}

fn owner(position: &general::Position, target: Point) -> Player {
    position.stone(target).expect("a stone")
}

fn catching(position: &general::Position, target: Point, left: &mut u32) -> Option<Vec<Point>> {
    let liberties = position.liberties(target);
    let hunter = owner(position, target).opponent();
    let mut found = Vec::new();
    if liberties.len() == 2 {
        for at in liberties {
            *left = left.checked_sub(1)?;
            if let Some(next) = after(position, at, hunter)
                && !gets_out(&next, target, left)?
            {
                found.push(at);
            }
        }
    }
    Some(found)
}

fn gets_out(position: &general::Position, target: Point, left: &mut u32) -> Option<bool> {
    let (grid, runner) = (position.grid(), owner(position, target));
    let mut ways = position.liberties(target);
    let chain = position.chain(target);
    let near = |point: Point| grid.neighbours(point).any(|near| chain.contains(&near));
    for hunter in grid.points().filter(|&point| position.stone(point) == Some(runner.opponent()) && near(point)) {
        let liberties = position.liberties(hunter);
        if liberties.len() == 1 && !ways.contains(&liberties[0]) {
            ways.extend(liberties);
        }
    }
    for at in ways {
        *left = left.checked_sub(1)?;
        if let Some(next) = after(position, at, runner) {
            let liberties = next.liberties(target).len();
            if liberties > 2 || (liberties == 2 && catching(&next, target, left)?.is_empty()) {
                return Some(true);
            }
        }
    }
    Some(false)
}

#[test]
fn random_games_look_as_the_definition_says() {
    let (mut positions, mut compared) = (0, 0);
    for (text, games) in [("5", 12), ("9", 6), ("13", 1), ("7x4", 12)] {
        let rules: Rules = text.parse().expect("a board");
        for seed in 0..games {
            let mut rng = Rng::stream(11, seed);
            let mut position = general::Position::start(&rules);
            let mut encoder = Encoder::new(rules.grid());
            let mut planes = Planes::new(rules.grid());
            let mut recent: Vec<Move> = Vec::new();
            for _ in 0..rules.grid().area() {
                encoder.encode(&position, recent.iter().copied(), &mut planes);
                if let Some(expected) = planes_by_definition(&position, &recent) {
                    compared += 1;
                    let marks = (0..PLANES).flat_map(|plane| (0..rules.grid().area()).map(move |place| (plane, place)));
                    for (plane, place) in marks {
                        let (is, should) = (planes.is_marked(plane, place), expected.is_marked(plane, place));
                        assert_eq!(
                            is,
                            should,
                            "plane {plane}, place {place}:\n{}",
                            position.diagram(quadrille_core::Lang::English)
                        );
                    }
                }
                positions += 1;
                let moves: Vec<Move> = rules.grid().points().map(Move::At).filter(|&m| position.is_legal(m)).collect();
                let Some(&m) = rng.pick(&moves) else { break };
                position.play(m);
                recent.insert(0, m);
            }
        }
    }
    assert!(compared * 2 > positions, "{compared} of {positions} were clear");
}

#[test]
fn a_ladder_is_read_to_the_edge_and_to_a_stone_that_breaks_it() {
    let rules: Rules = "9".parse().expect("a board");
    let read = |text: &str| {
        let position = general::Position::parse_position(&rules, text).expect("a position");
        let mut planes = Planes::new(rules.grid());
        Encoder::new(rules.grid()).encode(&position, [], &mut planes);
        let marked = |plane: usize| (0..81).filter(|&place| planes.is_marked(plane, place)).collect::<Vec<_>>();
        (marked(CAUGHT + 1), marked(CATCHING))
    };
    // White's stone at place 20 has its liberties at 21 and 29; the ladder runs down to the right.
    let (caught, at) = read("9/2X6/1XO6/1X7/9/9/9/9/9 X");
    assert_eq!((caught.contains(&20), at.is_empty()), (true, false), "{caught:?} {at:?}");
    let (caught, _) = read("9/2X6/1XO6/1X7/9/9/6O2/9/9 X");
    assert!(!caught.contains(&20) || caught.is_empty(), "{caught:?}");
}
