//! What the engine says.

quadrille_core::words! { "engine";
    NO_GAME { en: "unknown game {game}: expected one of {names}", fr: "jeu inconnu {game} ; choix possibles : {names}" }
    AFTER_THE_END { en: "the move {move} cannot be played: the game is over ({outcome}, {reason})", fr: "le coup {move} ne peut pas être joué : la partie est finie ({outcome}, {reason})" }
    NO_SET_UP { en: "cannot set up {step}: expected cells of the board with pieces in curly brackets, such as D4=b,E5=-,to=w", fr: "impossible de placer {step} : il faut des cases du plateau avec des pièces, comme D4=b,E5=-,to=w, entre accolades" }
    PASS_FORBIDDEN { en: "the move {move} is not legal: these rules allow a pass only when no other move is legal", fr: "le coup {move} est illégal : ces règles ne permettent de passer que si aucun autre coup n’est légal" }
    SUPERKO_FORBIDS { en: "the move {move} would repeat an earlier position of the game, which the rules forbid (superko)", fr: "le coup {move} répéterait une position antérieure de la partie, ce que les règles interdisent (superko)" }
    NOTHING_TO_SOLVE { en: "the game is over ({outcome}): nothing to solve", fr: "la partie est finie ({outcome}) : il n’y a rien à résoudre" }
    NOTHING_TO_THINK { en: "the game is over ({outcome}): nothing to analyse", fr: "la partie est finie ({outcome}) : il n’y a rien à analyser" }
    OTHER_GAME { en: "this player was created for {made}, not for {given}", fr: "ce joueur a été créé pour un autre jeu : {made}, pas {given}" }
    NO_FORCED_PASSES { en: "--pass-free applies only to games with forced passes; {game} has none", fr: "--pass-free ne vaut que pour les jeux à passes forcées ; {game} n’en a pas" }
    TOO_LARGE_TO_PLAY { en: "the board {rows}x{columns} is too large to play on: expected at most 25x25 (sat2go compiles and verifies larger ones)", fr: "le goban {rows}x{columns} est trop grand pour y jouer : il faut 25x25 au plus (sat2go en compile et vérifie de plus grands)" }
    SOLVED_BY_AREA { en: "Go is solved only under area scoring, because prisoner counts depend on the moves played: expected chinese, tromp-taylor or simplified", fr: "le solveur de Go compte la surface, car le compte des prisonniers dépend des coups joués : il faut chinese, tromp-taylor ou simplified" }
    TOO_LARGE_TO_SOLVE { en: "a board of {area} points is too large to solve: expected at most {most} points", fr: "un plateau de {area} points est trop grand pour être résolu : il faut {most} points au plus" }
    NO_KOMI { en: "the komi is out of range", fr: "le komi est hors limites" }
    MARGIN_BETWEEN { en: "Black's margin is between {low} and {high}", fr: "la marge de Noir est comprise entre {low} et {high}" }
    SUPERKO { en: "positional superko applies and takes the moves so far into account: the same board with a different history is a different position", fr: "le superko positionnel s’applique et tient compte des coups déjà joués : un même plateau avec un autre passé est une autre position" }
    NO_SOLVER_OPTION { en: "this game's solver has no option --{option}", fr: "le solveur de ce jeu n’a pas d’option --{option}" }
    NO_DISTANCE { en: "the distance to the end is unknown: this method finds only the value", fr: "la distance à la fin n’est pas connue : cette méthode ne trouve que la valeur" }
    EXACT_DEPTH { en: "exact searches to the end of the game, not to depth {depth}: limit it by time or nodes", fr: "exact cherche jusqu’à la fin de la partie, pas à {depth} demi-coups : limitez-le en temps ou en nœuds" }
    DEEP_PERFT { en: "depth {depth} is too large: expected at most {most}", fr: "la profondeur {depth} est trop grande : il faut {most} au plus" }
    NOT_SOLVED { en: "not solved within {nodes} nodes: allow more with --time, --nodes or --memory", fr: "pas résolu en {nodes} nœuds : accordez-lui plus avec --time, --nodes ou --memory" }
    SOLVER_STOPPED { en: "the solver was stopped before it found an answer: allow more with --time or --nodes", fr: "le solveur a été arrêté avant d’avoir une réponse : accordez-lui plus avec --time ou --nodes" }
    ENDGAME_PROGRESS { en: "depth {depth} at {confidence} %: between {lower} and {upper}, {nodes} nodes", fr: "profondeur {depth} à {confidence} % : entre {lower} et {upper}, {nodes} nœuds" }
    ENDGAME_BUILDING { en: "building table {class} ({done} of {total} done)", fr: "construction de la table {class} ({done} sur {total} sont faites)" }
    ENDGAME_CLASS { en: "from the table {class}, which holds every position with these men", fr: "d’après la table {class}, qui contient toutes les positions avec ces pièces" }
    PROGRESS { en: "{percent} % ({done} of {total}), about {rest} s left", fr: "{percent} % ({done} sur {total}), encore environ {rest} s" }
    ROWS_BY_COLUMNS { en: "{rows} rows by {columns} columns", fr: "{rows} rangées sur {columns} colonnes" }
    TABLE_POSITIONS { en: "{count} positions in the table", fr: "{count} positions dans la table" }
    WINNING_MOVES { en: "winning moves: {moves}", fr: "coups gagnants : {moves}" }
    STORED_RESULT { en: "stored result, computed {provenance} (checksum {checksum}); use --recompute to compute it again", fr: "résultat enregistré (somme de contrôle {checksum}) ; origine, en anglais : « computed {provenance} » ; --recompute le recalcule" }
    DISTANCE_HINT { en: "use --distance to compute the number of plies in further passes over the table", fr: "utilisez --distance pour calculer le nombre de demi-coups par d’autres passes sur la table" }
    FILE { en: "{path}: {error}", fr: "{path} : {error}" }
    NO_ALGORITHM { en: "unknown algorithm {name}: expected one of {names}", fr: "algorithme inconnu {name} ; choix possibles : {names}" }
    NO_PLAYOUT { en: "unknown playout policy {name} for {game}: expected one of {names}", fr: "simulation inconnue {name} ({game}) ; choix possibles : {names}" }
    NO_EVALUATION { en: "unknown evaluation {name} for {game}: expected one of {names}", fr: "évaluation inconnue {name} ({game}) ; choix possibles : {names}" }
    NO_PLAYER { en: "the player {text} names no algorithm: expected ALGORITHM[,key=value…], such as \"uct,exploration=0.7\"", fr: "le joueur {text} ne nomme pas d’algorithme : il faut ALGORITHME[,nom=valeur…], par exemple « uct,exploration=0.7 »" }
    NO_PAIR { en: "{part} in the player {text} is not of the form key=value", fr: "{part} dans le joueur {text} n’est pas de la forme nom=valeur" }
    NO_LEVEL { en: "unknown level {text}: expected one of {names}", fr: "niveau inconnu {text} ; choix possibles : {names}" }
    THREADS { en: "number of threads", fr: "nombre de fils d’exécution" }
    SEED { en: "random seed", fr: "graine des nombres aléatoires" }
    HASH { en: "size of the transposition table in MiB", fr: "taille de la table de transposition en Mio" }
    EVALUATION { en: "the evaluation", fr: "l’évaluation" }
    PLAYOUT { en: "the playout policy", fr: "la politique de simulation" }
    RANDOM { en: "any legal move", fr: "n’importe quel coup légal" }
    ALPHABETA { en: "principal-variation search with iterative deepening and a transposition table", fr: "recherche de la variante principale, approfondissement itératif et table de transposition" }
    MC { en: "flat Monte-Carlo: the same number of playouts for each move", fr: "Monte-Carlo plat : autant de simulations pour chaque coup" }
    UCT { en: "Monte-Carlo tree search with upper confidence bounds", fr: "recherche arborescente Monte-Carlo par bornes de confiance" }
    UCT_TT { en: "UCT on the graph of positions: transpositions share their statistics", fr: "UCT sur le graphe des positions : les transpositions partagent leurs statistiques" }
    AMAF { en: "all moves as first: a move is worth the mean of all playouts that contain it", fr: "tous les coups comme premiers : un coup vaut la moyenne des simulations qui le contiennent" }
    RAVE { en: "rapid action value estimation: AMAF values that give way to the move's own mean", fr: "RAVE : les valeurs AMAF s’effacent peu à peu devant la moyenne du coup lui-même" }
    GRAVE { en: "generalised RAVE: AMAF values of the nearest ancestor with enough visits", fr: "RAVE généralisé : l’AMAF du plus proche ancêtre assez visité" }
    PUCT { en: "tree search with exploration guided by prior probabilities", fr: "recherche arborescente dont l’exploration suit des probabilités a priori" }
    PRIOR { en: "(v + prior) / (n + 1): the prior fades as visits accumulate", fr: "(v + a priori) / (n + 1) : l’a priori s’efface à mesure que les visites s’accumulent" }
    EXACT { en: "the exact value, as `solve` finds it", fr: "la valeur exacte, comme la trouve `solve`" }
    BREAKTHROUGH_SPECIALIST { en: "perfect play on 5x5; a stored winning strategy, proofs and alpha-beta on 6x6; alpha-beta on other boards", fr: "jeu parfait en 5x5 ; en 6x6, une stratégie gagnante enregistrée, puis preuves et alpha-bêta ; alpha-bêta ailleurs" }
    OTHELLO_SPECIALIST { en: "trained patterns and exact endgames", fr: "motifs appris et finales exactes" }
    COURSE { en: "six-term evaluation, depth 10, 5 s, exact from 14 empty squares", fr: "évaluation à six termes, profondeur 10, 5 s, exact à partir de 14 cases vides" }
    NETWORK { en: "tree search guided and evaluated by a trained network", fr: "recherche arborescente guidée et évaluée par un réseau entraîné" }
    CLASSICAL { en: "RAVE with playouts that respond to the last move", fr: "RAVE avec des simulations qui répondent au dernier coup" }
    NETWORK_SMALL { en: "the same with a smaller, faster network", fr: "la même avec un réseau plus petit et plus rapide" }
    COURSE_AI { en: "six-term evaluation, depth 8, 3 s, exact from 14 empty squares", fr: "évaluation à six termes, profondeur 8, 3 s, exact à partir de 14 cases vides" }
    FIRST_STEPS { en: "first steps", fr: "premiers pas" }
    BEGINNER { en: "beginner", fr: "débutant" }
    CASUAL { en: "casual", fr: "amateur" }
    CLUB { en: "club", fr: "club" }
    STRONG { en: "strong", fr: "fort" }
    EXPERT { en: "expert", fr: "expert" }
    MASTER { en: "master", fr: "maître" }
    FULL_STRENGTH { en: "full strength", fr: "pleine force" }
    NO_FORMAT { en: "unknown format {name}: expected one of {names}", fr: "format inconnu {name} ; choix possibles : {names}" }
    NOT_WRITTEN_AS { en: "{game} cannot be written as {format}: expected one of {names}", fr: "{game} : le format {format} ne convient pas ; choix possibles : {names}" }
    NOT_PLAYED { en: "this {format} is for a game that Quadrille does not play", fr: "{format} : Quadrille ne joue pas à ce jeu" }
    ANOTHER_GAME { en: "GM[{number}] is not a game of Go: expected 1", fr: "GM[{number}] n’est pas une partie de Go : il faut 1" }
    NUMBER_NOT_PLAYED { en: "GM[{number}] is a game that Quadrille does not play: expected 1 (Go), 2 (Othello) or 3 (chess)", fr: "GM[{number}] désigne un jeu que Quadrille ne joue pas : il faut 1 (Go), 2 (Othello) ou 3 (échecs)" }
    DATABASE { en: "{format}: only the command line can read such databases", fr: "{format} : seule la ligne de commande peut lire ces bases de données" }
    NO_GAMES_IN { en: "{format}: such files contain no games; expected games or positions", fr: "{format} : ces fichiers ne contiennent pas de parties : il faut des parties ou des positions" }
    NO_GAME_IN_FILE { en: "no game in the file", fr: "il n’y a pas de partie dans le fichier" }
    MOVE_OF { en: "move {number} of the {format} cannot be played: {why}", fr: "le coup {number} ({format}) ne peut pas être joué : {why}" }
    IN_GAME { en: "game {number}: {why}", fr: "partie {number} : {why}" }
    IN_GAME_AT { en: "the game on line {line}: {why}", fr: "la partie de la ligne {line} : {why}" }
    IN_LINE { en: "line {line}: {why}", fr: "ligne {line} : {why}" }
    LONG_LINE { en: "line {line} is longer than {most} bytes: expected one record per line", fr: "la ligne {line} dépasse {most} octets : il faut une partie par ligne" }
    LATE_PARENT { en: "the move {move} follows move {after}, which comes later in the list", fr: "le coup {move} suit le coup {after}, qui vient plus loin dans la liste" }
    OTHELLO_SGF { en: "SGF for Othello cannot represent the start position {position}: expected the standard start", fr: "le SGF d’Othello ne peut pas représenter la position de départ {position} : il faut la position initiale habituelle" }
    NOT_COMPACT { en: "the compact format can only hold 19x19 games from the empty board", fr: "le format compact ne peut contenir que des parties en 19x19 depuis le goban vide" }
    NOT_WTHOR { en: "WTHOR can only hold games from the standard start with Black to move", fr: "WTHOR ne peut contenir que des parties depuis la position initiale habituelle, trait à Noir" }
    LARGE_BOARD { en: "a board of {rows}x{columns} is too large to play on: expected at most 25x25", fr: "un goban de {rows}x{columns} est trop grand pour y jouer : il faut 25x25 au plus" }
    OFF_BOARD { en: "move {number} is off the board", fr: "le coup {number} est hors du plateau" }
    NOT_LEGAL_THERE { en: "move {number} of the game, {player} {move}, is not legal", fr: "le coup {number} de la partie, {player} {move}, est illégal" }
    LEAVES_RATE { en: "leaves per CPU second", fr: "feuilles par seconde de processeur" }
    GAMES_RATE { en: "random games per CPU second", fr: "parties au hasard par seconde de processeur" }
    SIMULATIONS_RATE { en: "simulations per CPU second", fr: "simulations par seconde de processeur" }
    NODES_RATE { en: "nodes per CPU second", fr: "nœuds par seconde de processeur" }
    NO_TRACE { en: "this algorithm has no steps to show: expected alphabeta, bare, minimax or a tree search", fr: "cet algorithme n’a pas d’étapes à montrer : il faut alphabeta, bare, minimax ou une recherche arborescente" }
    NO_MOVES_TO_TRACE { en: "the tree is a single leaf: there is nothing to search", fr: "l’arbre n’est qu’une feuille : il n’y a rien à chercher" }
    MINIMAX_DEPTH { en: "minimax needs a depth from 1 to {most}", fr: "minimax demande une profondeur de 1 à {most}" }
    LARGE_MINIMAX { en: "minimax would search at least {leaves} positions, but at most {most} are allowed: choose a smaller depth", fr: "minimax regarderait au moins {leaves} positions : {most} au plus, choisissez une profondeur moindre" }
}
