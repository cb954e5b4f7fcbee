//! The visitor: local, or a guest from another machine.

/// Who asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Visitor {
    /// A local visitor, who owns all games.
    Host,
    /// A guest from another machine who knows the code, identified by an unguessable name.
    #[cfg_attr(target_family = "wasm", expect(dead_code, reason = "a browser has no visitors"))]
    Guest(String),
}

impl Visitor {
    /// Whether a game of this owner belongs to the visitor.
    #[must_use]
    pub fn owns(&self, owner: Option<&str>) -> bool {
        match self {
            Self::Host => true,
            Self::Guest(name) => owner == Some(name),
        }
    }

    /// The owner of a game that this visitor creates.
    #[must_use]
    pub fn into_owner(self) -> Option<String> {
        match self {
            Self::Host => None,
            Self::Guest(name) => Some(name),
        }
    }
}
