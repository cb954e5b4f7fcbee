//! The web application as a process, and a client for it.

use super::program::{Program, memory};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// A client gives up after this.
const LONGEST: Duration = Duration::from_secs(60);

/// A running server; it is killed when it is dropped.
pub struct Server {
    child: Child,
    pub client: Client,
}

impl Server {
    /// Starts on a free port and waits until it listens.
    pub fn start(program: Program<'_>, data: &Path) -> Result<Self, String> {
        let folder = data.display().to_string();
        let mut command = program.command(&["serve", "--port", "0", "--data", &folder]);
        let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let mut child = child.map_err(|error| format!("the server could not be started: {error}"))?;
        let mut line = String::new();
        if let Some(stdout) = child.stdout.take() {
            // An empty line tells the same as an error.
            let _ = BufReader::new(stdout).read_line(&mut line);
        }
        let address = line.split_once("http://").and_then(|(_, rest)| rest.split_once('/')).map(|(address, _)| address);
        let Some(address) = address.and_then(|address| address.parse().ok()) else {
            let mut said = String::new();
            let _ = child.stderr.take().map(|mut stderr| stderr.read_to_string(&mut said));
            let _ = child.wait();
            return Err(said.trim().to_owned());
        };
        Ok(Self { child, client: Client { address } })
    }

    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// Its memory in MiB.
    pub fn memory(&self) -> Result<u64, String> {
        memory(self.process())
    }

    /// Whether it still runs.
    pub fn lives(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// `kill -9`.
    pub fn kill(mut self) {
        self.end();
    }

    fn end(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end();
    }
}

/// A client with one connection per request.
#[derive(Clone, Copy)]
pub struct Client {
    address: SocketAddr,
}

/// An answer.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    /// The body as JSON; null if it is something else.
    pub body: Value,
    pub took: Duration,
}

impl Answer {
    /// The body of a request that has to succeed.
    pub fn good(self) -> Result<Value, String> {
        if self.status / 100 == 2 { Ok(self.body) } else { Err(format!("status {}: {}", self.status, self.body)) }
    }
}

impl Client {
    pub fn connect(&self) -> Result<TcpStream, String> {
        let failed = |error| format!("no connection: {error}");
        let stream = TcpStream::connect_timeout(&self.address, LONGEST).map_err(failed)?;
        stream.set_read_timeout(Some(LONGEST)).map_err(failed)?;
        stream.set_write_timeout(Some(LONGEST)).map_err(failed)?;
        Ok(stream)
    }

    pub fn get(&self, path: &str) -> Result<Answer, String> {
        self.ask("GET", path, "")
    }

    pub fn post(&self, path: &str, body: &Value) -> Result<Answer, String> {
        self.ask("POST", path, &body.to_string())
    }

    pub fn delete(&self, path: &str) -> Result<Answer, String> {
        self.ask("DELETE", path, "")
    }

    /// A new game.
    pub fn create(&self, setup: &Value) -> Result<Value, String> {
        self.post("/games", setup)?.good()
    }

    /// Sends a request and does not wait for its answer.
    pub fn send(&self, method: &str, path: &str, body: &str) -> Result<TcpStream, String> {
        let mut stream = self.connect()?;
        let length = body.len();
        let head = format!(
            "{method} /api/v1{path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\n\r\n",
            self.address
        );
        stream
            .write_all(head.as_bytes())
            .and_then(|()| stream.write_all(body.as_bytes()))
            .map_err(|e| e.to_string())?;
        Ok(stream)
    }

    fn ask(&self, method: &str, path: &str, body: &str) -> Result<Answer, String> {
        let begun = Instant::now();
        let mut stream = self.send(method, path, body)?;
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).map_err(|error| format!("{method} {path}: {error}"))?;
        let took = begun.elapsed();
        let text = String::from_utf8_lossy(&bytes);
        let (head, body) = text.split_once("\r\n\r\n").ok_or_else(|| format!("{method} {path}: no answer"))?;
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.ok_or_else(|| format!("{method} {path}: {head}"))?;
        Ok(Answer { status, body: serde_json::from_str(body).unwrap_or(Value::Null), took })
    }

    /// Follows a game's news.
    pub fn listen(&self, id: &str) -> Result<News, String> {
        let stream = self.send("GET", &format!("/games/{id}/events"), "")?;
        Ok(News { lines: BufReader::new(stream), kind: String::new() })
    }
}

/// A game's event stream.
pub struct News {
    lines: BufReader<TcpStream>,
    kind: String,
}

impl Iterator for News {
    type Item = (String, Value);

    /// The next state or report; none when the stream ends.
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let mut line = String::new();
            if self.lines.read_line(&mut line).ok()? == 0 {
                return None;
            }
            if let Some(kind) = line.strip_prefix("event:") {
                self.kind = kind.trim().to_owned();
            } else if let Some(data) = line.strip_prefix("data:")
                && let Ok(value) = serde_json::from_str(data.trim())
            {
                return Some((self.kind.clone(), value));
            }
        }
    }
}

/// The text of a member.
pub fn text(value: &Value, member: &str) -> String {
    value[member].as_str().unwrap_or_default().to_owned()
}

/// The address of a game.
pub fn path(state: &Value) -> String {
    format!("/games/{}", text(state, "id"))
}

/// The request that plays a move.
pub fn playing(text: &str) -> Value {
    json!({"move": text})
}

/// The legal moves of a state.
pub fn legal(state: &Value) -> Vec<String> {
    state["legal"].as_array().into_iter().flatten().map(|info| text(info, "move")).collect()
}
