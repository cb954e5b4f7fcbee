//! What the command line says.

quadrille_core::words! { "cli";
    NOTHING_TO_SEARCH { en: "{option} 0 leaves nothing to search: expected at least 1", fr: "{option} 0 ne laisse rien à chercher : attendu au moins 1" }
    TIME_UNIT { en: "the time {text} has the unit {unit}: expected ms, s, m or h", fr: "la durée {text} a l’unité {unit} : attendu ms, s, m ou h" }
    TIME_NUMBER { en: "the time {text} is not a number with a unit, such as 500ms or 5s", fr: "la durée {text} n’est pas un nombre suivi d’une unité, comme 500ms ou 5s" }
    TIME_ZERO { en: "the time {text} leaves nothing to think with: expected more than zero", fr: "la durée {text} ne laisse pas de temps : attendu plus de zéro" }
    SGF_OF { en: "--sgf reads {read} games; {game} positions are given with --position", fr: "--sgf lit des parties de {read} ; les positions de {game} se donnent avec --position" }
    MOVE { en: "move {number}: {why}", fr: "coup {number} : {why}" }
    NOT_UTF8 { en: "{option} is not valid UTF-8: {text}", fr: "{option} n’est pas de l’UTF-8 valide : {text}" }
    SPEAKS { en: "{game} does not speak GTP: expected {protocols}", fr: "{game} ne parle pas GTP : attendu {protocols}" }
    OUR_PLAYER { en: "the player {player} is another program: expected one of our own", fr: "le joueur {player} est un autre programme : attendu l’un des nôtres" }
    NO_FORMULA { en: "nothing on standard input: expected a formula", fr: "rien sur l’entrée standard : attendu une formule" }
    ZOOMS { en: "--zooms {zooms} is not possible: expected 1 to {most}", fr: "--zooms {zooms} n’est pas possible : attendu 1 à {most}" }
    HOLDOUT { en: "--holdout {share} is not a share: expected 0 to below 1, such as 0.01", fr: "--holdout {share} n’est pas une part : attendu de 0 à moins de 1, comme 0.01" }
    NOT_LEARNED { en: "--method {method}: nothing is learned for it, expected model or zoom (back-off reads the counts of either, knn the positions beside a model)", fr: "--method {method} : rien n’est appris pour elle, attendu model ou zoom (back-off lit les comptes de l’un ou l’autre, knn les positions à côté d’un modèle)" }
    NO_DRAWING_RULES { en: "{game} has no drawing rules", fr: "{game} n’a pas de règles de nulle" }
    NOTHING_TO_UNDO { en: "there is no move to take back", fr: "il n’y a pas de coup à reprendre" }
    NO_MOVE_FOUND { en: "the engine found no move", fr: "le moteur n’a pas trouvé de coup" }
    GAME_OVER { en: "the game is over", fr: "la partie est finie" }
    NO_GAMES_AT_ONCE { en: "no games can be played at once or at all: expected at least 1 of both", fr: "aucune partie ne peut être jouée : attendu au moins 1 partie, et au moins 1 à la fois" }
    OPENINGS { en: "--openings {text}: expected random:PLIES", fr: "--openings {text} : attendu random:DEMI-COUPS" }
    RESIGN { en: "--resign {text}: expected MOVES,SCORE, such as 4,8", fr: "--resign {text} : attendu COUPS,SCORE, comme 4,8" }
    DRAW { en: "--draw {text}: expected MOVES,SCORE,AFTER, such as 8,0.1,80", fr: "--draw {text} : attendu COUPS,SCORE,APRÈS, comme 8,0.1,80" }
    NOT_A_NUMBER { en: "{word} in {text} is not a number from 0 up", fr: "{word} dans {text} n’est pas un nombre à partir de 0" }
    NUMBER_RANGE { en: "{option} {number} is not possible: expected a number from 0 to {most}", fr: "{option} {number} n’est pas possible : attendu un nombre de 0 à {most}" }
    NO_WTHOR { en: "there is no game in {paths}: expected WTHOR files (.wtb)", fr: "il n’y a pas de partie dans {paths} : attendu des fichiers WTHOR (.wtb)" }
    NOT_GAMES { en: "{path} is not a file of chess games: expected one written by `quadrille data chess`", fr: "{path} n’est pas un fichier de parties d’échecs : attendu un fichier écrit par `quadrille data chess`" }
    NO_QUIET_POSITION { en: "these games have no quiet position to learn from", fr: "ces parties n’ont aucune position calme dont apprendre" }
    NO_EVALUATION { en: "there is no evaluation {name}: expected {expected}", fr: "il n’y a pas d’évaluation {name} : attendu {expected}" }
    PUBLIC { en: "Other machines: {link}  Whoever has this link can play here; the games of others stay theirs. It is not encrypted: for a classroom, not for the open internet.", fr: "Autres machines : {link}  Qui a ce lien peut jouer ici ; les parties des autres restent les leurs. Rien n’est chiffré : pour une classe, pas pour tout l’internet." }
    BAD_CODE { en: "the code {code} is too weak or not plain: expected at least 6 letters, digits or hyphens", fr: "le code {code} est trop faible ou pas simple : attendu au moins 6 lettres, chiffres ou traits d’union" }
    NO_ADDRESS { en: "{host} is not an address of this machine", fr: "{host} n’est pas une adresse de cette machine" }
    DRAWS_OF { en: "`draws` knows the drawing rules of games that have some; {game} has none", fr: "`draws` connaît les règles de nulle des jeux qui en ont ; {game} n’en a pas" }
    WITHOUT_COUNTS { en: "{file}: this is a model without counts, expected --method model", fr: "{file} : c’est un modèle sans comptes, attendu --method model" }
    KNN_NEEDS_RECORDS { en: "--method knn predicts from recorded games: name them with --records PATH, or a model that has FILE.records beside it with --patterns FILE", fr: "--method knn prédit d’après des parties : nommez-les avec --records CHEMIN, ou avec --patterns FICHIER un modèle qui a FICHIER.records à côté" }
    TABLES { en: "{file}: these are tables, expected --method zoom or back-off", fr: "{file} : ce sont des tables, attendu --method zoom ou back-off" }
    NO_GAME_IN { en: "{file}: there is no game in it", fr: "{file} : il n’y a pas de partie dedans" }
    SIZE_19 { en: "--size {size}: expected at most 19", fr: "--size {size} : attendu 19 au plus" }
    THREADS { en: "{text} threads cannot be run: expected 1 to {most}", fr: "{text} fils d’exécution sont impossibles : attendu 1 à {most}" }
    NO_SUCH_FILE { en: "there is no file {path}", fr: "il n’y a pas de fichier {path}" }
    NO_MEMORY { en: "--memory 0 leaves no room for tables: expected at least 1 MiB", fr: "--memory 0 ne laisse pas de place aux tables : attendu au moins 1 Mio" }
    EVERY { en: "--every is for formats of positions (position, epd, obf): {target} holds games", fr: "--every est pour les formats de positions (position, epd, obf) : {target} contient des parties" }
    JSON_TO_PIPE { en: "--json describes a file that was written: with \"-\" standard output is the file", fr: "--json décrit un fichier écrit : avec « - » la sortie standard est le fichier" }
    NO_TARGET { en: "the name {name} does not say which format to write: expected --to FORMAT", fr: "le nom {name} ne dit pas quel format écrire : attendu --to FORMAT" }
    NO_RECORDS { en: "there is no game and no position in it", fr: "il n’y a ni partie ni position dedans" }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_message_is_translated() {
        quadrille_core::words::check(super::ALL);
    }
}
