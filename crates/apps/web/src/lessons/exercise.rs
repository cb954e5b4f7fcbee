//! Exercises: the questions of a step. The answers are never in the lesson; the engine computes them.
//!
//! [`Exercise::check`] says whether an answer is right. If there is one right answer, [`Exercise::solution`] returns
//! it; the tests give every exercise of every lesson its right answer and a wrong one.

use super::setting::{COUNTING, Place, Traced};
use crate::words;
use quadrille_core::Refusal;
use quadrille_engine::solve::SolveOrder;
use quadrille_engine::trace::EVENTS;
use quadrille_engine::{Library, Stop, Trace, Weights};
use quadrille_reduction::{Formula, satisfy};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A question about engine data.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Exercise {
    /// The value of a node, in units of the game.
    Value { trace: Traced, node: Vec<String> },
    /// The move that refutes the line at a node.
    Cut { trace: Traced, node: Vec<String> },
    /// The n-th visited node, named by its moves; the root is the first.
    Visit { trace: Traced, number: usize },
    /// A figure of a search: `nodes`, `cuts`, `table_hits` or `playouts`.
    Figure { trace: Traced, figure: String },
    /// The best move that a search finds.
    Best { trace: Traced },
    /// The mean that a thread sees: wins and visits of a move, plus the virtual losses of others.
    Pretend { wins: u32, visits: u32, losses: u32 },
    /// The weight of AMAF in RAVE after some tries of the move itself: √(k / (3n + k)).
    Fade { tries: u32, equivalence: u32 },
    /// How many nodes the second search saves, in whole percents.
    Saving { traces: [Traced; 2] },
    /// The move that a simulation selects at the root.
    Select { trace: Traced, simulation: usize },
    /// The mean result of a move after some simulations.
    Mean { trace: Traced, node: Vec<String>, simulation: usize },
    /// The low bits of a position's key, in binary.
    Key { place: Place, bits: u32 },
    /// A first move whose position has the same low key bits as another's.
    Collide { place: Place, with: String, bits: u32 },
    /// How often the position has occurred in its game.
    Occurrences { place: Place },
    /// A move that wins against every reply.
    Winning { place: Place },
    /// A move that learned patterns find likely: at least half as likely as the likeliest.
    Likeliest { place: Place },
    /// An assignment that satisfies a formula.
    Satisfy { formula: String },
    /// Weights of an evaluation that beats a piece count.
    Weights { place: Place, pairs: u32, depth: u32 },
}

/// How a question is answered on the page.
#[derive(Clone, Debug, Serialize)]
pub struct Answering {
    /// `text`, `node`, `move` or `weights`.
    by: &'static str,
    /// What an answer looks like.
    example: &'static str,
}

/// The verdict on an answer.
#[derive(Clone, Debug, Serialize)]
pub struct Judged {
    pub right: bool,
    /// The answer, once found or requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
    /// Details about the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub said: Option<quadrille_core::Sentence>,
}

/// Answers are short.
const LONGEST_ANSWER: usize = 400;

impl Exercise {
    /// How it is answered.
    #[must_use]
    pub fn answering(&self) -> Answering {
        let (by, example) = match self {
            Self::Value { .. } => ("text", "3"),
            Self::Figure { .. } | Self::Saving { .. } | Self::Occurrences { .. } => ("text", "12"),
            Self::Mean { .. } | Self::Pretend { .. } | Self::Fade { .. } => ("text", "0.25"),
            Self::Key { .. } => ("text", "0110"),
            Self::Visit { .. } => ("node", "b a"),
            Self::Cut { .. }
            | Self::Select { .. }
            | Self::Best { .. }
            | Self::Collide { .. }
            | Self::Winning { .. }
            | Self::Likeliest { .. } => ("move", ""),
            Self::Satisfy { .. } => ("text", "x1=0 x2=0"),
            Self::Weights { .. } => ("weights", "men=1 corners=0 edges=0 moves=0"),
        };
        Answering { by, example }
    }

    /// Whether an answer is right.
    pub fn check(&self, answer: &str, library: &Library) -> Result<Judged, Refusal> {
        if answer.len() > LONGEST_ANSWER {
            return Err(words::LONG_ANSWER.refuse().with("length", answer.len()).with("most", LONGEST_ANSWER));
        }
        let given = answer.trim();
        match self {
            Self::Winning { place } => return winning(place, given),
            Self::Weights { place, pairs, depth } => return play(place, given, *pairs, *depth),
            _ => {}
        }
        let solutions = self.solutions(library)?;
        let right = match self {
            Self::Value { .. } | Self::Figure { .. } | Self::Occurrences { .. } => {
                same_number(given, &solutions, 0.001)
            }
            Self::Saving { .. } => same_number(given, &solutions, 1.01),
            Self::Mean { .. } | Self::Pretend { .. } | Self::Fade { .. } => same_number(given, &solutions, 0.0051),
            Self::Key { .. } => {
                let digits: String = given.trim_start_matches("0b").chars().filter(|c| !c.is_whitespace()).collect();
                solutions.contains(&digits)
            }
            Self::Satisfy { formula } => satisfies(formula, given)?,
            _ => {
                let same = |text: &str| solutions.iter().any(|known| known.eq_ignore_ascii_case(text));
                same(&words_of(given)) || self.written_out(given).is_some_and(|text| same(&text))
            }
        };
        Ok(Judged { right, solution: solutions.into_iter().next().filter(|_| right), said: None })
    }

    /// The full notation of a move given in a shorter form.
    fn written_out(&self, given: &str) -> Option<String> {
        let mut session = match self {
            Self::Best { trace } | Self::Select { trace, .. } => trace.open()?.ok()?,
            Self::Collide { place, .. } | Self::Likeliest { place } => place.open().ok()?,
            _ => return None,
        };
        session.play(given).ok().map(|played| played.text)
    }

    /// A right answer.
    pub fn solution(&self, library: &Library) -> Result<String, Refusal> {
        match self {
            Self::Winning { place } => {
                let session = place.open()?;
                let solved = session.solve(&order(), &Stop::new(), &mut |_| {})?;
                Ok(solved.best.unwrap_or_default())
            }
            Self::Weights { .. } => Ok("men=0 corners=25 edges=2 moves=4".to_owned()),
            _ => self.solutions(library)?.into_iter().next().ok_or_else(|| words::NO_SOLUTION.refuse()),
        }
    }

    /// All right answers, if they can be listed.
    fn solutions(&self, library: &Library) -> Result<Vec<String>, Refusal> {
        match self {
            Self::Collide { place, with, bits } => colliding(place, with, *bits),
            Self::Likeliest { place } => likely(place, library),
            Self::Winning { .. } | Self::Weights { .. } => Ok(Vec::new()),
            Self::Pretend { .. }
            | Self::Fade { .. }
            | Self::Key { .. }
            | Self::Occurrences { .. }
            | Self::Satisfy { .. } => self.by_position().map(|answer| vec![answer]),
            _ => self.by_search().map(|answer| vec![answer]),
        }
    }

    /// The answer from a traced search.
    fn by_search(&self) -> Result<String, Refusal> {
        let missing = || words::NO_SOLUTION.refuse();
        Ok(match self {
            Self::Value { trace, node } => {
                let trace = trace.run()?;
                let node = find(&trace, node)?;
                units(trace.value_for_root(node))
            }
            Self::Cut { trace, node } => {
                let trace = trace.run()?;
                let node = find(&trace, node)? as i32;
                let last = (0..trace.node_count()).rev().find(|&child| trace.node(child, "parent") == node);
                trace.step(last.ok_or_else(missing)?).to_owned()
            }
            Self::Visit { trace, number } => {
                let trace = trace.run()?;
                let node = number.checked_sub(1).filter(|node| *node < trace.node_count()).ok_or_else(missing)?;
                trace.path(node).join(" ")
            }
            Self::Figure { trace, figure } => {
                let found = trace.run()?.found;
                let number = match figure.as_str() {
                    "nodes" => found.nodes,
                    "cuts" => found.cuts,
                    "table_hits" => found.table_hits,
                    "playouts" => found.playouts,
                    _ => return Err(missing()),
                };
                number.to_string()
            }
            Self::Saving { traces: [before, after] } => {
                let [before, after] = [before.run()?.found.nodes as f64, after.run()?.found.nodes as f64];
                format!("{:.0}", 100.0 * (1.0 - after / before.max(1.0)))
            }
            Self::Select { trace, simulation } => selected(&trace.run()?, *simulation).ok_or_else(missing)?,
            Self::Mean { trace, node, simulation } => {
                let trace = trace.run()?;
                let node = find(&trace, node)?;
                format!("{:.2}", mean(&trace, node, *simulation).ok_or_else(missing)?)
            }
            Self::Best { trace } => trace.run()?.found.best.ok_or_else(missing)?,
            _ => return Err(missing()),
        })
    }

    /// The answer from a position, a formula or a count.
    fn by_position(&self) -> Result<String, Refusal> {
        let missing = || words::NO_SOLUTION.refuse();
        Ok(match self {
            Self::Pretend { wins, visits, losses } => {
                format!("{:.2}", f64::from(*wins) / f64::from((visits + losses).max(1)))
            }
            Self::Fade { tries, equivalence } => {
                let (n, k) = (f64::from(*tries), f64::from((*equivalence).max(1)));
                format!("{:.2}", (k / (3.0 * n + k)).sqrt())
            }
            Self::Key { place, bits } => low_bits(place.open()?.key(), *bits),
            Self::Occurrences { place } => {
                let history = place.open()?.history();
                let last = history.last().map(|row| row.key);
                history.iter().filter(|row| Some(row.key) == last).count().to_string()
            }
            Self::Satisfy { formula } => {
                let formula = Formula::parse(formula)?;
                let values = satisfy(&formula).ok_or_else(missing)?;
                let pairs =
                    formula.names().iter().zip(values).map(|(name, value)| format!("{name}={}", u8::from(value)));
                pairs.collect::<Vec<_>>().join(" ")
            }
            _ => return Err(missing()),
        })
    }
}

/// The moves that learned patterns find at least half as likely as the likeliest, which comes first.
fn likely(place: &Place, library: &Library) -> Result<Vec<String>, Refusal> {
    let missing = || words::NO_SOLUTION.refuse();
    let session = place.open()?;
    let mut points = session.insight(library, 0).ok_or_else(missing)?.points;
    points.sort_by(|a, b| b.probability.total_cmp(&a.probability));
    let bar = points.first().ok_or_else(missing)?.probability / 2.0;
    let picture = session.picture();
    let likely = points.iter().take_while(|point| point.probability >= bar);
    Ok(likely.map(|point| picture.names[point.row * picture.columns + point.column].clone()).collect())
}

fn order() -> SolveOrder {
    SolveOrder { time: Some(Duration::from_secs(5)), memory_mib: Some(16), ..SolveOrder::default() }
}

fn find(trace: &Trace, path: &[String]) -> Result<usize, Refusal> {
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    trace.find(&path).ok_or_else(|| words::NO_SOLUTION.refuse())
}

/// Hundredths as a number.
fn units(raw: i32) -> String {
    format!("{}", f64::from(raw) / 100.0)
}

/// The text with whitespace normalised.
fn words_of(text: &str) -> String {
    text.split(|c: char| c.is_whitespace() || c == ',' || c == '/')
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Parses a number with a decimal comma or point, a hyphen or minus sign, as a fraction, optionally with a unit.
fn number(text: &str) -> Option<f64> {
    let plain = text.replace(',', ".").replace('−', "-").replace(['%', '+', ' ', '\u{202f}', '\u{a0}'], "");
    let plain = plain.trim_end_matches(char::is_alphabetic);
    match plain.split_once('/') {
        Some((above, below)) => Some(above.parse::<f64>().ok()? / below.parse::<f64>().ok()?),
        None => plain.parse().ok(),
    }
}

fn same_number(given: &str, solutions: &[String], tolerance: f64) -> bool {
    let near = |known: &String| number(known).zip(number(given)).is_some_and(|(a, b)| (a - b).abs() < tolerance);
    solutions.iter().any(near)
}

fn low_bits(key: u64, bits: u32) -> String {
    let bits = bits.clamp(1, 64) as usize;
    let text = format!("{key:064b}");
    text[64 - bits..].to_owned()
}

/// The events of a kind.
fn is(trace: &Trace, at: usize, name: &str) -> bool {
    EVENTS[trace.event(at, "kind") as usize] == name
}

/// The root's selection in a simulation, counted from 1.
fn selected(trace: &Trace, simulation: usize) -> Option<String> {
    let begins = (0..trace.event_count()).filter(|&at| is(trace, at, "simulation")).nth(simulation.checked_sub(1)?)?;
    let chosen = (begins..trace.event_count()).find(|&at| is(trace, at, "down"))?;
    Some(trace.step(trace.event(chosen, "node") as usize).to_owned())
}

/// The mean of a node after some simulations.
fn mean(trace: &Trace, node: usize, simulation: usize) -> Option<f32> {
    let ends = (0..trace.event_count()).filter(|&at| is(trace, at, "simulation")).nth(simulation);
    let mut before = (0..ends.unwrap_or(trace.event_count())).rev();
    let last = before.find(|&at| is(trace, at, "backup") && trace.event(at, "node") == node as i32)?;
    Some(f32::from_bits(trace.event(last, "c") as u32))
}

/// The moves whose positions have the same low key bits as the given move's.
fn colliding(place: &Place, with: &str, bits: u32) -> Result<Vec<String>, Refusal> {
    let session = place.open()?;
    let after = |text: &str| -> Result<String, Refusal> {
        let mut session = session.duplicate();
        session.play(text)?;
        Ok(low_bits(session.key(), bits))
    };
    let wanted = after(with)?;
    let mut found = Vec::new();
    for m in session.legal_moves() {
        if m.text != with && after(&m.text)? == wanted {
            found.push(m.text);
        }
    }
    Ok(found)
}

fn winning(place: &Place, answer: &str) -> Result<Judged, Refusal> {
    let mut session = place.open()?;
    let mover = session.to_move();
    let played = session.play(answer)?;
    let winner = match session.end() {
        Some(end) => end.outcome.winner(),
        None => session.solve(&order(), &Stop::new(), &mut |_| {})?.winner,
    };
    let right = winner == Some(mover);
    Ok(Judged { right, solution: right.then_some(played.text), said: None })
}

fn satisfies(formula: &str, answer: &str) -> Result<bool, Refusal> {
    let formula = Formula::parse(formula)?;
    let given = words_of(answer);
    let value = |name: &String| {
        let pair = given.split(' ').find_map(|pair| pair.split_once('=').filter(|(known, _)| known == name));
        match pair {
            Some((_, "1" | "true" | "vrai")) => Some(true),
            Some((_, "0" | "false" | "faux")) => Some(false),
            _ => None,
        }
    };
    let values: Option<Vec<bool>> = formula.names().iter().map(value).collect();
    Ok(values.is_some_and(|values| formula.satisfied_by(&values)))
}

/// Plays games with the student's evaluation and reports the result.
fn play(place: &Place, answer: &str, pairs: u32, depth: u32) -> Result<Judged, Refusal> {
    let mut weights = Weights::default();
    for pair in words_of(answer).split(' ') {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let value = number(value).map(|value| value as f32);
        let place = match name {
            "men" => &mut weights.men,
            "corners" => &mut weights.corners,
            "edges" => &mut weights.edges,
            "moves" => &mut weights.moves,
            _ => return Err(words::BAD_WEIGHT.refuse().quote("text", pair)),
        };
        *place =
            value.filter(|value| value.is_finite()).ok_or_else(|| words::BAD_WEIGHT.refuse().quote("text", pair))?;
    }
    let contest = place.open()?.contest([weights, COUNTING], pairs.clamp(1, 10), depth.clamp(1, 3));
    let right = contest.wins > contest.losses;
    let said = words::CONTEST.say().with("wins", contest.wins).with("draws", contest.draws);
    let said = said.with("losses", contest.losses);
    Ok(Judged { right, solution: None, said: Some(said) })
}

#[cfg(test)]
mod tests {
    use super::super::{Setting, built_in};
    use super::*;
    use quadrille_engine::trace::HOW;

    /// A wrong answer for every exercise.
    fn wrong(exercise: &Exercise, solution: &str) -> String {
        match exercise {
            Exercise::Weights { .. } => "men=-1 corners=-9 edges=-1 moves=-2".to_owned(),
            Exercise::Satisfy { formula } => {
                let formula = Formula::parse(formula).unwrap();
                let all = (0..1 << formula.names().len())
                    .map(|bits: u32| (0..formula.names().len()).map(|i| bits >> i & 1 == 1).collect::<Vec<_>>());
                let bad =
                    all.into_iter().find(|values| !formula.satisfied_by(values)).expect("a formula that can fail");
                let pair = |(name, value): (&String, &bool)| format!("{name}={}", u8::from(*value));
                formula.names().iter().zip(&bad).map(pair).collect::<Vec<_>>().join(" ")
            }
            Exercise::Winning { place } => {
                let session = place.open().unwrap();
                let loses = |text: &String| !winning(place, text).unwrap().right;
                session.legal_moves().into_iter().map(|m| m.text).find(loses).expect("a move that does not win")
            }
            Exercise::Key { .. } => solution.chars().map(|c| if c == '0' { '1' } else { '0' }).collect(),
            _ => match number(solution) {
                Some(number) => (number + 7.0).to_string(),
                None => format!("{solution} {solution} x"),
            },
        }
    }

    #[test]
    fn every_exercise_knows_right_from_wrong() {
        let library = Library::built_in();
        let mut asked = 0;
        for lesson in built_in().unwrap() {
            for step in 0..lesson.steps() {
                let Some(exercise) = lesson.exercise(step) else { continue };
                let place = format!("{} {step}", lesson.name);
                let refused = |refusal: Refusal| -> String { panic!("{place}: {refusal}") };
                let solution = exercise.solution(&library).unwrap_or_else(refused);
                let judge =
                    |answer: &str| exercise.check(answer, &library).unwrap_or_else(|e| panic!("{place}: {e}")).right;
                assert!(judge(&solution), "{place}: {solution}");
                let wrong = wrong(exercise, &solution);
                assert!(!judge(&wrong), "{place}: {wrong}");
                let example = exercise.answering().example;
                assert!(example.is_empty() || !judge(example), "{place}: the example {example} gives the answer away");
                asked += 1;
            }
            assert!((0..lesson.steps()).any(|step| lesson.exercise(step).is_some()), "{} asks nothing", lesson.name);
        }
        assert!(asked >= 12, "{asked}");
    }

    #[test]
    fn everything_that_lessons_show_can_be_shown() {
        for lesson in built_in().unwrap() {
            for step in 0..lesson.steps() {
                let place = format!("{} {step}", lesson.name);
                let run = |traced: &Traced| {
                    let trace = traced.run().unwrap_or_else(|refusal| panic!("{place}: {refusal}"));
                    assert!(trace.event_count() > 3 && trace.missed == 0, "{place}: {}", trace.missed);
                    let decided = |at| is(&trace, at, "value") && HOW[trace.event(at, "a") as usize] == "decided";
                    assert!(!(0..trace.event_count()).any(decided), "{place}: a decided move is tried again");
                };
                match lesson.shown(step) {
                    Some(Setting::Trace(traced)) => run(traced),
                    Some(Setting::Compare(traces)) => traces.iter().for_each(run),
                    Some(Setting::Board(shown)) => {
                        shown.place.open().unwrap_or_else(|refusal| panic!("{place}: {refusal}"));
                    }
                    Some(Setting::Formula(text)) => assert!(Formula::parse(text).is_ok(), "{place}"),
                    None => {}
                }
            }
        }
    }

    #[test]
    fn the_lesson_on_rave_shows_what_it_says() {
        let lesson = built_in().unwrap().into_iter().find(|lesson| lesson.name == "rave").unwrap();
        let Some(Setting::Compare(traces)) = lesson.shown(2) else { panic!("two searches") };
        let favourite = |traced: &Traced| traced.run().unwrap().found.best.unwrap_or_default();
        assert_eq!(favourite(&traces[1]), "C3", "RAVE prefers the centre");
        assert!(favourite(&traces[0]).contains(['A', 'E', '1', '5']), "UCT prefers the edge");
    }

    #[test]
    fn numbers_are_read_as_people_write_them() {
        let texts =
            [("3", 3.0), ("−0,50", -0.5), ("+12", 12.0), ("40 %", 40.0), ("15 pour cent", 15.0), ("6 / 8", 0.75)];
        for (text, value) in texts {
            assert_eq!(number(text), Some(value), "{text}");
        }
        assert_eq!(number("a"), None);
        assert_eq!(number("1/"), None);
    }

    #[test]
    fn moves_and_digits_are_read_as_people_write_them() {
        let library = Library::built_in();
        let answers = [("deepening", 2, "Qxd5"), ("hashing", 1, "spaced"), ("parallel", 1, "6/10")];
        let lessons = built_in().unwrap();
        for (name, step, text) in answers {
            let exercise = lessons.iter().find(|lesson| lesson.name == name).unwrap().exercise(step).unwrap();
            let digits = exercise.solution(&library).unwrap();
            let text = if text == "spaced" { format!("{} {}", &digits[..4], &digits[4..]) } else { text.to_owned() };
            assert!(exercise.check(&text, &library).unwrap().right, "{name}: {text}");
        }
    }
}
