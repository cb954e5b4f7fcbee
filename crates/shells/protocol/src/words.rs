//! Messages of the protocols. Texts fixed by a standard, such as GTP's `cannot undo`, are always sent in English.

quadrille_core::words! { "protocol";
    UCI_COMMAND { en: "unknown command {line}: expected uci, isready, position, go, stop, …", fr: "commande inconnue {line} ; choix possibles : uci, isready, position, go, stop, …" }
    UNKNOWN_COMMAND { en: "unknown command {name}", fr: "commande inconnue {name}" }
    LINE_TOO_LONG { en: "the line was too long and has been ignored", fr: "la ligne était trop longue et a été ignorée" }
    NO_OPTION_NAME { en: "setoption without a name: expected `setoption name NAME value VALUE`", fr: "setoption sans nom : il faut `setoption name NOM value VALEUR`" }
    NO_POSITION { en: "invalid position command: expected `position startpos` or `position fen FEN`, then `moves …`", fr: "commande position non valide : il faut `position startpos` ou `position fen FEN`, puis `moves …`" }
    NO_LIMIT { en: "unknown limit {word} in go: expected {names}", fr: "limite inconnue {word} dans go ; choix possibles : {names}" }
    NO_WHOLE_NUMBER { en: "invalid {name} {text}: expected a whole number", fr: "{name} {text} n’est pas valide : il faut un nombre entier" }
    NO_NUMBER { en: "invalid {name} {text}: expected a number", fr: "{name} {text} n’est pas valide : il faut un nombre" }
    BUSY { en: "{what} is not possible during a search: send stop first", fr: "{what} est impossible pendant une recherche : envoyez d’abord stop" }
    MOVE_OF_POSITION { en: "move {number} of the position: {why}", fr: "coup {number} de la position : {why}" }
    MOVE_OF_GAME { en: "move {number} of the game: {why}", fr: "coup {number} de la partie : {why}" }
    NO_PONDER { en: "ponderhit without go ponder", fr: "ponderhit sans go ponder" }
    PERFT_TOO_DEEP { en: "perft {depth} would take too long: expected at most {most}", fr: "perft {depth} prendrait trop de temps : il faut {most} au plus" }
    BENCH_STOPPED { en: "bench was stopped", fr: "bench a été arrêté" }
    NO_OPTION { en: "unknown option {name}: `uci` lists them", fr: "option inconnue {name} : `uci` les énumère" }
    OPTION_RANGE { en: "invalid option {name} = {text}: expected a whole number from {least} to {most}", fr: "option non valide {name} = {text} : il faut un nombre entier de {least} à {most}" }
    OPTION_SWITCH { en: "invalid option {name} = {text}: expected true or false", fr: "option non valide {name} = {text} : il faut true ou false" }
    BOOK { en: "the book {path} cannot be used: {why}", fr: "la bibliothèque {path} est inutilisable : {why}" }
    BOOK_TOO_LARGE { en: "it has {length} bytes: expected at most {most}", fr: "elle a {length} octets : il faut {most} au plus" }
    ARGUMENT_MISSING { en: "argument {number} of {command} is missing: expected {expected}", fr: "il manque à {command} l’argument {number} : {expected}" }
    ARGUMENT { en: "invalid argument {text}: expected {expected}", fr: "argument non valide {text} : il faut {expected}" }
    NO_COLOUR { en: "{text} is not a colour: expected b, black, w or white", fr: "{text} n’est pas une couleur : il faut b, black, w ou white" }
    NO_VALUE { en: "{word} has no value", fr: "{word} n’a pas de valeur" }
    A_COLOUR { en: "a colour (b or w)", fr: "une couleur (b ou w)" }
    A_FILE { en: "a file name", fr: "un nom de fichier" }
    A_KOMI { en: "a number such as 7.5", fr: "un nombre comme 7.5" }
    A_MOVE { en: "a move", fr: "un coup" }
    A_MOVE_NUMBER { en: "a move number", fr: "un numéro de coup" }
    A_STATUS { en: "alive, dead or seki", fr: "alive, dead ou seki" }
    A_TIME { en: "a time in seconds", fr: "un temps en secondes" }
    LINES { en: "a board size", fr: "une taille de goban" }
    STONES { en: "a number of stones", fr: "un nombre de pierres" }
    NO_TOOL { en: "unknown tool {name}", fr: "outil inconnu {name}" }
    NO_ARGUMENT { en: "unknown argument {name}", fr: "argument inconnu {name}" }
    NEEDS_ARGUMENT { en: "the argument {name} is missing", fr: "l’argument {name} manque" }
    BAD_ARGUMENT { en: "invalid argument {name}: see the tool's input schema", fr: "l’argument {name} n’est pas valide : voir le schéma de l’outil" }
    TOO_MANY_MOVES { en: "too many moves: expected at most {most}", fr: "trop de coups : {most} au plus" }
    GAME_IS_OVER { en: "the game is over", fr: "la partie est finie" }
    UNACCEPTABLE_SIZE { en: "unacceptable size", fr: "taille inacceptable" }
    BOARD_NOT_EMPTY { en: "board not empty", fr: "le plateau n’est pas vide" }
    CANNOT_UNDO { en: "cannot undo", fr: "rien à reprendre" }
    CANNOT_LOAD { en: "cannot load file {path}: {why}", fr: "impossible de lire le fichier {path} : {why}" }
    ILLEGAL_MOVE { en: "illegal move: {why}", fr: "coup illégal : {why}" }
    STATUS { en: "invalid status {kind}: expected alive, dead or seki", fr: "état non valide {kind} : il faut alive, dead ou seki" }
    GAME_OVER { en: "the game is over", fr: "la partie est finie" }
    GAME_OVER_WITH { en: "the game is over ({outcome})", fr: "la partie est finie ({outcome})" }
    OTHER_TURN { en: "it is {mover}'s turn, not {player}'s", fr: "c’est à {mover} de jouer, pas à {player}" }
    KOMI { en: "invalid komi {komi}: expected a number such as 7.5", fr: "komi non valide {komi} : il faut un nombre comme 7.5" }
    NAMED_TWICE { en: "{point} is named twice", fr: "{point} est nommé deux fois" }
    TWO_POINTS { en: "set_free_handicap needs at least two points", fr: "set_free_handicap demande au moins deux points" }
    NO_POINTS { en: "this game has no score in points", fr: "ce jeu ne se compte pas en points" }
    NO_MOVE { en: "no legal move", fr: "aucun coup légal" }
    NO_SETTING { en: "{name} cannot be set: expected depth, game or contempt", fr: "{name} ne peut pas être réglé ; choix possibles : depth, game ou contempt" }
    NO_SQUARE { en: "the move {text} has no square", fr: "le coup {text} ne nomme pas de case" }
    NO_GAME { en: "the game cannot be read: {error}", fr: "la partie ne peut pas être lue : {error}" }
    /// A program could not be started.
    NOT_STARTED { en: "the program {command} could not be started: {why}", fr: "le programme {command} n’a pas pu être lancé : {why}" }
    NO_COMMAND { en: "the command is empty", fr: "la commande est vide" }
    /// A program did not answer in time.
    SILENT { en: "no answer to {asked} within {seconds} s", fr: "pas de réponse à {asked} en {seconds} s" }
    /// A program ended, or closed its output.
    ENDED { en: "the program ended before it answered {asked}", fr: "le programme s’est terminé avant de répondre à {asked}" }
    /// A program refused a command.
    REFUSED { en: "the program refused {asked}: {answer}", fr: "le programme a refusé {asked} : {answer}" }
    GTP_POSITION { en: "GTP has no command for a position in the middle of a game", fr: "GTP n’a pas de commande pour une position en cours de partie" }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_message_is_translated() {
        quadrille_core::words::check(super::ALL);
    }
}
