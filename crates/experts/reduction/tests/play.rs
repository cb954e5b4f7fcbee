//! Playing the proof: every valuation, clause and literal, through the ordinary rules.

use quadrille_core::{Game as _, KeyHistory, Lang, Player};
use quadrille_go::{Goban as _, Grid, Move, Rules, Setup, general};
use quadrille_reduction::{
    Formula, Game, Options, Point, Reserve, SGF_SIDE, Walk, command, compile, layout, play, read_back,
};

#[test]
fn the_winner_of_every_scripted_game_is_the_truth_of_the_literal() {
    for text in ["x1 x2; -x1 -x2", "x1 x3; x2; -x1 -x2 -x3; -x3", "x1 x3 x5; x2; x4; x3 x4; -x1 -x5"] {
        let formula = Formula::parse(text).unwrap();
        let compiled = compile(&layout(&formula).unwrap(), Options::default()).unwrap();
        let variables = formula.names().len();
        for bits in [0, 1, 2, 5, (1_usize << variables) - 1] {
            let values: Vec<String> = formula
                .names()
                .iter()
                .enumerate()
                .map(|(index, name)| format!("{name}={}", bits >> index & 1))
                .collect();
            for (index, clause) in formula.clauses().iter().enumerate() {
                for (literal, leg) in clause.legs.iter().enumerate() {
                    let script = format!("{}; clause {}; literal {}", values.join(" "), index + 1, literal + 1);
                    let game =
                        play(&compiled, &script).unwrap_or_else(|sentence| panic!("{text}, {script}: {sentence}"));
                    let truth = (bits >> leg.variable & 1 == 1) == clause.positive;
                    let winner = if truth { Player::White } else { Player::Black };
                    assert_eq!(game.winner, winner, "{text}, {script}: {}", game.summary);
                }
            }
        }
    }
}

/// The same stones on the board of the Go crate, under its ordinary rules.
fn ordinary(compiled: &quadrille_reduction::Compiled) -> (Grid, general::Position) {
    let stones = &compiled.position.grid;
    let grid = Grid::new(stones.rows() as u16, stones.columns() as u16).unwrap();
    let rules: Rules = "tromp-taylor".parse().unwrap();
    let mut setup = Setup::empty(rules.with_grid(grid));
    setup.to_move = Player::White;
    for point in stones.points() {
        let stone = match stones.at(point) {
            b'.' => None,
            b'#' => Some(Player::Black),
            _ => Some(Player::White),
        };
        setup.put(grid.point(point.row, point.column).unwrap(), stone);
    }
    (grid, general::Position::from_setup(&setup).unwrap())
}

fn replay(grid: Grid, board: &mut general::Position, game: &Game) {
    let mut seen = KeyHistory::new();
    seen.push(board.history_key());
    for played in &game.moves {
        let m = played.point.map_or(Move::Pass, |Point { row, column }| Move::At(grid.point(row, column).unwrap()));
        assert_eq!(board.to_move(), played.player);
        assert!(board.is_legal(m) && board.allowed_by_history(m, &seen), "{played:?}");
        board.play(m);
        seen.push(board.history_key());
    }
}

#[test]
fn complete_games_are_legal_under_the_rules_of_the_go_crate_and_decide_the_board() {
    for text in ["x", "x; -x", "x1 x2; -x1 -x2"] {
        let compiled = command::prepare(text, false, Options { reserve: Reserve::Comb, ..Options::default() }).unwrap();
        let reserve = compiled.position.reserve;
        for script in ["", "clause 1"] {
            let game = play(&compiled, script).unwrap();
            let (grid, mut board) = ordinary(&compiled);
            let area = grid.area();
            let stake = board.chain(grid.point(reserve.row, reserve.column).unwrap()).len();
            assert!(2 * stake > area, "the reserve is most of the board");
            replay(grid, &mut board, &game);
            let alive = board.stone(grid.point(reserve.row, reserve.column).unwrap()).is_some();
            assert_eq!(alive, game.winner == Player::White, "{text}, {script:?}: {}", game.summary);
        }
    }
}

#[test]
fn good_players_decide_the_formula() {
    for (text, winner) in
        [("x1 x2; -x1", Player::White), ("x1; -x1", Player::Black), ("x1 x1 x1; -x1 -x1 -x1", Player::Black)]
    {
        let compiled = command::prepare(text, false, Options::default()).unwrap();
        let game = play(&compiled, "").unwrap();
        assert_eq!(game.winner, winner, "{text}");
        let sgf = game.to_sgf(&compiled);
        assert!(sgf.starts_with("(;FF[4]GM[1]") && sgf.contains(";W[") && sgf.contains("wins at the test"));
        assert_eq!(sgf.matches(";W[").count() + sgf.matches(";B[").count(), game.moves.len());
        let (formula, script) = read_back(&sgf).expect("a file of ours");
        let again = play(&command::prepare(&formula, false, Options::default()).unwrap(), &script).unwrap();
        assert_eq!(again.moves, game.moves, "the file holds what the game was made from");
    }
}

#[test]
fn nonsense_in_a_script_is_answered_by_a_sentence() {
    let compiled = command::prepare("x1 x2", false, Options::default()).unwrap();
    for (script, culprit) in [
        ("x3=1", "x3"),
        ("x1=2", "x1=2"),
        ("clause 2", "clause 2"),
        ("literal 3", "literal 3"),
        ("hello", "hello"),
        ("clause", "clause"),
    ] {
        let sentence = play(&compiled, script).unwrap_err().to_string();
        assert!(sentence.contains(culprit), "{script}: {sentence}");
    }
}

#[test]
fn a_walk_asks_and_ends() {
    let compiled = command::prepare("x1 x2; -x1 -x2", false, Options::default()).unwrap();
    let mut walk = Walk::new(&compiled).unwrap();
    let mut questions = Vec::new();
    while let Some(question) = walk.question() {
        questions.push((question.player, question.text));
        walk.answer(0).unwrap();
    }
    assert_eq!(questions[0], (Player::White, "the value of x1".to_string()));
    assert_eq!(questions.len(), 4, "two variables, a side, a literal: {questions:?}");
    assert!(walk.answer(0).is_err());
    assert_eq!(walk.finish().unwrap().winner, Player::White);
}

#[test]
fn exports_are_well_formed() {
    let small = command::prepare("x", false, Options::default()).unwrap();
    assert_eq!(small.to_text().lines().count(), 25);
    assert_eq!(small.to_sgf().matches("SZ[41:25]").count(), 1);
    let large = command::prepare("x1 x2; -x1 -x2", false, Options::default()).unwrap();
    assert!(large.position.grid.columns() > SGF_SIDE && large.to_sgf().matches("(;FF[4]").count() > 1);
    for svg in [small.to_svg(), large.to_svg()] {
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n") && svg.contains("White's choice"));
    }
    let french = Options { lang: Lang::French, ..Options::default() };
    let french = command::prepare("x", false, french).unwrap();
    assert!(french.to_svg().contains("choix de Blanc") && french.to_text() == small.to_text());
    assert!(play(&french, "").unwrap().summary.starts_with("Blanc gagne au test de x, clause 1"));
    let report = command::report(&small, Some(quadrille_reduction::Limits::default())).unwrap();
    let json = serde_json::to_value(report).unwrap();
    assert_eq!(
        (json["satisfiable"].as_bool(), json["value"].as_str(), json["rows"].as_u64()),
        (Some(true), Some("white"), Some(25))
    );
}

#[test]
fn a_formula_can_be_read_from_its_own_source() {
    let drawn = r#"{"vars": 3, "clauses": [{"sign": "+", "legs": [{"var": 0, "x": 0.5}, {"var": 2, "x": 3.25}]},
        {"sign": "-", "legs": [{"var": 1, "x": 2}]}]}"#;
    for text in ["x1 x2; -x1 -x2", "a b c; -b", drawn] {
        let formula = Formula::parse(text).unwrap();
        assert_eq!(Formula::parse(&formula.source()).unwrap(), formula, "{text}");
    }
    let small = command::prepare("x", false, Options::default()).unwrap();
    assert_eq!(read_back(&small.to_sgf()), Some(("x".to_owned(), String::new())));
    assert_eq!(read_back("(;GM[1]SZ[9];B[ee])"), None);
}
