//! Throws damaged records at every reader and expects an answer, never a panic.
//!
//! `cargo run --release -p quadrille-records --example fuzz_records -- [SECONDS] [READER] [SEED]`: so many seconds for
//! each reader (5 by default), or for the one named. Valid inputs are damaged by a seeded generator (bytes changed, cut out, doubled,
//! swapped, pieces of other inputs and of the formats' own syntax put in). Beyond not panicking, what a reader accepts
//! must be written and read again to the same value.

#[path = "../tests/support/mod.rs"]
mod support;

use quadrille_records::board::OthelloBoard;
use quadrille_records::pgn::{Annotation, CommentCommands, Game, MoveRef, PgnReader};
use quadrille_records::sgf::{Encoding, GameTree, PropertyRef, SgfReader, Size};
use quadrille_records::{compact, detect, epd, ggf, obf, polyglot, transcript, wthor};
use std::time::{Duration, Instant};
use support::Seeded;

/// The longest damaged input.
const LONGEST: usize = 4096;
/// Pieces of syntax that damage may put in.
const SYNTAX: [&str; 30] = [
    "(",
    ")",
    "(;",
    ";",
    "[",
    "]",
    "\\",
    ":",
    "B[aa]",
    "W[tt]",
    "CA[Shift_JIS]",
    "SZ[",
    "aa:zz",
    "{",
    "}",
    "\n",
    "\r\n",
    "\n[Event \"",
    "$",
    "!?",
    "1-0",
    "1/2-1/2",
    "*",
    "%",
    "\t",
    "\"",
    ";D1 20",
    "pass",
    "\u{feff}",
    "é",
];

/// A reader under test: its name, its valid inputs, and what it does with any input.
struct Target {
    name: &'static str,
    seeds: Vec<Vec<u8>>,
    run: fn(&[u8]),
}

fn targets() -> Vec<Target> {
    let sgf = include_bytes!("../../../../testdata/records/sample.sgf").to_vec();
    let pgn = include_bytes!("../../../../testdata/records/sample.pgn").to_vec();
    let ggf = include_bytes!("../../../../testdata/records/sample.ggf").to_vec();
    let board = b"---------------------------OX------XO--------------------------- X".to_vec();
    let problem = [&board[..], b"; d3:+2; c4:-4; % remark"].concat();
    let epd = b"8/8/8/8/8/8/8/K6k w - - bm Kb1; id \"x; y\";\n8/8/8/8/8/8/8/K6k b - - 0 1 ;D1 3 ;D2 9".to_vec();
    let lists =
        [&b"1. f5 2. d6 pa c3"[..], b"b2b3 b4xc3 a2-a3", b"D4 Q16 pass resign", b"f5d6c3d3c4"].map(<[u8]>::to_vec);
    let lines = b"B+Resign\tpdddtt\n?\t\nW+0.5\taass".to_vec();
    let book = polyglot::write_book(&[
        polyglot::Entry { key: 1, play: polyglot::BookMove(796), weight: 1, learn: 0 },
        polyglot::Entry { key: u64::MAX, play: polyglot::BookMove(0xffff), weight: 9, learn: 9 },
    ]);
    let mut games = vec![20, 7, 5, 22, 1, 0, 0, 0, 0, 0, 0xb9, 7, 8, 0, 24, 0, 1, 0, 2, 0, 3, 0, 34, 41, 56, 64, 33];
    games.resize(16 + 68, 0);
    let everything: Vec<Vec<u8>> =
        [&sgf, &pgn, &ggf, &board, &problem, &epd, &lines, &book, &games].into_iter().chain(&lists).cloned().collect();
    let target = |name, seeds: &[Vec<u8>], run| Target { name, seeds: seeds.to_vec(), run };
    vec![
        target("sgf", &[sgf], run_sgf),
        target("pgn", &[pgn], run_pgn),
        target("epd", &[epd], run_epd),
        target("ggf", &[ggf], run_ggf),
        target("wthor", &[games], run_wthor),
        target("obf", &[problem, board], run_obf),
        target("transcript", &lists, run_transcript),
        target("polyglot", &[book], run_polyglot),
        target("compact", &[lines], run_compact),
        target("detect", &everything, run_detect),
    ]
}

fn run_sgf(bytes: &[u8]) {
    let whole: Vec<_> = SgfReader::new(bytes).collect();
    let pieces = SgfReader::new(std::io::BufReader::with_capacity(7, bytes)).map(Result::ok);
    assert!(pieces.eq(whole.iter().map(|game| game.as_ref().ok().cloned())), "pieces give other games");
    for tree in whole.into_iter().flatten() {
        assert_eq!(GameTree::parse(&tree.to_bytes()).as_ref(), Ok(&tree));
        let _ = (tree.komi(), tree.handicap(), tree.game_number(), tree.result(), tree.moves().count());
        let size = tree.size().unwrap_or(Size { columns: 19, rows: 19 });
        for node in tree.pre_order() {
            let _ = (node.play(size), node.to_move(), node.points("AB", size).count());
            for value in node.properties().flat_map(PropertyRef::values) {
                let _ = (value.text(Encoding::Utf8), value.simple_text(Encoding::Latin1), value.halves());
            }
        }
    }
}

fn run_pgn(bytes: &[u8]) {
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
        let _ = CommentCommands::parse(&written).to_comment();
    }
}

fn run_epd(bytes: &[u8]) {
    for line in epd::lines(bytes).flatten() {
        assert_eq!(epd::Epd::parse(&line.to_string()).as_ref(), Ok(&line));
        let _ = (line.fen(), line.perft().count(), line.best_moves().count());
    }
}

fn run_ggf(bytes: &[u8]) {
    for game in ggf::GgfReader::new(bytes).flatten() {
        assert_eq!(ggf::GgfGame::parse(game.to_string().as_bytes()).as_ref(), Ok(&game));
        let _ = game.board();
    }
}

fn run_wthor(bytes: &[u8]) {
    if let Ok((header, games)) = wthor::games(bytes)
        && let Ok(games) = games.collect::<Result<Vec<_>, _>>()
    {
        let copy = wthor::write_games(&header, &games).expect("what was read can be written");
        assert_eq!(wthor::games(&copy).expect("what was written can be read").0, header);
    }
    let _ = (wthor::players(bytes), wthor::tournaments(bytes));
}

fn run_obf(bytes: &[u8]) {
    for problem in obf::lines(bytes).flatten() {
        assert_eq!(obf::Problem::parse(&problem.to_string()).as_ref(), Ok(&problem));
    }
    let _ = OthelloBoard::parse(&String::from_utf8_lossy(bytes));
}

fn run_transcript(bytes: &[u8]) {
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

fn run_polyglot(bytes: &[u8]) {
    if let Ok(book) = polyglot::Book::new(bytes) {
        for entry in book.entries() {
            assert!(book.lookup(entry.key).any(|found| found == entry));
            let _ = polyglot::BookMove::parse(&entry.play.to_string());
        }
    }
}

fn run_compact(bytes: &[u8]) {
    let outcome = compact::for_each_game(bytes, |game| {
        if let Ok(game) = game {
            let _ = compact::write_line(game.result, game.moves());
        }
    });
    assert!(outcome.is_ok(), "short inputs are read to their end");
}

fn run_detect(bytes: &[u8]) {
    let _ = detect::detect(bytes);
}

/// A valid input with one to eight injuries.
fn damage(random: &mut Seeded, seeds: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = random.pick(seeds).clone();
    for _ in 0..=random.below(8) {
        let at = random.below(bytes.len() + 1);
        let end = (at + random.below(40)).min(bytes.len());
        match random.below(8) {
            0 if at < bytes.len() => bytes[at] = random.bits() as u8,
            1 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            2 => drop(bytes.drain(at..end)),
            3 => bytes.truncate(at),
            4 => {
                let piece = bytes[at..end].to_vec();
                let times = if random.once_in(20) { 200 } else { 1 + random.below(20) };
                bytes.splice(at..at, piece.repeat(times));
            }
            5 => {
                let other = random.pick(seeds);
                let from = random.below(other.len() + 1);
                let piece = other[from..(from + random.below(60)).min(other.len())].to_vec();
                bytes.splice(at..end, piece);
            }
            _ => {
                let piece = random.pick(&SYNTAX).bytes();
                bytes.splice(at..at, piece);
            }
        }
        bytes.truncate(LONGEST);
    }
    bytes
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let seconds = arguments.next().map_or(5, |text| text.parse().expect("the seconds are a number"));
    let only = arguments.next().filter(|name| name != "all");
    let seed = arguments.next().map_or(1, |text| text.parse().expect("the seed is a number"));
    for target in targets().iter().filter(|target| only.as_ref().is_none_or(|name| name == target.name)) {
        let mut random = Seeded(seed);
        let start = Instant::now();
        let mut inputs = 0u64;
        while start.elapsed() < Duration::from_secs(seconds) {
            for _ in 0..100 {
                let state = random.0;
                let bytes = damage(&mut random, &target.seeds);
                let outcome = std::panic::catch_unwind(|| (target.run)(&bytes));
                if outcome.is_err() {
                    println!(
                        "{}: state {state} of the generator, input {:?}",
                        target.name,
                        String::from_utf8_lossy(&bytes)
                    );
                    std::process::exit(1);
                }
                inputs += 1;
            }
        }
        println!("{}: {inputs} damaged inputs in {seconds} s, no panic", target.name);
    }
}
