//! What searches say.

quadrille_core::words! { "search";
    SWITCH { en: "true or false", fr: "true ou false" }
    WHOLE { en: "a whole number from {least} to {most}", fr: "un nombre entier de {least} à {most}" }
    WHOLE_FROM { en: "a whole number, at least {least}", fr: "un nombre entier, au moins {least}" }
    REAL { en: "a number from {least} to {most}", fr: "un nombre de {least} à {most}" }
    ONE_OF { en: "one of {names}", fr: "une de ces valeurs : {names}" }
    BAD_VALUE { en: "invalid option {name}={value}: expected {expected}", fr: "option non valide {name}={value} : il faut {expected}" }
    NO_OPTION { en: "unknown option {name}: expected one of {known}", fr: "option inconnue {name} ; choix possibles : {known}" }
    NO_VALUE { en: "option {pair} has no value: expected key=value", fr: "l’option {pair} n’a pas de valeur : il faut nom=valeur" }
    GAME_OVER { en: "the game is over: no move to search", fr: "la partie est finie : il n’y a pas de coup à chercher" }
    THREADS_CHANGED { en: "using {used} threads, not {asked}", fr: "{asked} fils ramenés à {used}" }
    DEPTH_CHANGED { en: "using depth {used}, not {asked}", fr: "profondeur {asked} ramenée à {used}" }
    NO_DEPTH_LIMIT { en: "tree search ignores the depth limit; it ran {playouts} playouts", fr: "la recherche arborescente ignore la limite de profondeur ; elle a fait {playouts} simulations" }
    TREE_FULL { en: "the tree reached its limit of {mib} MiB and stopped growing", fr: "l’arbre a atteint sa limite de {mib} Mio et ne grandit plus" }
    NO_TREE_SEARCH { en: "unknown tree search {name}: expected one of {names}", fr: "recherche arborescente inconnue {name} ; choix possibles : {names}" }
    PROOF_BROKEN { en: "the proof search failed", fr: "la recherche de preuve a échoué" }
    TABLE_REFUSED { en: "cannot allocate a table of {mib} MiB: {why}", fr: "impossible d’allouer une table de {mib} Mio : {why}" }
    TOO_LARGE { en: "expected a size that fits the address space", fr: "il faut une taille qui tient dans l’espace d’adressage" }
    LITTLE_FREE { en: "only {free} MiB of memory is free", fr: "seuls {free} Mio de mémoire sont libres" }
    BAD_TREE { en: "tree, offset {at}: expected {expected}, found {culprit}", fr: "arbre, décalage {at} : il faut {expected}, mais il y a {culprit}" }
    END_OF_TREE { en: "the end of the text", fr: "la fin du texte" }
    NOTHING_AFTER { en: "nothing after the tree", fr: "que rien ne suive l’arbre" }
    MOVE_INSIDE { en: "a move inside the brackets", fr: "un coup entre les parenthèses" }
    A_MARGIN { en: "a margin such as +3", fr: "une marge comme +3" }
    SIGNS { en: "( ) = + or -", fr: "( ) = + ou -" }
    WIDEST { en: "at most 64 moves", fr: "64 coups au plus" }
    SMALLER { en: "a smaller tree", fr: "un arbre plus petit" }
    CLOSING { en: "a closing bracket", fr: "une parenthèse fermante" }
}

/// Fewer threads think than were asked for.
pub(crate) fn threads_changed(asked: usize, used: usize) -> quadrille_core::Refusal {
    THREADS_CHANGED.refuse().with("asked", asked).with("used", used)
}

/// A table is not made.
pub(crate) fn table_refused(mib: usize, why: impl Into<quadrille_core::words::Arg>) -> quadrille_core::Refusal {
    TABLE_REFUSED.refuse().with("mib", mib).with("why", why)
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_message_is_translated() {
        quadrille_core::words::check(super::ALL);
    }
}
