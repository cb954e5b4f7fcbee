//! What every reader must survive, whatever the bytes: no panic, and what is accepted comes back equal when it is written
//! and read again. The tests here and the targets in `fuzz` run these.

use quadrille_records::board::OthelloBoard;
use quadrille_records::pgn::{Annotation, CommentCommands, Game, MoveRef, PgnReader};
use quadrille_records::sgf::{Encoding, GameTree, PropertyRef, SgfReader, Size};
use quadrille_records::{compact, detect, epd, ggf, obf, polyglot, transcript, wthor};

/// SGF.
pub fn sgf(bytes: &[u8]) {
    let whole: Vec<_> = SgfReader::new(bytes).collect();
    let pieces = SgfReader::new(std::io::BufReader::with_capacity(7, bytes)).map(Result::ok);
    assert!(pieces.eq(whole.iter().map(|game| game.as_ref().ok().cloned())), "pieces give other games");
    for tree in whole.into_iter().flatten() {
        assert_eq!(GameTree::parse(&tree.to_bytes()).as_ref(), Ok(&tree));
        let _ = (tree.komi(), tree.game_number(), tree.moves().count());
        let size = tree.size().unwrap_or(Size { columns: 19, rows: 19 });
        for node in tree.pre_order() {
            let _ = (node.play(size), node.to_move(), node.points("AB", size).count());
            for value in node.properties().flat_map(PropertyRef::values) {
                let _ = (value.text(Encoding::Utf8), value.text(Encoding::Latin1), value.halves());
            }
        }
    }
}

/// PGN.
pub fn pgn(bytes: &[u8]) {
    let whole: Vec<_> = PgnReader::new(bytes).collect();
    let pieces = PgnReader::new(std::io::BufReader::with_capacity(7, bytes)).map(Result::ok);
    assert!(pieces.eq(whole.iter().map(|game| game.as_ref().ok().cloned())), "pieces give other games");
    for game in whole.into_iter().flatten() {
        let written = game.to_string();
        let copy = Game::parse(written.as_bytes()).unwrap_or_else(|error| panic!("{error}: {written}"));
        // A comment with both a brace and a line break has no spelling; see the writer.
        let unspellable = game.pre_order().flat_map(MoveRef::annotations).any(|note| match note {
            Annotation::Comment(text) | Annotation::CommentBefore(text) => {
                text.contains('}') && text.contains(['\n', '\r'])
            }
            Annotation::Nag(_) => false,
        });
        assert!(unspellable || copy == game, "{written}");
        let _ = CommentCommands::parse(&written);
    }
}

/// EPD.
pub fn epd(bytes: &[u8]) {
    for line in epd::lines(bytes).flatten() {
        assert_eq!(epd::Epd::parse(&line.to_string()).as_ref(), Ok(&line));
        let _ = line.fen();
    }
}

/// GGF.
pub fn ggf(bytes: &[u8]) {
    for game in ggf::GgfReader::new(bytes).flatten() {
        assert_eq!(ggf::GgfGame::parse(game.to_string().as_bytes()).as_ref(), Ok(&game));
        let _ = game.board();
    }
}

/// WTHOR.
pub fn wthor(bytes: &[u8]) {
    if let Ok((header, games)) = wthor::games(bytes)
        && let Ok(games) = games.collect::<Result<Vec<_>, _>>()
    {
        let copy = wthor::write_games(&header, &games).expect("what was read can be written");
        assert_eq!(wthor::games(&copy).expect("what was written can be read").0, header);
    }
    let _ = (wthor::players(bytes), wthor::tournaments(bytes));
}

/// OBF and Othello boards.
pub fn obf(bytes: &[u8]) {
    for problem in obf::lines(bytes).flatten() {
        assert_eq!(obf::Problem::parse(&problem.to_string()).as_ref(), Ok(&problem));
    }
    let _ = OthelloBoard::parse(&String::from_utf8_lossy(bytes));
}

/// Lists of moves.
pub fn transcript(bytes: &[u8]) {
    if let Ok(moves) = transcript::parse_othello(bytes) {
        assert_eq!(transcript::parse_othello(transcript::write(&moves).as_bytes()), Ok(moves));
    }
    if let Ok(moves) = transcript::parse_breakthrough(bytes) {
        assert_eq!(transcript::parse_breakthrough(transcript::write(&moves).as_bytes()), Ok(moves));
    }
    if let Ok(moves) = transcript::parse_go(bytes) {
        assert_eq!(transcript::parse_go(transcript::write(&moves).as_bytes()), Ok(moves));
    }
}

/// Polyglot books.
pub fn polyglot(bytes: &[u8]) {
    if let Ok(book) = polyglot::Book::new(bytes) {
        for entry in book.entries() {
            assert!(book.lookup(entry.key).any(|found| found == entry));
            let _ = polyglot::BookMove::parse(&entry.play.to_string());
        }
    }
}

/// Compact Go games.
pub fn compact(bytes: &[u8]) {
    let outcome = compact::for_each_game(bytes, |game| {
        if let Ok(game) = game {
            let _ = compact::write_line(game.result, game.moves());
        }
    });
    assert!(outcome.is_ok(), "short inputs are read to their end");
}

/// Recognition.
pub fn detect(bytes: &[u8]) {
    let _ = detect::detect(bytes);
}
