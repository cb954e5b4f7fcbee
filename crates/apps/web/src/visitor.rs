//! Who asks: somebody at the machine itself, or a guest from another one.

/// Who asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Visitor {
    /// Somebody at the server's own machine, whose games they all are.
    Host,
    /// Somebody from another machine, who knows the code, by a name that cannot be guessed.
    #[cfg_attr(target_family = "wasm", expect(dead_code, reason = "a browser has no visitors"))]
    Guest(String),
}

impl Visitor {
    /// Whether a game of this owner is theirs.
    #[must_use]
    pub fn owns(&self, owner: Option<&str>) -> bool {
        match self {
            Self::Host => true,
            Self::Guest(name) => owner == Some(name),
        }
    }

    /// The owner of a game they begin.
    #[must_use]
    pub fn into_owner(self) -> Option<String> {
        match self {
            Self::Host => None,
            Self::Guest(name) => Some(name),
        }
    }
}
