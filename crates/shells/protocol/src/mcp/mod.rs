//! The Model Context Protocol over standard input and output, for assistants: the tools of `tools.rs` and their limits.
//!
//! Messages are JSON-RPC 2.0, one per line. Tool calls run one after the other on their own thread, so that pings are
//! answered and queued or running calls can be cancelled meanwhile. At the end of the input, pending calls are still
//! answered.
//!
//! Why not `rmcp`: a tool server needs four requests of the protocol, and the library pulls in date, schema and
//! identifier crates that nothing else here needs. The protocol's official client tests this server
//! (`tests/mcp/client.mjs`).

mod tools;

use crate::wire::{NAME, Out, VERSION, converse};
use quadrille_core::Refusal;
use quadrille_engine::Stop;
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The supported protocol versions, newest first. They do not differ in what we use.
const PROTOCOLS: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];
/// More calls than this are refused until some are done.
const MOST_WAITING: usize = 64;

const INSTRUCTIONS: &str = "Legal moves, analysis, exact solutions and explanations for board games. Call `games` first: \
    it lists the games with their rules, sizes and notation. Every other tool takes a game, optionally rules, a position, and \
    the moves played from it. Values are for the side to move.";

// JSON-RPC error codes.
const NOT_JSON: i32 = -32_700;
const NOT_A_REQUEST: i32 = -32_600;
const NO_SUCH_METHOD: i32 = -32_601;
const BAD_PARAMETERS: i32 = -32_602;

/// Speaks the protocol until the end of the input.
///
/// ```
/// let mut answer = Vec::new();
/// quadrille_protocol::serve_mcp(&br#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#[..], &mut answer)?;
/// assert_eq!(answer, b"{\"id\":7,\"jsonrpc\":\"2.0\",\"result\":{}}\n");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// When the input cannot be read.
pub fn serve_mcp(input: impl BufRead, mut output: impl Write + Send) -> io::Result<()> {
    let out = Out::new(&mut output);
    let calls = Calls::default();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while let Some(call) = calls.next() {
                answer(&out, &call.id, tools::call(&call.name, &call.arguments, &call.stop), &call.stop);
                calls.done();
            }
        });
        let result = converse(input, &out, |line| obey(line, &out, &calls));
        calls.close(!matches!(result, Ok(false)));
        result.map(|_| ())
    })
}

/// A queued or running tool call.
struct Call {
    id: Value,
    name: String,
    arguments: Value,
    stop: Stop,
}

/// The calls, first come, first served.
#[derive(Default)]
struct Calls {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Call>,
    /// The call that runs.
    running: Option<(Value, Stop)>,
    closed: bool,
}

impl Calls {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a call; false if too many wait already.
    fn push(&self, call: Call) -> bool {
        let mut state = self.lock();
        if state.waiting.len() >= MOST_WAITING {
            return false;
        }
        state.waiting.push_back(call);
        self.changed.notify_all();
        true
    }

    /// Waits for the next call; none once the session is over.
    fn next(&self) -> Option<Call> {
        let waits = |state: &mut State| state.waiting.is_empty() && !state.closed;
        let mut state = self.changed.wait_while(self.lock(), waits).unwrap_or_else(PoisonError::into_inner);
        let call = state.waiting.pop_front()?;
        state.running = Some((call.id.clone(), call.stop.clone()));
        Some(call)
    }

    fn done(&self) {
        self.lock().running = None;
    }

    /// Cancels a call.
    fn cancel(&self, id: &Value) {
        let mut state = self.lock();
        state.waiting.retain(|call| call.id != *id);
        if let Some((_, stop)) = state.running.as_ref().filter(|(running, _)| running == id) {
            stop.request();
        }
    }

    /// Closes the queue; `at_once` if the reader of the answers is gone.
    fn close(&self, at_once: bool) {
        let mut state = self.lock();
        state.closed = true;
        if at_once {
            state.waiting.clear();
            state.running.iter().for_each(|(_, stop)| stop.request());
        }
        self.changed.notify_all();
    }
}

/// The answer to a tool call. A cancelled call gets none, as the protocol requires.
fn answer(out: &Out<'_>, id: &Value, result: Result<Value, Refusal>, stop: &Stop) {
    if stop.is_requested() {
        return;
    }
    let (content, is_error) = match result {
        Ok(content) => (content, false),
        Err(refusal) => (json!({ "error": refusal.to_string(), "code": refusal.code() }), true),
    };
    let text = content.to_string();
    let result =
        json!({ "content": [{ "type": "text", "text": text }], "structuredContent": content, "isError": is_error });
    out.say(json!({ "jsonrpc": "2.0", "id": id, "result": result }));
}

/// One message.
fn obey(line: Result<String, Refusal>, out: &Out<'_>, calls: &Calls) -> ControlFlow<()> {
    let failed = |id: &Value, code: i32, message: &str| {
        out.say(json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } }));
    };
    let message: Value = match line.map(|line| (line.trim().is_empty(), serde_json::from_str(&line))) {
        Ok((true, _)) => return ControlFlow::Continue(()),
        Ok((_, Ok(message))) => message,
        Ok((_, Err(_))) => {
            failed(&Value::Null, NOT_JSON, "the message is not JSON");
            return ControlFlow::Continue(());
        }
        Err(refusal) => {
            failed(&Value::Null, NOT_A_REQUEST, &refusal.to_string());
            return ControlFlow::Continue(());
        }
    };
    let (method, parameters) = (message["method"].as_str(), &message["params"]);
    let Some(id) = message.get("id").filter(|id| id.is_string() || id.is_number()) else {
        if method == Some("notifications/cancelled") {
            calls.cancel(&parameters["requestId"]);
        } else if method.is_none() {
            failed(&Value::Null, NOT_A_REQUEST, "the message has no method");
        }
        return ControlFlow::Continue(());
    };
    let done = |result: Value| out.say(json!({ "jsonrpc": "2.0", "id": id, "result": result }));
    match method {
        Some("initialize") => done(welcome(parameters["protocolVersion"].as_str())),
        Some("ping") => done(json!({})),
        Some("tools/list") => done(json!({ "tools": tools::list() })),
        Some("tools/call") => match parameters["name"].as_str() {
            Some(name) if tools::exists(name) => {
                let (name, arguments) = (name.to_owned(), parameters["arguments"].clone());
                if !calls.push(Call { id: id.clone(), name, arguments, stop: Stop::new() }) {
                    failed(id, NOT_A_REQUEST, "too many calls are waiting");
                }
            }
            _ => failed(id, BAD_PARAMETERS, "unknown tool"),
        },
        Some(_) => failed(id, NO_SUCH_METHOD, "unknown method"),
        None => failed(id, NOT_A_REQUEST, "the message has no method"),
    }
    ControlFlow::Continue(())
}

/// The answer to `initialize`: the requested version, if supported.
fn welcome(asked: Option<&str>) -> Value {
    let version = PROTOCOLS.into_iter().find(|version| asked == Some(version)).unwrap_or(PROTOCOLS[0]);
    json!({
        "protocolVersion": version,
        "capabilities": { "tools": {} },
        "serverInfo": { "name": "quadrille", "title": NAME, "version": VERSION },
        "instructions": INSTRUCTIONS,
    })
}
