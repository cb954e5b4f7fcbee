use super::*;
use quadrille_core::{KeyHistory, Rng};
use quadrille_go::{Rollout, Small};
use quadrille_search::mcts::{Knowledge, Options, Searcher};
use quadrille_search::{Limits, Request, Stop};

fn legal(position: &Small) -> <Small as Game>::Moves {
    let mut moves = <Small as Game>::Moves::default();
    position.legal_moves(&mut moves);
    moves
}

#[test]
fn priors_are_probabilities_and_fill_no_eyes() {
    let judge = ByNetwork::new(small());
    let (mut position, mut rng) = (Small::start(&"7 chinese".parse().expect("rules")), Rng::new(3));
    let mut eyes = 0;
    for _ in 0..150 {
        let moves = legal(&position);
        let Some(&next) = rng.pick(moves.as_slice()) else { break };
        let mut priors = vec![0.0; moves.len()];
        let chance = judge.judge(&position, &[], &moves, &mut priors);
        assert!((0.0..=1.0).contains(&chance) && (priors.iter().sum::<f32>() - 1.0).abs() < 1e-4);
        for (m, prior) in moves.iter().zip(&priors) {
            let eye = m.point().is_some_and(|point| position.is_eye(point, position.to_move()));
            eyes += usize::from(eye);
            assert_eq!(eye, *prior == 0.0, "{m:?}");
        }
        position.play(if next == Move::Pass { moves[0] } else { next });
    }
    assert!(eyes > 0, "some eye was offered");
}

#[test]
fn a_search_repeats_itself_and_takes_what_is_in_atari() {
    let rules = "7 chinese".parse().expect("rules");
    let position =
        quadrille_core::Notation::parse_position(&rules, "7/2XXX2/1XOOOX1/1XOOO2/1XOOOX1/2XXX2/7 X").expect("a board");
    let position: Small = position;
    let history: KeyHistory = std::iter::once(position.history_key()).collect();
    let stop = Stop::new();
    let search = || {
        let judge = ByNetwork::new(small());
        let request = Request::new(&position, &history, Limits::playouts(40), &stop);
        let knowledge = Knowledge { judge: Some(&judge), ..Knowledge::playout(&Rollout::Heavy) };
        Searcher::new(Options::judged()).search(&request, &knowledge, &mut |_| {})
    };
    let report = search();
    assert_eq!(report.signature(&position), search().signature(&position));
    let best = report.best.and_then(Move::point).and_then(|point| position.grid().row_column(point));
    assert_eq!((best, report.playouts), (Some((3, 5)), 40));
    assert!(report.moves[0].prior.is_some_and(|prior| prior > 0.1));
}
