//! What the command line says.

quadrille_core::words! { "cli";
    NOTHING_TO_SEARCH { en: "{option} 0 leaves nothing to search: expected at least 1", fr: "{option} 0 ne laisse rien à chercher : attendu au moins 1" }
    TIME_UNIT { en: "the time {text} has the unit {unit}: expected ms, s, m or h", fr: "la durée {text} a l’unité {unit} : attendu ms, s, m ou h" }
    TIME_NUMBER { en: "the time {text} is not a number with a unit, such as 500ms or 5s", fr: "la durée {text} n’est pas un nombre suivi d’une unité, comme 500ms ou 5s" }
    TIME_ZERO { en: "the time {text} is too short: expected more than zero", fr: "la durée {text} est trop courte : attendu plus de zéro" }
    SGF_OF { en: "--sgf reads {read} games: use --position for {game}", fr: "--sgf lit des parties de {read} : utilisez --position pour {game}" }
    MOVE { en: "move {number}: {why}", fr: "coup {number} : {why}" }
    NOT_UTF8 { en: "{option} is not valid UTF-8: {text}", fr: "{option} n’est pas de l’UTF-8 valide : {text}" }
    SPEAKS { en: "{game} has no GTP interface: expected {protocols}", fr: "{game} n’a pas d’interface GTP : attendu {protocols}" }
    OUR_PLAYER { en: "{player} is another program: expected one of our algorithms", fr: "{player} est un autre programme : attendu l’un de nos algorithmes" }
    NO_FORMULA { en: "nothing on standard input: expected a formula", fr: "rien sur l’entrée standard : attendu une formule" }
    ZOOMS { en: "invalid --zooms {zooms}: expected 1 to {most}", fr: "--zooms {zooms} n’est pas valable : attendu 1 à {most}" }
    HOLDOUT { en: "invalid --holdout {share}: expected a share from 0 to less than 1, such as 0.01", fr: "--holdout {share} n’est pas valable : attendu une part de 0 à moins de 1, comme 0.01" }
    NOT_LEARNED { en: "--method {method} needs no training: expected model or zoom (back-off uses the counts of either, knn the positions saved with a model)", fr: "--method {method} ne s’apprend pas : attendu model ou zoom (back-off utilise les comptes de l’un ou l’autre, knn les positions enregistrées avec un modèle)" }
    NO_DRAWING_RULES { en: "{game} has no drawing rules", fr: "{game} n’a pas de règles de nulle" }
    NOTHING_TO_UNDO { en: "no move to take back", fr: "il n’y a pas de coup à reprendre" }
    NO_MOVE_FOUND { en: "the engine found no move", fr: "le moteur n’a pas trouvé de coup" }
    GAME_OVER { en: "the game is over", fr: "la partie est finie" }
    NO_GAMES_AT_ONCE { en: "nothing to play: expected at least 1 game and a concurrency of at least 1", fr: "rien à jouer : attendu au moins 1 partie et une concurrence d’au moins 1" }
    OPENINGS { en: "--openings {text}: expected random:PLIES", fr: "--openings {text} : attendu random:DEMI-COUPS" }
    RESIGN { en: "--resign {text}: expected MOVES,SCORE, such as 4,8", fr: "--resign {text} : attendu COUPS,SCORE, comme 4,8" }
    DRAW { en: "--draw {text}: expected MOVES,SCORE,AFTER, such as 8,0.1,80", fr: "--draw {text} : attendu COUPS,SCORE,APRÈS, comme 8,0.1,80" }
    NOT_A_NUMBER { en: "{word} in {text} is not a number of at least 0", fr: "{word} dans {text} n’est pas un nombre positif ou nul" }
    NUMBER_RANGE { en: "invalid {option} {number}: expected a number from 0 to {most}", fr: "{option} {number} n’est pas valable : attendu un nombre de 0 à {most}" }
    NO_WTHOR { en: "no games found in {paths}: expected WTHOR files (.wtb)", fr: "aucune partie dans {paths} : attendu des fichiers WTHOR (.wtb)" }
    PUBLIC { en: "Other machines: {link}  Anyone with this link can play here; players see only their own games. Traffic is not encrypted: use it in a classroom, not on the open internet.", fr: "Autres machines : {link}  Toute personne qui a ce lien peut jouer ici ; chacun ne voit que ses parties. Rien n’est chiffré : pour une classe, pas pour internet." }
    BAD_CODE { en: "invalid code {code}: expected at least 6 letters, digits or hyphens", fr: "le code {code} n’est pas valable : attendu au moins 6 lettres, chiffres ou traits d’union" }
    NOT_GAMES { en: "{path} is not a file of chess games: expected one written by `quadrille data chess`", fr: "{path} n’est pas un fichier de parties d’échecs : attendu un fichier écrit par `quadrille data chess`" }
    NO_QUIET_POSITION { en: "these games have no quiet position to learn from", fr: "ces parties n’ont aucune position calme dont apprendre" }
    NO_EVALUATION { en: "unknown evaluation {name}: expected {expected}", fr: "évaluation inconnue {name} : attendu {expected}" }
    NO_ADDRESS { en: "{host} is not an address of this machine", fr: "{host} n’est pas une adresse de cette machine" }
    DRAWS_OF { en: "{game} has no drawing rules: expected chess", fr: "{game} n’a pas de règles de nulle : attendu chess" }
    WITHOUT_COUNTS { en: "{file} is a model without counts: expected --method model", fr: "{file} est un modèle sans comptes : attendu --method model" }
    KNN_NEEDS_RECORDS { en: "--method knn needs recorded games: give --records PATH, or --patterns FILE with FILE.records beside it", fr: "--method knn a besoin de parties : donnez --records CHEMIN, ou --patterns FICHIER avec FICHIER.records à côté" }
    TABLES { en: "{file} holds tables: expected --method zoom or back-off", fr: "{file} contient des tables : attendu --method zoom ou back-off" }
    NO_GAME_IN { en: "{file}: no game found", fr: "{file} : aucune partie" }
    NOTHING_TO_PREDICT { en: "no position to predict in {paths}", fr: "aucune position à prédire dans {paths}" }
    SIZE_19 { en: "a board of {size} lines is too large: expected at most 19", fr: "un plateau de {size} lignes est trop grand : attendu 19 au plus" }
    THREADS { en: "invalid number of threads {text}: expected 1 to {most}", fr: "nombre de fils d’exécution {text} non valable : attendu 1 à {most}" }
    NO_SUCH_FILE { en: "no such file: {path}", fr: "ce fichier n’existe pas : {path}" }
    NO_MEMORY { en: "--memory 0 leaves no room for tables: expected at least 1 MiB", fr: "--memory 0 ne laisse pas de place aux tables : attendu au moins 1 Mio" }
    EVERY { en: "--every needs a format of positions (position, epd, obf): {target} holds games", fr: "--every demande un format de positions (position, epd, obf) : {target} contient des parties" }
    JSON_TO_PIPE { en: "--json needs an output file: with \"-\" standard output is already taken", fr: "--json demande un fichier de sortie : avec « - » la sortie standard est déjà prise" }
    NO_TARGET { en: "cannot tell the output format from {name}: use --to FORMAT", fr: "le nom {name} ne dit pas le format à écrire : utilisez --to FORMAT" }
    TRACE_ENDING { en: "{file} does not say what to write: expected a name that ends in .jsonl, .svg or .dot", fr: "{file} ne dit pas quoi écrire : attendu un nom qui finit par .jsonl, .svg ou .dot" }
    TRACE_MOST { en: "--most {given}: expected 1 to {most} events", fr: "--most {given} : attendu 1 à {most} événements" }
    NO_TREE { en: "no tree to search: use --position, such as \"((+3+12+8)(+2+4+6))\"", fr: "pas d’arbre à explorer : utilisez --position, par exemple \"((+3+12+8)(+2+4+6))\"" }
    TRACED { en: "{events} events, {nodes} nodes, best move {best}: {file}", fr: "{events} événements, {nodes} nœuds, meilleur coup {best} : {file}" }
    TRACE_CUT_OFF { en: "note: cut off after {most} events; {missed} more happened (--most N keeps more)", fr: "note : coupé après {most} événements ; il y en a eu {missed} de plus (--most N en garde davantage)" }
    TRACE_DRAWN { en: "note: the drawing has {drawn} of {nodes} nodes; + says how many are left out", fr: "note : le dessin a {drawn} nœuds sur {nodes} ; + dit combien manquent" }
    NO_RECORDS { en: "no game and no position found", fr: "ni partie ni position" }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_message_is_translated() {
        quadrille_core::words::check(super::ALL);
    }
}
