//! The log of an event, which survives a kill at any moment.
//!
//! One JSON object per line: the settings first, then every finished game, each with its own checksum. A game is
//! appended and flushed to disk before it is reported. At most the last line can be torn; it is dropped and its game
//! replayed. The file is locked while an event runs, so that two processes cannot play the same games.

use crate::game::GameRecord;
use crate::words;
use quadrille_core::Refusal;
use quadrille_support::{checksum, file};
use serde_json::Value;
use std::collections::{BTreeSet, HashSet};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The version of the format.
const VERSION: u32 = 2;
/// The text before the checksum of a line.
const CHECK: &str = ",\"check\":\"";

/// An open log.
#[derive(Debug)]
pub struct Log {
    file: File,
    path: PathBuf,
}

impl Log {
    /// Opens or creates the log of an event with these settings and returns the games in it.
    pub fn open(path: &Path, settings: &Value) -> Result<(Self, Vec<GameRecord>), Refusal> {
        let failed = |error: io::Error| file::refusal(path, &error);
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(failed)?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => file::about(path, words::IN_USE.refuse()),
            TryLockError::Error(error) => failed(error),
        })?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let header = header(settings);
        let mut log = Self { file, path: path.to_owned() };
        if header.as_bytes().starts_with(&bytes) && bytes.len() < header.len() {
            log.begin(&header)?;
            return Ok((log, Vec::new()));
        }
        let (games, good) = read(&bytes, settings).map_err(|why| file::about(path, why))?;
        if good < bytes.len() {
            log.file.set_len(good as u64).and_then(|()| log.file.seek(SeekFrom::End(0))).map_err(failed)?;
        }
        Ok((log, games))
    }

    fn begin(&mut self, header: &str) -> Result<(), Refusal> {
        self.file.set_len(0).map_err(|error| file::refusal(&self.path, &error))?;
        self.write(header)?;
        // The directory entry must survive as well; systems that cannot flush a directory do not need it.
        if let Some(directory) = self.path.parent().and_then(|parent| File::open(parent).ok()) {
            let _ = directory.sync_all();
        }
        Ok(())
    }

    /// Appends a game; when this returns, the game is on the disk.
    pub fn append(&mut self, game: &GameRecord) -> Result<(), Refusal> {
        let text = serde_json::to_string(game).map_err(|error| file::refusal(&self.path, &error.into()))?;
        self.write(&sealed(&text))
    }

    fn write(&mut self, line: &str) -> Result<(), Refusal> {
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|error| file::refusal(&self.path, &error))
    }
}

/// A JSON object with its checksum as last field, and the end of the line.
fn sealed(object: &str) -> String {
    let body = object.strip_suffix('}').unwrap_or(object);
    format!("{body}{CHECK}{:016x}\"}}\n", checksum::of(body.as_bytes()))
}

fn header(settings: &Value) -> String {
    sealed(&format!("{{\"quadrille_event\":{VERSION},\"settings\":{settings}}}"))
}

/// The value of a line, if its checksum is right.
fn unsealed(line: &[u8]) -> Option<Value> {
    let line = std::str::from_utf8(line).ok()?;
    let (body, check) = line.rsplit_once(CHECK)?;
    let check = u64::from_str_radix(check.strip_suffix("\"}")?, 16).ok()?;
    if check != checksum::of(body.as_bytes()) {
        return None;
    }
    serde_json::from_str(line).ok()
}

/// The games of a log and the number of valid bytes.
fn read(bytes: &[u8], settings: &Value) -> Result<(Vec<GameRecord>, usize), Refusal> {
    let mut games: Vec<GameRecord> = Vec::new();
    let mut numbers = HashSet::new();
    let mut good = 0;
    for (number, line) in (1_u64..).zip(bytes.split_inclusive(|&byte| byte == b'\n')) {
        let is_last = good + line.len() == bytes.len();
        let whole = line.strip_suffix(b"\n").and_then(unsealed);
        let Some(value) = whole else {
            if is_last && number > 1 {
                break;
            }
            let message = if number == 1 { &words::NO_HEADER } else { &words::NO_GAME };
            return Err(message.refuse().with("line", number));
        };
        if number == 1 {
            compare(&value, settings)?;
        } else {
            let refuse = |error| words::BAD_GAME.refuse().with("line", number).error("error", error);
            let game: GameRecord = serde_json::from_value(value).map_err(refuse)?;
            if !numbers.insert(game.number) {
                return Err(words::GAME_TWICE.refuse().with("line", number).with("game", game.number));
            }
            games.push(game);
        }
        good += line.len();
    }
    Ok((games, good))
}

/// Whether a log belongs to these settings; the error names all that differ.
fn compare(header: &Value, settings: &Value) -> Result<(), Refusal> {
    if header["quadrille_event"] != VERSION {
        return Err(words::OTHER_VERSION.refuse().with("version", VERSION));
    }
    let mut changes = Vec::new();
    differences("", &header["settings"], settings, &mut changes);
    if changes.is_empty() { Ok(()) } else { Err(words::OTHER_SETTINGS.refuse().list("changes", changes)) }
}

/// The settings that differ, each with its logged and its current value.
fn differences(name: &str, logged: &Value, wanted: &Value, changes: &mut Vec<String>) {
    match (logged, wanted) {
        (Value::Object(old), Value::Object(new)) if duration(wanted).is_none() => {
            let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
            names.iter().for_each(|name| differences(name, &logged[*name], &wanted[*name], changes));
        }
        _ if logged != wanted => changes.push(format!("{name} {} → {}", in_words(logged), in_words(wanted))),
        _ => {}
    }
}

/// A setting as people write it; a dash where none is given.
fn in_words(value: &Value) -> String {
    match value {
        Value::Null => "–".to_owned(),
        Value::String(text) if text.is_empty() => "–".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(in_words).collect::<Vec<_>>().join(" – "),
        _ => duration(value).map_or_else(|| value.to_string(), |time| format!("{} s", time.as_secs_f64())),
    }
}

fn duration(value: &Value) -> Option<Duration> {
    Some(Duration::new(value["secs"].as_u64()?, u32::try_from(value["nanos"].as_u64()?).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Sides, Winner};
    use crate::opening::Opening;
    use serde_json::json;
    use std::path::PathBuf;

    fn file(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("quadrille-log-{}-{name}", std::process::id()));
        // A file of an earlier run may be there or not.
        let _ = std::fs::remove_file(&path);
        path
    }

    fn game(number: u32) -> GameRecord {
        GameRecord {
            number,
            black: 0,
            white: 1,
            opening: Opening::default(),
            moves: vec!["b2b3".to_owned()],
            winner: Winner::White,
            reason: "far row reached".to_owned(),
            fault: None,
            points: None,
            seconds: Sides { black: 0.125, white: 0.5 },
            slowest: Sides { black: 0.125, white: 0.25 },
        }
    }

    #[test]
    fn games_come_back_wherever_the_file_is_torn() {
        let path = file("torn");
        let settings = json!({"seed": 1});
        let (mut log, games) = Log::open(&path, &settings).unwrap();
        assert!(games.is_empty());
        (0..3).for_each(|number| log.append(&game(number)).unwrap());
        drop(log);
        let whole = std::fs::read(&path).unwrap();
        for length in 0..=whole.len() {
            std::fs::write(&path, &whole[..length]).unwrap();
            let (mut log, games) = Log::open(&path, &settings).unwrap();
            let complete = whole[..length].iter().filter(|&&byte| byte == b'\n').count();
            assert_eq!(games, (0..complete.saturating_sub(1) as u32).map(game).collect::<Vec<_>>(), "{length}");
            log.append(&game(7)).unwrap();
            drop(log);
            let (_, games) = Log::open(&path, &settings).unwrap();
            assert_eq!(games.last(), Some(&game(7)), "{length}");
        }
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn settings_that_differ_are_named_in_words() {
        let path = file("words");
        let settings = |rules, pace: Value| json!({"players": ["rave", "uct"], "rules": rules, "pace": pace});
        let timed = json!({"time": {"secs": 0, "nanos": 100_000_000}, "playouts": null, "depth": 3});
        drop(Log::open(&path, &settings("", timed)).unwrap());
        let counted = json!({"time": null, "playouts": 10, "depth": 3});
        let error = Log::open(&path, &settings("6x6", counted)).unwrap_err().to_string();
        assert!(error.contains("(playouts – → 10, time 0.1 s → –, rules – → 6x6)"), "{error}");
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn pairs_of_older_logs_are_read_with_black_first() {
        let mut old = serde_json::to_value(game(1)).unwrap();
        assert_eq!(old["seconds"], json!({"black": 0.125, "white": 0.5}));
        old["seconds"] = json!([0.125, 0.5]);
        assert_eq!(serde_json::from_value::<GameRecord>(old).unwrap(), game(1));
    }

    #[test]
    fn other_settings_other_files_and_damage_are_refused() {
        let path = file("refused");
        let settings = json!({"seed": 1});
        let (mut log, _) = Log::open(&path, &settings).unwrap();
        assert!(Log::open(&path, &settings).unwrap_err().to_string().contains("another process"));
        (0..3).for_each(|number| log.append(&game(number)).unwrap());
        drop(log);
        let error = Log::open(&path, &json!({"seed": 2})).unwrap_err().to_string();
        assert!(error.contains("seed 1 → 2"), "{error}");
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, text.replacen("b2b3", "b2b4", 1)).unwrap();
        assert!(Log::open(&path, &settings).unwrap_err().to_string().contains("line 2"));
        std::fs::write(&path, "my diary\n").unwrap();
        assert!(Log::open(&path, &settings).is_err());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "my diary\n");
        std::fs::remove_file(&path).unwrap();
    }
}
