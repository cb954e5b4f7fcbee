//! The program under test as a process: run, killed, measured.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The program.
#[derive(Clone, Copy)]
pub struct Program<'a> {
    pub binary: &'a Path,
}

/// What a run left.
#[derive(Debug)]
pub struct Ended {
    /// The exit status; none if it was killed by a signal or ran too long.
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
    pub took: Duration,
    /// Whether it had to be killed.
    pub late: bool,
}

impl Ended {
    pub fn fine(&self) -> bool {
        self.code == Some(0)
    }

    /// It exited by itself with an error message.
    pub fn refused(&self) -> bool {
        matches!(self.code, Some(1 | 2)) && !self.err.trim().is_empty() && !self.panicked()
    }

    pub fn panicked(&self) -> bool {
        self.err.contains("panicked at") || self.code == Some(101)
    }

    /// The output of a run that has to succeed.
    pub fn output(self) -> Result<String, String> {
        if self.fine() { Ok(self.out) } else { Err(format!("ended with {:?}: {}", self.code, self.err.trim())) }
    }
}

impl Program<'_> {
    /// The command, ready to be given its streams.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(self.binary);
        command.args(arguments).env("LANG", "en");
        command
    }

    /// Runs to the end, or kills what runs longer than `most`.
    pub fn run(&self, folder: &Path, arguments: &[&str], most: Duration) -> Result<Ended, String> {
        self.feed(folder, arguments, b"", most)
    }

    /// The same with something on its standard input.
    pub fn feed(&self, folder: &Path, arguments: &[&str], input: &[u8], most: Duration) -> Result<Ended, String> {
        let begun = Instant::now();
        let mut child = self.start(folder, arguments)?;
        let (stdin, out, err) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        thread::scope(|scope| {
            let out = scope.spawn(|| drained(out));
            let err = scope.spawn(|| drained(err));
            scope.spawn(move || {
                // A program that ends early closes its input.
                stdin.map(|mut stdin| stdin.write_all(input))
            });
            let code = within(&mut child, most);
            let took = begun.elapsed();
            let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
            let (out, err) = (out.join().unwrap_or_default(), err.join().unwrap_or_default());
            Ok(Ended { code: code.flatten(), out: text(out), err: text(err), took, late: code.is_none() })
        })
    }

    /// Starts it with all streams piped.
    pub fn start(&self, folder: &Path, arguments: &[&str]) -> Result<Child, String> {
        let mut command = self.command(arguments);
        command.current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().map_err(|error| format!("{} could not be started: {error}", self.binary.display()))
    }

    /// Starts it, lets it work for a while and kills it; whether it was still working.
    pub fn kill_after(&self, folder: &Path, arguments: &[&str], time: Duration) -> Result<bool, String> {
        let mut command = self.command(arguments);
        command.current_dir(folder).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|error| error.to_string())?;
        Ok(within(&mut child, time).is_none())
    }
}

fn drained(stream: Option<impl Read>) -> Vec<u8> {
    let mut bytes = Vec::new();
    // What was read before an error is what there is.
    let _ = stream.map(|mut stream| stream.read_to_end(&mut bytes));
    bytes
}

/// Waits for the end, with its status if there is one; after `most` the process is killed and the answer is none.
pub fn within(child: &mut Child, most: Duration) -> Option<Option<i32>> {
    let begun = Instant::now();
    while begun.elapsed() < most {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status.code()),
            Ok(None) => thread::sleep(Duration::from_millis(2)),
            Err(_) => break,
        }
    }
    // On Unix this is `kill -9`.
    let _ = child.kill();
    let _ = child.wait();
    None
}

/// The memory a process has at this moment, in MiB.
pub fn memory(process: u32) -> Result<u64, String> {
    let path = format!("/proc/{process}/status");
    let status = fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok());
    Ok(kib.ok_or_else(|| format!("{path} tells no memory"))? / 1024)
}

/// The processor time a process has used, in seconds.
pub fn processor_time(process: u32) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).and_then(|text| text.parse::<f64>().ok()).unwrap_or(0.0);
    (ticks(11) + ticks(12)) / 100.0
}

/// The share of all cores available to this process, which affects timings on a shared machine.
pub fn share_of_cores() -> f64 {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let (begun, used) = (Instant::now(), processor_time(std::process::id()));
    thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                while begun.elapsed() < Duration::from_secs(2) {
                    std::hint::spin_loop();
                }
            });
        }
    });
    (processor_time(std::process::id()) - used) / (begun.elapsed().as_secs_f64() * cores as f64)
}

/// Random numbers from a seed: every run tries the same moments.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits ^ (bits >> 31)) % most.max(1) as u64) as usize
    }

    pub fn duration(&mut self, least: Duration, most: Duration) -> Duration {
        let span = (most - least).as_micros() as usize;
        least + Duration::from_micros(self.below(span) as u64)
    }
}

/// Writes a file of the scenario.
pub fn write(path: &Path, contents: impl AsRef<[u8]>) -> Result<(), String> {
    fs::write(path, contents).map_err(|error| format!("{}: {error}", path.display()))
}
