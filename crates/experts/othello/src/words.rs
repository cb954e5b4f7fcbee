//! What training says.

quadrille_core::words! { "othello-training";
    SCORED { en: "scored {count} positions with {discs} discs", fr: "{count} positions à {discs} pions évaluées" }
    FITTED { en: "phase {phase}: {count} positions, error {error} discs", fr: "phase {phase} : {count} positions, erreur de {error} pions" }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_message_is_translated() {
        quadrille_core::words::check(super::ALL);
    }
}
