//! Records as people paste and keep them: every format, side lines, remarks, many in one file.

use quadrille_engine::exchange::{About, Hints, Record, Records, Target, Twig, paste, write};
use quadrille_support::patience::Patience;

#[track_caller]
fn found(text: &str, game: Option<&'static str>) -> Record {
    let hints = Hints { game, rules: String::new() };
    paste(text, &hints).unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

#[test]
fn every_format_is_read() {
    let cases = [
        ("8/8/8/8/8/4k3/4p3/4K3 w - - 0 1", "chess", 0),
        ("[Event \"x\"]\n\n1. e4 e5 2. Nf3 *", "chess", 3),
        ("1. e4 e5 2. Nf3", "chess", 3),
        ("(;GM[1]FF[4]SZ[9]KM[7.5];B[ee];W[gc])", "go", 2),
        ("(;GM[2]FF[4];B[f5];W[fd])", "othello", 2),
        (
            "(;GM[Othello]PC[x]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[f5]W[d6];)",
            "othello",
            2,
        ),
        ("f5d6c3d3c4", "othello", 5),
        ("F5 D6 C3", "othello", 3),
        ("---------------------------OX------XO--------------------------- X", "othello", 0),
        ("bbbbb/bbbbb/5/wwwww/wwwww w", "breakthrough", 0),
        ("D4 Q16 Q4", "go", 3),
        ("9/9/9/9/4X4/9/9/9/9 O", "go", 0),
    ];
    for (text, game, moves) in cases {
        let found = found(text, None);
        assert_eq!((found.game, found.moves.len()), (game, moves), "{text:?}");
    }
}

#[test]
fn the_screen_decides_between_games_and_sizes_are_found() {
    assert_eq!(found("b2b3 c4c3", Some("chess")).game, "breakthrough");
    assert_eq!(found("a2a3 a7a6", Some("chess")).game, "chess");
    assert_eq!(found("a2a3 a5a4 b2b3", Some("breakthrough")).rules, "6x6");
    assert_eq!(found("1. d4 d5 2. c4", None).game, "chess");
    assert_eq!(found("1. d4 d5 2. c4", Some("go")).game, "go");
}

/// Under Chinese rules White is repaid the handicap, so its number must not be lost on the way in or out.
#[test]
fn the_handicap_of_a_record_is_kept() {
    let smart =
        |record: &Record| String::from_utf8(write(record, Target::Sgf).expect("can be written")).expect("is text");
    let read = found("(;GM[1]SZ[9]RU[Chinese]KM[0.5]HA[2]AB[gc][cg];W[];B[])", None);
    assert_eq!(read.rules, "9 chinese komi=0.5 handicap=2");
    assert!(smart(&read).contains("HA[2]"));
    let written = smart(&Record { about: About::default(), source: None, ..read });
    assert!(written.contains("HA[2]"), "{written}");
    assert!(found(&written, None).rules.ends_with("handicap=2"));
    // More stones than anybody gives stay stones.
    assert_eq!(found("(;GM[1]SZ[9]RU[Chinese]KM[0.5]HA[40];W[ee])", None).rules, "9 chinese komi=0.5");
}

#[test]
fn refusals_say_where() {
    let refused = |text| paste(text, &Hints::default()).expect_err(text).to_string();
    assert!(refused("1. e4 e5 2. Ke3").contains("move 3"));
    refused("hello world, this is nothing");
    refused("");
}

#[test]
fn a_draw_that_nobody_claimed_ends_no_record() {
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(4);
    assert_eq!(found(&format!("[Event \"x\"]\n\n{shuffle}1/2-1/2"), None).moves.len(), 16);
}

/// Reading ends when it is cancelled, in every format.
#[test]
fn nobody_s_text_is_not_read() {
    let patience = Patience::default();
    patience.end();
    for text in ["1. e4 e5 2. Nf3", "(;GM[1]SZ[9];B[aa];W[bb])", "f5 d6 c3", "(;SZ[19]AB[aa:ss])", "D4 Q16"] {
        assert!(patience.within(|| paste(text, &Hints::default())).is_none(), "{text}");
        assert!(Patience::default().within(|| paste(text, &Hints::default())).is_some(), "{text}");
    }
}

fn variations(text: &str) -> Vec<Twig> {
    paste(text, &Hints::default()).expect(text).course().twigs
}

fn shape(twigs: &[Twig]) -> Vec<(usize, &str)> {
    twigs.iter().map(|twig| (twig.after, twig.played.text.as_str())).collect()
}

#[test]
fn side_lines_and_comments_of_pgn_are_kept() {
    let text = "[Event \"x\"]\n\n1. e4 {best [%clk 0:01:00]} e5 (1... c5 2. Nf3 (2. Ke4) d6) 2. Nf3 *";
    let twigs = variations(text);
    let expected = [(0, "e2e4"), (1, "e7e5"), (2, "g1f3"), (1, "c7c5"), (4, "g1f3"), (5, "d7d6")];
    assert_eq!(shape(&twigs), expected, "the illegal side line is left out");
    assert_eq!(twigs[0].remarks.comment, "best [%clk 0:01:00]");
}

#[test]
fn glyphs_are_kept() {
    let twigs = variations("[Event \"x\"]\n\n1. e4! e5?? $14 2. Nf3 *");
    assert_eq!(twigs.iter().map(|twig| twig.remarks.nags.clone()).collect::<Vec<_>>(), [vec![1], vec![4, 14], vec![]]);
    let twigs = variations("(;GM[1]SZ[9];B[ee]TE[1];W[gc]BM[2];B[cg]DO[])");
    assert_eq!(twigs.iter().map(|twig| twig.remarks.nags.clone()).collect::<Vec<_>>(), [vec![1], vec![4], vec![6]]);
}

#[test]
fn side_lines_and_comments_of_sgf_are_kept() {
    let twigs = variations("(;GM[1]SZ[9];B[ee]C[centre](;W[gc];B[cg])(;W[cc];B[]))");
    assert_eq!(shape(&twigs), [(0, "E5"), (1, "G7"), (2, "C3"), (1, "C7"), (4, "pass")]);
    assert_eq!(twigs[0].remarks.comment, "centre");
}

#[test]
fn plain_records_have_no_variations() {
    assert!(variations("[Event \"x\"]\n\n1. e4 *").is_empty());
    let deep = "(;SZ[9]".to_owned() + &";B[ee](;W[gc]".repeat(20_000);
    assert!(paste(&deep, &Hints::default()).is_err());
}

fn read(text: &str) -> Vec<Result<Record, String>> {
    let records = Records::open(text.as_bytes(), None, Hints::default()).expect(text);
    records.map(|record| record.map_err(|refusal| refusal.error.to_string())).collect()
}

#[test]
fn many_records_and_the_places_of_bad_ones() {
    let pgn = "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. e5 *\n\n[Event \"c\"]\n\n1. d4 d5 1-0\n";
    let games = read(pgn);
    assert_eq!(games.len(), 3);
    assert!(games[1].as_ref().unwrap_err().starts_with("the game on line 5: move 1"), "{:?}", games[1]);
    assert_eq!(games[2].as_ref().unwrap().moves.len(), 2);
    let lines = read("f5d6c3\n# a remark\n\nf5f6\nf5a1\n");
    assert_eq!(lines.len(), 3);
    assert!(lines[2].as_ref().unwrap_err().starts_with("line 5: "), "{:?}", lines[2]);
    assert_eq!(read("(;SZ[9];B[ee])(;SZ[9];B[zz])(;SZ[9];B[aa])").iter().filter(|game| game.is_ok()).count(), 2);
}

/// The beginning by which a format is recognised may end inside a move.
#[test]
fn long_lists_are_read_to_the_end() {
    for (line, times) in [("e2e4 e7e5 g1f3 b8c6\n", 3_300), ("f5d6c3d3c4\n", 6_000), ("D4 Q16 C3\n", 6_600)] {
        for shift in [0, 1, 5] {
            let games = read(&("\n".repeat(shift) + &line.repeat(times)));
            assert!(games.len() == times && games.iter().all(Result::is_ok), "{line}: {:?}", games.last());
        }
    }
    let moves = "g1f3 g8f6 f3g1 f6g8 ".repeat(3_300);
    assert_eq!(read(&moves)[0].as_ref().map(|game| game.moves.len()), Ok(13_200));
    let numbered: String = (0..3_000).map(|i| format!("{}. Nf3 Nf6\n{}. Ng1 Ng8\n", 2 * i + 1, 2 * i + 2)).collect();
    assert_eq!(read(&numbered)[0].as_ref().map(|game| game.moves.len()), Ok(12_000));
}

#[test]
fn a_numbered_list_is_one_game() {
    assert_eq!(read("1. e4 e5\n2. Nf3 Nc6\n").len(), 1);
    assert_eq!(read("1. e4 e5\n1. d4 d5\n").len(), 2);
}

#[test]
fn a_board_on_eight_lines_is_one() {
    let board = "--------\n".repeat(3) + "---OX---\n---XO---\n" + &"--------\n".repeat(3);
    assert_eq!(read(&board).len(), 1);
    let line = board.replace('\n', "");
    assert_eq!(read(&format!("{line} X\n{line} O\n")).len(), 2);
}
