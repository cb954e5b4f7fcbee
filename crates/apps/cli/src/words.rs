//! What the command line says.

quadrille_core::words! { "cli";
    WRONG_COMMAND { en: "invalid command:", fr: "erreur dans la commande (le texte qui suit est en anglais) :" }
    NOT_WHOLE { en: "expected a whole number", fr: "il faut un nombre entier" }
    NOT_BETWEEN { en: "expected a whole number from {least} to {most}", fr: "il faut un nombre entier de {least} à {most}" }
    NOT_AT_LEAST { en: "expected a whole number of at least {least}", fr: "il faut un nombre entier d’au moins {least}" }
    NOT_SO_LARGE { en: "expected a smaller whole number", fr: "il faut un nombre entier plus petit" }
    NOT_REAL { en: "expected a number, such as 0.5", fr: "il faut un nombre, comme 0.5" }
    NOTHING_TO_SEARCH { en: "{option} 0 leaves nothing to search: expected at least 1", fr: "{option} 0 ne laisse rien à chercher : il faut au moins 1" }
    TIME_UNIT { en: "unknown unit {unit} in the time {text}: expected ms, s, m or h", fr: "unité inconnue {unit} dans la durée {text} : il faut ms, s, m ou h" }
    TIME_NUMBER { en: "the time {text} is not a number with a unit, such as 500ms or 5s", fr: "la durée {text} n’est pas un nombre suivi d’une unité, comme 500ms ou 5s" }
    TIME_ZERO { en: "the time {text} is too short: expected more than zero", fr: "la durée {text} est trop courte : il faut plus de zéro" }
    SGF_OF { en: "--sgf reads only Go games: use --position for {game}", fr: "--sgf ne lit que des parties de Go : utilisez --position ({game})" }
    MOVE { en: "move {number}: {why}", fr: "coup {number} : {why}" }
    NOT_UTF8 { en: "{option} is not valid UTF-8: {text}", fr: "{option} n’est pas de l’UTF-8 valide : {text}" }
    SPEAKS { en: "{game} has no GTP interface: use {protocols}", fr: "{game} : ce jeu n’a pas d’interface GTP, utilisez {protocols}" }
    OUR_PLAYER { en: "{player} is an external program: expected one of Quadrille's algorithms", fr: "{player} est un programme externe : il faut l’un des algorithmes de Quadrille" }
    NO_FORMULA { en: "nothing on standard input: expected a formula", fr: "rien sur l’entrée standard : il faut une formule" }
    ZOOMS { en: "invalid --zooms {zooms}: expected 1 to {most}", fr: "--zooms {zooms} n’est pas valide : il faut 1 à {most}" }
    HOLDOUT { en: "invalid --holdout {share}: expected a fraction of at least 0 and less than 1, such as 0.01", fr: "--holdout {share} n’est pas valide : il faut une fraction d’au moins 0 et de moins de 1, comme 0.01" }
    SIZE_OF_POSITION { en: "--size {size} contradicts --position, which is {has}: leave out one of them", fr: "--size {size} contredit --position, qui a {has} : n’en donnez qu’une" }
    NO_SIZES { en: "--size does not apply to {game}: its board has only one size", fr: "--size ne vaut pas pour ce jeu ({game}) : son plateau n’a qu’une taille" }
    NOT_LEARNED { en: "--method {method} needs no training: expected model or zoom (back-off uses the counts of either, knn the positions saved with a model)", fr: "--method {method} ne s’apprend pas : il faut model ou zoom (back-off utilise les comptes de l’un ou l’autre, knn les positions enregistrées avec un modèle)" }
    NOTHING_TO_UNDO { en: "no move to take back", fr: "il n’y a pas de coup à reprendre" }
    NO_MOVE_FOUND { en: "the engine found no move", fr: "le moteur n’a pas trouvé de coup" }
    GAME_OVER { en: "the game is over", fr: "la partie est finie" }
    NOTHING_TO_PLAY { en: "{option} 0 leaves nothing to play: expected at least 1", fr: "{option} 0 ne laisse rien à jouer : il faut au moins 1" }
    OPENINGS { en: "--openings {text}: expected random:PLIES with at most {most} plies", fr: "--openings {text} : il faut random:DEMI-COUPS, {most} demi-coups au plus" }
    RESIGN { en: "--resign {text}: expected MOVES,SCORE, such as 4,8", fr: "--resign {text} : il faut COUPS,SCORE, comme 4,8" }
    DRAW { en: "--draw {text}: expected MOVES,SCORE,AFTER, such as 8,0.1,80", fr: "--draw {text} : il faut COUPS,SCORE,APRÈS, comme 8,0.1,80" }
    NUMBER_RANGE { en: "invalid {option} {number}: expected a number from 0 to {most}", fr: "{option} {number} n’est pas valide : il faut un nombre de 0 à {most}" }
    NO_WTHOR { en: "no games found in {paths}: expected WTHOR files (.wtb)", fr: "aucune partie trouvée dans {paths} : il faut des fichiers WTHOR (.wtb)" }
    PUBLIC { en: "Other machines: {link}  Anyone with this link can play here; players see only their own games. Traffic is not encrypted: use it in a classroom, not on the open internet.", fr: "Autres machines : {link}  Toute personne qui a ce lien peut jouer ici ; chacun ne voit que ses propres parties. Le trafic n’est pas chiffré : à utiliser dans une salle de classe, pas sur l’internet ouvert." }
    BAD_CODE { en: "invalid code {code}: expected at least 6 letters, digits or hyphens", fr: "le code {code} n’est pas valide : il faut au moins 6 lettres, chiffres ou traits d’union" }
    NOT_GAMES { en: "{path} is not a file of chess games: expected one written by `quadrille data chess`", fr: "{path} n’est pas un fichier de parties d’échecs : il faut un fichier écrit par `quadrille data chess`" }
    NO_QUIET_POSITION { en: "these games contain no quiet positions to learn from", fr: "ces parties ne contiennent aucune position calme pour l’apprentissage" }
    NO_EVALUATION { en: "unknown evaluation {name}: expected one of {expected}", fr: "évaluation inconnue {name} ; choix possibles : {expected}" }
    NO_ADDRESS { en: "{host} is not an address of this machine: use 127.0.0.1, 0.0.0.0 or --public", fr: "{host} n’est pas une adresse de cette machine : utilisez 127.0.0.1, 0.0.0.0 ou --public" }
    DRAWS_OF { en: "draw rules are tracked only for chess, not {game}", fr: "les règles de nulle ne sont suivies qu’aux échecs, pas pour ce jeu ({game})" }
    WITHOUT_COUNTS { en: "{file} is a model without counts: use --method model", fr: "{file} est un modèle sans comptes : utilisez --method model" }
    KNN_NEEDS_RECORDS { en: "--method knn needs recorded games: give --records PATH, or --patterns FILE with FILE.records beside it", fr: "--method knn a besoin de parties : donnez --records CHEMIN, ou --patterns FICHIER avec FICHIER.records à côté" }
    TABLES { en: "{file} contains tables: use --method zoom or back-off", fr: "{file} contient des tables : utilisez --method zoom ou back-off" }
    NO_GAME_IN { en: "{file}: no game found", fr: "{file} : aucune partie trouvée" }
    NOTHING_TO_PREDICT { en: "no positions to predict in {paths}", fr: "aucune position à prédire dans {paths}" }
    SIZE_19 { en: "a board of {size} lines is too large: expected at most 19", fr: "un plateau de {size} lignes est trop grand : il faut 19 au plus" }
    NO_MEMORY { en: "--memory 0 leaves no room for tables: expected at least 1 MiB", fr: "--memory 0 ne laisse pas de place aux tables : il faut au moins 1 Mio" }
    EVERY { en: "--every needs a position format (position, epd, obf): {target} holds games", fr: "--every demande un format de position (position, epd, obf) : {target} contient des parties" }
    JSON_TO_PIPE { en: "--json needs an output file: with \"-\", standard output is already in use", fr: "--json demande un fichier de sortie : avec « - » la sortie standard est déjà prise" }
    NO_TARGET { en: "cannot tell the output format from {name}: use --to FORMAT", fr: "le format de sortie ne se déduit pas du nom {name} : utilisez --to FORMAT" }
    ALL_FINE { en: "everything is fine", fr: "tout va bien" }
    SOME_NOT_FINE { en: "lines that need attention: {n}", fr: "lignes qui demandent votre attention : {n}" }
    BUILD { en: "version {version}, optimised", fr: "version {version}, optimisée" }
    BUILD_WITH_CHECKS { en: "version {version}, a debug build with extra checks: searches run at about half speed; use `cargo build --release`", fr: "version {version}, compilée en mode débogage, avec des vérifications : les recherches sont environ deux fois plus lentes ; utilisez `cargo build --release`" }
    CPU_USED { en: "built for {build}; this processor is {machine}: {features}", fr: "compilé pour {build} ; ce processeur est {machine} : {features}" }
    CPU_UNUSED { en: "built for {build}, but this processor is {machine} ({features}): a build for it would be faster", fr: "compilé pour {build}, mais ce processeur est {machine} ({features}) : un programme compilé pour lui serait plus rapide" }
    CORES { en: "{cores} available; a search uses one unless threads=N asks for more", fr: "{cores} disponibles ; une recherche en utilise un, sauf si threads=N en demande plus" }
    ONE_CORE { en: "only {cores}: parallel searches and concurrent games gain nothing here", fr: "{cores} seulement : les recherches parallèles et les parties simultanées n’y gagnent rien" }
    MEMORY { en: "{free} MiB free; the largest sensible transposition table is hash={table}", fr: "{free} Mio libres ; la plus grande table de transposition raisonnable est hash={table}" }
    MEMORY_UNKNOWN { en: "the free memory is unknown on this system", fr: "la mémoire libre est inconnue sur ce système" }
    FOLDER { en: "saved in {folder}", fr: "enregistrées dans {folder}" }
    FOLDER_REFUSED { en: "cannot be saved in {folder}: {error}; use --data FOLDER", fr: "impossible de les enregistrer dans {folder} : {error} ; utilisez --data DOSSIER" }
    NO_FOLDER { en: "no home folder: games are saved only with --data FOLDER", fr: "pas de dossier personnel : les parties ne sont enregistrées qu’avec --data DOSSIER" }
    PORT_FREE { en: "{port} is free for the web application", fr: "{port} est libre pour l’application web" }
    PORT_TAKEN { en: "{port} is in use, perhaps by another Quadrille: use `quadrille serve --port 0`", fr: "{port} est déjà utilisé, peut-être par un autre Quadrille : utilisez `quadrille serve --port 0`" }
    BUSY { en: "load average {load}, cores {cores}: other programs are using the processor, so searches take longer", fr: "charge moyenne {load}, cœurs {cores} : d’autres programmes occupent le processeur, les recherches durent plus longtemps" }
    QUIET { en: "load average {load}, cores {cores}", fr: "charge moyenne {load}, cœurs {cores}" }
    ENDGAMES_THERE { en: "exact tables of chess endgames in {path}", fr: "tables exactes des finales d’échecs dans {path}" }
    ENDGAMES_DAMAGED { en: "{path} cannot be used: {error}; `quadrille endgames` rebuilds it", fr: "{path} est inutilisable : {error} ; `quadrille endgames` le refait" }
    ENDGAMES_MISSING { en: "no exact tables of chess endgames; `quadrille endgames` builds them in a few minutes (30 MB)", fr: "pas de tables exactes des finales d’échecs ; `quadrille endgames` les fait en quelques minutes (30 Mo)" }
    PAGES_WRITTEN { en: "{pages} pages written to {folder}", fr: "{pages} pages écrites dans {folder}" }
    COUNTING { en: "counting", fr: "comptage" }
    MEASURING { en: "measuring {name}", fr: "mesure de {name}" }
    CHECKING { en: "checking {name}", fr: "vérification de {name}" }
    READING { en: "reading {name}", fr: "lecture de {name}" }
    CONVERTED { en: "{n} records", fr: "{n} parties ou positions" }
    MARGIN_OF_MOVER { en: "{margin} for the side to move", fr: "{margin} pour le camp au trait" }
    MOVER_WINS { en: "the side to move wins", fr: "le camp au trait gagne" }
    MOVER_LOSES { en: "the side to move loses", fr: "le camp au trait perd" }
    IN_ONE_PLY { en: "{value} in 1 ply", fr: "{value} en 1 demi-coup" }
    IN_PLIES { en: "{value} in {plies} plies", fr: "{value} en {plies} demi-coups" }
    MOVE_COLUMN { en: "move", fr: "coup" }
    VALUE_COLUMN { en: "value", fr: "valeur" }
    VISITS_COLUMN { en: "visits", fr: "visites" }
    NODES_COLUMN { en: "nodes", fr: "nœuds" }
    LINE_COLUMN { en: "line", fr: "ligne" }
    BEST { en: "best move {move}  {value}", fr: "meilleur coup {move}  {value}" }
    BEST_AND_LINE { en: "best move {move}: {line}", fr: "meilleur coup {move} : {line}" }
    LINE { en: "line      {line}", fr: "variante      {line}" }
    LEAD { en: "{player} leads by {points} points", fr: "{player} mène de {points} points" }
    OWNERSHIP {
        en: "likely owner of each point, from playouts: X or x Black, O or o White, . unclear",
        fr: "à qui seraient les points, selon des parties simulées : X ou x à Noir, O ou o à Blanc, . incertain"
    }
    NONE { en: "none", fr: "aucun" }
    NOTE { en: "note: {note}", fr: "remarque : {note}" }
    ONE_NODE { en: "1 node", fr: "1 nœud" }
    NODES { en: "{n} nodes", fr: "{n} nœuds" }
    SECONDS_BY { en: "{seconds} s, by {method}", fr: "{seconds} s, par {method}" }
    DEPTH { en: "depth {n}", fr: "profondeur {n}" }
    NODES_COUNT { en: "nodes {n}", fr: "nœuds {n}" }
    CUTS { en: "cuts {n}", fr: "coupes {n}" }
    TABLE_HITS { en: "table hits {n}", fr: "positions trouvées dans la table {n}" }
    COLLISIONS { en: "collisions {n}", fr: "collisions {n}" }
    NO_DATA_FOLDER { en: "there is no data folder: expected --out FILE", fr: "il n’y a pas de dossier de données : il faut --out FICHIER" }
    BOOK_WRITTEN { en: "{path}: {positions} positions, {moves} moves", fr: "{path} : {positions} positions, {moves} coups" }
    ENDGAMES_WRITTEN { en: "{path}: {tables} tables, {bytes} bytes, {seconds} s", fr: "{path} : {tables} tables, {bytes} octets, {seconds} s" }
    KNOWN { en: "exact values known {n}", fr: "valeurs exactes connues {n}" }
    PLAYOUTS { en: "playouts {n}", fr: "parties simulées {n}" }
    ENTRY_BYTES { en: "bytes per entry {n}", fr: "octets par entrée {n}" }
    OCCURRENCES { en: "occurrences of this position: {n} (draw at 3)", fr: "occurrences de cette position : {n} (nulle à 3)" }
    HALF_MOVES { en: "half-moves without capture or pawn move: {n} (draw at 100)", fr: "demi-coups sans prise ni coup de pion : {n} (nulle à 100)" }
    DRAW_BY { en: "draw: {reason}", fr: "nulle : {reason}" }
    NO_DRAW_BUT { en: "no draw: {outcome} ({reason})", fr: "pas de nulle : {outcome} ({reason})" }
    NO_DRAW { en: "no draw yet: {repetitions} short of 3 occurrences, {moves} short of 100 half-moves", fr: "pas encore de nulle : il manque {repetitions} des 3 occurrences ou {moves} des 100 demi-coups" }
    ONE_LEAF { en: "1 leaf in {seconds} s", fr: "1 feuille en {seconds} s" }
    LEAVES { en: "{nodes} leaves in {seconds} s ({rate} million per second)", fr: "{nodes} feuilles en {seconds} s ({rate} millions par seconde)" }
    VALID { en: "the certificate is valid: {winner} wins {position}; positions checked: {members}", fr: "le certificat est valide : {winner} gagne {position} ; positions vérifiées : {members}" }
    RESIGNS { en: "{player} resigns: {other} wins", fr: "{player} abandonne : {other} gagne" }
    PLAYS { en: "{player} plays {move}", fr: "{player} joue {move}" }
    JUDGED { en: "{value} for {player} to move: {line}", fr: "{value} pour {player} au trait : {line}" }
    PROMPT_HELP { en: "type a move or a command: hint, undo, moves, eval, go, save FILE, resign, position, hash, draws, history, help, quit", fr: "tapez un coup ou une commande : hint, undo, moves, eval, go, save FICHIER, resign, position, hash, draws, history, help, quit" }
    SAVED { en: "saved to {file}", fr: "enregistrée dans {file}" }
    SAVE_ENDING { en: "cannot tell the format from {name}: expected a name that ends in .pgn (chess), .sgf (Go), .ggf (Othello) or .txt", fr: "le format ne se déduit pas du nom {name} : il faut un nom qui finit par .pgn (échecs), .sgf (Go), .ggf (Othello) ou .txt" }
    NO_RECORDS { en: "no game or position found", fr: "aucune partie ni position trouvée" }
    TRACE_ENDING { en: "cannot tell the format from {file}: expected a name that ends in .jsonl, .svg or .dot", fr: "le format ne se déduit pas du nom {file} : il faut un nom qui finit par .jsonl, .svg ou .dot" }
    TRACE_MOST { en: "--max-events {given}: expected 1 to {most} events", fr: "--max-events {given} : il faut 1 à {most} événements" }
    NO_TREE { en: "no tree to search: use --position, such as \"((+3+12+8)(+2+4+6))\"", fr: "pas d’arbre à explorer : utilisez --position, par exemple « ((+3+12+8)(+2+4+6)) »" }
    TRACED { en: "{events} events, {nodes} nodes, best move {best}: {file}", fr: "{events} événements, {nodes} nœuds, meilleur coup {best} : {file}" }
    TRACE_CUT_OFF { en: "note: only the first {most} events were kept; {missed} were dropped (raise --max-events to keep more)", fr: "remarque : coupé après {most} événements ; il y en a eu {missed} de plus (--max-events N en garde davantage)" }
    TRACE_DRAWN { en: "note: the drawing shows {drawn} of {nodes} nodes; +N means that N are left out", fr: "remarque : le dessin montre {drawn} nœuds sur {nodes} ; +N signifie que N manquent" }
}

pub mod report {
    //! What commands report when their work is done, and on the way.
    quadrille_core::words! { "report";
        // Matches and tournaments.
        RESULT { en: "{games} games: player a won {wins}, drew {draws}, lost {losses} ({seconds} s)", fr: "{games} parties : « a » en a gagné {wins}, annulé {draws}, perdu {losses} ({seconds} s)" }
        SCORE { en: "score {score} % ± {error}, {elo}, likelihood of superiority {superiority} %", fr: "score {score} % ± {error}, {elo}, probabilité de supériorité {superiority} %" }
        WITH_NORMALISED { en: "{elo}, normalised Elo {normalised}", fr: "{elo}, Elo normalisé {normalised}" }
        PAIRS { en: "pairs with 0, 1/2, 1, 3/2, 2 points: {counts}", fr: "paires de 0, 1/2, 1, 3/2, 2 points : {counts}" }
        SPRT { en: "SPRT [{elo0}, {elo1}]: log-likelihood ratio {ratio} (bounds {lower}, {upper}), {verdict}", fr: "SPRT [{elo0}, {elo1}] : logarithme du rapport de vraisemblance {ratio} (bornes {lower}, {upper}), {verdict}" }
        ACCEPTED { en: "{hypothesis} accepted", fr: "{hypothesis} acceptée" }
        UNDECIDED { en: "undecided", fr: "indécis" }
        FAULTS { en: "{player}: {late} losses on time (of which {stalls} without an answer), {illegal} illegal moves, {crashes} crashes", fr: "{player} : {late} pertes au temps (dont {stalls} sans réponse), {illegal} coups illégaux, {crashes} pannes" }
        SO_FAR { en: "{done} of {games} games, {elo}; game {number}: {reason}", fr: "{done} parties sur {games}, {elo} ; partie {number} : {reason}" }
        RANKING { en: "Ranking; Elo against the field", fr: "Classement ; Elo contre l’ensemble des autres" }
        PAIRINGS { en: "Pairings, from the first player's point of view", fr: "Rencontres, du point de vue du premier joueur" }
        RANK { en: "rank", fr: "rang" }
        PLAYER { en: "player", fr: "joueur" }
        PAIRING { en: "pairing", fr: "rencontre" }
        GAMES { en: "games", fr: "parties" }
        WON { en: "won", fr: "gagnées" }
        DRAWN { en: "drawn", fr: "nulles" }
        LOST { en: "lost", fr: "perdues" }
        PERCENT { en: "score %", fr: "score %" }
        ELO { en: "Elo", fr: "Elo" }
        PLUS_MINUS { en: "±", fr: "±" }
        FAULTY { en: "faults", fr: "fautes" }

        // Experiments and measurements.
        WRITTEN { en: "written: {paths}", fr: "écrits : {paths}" }
        NO_BENCHMARK { en: "no benchmark has {part} in its name: expected a part of {names}, or signature", fr: "aucune mesure n’a {part} dans son nom : il faut une partie de {names}, ou signature" }

        // Records and collections.
        ONE_RECORD { en: "1 record", fr: "1 partie ou position" }
        INTO_FILE { en: "{records} converted from {from} to {to}: {path}", fr: "{records}, de {from} à {to} : {path}" }
        SKIPPED { en: "{n} skipped; the first problem was: {problem}", fr: "{n} ignorées ; le premier problème : {problem}" }
        READ_GAMES { en: "games             {n}", fr: "parties                  {n}" }
        SKIPPED_GAMES { en: "skipped           {n}", fr: "ignorées                 {n}" }
        OBSERVATIONS { en: "observations      {n}", fr: "observations             {n}" }
        MEAN_LENGTH { en: "mean length       {n} moves", fr: "longueur moyenne         {n} coups" }
        MEAN_LEGAL { en: "mean legal moves  {n}", fr: "coups légaux en moyenne  {n}" }

        // Learning and predicting.
        LEFT_OUT { en: "skipped {n}: {reason}", fr: "ignorées {n} : {reason}" }
        LEARNED { en: "games {games} (skipped {skipped}), positions {positions}, patterns {patterns}, bytes {bytes}, {seconds} s", fr: "parties {games} (ignorées {skipped}), positions {positions}, motifs {patterns}, octets {bytes}, {seconds} s" }
        LOSS { en: "games {games}, loss {loss}", fr: "parties {games}, perte {loss}" }
        PREDICTED { en: "positions {n}", fr: "positions {n}" }
        AMONG { en: "top {n}", fr: "parmi {n}" }
        LOG_LOSS { en: "log-loss  {n}", fr: "perte log {n}" }
        CHOICES { en: "top choices: count, predicted probability, share played", fr: "premiers choix : nombre, probabilité prédite, part jouée" }
        ZOOM { en: "zoom {zoom}: seen {n}, chosen {v}", fr: "zoom {zoom} : vu {n}, choisi {v}" }
        NEAR { en: "game {game}, move {turn}: {stones}", fr: "partie {game}, coup {turn} : {stones}" }
        ONE_STONE { en: "1 stone differs", fr: "1 pierre diffère" }
        STONES { en: "{n} stones differ", fr: "{n} pierres diffèrent" }
        TRAINED { en: "{games} games, {samples} positions, {bytes} bytes, {seconds} s; mean error {error} discs on {held_out} held-out positions", fr: "{games} parties, {samples} positions, {bytes} octets, {seconds} s ; erreur moyenne de {error} pions sur {held_out} positions mises de côté" }
        THE_MODEL { en: "the built-in model", fr: "le modèle intégré" }

        // Long work on the way.
        TABLE_BUILT { en: "{done} of {all}  {class} {wins} won {draws} drawn {losses} lost, longest mate {longest} plies, {bytes} bytes", fr: "{done} sur {all}  {class} {wins} gagnées {draws} nulles {losses} perdues, mat le plus long {longest} demi-coups, {bytes} octets" }
        BOOK_SO_FAR { en: "{done} of {all} positions", fr: "{done} positions sur {all}" }
        PLAYED { en: "{moves} moves in {games} games ({white} {drawn} {black}), {nodes} nodes a move, {speed} moves/s", fr: "{moves} coups de {games} parties ({white} {drawn} {black}), {nodes} nœuds par coup, {speed} coups/s" }
        POSITIONS { en: "{n} positions", fr: "{n} positions" }
        EPOCH { en: "epoch {n}  error {error}", fr: "passe {n}  erreur {error}" }
        SAMPLES { en: "{games} games, {moves} moves; {unplayable} games cannot be replayed, {held_out} are held out", fr: "{games} parties, {moves} coups ; {unplayable} parties ne peuvent pas être rejouées, {held_out} sont mises de côté" }
        AFTER { en: "{move} {value} after {work}", fr: "{move} {value} après {work}" }
        CODE { en: "AMAF of code {code}: {percent} % of {n}", fr: "AMAF du code {code} : {percent} % de {n}" }

        // Formulas as Go positions.
        COMPILED { en: "{formula}: {rows} rows, {columns} columns, {gadgets} gadgets", fr: "{formula} : {rows} lignes, {columns} colonnes, {gadgets} motifs" }
        WINS_THE_GAME { en: "White, to move, wins the game if and only if the formula is satisfiable.", fr: "Blanc, au trait, gagne la partie si et seulement si la formule est satisfiable." }
        SAVES_THE_RESERVE { en: "White, to move, saves the reserve if and only if the formula is satisfiable.", fr: "Blanc, au trait, sauve la réserve si et seulement si la formule est satisfiable." }
        VERIFIED { en: "the formula is {satisfiable}; on the board: {value} ({nodes} positions)", fr: "la formule est {satisfiable} ; sur le goban : {value} ({nodes} positions)" }
        SATISFIABLE { en: "satisfiable", fr: "satisfiable" }
        UNSATISFIABLE { en: "unsatisfiable", fr: "insatisfiable" }
        UNDECIDED_VALUE { en: "unknown", fr: "inconnu" }

        // The server and the machine.
        SERVING { en: "Quadrille is running at {url} (press Ctrl-C to stop)", fr: "Quadrille est à l’adresse {url} (Ctrl-C l’arrête)" }
        NO_BROWSER { en: "cannot open a browser: open {url} yourself", fr: "impossible d’ouvrir un navigateur : ouvrez {url} vous-même" }
        OK { en: "ok", fr: "bien" }
        SLOW { en: "slow", fr: "lent" }
        PROBLEM { en: "problem", fr: "problème" }
        BUILD { en: "build", fr: "programme" }
        PROCESSOR { en: "processor", fr: "processeur" }
        CORES { en: "cores", fr: "cœurs" }
        LOAD { en: "load", fr: "charge" }
        MEMORY { en: "memory", fr: "mémoire" }
        SAVED_GAMES { en: "games", fr: "parties" }
        ENDGAMES { en: "endgames", fr: "finales" }
        PORT { en: "port", fr: "port" }
        COMMIT { en: "commit", fr: "commit" }
        UNKNOWN { en: "unknown", fr: "inconnu" }
        TARGET { en: "target", fr: "cible" }
        BUILT_FOR { en: "built for", fr: "compilé pour" }
        THIS_PROCESSOR { en: "this processor", fr: "ce processeur" }
        CPU_FEATURES { en: "processor features", fr: "instructions du processeur" }
        FEATURES { en: "optional features", fr: "options de compilation" }
        NO_FEATURES { en: "none", fr: "aucune" }
        WEIGHTS { en: "weights {name}", fr: "poids {name}" }
        FILE { en: "{bytes} bytes, XXH3 {checksum}", fr: "{bytes} octets, XXH3 {checksum}" }
        START { en: "start", fr: "début" }
    }
}

pub mod method {
    //! How a position was solved; the names of the methods are English, in JSON and on the command line.
    quadrille_core::words! { "method";
        STORED { en: "looking up a stored result", fr: "un résultat enregistré" }
        TABLE { en: "a table of all positions", fr: "une table de toutes les positions" }
        SWEEP { en: "a sweep over all positions", fr: "un balayage de toutes les positions" }
        GPU { en: "a sweep on the GPU", fr: "un balayage sur le GPU" }
        DFPN { en: "proof-number search", fr: "recherche par nombres de preuve" }
        BOTH { en: "a table and proof-number search", fr: "une table et la recherche par nombres de preuve" }
        KOMI { en: "proof-number search with bisection on the komi", fr: "recherche par nombres de preuve, avec dichotomie sur le komi" }
        ENDGAME_TABLE { en: "endgame table", fr: "table de finales" }
        ENDGAME_SEARCH { en: "exact endgame search", fr: "recherche exacte de finale" }
    }

    /// The method in words; a method that has none keeps its name.
    pub fn named(name: &str) -> quadrille_core::words::Arg {
        let known = match name {
            "stored" => &STORED,
            "table" => &TABLE,
            "sweep" => &SWEEP,
            "gpu" => &GPU,
            "dfpn" => &DFPN,
            "both" => &BOTH,
            _ => match ALL.iter().find(|message| message.en == name) {
                Some(message) => message,
                None => return name.into(),
            },
        };
        known.into()
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_message_is_translated() {
        [super::ALL, super::report::ALL, super::method::ALL].into_iter().for_each(quadrille_core::words::check);
    }
}
