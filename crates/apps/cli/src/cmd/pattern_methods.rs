//! The methods of move prediction, for `learn` and `predict`.

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::fmt;

/// How to predict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Method {
    /// The log-linear model.
    Model,
    /// Times chosen divided by times seen, at the largest known zoom.
    Zoom,
    /// The same tables, smoothed by smaller zooms (predict only).
    BackOff,
    /// The most similar recorded boards (predict only).
    Knn,
    /// The network that plays (predict only).
    Network,
}

/// Parses a method for `learn`. Only the first two are offered; the others parse too, for a better error message.
pub fn learnable() -> impl TypedValueParser<Value = Method> {
    let offered = |method: &Method| matches!(method, Method::Model | Method::Zoom);
    let values = Method::value_variants()
        .iter()
        .filter_map(move |method| Some(method.to_possible_value()?.hide(!offered(method))));
    PossibleValuesParser::new(values).try_map(|name| Method::from_str(&name, false))
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
