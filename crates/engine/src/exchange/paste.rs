//! Whatever is pasted: the format is recognised, and the game is replayed so that what comes back can be played.

use super::replay::{self, Start, othello_text};
use super::{Hints, Record};
use quadrille_core::Refusal;
use quadrille_records::board::OthelloBoard;
use quadrille_records::compact::CompactGame;
use quadrille_records::detect::{self, Detection, Format};
use quadrille_records::epd::Epd;
use quadrille_records::ggf::GgfGame;
use quadrille_records::obf::Problem;
use quadrille_records::sgf::GameTree;
use quadrille_records::{RecordError, pgn, transcript};

fn malformed(error: RecordError) -> Refusal {
    Refusal::from_display(error)
}

/// Reads one game or position from a text of any format. Of a file with many, it is the first.
pub fn paste(text: &str, hints: &Hints) -> Result<Record, Refusal> {
    let text = text.trim();
    let Detection { format, games } = detect::detect(text.as_bytes()).map_err(Refusal::from_display)?;
    let names: Vec<_> = games.into_iter().map(replay::name).collect();
    let stranger = || Refusal::plain(format!("this {format} is of a game that is not played here"));
    let hinted = names.iter().copied().find(|name| Some(*name) == hints.game);
    let game = hinted.or(names.first().copied()).ok_or_else(stranger)?;
    let line = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    let rules = hints.rules.as_str();
    match format {
        Format::Fen | Format::BreakthroughBoard | Format::GoBoard | Format::OthelloBoard => {
            board(format, game, rules, text)
        }
        Format::Epd => replay::epd(Epd::parse(line).map_err(malformed)?, rules),
        Format::Obf => replay::obf(Problem::parse(line).map_err(malformed)?),
        Format::Pgn => chess_game(text),
        Format::Sgf => replay::tree(GameTree::parse(text.as_bytes()).map_err(malformed)?, rules),
        Format::Ggf => replay::ggf(GgfGame::parse(text.as_bytes()).map_err(malformed)?),
        Format::Transcript => likeliest_moves(game, &names, text, hints),
        Format::CompactGo => replay::compact(&CompactGame::parse(line.as_bytes()).map_err(malformed)?, rules),
        Format::WthorGames | Format::WthorNames | Format::Polyglot => {
            Err(Refusal::plain(format!("{format} are databases; the command line reads them")))
        }
    }
}

/// A board on one line, of Othello also on eight.
pub(super) fn board(format: Format, game: &'static str, rules: &str, text: &str) -> Result<Record, Refusal> {
    if format != Format::OthelloBoard {
        let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with(['#', '%']));
        return Start { format, game, rules, position: first }.alone();
    }
    let whole: String = text.split_whitespace().collect();
    // A board without a side to move is Black's.
    let with_side = if whole.len() == 64 { whole + "X" } else { whole };
    let board = othello_text(&OthelloBoard::parse(&with_side).map_err(malformed)?);
    Start { format, game, rules: "standard", position: Some(&board) }.alone()
}

fn chess_game(text: &str) -> Result<Record, Refusal> {
    replay::chess(pgn::Game::parse(text.as_bytes()).map_err(malformed)?)
}

/// A list of moves may be of several games; the first that can play it all is meant. "1. d4 d5 2. c4" could be stones on a
/// goban; with a number in front, and not pasted beside one, it is chess.
pub(super) fn likeliest_moves(
    first: &'static str,
    names: &[&'static str],
    text: &str,
    hints: &Hints,
) -> Result<Record, Refusal> {
    if hints.game != Some(first)
        && text.starts_with("1.")
        && let Ok(found) = chess_game(text)
    {
        return Ok(found);
    }
    let others = names.iter().copied().filter(|name| *name != first);
    list_of_moves(first, text, &hints.rules).or_else(|refusal| {
        let mut readings = others.map(|game| list_of_moves(game, text, &hints.rules));
        readings.find_map(Result::ok).ok_or(refusal)
    })
}

/// A list of moves says neither size nor who starts: the first setting that plays them all is taken, unless `rules` say.
fn list_of_moves(game: &'static str, text: &str, rules: &str) -> Result<Record, Refusal> {
    fn texts<T: ToString>(moves: &[T]) -> Vec<String> {
        moves.iter().map(T::to_string).collect()
    }
    let bytes = text.as_bytes();
    let (settings, moves): (&[&str], Vec<String>) = match game {
        "othello" => (&["standard", "white-first"], texts(&transcript::parse_othello(bytes).map_err(malformed)?)),
        "go" => {
            let mut stones = transcript::parse_go(bytes).map_err(malformed)?;
            stones.retain(|stone| *stone != transcript::Stone::Resign);
            (&["9", "13", "19"], texts(&stones))
        }
        "breakthrough" => {
            let steps = transcript::parse_breakthrough(bytes).map_err(malformed)?;
            (&["5x5", "6x6", "8x8", "7x7", "6x5", "5x4", "4x4"], texts(&steps))
        }
        _ => {
            let words = text.split(|c: char| c.is_whitespace() || c == ',');
            (&[""], words.filter(|word| !word.is_empty() && !word.ends_with('.')).map(str::to_owned).collect())
        }
    };
    let given = [rules];
    let settings = if rules.is_empty() { settings } else { &given };
    let mut refusal = None;
    for rules in settings {
        match (Start { format: Format::Transcript, game, rules, position: None }).replay(&moves) {
            Ok(found) => return Ok(found),
            Err(problem) => refusal = refusal.or(Some(problem)),
        }
    }
    Err(refusal.unwrap_or_else(|| Refusal::plain("the list holds no moves")))
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
