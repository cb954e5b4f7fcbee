//! Captures, suicide, ko and superko, as pictures.
//!
//! A picture is rows of `X`, `O` and `.`, the top row first; both boards are tested with each.

use quadrille_core::{KeyHistory, Notation, Outcome, Player};
use quadrille_go::{Goban, Move, Point, RuleSet, Rules, Setup, Small, general, score};

fn setup(to_move: Player, picture: &str) -> Setup {
    let rows: Vec<&str> = picture.split_whitespace().collect();
    let size = format!("{}x{}", rows.len(), rows[0].len());
    let mut setup = Setup::empty(size.parse().expect("a size"));
    setup.to_move = to_move;
    let letters: Vec<char> = rows.concat().chars().collect();
    for (point, letter) in setup.rules.grid().points().zip(letters) {
        let stone = match letter {
            'X' => Some(Player::Black),
            'O' => Some(Player::White),
            _ => None,
        };
        setup.put(point, stone);
    }
    setup
}

/// A game from a picture on, on any board, with its history.
struct Walk<G> {
    board: G,
    seen: KeyHistory,
}

impl<G: Goban + Notation> Walk<G> {
    fn from(to_move: Player, picture: &str) -> Self {
        Self::of(&setup(to_move, picture))
    }

    fn of(setup: &Setup) -> Self {
        let board = G::from_setup(setup).expect("a valid picture");
        let seen = [board.history_key()].into_iter().collect();
        Self { board, seen }
    }

    fn point(&self, name: &str) -> Point {
        quadrille_go::parse_point(self.board.grid(), name).expect("a point")
    }

    fn legal(&self, name: &str) -> bool {
        self.board.is_legal(Move::At(self.point(name)))
    }

    /// Whether superko permits a move that is legal otherwise.
    fn allowed(&self, name: &str) -> bool {
        let m = self.board.parse_move(name).expect("a legal move apart from the history");
        self.board.allowed_by_history(m, &self.seen)
    }

    fn play(mut self, names: &str) -> Self {
        for name in names.split_whitespace() {
            assert!(self.allowed(name), "{name} is forbidden by superko in {:?}", self.board);
            let m = self.board.parse_move(name).expect("a legal move");
            self.board.play(m);
            self.seen.push(self.board.history_key());
        }
        self
    }

    fn shows(&self, picture: &str) {
        let expected = setup(self.board.to_move(), picture);
        let stones: Vec<_> = self.board.setup().stones().collect();
        assert_eq!(stones, expected.stones().collect::<Vec<_>>(), "in {:?}", self.board);
    }
}

/// Writes a test once for the fast and once for the general board.
macro_rules! on_both_boards {
    ($($name:ident => $body:expr;)*) => {
        $(#[test]
        fn $name() {
            let fast: fn(Player, &str) -> Walk<Small> = Walk::from;
            let slow: fn(Player, &str) -> Walk<general::Position> = Walk::from;
            $body(fast);
            $body(slow);
        })*
    };
}

type From<G> = fn(Player, &str) -> Walk<G>;

on_both_boards! {
    a_stone_without_liberties_is_taken => taken_in_the_corner;
    one_move_may_take_several_chains => takes_four_chains;
    suicide_is_forbidden_for_one_stone_and_for_many => suicides;
    a_stone_without_liberties_is_legal_if_it_takes_something => capture_comes_first;
    a_ko_may_not_be_retaken_at_once => simple_ko;
    a_snapback_is_no_ko => snapback;
    a_pass_lifts_the_ko_but_not_superko => ko_after_a_pass;
    sending_two_and_returning_one_is_forbidden => two_for_one;
    a_triple_ko_does_not_go_round => triple_ko;
    area_counts_regions_of_one_colour => area_score;
    simplified_rules_count_controlled_points => controlled_score;
    simplified_rules_allow_a_pass_only_without_a_move => simplified_passes;
}

fn taken_in_the_corner<G: Goban + Notation>(from: From<G>) {
    let game = from(Player::Black, "OX. ... ...");
    assert_eq!(game.board.captures(Move::At(game.point("A2"))), [game.point("A3")]);
    game.play("A2").shows(".X. X.. ...");
}

fn takes_four_chains<G: Goban + Notation>(from: From<G>) {
    let game = from(Player::Black, ".XOX. XO.OX .XOX. ..X..");
    assert_eq!(game.board.captures(Move::At(game.point("C3"))).len(), 4);
    game.play("C3").shows(".X.X. X.X.X .X.X. ..X..");
}

fn suicides<G: Goban + Notation>(from: From<G>) {
    assert!(!from(Player::Black, ".O. O.. ...").legal("A3"));
    assert!(!from(Player::Black, "X.O OO. ...").legal("B3"), "two stones without a liberty");
    assert!(from(Player::White, "X.O OO. ...").legal("B3"), "the same point for White takes a stone");
    assert!(from(Player::Black, "X.. OO. ...").legal("B3"), "with a liberty it is none");
}

fn capture_comes_first<G: Goban + Notation>(from: From<G>) {
    let game = from(Player::Black, ".OX OX. X..");
    assert!(game.legal("A3"), "takes both white stones");
    game.play("A3").shows("X.X .X. X..");
}

/// Black takes the stone at B3 with C3.
const KO: &str = ".XO. XO.O .XO. ....";

fn simple_ko<G: Goban + Notation>(from: From<G>) {
    let game = from(Player::Black, KO).play("C3");
    assert_eq!(game.board.ko(), Some(game.point("B3")));
    assert!(!game.legal("B3"));
    let game = game.play("D1 A1");
    assert!(game.board.ko().is_none() && game.legal("B3") && game.allowed("B3"));
    assert!(!game.play("B3").legal("C3"), "now the other side has to wait");
}

/// White throws in at C1, Black takes that stone at D1, and White takes five with C1 again.
fn snapback<G: Goban + Notation>(from: From<G>) {
    let game = from(Player::White, "..... OOOOO OXXXO OX..O").play("C1 D1");
    game.shows("..... OOOOO OXXXO OX.XO");
    assert!(game.board.ko().is_none() && game.legal("C1") && game.allowed("C1"));
    game.play("C1").shows("..... OOOOO O...O O.O.O");
}

fn ko_after_a_pass<G: Goban + Notation>(from: From<G>) {
    assert!(from(Player::Black, KO).play("C3 pass pass").board.outcome().is_some());
    let mut after_ko = from(Player::Black, KO).play("C3").board.setup();
    (after_ko.ko, after_ko.to_move) = (None, Player::White);
    let mut game = Walk::<G>::of(&after_ko);
    assert!(game.legal("B3") && game.allowed("B3"), "a game that starts here has seen nothing");
    game.seen.push(from(Player::Black, KO).board.history_key());
    assert!(game.legal("B3") && !game.allowed("B3"), "with the ko's board in the past it is superko");
}

/// Black adds A1 to B1, White takes both with C1, and Black would take C1 with B1: the first board again.
fn two_for_one<G: Goban + Notation>(from: From<G>) {
    let game = from(Player::Black, "..... ..... OOX.. .X.X.").play("A1 C1");
    game.shows("..... ..... OOX.. ..OX.");
    assert!(game.board.ko().is_none() && game.legal("B1"), "two stones were taken, so it is not a simple ko");
    assert!(!game.allowed("B1"));
    assert!(game.play("E4 D4").allowed("B1"), "with other stones elsewhere the board is a new one");
}

/// Three kos: each side takes one in turn, and the sixth move would bring back the first board.
fn triple_ko<G: Goban + Notation>(from: From<G>) {
    let game = from(Player::Black, ".XO. XO.O .XO. .XO. X.XO .XO. .XO. XO.O .XO.");
    let game = game.play("C8 B5 C2 B8 C5");
    game.shows(".XO. XO.O .XO. .XO. X.XO .XO. .XO. X.XO .XO.");
    assert!(game.legal("B2"), "each retake is five moves old");
    assert!(!game.allowed("B2"));
}

fn area_score<G: Goban + Notation>(from: From<G>) {
    let game = from(Player::Black, ".XO. .XO. .XO. XX.O");
    let of = score::points(&game.board).of;
    assert_eq!((of[Player::Black], of[Player::White]), (8, 7), "C1 touches both colours");
    assert_eq!(score::points(&game.board).result(), "W+6.5");
}

fn simplified<G: Goban + Notation>(to_move: Player, picture: &str) -> Walk<G> {
    let mut setup = setup(to_move, picture);
    setup.rules = Rules::new(setup.rules.grid(), RuleSet::Simplified);
    Walk::of(&setup)
}

fn controlled_score<G: Goban + Notation>(_: From<G>) {
    let game = simplified::<G>(Player::Black, ".XO XXO XO.");
    assert_eq!(game.board.outcome(), Some(Outcome::Win(Player::Black)));
    assert_eq!(score::points(&game.board).result(), "B+1");
    let game = simplified::<G>(Player::Black, ".XO XX. XO.");
    assert_eq!(game.board.outcome(), None, "C2 touches both colours");
}

fn simplified_passes<G: Goban + Notation>(_: From<G>) {
    let black = simplified::<G>(Player::Black, "X.OO.");
    assert!(!black.legal("B1") && !black.legal("E1"), "both are suicide");
    assert!(black.board.outcome().is_none() && black.allowed("pass"));
    let mut white = black.play("pass");
    assert!(!white.allowed("pass") && white.allowed("B1"));
    for name in ["B1", "E1"] {
        let mut after = white.board.clone();
        after.play(after.parse_move(name).expect("a legal move"));
        white.seen.push(after.history_key());
    }
    assert!(white.allowed("pass"), "superko leaves nothing else");
    let white = simplified::<G>(Player::White, "X.OO.").play("B1");
    assert_eq!(score::points(&white.board).result(), "W+5");
    assert_eq!(white.board.outcome(), Some(Outcome::Win(Player::White)));
}
