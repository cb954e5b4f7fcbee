//! Records go through the form in which the page holds them, and come back the same: every tag, comment, glyph, property
//! and side line.
//!
//! The files of `testdata/records` are always read; `QUADRILLE_RECORDS` names more, separated by colons (PGN and SGF).

use quadrille_engine::exchange::{Format, Hints, Record, Remarks, Source, Target, Twig, paste, write};
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
    let (opening, twigs) = record.variations();
    let held = Record { source: None, opening, twigs, ..record.clone() };
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
    let (before, after): ((Remarks, Vec<Twig>), _) = (record.variations(), again.variations());
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
    if before.1.len() + 1 == nodes || before.1.is_empty() && record.moves.len() + 1 == nodes {
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
    let (opening, twigs) = paste("(;GM[1]SZ[9]C[first];C[second];B[ee])", &Hints::default()).unwrap().variations();
    assert_eq!((opening.comment.as_str(), twigs.len()), ("first\nsecond", 0));
}

#[test]
fn what_cannot_be_played_stays_as_text() {
    let pgn = |text: &str| {
        let record = paste(text, &Hints::default()).expect("read");
        assert!(keeps(text), "{text}");
        record
    };
    let threat = pgn("[Event \"x\"]\n\n1. e4 e5 2. Nf3 (2. Bc4 -- {threat} (2... Nc6 3. d3) 3. Qh5 $1) 2... Nc6 *");
    let (_, twigs) = threat.variations();
    let bishop = twigs.iter().find(|twig| twig.played.record == "Bc4").expect("the side line");
    assert_eq!(bishop.remarks.comment, "(-- threat Qh5)");
    assert_eq!(twigs.iter().filter(|twig| twig.played.record == "Nc6").count(), 2);
    let over = pgn("[Event \"x\"]\n\n1. e4 e5 2. Nf3 Z0 {White stops here.} *");
    assert_eq!(over.moves.len(), 3);
    assert_eq!(over.variations().1[2].remarks.comment, "(Z0 White stops here.)");
    let beside = pgn("[Event \"x\"]\n\n1. e4 -- (1... e5 2. Nf3) *");
    let (_, twigs) = beside.variations();
    assert_eq!((beside.moves.len(), twigs.len()), (1, 1));
    assert!(twigs[0].remarks.comment.contains("e5 Nf3"), "{twigs:?}");
}

#[test]
fn a_third_pass_stays_as_text() {
    let text = "(;GM[1]SZ[9]KM[7];B[ee];W[];B[tt];W[]C[resumed];B[gc])";
    let record = paste(text, &Hints::default()).expect("read");
    assert_eq!(record.moves.len(), 3);
    assert_eq!(record.variations().1[2].remarks.comment, "(pass resumed G7)");
}

#[test]
fn who_moves_twice_keeps_comments_and_variations() {
    let text = "(;GM[1]SZ[9]KM[7];B[ee]C[one];;B[gc]C[two](;W[cc])(;W[gg]C[three];W[gf]))";
    let (_, twigs) = paste(text, &Hints::default()).expect("read").variations();
    let moves: Vec<_> = twigs.iter().map(|twig| (twig.after, twig.played.text.as_str())).collect();
    assert_eq!(moves, [(0, "E5"), (1, "pass"), (2, "G7"), (3, "C7"), (3, "G3"), (5, "pass"), (6, "G4")]);
    let said: Vec<_> = twigs.iter().map(|twig| twig.remarks.comment.as_str()).filter(|said| !said.is_empty()).collect();
    assert_eq!(said, ["one", "two", "three"]);
}

#[test]
fn a_record_gets_no_rules_it_did_not_name() {
    let written = |text: &str| {
        let record = paste(text, &Hints::default()).expect("read");
        let (opening, twigs) = record.variations();
        let held = Record { source: None, opening, twigs, ..record };
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
