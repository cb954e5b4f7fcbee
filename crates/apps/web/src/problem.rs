//! Errors as RFC 9457 problem documents: one sentence that quotes the input and says what was expected.

use crate::runtime;
use crate::words;
use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use quadrille_core::{Message, Refusal, Sentence};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::time::Duration;
use tokio::sync::AcquireError;

/// The largest request body, enough for any pasted game record.
pub const LARGEST_BODY: usize = 1 << 20;

/// The time limit for receiving a body.
const SLOWEST_BODY: Duration = Duration::from_secs(20);

/// A refused request.
#[derive(Clone, Debug, Serialize)]
pub struct Problem {
    #[serde(rename = "type")]
    kind: String,
    title: &'static str,
    status: u16,
    detail: String,
    said: Sentence,
}

/// The kinds of problems, for the `type` and `title` members.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The request cannot be read.
    Malformed,
    /// An illegal move, or an invalid position or rule set.
    Refused,
    /// The game has changed since the request was made.
    Outdated,
    /// Not found.
    NotFound,
    /// Method not allowed.
    Method,
    /// The request comes from another site.
    Foreign,
    /// The body is too large.
    TooLarge,
    /// The server is at its limit.
    Busy,
    /// A fault of the server.
    Fault,
}

impl Kind {
    fn status_and_title(self) -> (StatusCode, &'static Message) {
        match self {
            Self::Malformed => (StatusCode::BAD_REQUEST, &words::MALFORMED),
            Self::Refused => (StatusCode::UNPROCESSABLE_ENTITY, &words::REFUSED),
            Self::Outdated => (StatusCode::CONFLICT, &words::OUTDATED),
            Self::NotFound => (StatusCode::NOT_FOUND, &words::NOT_FOUND),
            Self::Method => (StatusCode::METHOD_NOT_ALLOWED, &words::METHOD),
            Self::Foreign => (StatusCode::FORBIDDEN, &words::FOREIGN),
            Self::TooLarge => (StatusCode::PAYLOAD_TOO_LARGE, &words::TOO_LARGE),
            Self::Busy => (StatusCode::SERVICE_UNAVAILABLE, &words::BUSY),
            Self::Fault => (StatusCode::INTERNAL_SERVER_ERROR, &words::FAULT),
        }
    }
}

impl Problem {
    /// A problem with its sentence.
    pub fn new(kind: Kind, said: Sentence) -> Self {
        let (status, title) = kind.status_and_title();
        let kind = title.code().replace("web.", "/problems/");
        Self { kind, title: title.en, status: status.as_u16(), detail: said.to_string(), said }
    }

    /// The server shut down while the request was queued.
    pub fn shutting_down(_: AcquireError) -> Self {
        Self::new(Kind::Busy, words::SHUTTING_DOWN.refuse())
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        Self::new(if refusal.is(&words::MOVED_ON) { Kind::Outdated } else { Kind::Refused }, refusal)
    }
}

impl From<QueryRejection> for Problem {
    fn from(rejection: QueryRejection) -> Self {
        Self::new(Kind::Malformed, words::QUERY.refuse().error("error", rejection.body_text()))
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = (status, Json(self)).into_response();
        let media_type = HeaderValue::from_static("application/problem+json");
        response.headers_mut().insert(header::CONTENT_TYPE, media_type);
        response
    }
}

/// A JSON body; what cannot be read becomes a [`Problem`].
#[derive(Debug)]
pub struct Body<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let slow = |_| Problem::new(Kind::Malformed, words::SLOW_BODY.refuse().with("seconds", SLOWEST_BODY.as_secs()));
        let read = runtime::timeout(SLOWEST_BODY, Json::<T>::from_request(request, state));
        match read.await.map_err(slow)? {
            Ok(Json(value)) => Ok(Self(value)),
            Err(rejection) if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                Err(Problem::new(Kind::TooLarge, words::LARGE_BODY.refuse().with("most", LARGEST_BODY)))
            }
            Err(rejection) => {
                Err(Problem::new(Kind::Malformed, words::BODY.refuse().error("error", rejection.body_text())))
            }
        }
    }
}
