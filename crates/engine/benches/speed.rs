//! The speed of every game of the registry: counting leaves, playing random games, searching.

#![expect(missing_docs, reason = "the macros below make functions of their own")]

use criterion::{Criterion, criterion_group, criterion_main};
use quadrille_engine::{Limits, PerftOptions, PlayerSpec, Question, Stop, registry};

fn perft(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    for game in registry::names() {
        let session = registry::open(game, "", None).expect("a game");
        group.bench_function(game, |bencher| bencher.iter(|| session.perft(3, PerftOptions::default())));
    }
}

fn playouts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("playouts");
    for game in registry::names() {
        let session = registry::open(game, "", None).expect("a game");
        group.bench_function(game, |bencher| bencher.iter(|| session.playouts(10, 1)));
    }
}

fn searches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("search");
    group.sample_size(10);
    for game in registry::names() {
        let session = registry::open(game, "", None).expect("a game");
        for (algorithm, limits) in [("alphabeta", Limits::nodes(20_000)), ("uct", Limits::playouts(1_000))] {
            let player = PlayerSpec::new(algorithm).with("hash", 4);
            group.bench_function(format!("{game}/{algorithm}"), |bencher| {
                bencher.iter(|| {
                    let mut thinker = session.thinker(&player).expect("a player");
                    let stop = Stop::new();
                    let question = Question::new(limits, &stop);
                    thinker.think(session.as_ref(), &question, &mut |_| {}).map(|report| report.nodes)
                });
            });
        }
    }
}

criterion_group!(benches, perft, playouts, searches);
criterion_main!(benches);
