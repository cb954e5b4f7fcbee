//! What Go says.

quadrille_core::words! { "go";
    TITLE { en: "Go", fr: "Go" }
    SUMMARY { en: "Surround more of the board than your opponent.", fr: "Entourez plus de territoire que l’adversaire." }
    TROMP_TAYLOR { en: "area scoring, 7.5 komi", fr: "surface, komi 7,5" }
    CHINESE { en: "area scoring, dead stones removed", fr: "surface, pierres mortes retirées" }
    JAPANESE { en: "territory and prisoners, dead stones removed, 6.5 komi", fr: "territoire et prisonniers, pierres mortes retirées, komi 6,5" }
    SIMPLIFIED { en: "no passing while another move is legal; controlled points count", fr: "pas de passe tant qu’un autre coup est légal ; on compte les points contrôlés" }
    STONE_AT { en: "{stone} at {point}", fr: "{stone} en {point}" }
    KO_AT { en: "ko at {point}", fr: "ko en {point}" }
    PASSED { en: "passes: {n}", fr: "passes : {n}" }
    UNIT { en: "points", fr: "points" }
    TWO_PASSES { en: "two passes", fr: "deux passes" }
    EVERY_POINT_CONTROLLED { en: "every point controlled", fr: "tout est contrôlé" }

    BAD_POINT { en: "{text} is not a point: expected a column letter and a row number, such as D4", fr: "{text} n’est pas une intersection : il faut une lettre et un nombre, comme D4" }
    COLUMN_I { en: "{text} names column I, which Go boards skip: J follows H", fr: "{text} nomme la colonne I, que le Go saute ; après H vient J" }
    OFF_BOARD { en: "{text} is not on this board: expected a point from A1 to {last}", fr: "{text} n’est pas sur ce goban : il faut une intersection de A1 à {last}" }

    GAME_OVER { en: "{text} cannot be played: the game is over", fr: "{text} ne peut pas être joué : la partie est finie" }
    NO_PASS { en: "a pass is not legal while another move is: expected a point", fr: "on ne peut pas passer tant qu’un autre coup est légal : il faut une intersection" }
    OCCUPIED { en: "{text} is occupied by a {stone}: expected an empty point", fr: "{text} est occupé par une {stone} : il faut une intersection vide" }
    BLACK_STONE { en: "black stone", fr: "pierre noire" }
    WHITE_STONE { en: "white stone", fr: "pierre blanche" }
    KO { en: "{text} retakes the ko immediately: expected a move elsewhere first", fr: "{text} reprend le ko aussitôt : il faut d’abord jouer ailleurs" }
    SUICIDE { en: "{text} is suicide: the stone would have no liberties and capture nothing", fr: "{text} est un suicide : la pierre n’aurait aucune liberté et ne capturerait rien" }

    BAD_KOMI { en: "komi {text} is not a multiple of 0.5 between -{most} and {most}, such as 7.5", fr: "le komi {text} n’est pas un multiple de 0,5 entre -{most} et {most}, comme 7.5" }
    NO_KOMI { en: "komi {komi} was given, but the rule set simplified has no komi", fr: "un komi de {komi} est donné, mais la règle simplifiée n’en a pas" }
    NO_HANDICAP { en: "handicap {stones} was given, but the rule set simplified has no handicap", fr: "un handicap de {stones} est donné, mais la règle simplifiée n’en a pas" }
    HANDICAP_BOARD { en: "handicap {stones} is not possible on {rows}x{columns}: expected 2 to {most} stones", fr: "un handicap de {stones} est impossible sur {rows}x{columns} : il faut 2 à {most} pierres" }
    NO_HANDICAP_BOARD { en: "handicap {stones} is not possible on {rows}x{columns}: expected no handicap", fr: "un handicap de {stones} est impossible sur {rows}x{columns} ; il n’y a pas de handicap" }
    BAD_HANDICAP { en: "handicap {text} is not a number of stones: expected 2 to 9", fr: "le handicap {text} n’est pas un nombre de pierres : il faut 2 à 9" }
    SAID_TWICE { en: "{word} repeats or contradicts an earlier word of {text}", fr: "{word} répète ou contredit un mot précédent de {text}" }
    BAD_RULE { en: "{word} is not a rule of Go: expected a size, {names}, komi=K or handicap=N", fr: "{word} n’est pas une règle de Go : il faut une taille, {names}, komi=K ou handicap=N" }
    BAD_SIZE { en: "invalid board size {word}: expected 9, 9x13 (rows x columns) or 13:9, each side from 1 to {most}", fr: "taille de goban non valide {word} : il faut 9, 9x13 (rangées x colonnes) ou 13:9, chaque côté de 1 à {most}" }

    BOARD_TOO_LARGE { en: "the board is too large", fr: "le plateau est trop grand" }
    DOES_NOT_FIT { en: "a board of {rows}x{columns} does not fit here: expected a smaller one", fr: "un goban de {rows}x{columns} ne tient pas ici : il en faut un plus petit" }
    NO_LIBERTY { en: "the chain at {place} has no liberties; every chain needs an empty neighbour", fr: "la chaîne en {place} n’a pas de liberté ; chaque chaîne a besoin d’un voisin vide" }
    NOT_A_KO { en: "ko={place} is not a ko for {mover}: expected an empty point where {mover} would retake one stone", fr: "ko={place} n’est pas un ko pour {mover} : il faut une intersection vide où {mover} reprendrait une pierre" }
    TOO_MANY_PASSES { en: "passes={passes} is not possible; the game ends with two passes in a row", fr: "passes={passes} est impossible ; la partie finit par deux passes de suite" }
    EMPTY_POSITION { en: "the position is empty: expected rows such as 9/9/3X5/…", fr: "la position est vide : il faut des rangées comme 9/9/3X5/…" }
    BAD_PASSES { en: "passes={text} is not a number of passes: expected 0, 1 or 2", fr: "passes={text} n’est pas un nombre de passes : il faut 0, 1 ou 2" }
    BAD_PRISONERS { en: "prisoners={text} is not a pair of numbers: expected Black's, then White's, such as prisoners=3,2", fr: "prisoners={text} n’est pas une paire de nombres : il faut ceux de Noir, puis ceux de Blanc, comme prisoners=3,2" }
    BAD_WORD { en: "unknown word {word} after the side to move: expected nothing, ko=POINT, passes=N or, under japanese rules, prisoners=B,W", fr: "mot inconnu {word} après le trait : il faut ko=POINT, passes=N, prisoners=N,B (règle japanese) ou rien" }
    BAD_SIDE { en: "the side to move is {text}: expected X (Black) or O (White)", fr: "le trait est {text} : il faut X (Noir) ou O (Blanc)" }
    NO_SIDE { en: "the side to move is missing: expected X (Black) or O (White) after the rows", fr: "le trait manque : il faut X (Noir) ou O (Blanc) après les rangées" }
    BAD_SYMBOL { en: "row {number} ({row}) contains {symbol}: expected X, O and numbers of empty points", fr: "la rangée {number} contient {symbol} dans {row} : il faut X, O et des nombres d’intersections vides" }
    LONG_ROW { en: "row {number} has more than {most} points, the maximum for any board", fr: "la rangée {number} dépasse {most} intersections, le maximum pour un goban" }
    BAD_RUN { en: "row {number} has a run of {run} empty points: expected 1 to {most}", fr: "la rangée {number} a une suite de {run} intersections vides : il en faut de 1 à {most}" }
    UNEVEN_ROWS { en: "row {number} has {length} points, but the first row has {columns}", fr: "la rangée {number} a {length} intersections, mais la première en a {columns}" }
    BAD_BOARD { en: "a board of {rows} rows and {columns} columns is not possible: expected 1 to {most} of each", fr: "un goban de {rows} rangées et {columns} colonnes est impossible : il en faut 1 à {most} de chaque" }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_message_is_translated() {
        quadrille_core::words::check(super::ALL);
    }
}
