//! PGN: the specification's corners, broken files, random games.

mod support;

use quadrille_records::pgn::{
    Annotation, CommentCommands, Game, GameResult, MoveId, MoveRef, PgnReader, Token, Tokens,
};
use quadrille_records::words;
use std::io::BufReader;
use std::time::Duration;
use support::Seeded;

/// Written for this test: every feature of the syntax once.
const SAMPLE: &str = include_str!("../../../../testdata/records/sample.pgn");

fn game(text: &str) -> Game {
    Game::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn assert_round_trip(game: &Game) {
    let written = game.to_string();
    assert_eq!(&Game::parse(written.as_bytes()).unwrap(), game, "{written}");
}

#[test]
fn the_sample_keeps_everything() {
    let games: Vec<_> = PgnReader::new(SAMPLE.as_bytes()).map(Result::unwrap).collect();
    assert_eq!(games.len(), 4);
    games.iter().for_each(assert_round_trip);
    let first = &games[0];
    assert_eq!(first.tag("Event"), Some("A \"quoted\" name with a \\ in it"));
    assert_eq!((first.tag("Black"), first.tag("White")), (Some("O\"Neill"), Some("Müller")));
    assert_eq!(first.result(), GameResult::WhiteWins);
    let line = "e4 e5 Nf3 Nc6 Bb5 a6 O-O Nf6 d4 exd4 e5 Ne4 Qe2 Nc5 Rd1 -- 0-0-0 e8=Q+";
    assert_eq!(first.main_line().collect::<Vec<_>>().join(" "), line);
    let e4 = first.start().first_child().unwrap();
    assert_eq!(e4.annotations().next(), Some(Annotation::Nag(1)));
    let clock = CommentCommands::parse(e4.comments().next().unwrap()).clock;
    assert_eq!(clock, Some(Duration::from_secs(180)));
    let e5 = e4.first_child().unwrap();
    let alternatives: Vec<_> = e5.children().map(MoveRef::san).collect();
    assert_eq!(alternatives, ["Nf3", "f4", "Nc3"]);
    assert_eq!(e5.children().nth(2).unwrap().comments().next(), Some("to the end of the line } here"));
    assert!(games[1].is_chess960() && games[1].fen().is_some());
    assert!(games[1].to_string().contains("7... e5 8. e4 ({first} 8. d4 $1) *"), "{}", games[1]);
    assert_eq!(games[2].result(), GameResult::Draw);
    assert_eq!(
        (games[3].main_line().collect::<Vec<_>>(), games[3].result()),
        (vec!["c4", "c5"], GameResult::BlackWins)
    );
}

#[test]
fn a_result_inside_a_variation_ends_nothing() {
    let game = game("1. e4 (1. d4 d5 1-0) (1. c4 *) e5 {0-1} 2. Nf3 ; 1-0\nNc6 1/2-1/2");
    assert_eq!(game.main_line().collect::<Vec<_>>(), ["e4", "e5", "Nf3", "Nc6"]);
    assert_eq!(game.result(), GameResult::Draw);
}

#[test]
fn tokens_borrow_from_the_text() {
    let tokens: Vec<_> = Tokens::new(b"[A \"b\"] 12.e4!? {c} (1...d5) *").map(Result::unwrap).collect();
    assert_eq!(tokens[0], Token::Tag { name: b"A", value: b"b" });
    assert_eq!(tokens[1..4], [Token::Number(12), Token::Move(b"e4"), Token::Nag(5)]);
    assert_eq!(tokens[4..6], [Token::Comment(b"c"), Token::Open]);
    assert_eq!(tokens[7..], [Token::Move(b"d5"), Token::Close, Token::Result(GameResult::Unknown)]);
}

#[test]
fn malformed_games_give_sentences() {
    for (text, sentence) in [
        ("", "expected a tag or a move, found nothing"),
        ("\n\n  ", "expected a tag or a move, found nothing"),
        ("{only a comment}", "expected a tag or a move, found nothing"),
        ("[Event \"x\"", "the tag '[Event \"x\"' is not closed"),
        ("[Event \"x]", "is not closed"),
        ("[Event x]", "is not closed: expected '[Name \"value\"]'"),
        ("[\"x\"]", "the tag name '' is not one word"),
        ("[A B \"x\"]", "the tag name 'A B' is not one word"),
        ("1. e4 {never closed", "the comment '{never closed' is never closed: expected '}'"),
        ("1. e4 (1. d4", "the variation is never closed: expected ')'"),
        ("1. e4 (1. d4 (1. c4)", "the variation is never closed"),
        ("1. e4 )", "')' closes no variation"),
        ("(1. e4)", "a variation comes before any move"),
        ("1. e4 ((1. d4))", "a variation comes before any move"),
        ("1. e4 ()", "the variation has no move"),
        ("1. e4 $", "the glyph '$' is not a number from $0 to $255"),
        ("1. e4 $256", "the glyph '$256'"),
        ("1. e4 ?!?", "'?!?' is not a move annotation"),
        ("1. e4 }", "'}' closes nothing"),
        ("1. e4 ]", "']' closes nothing"),
        ("1. e4 %x", "found '%', which is allowed only at the start of a line"),
        ("99999999999. e4", "the move number '99999999999' is too large"),
        ("1. e4 [Event \"x\"]", "the tag 'Event' appears among the moves"),
    ] {
        let error = Game::parse(text.as_bytes()).unwrap_err();
        assert!(error.to_string().contains(sentence), "{text:?} gave: {error}");
    }
    let error = Game::parse(b"[Event \"x\"]\n\n1. e4\ne5 )").unwrap_err();
    assert_eq!(error.to_string(), "PGN, line 4, column 4: ')' closes no variation: expected '(' before it");
}

#[test]
fn a_stream_goes_on_after_broken_games() {
    let text = "[Event \"1\"]\n\n1. e4 )\n\n[Event \"2\"]\n\n1. e4 {open\n\n[Event \"3\"]\n\n1. d4 (\n[Event \"4\"]\n\n1. c4 *\n";
    let games: Vec<_> = PgnReader::new(text.as_bytes()).collect();
    assert_eq!(games.iter().map(Result::is_ok).collect::<Vec<_>>(), [false, false, false, true]);
    assert_eq!(games[3].as_ref().unwrap().tag("Event"), Some("4"));
    assert!(games[1].as_ref().unwrap_err().to_string().starts_with("PGN, line 7, column 7: the comment"));
    // Tags and moves on one line.
    let line = "[Event \"1\"] [White \"[x\"] 1. e4 {*} * [Event \"2\"] 1. d4 {open\n[Event \"3\"] *";
    let games: Vec<_> = PgnReader::new(line.as_bytes()).collect();
    assert_eq!(games.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true]);
}

#[test]
fn the_size_of_pieces_does_not_matter() {
    let whole: Vec<_> = PgnReader::new(SAMPLE.as_bytes()).map(Result::unwrap).collect();
    for capacity in 1..20 {
        let reader = BufReader::with_capacity(capacity, SAMPLE.as_bytes());
        let pieces: Vec<_> = PgnReader::new(reader).map(Result::unwrap).collect();
        assert_eq!(pieces, whole, "pieces of {capacity} bytes");
    }
}

#[test]
fn other_line_ends_and_encodings() {
    let windows: Vec<_> = PgnReader::new(SAMPLE.replace('\n', "\r\n").as_bytes()).map(Result::unwrap).collect();
    assert_eq!(windows.len(), 4);
    let latin = Game::parse(b"\xef\xbb\xbf[White \"M\xfcller\"]\n\n1. e4 {\xe9} *").unwrap();
    assert_eq!(latin.tag("White"), Some("Müller"));
    assert_round_trip(&latin);
}

#[test]
fn deep_variations_need_no_stack() {
    const DEPTH: usize = 300_000;
    let nested = format!("1. e4 {}{} *", "(1. d4 ".repeat(DEPTH), ")".repeat(DEPTH));
    let deep = game(&nested);
    assert_eq!(deep.move_count(), DEPTH + 1);
    // Alternatives to one move are siblings whatever their nesting; chains of replies nest for good.
    let replies = game(&format!("1. e4 {}{} *", "e5 (1... d5 ".repeat(DEPTH), ")".repeat(DEPTH)));
    assert_round_trip(&replies);
    assert_round_trip(&deep);
}

#[test]
fn a_game_beyond_the_limit_ends_the_stream() {
    let long = format!("1. e4 *\n1. d4 {{{}}} *\n1. c4 *", "x\n".repeat(1 << 20));
    let games: Vec<_> = PgnReader::new(long.as_bytes()).longest_game(1 << 18).collect();
    assert_eq!(games.len(), 2);
    let error = games[1].as_ref().unwrap_err().to_string();
    assert!(error.ends_with("the game is longer than 262144 bytes"), "{error}");
}

#[test]
fn games_can_be_built() {
    let mut built = Game::new();
    built.set_tag("White", "A").unwrap();
    built.set_tag("Result", "*").unwrap();
    built.set_tag("White", "B").unwrap();
    let e4 = built.add_move(MoveId::START, "e4").unwrap();
    let c5 = built.add_move(e4, "c5").unwrap();
    built.add_move(e4, "e5").unwrap();
    built.add_nag(c5, 5);
    built.add_comment(c5, " braces } inside ").unwrap();
    built.set_result(GameResult::Draw);
    assert_eq!(
        built.to_string(),
        "[White \"B\"]\n[Result \"1/2-1/2\"]\n\n1. e4 c5 $5 ; braces } inside\n(1... e5) 1/2-1/2\n"
    );
    assert_round_trip(&built);
    for bad in ["", "e4 e5", "1-0", "12", "(", "{", "$1", "e4!", "%x", "=", " e4", "e4\n"] {
        assert!(built.add_move(e4, bad).unwrap_err().is(&words::pgn::MOVE), "{bad:?}");
    }
    assert!(built.set_tag("no space", "x").unwrap_err().is(&words::pgn::TAG_LETTERS));
}

/// A random game with variations, comments and glyphs.
fn random_game(random: &mut Seeded) -> Game {
    let mut game = Game::new();
    for name in ["Event", "White", "FEN"].iter().take(random.below(4)) {
        let value = match *name {
            "FEN" => format!("8/8/8/8/8/8/8/8 {} - - 0 {}", random.pick(&["w", "b"]), random.below(100)),
            _ => random_text(random).replace(['\n', '\r'], ""),
        };
        game.set_tag(name, &value).unwrap();
    }
    let words = ["e4", "Nf3", "O-O", "exd8=Q+", "--", "0-0-0", "P@e4", "Kd2#", "é"];
    let mut moves = vec![MoveId::START];
    for _ in 0..random.below(60) {
        let parent = if random.once_in(5) { *random.pick(&moves) } else { moves[moves.len() - 1] };
        let id = game.add_move(parent, random.pick::<&str>(&words)).unwrap();
        moves.push(id);
        if random.once_in(4) {
            game.add_nag(id, random.bits() as u8);
        }
        if random.once_in(4) {
            game.add_comment(id, &random_text(random)).unwrap();
        }
    }
    game.set_result(*random.pick(&[
        GameResult::WhiteWins,
        GameResult::BlackWins,
        GameResult::Draw,
        GameResult::Unknown,
    ]));
    game
}

/// A text that PGN can hold: no closing brace together with a line break.
fn random_text(random: &mut Seeded) -> String {
    let alphabet = ['a', ' ', '\\', '"', '[', ']', '(', ')', ';', '{', '%', '1', '-', '0', '*', 'é', '\n', '}'];
    let text: String = (0..random.below(10)).map(|_| *random.pick(&alphabet)).collect();
    if text.contains('}') { text.replace('\n', " ") } else { text }
}

#[test]
fn random_games_round_trip_through_a_stream() {
    let mut random = Seeded(9);
    for _ in 0..300 {
        let games: Vec<Game> = (0..10).map(|_| random_game(&mut random)).collect();
        // Without tags, moves or comments, a game is its result: still a game.
        let file: String = games.iter().map(|game| format!("{game}\n")).collect();
        let read: Vec<_> =
            PgnReader::new(file.as_bytes()).collect::<Result<_, _>>().unwrap_or_else(|error| panic!("{error}: {file}"));
        assert_eq!(read, games, "{file}");
    }
}
