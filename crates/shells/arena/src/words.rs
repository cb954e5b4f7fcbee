//! What the arena says.

quadrille_core::words! { "arena";
    FEW_PLAYERS { en: "{count} players are too few: expected at least 2", fr: "{count} joueurs ne suffisent pas : il faut au moins 2" }
    CANNOT_PLAY { en: "{player} cannot play: {why}", fr: "{player} ne peut pas jouer : {why}" }
    NO_PROGRAM { en: "{text} names no program: expected {prefix}COMMAND", fr: "{text} ne nomme pas de programme : il faut {prefix}COMMANDE" }
    NO_WORK { en: "invalid {name}={value} in {text}: expected a number above 0", fr: "{name}={value} dans {text} n’est pas valide : il faut un nombre supérieur à 0" }
    NOT_SPOKEN { en: "{player} cannot play {game}: its protocol does not support it", fr: "{player} ne peut pas jouer à ce jeu ({game}) : son protocole ne le permet pas" }
    NO_PAIR { en: "{part} is not an option of the form name=value", fr: "{part} n’est pas une option de la forme nom=valeur" }
    PANICKED { en: "the search panicked", fr: "la recherche s’est arrêtée sur une erreur interne" }
    NO_MOVE { en: "the search returned no move", fr: "la recherche n’a pas donné de coup" }
    LEFT { en: "the player has left the game", fr: "le joueur a quitté la partie" }
    TOO_LATE { en: "{took} s for a move with {left} s left", fr: "{took} s pour un coup alors qu’il restait {left} s" }
    FILE_TOO_LARGE { en: "the file has {size} bytes: expected at most {most}", fr: "le fichier a {size} octets : il faut {most} au plus" }
    NO_OPENINGS { en: "no openings in the file", fr: "il n’y a pas d’ouvertures dans le fichier" }
    OPENING { en: "opening {number}: {why}", fr: "ouverture {number} : {why}" }
    OTHER_GAME { en: "it is a game of {found}, not {game}", fr: "c’est une partie d’un autre jeu : {found}, pas {game}" }
    OPENING_ENDS { en: "the opening ends the game ({outcome}, {reason})", fr: "l’ouverture met fin à la partie ({outcome}, {reason})" }
    TOO_MANY_PLIES { en: "{plies} random moves end the game ({game} {rules}): expected fewer", fr: "{plies} coups au hasard mènent à la fin de la partie ({game} {rules}) : il en faut moins" }
    NO_CONTROL { en: "invalid time control {text}: expected [MOVES/]SECONDS[+INCREMENT], such as \"60+0.6\"", fr: "cadence non valide {text} : il faut [COUPS/]SECONDES[+INCRÉMENT], par exemple « 60+0.6 »" }
    NOT_SAVED_AS { en: "games of {game} cannot be saved as {path}: expected a name ending in {endings}", fr: "ces parties ({game}) ne peuvent pas être enregistrées sous {path} : il faut un nom qui se termine par {endings}" }
    IN_USE { en: "another process is playing this match: use another file", fr: "un autre processus joue ce match : utilisez un autre fichier" }
    NO_HEADER { en: "line {line} is damaged or not from a match log: choose another --out file", fr: "la ligne {line} est endommagée ou ne vient pas d’un journal de match : choisissez un autre fichier --out" }
    NO_GAME { en: "line {line} is damaged or not from a match log: expected a game with a valid checksum", fr: "la ligne {line} est endommagée ou ne vient pas d’un journal de match : il faut une partie avec une somme de contrôle valide" }
    BAD_GAME { en: "line {line}: {error}", fr: "ligne {line} : {error}" }
    GAME_TWICE { en: "line {line} repeats game {game}", fr: "la ligne {line} répète la partie {game}" }
    OTHER_VERSION { en: "not a match log of version {version}", fr: "ce n’est pas un journal de match de version {version}" }
    OTHER_SETTINGS { en: "the match in this file has different settings ({changes}): use the same settings or another file", fr: "le match de ce fichier a d’autres réglages ({changes}) : utilisez les mêmes réglages ou un autre fichier" }
    NO_TEST { en: "invalid test {text}: expected {expected}", fr: "test non valide {text} : il faut {expected}" }
    TEST_FORM { en: "elo0,elo1[,alpha,beta][,normalised], such as \"0,5\"", fr: "elo0,elo1[,alpha,beta][,normalised], par exemple « 0,5 »" }
    TEST_BOUNDS { en: "two bounds, or two bounds and two error rates", fr: "deux bornes, ou deux bornes et deux taux d’erreur" }
    TEST_ORDER { en: "elo0 below elo1", fr: "elo0 inférieur à elo1" }
    TEST_RATES { en: "error rates above 0 with a sum below 1", fr: "des taux d’erreur supérieurs à 0 dont la somme est inférieure à 1" }
    ELO { en: "Elo {elo} ± {error}", fr: "Elo {elo} ± {error}" }
    ELO_AT_LEAST { en: "Elo {elo} (at least {least}, no upper bound)", fr: "Elo {elo} (au moins {least}, sans borne supérieure)" }
    ELO_AT_MOST { en: "Elo {elo} (at most {most}, no lower bound)", fr: "Elo {elo} (au plus {most}, sans borne inférieure)" }
    ALL_ALIKE { en: "no Elo estimate: all results are alike", fr: "pas d’estimation Elo : tous les résultats sont pareils" }
    FEW_GAMES { en: "no Elo estimate: too few games", fr: "pas d’estimation Elo : trop peu de parties" }
    REPEAT { en: "{seconds} s; repeat with: {command}", fr: "{seconds} s ; à refaire avec : {command}" }
    TRANSPOSITIONS { en: "does sharing statistics between transpositions make UCT and RAVE faster or stronger at Breakthrough?", fr: "partager les statistiques entre transpositions rend-il UCT et RAVE plus rapides ou plus forts à Breakthrough ?" }
    RAVE { en: "how often do AMAF, RAVE and GRAVE beat UCT as the number of playouts grows?", fr: "combien de fois AMAF, RAVE et GRAVE battent-ils UCT à mesure que les simulations augmentent ?" }
    THREADS { en: "how much faster and stronger is UCT with more threads?", fr: "de combien UCT est-il plus rapide et plus fort avec plus de fils d’exécution ?" }
    VIRTUAL_LOSS { en: "which virtual loss works best when threads share a tree?", fr: "quelle perte virtuelle convient le mieux quand des fils partagent un arbre ?" }
    EVALUATION { en: "how often does Othello's six-term evaluation beat the others at equal depth?", fr: "combien de fois l’évaluation d’Othello à six termes bat-elle les autres à profondeur égale ?" }
    ORDERING { en: "how many nodes does each ordering and pruning rule save in alpha-beta?", fr: "combien de nœuds chaque règle d’ordre et d’élagage épargne-t-elle à l’alpha-bêta ?" }
    HASH { en: "how often do short keys collide, and how evenly do they fill a table?", fr: "combien de fois des clés courtes se heurtent-elles, et remplissent-elles une table uniformément ?" }
    NO_EXPERIMENT { en: "unknown experiment {name}: expected one of {names}", fr: "expérience inconnue {name} ; choix possibles : {names}" }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_message_is_translated() {
        quadrille_core::words::check(super::ALL);
    }
}
