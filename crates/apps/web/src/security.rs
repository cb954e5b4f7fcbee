//! Who may talk to the server.
//!
//! The server is meant for its own machine. A page of another site must not reach it through the browser: not by a name
//! that points here (DNS rebinding: the `Host` allow-list stops it), not by a form or a script (the `Origin` check stops
//! it), and not by a frame (the policy headers stop it). Scripts come from files or are
//! known by their hash: the content-security policy has no `unsafe-inline`.

use crate::problem::{Kind, Problem};
use crate::words;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::{Arc, LazyLock};

/// The names under which the server answers.
#[derive(Clone, Debug)]
pub struct Hosts(Arc<[String]>);

const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];
/// A real address is far shorter.
const LONGEST_HOST: usize = 300;

impl Hosts {
    /// The loopback names, and more if the operator says so.
    pub fn new(more: impl IntoIterator<Item = String>) -> Self {
        let more = more.into_iter().map(|name| name.to_ascii_lowercase());
        Self(LOOPBACK.map(str::to_owned).into_iter().chain(more).collect())
    }

    fn allows(&self, authority: &str) -> bool {
        let Some(name) = host_name(authority) else { return false };
        self.0.iter().any(|allowed| allowed.eq_ignore_ascii_case(name))
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

/// The one value of a header that must not come twice.
fn single<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Result<Option<&'a str>, Problem> {
    let mut values = headers.get_all(name).iter();
    let first = values.next();
    if values.next().is_some() {
        return Err(Problem::new(Kind::Malformed, words::REPEATED_HEADER.refuse().with("header", name.as_str())));
    }
    let garbled = |_| Problem::new(Kind::Malformed, words::HEADER_NOT_TEXT.refuse().with("header", name.as_str()));
    first.map(|value| value.to_str()).transpose().map_err(garbled)
}

fn check(hosts: &Hosts, request: &Request) -> Result<(), Problem> {
    let headers = request.headers();
    let named = request.uri().authority().map(axum::http::uri::Authority::as_str);
    let host = single(headers, &header::HOST)?;
    for authority in [named, host].into_iter().flatten() {
        if !hosts.allows(authority) {
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

/// What the browser may run: files of this server, and inline only what has one of these hashes.
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

/// Refuses strangers and puts the policy on every answer.
pub async fn guard(State(hosts): State<Hosts>, request: Request, next: Next) -> Response {
    let mut response = match check(&hosts, &request) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    // The page brings its own policy, with the hashes of what is written into it.
    static NOTHING_INLINE: LazyLock<HeaderValue> =
        LazyLock::new(|| HeaderValue::try_from(policy("", "")).expect("plain text"));
    response.headers_mut().entry(header::CONTENT_SECURITY_POLICY).or_insert_with(|| NOTHING_INLINE.clone());
    response.headers_mut().entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

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
