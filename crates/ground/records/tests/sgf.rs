//! SGF: the specification's corners, deep and broken files, random trees.

mod support;

use quadrille_records::sgf::{Collection, Encoding, GameTree, NodeId, Point, SgfReader, Size, escape};
use quadrille_records::{Side, words};
use std::io::BufReader;
use support::Seeded;

fn tree(text: &str) -> GameTree {
    GameTree::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn assert_round_trip(tree: &GameTree) {
    assert_eq!(&GameTree::parse(&tree.to_bytes()).unwrap(), tree);
}

/// Written for this test: every feature of the syntax once.
const SAMPLE: &str = include_str!("../../../../testdata/records/sample.sgf");

#[test]
fn the_sample_keeps_everything() {
    let games = Collection::parse(SAMPLE.as_bytes()).unwrap().games;
    assert_eq!(games.len(), 2);
    games.iter().for_each(assert_round_trip);
    let game = &games[0];
    assert_eq!(game.size().unwrap(), Size { columns: 9, rows: 13 });
    assert_eq!((game.komi().unwrap(), game.root().text("RE").as_deref()), (Some(-0.5), Some("W+Resign")));
    assert_eq!(game.root().to_move().unwrap(), Some(Side::White));
    let names: Vec<_> = game.root().properties().map(|property| property.name().into_owned()).collect();
    assert_eq!(names, ["GM", "FF", "CA", "SZ", "KM", "HA", "PL", "RE", "AB", "XYZ2", "C"]);
    assert_eq!(game.root().property("XYZ2").unwrap().values().len(), 2);
    let stones: Vec<_> =
        game.root().points("AB", game.size().unwrap()).map(|point| point.unwrap().to_string()).collect();
    assert_eq!(stones, ["aa", "cb", "db", "cc", "dc"]);
    assert_eq!(game.root().text("C").unwrap(), "a \\ ] : b\nnext line joined");
    assert_eq!(game.moves().map(|play| play.unwrap().to_string()).collect::<Vec<_>>(), ["W[dd]", "B[]", "W[ii]"]);
    assert_eq!(game.node(NodeId::ROOT).first_child().unwrap().children().count(), 3);
    // The second game is of an older format with long identifiers.
    let old = &games[1];
    assert_eq!(old.moves().map(|play| play.unwrap().to_string()).collect::<Vec<_>>(), ["B[pd]", "W[]"]);
    assert_eq!(old.root().property("SZ").unwrap().identifier(), "SiZe");
}

#[test]
fn text_types_resolve_escapes() {
    let game = tree("(;C[a\\]b\\\\c\\:d\\\ne\tf\r\ng]AP[x\\:y:1.0])");
    let value = game.root().value("C").unwrap();
    assert_eq!(value.text(Encoding::Utf8), "a]b\\c:de f\ng");
    let (program, version) = game.root().value("AP").unwrap().halves().unwrap();
    assert_eq!((program.text(Encoding::Utf8).as_str(), version.raw()), ("x:y", &b"1.0"[..]));
    let mut built = GameTree::new();
    built.add_text(NodeId::ROOT, "C", "]\\]:\\").unwrap();
    assert_eq!(tree(std::str::from_utf8(&built.to_bytes()).unwrap()).root().text("C").unwrap(), "]\\]:\\");
    assert_eq!(escape("a]"), "a\\]");
}

#[test]
fn foreign_bytes_survive() {
    let latin = GameTree::parse(b"(;CA[ISO-8859-1]PB[Andr\xe9])").unwrap();
    assert_eq!(latin.root().text("PB").unwrap(), "André");
    assert_round_trip(&latin);
    // Without CA: UTF-8 when it is, else Latin-1.
    assert_eq!(GameTree::parse("(;PB[é])".as_bytes()).unwrap().root().text("PB").unwrap(), "é");
    assert_eq!(GameTree::parse(b"(;PB[\xe9])").unwrap().root().text("PB").unwrap(), "é");
    // Shift-JIS 0x83 0x5d ends in the byte of ']', 0x95 0x5c in that of '\'.
    let japanese = GameTree::parse(b"(;CA[Shift_JIS]PB[\x83\x5d\x95\x5c];B[aa])").unwrap();
    assert_eq!(japanese.root().value("PB").unwrap().raw(), b"\x83\x5d\x95\x5c");
    assert_eq!(japanese.node_count(), 2);
    assert_round_trip(&japanese);
}

/// The bytes were made by Python's codecs. 許功蓋 in Big5 ends in the byte of a backslash three times.
#[test]
fn east_asian_texts_are_decoded_and_kept() {
    for (bytes, name) in [
        (&b"(;CA[GB2312]PB[\xb9\xc5\xc1\xa6];B[aa])"[..], "古力"),
        (&b"(;CA[GBK]PB[\x85\xc7\xc7\xe5\xd4\xb4 \xe9F];B[aa])"[..], "吳清源 镕"),
        (&b"(;CA[Big5]PB[\xb3\x5c\xa5\x5c\xbb\x5c];B[aa])"[..], "許功蓋"),
        (&b"(;CA[EUC-KR]PB[\xc0\xcc\xc3\xa2\xc8\xa3];B[aa])"[..], "이창호"),
        (&b"(;CA[EUC-JP]PB[\xc9\xf0\xb5\xdc\xc0\xb5\xbc\xf9];B[aa])"[..], "武宮正樹"),
        (&b"(;CA[Shift_JIS]PB[\x83]\x95\x5c];B[aa])"[..], "ゾ表"),
    ] {
        let game = GameTree::parse(bytes).unwrap();
        assert_eq!((game.root().text("PB").as_deref(), game.node_count()), (Some(name), 2), "{name}");
        assert_round_trip(&game);
    }
}

#[test]
fn a_million_deep_is_read_written_compared_and_dropped() {
    const DEPTH: usize = 1_000_000;
    let nested = format!("{}{}", "(;B[aa]".repeat(DEPTH), ")".repeat(DEPTH));
    let deep = tree(&nested);
    assert_eq!(deep.node_count(), DEPTH);
    assert_eq!(deep.main_line().count(), DEPTH);
    assert_round_trip(&deep.clone());
    // Every level with a second variation, so that the parentheses stay.
    let forked = tree(&format!("{}{}", "(;B[aa](;W[bb])".repeat(DEPTH / 2), ")".repeat(DEPTH / 2)));
    assert_eq!(forked.pre_order().count(), DEPTH);
    assert_round_trip(&forked);
    let open = GameTree::parse("(;".repeat(DEPTH).as_bytes()).unwrap_err();
    assert!(open.to_string().contains("1000000 unclosed '('"), "{open}");
    let wide = tree(&format!("(;{})", "(;B[aa])".repeat(DEPTH)));
    assert_eq!(wide.root().children().count(), DEPTH);
}

#[test]
fn malformed_files_give_sentences() {
    let cases: &[(&str, &str)] = &[
        ("", "expected '(;' to open a game, found nothing"),
        ("  \n ", "expected '(;' to open a game, found nothing"),
        ("hello", "expected '(;' to open a game, found 'hello'"),
        ("(", "expected '(;'"),
        ("()", "expected '(;' to open a game, found '()'"),
        ("(B[aa])", "expected '(;'"),
        (";B[aa])", "expected '(;'"),
        ("(;", "the game ends with 1 unclosed '(': expected ')'"),
        ("(;B[aa]", "1 unclosed '('"),
        ("(;B[aa](;W[bb]", "2 unclosed '('"),
        ("(;B[aa", "the value '[aa' is never closed: expected ']'"),
        ("(;B[aa\\]", "is never closed"),
        ("(;B[aa\\", "is never closed"),
        ("(;B)", "property 'B' has no value: expected '['"),
        ("(;B;W[aa])", "property 'B' has no value"),
        ("(;[aa])", "expected a property, ';', '(' or ')', found '[aa])'"),
        ("(;B[aa]])", "expected a property, ';', '(' or ')', found '])'"),
        ("(;1[aa])", "expected a property"),
        ("(;B[aa]é)", "expected a property"),
        ("(;B[aa](;W[bb]);B[cc])", "a node follows a variation"),
        ("(;B[aa](;W[bb])C[x])", "expected '(' or ')' after a variation, found 'C[x])'"),
        ("(;B[aa](W[bb]))", "expected ';' after '(', found 'W[bb]))'"),
        ("(;B[aa]((;W[bb])))", "expected ';' after '(', found another '('"),
        ("(;B[aa]())", "expected ';' after '(', found ')'"),
    ];
    for (text, sentence) in cases {
        let error = GameTree::parse(text.as_bytes()).unwrap_err();
        assert!(error.to_string().contains(sentence), "{text:?} gave: {error}");
    }
    let error = GameTree::parse(b"(;B[aa]\n;W[bb]\n;C)").unwrap_err();
    assert_eq!(error.to_string(), "SGF, line 3, column 3: property 'C' has no value: expected '['");
}

#[test]
fn wrong_values_give_sentences() {
    let problem = |text: &str| {
        let game = tree(text);
        let size = game.size().err();
        let komi = game.komi().err();
        let others = game.game_number().err().or(game.root().to_move().err());
        let moves = game.moves().find_map(Result::err);
        let setup = game.root().points("AB", Size { columns: 9, rows: 9 }).find_map(Result::err);
        size.or(komi).or(others).or(moves).or(setup).unwrap_or_else(|| panic!("{text} is right")).problem.to_string()
    };
    for (text, sentence) in [
        ("(;SZ[0])", "property SZ has the value '0': expected a size from 1 to 52"),
        ("(;SZ[53])", "'53'"),
        ("(;SZ[9:])", "'9:'"),
        ("(;SZ[nine])", "'nine'"),
        ("(;SZ[-9])", "'-9'"),
        ("(;SZ[99999999999999999999])", "expected a size"),
        ("(;KM[six])", "property KM has the value 'six': expected a number such as '6.5'"),
        ("(;KM[NaN])", "'NaN'"),
        ("(;GM[go])", "property GM has the value 'go'"),
        ("(;PL[x])", "expected 'B' or 'W'"),
        ("(;SZ[9];B[ja])", "point 'ja' of property B is off the 9x9 board"),
        ("(;SZ[9];B[tt];W[zz])", "point 'zz' of property W is off the 9x9 board"),
        ("(;SZ[19];B[a])", "property B has the value 'a': expected a point such as 'dp'"),
        ("(;B[a1])", "'a1'"),
        ("(;AB[aaa])", "property AB has the value 'aaa'"),
        ("(;AB[aa:jj])", "point 'ja' of property AB is off the 9x9 board"),
        ("(;AB[aa:])", "'aa:'"),
    ] {
        assert!(problem(text).contains(sentence), "{text} gave: {}", problem(text));
    }
    // On a board above 19 rows `tt` is a point.
    assert_eq!(tree("(;SZ[21];B[tt])").moves().next().unwrap().unwrap().to_string(), "B[tt]");
    assert_eq!(tree("(;GM[2];B[ef])").size().unwrap().columns, 8);
}

#[test]
fn a_stream_goes_on_after_broken_games() {
    let text = "noise (see below)\n(;FF[4];B[aa])\n(;FF[4];B[bb](;W[cc]\n(;GM[1]FF[4];B[dd])\n(;B)\n(;B[ee])trailing";
    let games: Vec<_> = SgfReader::new(text.as_bytes()).collect();
    let shape: Vec<_> = games.iter().map(Result::is_ok).collect();
    assert_eq!(shape, [true, false, true, false, true]);
    let lines: Vec<_> = games.into_iter().filter_map(Result::err).map(|error| error.to_string()).collect();
    assert!(lines[0].starts_with("SGF, line 4, column 1: the game ends with 2 unclosed"), "{}", lines[0]);
    assert_eq!(lines[1], "SGF, line 5, column 4: property 'B' has no value: expected '['");
}

#[test]
fn the_size_of_pieces_does_not_matter() {
    let whole: Vec<_> = SgfReader::new(SAMPLE.as_bytes()).map(Result::unwrap).collect();
    for capacity in 1..20 {
        let reader = BufReader::with_capacity(capacity, SAMPLE.as_bytes());
        let pieces: Vec<_> = SgfReader::new(reader).map(Result::unwrap).collect();
        assert_eq!(pieces, whole, "pieces of {capacity} bytes");
    }
}

#[test]
fn a_game_beyond_the_limit_ends_the_stream() {
    let endless = std::io::repeat(b'(').take_as_bufread();
    let mut reader = SgfReader::new(endless).longest_game(1 << 20);
    assert!(reader.next().is_none_or(|game| game.is_err()));
    let long = format!("(;B[aa])(;C[{}])(;B[bb])", "x".repeat(1 << 20));
    let games: Vec<_> = SgfReader::new(long.as_bytes()).longest_game(1 << 17).collect();
    assert_eq!(games.len(), 2);
    let error = games[1].as_ref().unwrap_err().to_string();
    assert!(error.ends_with("the game is longer than 131072 bytes"), "{error}");
}

/// A stream of a few megabytes that is never valid.
trait TakeAsBufRead {
    fn take_as_bufread(self) -> BufReader<std::io::Take<std::io::Repeat>>;
}

impl TakeAsBufRead for std::io::Repeat {
    fn take_as_bufread(self) -> BufReader<std::io::Take<std::io::Repeat>> {
        BufReader::new(std::io::Read::take(self, 4 << 20))
    }
}

#[test]
fn trees_can_be_built_and_changed() {
    let mut game = GameTree::new();
    game.add_property(NodeId::ROOT, "SZ", &[b"9"]).unwrap();
    let first = game.add_node(NodeId::ROOT).unwrap();
    game.add_property(first, "B", &[b"ee"]).unwrap();
    let variation = game.add_node(NodeId::ROOT).unwrap();
    game.add_property(variation, "B", &[b"cc"]).unwrap();
    // The root's properties are no longer at the end of their vector.
    game.add_property(NodeId::ROOT, "AB", &[b"aa", b"bb:dd"]).unwrap();
    assert_eq!(game, tree("(;SZ[9]AB[aa][bb:dd](;B[ee])(;B[cc]))"));
    assert_round_trip(&game);
    let before = game.clone();
    let mut refused = |name, raw: &[&[u8]]| game.add_property(first, name, raw).unwrap_err();
    for name in ["b", "", "1A"] {
        assert!(refused(name, &[b"x"]).is(&words::sgf::IDENTIFIER), "{name}");
    }
    assert!(refused("C", &[]).is(&words::sgf::VALUELESS));
    assert!(refused("C", &[b"a]b"]).is(&words::sgf::RAW_VALUE));
    assert!(refused("C", &[b"a\\"]).is(&words::sgf::RAW_VALUE));
    assert_eq!(game, before);
}

#[test]
fn unequal_trees_are_unequal() {
    let base = tree("(;A[x];B[y])");
    for other in
        ["(;A[x])", "(;A[x](;B[y])(;B[y]))", "(;A[x];B[z])", "(;A[x];C[y])", "(;A[x];B[y][y])", "(;A[x][y];B[y])"]
    {
        assert_ne!(base, tree(other), "{other}");
    }
    assert_ne!(tree("(;A[a](;B[b];C[c])(;D[d]))"), tree("(;A[a](;B[b])(;C[c])(;D[d]))"));
    assert_ne!(tree("(;A[a](;B[b](;C[c])(;D[d])))"), tree("(;A[a](;B[b](;C[c]))(;D[d]))"));
    assert_eq!(base, tree(" ( ; A [x] ( ; B\n[y] ) ) "));
}

/// A random tree with random properties, built through the editing interface.
fn random_tree(random: &mut Seeded) -> GameTree {
    let mut game = GameTree::new();
    let mut nodes = vec![NodeId::ROOT];
    for _ in 0..random.below(40) {
        // Mostly long lines, sometimes variations.
        let parent = if random.once_in(4) { *random.pick(&nodes) } else { nodes[nodes.len() - 1] };
        nodes.push(game.add_node(parent).unwrap());
    }
    for _ in 0..random.below(60) {
        let node = *random.pick(&nodes);
        let identifier = *random.pick(&["B", "W", "C", "AB", "LB", "ZZ9", "GM", "FF"]);
        let values: Vec<String> = (0..=random.below(3)).map(|_| escape(&random_text(random))).collect();
        let values: Vec<&[u8]> = values.iter().map(String::as_bytes).collect();
        game.add_property(node, identifier, &values).unwrap();
    }
    game
}

fn random_text(random: &mut Seeded) -> String {
    let alphabet = ['a', 'b', ']', '[', '\\', ':', '(', ')', ';', '\n', '\r', ' ', 'é', '碁', '\0', '"'];
    (0..random.below(12)).map(|_| *random.pick(&alphabet)).collect()
}

#[test]
fn random_trees_round_trip() {
    let mut random = Seeded(5);
    for _ in 0..3000 {
        let game = random_tree(&mut random);
        let written = game.to_bytes();
        let copy =
            GameTree::parse(&written).unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&written)));
        assert_eq!(copy, game);
        assert_eq!(copy.to_bytes(), written);
    }
}

#[test]
fn random_texts_come_back() {
    let mut random = Seeded(6);
    for _ in 0..3000 {
        let text = random_text(&mut random).replace('\r', "");
        let mut game = GameTree::new();
        game.add_text(NodeId::ROOT, "C", &text).unwrap();
        assert_eq!(GameTree::parse(&game.to_bytes()).unwrap().root().text("C").unwrap(), text);
    }
}

#[test]
fn points_name_all_of_a_board() {
    for column in 0..52 {
        for row in 0..52 {
            let point = Point { column, row };
            assert_eq!(Point::from_letters(&point.letters().unwrap()), Some(point));
        }
    }
    assert_eq!(Point { column: 52, row: 0 }.letters(), None);
}
