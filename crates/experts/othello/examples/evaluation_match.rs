//! A match between two ways to choose a move, with the same number of nodes for each.
//!
//! `cargo run --release -p quadrille-othello-expert --example evaluation_match -- FIRST SECOND [pairs] [nodes]`, where a player is
//! `patterns`, `six-term` or `discs` (the generic alpha-beta search with that evaluation) or `midgame` (this crate's own search).
//! Each random opening of eight plies is played twice, with colours changed; both searches switch off what guesses, but for
//! `midgame`'s Multi-ProbCut.

use quadrille_core::{Evaluation, Game, KeyHistory, Player, Rng};
use quadrille_othello::evaluation::{Discs, Patterns, SixTerm};
use quadrille_othello::{Move, Position, Rules};
use quadrille_othello_expert::midgame;
use quadrille_othello_expert::solver::SolverOptions;
use quadrille_search::{Limits, Request, Stop, alphabeta};
use std::error::Error;
use std::sync::atomic::AtomicBool;

const OPENING_PLIES: u32 = 8;
const TABLE_MIB: usize = 16;

enum Mind {
    Generic(Box<dyn Evaluation<Position>>, Box<alphabeta::Searcher<Position>>),
    Midgame(Box<midgame::Searcher>),
}

impl Mind {
    fn new(name: &str) -> Result<Self, Box<dyn Error>> {
        let evaluation: Box<dyn Evaluation<Position>> = match name {
            "patterns" => Box::new(Patterns::default()),
            "six-term" => Box::new(SixTerm),
            "discs" => Box::new(Discs),
            "midgame" => {
                let options = SolverOptions { table_mib: TABLE_MIB, ..SolverOptions::default() };
                return Ok(Self::Midgame(Box::new(midgame::Searcher::new(&options))));
            }
            _ => return Err(format!("{name:?}: expected patterns, six-term, discs or midgame").into()),
        };
        let searcher = alphabeta::Searcher::new(alphabeta::Options::exact(), TABLE_MIB)?;
        Ok(Self::Generic(evaluation, Box::new(searcher)))
    }

    fn choose(&mut self, position: &Position, history: &KeyHistory, nodes: u64) -> Option<Move> {
        match self {
            Self::Generic(evaluation, searcher) => {
                let stop = Stop::new();
                let request = Request::new(position, history, Limits::nodes(nodes), &stop);
                searcher.search(&request, &**evaluation, &mut |_| ()).best
            }
            Self::Midgame(searcher) => {
                let limits = midgame::Limits { nodes: Some(nodes), ..midgame::Limits::default() };
                searcher.search(position, &limits, &AtomicBool::new(false), &mut |_| ()).best
            }
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [first, second, numbers @ ..] = &arguments[..] else { return Err("expected two players".into()) };
    let pairs: u64 = numbers.first().map_or(Ok(50), |text| text.parse())?;
    let nodes: u64 = numbers.get(1).map_or(Ok(20_000), |text| text.parse())?;
    let mut minds = [Mind::new(first)?, Mind::new(second)?];
    let (mut won, mut drawn, mut lost, mut margin) = (0, 0, 0, 0);
    for pair in 0..pairs {
        for first_is in Player::BOTH {
            let discs = play(&mut minds, first_is, pair, nodes);
            margin += discs;
            match discs.signum() {
                1 => won += 1,
                0 => drawn += 1,
                _ => lost += 1,
            }
        }
    }
    let mean = f64::from(margin) / (2 * pairs).max(1) as f64;
    println!("{first} - {second}, {nodes} nodes: won {won}, drawn {drawn}, lost {lost}, {mean:+.1} discs a game");
    Ok(())
}

/// One game; the margin of the first player.
fn play(minds: &mut [Mind; 2], first_is: Player, opening: u64, nodes: u64) -> i32 {
    let mut rng = Rng::stream(2_026, opening);
    let mut position = Position::start(&Rules::Standard);
    let mut history = KeyHistory::new();
    history.push(position.history_key());
    for ply in 0.. {
        let mut moves = <Position as Game>::Moves::default();
        position.legal_moves(&mut moves);
        let chosen = if ply < OPENING_PLIES || moves.as_slice().len() < 2 {
            rng.pick(moves.as_slice()).copied()
        } else {
            minds[usize::from(position.to_move() != first_is)].choose(&position, &history, nodes)
        };
        let Some(m) = chosen else { break };
        position.play(m);
        history.push(position.history_key());
    }
    let margin = position.board().final_margin();
    if position.to_move() == first_is { margin } else { -margin }
}
