//! `cargo xtask measure peers`: how fast we are beside another program, on the same machine at the same time.
//!
//! Each contest is the same work for both, run in turn, round after round; who begins changes. What counts is the CPU time of
//! whole processes, start included, and of it the ratio within each round: on a busy machine both suffer alike. Only peers
//! that the caller names are run. Start reading at [`run`].

use crate::{cargo_command, run as run_command, target};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub const USAGE: &str = "usage: cargo xtask measure peers [--rounds N] [--out FILE] PEER…

  --edax PROGRAM        the endgames FFO 40 to 49, one thread each
  --positions FILE      and with both the endgames of FILE: lines of a board of 64 characters and the side to move
  --libego PROGRAM      random games of Go on 9x9: a build of libego whose `benchmark` plays light playouts
  --libego-19 PROGRAM   the same on 19x19

A PROGRAM may have arguments: --edax \"edax -eval-file FILE\". Rounds: 6 unless told. The table, in Markdown, goes to the
terminal, and to FILE";

/// The FFO positions that are solved.
const NUMBERS: std::ops::RangeInclusive<usize> = 40..=49;
/// Playouts on 9x9 and on 19x19.
const PLAYOUTS: [u64; 2] = [200_000, 40_000];

/// What the caller asks for.
#[derive(Debug, Default, PartialEq, Eq)]
struct Request {
    rounds: usize,
    out: Option<PathBuf>,
    positions: Option<PathBuf>,
    edax: Option<String>,
    /// On 9x9 and on 19x19.
    libego: [Option<String>; 2],
}

impl Request {
    fn read(arguments: &[String]) -> Result<Self, String> {
        let mut request = Self { rounds: 6, ..Self::default() };
        let mut rest = arguments.iter();
        while let Some(name) = rest.next() {
            let value = rest.next().ok_or(USAGE)?;
            match name.as_str() {
                "--rounds" => request.rounds = value.parse().map_err(|_| format!("--rounds {value:?} is no number"))?,
                "--out" => request.out = Some(value.into()),
                "--positions" => {
                    let path = fs::canonicalize(value).map_err(|error| format!("{value}: {error}"))?;
                    request.positions = Some(path);
                }
                "--edax" => request.edax = Some(value.clone()),
                "--libego" => request.libego[0] = Some(value.clone()),
                "--libego-19" => request.libego[1] = Some(value.clone()),
                _ => return Err(USAGE.to_owned()),
            }
        }
        let peers = request.edax.is_some() || request.libego.iter().any(Option::is_some);
        if peers && request.rounds > 0 { Ok(request) } else { Err(USAGE.to_owned()) }
    }
}

/// The same work for both programs.
struct Contest {
    what: String,
    ours: Side,
    theirs: Side,
}

/// A program with its arguments, and what it is told.
struct Side {
    words: Vec<String>,
    input: String,
}

impl Side {
    fn new(program: &str, arguments: &[&str], input: &str) -> Self {
        let words = program.split_whitespace().chain(arguments.iter().copied()).map(str::to_owned).collect();
        Self { words, input: input.to_owned() }
    }

    /// Runs the program to its end: the seconds of CPU time.
    fn seconds(&self) -> Result<f64, String> {
        let name = self.words.join(" ");
        let failed = |error: std::io::Error| format!("`{name}`: {error}");
        let before = children_seconds()?;
        let mut command = Command::new(&self.words[0]);
        command.args(&self.words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(failed)?;
        if let Some(mut input) = child.stdin.take() {
            input.write_all(self.input.as_bytes()).map_err(failed)?;
        }
        let output = child.wait_with_output().map_err(failed)?;
        if !output.status.success() {
            return Err(format!("`{name}` ended with {}", output.status));
        }
        if String::from_utf8_lossy(&output.stdout).contains("WRONG") {
            return Err(format!("`{name}` found a wrong score"));
        }
        Ok(children_seconds()? - before)
    }
}

/// The CPU seconds of all processes that this one started and that have ended.
fn children_seconds() -> Result<f64, String> {
    let stat = fs::read_to_string("/proc/self/stat").map_err(|error| format!("/proc/self/stat: {error}"))?;
    children_ticks(&stat).map(|ticks| ticks as f64 / 100.0).ok_or_else(|| format!("/proc/self/stat has {stat:?}"))
}

/// The fields `cutime` and `cstime`, the 14th and 15th after the name, in hundredths of a second.
fn children_ticks(stat: &str) -> Option<u64> {
    let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
    Some(fields.get(13)?.parse::<u64>().ok()? + fields.get(14)?.parse::<u64>().ok()?)
}

/// Measures what the arguments ask for and prints the table.
pub fn run(root: &Path, arguments: &[String]) -> Result<(), String> {
    let request = Request::read(arguments)?;
    let contests = contests(root, &request)?;
    let mut times = vec![Vec::new(); contests.len()];
    for round in 0..request.rounds {
        for (contest, times) in contests.iter().zip(&mut times) {
            let (ours, theirs) = if round % 2 == 0 {
                let ours = contest.ours.seconds()?;
                (ours, contest.theirs.seconds()?)
            } else {
                let theirs = contest.theirs.seconds()?;
                (contest.ours.seconds()?, theirs)
            };
            eprintln!("round {}: {}: {ours:.2} and {theirs:.2} CPU s", round + 1, contest.what);
            times.push((ours, theirs));
        }
    }
    let rows: String = contests.iter().zip(&times).map(|(contest, times)| row(contest, times)).collect();
    let table = format!(
        "| work | peer | rounds | ours, CPU s | peer, CPU s | ours / peer (least to most) | peer / ours |\n\
         |---|---|---|---|---|---|---|\n{rows}"
    );
    print!("{table}");
    request.out.map_or(Ok(()), |out| fs::write(&out, table).map_err(|error| format!("{}: {error}", out.display())))
}

fn contests(root: &Path, request: &Request) -> Result<Vec<Contest>, String> {
    let mut contests = Vec::new();
    if let Some(edax) = &request.edax {
        let ffo = built(root, "quadrille-othello-expert", "ffo")?;
        let list = target(root).join("ffo-40-49.obf");
        fs::write(&list, suite(root)?).map_err(|error| format!("{}: {error}", list.display()))?;
        let [from, to] = [NUMBERS.start(), NUMBERS.end()].map(ToString::to_string);
        contests.push(Contest {
            what: "Othello, FFO 40 to 49".to_owned(),
            ours: Side::new(&ffo, &[&from, &to, "1", "128"], ""),
            theirs: edax_on(edax, &list),
        });
        if let Some(positions) = &request.positions {
            let option = format!("--positions={}", positions.display());
            contests.push(Contest {
                what: "Othello, other endgames".to_owned(),
                ours: Side::new(&ffo, &["1", "1000000", "1", "64", &option], ""),
                theirs: edax_on(edax, positions),
            });
        }
    }
    for ((size, libego), playouts) in [9, 19].into_iter().zip(&request.libego).zip(PLAYOUTS) {
        if let Some(libego) = libego {
            let ours = built(root, "quadrille-go", "playout_speed")?;
            contests.push(Contest {
                what: format!("Go {size}x{size}, {playouts} random games"),
                ours: Side::new(&ours, &[&size.to_string(), &playouts.to_string()], ""),
                theirs: Side::new(libego, &[], &format!("benchmark {playouts}\nquit\n")),
            });
        }
    }
    Ok(contests)
}

/// Edax on one thread; `-l 60` lets it finish the positions that it would otherwise call solved at 98 %.
fn edax_on(program: &str, positions: &Path) -> Side {
    Side::new(program, &["-n", "1", "-h", "23", "-l", "60", "-solve", &positions.display().to_string()], "")
}

/// The FFO positions as Edax reads them.
fn suite(root: &Path) -> Result<String, String> {
    let path = root.join("testdata/othello/ffo.txt");
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let lines = text.lines().filter_map(|line| {
        let fields: Vec<&str> = line.split(' ').collect();
        let wanted = fields[0].parse().is_ok_and(|number| NUMBERS.contains(&number));
        wanted.then(|| format!("{} {};\n", fields[1], fields[2]))
    });
    Ok(lines.collect())
}

/// Builds one of our examples: the path of the program.
fn built(root: &Path, package: &str, example: &str) -> Result<String, String> {
    run_command(&mut cargo_command(&["build", "--release", "--quiet", "--package", package, "--example", example]))?;
    Ok(target(root).join("release/examples").join(example).display().to_string())
}

fn row(contest: &Contest, times: &[(f64, f64)]) -> String {
    let of = |value: fn(&(f64, f64)) -> f64| sorted(times.iter().map(value));
    let (ours, theirs, ratios) = (of(|pair| pair.0), of(|pair| pair.1), of(|pair| pair.0 / pair.1));
    let peer = Path::new(&contest.theirs.words[0]).file_name().unwrap_or_default().display().to_string();
    format!(
        "| {} | {peer} | {} | {:.2} | {:.2} | {:.3} ({:.3} to {:.3}) | {:.2} |\n",
        contest.what,
        times.len(),
        median(&ours),
        median(&theirs),
        median(&ratios),
        ratios[0],
        ratios[ratios.len() - 1],
        1.0 / median(&ratios),
    )
}

fn sorted(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values
}

/// The middle of sorted values; the mean of both in the middle of an even number.
fn median(sorted: &[f64]) -> f64 {
    f64::midpoint(sorted[(sorted.len() - 1) / 2], sorted[sorted.len() / 2])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_shows_medians_and_the_spread_of_ratios() {
        let contest = Contest {
            what: "work".to_owned(),
            ours: Side::new("us", &[], ""),
            theirs: Side::new("/bin/them -x", &[], ""),
        };
        let times = [(3.0, 2.0), (1.0, 4.0), (2.0, 2.0)];
        assert_eq!(row(&contest, &times), "| work | them | 3 | 2.00 | 2.00 | 1.000 (0.250 to 1.500) | 1.00 |\n");
        assert!((median(&[1.0, 2.0]) - 1.5).abs() < 1e-9);
    }

    #[test]
    fn the_time_of_children_is_found_behind_any_name() {
        let stat = "7 (a ) b) S 1 2 3 4 5 6 7 8 9 10 11 12 130 5 20 0";
        assert_eq!(children_ticks(stat), Some(135));
        assert_eq!(children_ticks("7 (a) S 1"), None);
    }

    #[test]
    fn only_named_peers_are_run() {
        let read = |text: &str| Request::read(&text.split(' ').map(str::to_owned).collect::<Vec<_>>());
        let request = read("--libego-19 ego --rounds 3").unwrap();
        assert_eq!((request.rounds, request.edax), (3, None));
        assert_eq!(request.libego, [None, Some("ego".to_owned())]);
        for wrong in ["--rounds 3", "--edax", "--edax x --rounds 0", "--edax x --rounds some", "--other x"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
