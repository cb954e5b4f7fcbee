//! GGF, WTHOR and the lists of moves of Othello.

mod support;

use quadrille_records::ggf::{GgfGame, GgfMove, GgfReader};
use quadrille_records::wthor::{self, Header, WthorGame};
use quadrille_records::{Side, Square, transcript};
use support::Seeded;

/// Written for this test: two games in one line, as a server sends a match of two.
const SAMPLE: &str = include_str!("../../../../testdata/records/sample.ggf");

#[test]
fn ggf_games_round_trip() {
    let games: Vec<_> = GgfReader::new(SAMPLE.as_bytes()).map(Result::unwrap).collect();
    assert_eq!(games.len(), 2);
    let game = &games[0];
    assert_eq!((game.tag("PB"), game.tag("RE")), (Some("left"), Some("+4.00")));
    assert_eq!(game.board().unwrap().to_string(), "---------------------------OX------XO--------------------------- X");
    assert_eq!(
        game.moves[1],
        GgfMove { side: Side::White, place: "d6".into(), evaluation: Some(-2.5), seconds: Some(0.5) }
    );
    assert_eq!(game.moves.iter().map(GgfMove::is_pass).collect::<Vec<_>>(), [false, false, false, true, true]);
    for game in &games {
        assert_eq!(&GgfGame::parse(game.to_string().as_bytes()).unwrap(), game);
    }
    let mut copy = game.clone();
    copy.set_board(&game.board().unwrap());
    assert_eq!(&copy, game);
    copy.set_tag("PB", "a]b");
    assert_eq!(GgfGame::parse(copy.to_string().as_bytes()).unwrap().tag("PB"), Some("a)b"));
}

#[test]
fn malformed_ggf_gives_sentences() {
    for (text, sentence) in [
        ("", "expected '(;' to open a game"),
        ("nothing", "found 'nothing'"),
        ("(;", "expected a property such as 'PB[name]' or ';)', found the end"),
        ("(;GM[Othello]", "found the end"),
        ("(;GM[Othello", "the value of 'GM' is never closed: expected ']'"),
        ("(;GM;)", "expected a property"),
        ("(;B[];)", "the move '' has no square"),
        ("(;B[/1];)", "has no square"),
        ("(;B[f5/x];)", "the evaluation 'x' of move 'f5' is not a number"),
        ("(;B[f5//inf];)", "the time 'inf' of move 'f5' is not a number"),
        ("x;)", "';)' closes no game"),
    ] {
        let error = GgfGame::parse(text.as_bytes()).unwrap_err();
        assert!(error.to_string().contains(sentence), "{text:?} gave: {error}");
    }
    let board =
        |value: &str| GgfGame::parse(format!("(;BO[{value}];)").as_bytes()).unwrap().board().unwrap_err().to_string();
    assert!(board("10 ---").contains("is not 8x8"));
    assert!(board("8 ---").contains("has 3 squares"));
    let games: Vec<_> = GgfReader::new(&b"(;B[];)(;B[f5];)"[..]).collect();
    assert!(games[0].is_err() && games[1].is_ok());
    assert!(GgfReader::new("(;".repeat(1 << 20).as_bytes()).all(|game| game.is_err()));
}

fn random_wthor(random: &mut Seeded) -> (Header, Vec<WthorGame>) {
    let games: Vec<_> = (0..random.below(6))
        .map(|_| WthorGame {
            tournament: random.bits() as u16,
            black: random.bits() as u16,
            white: random.bits() as u16,
            black_discs: random.below(65) as u8,
            theoretical_black_discs: if random.once_in(2) {
                *random.pick(&[0, 32, 64])
            } else {
                random.below(65) as u8
            },
            moves: (0..random.below(61))
                .map(|_| Square { column: random.below(8) as u8, row: random.below(8) as u8 })
                .collect(),
        })
        .collect();
    let header = Header {
        file_year: 2026,
        file_month: 11,
        file_day: 15,
        games: games.len() as u32,
        names: 0,
        year: 1977,
        board_size: 8,
        kind: 0,
        depth: 24,
    };
    (header, games)
}

#[test]
fn wthor_files_round_trip() {
    let mut random = Seeded(3);
    for _ in 0..500 {
        let (header, games) = random_wthor(&mut random);
        let bytes = wthor::write_games(&header, &games).unwrap();
        let (read, copies) = wthor::games(&bytes).unwrap();
        assert_eq!((read, copies.collect::<Result<Vec<_>, _>>().unwrap()), (header, games));
    }
}

/// The first game of the 1977 file begins 56 64 33: f5 d6 c3.
#[test]
fn every_century_and_year_of_a_wthor_header_is_kept() {
    for (century, year) in [(0, 0), (20, 26), (19, 255), (255, 0), (255, 99), (255, 255)] {
        let bytes = [century, year, 5, 22, 0, 0, 0, 0, 0, 0, 0xb9, 7, 8, 0, 24, 0];
        let header = Header::parse(&bytes).unwrap();
        let again = Header::parse(&wthor::write_games(&header, &[]).unwrap()).unwrap();
        assert_eq!(again, header, "century {century}, year {year}");
    }
}

#[test]
fn wthor_moves_are_ten_times_row_plus_column() {
    let mut bytes = vec![20, 7, 5, 22, 1, 0, 0, 0, 0, 0, 0xb9, 7, 8, 0, 24, 0];
    bytes.extend([1, 0, 0x5a, 1, 0x4b, 3, 34, 41, 56, 64, 33]);
    bytes.resize(16 + 68, 0);
    let (header, mut games) = wthor::games(&bytes).unwrap();
    assert_eq!((header.file_year, header.year, header.depth), (2007, 1977, 24));
    let game = games.next().unwrap().unwrap();
    assert_eq!((game.black, game.white, game.black_discs, game.theoretical_black_discs), (346, 843, 34, 41));
    assert_eq!(transcript::write(&game.moves), "f5 d6 c3");
}

#[test]
fn malformed_wthor_gives_sentences() {
    let (header, games) = random_wthor(&mut Seeded(4));
    let good = wthor::write_games(&header, &games).unwrap();
    let sentence = |bytes: &[u8]| match wthor::games(bytes) {
        Ok((_, mut games)) => games.find_map(Result::err).unwrap().to_string(),
        Err(error) => error.to_string(),
    };
    assert!(sentence(&good[..10]).contains("the file has 10 bytes: expected a header of 16"));
    assert!(sentence(&good[..good.len() - 1]).contains("expected a file of"));
    let with = |offset: usize, byte: u8| {
        let mut bytes = good.clone();
        bytes[offset] = byte;
        sentence(&bytes)
    };
    assert!(with(12, 10).contains("the board size is 10: expected 8"));
    assert!(with(16 + 6, 65).contains("a score of 65 discs: expected at most 64"));
    assert!(with(16 + 8, 90).contains("move 1 is the byte 90: expected 10 x row + column"));
    assert!(with(16 + 8, 9).starts_with("WTHOR games, byte 25: move 1 is the byte 9"));
    assert!(with(7, 255).contains("expected a file of"));
    let long = WthorGame { moves: vec![Square { column: 0, row: 0 }; 61], ..games[0].clone() };
    assert!(wthor::write_games(&header, &[long]).unwrap_err().to_string().contains("61 moves"));
    let off = WthorGame { moves: vec![Square { column: 8, row: 0 }], ..games[0].clone() };
    assert!(wthor::write_games(&header, &[off]).unwrap_err().to_string().contains("off the board"));
}

#[test]
fn wthor_names_are_latin_one() {
    let mut bytes = vec![20, 26, 2, 16, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0];
    bytes.extend(b"Andr\xe9\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0");
    bytes.extend(b"twenty letters long.");
    assert_eq!(wthor::players(&bytes).unwrap(), ["André", "twenty letters long."]);
    let error = wthor::tournaments(&bytes).unwrap_err().to_string();
    assert!(error.starts_with("WTHOR names, byte 9: the header declares 2 names"), "{error}");
}
