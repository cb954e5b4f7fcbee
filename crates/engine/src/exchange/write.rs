//! Writes a record in any format of its game.

use super::{About, Record, Remarks, Source, Target, Twig, replay, variations};
use crate::session::{Step, is_set_up};
use crate::think::MoveName;
use crate::{registry, words};
use quadrille_core::{Piece, Player, Refusal};
use quadrille_go::{RuleSet, Rules};
use quadrille_records::board::OthelloBoard;
use quadrille_records::detect::GameKind;
use quadrille_records::epd::{Epd, Operand, Operation};
use quadrille_records::ggf::{GgfGame, GgfMove};
use quadrille_records::obf::Problem;
use quadrille_records::pgn::{self, GameResult};
use quadrille_records::sgf::{GameTree, NodeId, Point};
use quadrille_records::wthor::{self, WthorGame};
use quadrille_records::{Side, compact, transcript};
use std::io::Write;

/// The program name, for formats that record it.
const APPLICATION: &str = "Quadrille";

/// The text of one record, including the separator. WTHOR is a database of many games: see [`Writer`].
pub fn write(record: &Record, target: Target) -> Result<Vec<u8>, Refusal> {
    let game = record.game;
    if !target.takes(game) {
        let refusal =
            words::NOT_WRITTEN_AS.refuse().with("game", registry::in_text(game)).with("format", target.to_string());
        return Err(refusal.list("names", Target::names(game)));
    }
    if let Some(kept) = as_it_was(record, target) {
        return Ok(kept);
    }
    match target {
        Target::Position => Ok(format!("{}\n", record.position).into_bytes()),
        Target::Moves => Ok((transcript::write(record.moves.iter().map(|played| &played.text)) + "\n").into_bytes()),
        Target::Pgn => portable(record).map(String::into_bytes),
        Target::Epd => position_with_result(record).map(String::into_bytes),
        Target::Sgf if game == replay::name(GameKind::Go) => smart(record),
        Target::Sgf => smart_othello(record),
        Target::Ggf => generic(record).map(String::into_bytes),
        Target::Obf => {
            let board = OthelloBoard::parse(&record.position)?;
            Ok(format!("{}\n", Problem { board, scores: Vec::new(), remark: None }).into_bytes())
        }
        Target::Compact => compact_line(record).map(String::into_bytes),
        Target::Wthor => database(&[wthor_game(record)?]),
    }
}

/// A record written in the format it was read from keeps everything.
fn as_it_was(record: &Record, target: Target) -> Option<Vec<u8>> {
    match (record.source.as_ref()?, target) {
        (Source::Pgn(game), Target::Pgn) => Some(format!("{game}\n").into_bytes()),
        (Source::Sgf(tree), Target::Sgf) => Some(tree.to_bytes()),
        (Source::Ggf(game), Target::Ggf) => Some(format!("{game}\n").into_bytes()),
        (Source::Epd(line), Target::Epd) => Some(format!("{line}\n").into_bytes()),
        (Source::Obf(problem), Target::Obf) => Some(format!("{problem}\n").into_bytes()),
        _ => None,
    }
}

fn known<'a>(text: &'a str, unknown: &'a str) -> &'a str {
    if text.is_empty() { unknown } else { text }
}

/// How most programs write a null move in PGN.
const NULL_MOVE: &str = "--";

/// PGN tags for the start and the result are taken from the game itself.
const OWN_TAGS: [&str; 3] = ["Result", "SetUp", "FEN"];

fn portable(record: &Record) -> Result<String, Refusal> {
    let mut game = pgn::Game::new();
    let About { event, site, date, round, white, black, reason, winner, .. } = &record.about;
    let mut tags = vec![
        ("Event", known(event, APPLICATION)),
        ("Site", known(site, "?")),
        ("Date", known(date, "????.??.??")),
        ("Round", known(round, "-")),
        ("White", known(white, "?")),
        ("Black", known(black, "?")),
        ("Result", "*"),
    ];
    if let Some(start) = &record.start {
        tags.extend([("SetUp", "1"), ("FEN", start.as_str())]);
    }
    let usual =
        record.about.tags.iter().filter(|(name, _)| record.start.is_none() && OWN_TAGS[1..].contains(&name.as_str()));
    tags.extend(usual.map(|(name, value)| (name.as_str(), value.as_str())));
    if record.rules.contains("960") {
        tags.push(("Variant", "Chess960"));
    }
    if !reason.is_empty() {
        tags.push(("Termination", reason.as_str()));
    }
    for (name, value) in tags {
        game.set_tag(name, value)?;
    }
    for (name, value) in record.about.tags.iter().filter(|(name, _)| !OWN_TAGS.contains(&name.as_str())) {
        // A tag that is not a valid PGN name comes from another format.
        let _ = game.set_tag(name, value);
    }
    let told = record.about.tags.iter().find(|(name, _)| name == "Result").map(|(_, value)| value.as_str());
    game.set_result(match (winner, told) {
        (Some(Some(Player::White)), _) | (None, Some("1-0")) => GameResult::WhiteWins,
        (Some(Some(Player::Black)), _) | (None, Some("0-1")) => GameResult::BlackWins,
        (Some(None), _) | (None, Some("1/2-1/2" | "1/2")) => GameResult::Draw,
        (None, _) => GameResult::Unknown,
    });
    let mut places = vec![game.start().id()];
    annotate(&mut game, places[0], &record.opening)?;
    for twig in record.all_twigs().iter() {
        let after = *places.get(twig.after).ok_or_else(|| lost(twig))?;
        let text = &twig.played.text;
        let is_null = is_set_up(text) && text.parse::<Step>()?.only_turn().is_some();
        let place = game.add_move(after, if is_null { NULL_MOVE } else { &twig.played.record })?;
        annotate(&mut game, place, &twig.remarks)?;
        places.push(place);
    }
    Ok(format!("{game}\n"))
}

/// Writes the annotations of a PGN move.
fn annotate(game: &mut pgn::Game, place: pgn::MoveId, remarks: &Remarks) -> Result<(), Refusal> {
    if !remarks.before.is_empty() {
        game.add_comment_before(place, &remarks.before)?;
    }
    remarks.nags.iter().for_each(|&nag| game.add_nag(place, nag));
    if !remarks.comment.is_empty() {
        game.add_comment(place, &remarks.comment)?;
    }
    Ok(())
}

fn lost(twig: &Twig) -> Refusal {
    words::LATE_PARENT.refuse().quote("move", &twig.played.text).with("after", twig.after)
}

/// EPD stores the counters and the result as operations.
fn position_with_result(record: &Record) -> Result<String, Refusal> {
    let mut line = Epd::parse(&record.position)?;
    let (clock, number) = line.counters.take().unwrap_or((0, 1));
    let result = match record.about.winner {
        Some(Some(Player::White)) => Some("1-0"),
        Some(Some(Player::Black)) => Some("0-1"),
        Some(None) => Some("1/2-1/2"),
        None => None,
    };
    let word = |text: String| vec![Operand::Word(text)];
    let counters = [("hmvc", word(clock.to_string())), ("fmvn", word(number.to_string()))];
    let result = result.map(|result| ("c9", vec![Operand::Text(result.to_owned())]));
    let operation = |(code, operands): (&str, _)| Operation { code: code.to_owned(), operands };
    line.operations = counters.into_iter().chain(result).map(operation).collect();
    Ok(format!("{line}\n"))
}

/// Adds properties of a game.
fn set_root(tree: &mut GameTree, properties: &[(&str, &str)]) -> Result<(), Refusal> {
    properties.iter().try_for_each(|(name, value)| tree.add_text(NodeId::ROOT, name, value))
}

/// Adds all moves of a record; `point` spells one.
fn add_moves(tree: &mut GameTree, record: &Record, point: impl Fn(&str) -> Vec<u8>) -> Result<(), Refusal> {
    let mut places = vec![NodeId::ROOT];
    add_remarks(tree, NodeId::ROOT, &record.opening)?;
    for twig in record.all_twigs().iter() {
        let after = *places.get(twig.after).ok_or_else(|| lost(twig))?;
        let text = &twig.played.text;
        let step = if is_set_up(text) { Some(text.parse::<Step>()?) } else { None };
        // Whose turn it is shows in the colour of the next move.
        if step.as_ref().is_some_and(|step| step.cells.is_empty() && step.to_move.is_some()) && twig.remarks.is_empty()
        {
            places.push(after);
            continue;
        }
        let place = tree.add_node(after)?;
        match step {
            Some(step) => add_set_up(tree, place, &step, &twig.remarks, &point)?,
            None => {
                let name = if twig.mover == Player::Black { "B" } else { "W" };
                tree.add_property(place, name, &[&point(text)])?;
            }
        }
        add_remarks(tree, place, &twig.remarks)?;
        places.push(place);
    }
    Ok(())
}

/// The stones of a position that was set up, unless the record's own properties have them.
fn add_set_up(
    tree: &mut GameTree,
    place: NodeId,
    step: &Step,
    remarks: &Remarks,
    point: impl Fn(&str) -> Vec<u8>,
) -> Result<(), Refusal> {
    if remarks.properties.iter().any(|(name, _)| variations::is_stones(name)) {
        return Ok(());
    }
    for (name, piece) in [("AB", Some("b")), ("AW", Some("w")), ("AE", None)] {
        let cells = step.cells.iter().filter(|(_, stands)| stands.as_deref() == piece);
        let points: Vec<_> = cells.map(|(cell, _)| point(cell)).collect();
        if !points.is_empty() {
            tree.add_property(place, name, &points.iter().map(Vec::as_slice).collect::<Vec<_>>())?;
        }
    }
    Ok(())
}

/// Adds the annotations of a move, or of the game before its first move.
fn add_remarks(tree: &mut GameTree, place: NodeId, remarks: &Remarks) -> Result<(), Refusal> {
    let said: Vec<_> = [&remarks.before, &remarks.comment].into_iter().filter(|text| !text.is_empty()).collect();
    if !said.is_empty() {
        let texts: Vec<&str> = said.iter().map(|text| text.as_str()).collect();
        tree.add_text(place, "C", &texts.join("\n"))?;
    }
    for (name, strength) in remarks.nags.iter().filter_map(|&nag| variations::sgf_mark(nag)) {
        tree.add_text(place, name, strength)?;
    }
    for (name, values) in &remarks.properties {
        let raw: Vec<&[u8]> = values.iter().map(String::as_bytes).collect();
        // Only properties of the source format are written.
        let _ = tree.add_property(place, name, &raw);
    }
    Ok(())
}

/// The game's tags, or its names and places if it has none, and the result.
fn set_about(tree: &mut GameTree, about: &About) -> Result<(), Refusal> {
    let tags: Vec<_> = replay::sgf_tags(about).filter(|(name, _)| *name != "RE").collect();
    let untold = |(name, value): &(&str, &str)| !value.is_empty() && tags.iter().all(|(tag, _)| tag != name);
    set_root(tree, &said(about).into_iter().filter(untold).chain(tags.iter().copied()).collect::<Vec<_>>())?;
    let result = sgf_result(about);
    let is_told = !result.is_empty() || replay::sgf_tags(about).any(|(name, _)| name == "RE");
    if is_told { set_root(tree, &[("RE", &result)]) } else { Ok(()) }
}

/// The result in SGF notation. No margin after a resignation or a loss on time, since the loser may be ahead.
fn sgf_result(about: &About) -> String {
    let told = replay::sgf_tags(about).find(|(name, _)| *name == "RE").map(|(_, result)| result);
    if let Some(told) = told.filter(|told| about.winner.is_none() || replay::sgf_winner(told) == about.winner) {
        return told.to_owned();
    }
    let margin = about.margin.as_deref().and_then(|margin| margin.parse::<f64>().ok()).unwrap_or(0.0);
    let by = |margin: f64| if margin > 0.0 { margin.to_string() } else { String::new() };
    match about.winner {
        Some(Some(Player::Black)) => format!("B+{}", by(margin)),
        Some(Some(Player::White)) => format!("W+{}", by(-margin)),
        Some(None) => "0".to_owned(),
        None => String::new(),
    }
}

fn said(about: &About) -> [(&str, &str); 7] {
    let About { black, white, event, site, date, round, reason, .. } = about;
    [("PB", black), ("PW", white), ("EV", event), ("PC", site), ("DT", date), ("RO", round), ("GC", reason)]
}

/// The letters of the cells of a Go board.
struct Points {
    names: Vec<String>,
    columns: usize,
}

impl Points {
    fn point(&self, cell: &str) -> Option<Point> {
        let index = self.names.iter().position(|name| name == cell)?;
        let (column, row) = (index % self.columns, index / self.columns);
        Some(Point { column: u8::try_from(column).ok()?, row: u8::try_from(row).ok()? })
    }

    fn letters(&self, cell: &str) -> Option<[u8; 2]> {
        self.point(cell)?.letters()
    }
}

fn smart(record: &Record) -> Result<Vec<u8>, Refusal> {
    let start = record.open()?;
    let picture = start.picture();
    let size = match (picture.rows, picture.columns) {
        (rows, columns) if rows == columns => rows.to_string(),
        (rows, columns) => format!("{columns}:{rows}"),
    };
    let word = |name| record.rules.split_whitespace().find_map(|word| word.strip_prefix(name));
    let mut tree = GameTree::new();
    set_root(&mut tree, &[("FF", "4"), ("GM", "1"), ("CA", "UTF-8"), ("AP", APPLICATION)])?;
    set_root(&mut tree, &[("SZ", &size), ("KM", word("komi=").unwrap_or("0"))])?;
    let is_told = |name| replay::sgf_tags(&record.about).any(|(told, _)| told == name);
    let rules: Rules = record.rules.parse()?;
    // A record that names no rules is read under the usual ones again.
    let is_usual = !record.about.tags.is_empty() && rules.set() == RuleSet::default();
    if !is_told("RU") && !is_usual {
        set_root(&mut tree, &[("RU", &title(rules.set().name()))])?;
    }
    if let Some(stones) = word("handicap=").filter(|_| !is_told("HA")) {
        set_root(&mut tree, &[("HA", stones)])?;
    }
    set_about(&mut tree, &record.about)?;
    let points = Points { names: picture.names, columns: picture.columns };
    for (name, colour) in [("AB", Player::Black), ("AW", Player::White)] {
        let cells = points.names.iter().zip(&picture.pieces).filter(|(_, piece)| **piece == Some(Piece::of(colour)));
        let stones: Vec<_> = cells.filter_map(|(cell, _)| points.letters(cell)).collect();
        let raw: Vec<&[u8]> = stones.iter().map(<[u8; 2]>::as_slice).collect();
        if !raw.is_empty() {
            tree.add_property(NodeId::ROOT, name, &raw)?;
        }
    }
    if record.first == Player::White {
        tree.add_property(NodeId::ROOT, "PL", &[b"W"])?;
    }
    add_moves(&mut tree, record, |cell| points.letters(cell).map(Vec::from).unwrap_or_default())?;
    Ok(tree.to_bytes())
}

/// The name of a rule set as records spell it: `Tromp-Taylor`.
fn title(name: &str) -> String {
    let mut begins = true;
    let spell = |letter: char| {
        let first = std::mem::replace(&mut begins, letter == '-');
        if first { letter.to_ascii_uppercase() } else { letter }
    };
    name.chars().map(spell).collect()
}

/// SGF for Othello uses the game's square names; it has no agreed set-up properties, so none are written.
fn smart_othello(record: &Record) -> Result<Vec<u8>, Refusal> {
    if let Some(start) = &record.start {
        return Err(words::OTHELLO_SGF.refuse().quote("position", start));
    }
    let mut tree = GameTree::new();
    set_root(&mut tree, &[("FF", "4"), ("GM", "2"), ("CA", "UTF-8"), ("AP", APPLICATION), ("SZ", "8")])?;
    set_about(&mut tree, &record.about)?;
    add_moves(&mut tree, record, |text| if text == "pass" { Vec::new() } else { text.as_bytes().to_vec() })?;
    Ok(tree.to_bytes())
}

fn generic(record: &Record) -> Result<String, Refusal> {
    let board = OthelloBoard::parse(&record.open()?.position())?;
    let about = &record.about;
    let margin = about.margin.as_deref().and_then(|margin| margin.parse::<f64>().ok());
    let result = margin.map_or_else(|| "?".to_owned(), |margin| format!("{margin:+.3}"));
    let mut game = GgfGame::default();
    for (name, value) in [
        ("GM", "Othello"),
        ("PC", known(&about.site, APPLICATION)),
        ("DT", &about.date),
        ("PB", known(&about.black, "?")),
        ("PW", known(&about.white, "?")),
        ("RE", &result),
        ("TI", "0"),
        ("TY", "8"),
    ] {
        if !value.is_empty() {
            game.set_tag(name, value);
        }
    }
    game.set_board(&board);
    let step = |(mover, played): (Player, &MoveName)| GgfMove {
        side: if mover == Player::Black { Side::Black } else { Side::White },
        place: if played.text == "pass" { "PA".to_owned() } else { played.text.to_ascii_uppercase() },
        evaluation: None,
        seconds: None,
    };
    game.moves = record.turns().map(step).collect();
    Ok(format!("{game}\n"))
}

fn compact_line(record: &Record) -> Result<String, Refusal> {
    let start = record.open()?;
    let picture = start.picture();
    if record.start.is_some() || record.first == Player::White || (picture.rows, picture.columns) != (19, 19) {
        return Err(words::NOT_COMPACT.refuse());
    }
    let points = Points { names: picture.names, columns: picture.columns };
    let result = sgf_result(&record.about);
    let line = compact::write_line(known(&result, "?"), record.moves.iter().map(|played| points.point(&played.text)));
    Ok(line? + "\n")
}

/// A game for the database: numbers instead of names, passes left out, the empty squares given to the winner.
fn wthor_game(record: &Record) -> Result<WthorGame, Refusal> {
    if record.start.is_some() || record.first == Player::White {
        return Err(words::NOT_WTHOR.refuse());
    }
    let board = OthelloBoard::parse(&record.position)?;
    let discs = |side| board.squares.iter().filter(|square| **square == Some(side)).count() as u8;
    let (black, white) = (discs(Side::Black), discs(Side::White));
    let empties = 64 - black - white;
    let black_discs = match black.cmp(&white) {
        std::cmp::Ordering::Greater => black + empties,
        std::cmp::Ordering::Equal => 32,
        std::cmp::Ordering::Less => black,
    };
    let told = record.about.margin.as_deref().and_then(|margin| margin.parse::<f64>().ok());
    let black_discs = told.map_or(black_discs, |margin| ((margin + 64.0) / 2.0).round().clamp(0.0, 64.0) as u8);
    let number = |name: &str| name.rsplit(' ').next().and_then(|word| word.parse().ok()).unwrap_or(0);
    let squares = record.moves.iter().filter(|played| played.text != "pass");
    let text = transcript::write(squares.map(|played| &played.text));
    let placed = transcript::parse_othello(text.as_bytes())?;
    let at = |place: transcript::Placement| match place {
        transcript::Placement::At(square) => Some(square),
        transcript::Placement::Pass => None,
    };
    Ok(WthorGame {
        tournament: number(&record.about.event),
        black: number(&record.about.black),
        white: number(&record.about.white),
        black_discs,
        theoretical_black_discs: black_discs,
        moves: placed.into_iter().filter_map(at).collect(),
    })
}

fn database(games: &[WthorGame]) -> Result<Vec<u8>, Refusal> {
    let header = wthor::Header {
        file_year: 2000,
        file_month: 1,
        file_day: 1,
        games: 0,
        names: 0,
        year: 0,
        board_size: 8,
        kind: 0,
        depth: 0,
    };
    Ok(wthor::write_games(&header, games)?)
}

/// Writes record after record.
pub struct Writer<W> {
    output: W,
    target: Target,
    /// A database starts with its number of games, so the games are buffered.
    waiting: Vec<WthorGame>,
}

impl<W: Write> Writer<W> {
    /// Writes to an output in a format.
    pub fn new(output: W, target: Target) -> Self {
        Self { output, target, waiting: Vec::new() }
    }

    /// Writes one record. The outer error is an I/O error, the inner one a record that cannot be written.
    pub fn add(&mut self, record: &Record) -> std::io::Result<Result<(), Refusal>> {
        if self.target == Target::Wthor && self.target.takes(record.game) {
            return Ok(wthor_game(record).map(|game| self.waiting.push(game)));
        }
        match write(record, self.target) {
            Ok(bytes) => self.output.write_all(&bytes).map(Ok),
            Err(error) => Ok(Err(error)),
        }
    }

    /// Writes buffered games and returns the output.
    pub fn finish(mut self) -> std::io::Result<W> {
        if self.target == Target::Wthor {
            let bytes = database(&self.waiting).map_err(std::io::Error::other)?;
            self.output.write_all(&bytes)?;
        }
        self.output.flush()?;
        Ok(self.output)
    }
}
