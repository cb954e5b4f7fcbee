//! Refusals as RFC 9457 problem documents: one sentence that quotes the culprit and says what was expected.

use axum::Json;
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use quadrille_core::{Refusal, Sentence};
use serde::Serialize;
use serde::de::DeserializeOwned;

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

/// What is wrong, in the words of the `type` and `title` members.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The request cannot be read.
    Malformed,
    /// The rules refuse a move, or a position or rule set is not one.
    Refused,
    /// The game on the server is no longer where the request thought it was.
    Outdated,
    /// There is no such thing here.
    NotFound,
    /// The method is not for this address.
    Method,
    /// The request comes from another site.
    Foreign,
    /// The body is too large.
    TooLarge,
    /// The server has as much to do as it takes on.
    Busy,
    /// A fault of the server.
    Fault,
}

impl Kind {
    const fn words(self) -> (StatusCode, &'static str, &'static str) {
        match self {
            Self::Malformed => (StatusCode::BAD_REQUEST, "malformed", "The request cannot be read"),
            Self::Refused => (StatusCode::UNPROCESSABLE_ENTITY, "refused", "The rules do not allow this"),
            Self::Outdated => (StatusCode::CONFLICT, "outdated", "The game has moved on"),
            Self::NotFound => (StatusCode::NOT_FOUND, "not-found", "There is nothing here"),
            Self::Method => (StatusCode::METHOD_NOT_ALLOWED, "method", "This address does not take that method"),
            Self::Foreign => (StatusCode::FORBIDDEN, "foreign", "The request comes from another site"),
            Self::TooLarge => (StatusCode::PAYLOAD_TOO_LARGE, "too-large", "The request is too large"),
            Self::Busy => (StatusCode::SERVICE_UNAVAILABLE, "busy", "The server has enough to do"),
            Self::Fault => (StatusCode::INTERNAL_SERVER_ERROR, "fault", "The server made a mistake"),
        }
    }
}

impl Problem {
    /// A problem with its sentence.
    pub fn new(kind: Kind, said: Sentence) -> Self {
        let (status, name, title) = kind.words();
        Self { kind: format!("/problems/{name}"), title, status: status.as_u16(), detail: said.to_string(), said }
    }

    /// A problem in words nobody has translated yet.
    pub fn plain(kind: Kind, detail: impl Into<String>) -> Self {
        Self::new(kind, Sentence::plain(detail))
    }

    /// The sentence.
    #[must_use]
    pub fn said(self) -> Sentence {
        self.said
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        Self::new(Kind::Refused, refusal)
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
        match Json::<T>::from_request(request, state).await {
            Ok(Json(value)) => Ok(Self(value)),
            Err(rejection) if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => Err(Problem::plain(
                Kind::TooLarge,
                format!("the body is larger than {} bytes, the most that is read", crate::LARGEST_BODY),
            )),
            Err(rejection) => Err(Problem::plain(Kind::Malformed, rejection.body_text())),
        }
    }
}
