//! What Breakthrough says.

quadrille_core::words! { "breakthrough";
    TITLE { en: "Breakthrough", fr: "Breakthrough" }
    SUMMARY { en: "Be the first to reach the far row.", fr: "Atteignez la dernière rangée le premier." }
    STANDARD { en: "two rows of pawns", fr: "deux rangées de pions" }
    ONE_ROW { en: "one row of pawns", fr: "une rangée de pions" }
    MISERE { en: "whoever reaches the far row loses", fr: "qui atteint la dernière rangée perd" }
    KNIGHTTHROUGH { en: "knights instead of pawns", fr: "des cavaliers au lieu de pions" }
    WHITE_PAWN { en: "white pawn {square}", fr: "pion blanc {square}" }
    BLACK_PAWN { en: "black pawn {square}", fr: "pion noir {square}" }
    UNIT { en: "pawns", fr: "pions" }
    FAR_ROW_REACHED { en: "far row reached", fr: "dernière rangée atteinte" }
    NO_PAWNS_LEFT { en: "no pawns left", fr: "plus aucun pion" }
    NO_MOVES_LEFT { en: "no moves left", fr: "plus aucun coup" }

    BAD_SIZE { en: "invalid board size {size}: expected {min_rows} to {max_rows} rows by {min_columns} to {max_columns} columns, such as 5x5", fr: "taille de plateau non valide {size} : il faut {min_rows} à {max_rows} rangées sur {min_columns} à {max_columns} colonnes, comme 5x5" }
    TWO_SIZES { en: "the rules {text} name two board sizes; give one", fr: "la règle {text} donne deux tailles ; donnez-en une seule" }
    BAD_RULE { en: "{word} is not a rule of Breakthrough: expected a size such as 5x5 (rows x columns), one-row, misere, knightthrough or standard", fr: "{word} n’est pas une règle de Breakthrough : il faut une taille comme 5x5 (rangées x colonnes), one-row, misere, knightthrough ou standard" }

    NOT_A_POSITION { en: "{text} is not a position: {why}", fr: "{text} n’est pas une position : {why}" }
    POSITION_FORM { en: "expected rows from Black's side separated by '/', then a space and w or b, such as 'bbbbb/bbbbb/5/wwwww/wwwww w'", fr: "il faut des rangées depuis le côté de Noir séparées par « / », puis une espace et w ou b, comme « bbbbb/bbbbb/5/wwwww/wwwww w »" }
    BAD_SIDE { en: "invalid side to move {text}: expected w or b", fr: "trait non valide {text} : il faut w ou b" }
    NO_SIDE { en: "{text} does not say whose turn it is: add w or b", fr: "{text} ne dit pas à qui est le trait : ajoutez w ou b" }
    OTHER_BOARD { en: "the position has a {found} board, but the rules say {expected}", fr: "la position est un plateau de {found}, mais la règle dit {expected}" }
    BAD_ROW_COUNT { en: "the board has {count} rows: expected {min} to {max}", fr: "le plateau a {count} rangées : il en faut de {min} à {max}" }
    UNEVEN_ROWS { en: "row {number} ({row}) has {width} squares, but the rows above have {first}", fr: "la rangée {number} ({row}) a {width} cases, celles d’avant en ont {first}" }
    BAD_SYMBOL { en: "{symbol} in row {number} ({row}) is not w, b or a digit from 1 to {most}", fr: "{symbol} dans la rangée {number} ({row}) n’est ni w, ni b, ni un chiffre de 1 à {most}" }
    BAD_ROW { en: "row {number} ({row}) has {width} squares: expected {min} to {max}", fr: "la rangée {number} ({row}) a {width} cases : il en faut de {min} à {max}" }
    PAWN_OUTSIDE { en: "a pawn is off the board", fr: "un pion est hors du plateau" }
    TWO_ON_ONE_SQUARE { en: "two pawns are on the same square", fr: "deux pions occupent la même case" }
    EMPTY_BOARD { en: "the board is empty: at least one side needs a pawn", fr: "le plateau est vide : il faut au moins un pion" }
    WHITE_HAS_ARRIVED { en: "a white pawn is on Black's first row, so the game is over and it cannot be White's turn", fr: "un pion blanc est sur la première rangée de Noir : la partie est finie et ce ne peut être au tour de Blanc" }
    BLACK_HAS_ARRIVED { en: "a black pawn is on White's first row, so the game is over and it cannot be Black's turn", fr: "un pion noir est sur la première rangée de Blanc : la partie est finie et ce ne peut être au tour de Noir" }
    SEVERAL_ARRIVED { en: "more than one pawn is on its far row, but the first to get there ends the game", fr: "plus d’un pion est sur sa dernière rangée, mais le premier arrivé met fin à la partie" }

    NOT_A_MOVE { en: "{text} is not a move: expected two squares, such as b2b3, or b2xc3 for a capture", fr: "{text} n’est pas un coup : il faut deux cases, comme b2b3, ou b2xc3 pour une prise" }
    NOT_A_SQUARE { en: "{name} is not a square on this board, which runs from a1 to {last}", fr: "{name} n’est pas une case de ce plateau, qui va de a1 à {last}" }
    TAKES_NOTHING { en: "{text} captures nothing: {square} is empty", fr: "{text} ne prend rien : {square} est vide" }
    IS_A_CAPTURE { en: "{text} is a capture: write it {move}", fr: "{text} est une prise : écrivez {move}" }
    NOT_LEGAL { en: "{text} is not legal here: {why}", fr: "{text} est illégal ici : {why}" }
    GAME_OVER { en: "the game is over ({outcome})", fr: "la partie est finie ({outcome})" }
    OTHERS_PAWN { en: "the pawn on {square} belongs to {owner}, but it is {mover}'s turn", fr: "le pion en {square} appartient à {owner}, mais c’est au tour de {mover}" }
    NO_PAWN { en: "{mover} has no pawn on {square}", fr: "{mover} n’a pas de pion en {square}" }
    OWN_PAWN { en: "{square} is occupied by {mover}'s own pawn", fr: "un pion de {mover} occupe déjà {square}" }
    STUCK { en: "the pawn on {square} cannot move", fr: "le pion en {square} ne peut pas bouger" }
    ONLY_MOVES { en: "the pawn on {square} can only play {moves}", fr: "le pion en {square} ne peut jouer que {moves}" }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_message_is_translated() {
        quadrille_core::words::check(super::ALL);
    }
}
