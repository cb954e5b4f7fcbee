//! Access control.
//!
//! The server is meant for the local machine. Other sites must not reach it through the browser: the `Host` allow-list
//! stops DNS rebinding, the `Origin` check stops forms and scripts, and the policy headers stop frames. Scripts come
//! from files or are allowed by hash: the content-security policy has no `unsafe-inline`.

use crate::problem::{Kind, Problem};
use crate::shares::{Share, Shares};
use crate::store::{fresh_id, is_id};
use crate::visitor::Visitor;
use crate::words;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

/// The address of the client. If absent, as in tests, the client is local.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub IpAddr);

/// Admission: requests must use a name of the server and, from other machines, know the code if there is one. Request
/// bodies and new games are limited, so that nobody fills the memory or the folder.
#[derive(Clone, Debug)]
pub struct Gate {
    hosts: Hosts,
    code: Option<Arc<str>>,
    /// Large bodies being read or processed.
    bodies: Shares,
    /// Games begun in the last while.
    begun: Shares,
}

/// The maximum number of large bodies, in all and from one other machine.
const MOST_BODIES: usize = 32;
const MOST_BODIES_OF_ONE: usize = 4;
/// A smaller one costs little.
const LARGE_BODY: u64 = 16 << 10;
/// Games that one other machine may begin in this time.
const MOST_BEGUN_BY_ONE: usize = 60;
const WHILE: Duration = Duration::from_secs(600);

impl Gate {
    /// Accepts the loopback names and these.
    pub fn new(hosts: impl IntoIterator<Item = String>, code: Option<&str>) -> Self {
        let bodies = Shares::new(MOST_BODIES, MOST_BODIES_OF_ONE);
        let begun = Shares::new(usize::MAX, MOST_BEGUN_BY_ONE);
        Self { hosts: Hosts::new(hosts), code: code.map(Into::into), bodies, begun }
    }

    /// The visitor behind a request, or none if they are not admitted.
    fn visitor(&self, request: &Request, local: bool) -> Option<Visitor> {
        let Some(code) = self.code.as_ref().filter(|_| !local) else { return Some(Visitor::Host) };
        let cookies = request.headers().get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mine = cookies.flat_map(|line| line.split(';')).find_map(|pair| pair.trim().strip_prefix(COOKIE));
        let (given, name) = mine?.rsplit_once('.')?;
        (same(given, code) && is_id(name)).then(|| Visitor::Guest(name.to_owned()))
    }

    /// Takes the request's share of the limits; refused if none is left. A game's share expires with time.
    fn share(&self, request: &Request) -> Result<Option<Share>, Problem> {
        let Some(&Peer(from)) = request.extensions().get() else { return Ok(None) };
        if *request.method() == Method::POST && request.uri().path() == BEGINNING {
            let refused =
                || words::MANY_BEGUN.refuse().with("most", MOST_BEGUN_BY_ONE).with("minutes", WHILE.as_secs() / 60);
            let begun = self.begun.take(from).ok_or_else(|| Problem::new(Kind::Busy, refused()))?;
            tokio::spawn(async move {
                tokio::time::sleep(WHILE).await;
                drop(begun);
            });
        }
        if !is_large(request.headers()) {
            return Ok(None);
        }
        self.bodies.take(from).map(Some).ok_or_else(|| Problem::new(Kind::Busy, words::MANY_BODIES.refuse()))
    }

    /// The redirect for the link with the code, with a cookie that admits the visitor from then on.
    fn admission(&self, request: &Request) -> Option<Response> {
        let code = self.code.as_ref()?;
        let given = request.uri().query()?.split('&').find_map(|pair| pair.strip_prefix("code="))?;
        if !same(given, code) || *request.method() != Method::GET {
            return None;
        }
        let cookie = format!("{COOKIE}{code}.{}; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000", fresh_id());
        let path = request.uri().path().trim_start_matches('/');
        let headers = [(header::SET_COOKIE, cookie), (header::LOCATION, format!("/{path}"))];
        Some((StatusCode::SEE_OTHER, headers).into_response())
    }
}

/// Whether the body is large or of unknown length.
fn is_large(headers: &HeaderMap) -> bool {
    let length = headers.get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
    length.map_or(headers.contains_key(header::TRANSFER_ENCODING), |length| length > LARGE_BODY)
}

/// Where games begin.
const BEGINNING: &str = "/api/v1/games";
const COOKIE: &str = "quadrille=";
/// The delay after a wrong code, against guessing.
const WRONG_CODE_PAUSE: Duration = Duration::from_millis(500);

/// Constant-time comparison.
fn same(given: &str, code: &str) -> bool {
    let differences = given.bytes().zip(code.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
    given.len() == code.len() && differences == 0
}

/// The host names that the server accepts.
#[derive(Clone, Debug)]
struct Hosts(Arc<[String]>);

const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];
/// A real address is far shorter.
const LONGEST_HOST: usize = 300;

impl Hosts {
    /// The loopback names, and those of `--allow-host`.
    fn new(more: impl IntoIterator<Item = String>) -> Self {
        let more = more.into_iter().map(|name| name.to_ascii_lowercase());
        Self(more.collect())
    }

    /// The loopback names are only for local clients.
    fn allows(&self, authority: &str, local: bool) -> bool {
        let Some(name) = host_name(authority) else { return false };
        let is = |allowed: &str| allowed.eq_ignore_ascii_case(name);
        self.0.iter().any(|allowed| is(allowed)) || local && LOOPBACK.into_iter().any(is)
    }
}

/// The name of `name:port`, if that is what the text is.
fn host_name(authority: &str) -> Option<&str> {
    if authority.len() > LONGEST_HOST {
        return None;
    }
    let end_of_name = if authority.starts_with('[') {
        authority.find(']')? + 1
    } else {
        authority.find(':').unwrap_or(authority.len())
    };
    let (name, port) = authority.split_at(end_of_name);
    let port_is_plain = match port.strip_prefix(':') {
        Some(digits) => digits.parse::<u16>().is_ok() && digits.bytes().all(|byte| byte.is_ascii_digit()),
        None => port.is_empty(),
    };
    (port_is_plain && !name.is_empty()).then_some(name)
}

/// The value of a header that must occur at most once.
fn single<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Result<Option<&'a str>, Problem> {
    let mut values = headers.get_all(name).iter();
    let first = values.next();
    if values.next().is_some() {
        return Err(Problem::new(Kind::Malformed, words::REPEATED_HEADER.refuse().with("header", name.as_str())));
    }
    let garbled = |_| Problem::new(Kind::Malformed, words::HEADER_NOT_TEXT.refuse().with("header", name.as_str()));
    first.map(|value| value.to_str()).transpose().map_err(garbled)
}

fn check(hosts: &Hosts, request: &Request, local: bool) -> Result<(), Problem> {
    let headers = request.headers();
    let named = request.uri().authority().map(axum::http::uri::Authority::as_str);
    let host = single(headers, &header::HOST)?;
    for authority in [named, host].into_iter().flatten() {
        if !hosts.allows(authority, local) {
            return Err(Problem::new(Kind::Foreign, words::OTHER_HOST.refuse().quote("host", authority)));
        }
    }
    let Some(host) = host.or(named) else {
        return Err(Problem::new(Kind::Malformed, words::NO_HOST.refuse()));
    };
    if let Some(origin) = single(headers, &header::ORIGIN)? {
        let same = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        if !same.is_some_and(|place| place.eq_ignore_ascii_case(host)) {
            let refusal = words::OTHER_ORIGIN.refuse().quote("origin", origin).quote("host", host);
            return Err(Problem::new(Kind::Foreign, refusal));
        }
    }
    let site = single(headers, &HeaderName::from_static("sec-fetch-site"))?;
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    let navigates = reads && !request.uri().path().starts_with("/api/");
    if !navigates && site.is_some_and(|site| site != "same-origin" && site != "none") {
        return Err(Problem::new(Kind::Foreign, words::OTHER_SITE.refuse()));
    }
    Ok(())
}

/// The content-security policy: files of this server, and inline parts with these hashes.
pub fn policy(script_hashes: &str, style_hashes: &str) -> String {
    format!(
        "default-src 'none'; script-src 'self'{script_hashes}; style-src 'self'{style_hashes}; img-src 'self' data: blob:; \
         connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
}

const HEADERS: [(&str, &str); 6] = [
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
];

async fn admit(gate: &Gate, mut request: Request, local: bool, next: Next) -> Response {
    if let Some(visitor) = gate.visitor(&request, local) {
        request.extensions_mut().insert(visitor);
        return match gate.share(&request) {
            Ok(_share) => next.run(request).await,
            Err(problem) => problem.into_response(),
        };
    }
    if let Some(response) = gate.admission(&request) {
        return response;
    }
    tokio::time::sleep(WRONG_CODE_PAUSE).await;
    Problem::new(Kind::Foreign, words::NOT_ADMITTED.refuse()).into_response()
}

/// Middleware: rejects unauthorised requests and adds the policy to every response.
pub async fn guard(State(gate): State<Gate>, request: Request, next: Next) -> Response {
    let local = request.extensions().get::<Peer>().is_none_or(|peer| peer.0.is_loopback());
    let mut response = match check(&gate.hosts, &request, local) {
        Ok(()) => admit(&gate, request, local, next).await,
        Err(problem) => problem.into_response(),
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    // The page has its own policy, with the hashes of its inlined parts.
    static NOTHING_INLINE: LazyLock<HeaderValue> =
        LazyLock::new(|| HeaderValue::try_from(policy("", "")).expect("plain text"));
    response.headers_mut().entry(header::CONTENT_SECURITY_POLICY).or_insert_with(|| NOTHING_INLINE.clone());
    response.headers_mut().entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(uri: &str, cookie: &str) -> Request {
        Request::get(uri).header(header::COOKIE, cookie).body(axum::body::Body::empty()).expect("a request")
    }

    #[test]
    fn other_machines_need_the_code_once() {
        let gate = Gate::new([], Some("rook-to-e4"));
        assert_eq!(gate.visitor(&asked("/", ""), true), Some(Visitor::Host));
        assert_eq!(gate.visitor(&asked("/", ""), false), None);
        for wrong in ["/", "/?code=", "/?code=rook-to-e5", "/?code=rook-to-e44", "/?x=rook-to-e4"] {
            assert!(gate.admission(&asked(wrong, "")).is_none(), "{wrong}");
        }
        let admitted = gate.admission(&asked("//evil.example/go?a=1&code=rook-to-e4", "")).expect("admitted");
        assert_eq!(admitted.headers()[header::LOCATION], "/evil.example/go");
        let cookie = admitted.headers()[header::SET_COOKIE].to_str().expect("text").split(';').next().expect("a pair");
        let Some(Visitor::Guest(name)) = gate.visitor(&asked("/", &format!("a=b; {cookie}")), false) else {
            panic!("{cookie} admits nobody");
        };
        let guest = Visitor::Guest(name.clone());
        assert!(guest.owns(Some(&name)) && !guest.owns(Some("somebody")) && !guest.owns(None));
        for forged in ["quadrille=rook-to-e4.short", "quadrille=x.abcdefgh01234567", "quadrille=abcdefgh01234567"] {
            assert_eq!(gate.visitor(&asked("/", forged), false), None, "{forged}");
        }
    }

    #[test]
    fn loopback_names_are_for_the_machine_itself() {
        let hosts = Hosts::new(["192.0.2.7".to_owned()]);
        assert!(hosts.allows("localhost:80", true) && !hosts.allows("localhost:80", false));
        assert!(hosts.allows("192.0.2.7:8610", false) && !hosts.allows("evil.example", true));
    }

    #[tokio::test]
    async fn another_machine_has_its_share_of_bodies_and_games() {
        let gate = Gate::new([], None);
        let ask = |address: &str, path: &str, length: u64| {
            let request = Request::post(path)
                .header(header::CONTENT_LENGTH, length)
                .extension(Peer(address.parse().expect("an address")));
            request.body(axum::body::Body::empty()).expect("a request")
        };
        let (one, two) = ("192.0.2.1", "192.0.2.2");
        let held: Vec<_> = (0..10).filter_map(|_| gate.share(&ask(one, "/api/v1/detect", 1 << 20)).ok()).collect();
        assert_eq!(held.len(), MOST_BODIES_OF_ONE);
        assert!(gate.share(&ask(two, "/api/v1/detect", 1 << 20)).is_ok());
        assert!(gate.share(&ask(one, "/api/v1/detect", 100)).is_ok_and(|share| share.is_none()));
        drop(held);
        assert!(gate.share(&ask(one, "/api/v1/detect", 1 << 20)).is_ok());
        let begun = |from| (0..100).filter(|_| gate.share(&ask(from, BEGINNING, 2)).is_ok()).count();
        assert_eq!((begun(one), begun(two), begun("127.0.0.1")), (MOST_BEGUN_BY_ONE, MOST_BEGUN_BY_ONE, 100));
    }

    #[test]
    fn names_are_taken_apart() {
        assert_eq!(host_name("localhost:8610"), Some("localhost"));
        assert_eq!(host_name("[::1]:80"), Some("[::1]"));
        assert_eq!(host_name("127.0.0.1"), Some("127.0.0.1"));
        for bad in [
            "",
            ":80",
            "localhost:",
            "localhost:x",
            "localhost:99999",
            "[::1",
            "[::1]x",
            "localhost:80:80",
            "localhost:+80",
        ] {
            assert_eq!(host_name(bad), None, "{bad:?}");
        }
    }
}
