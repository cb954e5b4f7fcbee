//! A server for other machines: access with and without the code.

use super::table::Row;
use super::{Rows, Trial};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::time::Duration;

const CODE: &str = "rook-to-e4";

struct Public {
    child: Child,
    /// The address that is printed for other machines.
    outside: String,
}

impl Drop for Public {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Public {
    fn start(trial: &Trial<'_>) -> Result<Self, String> {
        let data = trial.folder.join("games").display().to_string();
        let mut command = trial.program.command(&["serve", "--public", "--code", CODE, "--port", "0", "--data", &data]);
        let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut child = child.map_err(|error| error.to_string())?;
        let lines = child.stdout.take().map(BufReader::new).ok_or("no output")?.lines();
        let link = lines.map_while(Result::ok).find(|line| line.contains("?code="));
        let mut public = Self { child, outside: String::new() };
        let link = link.ok_or("no link is printed for other machines")?;
        let address = link.split_once("http://").and_then(|(_, rest)| rest.split_once('/'));
        public.outside = address.ok_or(link.clone())?.0.to_owned();
        Ok(public)
    }

    /// The status line and headers of an answer.
    fn ask(&self, request: &str, host: &str, more: &str) -> Result<String, String> {
        let failed = |error: std::io::Error| format!("{}: {error}", self.outside);
        let mut stream = TcpStream::connect(&self.outside).map_err(failed)?;
        stream.set_read_timeout(Some(Duration::from_secs(30))).map_err(failed)?;
        let text = format!("{request} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{more}\r\n");
        stream.write_all(text.as_bytes()).map_err(failed)?;
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).map_err(failed)?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Ok(text.split("\r\n\r\n").next().unwrap_or_default().to_owned())
    }
}

pub fn code(trial: &Trial<'_>) -> Rows {
    let public = Public::start(trial)?;
    let own = public.outside.clone();
    let status = |answer: &str| answer.split(' ').nth(1).unwrap_or_default().to_owned();
    let mut rows = Vec::new();
    for (name, request, host, expected) in [
        ("without the code", "GET /api/v1/games", own.as_str(), "403"),
        ("with a wrong code", "GET /?code=rook-to-e5", own.as_str(), "403"),
        ("calling itself localhost", "GET /api/v1/games", "localhost", "403"),
        ("by another site's name", "GET /api/v1/games", "example.org", "403"),
    ] {
        let found = status(&public.ask(request, host, "")?);
        let ok = found == expected;
        rows.push(Row::new(format!("a guest {name}"), format!("status {found}"), format!("status {expected}"), ok));
    }
    let admitted = public.ask(&format!("GET /?code={CODE}"), &own, "")?;
    let cookie = admitted.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap_or_default();
    let cookie = cookie.split(';').next().unwrap_or_default();
    let found = status(&public.ask("GET /api/v1/games", &own, &format!("Cookie: {cookie}\r\n"))?);
    rows.push(Row::new("a guest with the printed link", format!("status {found}"), "status 200", found == "200"));
    Ok(rows)
}
