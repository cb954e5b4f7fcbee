//! The solvers against each other, against plain minimax on the reference rules, and against known results.

use crate::solver::fill::Crew;
use crate::solver::plan::{Kind, Plan};
use crate::solver::sides::{QuietValues, Sides};
use crate::solver::{Certificate, Method, Options, Solution, Sweep, solve};
use crate::verify::verify;
use crate::{perfect, words};
use quadrille_breakthrough::twin::{Board, Cell};
use quadrille_breakthrough::{Moves, Position, Rules};
use quadrille_core::{Game, NoKnowledge, Notation, Outcome, Player, Refusal, Rng};
use quadrille_search::{Limits, Stop, alphabeta};
use std::collections::HashMap;
use std::path::PathBuf;

fn start(rules: &str) -> Position {
    Position::start(&rules.parse::<Rules>().unwrap())
}

fn solved(position: &Position, method: Method) -> Solution {
    solve(position, method, &Options { memory: 64 << 20, ..Options::default() }, &Stop::new(), &mut |_| ())
        .unwrap_or_else(|error| panic!("{position:?}: {error}"))
}

fn table(rows: u32, columns: u32, kind: Kind) -> Box<dyn QuietValues> {
    let plan = Plan { rows, columns, most_pawns: columns * (rows - 2), kind };
    plan.build(Crew { threads: 2, stop: &Stop::new() }, None, &mut |_| ()).unwrap()
}

/// Rows x columns, does the first player win, in how many plies.
const KNOWN: &[(&str, bool, u32)] = &[
    ("4x2", false, 8),
    ("4x3", false, 12),
    ("4x4", false, 14),
    ("4x5", false, 16),
    ("5x2", false, 10),
    ("5x3", false, 18),
    ("5x4", false, 22),
];

/// Proof-number search alone gives some winning line; with the distance, the line is the fastest win.
#[test]
fn distances_without_a_table_come_with_their_line() {
    let mut position = start("4x4 misere");
    for m in ["a2xb3", "a3xb2", "a1xb2", "a4xb3", "b2xc3", "b3xc2"] {
        position.play(position.parse_move(m).unwrap());
    }
    let options = Options { memory: 64 << 20, always_distance: true, ..Options::default() };
    let solution = solve(&position, Method::Auto, &options, &Stop::new(), &mut |_| ()).unwrap();
    assert_eq!((solution.distance, solution.pv.len()), (Some(11), 11));
    assert_eq!(solution.best, solution.pv.first().copied());
    solution.pv.iter().for_each(|&m| position.play(m));
    assert_eq!(position.outcome(), Some(Outcome::Win(solution.winner)));
}

#[test]
fn known_boards_have_their_known_values() {
    for &(rules, first_wins, plies) in KNOWN {
        let solution = solved(&start(rules), Method::Both);
        assert_eq!((solution.mover_wins, solution.distance), (first_wins, Some(plies)), "{rules}");
        assert_eq!(solution.pv.len(), plies as usize, "{rules}: the line is as long as the distance");
        let mut end = start(rules);
        solution.pv.iter().for_each(|&m| end.play(m));
        assert_eq!(end.outcome(), Some(Outcome::Win(solution.winner)));
    }
    assert!(solved(&start("6x2"), Method::Both).mover_wins);
    assert!(solved(&start("6x3"), Method::Both).mover_wins);
    assert!(solved(&start("4x4 one-row"), Method::Both).mover_wins);
}

/// Plies to the end, positive if the mover wins: plain minimax on the slow and obvious rules.
fn minimax(board: &Board, memory: &mut HashMap<Board, i32>) -> i32 {
    if let Some(winner) = board.winner() {
        return if winner == board.turn { 1_000 } else { -1_000 };
    }
    if let Some(&value) = memory.get(board) {
        return value;
    }
    let best = board.legal_moves().into_iter().map(|step| -minimax(&board.after(step), memory)).max().unwrap();
    let value = if best > 0 { best - 1 } else { best + 1 };
    memory.insert(board.clone(), value);
    value
}

/// A random position of a board, reachable or not, with few enough pawns for minimax.
fn random_position(rules: &Rules, rng: &mut Rng) -> Position {
    loop {
        let board = (1_u64 << (rules.rows() * rules.columns())) - 1;
        let white = rng.next_u64() & rng.next_u64() & board;
        let black = rng.next_u64() & rng.next_u64() & board & !white;
        let turn = if rng.below(2) == 0 { Player::White } else { Player::Black };
        if let Ok(position) = Position::from_sets(rules, white, black, turn)
            && position.outcome().is_none()
        {
            return position;
        }
    }
}

fn twin_of(position: &Position) -> Board {
    let columns = usize::from(position.columns());
    let has = |player, square: usize| position.pawns(player) >> square & 1 == 1;
    let cell = |square| match (has(Player::White, square), has(Player::Black, square)) {
        (true, _) => Cell::White,
        (_, true) => Cell::Black,
        _ => Cell::Empty,
    };
    let rows: Vec<Vec<Cell>> =
        (0..usize::from(position.rows())).map(|x| (0..columns).map(|y| cell(columns * x + y)).collect()).collect();
    let turn = if position.to_move() == Player::White { Cell::White } else { Cell::Black };
    Board::from_cells(&rows, turn).unwrap()
}

#[test]
fn every_method_agrees_with_minimax_on_random_positions() {
    let mut rng = Rng::new(17);
    for (rules, count) in
        [("4x2", 60), ("4x3", 60), ("5x2", 60), ("5x3", 60), ("6x3", 20), ("7x2", 20), ("4x4", 20), ("3x5", 20)]
    {
        let rules: Rules = rules.parse().unwrap();
        let mut memory = HashMap::new();
        for _ in 0..count {
            let position = random_position(&rules, &mut rng);
            let value = minimax(&twin_of(&position), &mut memory);
            let exact = (value > 0, Some(1_000 - value.unsigned_abs()));
            if rules.rows() > 3 {
                let by_table = solved(&position, Method::Table);
                assert_eq!((by_table.mover_wins, by_table.distance), exact, "{position:?}");
            }
            assert_eq!(solved(&position, Method::ProofNumber).mover_wins, exact.0, "{position:?}");
            assert_eq!(solved(&position, Method::Auto).mover_wins, exact.0, "{position:?}");
        }
    }
}

/// Minimax for any variant, without distances.
fn mover_wins(position: &Position, memory: &mut HashMap<Position, bool>) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome.winner() == Some(position.to_move());
    }
    if let Some(&known) = memory.get(position) {
        return known;
    }
    let mut moves = Moves::new();
    position.legal_moves(&mut moves);
    let wins = moves.into_iter().any(|m| {
        let mut next = *position;
        next.play(m);
        !mover_wins(&next, memory)
    });
    memory.insert(*position, wins);
    wins
}

#[test]
fn variants_are_solved_by_search() {
    for rules in
        ["3x3 misere", "4x3 misere", "5x2 misere", "4x3 knightthrough", "5x3 knightthrough", "4x4 knightthrough misere"]
    {
        let position = start(rules);
        let solution = solved(&position, Method::Auto);
        assert_eq!(solution.mover_wins, mover_wins(&position, &mut HashMap::new()), "{rules}");
        let refused = solve(&position, Method::Table, &Options::default(), &Stop::new(), &mut |_| ());
        assert!(refused.is_err_and(|refusal| refusal.is(&words::NO_TABLE)));
    }
}

/// Distances by passes over one bit a position equal those of one byte a position.
#[test]
fn passes_find_the_distances_of_the_table() {
    let mut rng = Rng::new(23);
    for (rows, columns) in [(4, 3), (5, 3), (6, 2), (5, 4)] {
        let rules = Rules::new(rows, columns).unwrap();
        let plies = table(rows.into(), columns.into(), Kind::Plies);
        let mut positions = vec![Sides::of(&Position::start(&rules))];
        while positions.len() < 50 {
            let position = random_position(&rules, &mut rng);
            let forward = position.pawns(Player::White) >> (columns * (rows - 2)) == 0;
            if forward && position.pawns(Player::Black) & ((1 << (2 * columns)) - 1) == 0 {
                positions.push(Sides::of(&position));
            }
        }
        let plan = Plan {
            rows: rows.into(),
            columns: columns.into(),
            most_pawns: u32::from(columns * (rows - 2)),
            kind: Kind::Wins,
        };
        let crew = Crew { threads: 2, stop: &Stop::new() };
        let found = plan.distances(&positions, crew, &mut |_| ()).unwrap();
        for (sides, answer) in positions.iter().zip(found) {
            let value = plies.quiet_value(*sides).unwrap();
            let expected = if value >= 128 { (true, u32::from(255 - value)) } else { (false, u32::from(value)) };
            assert_eq!((answer.mover_wins, answer.plies), expected, "{sides:?} on {rows}x{columns}");
        }
    }
}

#[test]
fn five_by_five_is_a_second_player_win_in_26_plies() {
    let exact = perfect::probe_distance(&start("")).unwrap();
    assert_eq!((exact.mover_wins, exact.winner, exact.distance), (false, Player::Black, Some(26)));
}

/// Both 5x5 tables agree with each other and with their own successors, on positions of every kind.
#[test]
fn perfect_play_is_consistent_on_random_positions() {
    let mut rng = Rng::new(31);
    let rules = Rules::default();
    for _ in 0..3_000 {
        let position = random_position(&rules, &mut rng);
        let exact = perfect::probe_distance(&position).unwrap();
        assert_eq!(perfect::probe(&position).unwrap().winner, exact.winner, "{position:?}");
        assert_eq!(perfect::probe_distance(&position.mirrored()).unwrap().distance, exact.distance);
        let mut moves = Moves::new();
        position.legal_moves(&mut moves);
        let answers = moves.iter().map(|&m| {
            let mut next = position;
            next.play(m);
            let after = perfect::probe_distance(&next).unwrap();
            let plies = i64::from(after.distance.unwrap());
            if after.mover_wins { plies - 1_000 } else { 1_000 - plies }
        });
        let best = answers.max().unwrap();
        assert_eq!(
            (best > 0, Some(1_001 - best.unsigned_abs() as u32)),
            (exact.mover_wins, exact.distance),
            "{position:?}"
        );
    }
    assert_eq!(perfect::probe(&start("6x6")), None);
    assert_eq!(perfect::probe(&start("misere")), None);
}

/// A won position is won against a random opponent, by either table.
#[test]
fn won_positions_are_never_lost() {
    let mut rng = Rng::new(37);
    for game in 0..300 {
        let mut position = start("");
        for _ in 0..rng.below(16) {
            let mut moves = Moves::new();
            position.legal_moves(&mut moves);
            if let Some(&m) = rng.pick(&moves) {
                position.play(m);
            }
        }
        let Some(exact) = perfect::probe(&position) else { continue };
        let winner = exact.winner;
        while position.outcome().is_none() {
            let mut moves = Moves::new();
            position.legal_moves(&mut moves);
            let exact = if game % 2 == 0 { perfect::probe(&position) } else { perfect::probe_distance(&position) };
            let m =
                if position.to_move() == winner { exact.unwrap().best.unwrap() } else { *rng.pick(&moves).unwrap() };
            position.play(m);
        }
        assert_eq!(position.outcome(), Some(Outcome::Win(winner)));
    }
}

fn scratch(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("quadrille-breakthrough-{}-{name}", std::process::id()))
}

#[test]
fn certificates_convince_the_checker_and_damaged_ones_do_not() {
    let table = table(5, 4, Kind::Plies);
    let certificate = Certificate::of(&start("5x4"), &*table, 1).unwrap();
    let path = scratch("certificate");
    let bytes = |certificate: &Certificate| {
        certificate.write(&path).unwrap();
        std::fs::read(&path).unwrap()
    };
    let verified = verify(&bytes(&certificate), 2).unwrap();
    assert_eq!((verified.winner, verified.members), (Cell::Black, certificate.members.len()));
    assert!(verified.members < 5_000, "{}", verified.members);
    for index in [0, 17, certificate.members.len() / 2, certificate.members.len() - 1] {
        let mut removed = certificate.clone();
        removed.members.remove(index);
        assert!(verify(&bytes(&removed), 2).is_err(), "member {index} is not needed");
        let mut altered = certificate.clone();
        altered.members[index] ^= 1 << 9;
        assert!(verify(&bytes(&altered), 2).is_err(), "member {index} may be anything");
    }
    let mut other_winner = certificate.clone();
    other_winner.winner = Player::White;
    assert!(verify(&bytes(&other_winner), 2).is_err());
    let mut damaged = bytes(&certificate);
    *damaged.last_mut().unwrap() ^= 1;
    let refused = |bytes: &[u8]| verify(bytes, 2).expect_err("a damaged file");
    assert!(refused(&damaged).to_string().contains("checksum"));
    for cut in [0, 10, 60, damaged.len() - 1] {
        assert!(refused(&damaged[..cut]).is(&words::NOT_A_CERTIFICATE));
    }
    std::fs::remove_file(path).unwrap();
}

/// The winner to move, and a table without distances.
#[test]
fn certificates_of_first_player_wins() {
    let certificate = Certificate::of(&start("6x3"), &*table(6, 3, Kind::Wins), 3).unwrap();
    let path = scratch("first");
    certificate.write(&path).unwrap();
    let verified = verify(&std::fs::read(&path).unwrap(), 2).unwrap();
    assert_eq!(verified.winner, Cell::White);
    std::fs::remove_file(path).unwrap();
}

#[test]
fn a_killed_table_goes_on_where_it_was() {
    let path = scratch("checkpoint");
    let _: std::io::Result<()> = std::fs::remove_file(&path); // It need not exist.
    let plan = Plan { rows: 5, columns: 4, most_pawns: 8, kind: Kind::Wins };
    let stop = Stop::new();
    let crew = Crew { threads: 2, stop: &stop };
    let mut levels = 0;
    let stopped = plan.build(crew, Some(&path), &mut |_| {
        levels += 1;
        if levels == 20 {
            stop.request();
        }
    });
    assert!(stopped.is_err_and(|refusal| refusal.is(&words::STOPPED)));
    // The last level was cut off by the kill.
    let file = std::fs::OpenOptions::new().write(true).open(&path).unwrap();
    file.set_len(file.metadata().unwrap().len() - 5).unwrap();
    stop.reset();
    let mut first = None;
    let resumed = plan.build(crew, Some(&path), &mut |progress| _ = first.get_or_insert(progress.done)).unwrap();
    assert!(first.unwrap() > 0);
    let again = plan.build(crew, Some(&path), &mut |_| panic!("nothing is left to do")).unwrap();
    let fresh = plan.build(crew, None, &mut |_| ()).unwrap();
    assert_eq!(resumed.census(), fresh.census());
    assert_eq!(again.census(), fresh.census());
    let other = Plan { columns: 3, ..plan }.build(crew, Some(&path), &mut |_| ());
    assert!(other.is_err_and(|refusal| refusal.is(&words::OTHER_TABLE)));
    std::fs::remove_file(path).unwrap();
}

fn swept(rules: &str, parking: Option<&str>) -> (bool, usize) {
    let sweep = Sweep::of(&start(rules)).unwrap();
    let stop = Stop::new();
    let folder = parking.map(scratch);
    // With a folder the sweep is stopped at every fifth level and goes on from disk.
    loop {
        stop.reset();
        let answer = sweep.run(Crew { threads: 2, stop: &stop }, folder.as_deref(), &mut |report| {
            if folder.is_some() && report.level % 5 == 4 && report.level < report.last {
                stop.request();
            }
        });
        if let Some(swept) = answer.unwrap() {
            folder.into_iter().for_each(|folder| std::fs::remove_dir_all(folder).unwrap());
            return (swept.mover_wins, swept.steps.iter().filter(|step| step.2).count());
        }
    }
}

/// The sweep that keeps only a window of coded levels says what the table says, of the start and of every first move.
#[test]
fn sweeps_agree_with_tables() {
    let by_table = |rules: &str| {
        let start = start(rules);
        let table = table(start.rows().into(), start.columns().into(), Kind::Wins);
        let mut moves = Moves::new();
        start.legal_moves(&mut moves);
        let wins = moves.into_iter().filter(|&m| {
            let mut next = start;
            next.play(m);
            table.quiet_value(Sides::of(&next)) == Some(0)
        });
        let wins = wins.count();
        (wins > 0, wins)
    };
    assert_eq!(swept("6x3", None), by_table("6x3"));
    assert_eq!(swept("6x3", Some("parked")), by_table("6x3"));
    assert_eq!(swept("7x3", None), by_table("7x3"));
    assert_eq!(swept("5x4", Some("parked-5x4")), by_table("5x4"));
    assert_eq!(swept("5x5", None), (false, 0));
    // As a method of the solver, with either side to move: the move it finds wins.
    let black_to_move = Position::parse_position(&Rules::default(), "bbb/1bb/b2/1w1/w1w/www b").unwrap();
    for position in [start("6x3"), start("7x3"), black_to_move] {
        let swept = solved(&position, Method::Sweep);
        assert_eq!(swept.winner, solved(&position, Method::Table).winner, "{position:?}");
        if let Some(best) = swept.best.filter(|_| swept.mover_wins) {
            let mut next = position;
            next.play(best);
            assert_eq!(solved(&next, Method::Table).winner, swept.winner, "{position:?}");
        }
    }
}

#[test]
fn limits_are_kept() {
    let options = Options { memory: 1 << 20, limits: Limits::nodes(1_000), ..Options::default() };
    let stop = Stop::new();
    let refused = |position: &Position, method, options: &Options| -> Refusal {
        solve(position, method, options, &stop, &mut |_| ()).expect_err("too little of something")
    };
    let large = Position::parse_position(&Rules::default(), "bbbbbb/bbbbbb/6/w5/1wwwww/wwwwww b").unwrap();
    assert!(refused(&large, Method::Table, &options).is(&words::TOO_LARGE));
    assert!(refused(&large, Method::Auto, &options).is(&words::GAVE_UP));
    stop.request();
    assert!(refused(&start(""), Method::Table, &Options::default()).is(&words::STOPPED));
    assert!(refused(&large, Method::ProofNumber, &Options::default()).is(&words::STOPPED));
}

/// Where there is no table, the distance found by asking for ever longer wins is minimax's.
#[test]
fn distances_without_a_table_are_those_of_minimax() {
    for rules in ["3x3", "3x4", "3x4 misere", "3x5 knightthrough"] {
        let position = start(rules);
        let options = Options { always_distance: true, ..Options::default() };
        let solution = solve(&position, Method::Auto, &options, &Stop::new(), &mut |_| ()).unwrap();
        let distance = solution.distance.expect(rules);
        let history = [position.history_key()].into_iter().collect();
        let plies = |depth| alphabeta::minimax(&position, &history, &NoKnowledge, depth).0.plies_to_end();
        assert_eq!((plies(distance - 1), plies(distance)), (None, Some(distance)), "{rules}");
    }
}
