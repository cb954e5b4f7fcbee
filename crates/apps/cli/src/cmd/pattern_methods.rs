//! The ways to predict Go moves, for `learn` and `predict`.

use std::fmt;

/// How to predict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Method {
    /// The log-linear model.
    Model,
    /// Times chosen over times seen, at the largest zoom that was ever seen.
    Zoom,
    /// The same tables, smoothed by smaller zooms (predict only).
    BackOff,
    /// The most similar recorded boards (predict only).
    Knn,
    /// The network that plays (predict only).
    Network,
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Model => "model",
            Self::Zoom => "zoom",
            Self::BackOff => "back-off",
            Self::Knn => "knn",
            Self::Network => "network",
        })
    }
}
