//! What is refused, and how: bad requests, strangers, paths outside the page.

use super::*;

#[tokio::test]
async fn bad_requests_get_a_sentence() {
    let app = server();
    let state = post(&app, "/games", json!({"game": "chess"})).await;
    let path = format!("/api/v1/games/{}", id(&state));
    let json_post = |path: &str, body: &str| {
        Request::post(path)
            .header(header::HOST, "localhost")
            .header(header::CONTENT_TYPE, "application/json")
            .body(Body::from(body.to_owned()))
            .expect("a request")
    };
    let large = format!("{{\"text\":\"{}\"}}", "x".repeat(2 << 20));
    let cases = [
        (json_post("/api/v1/games", "{"), 400),
        (json_post("/api/v1/games", "[]"), 400),
        (json_post("/api/v1/games", "{\"game\":\"checkers\"}"), 422),
        (json_post("/api/v1/games", "{\"game\":\"chess\",\"colour\":1}"), 400),
        (json_post("/api/v1/games", "{\"game\":\"go\",\"rules\":\"100000\"}"), 422),
        (json_post("/api/v1/games", "{\"game\":\"breakthrough\",\"rules\":\"99x99\"}"), 422),
        (json_post("/api/v1/games", "{\"game\":\"chess\",\"position\":\"8/8/8/8/8/8/8/8 w - - 0 1\"}"), 422),
        (json_post("/api/v1/games", "{\"game\":\"chess\",\"moves\":[\"e5\"]}"), 422),
        (json_post("/api/v1/games", "{\"game\":\"chess\",\"clock\":{\"limit\":0}}"), 422),
        (
            json_post("/api/v1/games", "{\"game\":\"chess\",\"seats\":{\"black\":{\"kind\":\"engine\",\"level\":99}}}"),
            422,
        ),
        (
            json_post(
                "/api/v1/games",
                "{\"game\":\"chess\",\"seats\":{\"black\":{\"kind\":\"engine\",\"player\":\"deep-thought\"}}}",
            ),
            422,
        ),
        (json_post("/api/v1/detect", &large), 413),
        (json_post("/api/v1/detect", "{\"text\":\"what is this?\"}"), 422),
        (json_post(&format!("{path}/moves"), "{\"move\":\"Ke5\"}"), 422),
        (json_post(&format!("{path}/moves"), &format!("{{\"move\":\"{}\"}}", "e".repeat(100))), 422),
        (json_post(&format!("{path}/moves"), "{}"), 400),
        (json_post(&format!("{path}/goto"), "{\"node\":77}"), 422),
        (json_post(&format!("{path}/goto"), "{\"node\":-1}"), 400),
        (json_post(&format!("{path}/undo"), "{}"), 422),
        (json_post(&format!("{path}/dance"), "{}"), 404),
        (json_post("/api/v1/games/aaaaaaaaaaaaaaaa/undo", "{}"), 404),
        (json_post("/api/v1/nothing", "{}"), 404),
        (request(&Method::GET, &format!("{path}/record?format=exe"), &Value::Null), 422),
        (request(&Method::GET, &format!("{path}/record"), &Value::Null), 400),
        (request(&Method::PUT, "/api/v1/games", &Value::Null), 405),
        (
            Request::post("/api/v1/games")
                .header(header::HOST, "localhost")
                .header(header::CONTENT_TYPE, "text/plain")
                .body(Body::from("{\"game\":\"chess\"}"))
                .expect("a request"),
            400,
        ),
    ];
    for (request, expected) in cases {
        let what = format!("{} {}", request.method(), request.uri());
        let (status, kind, body) = send(&app, request).await;
        let text = String::from_utf8_lossy(&body).into_owned();
        assert_eq!(status.as_u16(), expected, "{what}: {text}");
        assert_eq!(kind.as_deref(), Some("application/problem+json"), "{what}");
        let problem: Value = serde_json::from_slice(&body).expect("a problem");
        assert!(problem["detail"].as_str().is_some_and(|sentence| sentence.len() > 10), "{what}: {text}");
    }
}

#[tokio::test]
async fn strangers_are_refused() {
    let app = server();
    let get = |headers: &[(&str, &str)]| {
        let builder = headers
            .iter()
            .fold(Request::get("/api/v1/catalogue"), |builder, (name, value)| builder.header(*name, *value));
        builder.body(Body::empty()).expect("a request")
    };
    let hosts = [
        "evil.example",
        "evil.example:8610",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "127.0.0.2",
        "0.0.0.0",
        "10.0.0.1:8610",
        "[::2]",
        "[::1",
        "localhost:",
        "localhost:99999",
        "localhost:8610:1",
        "user@localhost",
        "localhost/",
        "",
    ];
    for host in hosts {
        let (status, _, _) = send(&app, get(&[("host", host)])).await;
        assert!(matches!(status.as_u16(), 400 | 403), "host {host:?}: {status}");
    }
    let origins = [
        "http://evil.example",
        "https://evil.example:8610",
        "null",
        "http://localhost.evil.example",
        "http://127.0.0.1:9999",
        "file://",
        "http://localhost:8610@evil.example",
        "chrome-extension://abc",
        "",
        "ftp://localhost:8610",
    ];
    for origin in origins {
        let (status, _, _) = send(&app, get(&[("host", "localhost:8610"), ("origin", origin)])).await;
        assert_eq!(status, StatusCode::FORBIDDEN, "origin {origin:?}");
    }
    for site in ["cross-site", "same-site"] {
        let (status, _, _) = send(&app, get(&[("host", "localhost:8610"), ("sec-fetch-site", site)])).await;
        assert_eq!(status, StatusCode::FORBIDDEN);
    }
    let (status, _, _) = send(&app, get(&[])).await;
    assert_eq!(status, StatusCode::BAD_REQUEST, "no host at all");
    let (status, _, _) = send(&app, get(&[("host", "localhost"), ("host", "evil.example")])).await;
    assert_eq!(status, StatusCode::BAD_REQUEST, "two hosts");
    for good in ["localhost", "localhost:8610", "127.0.0.1:1", "[::1]:8610", "LOCALHOST"] {
        let (status, _, _) = send(&app, get(&[("host", good), ("sec-fetch-site", "same-origin")])).await;
        assert_eq!(status, StatusCode::OK, "host {good:?}");
    }
}

#[tokio::test]
async fn nothing_outside_the_page_is_served() {
    let app = server();
    let paths = [
        "/../Cargo.toml",
        "/..%2fCargo.toml",
        "/%2e%2e/Cargo.toml",
        "/%2e%2e%2fCargo.toml",
        "/view/../../Cargo.toml",
        "/view/..%5c..%5cCargo.toml",
        "/....//Cargo.toml",
        "/./index.html",
        "//index.html",
        "///etc/passwd",
        "//etc/passwd",
        "/etc/passwd",
        "/%00",
        "/index.html%00.js",
        "/index.html/",
        "/view",
        "/view/",
        "/i18n",
        "/.git/config",
        "/.env",
        "/Cargo.toml",
        "/src/lib.rs",
        "/c:/windows/win.ini",
        "/..\\Cargo.toml",
        "/%c0%ae%c0%ae/Cargo.toml",
        "/%252e%252e/Cargo.toml",
        "/api/v1/games/..%2f..%2fetc%2fpasswd",
        "/api/v1/games/%2e%2e",
        "/api/v1/../../etc/passwd",
        "/api/v1/games/aaaaaaaaaaaaaaa.",
        "/INDEX.HTML",
    ];
    let mut sent = 0;
    for path in paths {
        let Ok(uri) = path.parse::<axum::http::Uri>() else { continue };
        sent += 1;
        let request = Request::get(uri).header(header::HOST, "localhost").body(Body::empty()).expect("a request");
        let (status, kind, _) = send(&app, request).await;
        assert!(status.is_client_error(), "{path}: {status}");
        assert_eq!(kind.as_deref(), Some("application/problem+json"), "{path}");
    }
    assert!(sent >= 30, "{sent} of the attempts could be sent at all");
}

#[tokio::test]
async fn every_answer_carries_the_policy_and_files_are_cached_by_tag() {
    let app = server();
    let response = app.clone().oneshot(request(&Method::GET, "/", &Value::Null)).await.expect("the page");
    let header =
        |name: &str| response.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned();
    assert!(header("content-security-policy").contains("script-src 'self'"));
    assert!(!header("content-security-policy").contains("unsafe"));
    assert_eq!(header("x-content-type-options"), "nosniff");
    let tag = header("etag");
    let again = Request::get("/")
        .header(header::HOST, "localhost")
        .header(header::IF_NONE_MATCH, tag)
        .body(Body::empty())
        .expect("a request");
    assert_eq!(send(&app, again).await.0, StatusCode::NOT_MODIFIED);
}

#[tokio::test]
async fn files_go_out_compressed_to_those_who_read_that() {
    let app = server();
    let ask = |accept: &'static str| {
        let request = Request::get("/app.js").header(header::HOST, "localhost").header(header::ACCEPT_ENCODING, accept);
        app.clone().oneshot(request.body(Body::empty()).expect("a request"))
    };
    let (plain, packed) = (ask("br").await.expect("a file"), ask("gzip, br").await.expect("a file"));
    let of = |response: &axum::response::Response, name| response.headers().get(name).cloned();
    assert_eq!(of(&plain, header::CONTENT_ENCODING), None);
    assert_eq!(packed.headers()[header::CONTENT_ENCODING], "gzip");
    assert_ne!(of(&plain, header::ETAG), of(&packed, header::ETAG));
    assert_eq!(of(&plain, header::CONTENT_TYPE), of(&packed, header::CONTENT_TYPE));
    let bytes = |response: axum::response::Response| response.into_body().collect();
    let plain = bytes(plain).await.expect("a body").to_bytes();
    let packed = bytes(packed).await.expect("a body").to_bytes();
    assert!(packed.len() * 2 < plain.len(), "{} and {} bytes", packed.len(), plain.len());
    let mut unpacked = Vec::new();
    std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(&packed[..]), &mut unpacked).expect("gzip");
    assert_eq!(unpacked, plain);
}
