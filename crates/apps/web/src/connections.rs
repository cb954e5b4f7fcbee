//! Connections, accepted one by one: nobody can take them all, or hold one without asking for anything.

use crate::security::Peer;
use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::net::TcpListener;
use tower::ServiceExt;

/// Connections at once, and how many of them from one other machine.
const MOST: usize = 1_500;
const MOST_FROM_ONE: usize = 100;
/// A connection that has not sent a whole request head for this long is closed, a silent one too.
const SLOWEST_HEAD: Duration = Duration::from_secs(20);
/// After a refusal of the system (too many files, mostly) it is asked again later.
const PAUSE: Duration = Duration::from_millis(50);

/// Who holds how many connections.
#[derive(Clone, Default)]
struct Open(Arc<Mutex<HashMap<IpAddr, usize>>>);

impl Open {
    /// A place for one more connection, if there is one.
    fn place(&self, from: IpAddr) -> Option<Place> {
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mine = open.get(&from).copied().unwrap_or(0);
        let crowded = mine >= MOST_FROM_ONE && !from.is_loopback();
        if crowded || open.values().sum::<usize>() >= MOST {
            return None;
        }
        open.insert(from, mine + 1);
        Some(Place { open: self.clone(), from })
    }
}

/// A connection's place, given back when it ends.
struct Place {
    open: Open,
    from: IpAddr,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.open.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.from) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.from);
            }
        }
    }
}

/// Files a process may have open: as many as the system allows, since every connection is one.
fn raise_limit_of_files() {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
        // If the system refuses, fewer connections are accepted.
        let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    }
}

/// Answers everybody who connects, until the program ends.
pub async fn accept(listener: TcpListener, app: Router) {
    raise_limit_of_files();
    let open = Open::default();
    loop {
        let Ok((stream, address)) = listener.accept().await else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        let from = address.ip().to_canonical();
        let Some(place) = open.place(from) else { continue };
        // Small answers must not wait for more to send.
        let _ = stream.set_nodelay(true);
        let app = app.clone();
        tokio::spawn(async move {
            let service = service_fn(move |mut request: Request<Incoming>| {
                request.extensions_mut().insert(Peer(from));
                app.clone().oneshot(request)
            });
            let mut http = http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(SLOWEST_HEAD);
            // A client that breaks off is no fault of the server.
            let _ = http.serve_connection(TokioIo::new(stream), service).await;
            drop(place);
        });
    }
}
