//! Whole events between our own players: the same games on any number of threads, resumed or not, ended early or not.

use quadrille_arena::event::{DrawRule, Resignation};
use quadrille_arena::log::Log;
use quadrille_arena::{Adjudication, Event, GameRecord, Openings, Orders, Pace, Schedule, Sides, Standings, run};
use quadrille_engine::Limits;
use quadrille_records::ggf::GgfReader;
use quadrille_records::pgn::PgnReader;
use quadrille_records::sgf::Collection;
use std::path::PathBuf;
use std::time::Duration;

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("quadrille-events-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn event(game: &str, rules: &str, players: &[&str]) -> Event {
    Event { seed: 3, ..Event::new(game, rules, players.iter().map(|player| player.parse().unwrap()).collect()) }
}

/// All games, in order of their numbers and without the times, which differ from run to run.
fn games(event: &Event, orders: &Orders) -> (Standings, Vec<GameRecord>) {
    let mut games = Vec::new();
    let standings = run(event, orders, &mut |_, game| {
        games.push(timeless(game.clone()));
        true
    })
    .unwrap();
    games.sort_by_key(|game| game.number);
    (standings, games)
}

fn timeless(game: GameRecord) -> GameRecord {
    let nothing = Sides { black: 0.0, white: 0.0 };
    GameRecord { seconds: nothing, slowest: nothing, ..game }
}

#[test]
fn games_do_not_depend_on_threads() {
    let event = event("breakthrough", "5x5", &["uct,playouts=60", "rave,playouts=40"]);
    let (_, alone) = games(&event, &Orders::games(12));
    let (standings, together) = games(&event, &Orders { concurrency: 3, ..Orders::games(12) });
    assert_eq!(alone, together);
    assert_eq!((standings.games(), standings.between(0, 1).complete_pairs()), (12, 6));
    assert!(alone.windows(2).all(|pair| pair[0].opening != pair[1].opening || pair[0].number.is_multiple_of(2)));
}

#[test]
fn an_event_goes_on_from_its_log_and_tells_nothing_twice() {
    let folder = folder("resume");
    let (log, saved) = (folder.join("match.jsonl"), folder.join("match.txt"));
    let event = event("breakthrough", "5x5", &["uct,playouts=30", "random"]);
    let whole = games(&event, &Orders::games(20)).1;
    let orders = Orders { log: Some(log.clone()), save: Some(saved.clone()), ..Orders::games(20) };
    let mut told = Vec::new();
    for stop_after in [7, 5, 100] {
        let mut count = 0;
        run(&event, &orders, &mut |_, game| {
            told.push(timeless(game.clone()));
            count += 1;
            count < stop_after
        })
        .unwrap();
    }
    told.sort_by_key(|game| game.number);
    assert_eq!(told, whole);
    assert_eq!(std::fs::read_to_string(&saved).unwrap().lines().count(), 20);
    let (_, logged) = Log::open(&log, &event.settings()).unwrap();
    assert_eq!(logged.len(), 20);
    // Nothing is left to play; more games may be asked for later.
    assert!(games(&event, &orders).1.is_empty());
    assert_eq!(games(&event, &Orders { games: 22, ..orders }).1.len(), 2);
    let other = Event { seed: 4, ..event };
    let error = run(&other, &Orders { log: Some(log), ..Orders::games(20) }, &mut |_, _| true).unwrap_err();
    assert!(error.to_string().contains("seed"), "{error}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_decided_test_ends_the_event() {
    let folder = folder("sprt");
    let event = event("breakthrough", "5x5", &["uct,playouts=200", "random"]);
    let sprt = Some("0,200".parse().unwrap());
    let orders = Orders { sprt, log: Some(folder.join("log")), concurrency: 2, ..Orders::games(1_000) };
    let (standings, first) = games(&event, &orders);
    assert!(standings.games() < 200 && standings.between(0, 1).wins > 4, "{:?}", standings.between(0, 1));
    assert_eq!(first.len() as u32, standings.games());
    assert!(games(&event, &orders).1.is_empty(), "a decided test is not played on");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn round_robins_and_gauntlets_are_ranked() {
    let players = ["random", "uct,playouts=150", "mc,playouts=20"];
    let robin = event("breakthrough", "5x5", &players);
    let (standings, all) = games(&robin, &Orders { concurrency: 2, ..Orders::games(robin.games_of_rounds(4)) });
    assert_eq!(all.len(), 3 * 2 * 4);
    assert_eq!(standings.ranking()[0], 1, "{:?}", standings.total(1));
    assert_eq!(standings.total(0).games(), 16);
    let gauntlet = Event { schedule: Schedule::Gauntlet, ..robin };
    let (standings, all) = games(&gauntlet, &Orders::games(gauntlet.games_of_rounds(1)));
    assert_eq!((all.len(), standings.between(1, 2).games()), (4, 0));
}

#[test]
fn saved_games_are_read_again_by_their_formats() {
    let folder = folder("formats");
    let players = ["random,seed=9", "random"];
    let play = |game: &str, rules: &str, name: &str| {
        let path = folder.join(name);
        let event = event(game, rules, &players);
        let records = games(&event, &Orders { save: Some(path.clone()), ..Orders::games(4) }).1;
        (std::fs::read(path).unwrap(), records)
    };
    let (pgn, records) = play("chess", "", "a.pgn");
    let read: Vec<_> = PgnReader::new(&pgn[..]).map(Result::unwrap).collect();
    assert_eq!(read.len(), 4);
    for (game, record) in read.iter().zip(&records) {
        assert_eq!(game.main_line().count(), record.opening.moves.len() + record.moves.len());
        assert_eq!(game.tag("Termination"), Some(record.reason.as_str()));
    }
    let (sgf, records) = play("go", "5", "a.sgf");
    let read = Collection::parse(&sgf).unwrap().games;
    for (game, record) in read.iter().zip(&records) {
        assert_eq!(game.moves().count(), record.opening.moves.len() + record.moves.len());
        assert_eq!(game.size().unwrap().rows, 5);
    }
    let (ggf, records) = play("othello", "", "a.ggf");
    let read: Vec<_> = GgfReader::new(&ggf[..]).map(Result::unwrap).collect();
    for (game, record) in read.iter().zip(&records) {
        assert_eq!(game.moves.len(), record.opening.moves.len() + record.moves.len());
    }
    assert_eq!(read.len(), 4);
    let wrong = Orders { save: Some(folder.join("a.sgf")), ..Orders::games(2) };
    let error = run(&event("chess", "", &players), &wrong, &mut |_, _| true).unwrap_err();
    assert!(error.to_string().contains(".pgn"), "{error}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn hopeless_even_and_endless_games_are_adjudicated() {
    let base = event("chess", "", &["alphabeta,depth=2", "random"]);
    let resign = Adjudication { resign: Some(Resignation { moves: 2, score: 3.0 }), ..Adjudication::default() };
    // The strong side never resigns and the random one has no opinion: only a score ends a game by resignation.
    let both = Event { adjudication: resign, ..event("chess", "", &["alphabeta,depth=3", "alphabeta,depth=1"]) };
    let (_, played) = games(&both, &Orders::games(6));
    assert!(played.iter().any(|game| game.reason.contains("saw itself lost")), "{played:?}");
    let draw = DrawRule { moves: 1, score: 1e9, after: 12 };
    let drawn = Event {
        adjudication: Adjudication { draw: Some(draw), ..Adjudication::default() },
        ..event("chess", "", &["alphabeta,depth=1", "alphabeta,depth=2"])
    };
    assert!(games(&drawn, &Orders::games(2)).1.iter().all(|game| game.reason.contains("even game")));
    let short = Event { adjudication: Adjudication { longest: 20, ..Adjudication::default() }, ..base };
    assert!(games(&short, &Orders::games(2)).1.iter().all(|game| game.moves.len() <= 12));
}

#[test]
fn clocks_and_times_per_move_are_kept() {
    let clock = Pace { control: Some("3+0.05".parse().unwrap()), ..Pace::default() };
    for pace in
        [clock, Pace { margin: Duration::from_secs(5), ..Pace::every_move(Limits::time(Duration::from_millis(3))) }]
    {
        let event = Event {
            pace: Pace { margin: Duration::from_secs(5), ..pace },
            openings: Openings::Random { plies: 8 },
            ..event("breakthrough", "4x4", &["uct", "alphabeta"])
        };
        let (standings, played) = games(&event, &Orders::games(2));
        assert!(standings.faults.iter().all(|faults| faults.time_losses == 0), "{played:?}");
    }
}

#[test]
fn a_program_that_cannot_be_started_is_an_error_of_the_event() {
    let event = event("chess", "", &["uci:/no/such/program", "random"]);
    let error = run(&event, &Orders::games(2), &mut |_, _| true).unwrap_err().to_string();
    assert!(error.contains("/no/such/program"), "{error}");
}
