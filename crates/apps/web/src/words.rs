//! What the server says.

quadrille_core::words! { "web";
    // The server itself.
    PORT_TAKEN { en: "{address} is in use, perhaps by another Quadrille: use another --port, or --port 0 for any free one", fr: "{address} est déjà utilisé, peut-être par un autre Quadrille : choisissez un autre --port, ou --port 0 pour un port libre" }
    ADDRESS_REFUSED { en: "the server cannot listen on {address}: {error}", fr: "le serveur ne peut pas écouter sur {address} : {error}" }
    SERVER_STOPPED { en: "the server stopped: {error}", fr: "le serveur s’est arrêté : {error}" }
    SHUTTING_DOWN { en: "the server is shutting down", fr: "le serveur s’arrête" }

    NOT_ADMITTED { en: "this server needs a code: open the link you were given, which ends in ?code=…", fr: "ce serveur exige un code : ouvrez le lien que vous avez reçu, qui se termine par ?code=…" }
    NOT_YOURS { en: "this game belongs to someone else", fr: "cette partie appartient à quelqu’un d’autre" }
    SLOW_WORK { en: "this took longer than the {seconds} s a request may take; the command line has no such limit", fr: "cela dépasse les {seconds} s accordées à une requête ; la ligne de commande n’a pas cette limite" }
    SLOW_BODY { en: "the request body did not arrive within {seconds} s", fr: "le corps de la requête n’est pas arrivé en {seconds} s" }
    WORK_FAILED { en: "the server failed while handling this request", fr: "le serveur a échoué en traitant cette requête" }
    WAITING { en: "waiting for the engine; {ahead} ahead of you in the queue", fr: "en attente du moteur ; {ahead} avant vous dans la file" }
    SHORTENED { en: "others were waiting, so this search ended after {seconds} s", fr: "d’autres attendaient : cette recherche s’est arrêtée après {seconds} s" }

    // Titles of problems.
    MALFORMED { en: "The request cannot be read", fr: "La requête ne peut pas être lue" }
    REFUSED { en: "The rules do not allow this", fr: "Les règles ne le permettent pas" }
    OUTDATED { en: "The game has moved on", fr: "La partie a continué entre-temps" }
    NOT_FOUND { en: "Not found", fr: "Introuvable" }
    METHOD { en: "This address does not accept that method", fr: "Cette adresse n’accepte pas cette méthode" }
    FOREIGN { en: "The request comes from another site", fr: "La requête vient d’un autre site" }
    TOO_LARGE { en: "The request is too large", fr: "La requête est trop grande" }
    BUSY { en: "The server is busy", fr: "Le serveur est occupé" }
    FAULT { en: "Internal server error", fr: "Erreur interne du serveur" }

    // Requests.
    BODY { en: "invalid request body: {error}", fr: "corps de requête non valide : {error}" }
    QUERY { en: "invalid query: {error}", fr: "paramètres de requête non valides : {error}" }
    LARGE_BODY { en: "the request body is larger than {most} bytes", fr: "le corps de la requête dépasse {most} octets" }
    NO_PAGE { en: "there is nothing at {path}; the page is at \"/\"", fr: "il n’y a rien à {path} ; la page est à « / »" }
    NO_ADDRESS { en: "there is nothing at {path}; see /api/v1/openapi.json", fr: "il n’y a rien à {path} ; voir /api/v1/openapi.json" }
    NO_METHOD { en: "{path} does not accept {method}; see /api/v1/openapi.json", fr: "{path} n’accepte pas {method} ; voir /api/v1/openapi.json" }
    NOT_A_MOVE { en: "{move} is not a move: only records set up positions", fr: "{move} n’est pas un coup : seuls les enregistrements placent des pièces" }
    NO_ACTION { en: "a game has no action {action}: expected {expected}", fr: "une partie n’a pas d’action {action} ; choix possibles : {expected}" }
    REPEATED_HEADER { en: "the header {header} appears more than once", fr: "l’en-tête {header} apparaît plus d’une fois" }
    HEADER_NOT_TEXT { en: "the header {header} is not plain text", fr: "l’en-tête {header} n’est pas du texte simple" }
    NO_HOST { en: "the request does not name a host", fr: "la requête n’indique pas d’hôte" }
    OTHER_HOST { en: "this server does not accept requests for the host {host}: expected localhost or 127.0.0.1 (--allow-host adds names)", fr: "ce serveur n’accepte pas les requêtes pour l’hôte {host} : il faut localhost ou 127.0.0.1 (--allow-host ajoute des noms)" }
    OTHER_ORIGIN { en: "a page from {origin} may not use this server: expected a page from {host}", fr: "une page venant de {origin} ne peut pas utiliser ce serveur : il faut une page venant de {host}" }
    OTHER_SITE { en: "the browser reports that another site sent this request", fr: "le navigateur dit qu’un autre site a envoyé cette requête" }
    MANY_BODIES { en: "the server is reading as many large requests as it can; try again in a moment", fr: "le serveur lit autant de grandes requêtes qu’il le peut ; réessayez dans un instant" }
    MANY_BEGUN { en: "this machine has begun {most} games within {minutes} minutes, which is the limit; try again later", fr: "cette machine a commencé {most} parties en {minutes} minutes : c’est la limite ; réessayez plus tard" }
    MANY_REQUESTS { en: "too many requests are waiting for this game; try again in a moment", fr: "trop de requêtes attendent cette partie ; réessayez dans un instant" }
    MANY_LISTENERS { en: "{most} listeners are connected, which is the limit", fr: "{most} auditeurs sont connectés : c’est la limite" }

    // Games.
    NO_GAME { en: "there is no game {id} on this server", fr: "il n’y a pas de partie {id} sur ce serveur" }
    MANY_GAMES { en: "{most} games are in progress, which is the limit; finish or delete one first", fr: "{most} parties sont en cours : c’est la limite ; terminez-en ou supprimez-en une" }
    GAME_FAILED { en: "the game failed and was stopped; try again to resume it from its last move", fr: "la partie s’est arrêtée sur une erreur ; réessayez pour la reprendre à son dernier coup" }
    NOT_SAVED { en: "the game could not be saved: {error}", fr: "la partie n’a pas pu être enregistrée : {error}" }
    NOT_DELETED { en: "the game could not be deleted: {error}", fr: "la partie n’a pas pu être supprimée : {error}" }
    DAMAGED_FILE { en: "the file {path} is damaged; it was left unchanged", fr: "le fichier {path} est endommagé ; il a été laissé tel quel" }
    STORED_FORM { en: "it was not written by this program: {error}", fr: "elle n’a pas été écrite par ce programme : {error}" }
    STORED_UNREADABLE { en: "the stored game {id} cannot be read: {why}", fr: "la partie enregistrée {id} ne peut pas être lue : {why}" }
    LONG_MOVE { en: "a move of {length} characters is too long; the limit is {most}", fr: "un texte de {length} caractères n’est pas un coup ; la limite est de {most}" }
    LONG_SETUP { en: "a position or rule set of {length} characters is too long; the limit is {most}", fr: "un texte de {length} caractères n’est ni une position ni une règle ; la limite est de {most}" }
    LONG_PLAYER { en: "the player's description has {length} characters; the limit is {most}", fr: "la description du joueur a {length} caractères ; la limite est de {most}" }
    MANY_MOVES { en: "{moves} moves are too many; a game holds at most {most}", fr: "{moves} coups, c’est trop ; une partie en contient {most} au plus" }
    BAD_CLOCK { en: "a clock of {limit} + {increment} seconds is not supported: expected 1 second to a day", fr: "une pendule de {limit} + {increment} secondes n’est pas prise en charge : il faut entre une seconde et un jour" }
    MOVE_REFUSED { en: "move {number} of the game cannot be played: {why}", fr: "le coup {number} de la partie ne peut pas être joué : {why}" }
    NODE_REFUSED { en: "node {number} of the tree: {why}", fr: "nœud {number} de l’arbre : {why}" }
    BEFORE_PARENT { en: "it comes before its parent {parent}", fr: "il vient avant le nœud {parent}, qu’il suit" }
    TREE_FULL { en: "the game has {most} positions, which is the limit", fr: "la partie a {most} positions : c’est la limite" }
    NO_NODE { en: "the game has no position {node}; it has {nodes}", fr: "la partie n’a pas de position {node} ; elle en a {nodes}" }
    START_STAYS { en: "the start position cannot be deleted", fr: "la position de départ ne peut pas être supprimée" }
    RESIGNATION { en: "resignation", fr: "abandon" }
    TIME { en: "time", fr: "temps" }
    AFTER_THE_END { en: "the move {move} cannot be played: the game is over ({reason})", fr: "le coup {move} ne peut pas être joué : la partie est finie ({reason})" }
    ALREADY_OVER { en: "the game is already over ({reason})", fr: "la partie est déjà finie ({reason})" }
    MOVED_ON { en: "the move {move} was meant for another position; the game has moved on since", fr: "le coup {move} visait une autre position ; la partie a continué depuis" }
    ENGINES_TURN { en: "the move {move} cannot be played: it is the engine's turn", fr: "le coup {move} ne peut pas être joué : c’est au moteur de jouer" }
    NOTHING_TO_UNDO { en: "no move to take back", fr: "il n’y a pas de coup à reprendre" }
    NOTHING_TO_REDO { en: "no move to play again", fr: "il n’y a pas de coup à rejouer" }
    NOTHING_TO_ADVISE { en: "the game is over ({reason}); nothing to suggest", fr: "la partie est finie ({reason}) ; il n’y a pas de coup à conseiller" }
    ENGINE_NEEDS_NO_ADVICE { en: "it is the engine's turn; hints are for human players", fr: "c’est au moteur de jouer ; les conseils sont pour les joueurs humains" }
    NO_MOVE_FOUND { en: "the engine found no move", fr: "le moteur n’a pas trouvé de coup" }
    ENGINE_MOVE_REFUSED { en: "the engine's move was refused: {why}", fr: "le coup du moteur a été refusé : {why}" }
    NO_SEARCH_THREAD { en: "cannot start a thread for the search: {error}", fr: "impossible de lancer un fil pour la recherche : {error}" }
    SEARCH_FAILED { en: "the search {player} failed at this position; other games are not affected", fr: "la recherche {player} a échoué dans cette position ; les autres parties continuent" }

    // Positions, patterns, formulas.
    PIECES_ON_BOARD { en: "{pieces} pieces were given for a board of {cells} cells: expected one entry per cell", fr: "{pieces} pièces données pour un plateau de {cells} cases : il faut une entrée par case" }
    NOT_DRAWN { en: "positions of {game} cannot be set up piece by piece", fr: "{game} : les positions ne peuvent pas être composées pièce par pièce" }
    NO_TERRITORY { en: "{game} has no territory", fr: "{game} : ce jeu n’a pas de territoire" }
    OWNERSHIP_FAILED { en: "the playouts failed", fr: "les parties simulées ont échoué" }
    NO_PIECE { en: "there is no piece to remove on {cell}", fr: "il n’y a pas de pièce à enlever en {cell}" }
    NOT_COUNTED { en: "dead pieces can be removed only at the end of a game, under rules that remove them", fr: "les pièces mortes ne s’enlèvent qu’à la fin d’une partie, si les règles le prévoient" }
    NO_PATTERNS { en: "there are no learned patterns for {game}", fr: "{game} : il n’y a pas de motifs appris" }
    OTHER_BOARD { en: "patterns are available only on boards of up to 19 lines where every chain has a liberty", fr: "les motifs ne sont disponibles que sur les gobans de 19 lignes au plus où chaque chaîne a une liberté" }
    PATTERNS_FAILED { en: "the pattern lookup failed at this position", fr: "la recherche de motifs a échoué dans cette position" }
    LONG_FORMULA { en: "the formula and its choices have {length} characters; the limit is {most}", fr: "la formule et ses choix ont {length} caractères ; {most} au plus" }
    LARGE_BOARD { en: "the board has {rows} rows and {columns} columns: more than the {most} points a page can show; `quadrille sat2go` compiles it", fr: "le goban a {rows} lignes et {columns} colonnes : plus que les {most} intersections qu’une page peut montrer ; « quadrille sat2go » le compile" }
    // Lessons and watched searches.
    LESSON { en: "the lesson {name} cannot be used: {why}", fr: "la leçon {name} est inutilisable : {why}" }
    LESSON_STEPS { en: "lesson.json and {lang}.md have different numbers of steps: {steps} and {written} (each ## heading is a step)", fr: "lesson.json et {lang}.md n’ont pas les mêmes étapes : {steps} et {written} (chaque titre ## en commence une)" }
    LESSON_TEXT { en: "it has no text: expected en.md or fr.md", fr: "elle n’a pas de texte : il faut en.md ou fr.md" }
    LESSON_LINK { en: "{url} is not a web address: expected https:// or http://", fr: "{url} n’est pas une adresse du web : il faut https:// ou http://" }
    LESSON_READING { en: "an entry in \"read\" has neither a title nor a file: expected at least one", fr: "une entrée de « read » ne nomme rien : il faut title ou file" }
    LESSON_FILE { en: "the file has {bytes} bytes: expected at most {most}", fr: "le fichier a {bytes} octets : il faut {most} au plus" }
    NO_LESSONS { en: "there is no lesson in {path}: expected folders with a lesson.json", fr: "il n’y a pas de leçon dans {path} : il faut des dossiers avec un lesson.json" }
    NO_LESSON { en: "there is no lesson {name}", fr: "il n’y a pas de leçon {name}" }
    NO_EXERCISE { en: "step {step} of the lesson {name} has no exercise", fr: "l’étape {step} de la leçon {name} ne demande rien" }
    NO_SOLUTION { en: "the exercise has no answer: its node, move or figure does not occur in the search", fr: "l’exercice n’a pas de réponse : son nœud, son coup ou son chiffre n’apparaît pas dans la recherche" }
    LONG_ANSWER { en: "an answer of {length} characters is too long; the limit is {most}", fr: "une réponse de {length} caractères est trop longue ; {most} au plus" }
    BAD_WEIGHT { en: "{text} is not a weight: expected men, corners, edges or moves with a number, such as corners=10", fr: "{text} n’est pas un poids : il faut men, corners, edges ou moves avec un nombre, comme corners=10" }
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
