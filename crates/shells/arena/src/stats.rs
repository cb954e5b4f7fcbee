//! Statistics of results: score, Elo with error bars, likelihood of superiority, SPRT.
//!
//! The formulas are those of fastchess, so that figures can be compared. Two games from one opening with colours
//! swapped are not independent, so errors are computed from complete *pairs* (the pentanomial model). The sequential
//! test is the generalised one: the log-likelihood ratio of the most likely distributions under the two hypotheses (Van
//! den Bergh, *Comments on normalized Elo*, 2020).
//!
//! Start reading at [`Estimate`]; [`Sprt::llr`] is the test.

use crate::words;
use quadrille_core::{Refusal, Sentence};
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// The two-sided 95 % quantile of the normal distribution.
const Z95: f64 = 1.959_963_984_540_054;
/// Elo points of a tenfold ratio of odds.
const ELO_SCALE: f64 = 400.0;

/// Results from one side's view, game by game and pair by pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Complete pairs by their points: 0, 1/2, 1, 3/2 and 2.
    pub pairs: [u32; 5],
}

impl Tally {
    /// All games.
    #[must_use]
    pub const fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// All complete pairs.
    #[must_use]
    pub fn complete_pairs(&self) -> u32 {
        self.pairs.iter().sum()
    }

    /// Adds a game by its half points: 0, 1 or 2.
    pub fn add_game(&mut self, half_points: u32) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Adds a complete pair by the half points of both games together: 0 to 4.
    pub fn add_pair(&mut self, half_points: u32) {
        self.pairs[half_points.min(4) as usize] += 1;
    }

    /// The same results from the other side's view.
    #[must_use]
    pub fn reversed(mut self) -> Self {
        std::mem::swap(&mut self.wins, &mut self.losses);
        self.pairs.reverse();
        self
    }

    /// The estimate: from pairs if most games belong to complete ones, otherwise from games.
    ///
    /// ```
    /// use quadrille_arena::Tally;
    /// let estimate = Tally { wins: 30, draws: 20, losses: 10, pairs: [0; 5] }.estimate();
    /// assert!(estimate.elo > 100.0 && estimate.superiority > 0.99);
    /// ```
    #[must_use]
    pub fn estimate(&self) -> Estimate {
        if 4 * self.complete_pairs() >= self.games() {
            Estimate::from_counts(&self.pairs, 2.0)
        } else {
            Estimate::from_counts(&[self.losses, self.draws, self.wins], 1.0)
        }
    }
}

/// A strength with its uncertainty.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// Points per game.
    pub score: f64,
    /// Half the width of its 95 % interval.
    pub score_error: f64,
    /// The difference in Elo; infinite when every game ended the same way.
    pub elo: f64,
    /// Half the width of its 95 % interval.
    pub elo_error: f64,
    /// The difference in normalised Elo, which does not depend on how many games are drawn.
    pub normalised: f64,
    /// The likelihood of superiority of the first side, 0 to 1.
    pub superiority: f64,
}

impl Estimate {
    /// The Elo difference with its error, or with a single bound: a few wins in a row are consistent with any strength.
    ///
    /// ```
    /// use quadrille_arena::Tally;
    /// let say = |wins, losses| Tally { wins, draws: 0, losses, pairs: [0; 5] }.estimate().elo_in_words().to_string();
    /// assert_eq!(say(60, 40), "Elo +70.4 ± 70.6");
    /// assert_eq!(say(19, 1), "Elo +511.5 (at least +307.5, no upper bound)");
    /// assert_eq!(say(20, 0), "no Elo estimate: all results are alike");
    /// ```
    #[must_use]
    pub fn elo_in_words(&self) -> Sentence {
        let points = |elo: f64| format!("{elo:+.1}");
        let (least, most) = (elo_of(self.score - self.score_error), elo_of(self.score + self.score_error));
        if self.elo_error.is_finite() {
            return words::ELO.say().with("elo", points(self.elo)).with("error", format!("{:.1}", self.elo_error));
        }
        if self.score_error == 0.0 {
            return words::ALL_ALIKE.say();
        }
        match (least.is_finite(), most.is_finite()) {
            (true, false) => words::ELO_AT_LEAST.say().with("elo", points(self.elo)).with("least", points(least)),
            (false, true) => words::ELO_AT_MOST.say().with("elo", points(self.elo)).with("most", points(most)),
            _ => words::FEW_GAMES.say(),
        }
    }

    /// From counts of equally spaced results between 0 and 1, each made of `games_each` games.
    fn from_counts(counts: &[u32], games_each: f64) -> Self {
        let total: u32 = counts.iter().sum();
        if total == 0 {
            return Self {
                score: 0.5,
                score_error: 0.5,
                elo: 0.0,
                elo_error: f64::INFINITY,
                normalised: 0.0,
                superiority: 0.5,
            };
        }
        let shares: Vec<f64> = counts.iter().map(|&count| f64::from(count) / f64::from(total)).collect();
        let (score, variance) = mean_and_variance(&results(counts.len()), &shares);
        let deviation = (variance / f64::from(total)).sqrt();
        let bound = |sign: f64| elo_of(score + sign * Z95 * deviation);
        let superiority = if deviation == 0.0 {
            f64::from(u8::from(score > 0.5)) + 0.5 * f64::from(u8::from(score == 0.5))
        } else {
            (1.0 + erf((score - 0.5) / (2.0_f64.sqrt() * deviation))) / 2.0
        };
        Self {
            score,
            score_error: Z95 * deviation,
            elo: elo_of(score),
            elo_error: if deviation == 0.0 { f64::INFINITY } else { (bound(1.0) - bound(-1.0)) / 2.0 },
            // All results are even: no difference, and a variance of zero.
            normalised: if score == 0.5 {
                0.0
            } else {
                (score - 0.5) / (games_each * variance).sqrt() * NORMALISED_SCALE
            },
            superiority,
        }
    }
}

/// Normalised Elo points of one standard deviation of a game: 800 / ln 10.
const NORMALISED_SCALE: f64 = 800.0 / std::f64::consts::LN_10;

/// The Elo difference that gives this score.
#[must_use]
pub fn elo_of(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        ELO_SCALE * (score / (1.0 - score)).log10()
    }
}

/// The score that this Elo difference gives.
#[must_use]
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / ELO_SCALE))
}

/// The 95 % confidence interval of a proportion, given `successes` of `trials` (Wilson 1927): unlike the normal
/// approximation it stays within 0 to 1 and is valid for few trials. A draw counts as half a success.
#[must_use]
pub fn wilson(successes: f64, trials: f64) -> (f64, f64) {
    if trials <= 0.0 {
        return (0.0, 1.0);
    }
    let (share, z2) = (successes / trials, Z95 * Z95);
    let centre = (share + z2 / (2.0 * trials)) / (1.0 + z2 / trials);
    let half = Z95 / (1.0 + z2 / trials) * (share * (1.0 - share) / trials + z2 / (4.0 * trials * trials)).sqrt();
    ((centre - half).max(0.0), (centre + half).min(1.0))
}

/// The mean of some numbers and half the width of its 95 % interval by Student's t, for small samples.
#[must_use]
pub fn mean_with_error(samples: &[f64]) -> (f64, f64) {
    let count = samples.len() as f64;
    if samples.is_empty() {
        return (0.0, 0.0);
    }
    let mean = samples.iter().sum::<f64>() / count;
    if samples.len() < 2 {
        return (mean, 0.0);
    }
    let variance = samples.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (count - 1.0);
    (mean, student(samples.len() - 1) * (variance / count).sqrt())
}

/// The geometric mean of some positive numbers with the ends of its 95 % interval: the right mean for speeds and ratios.
#[must_use]
pub fn geometric_mean(samples: &[f64]) -> (f64, f64, f64) {
    let logarithms: Vec<f64> = samples.iter().map(|sample| sample.max(f64::MIN_POSITIVE).ln()).collect();
    let (mean, error) = mean_with_error(&logarithms);
    (mean.exp(), (mean - error).exp(), (mean + error).exp())
}

/// The two-sided 95 % quantile of Student's distribution, from the usual table; beyond it, close enough to normal.
fn student(freedom: usize) -> f64 {
    const TABLE: [f64; 12] = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179];
    TABLE.get(freedom.saturating_sub(1)).copied().unwrap_or(Z95 + 2.4 / freedom as f64)
}

/// The error function, by its series of positive terms; more than 12 digits.
fn erf(x: f64) -> f64 {
    const SATURATED: f64 = 6.0;
    if x.abs() > SATURATED {
        return x.signum();
    }
    let (mut term, mut sum, mut n) = (x, x, 0.0);
    while term.abs() > 1e-17 * sum.abs() {
        n += 1.0;
        term *= 2.0 * x * x / (2.0 * n + 1.0);
        sum += term;
    }
    std::f64::consts::FRAC_2_SQRT_PI * (-x * x).exp() * sum
}

/// `n` results equally spaced between a loss and a win.
fn results(n: usize) -> Vec<f64> {
    (0..n).map(|i| i as f64 / (n - 1) as f64).collect()
}

fn mean_and_variance(results: &[f64], shares: &[f64]) -> (f64, f64) {
    let mean: f64 = results.iter().zip(shares).map(|(result, share)| result * share).sum();
    let variance = results.iter().zip(shares).map(|(result, share)| share * (result - mean).powi(2)).sum();
    (mean, variance)
}

/// The unit of a test's bounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Elo as everyone knows it.
    #[default]
    Logistic,
    /// Normalised Elo (in standard deviations of a game): the test's length does not depend on the draw rate.
    Normalised,
}

/// A sequential probability ratio test: is the first side `elo0` stronger (H0) or `elo1` (H1)?
///
/// ```
/// use quadrille_arena::{Sprt, Tally, Verdict};
/// let test: Sprt = "0,5".parse()?;
/// let games = Tally { wins: 4_000, draws: 5_000, losses: 3_000, pairs: [0; 5] };
/// assert_eq!(test.verdict(&games), Verdict::H1);
/// # Ok::<(), quadrille_core::Refusal>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// The difference under H0.
    pub elo0: f64,
    /// The difference under H1.
    pub elo1: f64,
    /// The probability of accepting H1 although H0 is true.
    pub alpha: f64,
    /// The probability of accepting H0 although H1 is true.
    pub beta: f64,
    /// In which Elo.
    pub model: Model,
}

/// What a test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Verdict {
    /// H0 is accepted: the gain is not there.
    #[serde(rename = "H0")]
    H0,
    /// H1 is accepted: the gain is there.
    #[serde(rename = "H1")]
    H1,
    /// More games are needed.
    #[serde(rename = "continue")]
    Continue,
}

impl FromStr for Sprt {
    type Err = Refusal;

    /// Reads `elo0,elo1[,alpha,beta][,normalised]`.
    fn from_str(text: &str) -> Result<Self, Refusal> {
        let refuse = |expected| words::NO_TEST.refuse().quote("text", text).with("expected", expected);
        let (mut numbers, mut model) = (Vec::new(), Model::Logistic);
        for word in text.split(',').map(str::trim) {
            match word {
                "logistic" => model = Model::Logistic,
                "normalised" | "normalized" => model = Model::Normalised,
                number => {
                    let number = number.parse::<f64>().ok().filter(|number| number.is_finite());
                    numbers.push(number.ok_or_else(|| refuse(&words::TEST_FORM))?);
                }
            }
        }
        let (elo0, elo1, alpha, beta) = match numbers[..] {
            [elo0, elo1] => (elo0, elo1, 0.05, 0.05),
            [elo0, elo1, alpha, beta] => (elo0, elo1, alpha, beta),
            _ => return Err(refuse(&words::TEST_BOUNDS)),
        };
        if elo0 >= elo1 {
            return Err(refuse(&words::TEST_ORDER));
        }
        if alpha <= 0.0 || beta <= 0.0 || alpha + beta >= 1.0 {
            return Err(refuse(&words::TEST_RATES));
        }
        Ok(Self { elo0, elo1, alpha, beta, model })
    }
}

impl Sprt {
    /// The log-likelihood ratios at which H0 and H1 are accepted (Wald 1945).
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of the results so far, by complete pairs; by games while there is no pair.
    #[must_use]
    pub fn llr(&self, tally: &Tally) -> f64 {
        match (tally.complete_pairs(), tally.games()) {
            (0, 0) => 0.0,
            (0, _) => self.ratio(&[tally.losses, tally.draws, tally.wins], 1.0),
            _ => self.ratio(&tally.pairs, 2.0),
        }
    }

    /// What the results so far decide.
    #[must_use]
    pub fn verdict(&self, tally: &Tally) -> Verdict {
        let (lower, upper) = self.bounds();
        let llr = self.llr(tally);
        if llr >= upper {
            Verdict::H1
        } else if llr <= lower {
            Verdict::H0
        } else {
            Verdict::Continue
        }
    }

    fn ratio(&self, counts: &[u32], games_each: f64) -> f64 {
        // Unseen results are not impossible.
        let counts: Vec<f64> = counts.iter().map(|&count| if count == 0 { 1e-3 } else { f64::from(count) }).collect();
        let total: f64 = counts.iter().sum();
        let seen: Vec<f64> = counts.iter().map(|count| count / total).collect();
        let results = results(seen.len());
        let likeliest = |elo: f64| match self.model {
            Model::Logistic => likeliest_with_mean(&results, &seen, score_of(elo)),
            Model::Normalised => likeliest_with_t(&results, &seen, games_each.sqrt() * elo / NORMALISED_SCALE),
        };
        let (under0, under1) = (likeliest(self.elo0), likeliest(self.elo1));
        total * seen.iter().zip(under0.iter().zip(&under1)).map(|(p, (p0, p1))| p * (p1 / p0).ln()).sum::<f64>()
    }
}

/// The maximum-likelihood distribution with this mean.
fn likeliest_with_mean(results: &[f64], seen: &[f64], mean: f64) -> Vec<f64> {
    let offsets: Vec<f64> = results.iter().map(|result| result - mean).collect();
    tilted(seen, &offsets)
}

/// The maximum-likelihood distribution whose mean is `t` of its own standard deviations above one half, by iteration
/// from the uniform one.
fn likeliest_with_t(results: &[f64], seen: &[f64], t: f64) -> Vec<f64> {
    const ROUNDS: usize = 100;
    const CLOSE: f64 = 1e-9;
    let mut likeliest = vec![1.0 / seen.len() as f64; seen.len()];
    for _ in 0..ROUNDS {
        let (mean, variance) = mean_and_variance(results, &likeliest);
        let deviation = variance.sqrt();
        let offset = |result: &f64| result - 0.5 - 0.5 * t * deviation * (1.0 + ((result - mean) / deviation).powi(2));
        let next = tilted(seen, &results.iter().map(offset).collect::<Vec<_>>());
        let change = next.iter().zip(&likeliest).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        likeliest = next;
        if change < CLOSE {
            break;
        }
    }
    likeliest
}

/// `seen[i] / (1 + x offsets[i])` with the `x` that makes the offsets average to zero, found by bisection.
fn tilted(seen: &[f64], offsets: &[f64]) -> Vec<f64> {
    const STEPS: usize = 100;
    let least = offsets.iter().copied().fold(f64::INFINITY, f64::min);
    let most = offsets.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..STEPS {
        let x = f64::midpoint(low, high);
        let excess: f64 = seen.iter().zip(offsets).map(|(p, offset)| p * offset / (1.0 + x * offset)).sum();
        if excess > 0.0 {
            low = x;
        } else {
            high = x;
        }
    }
    let x = f64::midpoint(low, high);
    seen.iter().zip(offsets).map(|(p, offset)| p / (1.0 + x * offset)).collect()
}
