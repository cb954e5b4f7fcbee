//! The clients against small stand-ins written in shell: a good program, a silent one, one that dies, one that refuses.

use quadrille_core::{Player, Refusal};
use quadrille_protocol::client::{Gtp, MoveLimits, NBoard, NewGame, Opponent, Uci};
use quadrille_protocol::words;
use std::time::Duration;

/// Generous, since the machine may be busy; only the silent programs make us wait, and they get less.
const PATIENCE: Duration = Duration::from_secs(60);

/// A program that answers each line as the cases of a shell `case` say.
fn shell(cases: &str) -> String {
    format!("sh -c 'while read -r line; do case \"$line\" in {cases} quit) exit;; esac; done'")
}

fn uci(on_go: &str) -> Result<Uci, Refusal> {
    let cases = format!("uci) echo \"id name Stand-in\"; echo uciok;; isready) echo readyok;; go*) {on_go};;");
    Uci::start(&shell(&cases), &[("Hash".to_owned(), "1".to_owned())], PATIENCE)
}

#[test]
fn a_uci_program_plays() {
    let mut engine = uci("echo \"info depth 3 score cp 12 pv e2e4\"; echo \"bestmove e2e4 ponder e7e5\"").unwrap();
    assert_eq!(engine.name(), "Stand-in");
    engine.new_game(&NewGame::default()).unwrap();
    let choice = engine.choose(&[], Player::White, &MoveLimits { depth: Some(3), ..MoveLimits::default() }).unwrap();
    assert_eq!((choice.best.as_deref(), choice.score, choice.depth), (Some("e2e4"), Some(0.12), Some(3)));
}

#[test]
fn a_uci_program_that_has_no_move_dies_or_hangs() {
    let limits = MoveLimits { move_time: Some(Duration::from_millis(10)), ..MoveLimits::default() };
    let mut none = uci("echo \"bestmove (none)\"").unwrap();
    assert_eq!(none.choose(&[], Player::White, &limits).unwrap().best, None);
    let mut dying = uci("exit").unwrap();
    assert!(dying.choose(&[], Player::White, &limits).unwrap_err().is(&words::ENDED));
    let silent = Uci::start(&shell(""), &[], Duration::from_millis(50));
    assert!(silent.unwrap_err().is(&words::SILENT));
}

#[test]
fn a_gtp_program_is_kept_in_step() {
    // It answers every genmove with the number of moves it has been told.
    let cases = "name) echo \"= Stand-in\"; echo;; play*) n=$((n+1)); echo =; echo;; undo) n=$((n-1)); echo =; echo;; \
                 clear_board) n=0; echo =; echo;; genmove*) echo \"= $n\"; echo; n=$((n+1));; *) echo \"? no\"; echo;;";
    let mut engine = Gtp::start(&shell(cases), PATIENCE).unwrap();
    assert_eq!(engine.name(), "Stand-in");
    engine.new_game(&NewGame::default()).unwrap();
    let limits = MoveLimits::default();
    let moves = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
    let mut told = |texts: &[&str], mover| engine.choose(&moves(texts), mover, &limits).unwrap().best.unwrap();
    assert_eq!(told(&[], Player::Black), "0");
    assert_eq!(told(&["0", "C3"], Player::Black), "2");
    // Another line: what does not belong to it is taken back.
    assert_eq!(told(&["0", "D4"], Player::Black), "2");
    assert!(engine.ask("hello").unwrap_err().is(&words::REFUSED));
    let on_six = NewGame { rules: "6".to_owned(), position: None };
    assert!(engine.new_game(&on_six).unwrap_err().is(&words::REFUSED));
}

#[test]
fn an_nboard_program_plays_and_passes() {
    let cases = "ping*) echo \"set myname Stand-in\"; echo \"pong ${line#ping }\";; *PA*) answer=PA;; go) echo \"=== ${answer:-F5/1.5/0.1}\";;";
    let mut engine = NBoard::start(&shell(cases), PATIENCE).unwrap();
    engine.new_game(&NewGame::default()).unwrap();
    assert_eq!(engine.name(), "Stand-in");
    let limits = MoveLimits { depth: Some(4), ..MoveLimits::default() };
    let choice = engine.choose(&[], Player::Black, &limits).unwrap();
    assert_eq!((choice.best.as_deref(), choice.score), (Some("f5"), Some(1.5)));
    let choice = engine.choose(&["f5".to_owned(), "pass".to_owned()], Player::Black, &limits).unwrap();
    assert_eq!(choice.best.as_deref(), Some("pass"));
}
