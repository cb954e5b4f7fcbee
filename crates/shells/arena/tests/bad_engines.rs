//! Engines that crash, stall, cheat or are late lose their games, are restarted, and leave no process behind.

use quadrille_arena::player::FaultKind;
use quadrille_arena::{Event, GameRecord, Orders, Pace, Standings, run};
use quadrille_engine::Limits;
use std::path::{Path, PathBuf};
use std::time::Duration;

const GAMES: u32 = 4;

struct Played {
    standings: Standings,
    games: Vec<GameRecord>,
    processes: Vec<String>,
}

fn play(kind: &str, time: Duration) -> Played {
    let pids = pid_file(kind);
    let bad = format!("uci:{} engine {kind} {}", env!("CARGO_BIN_EXE_arena-helper"), pids.display());
    let pace = Pace { margin: Duration::from_millis(100), ..Pace::every_move(Limits::time(time)) };
    let event = Event { pace, ..Event::new("chess", "", vec![bad.parse().unwrap(), "random".parse().unwrap()]) };
    let mut games = Vec::new();
    let standings = run(&event, &Orders { concurrency: 2, ..Orders::games(GAMES) }, &mut |_, game| {
        games.push(game.clone());
        true
    })
    .unwrap();
    let processes = std::fs::read_to_string(&pids).unwrap().lines().map(str::to_owned).collect();
    std::fs::remove_file(pids).unwrap();
    Played { standings, games, processes }
}

fn pid_file(kind: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("quadrille-pids-{}-{kind}", std::process::id()));
    // A file of an earlier run may be there or not.
    let _ = std::fs::remove_file(&path);
    path
}

/// The bad engine lost every game for one of these reasons, was restarted for each, and none of its processes is left.
/// A process that was not reaped would still be listed under /proc.
fn check(played: &Played, kinds: &[FaultKind]) {
    let tally = played.standings.between(0, 1);
    assert_eq!((tally.losses, tally.games()), (GAMES, GAMES), "{:?}", played.games);
    for game in &played.games {
        assert!(game.fault.as_ref().is_some_and(|fault| kinds.contains(&fault.kind)), "{game:?}");
        assert!(game.reason.contains("loses"), "{}", game.reason);
    }
    // One start to see whether it can be started, then one for each game.
    assert_eq!(played.processes.len() as u32, GAMES + 1);
    if Path::new("/proc/self").exists() {
        for process in &played.processes {
            assert!(!Path::new("/proc").join(process).exists(), "process {process} is left");
        }
    }
}

#[test]
fn a_crash_loses() {
    let played = play("crash", Duration::from_secs(20));
    check(&played, &[FaultKind::Crash]);
    assert_eq!(played.standings.faults[0].crashes, GAMES);
}

#[test]
fn an_illegal_move_loses() {
    let played = play("illegal", Duration::from_secs(20));
    check(&played, &[FaultKind::Illegal]);
    assert_eq!(played.standings.faults[0].illegal, GAMES);
    assert!(played.games.iter().all(|game| game.reason.contains("a1a1")), "{:?}", played.games);
}

#[test]
fn silence_loses() {
    let played = play("stall", Duration::from_secs(1));
    check(&played, &[FaultKind::Stall]);
    assert_eq!(played.standings.faults[0].stalls, GAMES);
}

#[test]
fn a_late_answer_loses() {
    let played = play("late", Duration::from_millis(600));
    // On a machine that stands still for a moment the answer may come so late that it is not waited for.
    check(&played, &[FaultKind::Time, FaultKind::Stall]);
    let is_late = |game: &GameRecord| game.fault.as_ref().is_some_and(|fault| fault.kind == FaultKind::Time);
    assert!(played.games.iter().any(is_late), "{:?}", played.games);
    assert_eq!(played.standings.faults[0].time_losses, GAMES);
}

#[test]
fn a_good_engine_plays_to_the_end_and_is_kept() {
    let played = play("good", Duration::from_secs(20));
    assert!(played.games.iter().all(|game| game.fault.is_none()), "{:?}", played.games);
    assert!(played.processes.len() <= 3, "two threads start it once each, after the first try");
}
