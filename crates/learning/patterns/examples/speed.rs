//! How long the built-in model takes for a position, without reading games: `speed GAMES_FILE [GAMES]`. Three ways: a tracker that
//! follows the games, the priors of a search that walks along them, and the priors of a search that jumps between branches
//! of a few moves. The sum over all probabilities' bits shows whether two versions of the program agree to the last bit.

use quadrille_core::{Game, Prior, Rng};
use quadrille_go::{Goban, Large, Move};
use quadrille_patterns::board::SIDE;
use quadrille_patterns::evaluation::Predictor;
use quadrille_patterns::model::{ByModel, Model};
use quadrille_patterns::{Corpus, Play, Record};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Branches of a position, and their longest length.
const BRANCHES: (usize, u32) = (16, 6);
/// Branches start at every 24th move.
const BETWEEN_BRANCHES: usize = 24;

/// Time spent, positions asked about, and the sum of bits.
#[derive(Default)]
struct Spent(Duration, u64, u64);

impl Spent {
    fn add(&mut self, start: Instant, probabilities: impl Iterator<Item = f32>) {
        self.0 += start.elapsed();
        self.1 += 1;
        let mixed = |sum: u64, p: f32| sum.rotate_left(1) ^ u64::from(p.to_bits());
        self.2 = probabilities.fold(self.2, mixed);
    }

    fn show(&self, name: &str) {
        let each = self.0.as_secs_f64() * 1e6 / self.1.max(1) as f64;
        println!("{name}: {} positions, {each:.2} us each, bits {:016x}", self.1, self.2);
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (path, most) = match &args[..] {
        [path] => (path, 50),
        [path, most] => (path, most.parse()?),
        _ => return Err("expected GAMES_FILE [GAMES]".into()),
    };
    let mut games = Vec::new();
    Corpus::open(&[PathBuf::from(path)])?.for_each(|game| {
        if games.len() < most {
            games.push(game);
        }
    })?;
    let model = Model::built_in();
    let [mut followed, mut along, mut branches] = [const { Spent(Duration::ZERO, 0, 0) }; 3];
    for game in &games {
        follow(&model, game, &mut followed);
    }
    followed.show("a tracker that follows");
    for game in &games {
        walk(&model, game.plays(), &mut along);
    }
    along.show("priors along games");
    for (game, seed) in games.iter().zip(1..) {
        jump(&model, game.plays(), &mut Rng::new(seed), &mut branches);
    }
    branches.show("priors of branches");
    Ok(())
}

fn follow(model: &Model, game: &Record, spent: &mut Spent) {
    let (mut predictor, mut moves) = (ByModel::new(model), Vec::new());
    predictor.begin(game);
    for play in game.plays() {
        let start = Instant::now();
        predictor.predict(play.player, &mut moves);
        spent.add(start, moves.iter().map(|m| m.1));
        let start = Instant::now();
        predictor.play(play.player, play.spot);
        spent.0 += start.elapsed();
    }
}

fn ask(model: &Model, position: &Large, spent: &mut Spent) -> (Vec<Move>, Vec<f32>) {
    let mut moves = <Large as Game>::Moves::default();
    position.legal_moves(&mut moves);
    let mut priors = vec![0.0; moves.len()];
    let start = Instant::now();
    model.priors(position, &moves, &mut priors);
    spent.add(start, priors.iter().copied());
    (moves.to_vec(), priors)
}

/// The positions of a game on the rules' board.
fn positions(plays: &[Play]) -> impl Iterator<Item = Large> + '_ {
    let rules = "19".parse().unwrap_or_default();
    let mut position = Large::start(&rules);
    plays.iter().map_while(move |play| {
        let before = position.clone();
        let (row, column) = (usize::from(play.spot?) / SIDE, usize::from(play.spot?) % SIDE);
        position.play(Move::At(position.grid().point(row, column)?));
        Some(before)
    })
}

fn walk(model: &Model, plays: &[Play], spent: &mut Spent) {
    positions(plays).for_each(|position| drop(ask(model, &position, spent)));
}

/// Jumps between branches of which each goes on from the same position with likely moves.
fn jump(model: &Model, plays: &[Play], rng: &mut Rng, spent: &mut Spent) {
    for root in positions(plays).step_by(BETWEEN_BRANCHES) {
        for _ in 0..BRANCHES.0 {
            let mut position = root.clone();
            for _ in 0..=rng.below(BRANCHES.1) {
                let (moves, priors) = ask(model, &position, spent);
                let mut left = rng.unit() as f32;
                let chosen = priors.iter().position(|p| {
                    left -= p;
                    left < 0.0
                });
                let Some(&m) = chosen.and_then(|chosen| moves.get(chosen)) else { break };
                position.play(m);
            }
        }
    }
}
