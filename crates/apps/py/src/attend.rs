//! Long work on a separate thread, while this one handles Ctrl-C and progress.

use crate::errors::raise;
use crate::words;
use pyo3::prelude::*;
use quadrille_core::Refusal;
use quadrille_engine::Stop;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// The interval of signal checks.
const PULSE: Duration = Duration::from_millis(30);
/// Searches call themselves once a ply: their stack is that of a main thread.
const STACK: usize = 16 << 20;

/// Runs `work` without the interpreter's lock. `hear` gets what it sends; an exception of its, or Ctrl-C, stops the work.
pub fn attend<T: Send, News: Send>(
    py: Python<'_>,
    stop: &Stop,
    work: impl FnOnce(&Sender<News>) -> Result<T, Refusal> + Send,
    mut hear: impl FnMut(Python<'_>, News) -> PyResult<()>,
) -> PyResult<T> {
    std::thread::scope(|scope| {
        let (sender, receiver) = channel();
        let worker = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || work(&sender))?;
        let receiver = Mutex::new(receiver);
        let mut failure = None;
        loop {
            let told = match py.detach(|| next(&receiver)) {
                Ok(news) => hear(py, news),
                Err(RecvTimeoutError::Timeout) => py.check_signals(),
                Err(RecvTimeoutError::Disconnected) => break,
            };
            if let Err(error) = told {
                stop.request();
                failure.get_or_insert(error);
            }
        }
        let done = py.detach(|| worker.join());
        match (failure, done) {
            (Some(error), _) => Err(error),
            (None, Ok(result)) => result.map_err(|refusal| raise(&refusal)),
            (None, Err(_)) => Err(raise(&words::PANIC.refuse())),
        }
    })
}

fn next<News>(receiver: &Mutex<Receiver<News>>) -> Result<News, RecvTimeoutError> {
    receiver.lock().map_or(Err(RecvTimeoutError::Disconnected), |receiver| receiver.recv_timeout(PULSE))
}
