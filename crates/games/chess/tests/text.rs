//! Text in and out: FEN, UCI and SAN, and a sentence for everything that is refused.

use quadrille_chess::{Move, Moves, Position, Rules, san};
use quadrille_core::{Game, Notation, Rng};

/// A name, the text, and words the sentence must contain.
const BAD_FENS: [(&str, &str, &str); 41] = [
    ("empty", "", "position is empty"),
    ("blank", "   ", "position is empty"),
    ("a word", "hello", "fields (1)"),
    ("three fields", "8/8/8/8/8/8/8/8 w -", "fields (3)"),
    ("seven fields", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 x", "fields (7)"),
    ("seven ranks", "4k3/8/8/8/8/8/4K3 w - - 0 1", "7 ranks"),
    ("nine ranks", "4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "9 ranks"),
    ("short rank", "4k2/8/8/8/8/8/8/4K3 w - - 0 1", "7 squares"),
    ("long rank", "4k3/9/8/8/8/8/8/4K3 w - - 0 1", "'9'"),
    ("long rank of pieces", "4k3/ppppppppp/8/8/8/8/8/4K3 w - - 0 1", "9 squares"),
    ("digits that overflow", "4k3/88888888/8/8/8/8/8/4K3 w - - 0 1", "64 squares"),
    ("unknown piece", "4k3/8/8/3x4/8/8/8/4K3 w - - 0 1", "'x'"),
    ("letter outside ASCII", "4k3/8/8/3é4/8/8/8/4K3 w - - 0 1", "'é'"),
    ("zero in a rank", "4k3/08/8/8/8/8/8/4K3 w - - 0 1", "'0'"),
    ("turn", "4k3/8/8/8/8/8/8/4K3 x - - 0 1", "side to move is \"x\""),
    ("capital turn", "4k3/8/8/8/8/8/8/4K3 W - - 0 1", "side to move is \"W\""),
    ("castling letter", "4k3/8/8/8/8/8/8/4K2R w KX - 0 1", "'X'"),
    ("five castling rights", "r3k2r/8/8/8/8/8/8/R3K2R w KQkqK - 0 1", "at most four"),
    ("en-passant field", "4k3/8/8/8/8/8/8/4K3 w - z9 0 1", "\"z9\""),
    ("clock with a sign", "4k3/8/8/8/8/8/8/4K3 w - - -1 1", "\"-1\""),
    ("clock that overflows", "4k3/8/8/8/8/8/8/4K3 w - - 65536 1", "\"65536\""),
    ("clock that overflows 64 bits", "4k3/8/8/8/8/8/8/4K3 w - - 99999999999999999999 1", "half-move clock"),
    ("move number that overflows", "4k3/8/8/8/8/8/8/4K3 w - - 0 70000", "move number"),
    ("move number in words", "4k3/8/8/8/8/8/8/4K3 w - - 0 one", "\"one\""),
    ("no white king", "4k3/8/8/8/8/8/8/8 w - - 0 1", "White has no king"),
    ("no black king", "8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has no king"),
    ("two white kings", "4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "White has 2 kings"),
    ("two black kings", "3kk3/8/8/8/8/8/8/4K3 w - - 0 1", "Black has 2 kings"),
    ("pawn on the first rank", "4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "pawn is on a1"),
    ("pawn on the eighth rank", "p3k3/8/8/8/8/8/8/4K3 w - - 0 1", "pawn is on a8"),
    ("nine pawns", "4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", "9 pawns"),
    ("seventeen pieces", "4k3/8/8/8/8/N7/PPPPPPPP/RNBQKBNR w - - 0 1", "17 pieces"),
    ("too many queens", "4k3/8/8/8/8/Q7/1PPPPPPP/QQ2K3 w - - 0 1", "promoted"),
    ("the king could be taken", "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "Black is in check on e8"),
    ("kings side by side", "8/8/8/3kK3/8/8/8/8 w - - 0 1", "in check"),
    ("three checkers", "4k3/8/8/8/7b/4r3/2n5/4K3 w - - 0 1", "3 pieces give check"),
    ("castling without rook", "4k3/8/8/8/8/8/8/4K3 w K - 0 1", "needs a white rook"),
    ("castling from e2", "4k3/8/8/8/8/8/4K3/7R w K - 0 1", "back rank"),
    ("castling right twice", "4k3/8/8/8/8/8/8/4K2R w KH - 0 1", "twice"),
    ("en passant on the wrong rank", "4k3/8/8/8/3P4/8/8/4K3 w - d3 0 1", "expected rank 6"),
    ("en passant without a pawn", "4k3/8/8/8/8/8/8/4K3 w - d6 0 1", "no pawn"),
];

#[test]
fn every_bad_fen_is_refused_with_its_own_sentence() {
    for (name, fen, words) in BAD_FENS {
        match Position::from_fen(Rules::Standard, fen) {
            Ok(position) => panic!("{name}: {fen:?} was read as {position:?}"),
            Err(error) => assert!(error.to_string().contains(words), "{name}: {error}"),
        }
    }
    let more = [
        ("en passant over a piece", "4k3/8/3n4/3p4/8/8/8/4K3 w - d6 0 1", "d6 must be empty"),
        ("en passant from an occupied square", "4k3/3n4/8/3p4/8/8/8/4K3 w - d6 0 1", "d7 must be empty"),
        ("king off the e-file", "4k3/8/8/8/8/8/8/3K3R w K - 0 1", "chess960 allows it"),
        ("rook out of the corner", "4k3/8/8/8/8/8/8/4K1R1 w K - 0 1", "chess960 allows it"),
    ];
    for (name, fen, words) in more {
        let error = Position::from_fen(Rules::Standard, fen).expect_err(name);
        assert!(error.to_string().contains(words), "{name}: {error}");
    }
    let long = "4k3/8/8/8/8/8/8/4K3 w - - 0 1".repeat(100_000);
    assert!(Position::from_fen(Rules::Standard, &long).expect_err("too long").to_string().contains("bytes long"));
}

#[test]
fn random_bytes_never_panic() {
    let mut rng = Rng::new(77);
    let letters: Vec<char> = "PNBRQKpnbrqk12345678/ wb-KQkqabcdefgh0é=x+#O\u{0}".chars().collect();
    let start = Position::start(&Rules::Standard);
    for _ in 0..50_000 {
        let text: String = (0..rng.below(40)).filter_map(|_| rng.pick(&letters)).collect();
        let _ = Position::from_fen(Rules::Chess960, &text);
        if let Ok(m) = start.parse_move(&text) {
            assert!(start.is_legal(m), "{text:?}");
        }
    }
}

#[test]
fn one_changed_letter_never_panics_and_never_gives_nonsense() {
    let fens =
        ["r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "8/8/8/2k5/2pP4/8/B7/4K3 b - d3 0 3"];
    let letters: Vec<char> = "PNBRQKpnbrqk12345678/ wb-KQkqah0".chars().collect();
    for fen in fens {
        for place in 0..fen.len() {
            for &letter in &letters {
                let mut text: Vec<char> = fen.chars().collect();
                text[place] = letter;
                let text: String = text.into_iter().collect();
                if let Ok(position) = Position::from_fen(Rules::Chess960, &text) {
                    quadrille_core::contract::check_position(&position, false);
                }
            }
        }
    }
}

fn at(fen: &str) -> Position {
    Position::from_fen(Rules::Standard, fen).expect("valid")
}

#[test]
fn san_is_written_as_the_standard_says() {
    let cases = [
        ("startpos", "g1f3", "Nf3"),
        ("startpos", "e2e4", "e4"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "O-O"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "O-O-O"),
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"),
        ("4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1", "d5c6", "dxc6"),
        ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", "axb8=Q+"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "a8=N"),
        ("4k3/8/8/8/8/8/4K3/N3N3 w - - 0 1", "e1c2", "Nec2"),
        ("4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "a1a3", "R1a3"),
        ("2K5/8/8/8/4Q2Q/8/k7/7Q w - - 0 1", "h4e1", "Qh4e1"),
        ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", "a1a8", "Ra8#"),
        ("4k3/4r3/8/8/1b6/2N5/8/3NK3 w - - 0 1", "d1e3", "Ne3"),
    ];
    for (fen, uci, expected) in cases {
        let position = at(fen);
        let Ok(m) = position.parse_move(uci) else { panic!("{uci} is legal in {fen}") };
        let written = san(&position, m);
        assert_eq!(position.parse_move(&written), Ok(m), "{written}");
        assert_eq!(written, expected, "{fen}");
    }
}

#[test]
fn san_is_read_in_the_spellings_people_use() {
    let position = at("r3k2r/pP3ppp/8/3pP3/8/5N2/PPP2PPP/R3K2R w KQkq d6 0 10");
    let same = [
        ("e1g1", vec!["O-O", "0-0", "e1h1", "O-O!", "Kg1"]),
        ("e5d6", vec!["exd6", "ed6", "e5xd6", "e5-d6", "exd6?!"]),
        ("b7a8q", vec!["bxa8=Q+", "bxa8Q", "b7xa8=Q", "ba8Q", "b7a8Q"]),
        ("f3g5", vec!["Ng5", "Nfg5", "N3g5", "Nf3g5", "Nf3-g5"]),
    ];
    for (uci, spellings) in same {
        let expected = position.parse_move(uci).expect("legal");
        for text in spellings {
            if text == "Kg1" {
                assert!(position.parse_move(text).is_err(), "castling is not a king's step");
            } else {
                assert_eq!(position.parse_move(text), Ok(expected), "{text}");
            }
        }
    }
}

#[test]
fn bad_moves_are_refused_with_a_sentence() {
    let start = at("startpos");
    let cases = [
        ("e2e5", "the legal moves from e2 are e2e3 e2e4"),
        ("e7e5", "White has no legal move from e7"),
        ("e3e4", "White has no legal move from e3"),
        ("Nf4", "pieces of that kind can play Na3 Nc3 Nf3 Nh3"),
        ("e5", "White has no pawn that can move to e5"),
        ("Qd4", "no piece of that kind can move"),
        ("", "is not a chess move"),
        ("0000", "is not a chess move"),
        ("e9e4", "is not a chess move"),
        ("hello world", "is not a chess move"),
        ("e2e4k", "is not a legal move"),
        ("O-O", "is not a legal move"),
        ("é2e4", "is not a chess move"),
    ];
    for (text, words) in cases {
        let error = start.parse_move(text).expect_err(text).to_string();
        assert!(error.contains(words), "{text}: {error}");
    }
    let ambiguous = at("4k3/8/8/8/8/8/4K3/N3N3 w - - 0 1").parse_move("Nc2").expect_err("two knights");
    assert!(ambiguous.to_string().contains("a1 and e1"), "{ambiguous}");
    let over = at("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").parse_move("h8h7").expect_err("stalemate");
    assert!(over.to_string().contains("the game is over"), "{over}");
}

#[test]
fn castling_is_spelt_by_the_rules() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let spelt = |rules| {
        let position = Position::from_fen(rules, fen).expect("valid");
        let mut moves = Moves::new();
        position.legal_moves(&mut moves);
        let castling: Vec<Move> = moves.into_iter().filter(|m| m.is_castling()).collect();
        castling.iter().map(|&m| position.format_move(m)).collect::<Vec<_>>()
    };
    assert_eq!(spelt(Rules::Standard), ["e1c1", "e1g1"]);
    assert_eq!(spelt(Rules::Chess960), ["e1a1", "e1h1"]);
    // The king steps to g1, or castles with the rook on g1: two different moves in Chess960.
    let position = Position::from_fen(Rules::Chess960, "4k3/8/8/8/8/8/8/5K1R w K - 0 1").expect("valid");
    assert!(!position.parse_move("f1g1").expect("a step").is_castling());
    assert!(position.parse_move("f1h1").expect("castling").is_castling());
    assert!(position.parse_move("O-O").expect("castling").is_castling());
}

#[test]
fn fens_survive_reading_and_writing() {
    let kept = [
        (Rules::Standard, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        (Rules::Standard, "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 17"),
        (Rules::Chess960, "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9"),
        (Rules::Chess960, "4k3/8/8/8/8/8/8/RR2K2R w KB - 3 5"),
        (Rules::Chess960, "rr2k3/8/8/8/8/8/8/4K2R b b - 3 5"),
    ];
    for (rules, fen) in kept {
        assert_eq!(Position::from_fen(rules, fen).expect(fen).fen(), fen);
    }
    let shredder = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    assert_eq!(Position::from_fen(Rules::Chess960, shredder).expect("valid").shredder_fen(), shredder);
    let without_clocks = at("4k3/8/8/8/8/8/8/4K3 w - -");
    assert_eq!(without_clocks.fen(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    let useless = at("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    assert_eq!(useless.fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
}

#[test]
fn the_diagram_shows_the_board() {
    let drawing = at("startpos").diagram(quadrille_core::Lang::English);
    assert!(drawing.starts_with("8 r n b q k b n r\n"));
    assert!(drawing.ends_with("  a b c d e f g h\nWhite to move\n"));
}
