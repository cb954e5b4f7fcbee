//! Statistics against values that were computed apart from the program.
//!
//! Scores, Elo and superiority are the textbook formulas, evaluated by hand with an ordinary calculator's functions. The
//! log-likelihood ratios come from a general constrained optimiser (SLSQP), which knows nothing of the way they are
//! computed here: it maximises the likelihood of the counts under "the mean is s" or "the mean is t deviations above 1/2".

use quadrille_arena::stats::{Model, elo_of, geometric_mean, mean_with_error, score_of, wilson};
use quadrille_arena::{Sprt, Tally, Verdict};

fn close(value: f64, expected: f64, tolerance: f64) {
    assert!((value - expected).abs() <= tolerance, "{value} is not {expected}");
}

fn pairs(pairs: [u32; 5]) -> Tally {
    // Games that make these pairs: a pair of 3/2 points is a win and a draw, and so on.
    let [ll, ld, dd, wd, ww] = pairs;
    Tally { wins: wd + 2 * ww, draws: ld + 2 * dd + wd, losses: 2 * ll + ld, pairs }
}

#[test]
fn scores_and_elo_by_pairs() {
    let estimate = pairs([10, 20, 40, 22, 8]).estimate();
    close(estimate.score, 0.495, 1e-12);
    close(estimate.score_error, 0.052_307_542_9, 1e-9);
    close(estimate.elo, -3.474_471_674, 1e-8);
    close(estimate.elo_error, 36.484_194_843, 1e-8);
    close(estimate.normalised, -4.602_704_313, 1e-8);
    close(estimate.superiority, 0.425_693_098_1, 1e-9);
    let estimate = pairs([34, 54, 31, 32, 64]).estimate();
    close(estimate.score, 0.544_186_046_5, 1e-9);
    close(estimate.elo, 30.783_914_421, 1e-8);
    close(estimate.elo_error, 34.768_065_859, 1e-8);
    close(estimate.normalised, 29.328_000_013, 1e-8);
    close(estimate.superiority, 0.959_977_104_7, 1e-9);
}

#[test]
fn results_that_are_all_even_make_no_difference() {
    let estimate = pairs([0, 0, 20, 0, 0]).estimate();
    assert_eq!((estimate.score, estimate.elo, estimate.normalised, estimate.superiority), (0.5, 0.0, 0.0, 0.5));
}

#[test]
fn scores_and_elo_by_games_when_there_are_no_pairs() {
    let estimate = Tally { wins: 100, draws: 120, losses: 80, pairs: [0; 5] }.estimate();
    close(estimate.score, 0.533_333_333_3, 1e-9);
    close(estimate.elo, 23.196_778_791, 1e-8);
    close(estimate.elo_error, 30.555_544_970, 1e-8);
    close(estimate.superiority, 0.932_707_564_3, 1e-9);
}

#[test]
fn games_and_pairs_are_counted_where_they_belong() {
    let mut tally = Tally::default();
    [0, 1, 1, 2, 2, 2].into_iter().for_each(|half_points| tally.add_game(half_points));
    [0, 1, 2, 3, 3, 4, 4, 4].into_iter().for_each(|half_points| tally.add_pair(half_points));
    assert_eq!(tally, Tally { wins: 3, draws: 2, losses: 1, pairs: [1, 1, 1, 2, 3] });
}

#[test]
fn elo_has_its_well_known_values() {
    close(elo_of(0.75), 190.848_501_9, 1e-6);
    close(elo_of(10.0 / 11.0), 400.0, 1e-9);
    close(score_of(200.0), 0.759_746_926_6, 1e-9);
    assert_eq!((elo_of(0.0), elo_of(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
    let all_won = pairs([0, 0, 0, 0, 9]).estimate();
    assert_eq!((all_won.elo, all_won.superiority), (f64::INFINITY, 1.0));
    assert_eq!(Tally::default().estimate().superiority, 0.5);
}

#[test]
fn likelihood_ratios_equal_a_general_optimiser() {
    let test = |text: &str| text.parse::<Sprt>().unwrap();
    let (five, ten, normalised) = (test("0,5"), test("0,10"), test("0,5,0.05,0.05,normalised"));
    assert_eq!(normalised.model, Model::Normalised);
    for (counts, at_five, at_ten, at_normalised) in [
        ([10, 20, 40, 22, 8], -0.086_969_182, -0.246_672_383, -0.058_843_903),
        ([34, 54, 31, 32, 64], 0.458_404_630, 0.835_107_622, 0.478_053_962),
        ([50, 200, 400, 260, 90], 3.558_970_210, 6.315_772_031, 2.617_590_486),
    ] {
        close(five.llr(&pairs(counts)), at_five, 1e-6);
        close(ten.llr(&pairs(counts)), at_ten, 1e-6);
        close(normalised.llr(&pairs(counts)), at_normalised, 1e-5);
    }
}

#[test]
fn a_test_ends_at_walds_bounds() {
    let sprt: Sprt = "0,5".parse().unwrap();
    let (lower, upper) = sprt.bounds();
    close(lower, -2.944_438_979, 1e-8);
    close(upper, 2.944_438_979, 1e-8);
    assert_eq!(sprt.verdict(&pairs([50, 200, 400, 260, 90])), Verdict::H1);
    assert_eq!(sprt.verdict(&pairs([90, 260, 400, 200, 50])), Verdict::H0);
    assert_eq!(sprt.verdict(&pairs([34, 54, 31, 32, 64])), Verdict::Continue);
    assert_eq!(sprt.verdict(&Tally::default()), Verdict::Continue);
    // Without pairs the games decide: three results, of which half the points lie between.
    let games = Tally { wins: 4_000, draws: 5_000, losses: 3_000, pairs: [0; 5] };
    assert_eq!((sprt.verdict(&games), sprt.verdict(&games.reversed())), (Verdict::H1, Verdict::H0));
    for text in ["", "5", "5,0", "0,0", "0,x", "0,5,0.6,0.6", "0,5,0,0.1", "0,inf"] {
        assert!(text.parse::<Sprt>().is_err(), "{text:?}");
    }
}

#[test]
fn intervals_have_their_published_values() {
    // Wilson for 7 of 10: 0.3968 to 0.8922 (Brown, Cai and DasGupta 2001 give the formula).
    let (low, high) = wilson(7.0, 10.0);
    close(low, 0.396_77, 1e-4);
    close(high, 0.892_21, 1e-4);
    let (low, high) = wilson(0.0, 20.0);
    assert!(low == 0.0 && (high - 0.1611).abs() < 1e-3);
    // 2, 4, 6: mean 4, deviation 2, t(2) = 4.303, error 4.303 * 2 / sqrt(3).
    let (mean, error) = mean_with_error(&[2.0, 4.0, 6.0]);
    close(mean, 4.0, 1e-12);
    close(error, 4.968_7, 1e-3);
    // 1, 4, 16: the logarithms 0, 2 ln 2, 4 ln 2 have mean 2 ln 2, deviation 2 ln 2, error 4.303 * 2 ln 2 / sqrt(3).
    let (mean, low, high) = geometric_mean(&[1.0, 4.0, 16.0]);
    close(mean, 4.0, 1e-9);
    close(low, 4.0 / 31.313, 1e-4);
    close(high, 4.0 * 31.313, 2e-2);
}

#[test]
fn views_of_both_sides_are_opposite() {
    let tally = pairs([10, 20, 40, 22, 8]);
    let (ours, theirs) = (tally.estimate(), tally.reversed().estimate());
    close(ours.elo, -theirs.elo, 1e-9);
    close(ours.superiority, 1.0 - theirs.superiority, 1e-9);
    let games = Tally { wins: 5, draws: 3, losses: 2, pairs: [0; 5] };
    assert_eq!(games.reversed(), Tally { wins: 2, draws: 3, losses: 5, pairs: [0; 5] });
}
