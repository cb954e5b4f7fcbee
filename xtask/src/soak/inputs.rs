//! Files: larger than any buffer of a reader, damaged, strange. Counts are exact and nothing panics.

use super::program::{Ended, write};
use super::table::Row;
use super::{Rows, Trial};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

const LONGEST: Duration = Duration::from_secs(300);
/// No reader looks at more than this at a time.
const BUFFER: u64 = 64 << 10;
/// Records in each file.
const RECORDS: usize = 6_000;

/// A game, the rules where a list leaves them open, one of its games as a list of moves, and the formats it is written in.
type Kind = (&'static str, &'static str, &'static str, &'static [(&'static str, &'static str)]);
const GAMES: [Kind; 4] = [
    ("chess", "", "e2e4 e7e5 g1f3 b8c6", &[("pgn", "pgn")]),
    ("othello", "", "f5 d6 c3 d3 c4", &[("ggf", "ggf"), ("wtb", "wthor"), ("sgf", "sgf")]),
    ("go", "19", "D4 Q16 D16 pass C3", &[("sgf", "sgf"), ("txt", "compact")]),
    ("breakthrough", "8x8", "b2b3 b7b6 c2c3", &[("txt", "moves")]),
];

/// Positions: how a file of them is called, one of them, and where it goes.
const POSITIONS: [(&str, &str, &str); 3] = [
    ("fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "epd"),
    ("epd", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - hmvc 0; fmvn 1;", "fen"),
    ("obf", "------------------XO------XXX------OXX-----O-------------------- O;", "board"),
];

/// Converts and says how many records were read.
fn converted(trial: &Trial<'_>, arguments: &[&str]) -> Result<usize, String> {
    let command = [&["convert"], arguments, &["--json"]].concat();
    let output = trial.program.run(trial.folder, &command, LONGEST)?.output();
    let output = output.map_err(|error| format!("{}: {error}", command.join(" ")))?;
    let value: Value = serde_json::from_str(&output).map_err(|error| format!("{output}: {error}"))?;
    Ok(value["records"].as_u64().unwrap_or_default() as usize)
}

fn size(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |file| file.len())
}

pub fn large(trial: &Trial<'_>) -> Rows {
    let mut rows = Vec::new();
    for (game, rules, list, formats) in GAMES {
        for (suffix, format) in formats {
            rows.push(
                there_and_back(trial, (game, rules, list), suffix, format)
                    .unwrap_or_else(|error| Row::fails(&format!("{game}: list, {format}, list"), error)),
            );
        }
    }
    for (suffix, line, target) in POSITIONS {
        let (from, to) = (format!("many.{suffix}"), format!("turned.{target}"));
        write(&trial.folder.join(&from), format!("{line}\n").repeat(RECORDS))?;
        let count = converted(trial, &[&from, &to])?;
        rows.push(count_row(&format!("{suffix} to {target}"), &trial.folder.join(&from), count));
    }
    rows.push(long_comment(trial, "pgn", &|text| format!("[Event \"x\"]\n\n1. e4 {{{text}}} e5 *\n"))?);
    rows.push(long_comment(trial, "sgf", &|text| format!("(;GM[1]SZ[9];B[aa]C[{text}];W[bb])"))?);
    Ok(rows)
}

fn count_row(name: &str, file: &Path, count: usize) -> Row {
    let name = format!("{name}, {} KiB", size(file) >> 10);
    Row::new(name, format!("{count} records"), format!("{RECORDS} records"), count == RECORDS && size(file) > BUFFER)
}

/// A list of moves to another format and back: the same games, in the same bytes.
fn there_and_back(
    trial: &Trial<'_>,
    (game, rules, list): (&str, &str, &str),
    suffix: &str,
    format: &str,
) -> Result<Row, String> {
    let text = format!("{list}\n").repeat(RECORDS);
    let there = format!("{game}-{format}.{suffix}");
    write(&trial.folder.join("list.txt"), &text)?;
    let from = ["--from", "moves", "--game", game, "--rules", rules];
    let first = converted(trial, &[&["list.txt", &there, "--to", format][..], &from].concat())?;
    let second = converted(trial, &[&there, "back.txt", "--to", "moves", "--game", game])?;
    let back = fs::read_to_string(trial.folder.join("back.txt")).map_err(|error| error.to_string())?;
    // Chess writes the moves as they are printed in books; only their number is the same then.
    let same = back == text || game == "chess" && back.lines().count() == RECORDS;
    let count = if same { first.min(second) } else { 0 };
    Ok(count_row(&format!("{game}: list, {format}, list"), &trial.folder.join(there), count))
}

/// One record whose comment is larger than the buffer, between two others.
fn long_comment(trial: &Trial<'_>, suffix: &str, record: &dyn Fn(&str) -> String) -> Result<Row, String> {
    let (from, to) = (format!("comment.{suffix}"), "comment.txt");
    let text = [record("short"), record(&"long ".repeat(40_000)), record("short")].join("\n");
    write(&trial.folder.join(&from), text)?;
    let count = converted(trial, &[&from, to, "--to", "moves"])?;
    let name = format!("{suffix} with a comment of 200,000 letters");
    Ok(Row::new(name, format!("{count} records"), "3 records", count == 3))
}

/// Commands that once failed: each ends by itself, with a reason or with the right answer.
pub fn hostile(trial: &Trial<'_>) -> Rows {
    let run = |command: &[&str]| trial.program.run(trial.folder, command, LONGEST);
    let mut rows = Vec::new();
    for command in [
        &["perft", "chess", "--depth", "20000"][..],
        &["solve", "othello", "--threads", "10000", "--memory", "16"],
        &["gtp", "--player", "nonsense"],
        &["solve", "go", "--checkpoint", "x"],
        &["analyse", "othello", "--algorithm", "uct,memory=99999999999"],
        &["match", "chess", "--a", "alphabeta", "--b", "nonsense"],
        &["serve", "--public", "--code", "abc"],
        &["convert", "missing.pgn", "x.txt"],
    ] {
        let ended = run(command)?;
        rows.push(Row::refused(format!("`{}`", command.join(" ")), ended.refused(), &ended.err));
    }
    rows.extend(collections(trial)?);
    rows.push(bomb(trial)?);
    rows.push(failing_engine(trial)?);
    Ok(rows)
}

fn games(ended: &Ended) -> Option<u64> {
    serde_json::from_str::<Value>(&ended.out).ok()?["games"].as_u64()
}

fn shell(folder: &Path, script: &str) -> Result<(), String> {
    let status = Command::new("sh").args(["-c", script]).current_dir(folder).stdin(Stdio::null()).status();
    let fine = status.is_ok_and(|status| status.success());
    if fine { Ok(()) } else { Err(format!("`{script}` failed")) }
}

/// A folder with good games, broken archives and something that is never at its end.
fn collections(trial: &Trial<'_>) -> Rows {
    let folder = trial.folder.join("collection");
    fs::create_dir(&folder).map_err(|error| error.to_string())?;
    let record = "(;GM[1]SZ[9];B[aa];W[bb])\n";
    write(&folder.join("good.sgf"), record.repeat(3))?;
    write(&folder.join("letter.sgf"), format!("Dear friend,\nhere is the game:\n{record}"))?;
    write(&folder.join("noise.sgf.gz"), b"not an archive")?;
    write(&folder.join("more.sgf"), record.repeat(500))?;
    shell(&folder, "gzip -9 more.sgf && head -c 40 more.sgf.gz > cut.sgf.gz && mkfifo endless.sgf")?;
    let ended =
        trial.program.run(trial.folder, &["corpus", "stats", "collection", "--json"], Duration::from_secs(60))?;
    let figure = games(&ended).map_or_else(|| format!("no answer: {}", ended.err), |count| format!("{count} games"));
    let name = "a folder with a cut archive, a false one, a letter before a game, a FIFO";
    let mut rows =
        vec![Row::new(name, figure, "504 games or more, no hang", games(&ended) >= Some(504) && !ended.late)];
    let told = ended.out.contains("cut.sgf.gz") && ended.out.contains("noise.sgf.gz");
    rows.push(Row::new("… the reasons", if told { "both told" } else { "missing" }, "both archives named", told));
    Ok(rows)
}

/// A small archive that claims to hold a zip archive of 400 MB, under the system's own limit for files of 260 MiB: a
/// program that writes more is killed.
fn bomb(trial: &Trial<'_>) -> Result<Row, String> {
    shell(trial.folder, "(printf 'PK\\003\\004'; head -c 400000000 /dev/zero) | gzip -1 > bomb.sgf.gz")?;
    let script = "ulimit -f 532480; exec \"$0\" corpus stats bomb.sgf.gz --json";
    let mut command = Command::new("sh");
    command.args(["-c", script]).arg(trial.program.binary).current_dir(trial.folder).env("TMPDIR", trial.folder);
    let output = command.stdin(Stdio::null()).output().map_err(|error| error.to_string())?;
    let told = output.status.success() && String::from_utf8_lossy(&output.stdout).contains("is not unpacked");
    let figure = if told { "left out, and told".to_owned() } else { format!("{}", output.status) };
    Ok(Row::new("an archive of 2 MB that unpacks to 400 MB", figure, "at most 256 MiB of temporary files", told))
}

/// A match in which every game failed did not succeed.
fn failing_engine(trial: &Trial<'_>) -> Result<Row, String> {
    let command = ["match", "chess", "--a", "random", "--b", "uci:false", "--games", "2"];
    let ended = trial.program.run(trial.folder, &command, LONGEST)?;
    Ok(Row::refused("a match against an engine that does not start", ended.refused(), &ended.err))
}
