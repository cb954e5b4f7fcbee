//! A chess interface that stops the search at random moments, and one that disconnects.

use super::program::{Random, within};
use super::table::{Row, percentile, pretty};
use super::{Rows, Trial};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout};
use std::thread;
use std::time::{Duration, Instant};

/// A bounded search gets five seconds when the input ends, and a little more to answer.
const LAST_SEARCH: Duration = Duration::from_secs(8);
/// The maximum delay of a stop, beyond the machine's own delay.
const LATEST: Duration = Duration::from_millis(50);

struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(trial: &Trial<'_>, threads: usize) -> Result<Self, String> {
        let mut child = trial.program.start(trial.folder, &["uci"])?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("no pipes to the engine".to_owned());
        };
        let mut engine = Self { child, input, output: BufReader::new(output) };
        engine.say(&format!("uci\nsetoption name Threads value {threads}\nisready"))?;
        engine.until("readyok")?;
        Ok(engine)
    }

    fn say(&mut self, line: &str) -> Result<(), String> {
        writeln!(self.input, "{line}").and_then(|()| self.input.flush()).map_err(|error| error.to_string())
    }

    fn until(&mut self, word: &str) -> Result<(), String> {
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line).map_err(|error| error.to_string())? == 0 {
                return Err(format!("the engine ended before it said {word:?}"));
            }
            if line.starts_with(word) {
                return Ok(());
            }
        }
    }

    /// How long one answer takes.
    fn timed(&mut self, say: &str, word: &str) -> Result<Duration, String> {
        let begun = Instant::now();
        self.say(say)?;
        self.until(word)?;
        Ok(begun.elapsed())
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn stop(trial: &Trial<'_>) -> Rows {
    let mut rows = Vec::new();
    for threads in [1, 2, 8] {
        rows.push(stops(trial, threads)?);
    }
    rows.push(end_of_input(trial, "go infinite", true)?);
    rows.push(end_of_input(trial, "go depth 60", true)?);
    rows.push(end_of_input(trial, "go depth 60", false)?);
    Ok(rows)
}

/// Stops and, beside them, answers that need no search: how late a busy machine is anyway.
fn stops(trial: &Trial<'_>, threads: usize) -> Result<Row, String> {
    let count = trial.scale(30, 100);
    let mut random = Random(threads as u64);
    let mut engine = Engine::start(trial, threads)?;
    let (mut late, mut machine) = (Vec::new(), Vec::new());
    for round in 0..count {
        engine.say(if round % 2 == 0 { "position startpos" } else { "position startpos moves e2e4 e7e5" })?;
        engine.say("go infinite")?;
        thread::sleep(random.duration(Duration::from_millis(20), Duration::from_millis(400)));
        machine.push(engine.timed("isready", "readyok")?);
        late.push(engine.timed("stop", "bestmove")?);
    }
    let (half, most) = (percentile(&mut late, 0.5), percentile(&mut late, 0.99));
    let machine = percentile(&mut machine, 0.99);
    let figure = format!("p50 {}, p99 {} (`isready` p99 {})", pretty(half), pretty(most), pretty(machine));
    let limit = format!("p99 at most {} more than `isready`", pretty(LATEST));
    Ok(Row::new(format!("{count} stops at {threads} threads"), figure, limit, most <= LATEST + machine))
}

/// A disconnected interface must not leave a search running. One that only closes its input still gets the answer of a
/// limited search, if it comes soon.
fn end_of_input(trial: &Trial<'_>, question: &str, listens: bool) -> Result<Row, String> {
    let mut child = trial.program.start(trial.folder, &["uci"])?;
    let (input, output) = (child.stdin.take(), child.stdout.take());
    let (mut input, mut output) = (input.ok_or("no pipe")?, BufReader::new(output.ok_or("no pipe")?));
    writeln!(input, "uci\nposition startpos\n{question}").map_err(|error| error.to_string())?;
    thread::sleep(Duration::from_secs(1));
    drop(input);
    let begun = Instant::now();
    let ended = thread::scope(|scope| {
        if listens {
            scope.spawn(move || output.by_ref().lines().count());
        } else {
            drop(output);
        }
        within(&mut child, Duration::from_secs(30)).is_some()
    });
    let took = begun.elapsed();
    let most = if listens && question != "go infinite" { LAST_SEARCH } else { Duration::from_secs(2) };
    let what = if listens { "the input ends" } else { "the interface dies" };
    let figure = if ended { format!("ended after {}", pretty(took)) } else { "still running after 30 s".to_owned() };
    Ok(Row::new(
        format!("`{question}`, then {what}"),
        figure,
        format!("within {}", pretty(most)),
        ended && took <= most,
    ))
}
