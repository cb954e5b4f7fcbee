//! What the server says.

quadrille_core::words! { "web";
    // The server itself.
    ADDRESS_REFUSED { en: "the server cannot listen on {address}: {error}", fr: "le serveur ne peut pas écouter sur {address} : {error}" }
    SERVER_STOPPED { en: "the server stopped: {error}", fr: "le serveur s’est arrêté : {error}" }
    SHUTTING_DOWN { en: "the server is shutting down", fr: "le serveur s’arrête" }

    NOT_ADMITTED { en: "this server needs a code: open the link you were given, which ends in ?code=…", fr: "ce serveur demande son code : ouvrez le lien reçu, qui finit par ?code=…" }
    NOT_YOURS { en: "this game belongs to somebody else", fr: "cette partie est à quelqu’un d’autre" }
    SLOW_WORK { en: "this took longer than {seconds} s and was cancelled; the command line has no such limit", fr: "cela prend plus de {seconds} s et a été abandonné ; la ligne de commande n’a pas cette limite" }
    SLOW_BODY { en: "the body did not arrive within {seconds} s", fr: "le corps de la requête n’est pas arrivé en {seconds} s" }
    WORK_FAILED { en: "the work failed inside the server", fr: "le travail a échoué dans le serveur" }
    WAITING { en: "waiting for the engine; {ahead} ahead of you", fr: "en attente du moteur ; {ahead} avant vous" }
    SHORTENED { en: "others were waiting, so this search ended after {seconds} s", fr: "d’autres attendaient : cette recherche s’est arrêtée après {seconds} s" }

    // Titles of problems.
    MALFORMED { en: "The request cannot be read", fr: "La requête ne peut pas être lue" }
    REFUSED { en: "The rules do not allow this", fr: "Les règles ne le permettent pas" }
    OUTDATED { en: "The game has moved on", fr: "La partie a avancé" }
    NOT_FOUND { en: "There is nothing here", fr: "Il n’y a rien ici" }
    METHOD { en: "This address does not accept that method", fr: "Cette adresse n’accepte pas cette méthode" }
    FOREIGN { en: "The request comes from another site", fr: "La requête vient d’un autre site" }
    TOO_LARGE { en: "The request is too large", fr: "La requête est trop grande" }
    BUSY { en: "The server is busy", fr: "Le serveur est occupé" }
    FAULT { en: "The server failed", fr: "Le serveur a échoué" }

    // Requests.
    BODY { en: "invalid request body: {error}", fr: "le corps de la requête ne convient pas : {error}" }
    QUERY { en: "invalid query: {error}", fr: "les paramètres de la requête ne conviennent pas : {error}" }
    LARGE_BODY { en: "the body is larger than {most} bytes", fr: "le corps de la requête dépasse {most} octets" }
    NO_PAGE { en: "there is nothing at {path}; the page is at \"/\"", fr: "il n’y a rien à {path} ; la page est à « / »" }
    NO_ADDRESS { en: "there is nothing at {path}; see /api/v1/openapi.json", fr: "il n’y a rien à {path} ; /api/v1/openapi.json dit ce qu’il y a" }
    NO_METHOD { en: "{path} does not accept {method}; see /api/v1/openapi.json", fr: "{path} n’accepte pas {method} ; /api/v1/openapi.json dit ce qu’il y a" }
    NO_ACTION { en: "a game has no action {action}; expected {expected}", fr: "une partie n’a pas d’action {action} ; attendu : {expected}" }
    REPEATED_HEADER { en: "the header {header} occurs more than once", fr: "l’en-tête {header} vient plus d’une fois" }
    HEADER_NOT_TEXT { en: "the header {header} is not plain text", fr: "l’en-tête {header} n’est pas du texte simple" }
    NO_HOST { en: "the request names no host", fr: "la requête ne nomme pas d’hôte" }
    OTHER_HOST { en: "this server does not answer for the host {host}; expected localhost or 127.0.0.1 (--allow-host adds names)", fr: "ce serveur ne répond pas pour l’hôte {host} ; attendu : localhost ou 127.0.0.1 (--allow-host ajoute des noms)" }
    OTHER_ORIGIN { en: "a page of {origin} may not use this server; expected a page of {host}", fr: "une page de {origin} ne peut pas utiliser ce serveur ; attendu : une page de {host}" }
    OTHER_SITE { en: "the browser reports that another site sent this request", fr: "le navigateur dit qu’un autre site a envoyé cette requête" }
    MANY_REQUESTS { en: "too many requests are waiting for this game; try again in a moment", fr: "trop de requêtes attendent cette partie ; réessayez dans un instant" }
    MANY_LISTENERS { en: "{most} listeners are connected, which is the limit", fr: "{most} auditeurs sont connectés, et pas un de plus n’est admis" }

    // Games.
    NO_GAME { en: "there is no game {id} on this server", fr: "il n’y a pas de partie {id} sur ce serveur" }
    MANY_GAMES { en: "{most} games are in progress, which is the limit; finish or delete one", fr: "{most} parties sont en cours, et pas une de plus n’est admise ; finissez-en ou supprimez-en une" }
    GAME_FAILED { en: "the game failed and was stopped; try again, and it resumes from its last move", fr: "la partie a échoué et s’est arrêtée ; réessayez, et elle reprend à son dernier coup" }
    NOT_SAVED { en: "the game could not be saved: {error}", fr: "la partie n’a pas pu être enregistrée : {error}" }
    NOT_DELETED { en: "the game could not be deleted: {error}", fr: "la partie n’a pas pu être supprimée : {error}" }
    DAMAGED_FILE { en: "the file {path} is damaged; it was left as it is", fr: "le fichier {path} est endommagé ; il est resté tel quel" }
    STORED_FORM { en: "it was not written by this program: {error}", fr: "elle n’a pas été écrite par ce programme : {error}" }
    STORED_UNREADABLE { en: "the stored game {id} cannot be read: {why}", fr: "la partie enregistrée {id} ne peut être lue : {why}" }
    LONG_MOVE { en: "a text of {length} characters is not a move; the limit is {most}", fr: "un texte de {length} caractères n’est pas un coup ; {most} au plus" }
    LONG_SETUP { en: "a text of {length} characters is not a position or rule set; the limit is {most}", fr: "un texte de {length} caractères n’est ni une position ni une règle ; {most} au plus" }
    LONG_PLAYER { en: "the player is described with {length} characters; the limit is {most}", fr: "le joueur est décrit par {length} caractères ; {most} au plus" }
    MANY_MOVES { en: "{moves} moves are too many; a game holds at most {most}", fr: "{moves} coups, c’est trop ; une partie en contient {most} au plus" }
    BAD_CLOCK { en: "a clock of {limit} + {increment} seconds is not supported; expected 1 second to a day", fr: "une pendule de {limit} + {increment} secondes n’est pas prise en charge ; attendu : d’une seconde à un jour" }
    MOVE_REFUSED { en: "move {number} of the game cannot be played: {why}", fr: "le coup {number} de la partie ne peut être joué : {why}" }
    NODE_REFUSED { en: "node {number} of the tree: {why}", fr: "nœud {number} de l’arbre : {why}" }
    BEFORE_PARENT { en: "it comes before its parent {parent}", fr: "il vient avant son parent {parent}" }
    TREE_FULL { en: "the game has {most} positions, which is the limit", fr: "la partie a {most} positions et n’en contient pas plus" }
    NO_NODE { en: "the game has no position {node}; it has {nodes}", fr: "la partie n’a pas de position {node} ; elle en a {nodes}" }
    START_STAYS { en: "the start position cannot be deleted", fr: "la position de départ ne peut être supprimée" }
    RESIGNATION { en: "resignation", fr: "abandon" }
    TIME { en: "time", fr: "temps" }
    AFTER_THE_END { en: "the move {move} comes after the end of the game ({reason})", fr: "le coup {move} vient après la fin de la partie ({reason})" }
    ALREADY_OVER { en: "the game is already over ({reason})", fr: "la partie est déjà finie ({reason})" }
    MOVED_ON { en: "the move {move} was meant for another position; the game has moved on since", fr: "le coup {move} visait une autre position ; la partie a avancé depuis" }
    ENGINES_TURN { en: "the move {move} cannot be played: it is the engine's turn", fr: "le coup {move} ne peut être joué : c’est au moteur" }
    NOTHING_TO_UNDO { en: "no move to take back", fr: "il n’y a pas de coup à reprendre" }
    NOTHING_TO_REDO { en: "no move to play again", fr: "il n’y a pas de coup à rejouer" }
    NOTHING_TO_ADVISE { en: "the game is over ({reason}); there is nothing to advise", fr: "la partie est finie ({reason}) ; il n’y a rien à conseiller" }
    ENGINE_NEEDS_NO_ADVICE { en: "it is the engine's turn; it needs no advice", fr: "c’est au moteur de jouer ; il n’a pas besoin de conseil" }
    NO_MOVE_FOUND { en: "the engine found no move", fr: "le moteur n’a pas trouvé de coup" }
    ENGINE_MOVE_REFUSED { en: "the engine's move was refused: {why}", fr: "le coup du moteur a été refusé : {why}" }
    NO_SEARCH_THREAD { en: "cannot start a thread for the search: {error}", fr: "aucun fil n’a pu être lancé pour la recherche : {error}" }
    SEARCH_FAILED { en: "the search {player} failed at this position; other games go on", fr: "la recherche {player} a échoué dans cette position ; les autres parties continuent" }

    // Positions, patterns, formulas.
    PIECES_ON_BOARD { en: "{pieces} pieces were drawn on a board of {cells} cells", fr: "{pieces} pièces dessinées sur un plateau de {cells} cases" }
    NOT_DRAWN { en: "positions of {game} cannot be set up piece by piece", fr: "les positions de {game} ne se composent pas pièce par pièce" }
    NO_TERRITORY { en: "{game} counts no territory", fr: "{game} ne compte pas de territoire" }
    OWNERSHIP_FAILED { en: "the playouts failed", fr: "les parties simulées ont échoué" }
    NO_PIECE { en: "there is no piece on {cell} that could be taken off", fr: "il n’y a pas de pièce à enlever en {cell}" }
    NOT_COUNTED { en: "dead pieces are taken off at the end of a game, under rules that do so", fr: "les pièces mortes s’enlèvent à la fin d’une partie, si la règle le veut" }
    NO_PATTERNS { en: "there are no learned patterns for {game}", fr: "il n’y a pas de motifs appris pour {game}" }
    OTHER_BOARD { en: "patterns are known for boards of up to 19 lines on which every stone has a liberty", fr: "les motifs sont connus pour les gobans de 19 lignes au plus dont chaque pierre a une liberté" }
    PATTERNS_FAILED { en: "the patterns failed at this position", fr: "les motifs ont échoué dans cette position" }
    LONG_FORMULA { en: "the formula and its choices have {length} characters; the limit is {most}", fr: "la formule et ses choix ont {length} caractères ; {most} au plus" }
    LARGE_BOARD { en: "the board has {rows} rows and {columns} columns: more than the {most} points a page can show; `quadrille sat2go` compiles it", fr: "le goban a {rows} lignes et {columns} colonnes : plus que les {most} intersections qu’une page peut montrer ; « quadrille sat2go » le compile" }
    // Lessons and watched searches.
    LESSON { en: "the lesson {name} cannot be read: {why}", fr: "la leçon {name} ne peut être lue : {why}" }
    LESSON_FILE { en: "{path} cannot be read: {error}", fr: "{path} ne peut être lu : {error}" }
    NO_LESSONS { en: "there is no lesson in {path}: expected folders with a lesson.json", fr: "il n’y a pas de leçon dans {path} : attendu des dossiers avec un lesson.json" }
    NO_LESSON { en: "there is no lesson {name}", fr: "il n’y a pas de leçon {name}" }
    NO_EXERCISE { en: "step {step} of the lesson {name} asks nothing", fr: "l’étape {step} de la leçon {name} ne demande rien" }
    NO_SOLUTION { en: "the exercise has no answer: its node, move or figure does not occur in the search", fr: "l’exercice n’a pas de réponse : son nœud, son coup ou son chiffre n’apparaît pas dans la recherche" }
    LONG_ANSWER { en: "an answer of {length} characters is too long; the limit is {most}", fr: "une réponse de {length} caractères est trop longue ; {most} au plus" }
    BAD_WEIGHT { en: "{text} is not a weight; expected men, corners, edges or moves with a number, such as corners=10", fr: "{text} n’est pas un poids ; attendu men, corners, edges ou moves avec un nombre, comme corners=10" }
    CONTEST { en: "Your evaluation won {wins}, drew {draws} and lost {losses}.", fr: "Votre évaluation : {wins} gagnées, {draws} nulles, {losses} perdues." }
    TRACE_LIMIT { en: "a watched search needs a depth, a number of nodes or a number of playouts", fr: "une recherche observée demande une profondeur, un nombre de nœuds ou de simulations" }
    FORMULA_REFUSED { en: "{why}", fr: "{why}" }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_message_is_translated() {
        quadrille_core::words::check(super::ALL);
    }
}
