//! The fast board and the general one agree on everything, move by move, in seeded random games.

use quadrille_core::{Game, KeyHistory, MoveBuf, Player, Rng, contract};
use quadrille_go::{Goban, Huge, Large, Medium, Move, Rules, Small, general, score};

/// Plays one random game on both boards. Own eyes are filled seldom, so that games are full of captures and kos.
fn play_side_by_side<G: Goban>(rules: &Rules, seed: u64) -> Tally {
    let mut rng = Rng::stream(0x607, seed);
    let (mut fast, mut slow) = (G::start(rules), general::Position::start(rules));
    let mut seen: KeyHistory = [fast.history_key()].into_iter().collect();
    let mut tally = Tally::default();
    for _ in 0..3 * rules.grid().area() {
        assert_same_moves(&fast, &slow, &seen, &mut tally);
        let mut moves = G::Moves::default();
        fast.legal_moves(&mut moves);
        let mut allowed: Vec<Move> =
            moves.as_slice().iter().copied().filter(|&m| fast.allowed_by_history(m, &seen)).collect();
        if rng.below(20) > 0 && allowed.iter().any(|&m| is_sensible(&slow, m)) {
            allowed.retain(|&m| is_sensible(&slow, m));
        }
        let Some(&m) = rng.pick(&allowed) else { break };
        assert_eq!(fast.captures(m), slow.captures(m), "captures of {m:?} in {slow:?}");
        tally.captured += fast.captures(m).len();
        fast.play(m);
        slow.play(m);
        seen.push(fast.history_key());
        tally.kos += usize::from(fast.ko().is_some());
    }
    let prisoners = fast.prisoners();
    assert_eq!((prisoners[Player::Black] + prisoners[Player::White]) as usize, tally.captured, "prisoners of {slow:?}");
    tally
}

/// Not a pass and not into an own eye.
fn is_sensible(board: &general::Position, m: Move) -> bool {
    m.point().is_some_and(|p| !board.grid().neighbours(p).all(|n| board.stone(n) == Some(board.to_move())))
}

#[derive(Default, Debug)]
struct Tally {
    captured: usize,
    kos: usize,
    forbidden: usize,
}

fn assert_same_moves<G: Goban>(fast: &G, slow: &general::Position, seen: &KeyHistory, tally: &mut Tally) {
    assert_eq!(fast.setup(), slow.setup());
    assert_eq!((fast.key(), fast.history_key()), (slow.key(), slow.history_key()), "keys in {slow:?}");
    assert_eq!(fast.outcome(), slow.outcome(), "outcome of {slow:?}");
    assert_eq!(score::points(fast), score::points(slow), "points in {slow:?}");
    let (mut quick, mut sure) = (G::Moves::default(), general::Moves::default());
    fast.legal_moves(&mut quick);
    slow.legal_moves(&mut sure);
    assert_eq!(quick.as_slice(), sure.as_slice(), "legal moves of {slow:?}");
    for &m in sure.as_slice() {
        let allowed = slow.allowed_by_history(m, seen);
        assert_eq!(fast.allowed_by_history(m, seen), allowed, "superko of {m:?} in {slow:?}");
        tally.forbidden += usize::from(!allowed && m != Move::Pass);
    }
    for point in fast.grid().points().step_by(3) {
        assert_eq!(fast.chain(point), slow.chain(point), "the chain at {point:?} in {slow:?}");
        assert_eq!(fast.liberties(point), slow.liberties(point), "the liberties at {point:?} in {slow:?}");
    }
}

fn many<G: Goban>(rules: &str, games: u64) -> Tally {
    let rules: Rules = rules.parse().expect("good rules");
    (0..contract::reference_games("REFERENCE_GAMES", games)).fold(Tally::default(), |sum, seed| {
        let one = play_side_by_side::<G>(&rules, seed);
        Tally {
            captured: sum.captured + one.captured,
            kos: sum.kos + one.kos,
            forbidden: sum.forbidden + one.forbidden,
        }
    })
}

#[test]
fn small_boards_agree_under_every_rule_set() {
    for rules in ["2", "3", "1x6", "2x5", "4 simplified", "5 simplified", "5 chinese", "5 japanese", "7"] {
        let tally = many::<Small>(rules, 60);
        assert!(tally.captured > 0, "games under {rules} must have captures: {tally:?}");
    }
    assert!(many::<Small>("2", 60).forbidden > 0, "superko must have forbidden something");
    assert!(many::<Small>("5", 60).kos > 0, "there must have been kos");
}

#[test]
fn nine_by_nine_agrees() {
    let tally = many::<Small>("9", 20);
    assert!(tally.captured > 300 && tally.kos > 5, "{tally:?}");
}

#[test]
fn larger_classes_agree() {
    many::<Medium>("10x12", 3);
    many::<Large>("15x16 chinese", 1);
    many::<Huge>("8x25", 1);
}

#[test]
fn liberties_of_a_lone_stone_are_its_neighbours_on_a_board_of_300_lines() {
    let rules: Rules = "300".parse().expect("good rules");
    let mut board = general::Position::start(&rules);
    let corner = board.grid().point(0, 299).expect("a corner");
    board.play(Move::At(corner));
    assert_eq!(board.liberties(corner).len(), 2);
    assert_eq!(board.stone(corner), Some(Player::Black));
    assert_eq!(board.count_legal_moves(), 300 * 300);
}
