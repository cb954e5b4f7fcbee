//! What comes from large machines: stored results, strategies, and the files of a sweep.

use crate::opening;
use crate::solver::fill::Crew;
use crate::solver::plan::{Kind, Plan};
use crate::solver::strategy::Strategy;
use crate::solver::{Method, Options, QuietValues, Stored, Sweep, children, solve, table_value};
use crate::words;
use quadrille_breakthrough::evaluation::network::Judged;
use quadrille_breakthrough::{Move, Moves, Position, Rules};
use quadrille_core::{Evaluation, Game, Notation, Player, Rng};
use quadrille_search::Stop;
use std::path::{Path, PathBuf};

fn start(rules: &str) -> Position {
    Position::start(&rules.parse::<Rules>().unwrap())
}

fn scratch(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("quadrille-breakthrough-large-{}-{name}", std::process::id()))
}

#[test]
fn stored_results_answer_at_once() {
    for (board, winning) in [("6x6", 8), ("7x5", 8)] {
        let start = start(board);
        let solution = solve(&start, Method::Auto, &Options::default(), &Stop::new(), &mut |_| ()).unwrap();
        assert_eq!((solution.mover_wins, solution.method), (true, "stored"), "{board}");
        let wins = |text: &str| solution.moves.contains(&(start.parse_move(text).unwrap(), true));
        assert_eq!(solution.moves.iter().filter(|(_, wins)| *wins).count(), winning, "{board}");
        assert!(wins("a2a3") && wins(&start.format_move(solution.best.unwrap())));
        assert!(solution.stored.is_some_and(|stored| stored.provenance.contains("2026")));
        for &(m, wins) in &solution.moves {
            let mut next = start;
            next.play(m);
            let mirror = solution.moves.iter().find(|(other, _)| {
                let mut mirrored = start;
                mirrored.play(*other);
                mirrored == next.mirrored()
            });
            assert_eq!(mirror.map(|(_, wins)| *wins), Some(wins), "a move and its mirror image");
        }
    }
}

#[test]
fn a_damaged_result_is_not_believed() {
    let text = include_str!("../results/6x6.txt");
    assert!(Stored::read("6x6", text).is_some());
    let lie = text.replacen("winner white", "winner black", 1);
    assert!(Stored::read("6x6", &lie).is_none());
    assert!(Stored::read("6x6", &text[..text.len() - 30]).is_none());
}

/// The first levels of 6x6, recomputed on the CPU, have the stored checksums; with one flipped bit they do not.
#[test]
fn levels_computed_anew_are_the_stored_ones() {
    let start = start("6x6");
    let stored = Stored::of(&start).unwrap().unwrap();
    let stop = Stop::new();
    let mut checked = 0;
    let swept = Sweep::of(&start).unwrap().run(Crew { threads: 2, stop: &stop }, None, &mut |mut report| {
        stored.check(&report).unwrap();
        report.sums[checked % 2] ^= 1 << (checked % 64);
        assert!(stored.check(&report).is_err_and(|refusal| refusal.is(&words::OTHER_LEVEL)));
        checked += 1;
        if checked == 12 {
            stop.request();
        }
    });
    assert!(swept.unwrap().is_none());
    assert_eq!(checked, 12);
}

fn table(board: &str) -> Box<dyn QuietValues> {
    let start = start(board);
    let (rows, columns) = (u32::from(start.rows()), u32::from(start.columns()));
    let plan = Plan { rows, columns, most_pawns: 2 * columns, kind: Kind::Wins };
    plan.build(Crew { threads: 2, stop: &Stop::new() }, None, &mut |_| ()).unwrap()
}

/// Whatever the loser replies, the strategy keeps the win as long as it lasts.
fn follow(strategy: &Strategy, start: Position, table: Option<&dyn QuietValues>, moves: usize, rng: &mut Rng) {
    let mut position = start;
    let mut advised = 0;
    while position.outcome().is_none() && advised < moves {
        if position.to_move() == strategy.winner() {
            let m = strategy.advice(&position);
            let in_mirror = strategy.advice(&position.mirrored());
            assert_eq!(m.is_some(), in_mirror.is_some());
            let Some(m) = m else { break };
            position.play(m);
            advised += 1;
            if let Some(table) = table.filter(|_| position.outcome().is_none()) {
                assert_eq!(table_value(&position, table), Some(false), "{position:?}");
            }
        } else {
            let mut replies = Moves::new();
            position.legal_moves(&mut replies);
            position.play(*rng.pick(&replies).unwrap());
        }
    }
}

#[test]
fn strategies_keep_the_win_and_survive_their_file() {
    let mut rng = Rng::new(3);
    for (board, winner) in [("6x3", Player::White), ("5x4", Player::Black)] {
        let (start, table) = (start(board), table(board));
        let mut strategy = Strategy::of(&start, &*table, 2_000, 2).unwrap();
        assert_eq!(strategy.winner(), winner);
        assert!(strategy.sizes().count() >= 3);
        let mut beyond = start;
        while strategy.advice(&beyond).is_some() || beyond.to_move() != winner {
            let mut moves = Moves::new();
            beyond.legal_moves(&mut moves);
            beyond.play(strategy.advice(&beyond).unwrap_or(*rng.pick(&moves).unwrap()));
            assert!(beyond.outcome().is_none(), "choose another seed");
        }
        strategy.add(Strategy::further_one(&beyond, &*table).unwrap());
        assert!(strategy.advice(&beyond).is_some() && strategy.further() == 1);
        let bytes = strategy.to_bytes();
        let again = Strategy::from_bytes(&bytes, &start, usize::MAX).unwrap();
        assert_eq!(again.to_bytes(), bytes);
        assert!(again.advice(&beyond).is_some() && again.advice(&beyond.mirrored()).is_some());
        let first = Strategy::from_bytes(&bytes, &start, 2).unwrap();
        assert_eq!(first.sizes().count(), 2);
        for _ in 0..50 {
            follow(&again, start, Some(&*table), usize::MAX, &mut rng);
        }
        let deeper = again.deepened(&*table, 2).unwrap();
        assert_eq!(deeper.sizes().count(), again.sizes().count() + 1);
        let whole = Strategy::of(&start, &*table, deeper.sizes().sum(), 1).unwrap();
        assert!(deeper.sizes().eq(whole.sizes()), "one layer more is what the table gives at once");
        assert!(deeper.advice(&beyond).is_some());
        for _ in 0..50 {
            follow(&deeper, start, Some(&*table), usize::MAX, &mut rng);
        }
        let deeper = Strategy::from_bytes(&deeper.to_bytes(), &start, usize::MAX).unwrap();
        assert!(deeper.sizes().eq(whole.sizes()) && deeper.advice(&beyond).is_some());
    }
}

/// With far layers the winner keeps the win in every game in which it kept to the strategy, and only in those it has advice.
#[test]
fn far_layers_keep_the_win_of_games_by_the_strategy() {
    let mut rng = Rng::new(5);
    let (start, table) = (start("5x4"), table("5x4"));
    let near = Strategy::of(&start, &*table, 300, 2).unwrap();
    let far = near.extended((5, 3), &*table, 2).unwrap();
    let bytes = far.to_bytes();
    let far = Strategy::from_bytes(&bytes, &start, usize::MAX).unwrap();
    assert_eq!(far.to_bytes(), bytes);
    assert!(far.far()[2] > 0, "somewhere the favourite loses");
    let (layers, mut advised) = (near.sizes().count() + 5, 0);
    for game in 0..400 {
        let (mut position, mut moves, mut made) = (start, Vec::new(), 0);
        while position.outcome().is_none() && made < layers {
            let m = if position.to_move() == far.winner() {
                made += 1;
                let m = far.advice_after(&moves, &position);
                let Some(m) = m else {
                    assert_eq!(table_value(&position, &*table), Some(true));
                    break;
                };
                advised += u32::from(near.advice(&position).is_none());
                let mut next = position;
                next.play(m);
                assert!(next.outcome().is_some() || table_value(&next, &*table) == Some(false), "{position:?}");
                m
            } else {
                let mut replies = Moves::new();
                position.legal_moves(&mut replies);
                *rng.pick(&replies).unwrap()
            };
            position.play(m);
            moves.push(m);
        }
        let is_far = position.outcome().is_none() && near.advice(&position).is_none();
        if game == 0 || is_far {
            assert!(far.advice_after(&[], &position).is_none(), "a position without its game is not known");
        }
    }
    assert!(advised > 100, "{advised}");
}

/// A damaged or forged strategy is refused, and no sizes in its header are believed.
#[test]
fn damaged_strategies_are_refused() {
    let (start, table) = (start("5x4"), table("5x4"));
    let bytes = Strategy::of(&start, &*table, 2_000, 1).unwrap().to_bytes();
    let read = |bytes: &[u8]| Strategy::from_bytes(bytes, &start, usize::MAX);
    assert!(read(&bytes).is_ok());
    for place in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1;
        assert!(read(&damaged).is_err_and(|refusal| refusal.is(&words::DAMAGED)), "byte {place}");
        assert!(read(&bytes[..place]).is_err(), "the first {place} bytes");
    }
    for (old, new) in [("layers ", "layers 9999999999999 "), ("layers ", "layers 0 "), ("further 0", "further 1")] {
        let end = bytes.windows(2).position(|pair| pair == b"\n\n").unwrap();
        let forged = str::from_utf8(&bytes[..end]).unwrap().replacen(old, new, 1);
        assert!(read(&[forged.as_bytes(), &bytes[end..]].concat()).is_err(), "{new}");
    }
}

/// The places of moves are those in the order of one network, which the header names.
#[test]
fn a_strategy_of_another_network_is_refused() {
    let (_, file) = opening::file();
    let bytes: &[u8] = &file;
    let end = bytes.windows(2).position(|pair| pair == b"\n\n").unwrap();
    let header = str::from_utf8(&bytes[..end]).unwrap();
    let named = header.lines().find(|line| line.starts_with("network ")).unwrap();
    let other = header.replace(named, "network 0123456789abcdef");
    assert!(Strategy::from_bytes(&[other.as_bytes(), &bytes[end..]].concat(), &start("6x6"), usize::MAX).is_err());
}

/// The strategy that comes along: whole, and with a move that wins by the stored result at the beginning.
#[test]
fn the_strategy_of_6x6_begins_with_a_winning_move() {
    let start = start("6x6");
    let strategy = opening::strategy(&start, true).unwrap();
    assert_eq!(strategy.sizes().collect::<Vec<_>>(), [1, 16, 161, 1_506, 12_894, 99_922, 703_696]);
    let solution = solve(&start, Method::Auto, &Options::default(), &Stop::new(), &mut |_| ()).unwrap();
    assert!(solution.moves.contains(&(strategy.advice(&start).unwrap(), true)));
    follow(&strategy, start, None, 7, &mut Rng::new(8));
    assert_eq!((strategy.far(), strategy.further()), ([2, 8, 96_250, 411], 6_458));
    let (mut position, mut moves) = (start, Vec::new());
    // The loser replies what the network likes best, so the far layers know two moves more.
    for _ in 0..9 {
        let m = strategy.advice_after(&moves, &position).unwrap();
        let mut reply = position;
        reply.play(m);
        let worth = |&(_, next): &(Move, Position)| Judged.evaluate(&next).raw();
        let (answer, next) = children(&reply).min_by_key(worth).unwrap();
        moves.extend([m, answer]);
        position = next;
    }
    assert!(strategy.advice_after(&moves, &position).is_none(), "the tenth move is not stored");
    // A game from another position has no moves from the start.
    let rules: Rules = "6x6".parse().unwrap();
    let elsewhere = Position::parse_position(&rules, "bbbbbb/1bbbbb/6/6/1wwwww/wwwwww w").unwrap();
    let step = elsewhere.parse_move("a1a2").unwrap();
    assert!(strategy.advice_after(&[step], &position).is_none());
    assert!(opening::strategy(&self::start("6x5"), true).is_none());
}

fn flip_every_level(folder: &Path) -> usize {
    let mut flipped = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("level-")) {
            let mut bytes = std::fs::read(&path).unwrap();
            let middle = bytes.len() * 3 / 4;
            bytes[middle] ^= 4;
            std::fs::write(&path, bytes).unwrap();
            flipped += 1;
        }
    }
    flipped
}

#[test]
fn a_flipped_bit_in_a_level_is_noticed() {
    let folder = scratch("flipped");
    let sweep = Sweep::of(&start("5x4")).unwrap();
    let stop = Stop::new();
    let stopped = sweep.run(Crew { threads: 2, stop: &stop }, Some(&folder), &mut |report| {
        if report.level == 40 {
            stop.request();
        }
    });
    assert!(stopped.unwrap().is_none());
    assert!(flip_every_level(&folder) > 2);
    stop.reset();
    let resumed = sweep.run(Crew { threads: 2, stop: &stop }, Some(&folder), &mut |_| ());
    assert!(resumed.is_err_and(|refusal| refusal.is(&words::DAMAGED)));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn two_sweeps_do_not_share_a_folder() {
    let folder = scratch("shared");
    let sweep = Sweep::of(&start("4x3")).unwrap();
    let stop = Stop::new();
    let crew = Crew { threads: 1, stop: &stop };
    let mut refused = 0;
    let answer = sweep.run(crew, Some(&folder), &mut |_| {
        refused += usize::from(sweep.run(crew, Some(&folder), &mut |_| ()).is_err());
    });
    assert!(answer.unwrap().is_some());
    assert!(refused > 0);
    std::fs::remove_dir_all(folder).unwrap();
}
