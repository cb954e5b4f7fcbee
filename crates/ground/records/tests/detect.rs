//! What is pasted is recognised, and nonsense is not.

use quadrille_records::Format;
use quadrille_records::detect::GameKind::{Breakthrough, Chess, Go, Othello};
use quadrille_records::detect::{GameKind, detect};
use quadrille_records::polyglot::{BookMove, Entry, write_book};
use quadrille_records::wthor::{Header, WthorGame, write_games};

const OTHELLO_START: &str = "---------------------------OX------XO---------------------------";

fn check(text: &str, format: Format, games: &[GameKind]) {
    let found = detect(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!((found.format, found.games.as_slice()), (format, games), "{text}");
}

#[test]
fn positions() {
    check("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Format::Fen, &[Chess]);
    check("  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n", Format::Fen, &[Chess]);
    check("8/8/8/8/8/8/8/K6k w - - bm Kb1; id \"x\";", Format::Epd, &[Chess]);
    check("# suite\n8/8/8/8/8/8/8/K6k w - - 0 1 ;D1 3", Format::Epd, &[Chess]);
    check(&format!("{OTHELLO_START} X"), Format::OthelloBoard, &[Othello]);
    check(OTHELLO_START, Format::OthelloBoard, &[Othello]);
    check(&format!("{OTHELLO_START} X\n{OTHELLO_START} O\n"), Format::OthelloBoard, &[Othello]);
    let lines: Vec<_> =
        OTHELLO_START.as_bytes().chunks(8).map(|row| String::from_utf8_lossy(row).into_owned()).collect();
    check(&format!("{}\nO\n", lines.join("\n")), Format::OthelloBoard, &[Othello]);
    check(&format!("{OTHELLO_START} X; d3:+0; c4:+0;"), Format::Obf, &[Othello]);
    check("bbbbb/bbbbb/5/wwwww/wwwww w", Format::BreakthroughBoard, &[Breakthrough]);
    check("bb1/3/1ww b", Format::BreakthroughBoard, &[Breakthrough]);
    check("9/9/2X6/9/4O4/9/9/9/9 X", Format::GoBoard, &[Go]);
    check("19/19/3X15/19/19/19/19/19/19/19/19/19/19/19/19/15O3/19/19/19 O", Format::GoBoard, &[Go]);
}

#[test]
fn records() {
    check("(;FF[4]GM[1]SZ[9];B[ee])", Format::Sgf, &[Go]);
    check("(\n;B[aa])", Format::Sgf, &[Go]);
    check("\u{feff}(;GM[2];B[ef])", Format::Sgf, &[Othello]);
    check("(;GM[11];W[aa])", Format::Sgf, &[]);
    check(include_str!("../../../../testdata/records/sample.sgf"), Format::Sgf, &[Go]);
    check(include_str!("../../../../testdata/records/sample.ggf"), Format::Ggf, &[Othello]);
    check(include_str!("../../../../testdata/records/sample.pgn"), Format::Pgn, &[Chess]);
    check("[Event \"x\"]\n\n1. e4 {(;) smile} *", Format::Pgn, &[Chess]);
    check("1. e4 e5 2. Nf3 Nc6 1-0", Format::Pgn, &[Chess]);
    check("Nf3 d5 O-O", Format::Pgn, &[Chess]);
    check("f5d6c3\n# a remark\n\nf5f6\n", Format::Transcript, &[Othello]);
    check("{A comment} 1. exd8=Q+", Format::Pgn, &[Chess]);
    check("B+Resign\tpdddqp", Format::CompactGo, &[Go]);
    check("?\tpdddqp\nW+0.5\tpd", Format::CompactGo, &[Go]);
}

#[test]
fn lists_of_moves() {
    check("f5d6c3d3c4f4c5b3c2", Format::Transcript, &[Othello]);
    check("F5 D6 C3", Format::Transcript, &[Othello]);
    check("1. f5 2. d6 3. pa", Format::Transcript, &[Othello]);
    check("f5d6c4d3c2b3\nf5f4g3g6f3g4\n", Format::Transcript, &[Othello]);
    check("b2b3 b4b3 a2a3", Format::Transcript, &[Breakthrough, Chess]);
    check("1. b2b3 b4xb3", Format::Transcript, &[Breakthrough, Chess]);
    check("e2e4 e7e5 g1f3", Format::Transcript, &[Chess]);
    check("e2e4 e7e8q", Format::Transcript, &[Chess]);
    check("D4 Q16 pass", Format::Transcript, &[Go]);
    check("1. Q16 2. D4 3. R4", Format::Transcript, &[Go]);
    check("e5 c3 c7", Format::Transcript, &[Go]);
}

#[test]
fn binary_files() {
    let entry = |key| Entry { key, play: BookMove::parse("e2e4").unwrap(), weight: 1, learn: 0 };
    let book = detect(&write_book(&[entry(1), entry(0x463b_9618_1691_fc9c)])).unwrap();
    assert_eq!((book.format, book.games.as_slice()), (Format::Polyglot, &[Chess][..]));
    let game =
        WthorGame { tournament: 0, black: 0, white: 0, black_discs: 32, theoretical_black_discs: 32, moves: vec![] };
    let header = Header {
        file_year: 2026,
        file_month: 1,
        file_day: 1,
        games: 0,
        names: 0,
        year: 2026,
        board_size: 8,
        kind: 0,
        depth: 0,
    };
    assert_eq!(detect(&write_games(&header, &[game]).unwrap()).unwrap().format, Format::WthorGames);
    let mut names = vec![20, 26, 2, 16, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0];
    names.extend([b'x'; 26]);
    assert_eq!(detect(&names).unwrap().format, Format::WthorNames);
}

#[test]
fn nonsense_is_refused_with_a_sentence() {
    for text in
        ["", "   ", "hello world", "(see below)", "[not a tag]", "12 34", "\u{0}\u{1}", "e0 e99", "/ / /", "--", "1-0"]
    {
        if let Ok(found) = detect(text.as_bytes()) {
            panic!("{text:?} was taken for {found:?}");
        }
    }
    let error = detect(b"hello world").unwrap_err().to_string();
    assert!(error.starts_with("cannot tell the format of 'hello world': expected a position"), "{error}");
}
