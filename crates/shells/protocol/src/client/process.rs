//! A child process connected by two pipes.
//!
//! A thread reads its lines into a bounded queue, so endless output blocks the program instead of filling the memory.
//! When the [`Process`] is dropped, the program is asked to quit, given a moment, killed and reaped.

use crate::wire::read_line;
use crate::words;
use quadrille_core::Refusal;
use quadrille_support::file;
use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Capacity of the line queue.
const QUEUE: usize = 4_096;
/// How long a program has to exit by itself.
const FAREWELL: Duration = Duration::from_millis(500);
/// At most this much of a command is quoted in an error.
const LONGEST_ASKED: usize = 200;

/// A running program.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Option<Receiver<String>>,
    reader: Option<JoinHandle<()>>,
    /// The last command, for error messages.
    asked: String,
    /// The default time limit for an answer.
    pub(super) patience: Duration,
}

impl Process {
    /// Starts a command line: words, with quotes around those that contain spaces.
    pub(super) fn start(command: &str, patience: Duration) -> Result<Self, Refusal> {
        let refuse = || words::NOT_STARTED.refuse().quote("command", command);
        let parts = split_words(command);
        let (program, arguments) =
            parts.split_first().ok_or_else(|| refuse().with("why", words::NO_COMMAND.refuse()))?;
        let spawned = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut child = spawned.map_err(|error| refuse().with("why", file::reason(&error)))?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (sender, lines) = sync_channel(QUEUE);
        let reader = output.map(|output| std::thread::spawn(move || pump(BufReader::new(output), &sender)));
        Ok(Self { child, input, lines: Some(lines), reader, asked: String::new(), patience })
    }

    /// Sends a line and drops earlier output, which is stale.
    pub(super) fn send(&mut self, line: &str) -> Result<(), Refusal> {
        self.asked = line.chars().take(LONGEST_ASKED).collect();
        while self.lines.as_ref().is_some_and(|lines| lines.try_recv().is_ok()) {}
        self.send_more(line)
    }

    /// Sends a line without dropping anything.
    pub(super) fn send_more(&mut self, line: &str) -> Result<(), Refusal> {
        let written = self
            .input
            .as_mut()
            .map(|input| input.write_all(format!("{line}\n").as_bytes()).and_then(|()| input.flush()));
        match written {
            Some(Ok(())) => Ok(()),
            _ => Err(ended(&line.chars().take(LONGEST_ASKED).collect::<String>())),
        }
    }

    /// The next line, waited for until `deadline`.
    pub(super) fn line(&self, deadline: Instant, patience: Duration) -> Result<String, Refusal> {
        let lines = self.lines.as_ref().ok_or_else(|| ended(&self.asked))?;
        lines.recv_timeout(deadline.saturating_duration_since(Instant::now())).map_err(|error| match error {
            RecvTimeoutError::Disconnected => ended(&self.asked),
            RecvTimeoutError::Timeout => {
                words::SILENT.refuse().quote("asked", &self.asked).with("seconds", patience.as_secs_f64())
            }
        })
    }

    /// Reads lines until `wanted` accepts one; the others are skipped.
    pub(super) fn wait<T>(&self, wanted: impl FnMut(&str) -> Option<T>) -> Result<T, Refusal> {
        self.wait_for(self.patience, wanted)
    }

    /// The same with another patience.
    pub(super) fn wait_for<T>(
        &self,
        patience: Duration,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Refusal> {
        let deadline = Instant::now() + patience;
        loop {
            if let Some(found) = wanted(&self.line(deadline, patience)?) {
                return Ok(found);
            }
        }
    }

    /// Waits a moment for the program to exit.
    fn has_ended(&mut self) -> bool {
        let deadline = Instant::now() + FAREWELL;
        while Instant::now() < deadline {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return true;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        false
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // All three protocols have `quit`; closing the input serves as a second signal.
        let _ = self.send_more("quit");
        self.input = None;
        // Drop the queue, so that a reader blocked on it can end.
        self.lines = None;
        if !self.has_ended() {
            // It may have exited in between: then there is nothing to kill.
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
        // The program's own children may keep its output open, so the wait for the reader is bounded.
        if let Some(reader) = self.reader.take().filter(JoinHandle::is_finished) {
            let _ = reader.join();
        }
    }
}

fn ended(asked: &str) -> Refusal {
    words::ENDED.refuse().quote("asked", asked)
}

/// Moves lines from the program to the queue until either goes away.
fn pump(mut output: impl std::io::BufRead, sender: &SyncSender<String>) {
    while let Ok(Some(line)) = read_line(&mut output) {
        if let Ok(text) = line
            && sender.send(text).is_err()
        {
            return;
        }
    }
}

/// Splits a command line at spaces outside quotes.
fn split_words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut word, mut quoted, mut begun) = (String::new(), None, false);
    for c in command.chars() {
        match (quoted, c) {
            (None, '"' | '\'') => (quoted, begun) = (Some(c), true),
            (Some(quote), _) if c == quote => quoted = None,
            (None, _) if c.is_whitespace() => {
                if begun {
                    words.push(std::mem::take(&mut word));
                }
                begun = false;
            }
            _ => {
                word.push(c);
                begun = true;
            }
        }
    }
    if begun {
        words.push(word);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATIENT: Duration = Duration::from_secs(20);

    #[test]
    fn command_lines_are_split_like_a_shell_does() {
        assert_eq!(split_words("gnugo --mode gtp"), ["gnugo", "--mode", "gtp"]);
        assert_eq!(split_words(" 'my engine' -x \"a b\"c '' "), ["my engine", "-x", "a bc", ""]);
        assert!(split_words("  ").is_empty());
    }

    #[test]
    fn a_program_echoes_and_ends() {
        let mut cat = Process::start("cat", PATIENT).unwrap();
        cat.send("hello").unwrap();
        assert_eq!(cat.wait(|line| (line == "hello").then_some(7)), Ok(7));
    }

    #[test]
    fn silence_and_death_are_told_apart() {
        let mut silent = Process::start("sleep 60", Duration::from_millis(30)).unwrap();
        silent.send("go").unwrap();
        let silence = silent.wait(|_| Some(())).unwrap_err();
        assert_eq!(silence.to_string(), "no answer to \"go\" within 0.03 s");
        let mut dead = Process::start("true", PATIENT).unwrap();
        let death = dead.send("go").and_then(|()| dead.wait(|_| None::<()>));
        assert!(death.unwrap_err().is(&words::ENDED));
        for command in ["/no/such/program", ""] {
            assert!(Process::start(command, PATIENT).unwrap_err().is(&words::NOT_STARTED));
        }
    }

    #[test]
    fn a_program_that_talks_without_end_is_killed() {
        let mut yes = Process::start("yes", PATIENT).unwrap();
        yes.send("stop it").unwrap();
        assert_eq!(yes.wait(|line| (line == "y").then_some(())), Ok(()));
        drop(yes);
    }
}
