//! An endless stream of samples of many games in random order.
//!
//! Every pass over the games takes one position in [`STRIDE`] of each, others than the passes before: after [`STRIDE`]
//! passes each position was seen once. The games of a pass are in random order, and a buffer mixes the samples of those
//! that follow each other. Each thread has its own share of the games, its own buffer and its own random numbers.

use crate::games::Record;
pub use crate::games::Tally;
use crate::sample::Sampler;
use crate::{games, words};
use quadrille_core::Rng;
use quadrille_words::Refusal;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Mutex;

/// How many passes it takes to see every position.
const STRIDE: usize = 8;
/// How many samples a thread's buffer mixes.
const MIXED: usize = 16_384;

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Request {
    /// Files of games in the compact form, packed with zstd or not.
    pub paths: Vec<PathBuf>,
    /// Games that are in these files too are left out.
    pub held_out: Vec<PathBuf>,
    /// The order of the samples.
    pub seed: u64,
    /// How many threads make samples; with more than one the order depends on the machine.
    pub threads: usize,
    /// How many samples are written at a time.
    pub batch: usize,
    /// Ends after this many samples; endless without a number.
    pub samples: Option<u64>,
    /// Writes one position in this many, of every game once, in order, on one thread.
    pub once: Option<usize>,
}

/// Where the samples go, and how many may still.
struct Sink<W> {
    out: W,
    left: u64,
}

impl<W: Write> Sink<W> {
    /// Writes samples, and says whether more are wanted.
    fn write(&mut self, samples: &[u8]) -> io::Result<bool> {
        let count = (samples.len() / Sampler::length()) as u64;
        let written = count.min(self.left);
        self.out.write_all(&samples[..written as usize * Sampler::length()])?;
        self.left -= written;
        Ok(self.left > 0)
    }
}

/// Reads the games, passes a summary to `begin`, and writes samples until there are enough or the pipe is closed.
pub fn write(request: &Request, out: impl Write + Send, begin: impl FnOnce(&Tally)) -> Result<(), Refusal> {
    let (games, tally) = games::read(&request.paths, &request.held_out)?;
    begin(&tally);
    let mut sink = Sink { out, left: request.samples.unwrap_or(u64::MAX) };
    let written = sink.out.write_all(&Sampler::preface()).and_then(|()| match request.once {
        Some(every) => write_once(&games, every.max(1), &mut sink),
        None => write_mixed(request, &games, &Mutex::new(&mut sink)),
    });
    match written.and_then(|()| sink.out.flush()) {
        // A closed pipe is not an error.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(words::UNWRITABLE.refuse().error("error", error))
        }
        _ => Ok(()),
    }
}

fn write_once(games: &[Record], every: usize, sink: &mut Sink<impl Write>) -> io::Result<()> {
    let mut sampler = Sampler::default();
    let mut samples = Vec::new();
    for (index, game) in games.iter().enumerate() {
        samples.clear();
        sampler.for_each(
            game,
            |number| (number + index).is_multiple_of(every),
            |sample| samples.extend_from_slice(sample),
        );
        if !sink.write(&samples)? {
            break;
        }
    }
    Ok(())
}

fn write_mixed<W: Write + Send>(request: &Request, games: &[Record], sink: &Mutex<&mut Sink<W>>) -> io::Result<()> {
    let threads = request.threads.max(1);
    std::thread::scope(|scope| {
        let workers: Vec<_> =
            (0..threads).map(|thread| scope.spawn(move || mix(request, games, thread, sink))).collect();
        workers
            .into_iter()
            .map(|worker| worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect::<io::Result<Vec<()>>>()
            .map(drop)
    })
}

/// What one thread does.
fn mix<W: Write>(request: &Request, games: &[Record], thread: usize, sink: &Mutex<&mut Sink<W>>) -> io::Result<()> {
    let length = Sampler::length();
    let mut rng = Rng::stream(request.seed, thread as u64);
    let mut sampler = Sampler::default();
    let mut buffer = Vec::with_capacity(MIXED * length);
    let mut batch = Vec::with_capacity(request.batch.max(1) * length);
    for pass in 0.. {
        // Which game of a pass is whose must be the same for all threads.
        let mut order: Vec<u32> = (0..games.len() as u32).collect();
        Rng::stream(request.seed, u64::MAX - pass as u64).shuffle(&mut order);
        for &index in order.iter().skip(thread).step_by(request.threads.max(1)) {
            let first = Rng::stream(request.seed, index.into()).below(STRIDE as u32) as usize + pass;
            let mut drawn = Ok(true);
            sampler.for_each(
                &games[index as usize],
                |number| (number + first).is_multiple_of(STRIDE),
                |sample| {
                    if buffer.len() < MIXED * length {
                        buffer.extend_from_slice(sample);
                        return;
                    }
                    let slot = &mut buffer[rng.below(MIXED as u32) as usize * length..][..length];
                    batch.extend_from_slice(slot);
                    slot.copy_from_slice(sample);
                    if batch.len() == batch.capacity() && matches!(drawn, Ok(true)) {
                        drawn = sink.lock().unwrap_or_else(std::sync::PoisonError::into_inner).write(&batch);
                        batch.clear();
                    }
                },
            );
            if !drawn? {
                return Ok(());
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn request(folder: &std::path::Path, samples: u64) -> Request {
        let paths = vec![folder.join("games.txt")];
        Request { paths, held_out: Vec::new(), seed: 5, threads: 1, batch: 16, samples: Some(samples), once: None }
    }

    /// Games of random moves, in a folder of their own.
    fn folder(name: &str, games: u64) -> PathBuf {
        use quadrille_core::Game;
        let folder = std::env::temp_dir().join(format!("quadrille-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let rules = games::rules();
        let mut text = String::new();
        for seed in 0..games {
            let mut rng = Rng::stream(3, seed);
            let mut position = quadrille_go::Large::start(&rules);
            text.push_str(if seed % 2 == 0 { "B+Resign\t" } else { "W+1.5\t" });
            for _ in 0..60 {
                let mut moves = <quadrille_go::Large as Game>::Moves::default();
                position.legal_moves(&mut moves);
                let m = moves.as_slice()[rng.below(moves.len() as u32 - 1) as usize];
                let (row, column) = m.point().and_then(|point| rules.grid().row_column(point)).expect("a stone");
                text.extend([column, row].map(|line| char::from(b'a' + line as u8)));
                position.play(m);
            }
            text.push('\n');
        }
        std::fs::write(folder.join("games.txt"), text).expect("a file");
        folder
    }

    fn written(request: &Request) -> Vec<u8> {
        let mut out = Vec::new();
        write(request, &mut out, |_| ()).expect("samples");
        out
    }

    #[test]
    fn one_thread_repeats_itself_and_gives_the_number_asked_for() {
        let folder = folder("repeat", 20);
        let request = request(&folder, 1_000);
        let first = written(&request);
        assert_eq!(first.len(), Sampler::preface().len() + 1_000 * Sampler::length());
        assert_eq!(first, written(&request));
        assert_ne!(first, written(&Request { seed: 6, ..request.clone() }));
        assert_eq!(written(&Request { threads: 3, ..request }).len(), first.len());
        std::fs::remove_dir_all(folder).expect("the folder");
    }

    #[test]
    fn a_round_of_passes_sees_every_position_once() {
        let folder = folder("round", 7);
        let (games, _) = games::read(&[folder.join("games.txt")], &[]).expect("games");
        let mut sampler = Sampler::default();
        let mut seen = HashSet::new();
        for pass in 0..STRIDE {
            for game in &games {
                sampler.for_each(
                    game,
                    |number| (number + pass) % STRIDE == 0,
                    |sample| {
                        assert!(seen.insert(sample.to_vec()), "a position came twice");
                    },
                );
            }
        }
        let mut once = written(&Request { once: Some(1), samples: None, ..request(&folder, 0) });
        let once = once.split_off(Sampler::preface().len());
        assert_eq!(once.chunks(Sampler::length()).map(<[u8]>::to_vec).collect::<HashSet<_>>(), seen);
        std::fs::remove_dir_all(folder).expect("the folder");
    }

    #[test]
    fn held_out_games_are_not_learned_from() {
        let folder = folder("held", 6);
        let text = std::fs::read_to_string(folder.join("games.txt")).expect("games");
        let held: String =
            text.lines().take(2).map(|line| format!("?\t{}\n", &line[line.find('\t').unwrap() + 1..])).collect();
        std::fs::write(folder.join("held.txt"), held).expect("a file");
        let (games, tally) = games::read(&[folder.join("games.txt")], &[folder.join("held.txt")]).expect("games");
        assert_eq!((games.len(), tally.held_out, tally.unplayable), (4, 2, 0));
        std::fs::remove_dir_all(folder).expect("the folder");
    }

    #[test]
    fn a_sample_says_who_wins_and_what_comes() {
        let folder = folder("says", 1);
        let (games, _) = games::read(&[folder.join("games.txt")], &[]).expect("games");
        let mut samples = Vec::new();
        Sampler::default().for_each(&games[0], |_| true, |sample| samples.push(sample.to_vec()));
        let number = |sample: &[u8], at: usize| u16::from_le_bytes([sample[at], sample[at + 1]]);
        for (index, sample) in samples.iter().enumerate() {
            assert_eq!(sample[..4], [19, 19, u8::from(index % 2 == 0), 0], "Black wins");
            assert_eq!(number(sample, 4), games[0].places[index]);
            assert_eq!(number(sample, 8), games[0].places.get(index + 2).copied().unwrap_or(games::PASS));
            assert_eq!(usize::from(number(sample, 10)), index);
        }
        std::fs::remove_dir_all(folder).expect("the folder");
    }
}
