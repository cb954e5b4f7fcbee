//! What Connect Four says.

quadrille_core::words! { "connect-four";
    TITLE { en: "Connect Four", fr: "Puissance 4" }
    SUMMARY { en: "Drop discs; four in a row wins.", fr: "Laissez tomber des pions ; quatre alignés gagnent." }
    BAD_POSITION { en: "{text} is not a Connect Four position: expected six rows of seven cells, such as 7/7/7/7/7/3w3 b, with no floating discs", fr: "{text} n’est pas une position de Puissance 4 : il faut six rangées de sept cases comme 7/7/7/7/7/3w3 b, sans pion en l’air" }
    BAD_MOVE { en: "{text} is not a legal move: expected a column from a to g that is not full", fr: "{text} n’est pas un coup légal : il faut une colonne de a à g qui n’est pas pleine" }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_message_is_translated() {
        quadrille_core::words::check(super::ALL);
    }
}
