//! Accepting connections: no client can take them all, or hold one without sending a request.

use crate::security::Peer;
use crate::shares::Shares;
use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::time::Duration;
use tokio::net::TcpListener;
use tower::ServiceExt;

/// The maximum number of connections, in all and from one other machine.
const MOST: usize = 1_500;
const MOST_FROM_ONE: usize = 100;
/// A connection that has not sent a complete request head for this long is closed, idle ones included.
const SLOWEST_HEAD: Duration = Duration::from_secs(20);
/// The delay before accepting again after a system error, mostly too many open files.
const PAUSE: Duration = Duration::from_millis(50);

/// Raises the limit of open files as far as the system allows, since every connection is one.
fn raise_limit_of_files() {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
        // If the system refuses, fewer connections are accepted.
        let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    }
}

/// Serves connections until the program ends.
pub async fn accept(listener: TcpListener, app: Router) {
    raise_limit_of_files();
    let open = Shares::new(MOST, MOST_FROM_ONE);
    loop {
        let Ok((stream, address)) = listener.accept().await else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        let from = address.ip().to_canonical();
        let Some(place) = open.take(from) else { continue };
        // Disable Nagle's algorithm: small responses must not be delayed.
        let _ = stream.set_nodelay(true);
        let app = app.clone();
        tokio::spawn(async move {
            let service = service_fn(move |mut request: Request<Incoming>| {
                request.extensions_mut().insert(Peer(from));
                app.clone().oneshot(request)
            });
            let mut http = http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(SLOWEST_HEAD);
            // A client that disconnects is not an error.
            let _ = http.serve_connection(TokioIo::new(stream), service).await;
            drop(place);
        });
    }
}
