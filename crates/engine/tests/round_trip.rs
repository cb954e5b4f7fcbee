//! Records go through the form in which the page holds them, and come back the same: every tag, comment, glyph, property
//! and side line.
//!
//! The files of `testdata/records` are always read; `QUADRILLE_RECORDS` names more, separated by colons (PGN and SGF).

use quadrille_core::Player;
use quadrille_engine::exchange::{Course, Format, Hints, Record, Source, Target, paste, write};
use quadrille_records::pgn::{self, PgnReader};
use quadrille_records::sgf::{GameTree, NodeRef, SgfReader};
use std::path::PathBuf;

/// A game of a file as text.
fn games(path: &PathBuf) -> Vec<String> {
    let bytes = std::fs::read(path).expect("a file");
    if path.extension().is_some_and(|end| end == "pgn") {
        PgnReader::new(bytes.as_slice()).filter_map(Result::ok).map(|game| format!("{game}\n")).collect()
    } else {
        let trees = SgfReader::new(bytes.as_slice()).filter_map(Result::ok);
        trees.map(|tree| String::from_utf8_lossy(&tree.to_bytes()).into_owned()).collect()
    }
}

/// The record as the page writes it: from the moves with what is said of them, not from its source.
fn through_the_page(record: &Record) -> Record {
    let target = if record.format == Format::Pgn { Target::Pgn } else { Target::Sgf };
    let Course { start, opening, twigs } = record.course();
    let held = Record { source: None, start, opening, twigs, ..record.clone() };
    let text = write(&held, target).expect("written");
    let text = String::from_utf8(text).expect("text");
    paste(&text, &Hints::default()).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// All that a source holds, move by move: what it follows, and what is said. Line ends and runs of blanks do not count;
/// comments of one move are one, and so are its glyphs.
fn held(source: &Source) -> Vec<(Option<usize>, String)> {
    let plain = |texts: Vec<&str>| texts.join(" ").split_whitespace().collect::<Vec<_>>().join(" ");
    let said = |node: pgn::MoveRef<'_>| {
        let before = node.annotations().filter_map(|note| match note {
            pgn::Annotation::CommentBefore(text) => Some(text),
            _ => None,
        });
        let nags: Vec<_> = node.nags().collect();
        format!("{} | {} | {nags:?}", plain(before.collect()), plain(node.comments().collect()))
    };
    match source {
        Source::Pgn(game) => {
            let order: Vec<_> = game.pre_order().map(pgn::MoveRef::id).collect();
            let place = |id| order.iter().position(|other| *other == id);
            game.pre_order().map(|node| (node.parent().and_then(|parent| place(parent.id())), said(node))).collect()
        }
        Source::Sgf(tree) => sgf(tree),
        _ => Vec::new(),
    }
}

fn sgf(tree: &GameTree) -> Vec<(Option<usize>, String)> {
    let order: Vec<_> = tree.pre_order().map(NodeRef::id).collect();
    let place = |id| order.iter().position(|other| *other == id);
    let said = |node: NodeRef<'_>| {
        let mut all: Vec<_> = node
            .properties()
            .filter(|property| !["AP", "FF", "CA", "GM", "RU"].contains(&property.name().as_ref()))
            .map(|property| {
                // A pass has two spellings.
                let text = |value: quadrille_records::sgf::Value<'_>| value.text(tree.encoding()).replace("tt", "");
                let values: Vec<_> = property.values().map(text).collect();
                format!("{}{values:?}", property.name())
            })
            .collect();
        all.sort();
        all.join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
    };
    tree.pre_order().map(|node| (node.parent().and_then(|parent| place(parent.id())), said(node))).collect()
}

/// Reads, writes and reads again; whether the record could be read at all.
fn keeps(text: &str) -> bool {
    let Ok(record) = paste(text, &Hints::default()) else { return false };
    let again = through_the_page(&record);
    let (before, after) = (record.course(), again.course());
    assert_eq!(after, before, "{text}");
    assert_eq!(again.moves, record.moves, "{text}");
    // How a position is spelt is the game's own affair.
    assert_eq!(again.start, record.start, "{text}");
    for tag in record.about.tags.iter().filter(|(name, value)| name != "FEN" && !value.is_empty()) {
        assert!(again.about.tags.contains(tag), "{tag:?} is lost: {text}");
    }
    let (Some(source), Some(copy)) = (&record.source, &again.source) else { return true };
    let nodes = held(source).len();
    // What cannot be played has no place on a board.
    if before.twigs.len() + 1 == nodes || before.twigs.is_empty() && record.moves.len() + 1 == nodes {
        let (left, right) = (held(source), held(copy));
        for (ours, theirs) in left.iter().zip(&right).skip(1) {
            assert_eq!(ours, theirs, "{text}");
        }
        assert_eq!(left.len(), right.len(), "{text}");
    }
    true
}

#[test]
fn every_tag_comment_glyph_and_side_line_is_kept() {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/records"));
    let mut files: Vec<PathBuf> = ["sample.pgn", "sample.sgf"].map(|name| folder.join(name)).to_vec();
    files.extend(std::env::var("QUADRILLE_RECORDS").iter().flat_map(|list| list.split(':').map(PathBuf::from)));
    for path in files {
        let all = games(&path);
        let kept = all.iter().filter(|text| keeps(text)).count();
        println!("{}: {kept} of {} games go through", path.display(), all.len());
        assert!(kept > 0, "{}", path.display());
    }
}

#[test]
fn annotated_games_are_kept_whole() {
    for text in [
        "[Event \"x\"]\n\n{Before all.} 1. e4 $1 {best [%clk 0:01:00]} ({or} 1. d4 {quiet} d5 $6) 1... e5 $14 $7 {a} 2. Nf3 *",
        "(;GM[1]SZ[9]RU[Chinese]HA[2]C[root]TR[aa][bb]AB[gc][cg];W[ee]C[a \\] b]LB[ee:1][aa:x]BL[30](;B[gg]N[n]TE[2])(;B[cc]BM[1]KO[]))",
        "(;GM[1]SZ[9];C[no move here];B[ee](;W[gc]C[one])(;W[gc]C[two]))",
    ] {
        assert!(keeps(text), "{text}");
    }
    let course = paste("(;GM[1]SZ[9]C[first];C[second];B[ee])", &Hints::default()).unwrap().course();
    let second = &course.twigs[0];
    assert_eq!((course.opening.comment.as_str(), second.remarks.comment.as_str()), ("first", "second"));
    assert_eq!((course.twigs.len(), second.played.text.as_str()), (2, "{}"));
}

/// A record, which goes through the page unchanged.
fn kept(text: &str) -> Record {
    assert!(keeps(text), "{text}");
    paste(text, &Hints::default()).expect("read")
}

/// The twigs of a record: what they follow, and the moves.
fn shape(record: &Record) -> Vec<(usize, String)> {
    record.course().twigs.into_iter().map(|twig| (twig.after, twig.played.text)).collect()
}

fn named(steps: &[(usize, &str)]) -> Vec<(usize, String)> {
    steps.iter().map(|&(after, text)| (after, text.to_owned())).collect()
}

#[test]
fn null_moves_are_kept() {
    let threat = kept("[Event \"x\"]\n\n1. e4 e5 2. Nf3 (2. Bc4 -- {threat} (2... Nc6 3. d3) 3. Qh5 $1) 2... Nc6 *");
    let steps = [
        (0, "e2e4"),
        (1, "e7e5"),
        (2, "g1f3"),
        (3, "b8c6"),
        (2, "f1c4"),
        (5, "{to=w}"),
        (6, "d1h5"),
        (5, "b8c6"),
        (8, "d2d3"),
    ];
    assert_eq!(shape(&threat), named(&steps));
    let over = kept("[Event \"x\"]\n\n1. e4 e5 2. Nf3 Z0 {White stops here.} *");
    assert_eq!((over.moves.len(), over.course().twigs[3].remarks.comment.as_str()), (3, "White stops here."));
    let beside = kept("[Event \"x\"]\n\n1. e4 -- (1... e5 2. Nf3) *");
    assert_eq!(shape(&beside), named(&[(0, "e2e4"), (1, "{to=w}"), (1, "e7e5"), (3, "g1f3")]));
}

#[test]
fn what_cannot_be_played_stays_as_text() {
    let check = kept("[Event \"x\"]\n\n1. e4 f6 2. Qh5+ (2. d4 e5 3. Ke4 {no}) 2... -- {is check} *");
    assert_eq!(check.course().twigs[2].remarks.comment, "({to=w} is check)");
    assert_eq!(check.course().twigs[4].remarks.comment, "(Ke4 no)");
}

#[test]
fn a_record_of_go_may_go_on_after_its_end() {
    let record = kept("(;GM[1]SZ[9]KM[7];B[ee];W[];B[];W[]C[resumed];B[gc])");
    assert_eq!(record.moves.len(), 3);
    let steps = [(0, "E5"), (1, "pass"), (2, "pass"), (3, "{to=w}"), (4, "pass"), (5, "G7")];
    assert_eq!(shape(&record), named(&steps));
    assert_eq!(record.course().twigs[4].remarks.comment, "resumed");
}

#[test]
fn a_move_may_be_there_twice() {
    let chess = kept("[Event \"x\"]\n\n1. e4 (1. e4 e5 {longer} 2. Nf3) (1. e4 c5) 1-0");
    let steps = [(0, "e2e4"), (0, "e2e4"), (2, "e7e5"), (3, "g1f3"), (0, "e2e4"), (5, "c7c5")];
    assert_eq!((chess.moves.len(), shape(&chess)), (1, named(&steps)));
    let go = kept("(;GM[1]SZ[9];B[ee](;W[gc]C[one])(;W[gc]C[two](;C[three])(;C[four])))");
    assert_eq!(shape(&go), named(&[(0, "E5"), (1, "G7"), (1, "G7"), (3, "{}"), (3, "{}")]));
}

#[test]
fn results_comments_and_starts_are_told_as_they_were() {
    let tag = |text: &str, name: &str| {
        let tags = kept(text).about.tags;
        tags.into_iter().find(|(tag, _)| tag == name).map(|(_, value)| value)
    };
    assert_eq!(tag("1. e4 e5 {agreed} 1/2-1/2", "Result").as_deref(), Some("1/2-1/2"));
    assert_eq!(tag("{A comment in front.} 1. e4 e5 {x} 0-1", "Result").as_deref(), Some("0-1"));
    let usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let text = format!("[Event \"x\"]\n[SetUp \"1\"]\n[FEN \"{usual}\"]\n\n1. e4 {{x}} *");
    assert!(through_the_page(&kept(&text)).about.tags.contains(&("FEN".to_owned(), usual.to_owned())));
    assert_eq!(tag("(;GM[1]SZ[9]BR[]PB[x];B[ee])", "BR").as_deref(), Some(""));
    let several = paste("(;GM[1]SZ[9];B[ee]C[one][two])", &Hints::default()).expect("read");
    assert_eq!(several.course().twigs[0].remarks.comment, "one\ntwo");
}

#[test]
fn who_moves_twice_keeps_comments_and_variations() {
    let record = kept("(;GM[1]SZ[9]KM[7];B[ee]C[one];;B[gc]C[two](;W[cc])(;W[gg]C[three];W[gf]))");
    let steps = [(0, "E5"), (1, "{}"), (2, "{to=b}"), (3, "G7"), (4, "C7"), (4, "G3"), (6, "{to=w}"), (7, "G4")];
    assert_eq!(shape(&record), named(&steps));
    let said = record.course().twigs.into_iter().map(|twig| twig.remarks.comment).filter(|said| !said.is_empty());
    assert_eq!(said.collect::<Vec<_>>(), ["one", "two", "three"]);
}

#[test]
fn a_record_gets_no_rules_it_did_not_name() {
    let written = |text: &str| {
        let record = paste(text, &Hints::default()).expect("read");
        let Course { start, opening, twigs } = record.course();
        let held = Record { source: None, start, opening, twigs, ..record };
        String::from_utf8(write(&held, Target::Sgf).expect("written")).expect("text")
    };
    let none = written("(;GM[1]SZ[9]KM[7]GN[x]MULTIGOGM[1];B[ee]PL[W];W[gc])");
    assert!(!none.contains("RU[") && none.contains("MULTIGOGM[1]") && none.contains("PL[W]"), "{none}");
    assert!(written("(;GM[1]SZ[9]KM[7]RU[NZ]GN[x];B[ee])").contains("RU[NZ]"));
    let session = quadrille_engine::registry::open("go", "9 japanese", None).expect("a game");
    let own = Record::of(session.as_ref(), Format::Sgf).expect("a record");
    let own = String::from_utf8(write(&own, Target::Sgf).expect("written")).expect("text");
    assert!(own.contains("RU[Japanese]"), "{own}");
}

#[test]
fn the_tag_tells_the_result() {
    let text = "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 e5 0-1";
    let again = through_the_page(&paste(text, &Hints::default()).expect("read"));
    assert!(again.about.tags.contains(&("Result".to_owned(), "1-0".to_owned())), "{:?}", again.about.tags);
}

#[test]
fn no_move_of_a_record_of_go_is_lost() {
    let moves = |text: &str| {
        let record = paste(text, &Hints::default()).expect("read");
        record.moves.iter().map(|played| played.text.clone()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(moves("(;GM[1]SZ[9];B[aa]PL[W];W[bb]PL[B];B[cc])"), "A9 B8 C7");
    // A pass that nobody wrote down.
    assert_eq!(moves("(;GM[1]SZ[9];B[aa];B[bb];W[cc])"), "A9 pass B8 C7");
    assert_eq!(moves("(;GM[1]SZ[9];W[aa];B[bb])"), "A9 B8");
    let named = "(;GM[1]SZ[9]CA[GB2312]PB[\u{805a}\u{96c5}];B[aa])";
    let told = paste(named, &Hints::default()).expect("read").about.black;
    assert_eq!(told, "\u{805a}\u{96c5}");
}

/// Problems and lectures set up positions on the way: each is a step, on the board and in the record.
#[test]
fn positions_set_up_in_mid_game_are_kept() {
    let text = "(;GM[1]SZ[9]KM[7]AB[cc]AW[gg];W[ee]C[one](;B[gc];AB[aa:ca]AE[ee]C[set up];W[ha](;B[ia])(;AW[dd]PL[W]N[x];W[ab]))\
                (;AE[cc][ee]AW[cc]PL[B];B[ee];C[said])(;B[cg];B[dg]))";
    assert!(keeps(text));
    let record = paste(text, &Hints::default()).expect("read");
    let course = record.course();
    let steps: Vec<_> = course.twigs.iter().map(|twig| (twig.after, twig.played.text.as_str())).collect();
    assert_eq!(
        steps,
        [
            (0, "E5"),
            (1, "G7"),
            (2, "{E5=-,A9=b,B9=b,C9=b}"),
            (3, "H9"),
            (4, "J9"),
            (4, "{D6=w,to=w}"),
            (6, "A8"),
            (1, "{E5=-,C7=w}"),
            (8, "E5"),
            (9, "{}"),
            (1, "C3"),
            (11, "{to=b}"),
            (12, "D3"),
        ]
    );
    // The moves of the record are those after the last position on its main line.
    let moves: Vec<_> = record.moves.iter().map(|played| played.text.as_str()).collect();
    assert_eq!(moves, ["H9", "J9"]);
    let held = Record { source: None, start: course.start, opening: course.opening, twigs: course.twigs, ..record };
    let written = String::from_utf8(write(&held, Target::Sgf).expect("written")).expect("text");
    let stones = ["AB[aa:ca]", "AE[ee]", "AW[dd]", "PL[W]", "AE[cc][ee]", "AW[cc]", "PL[B]"];
    assert!(stones.iter().all(|stone| written.contains(stone)), "{written}");
}

/// Who moves first after a position differs between side lines; the record shows it by the colours alone.
#[test]
fn either_side_goes_on_after_a_position() {
    let text = "(;GM[1]SZ[9]KM[7];B[ee];AW[aa](;W[gc])(;B[gc](;B[gg])))";
    assert!(keeps(text));
    let twigs = paste(text, &Hints::default()).expect("read").course().twigs;
    let steps: Vec<_> = twigs.iter().map(|twig| (twig.mover, twig.played.text.as_str())).collect();
    let (black, white) = (Player::Black, Player::White);
    assert_eq!(
        steps[1..],
        [(white, "{A9=w}"), (white, "G7"), (white, "{to=b}"), (black, "G7"), (white, "{to=b}"), (black, "G3")]
    );
}
