//! What this crate says to people.

use quadrille_core::words;

words! { "chess-expert";
    STOPPED { en: "stopped before the tables were finished", fr: "les tables ne sont pas terminées : interruption" }
    NO_CLASS {
        en: "no endgame is called {name}: expected one of {names}",
        fr: "aucune finale ne s’appelle {name} ; choix possibles : {names}",
    }
    NOT_ENDGAMES {
        en: "these are not endgame tables of up to {men} men, or they are damaged: `quadrille endgames` rebuilds them",
        fr: "ce ne sont pas des tables de finales à {men} pièces au plus, ou elles sont endommagées : `quadrille endgames` les reconstruit",
    }
    IN_VARIABLE {
        en: "cannot use the tables that ${name} lists: {why}",
        fr: "impossible d’utiliser les tables indiquées par ${name} : {why}",
    }
    NO_SYZYGY {
        en: "no Syzygy tables (files such as KRvK.rtbw) in {folders}",
        fr: "pas de tables Syzygy (fichiers comme KRvK.rtbw) dans {folders}",
    }
    UNWRITABLE { en: "the games cannot be written: {error}", fr: "les parties ne peuvent pas être écrites : {error}" }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_message_is_complete() {
        quadrille_core::words::check(super::ALL);
    }
}
