//! What chess says.

quadrille_core::words! { "chess";
    TITLE { en: "Chess", fr: "Échecs" }
    IN_TEXT { en: "chess", fr: "échecs" }
    SUMMARY { en: "Checkmate the king.", fr: "Matez le roi." }
    STANDARD { en: "FIDE rules", fr: "règles de la FIDE" }
    CHESS960 { en: "shuffled back ranks", fr: "rangées de départ tirées au sort" }
    UNIT { en: "pawns", fr: "pions" }
    CHECKMATE { en: "checkmate", fr: "mat" }
    STALEMATE { en: "stalemate", fr: "pat" }
    REPETITION { en: "repetition", fr: "répétition" }
    FIVEFOLD { en: "fivefold repetition", fr: "quintuple répétition" }
    FIFTY_MOVES { en: "fifty-move rule", fr: "règle des cinquante coups" }
    SEVENTY_FIVE_MOVES { en: "seventy-five-move rule", fr: "règle des soixante-quinze coups" }
    INSUFFICIENT_MATERIAL { en: "insufficient material", fr: "matériel insuffisant" }

    /// A part of a key.
    MAN_ON { en: "{man} {square}", fr: "{man} {square}" }
    WHITE_PAWN { en: "white pawn", fr: "pion blanc" }
    WHITE_KNIGHT { en: "white knight", fr: "cavalier blanc" }
    WHITE_BISHOP { en: "white bishop", fr: "fou blanc" }
    WHITE_ROOK { en: "white rook", fr: "tour blanche" }
    WHITE_QUEEN { en: "white queen", fr: "dame blanche" }
    WHITE_KING { en: "white king", fr: "roi blanc" }
    BLACK_PAWN { en: "black pawn", fr: "pion noir" }
    BLACK_KNIGHT { en: "black knight", fr: "cavalier noir" }
    BLACK_BISHOP { en: "black bishop", fr: "fou noir" }
    BLACK_ROOK { en: "black rook", fr: "tour noire" }
    BLACK_QUEEN { en: "black queen", fr: "dame noire" }
    BLACK_KING { en: "black king", fr: "roi noir" }
    WHITE_KING_SIDE { en: "White may castle kingside", fr: "Blanc peut faire le petit roque" }
    WHITE_QUEEN_SIDE { en: "White may castle queenside", fr: "Blanc peut faire le grand roque" }
    BLACK_KING_SIDE { en: "Black may castle kingside", fr: "Noir peut faire le petit roque" }
    BLACK_QUEEN_SIDE { en: "Black may castle queenside", fr: "Noir peut faire le grand roque" }
    EN_PASSANT_FILE { en: "en passant on the {file}-file", fr: "prise en passant sur la colonne {file}" }

    BAD_RULES { en: "unknown rules {text} for chess: expected standard or chess960", fr: "règle d’échecs inconnue {text} : il faut standard ou chess960" }

    EMPTY_TEXT { en: "the position is empty: expected a FEN or startpos", fr: "la position est vide : il faut un FEN ou startpos" }
    TOO_LONG { en: "the text is {count} bytes long: expected a FEN of at most {most}", fr: "le texte a {count} octets : un FEN en a au plus {most}" }
    BAD_FIELDS { en: "wrong number of fields ({count}) in the FEN {text}: expected 4 to 6 (board, side to move, castling, en passant, half-move clock, move number)", fr: "mauvais nombre de champs ({count}) dans le FEN {text} : il en faut 4 à 6 (échiquier, trait, roques, en passant, demi-coups, numéro du coup)" }
    BAD_RANKS { en: "the board {board} has {count} ranks: expected 8, separated by /", fr: "l’échiquier {board} a {count} rangées : il en faut 8, séparées par /" }
    BAD_RANK_LENGTH { en: "rank {rank} of the board, {text}, describes {count} squares: expected 8", fr: "la rangée {rank}, {text}, décrit {count} cases : il en faut 8" }
    BAD_PIECE { en: "rank {rank} of the board, {text}, contains {culprit}: expected a piece (PNBRQK or pnbrqk) or a digit 1 to 8", fr: "la rangée {rank}, {text}, contient {culprit} : il faut une pièce (PNBRQK ou pnbrqk) ou un chiffre de 1 à 8" }
    BAD_TURN { en: "the side to move is {text}: expected w or b", fr: "le trait est {text} : il faut w ou b" }
    BAD_CASTLING { en: "the castling rights {text} contain {culprit}: expected -, letters from KQkq, or files A to H and a to h", fr: "les droits de roque {text} contiennent {culprit} : il faut -, des lettres de KQkq, ou des colonnes A à H et a à h" }
    MANY_CASTLING_RIGHTS { en: "too many castling rights {text}: expected at most four", fr: "trop de droits de roque {text} : quatre au plus" }
    BAD_EN_PASSANT { en: "the en-passant field is {text}: expected - or a square", fr: "le champ en passant est {text} : il faut - ou une case" }
    BAD_HALFMOVE_CLOCK { en: "the half-move clock is {text}: expected a number from 0 to 65535", fr: "le compteur de demi-coups est {text} : il faut un nombre de 0 à 65535" }
    BAD_MOVE_NUMBER { en: "the move number is {text}: expected a number from 1 to 65535", fr: "le numéro du coup est {text} : il faut un nombre de 1 à 65535" }

    NO_KING { en: "{player} has no king: expected exactly one", fr: "{player} n’a pas de roi : il en faut un" }
    MANY_KINGS { en: "{player} has {count} kings: expected exactly one", fr: "{player} a {count} rois : il en faut un seul" }
    MANY_PIECES { en: "{player} has {count} pieces: expected at most 16", fr: "{player} a {count} pièces : 16 au plus" }
    MANY_PAWNS { en: "{player} has {count} pawns: expected at most 8", fr: "{player} a {count} pions : 8 au plus" }
    MANY_PROMOTIONS { en: "{player} has {promoted} promoted pieces but only {missing} pawns are missing", fr: "{player} a {promoted} pièces promues, mais il ne manque que {missing} pions" }
    PAWN_ON_LAST_RANK { en: "a pawn is on {square}: pawns cannot be on the first or eighth rank", fr: "un pion est en {square} : un pion ne peut pas être sur la première ni la huitième rangée" }
    WRONG_SIDE_IN_CHECK { en: "{waiting} is in check on {king}, but it is {turn}'s turn: the king could be captured", fr: "{waiting} est en échec en {king}, mais c’est au tour de {turn} : le roi serait pris" }
    MANY_CHECKERS { en: "{count} pieces give check to the king on {king}: expected at most two", fr: "{count} pièces donnent échec au roi en {king} : deux au plus" }
    CASTLING_KING_AWAY { en: "castling right {letter} needs the king on its back rank, but it is on {king}", fr: "le droit de roque {letter} exige le roi sur sa première rangée, mais il est en {king}" }
    CASTLING_KING_NOT_ON_E { en: "castling right {letter} needs the king on the e-file under standard rules, but it is on {king}; chess960 allows it", fr: "le droit de roque {letter} exige le roi sur la colonne e, mais il est en {king} ; chess960 le permet" }
    CASTLING_WITHOUT_ROOK { en: "castling right {letter} needs a {rook}, but there is none on its square", fr: "le droit de roque {letter} exige une {rook} sur sa case, mais il n’y en a pas" }
    CASTLING_ROOK_NOT_IN_CORNER { en: "castling right {letter} needs a rook on the a- or h-file under standard rules, but the rook is on {rook}; chess960 allows it", fr: "le droit de roque {letter} exige une tour sur la colonne a ou h, mais la tour est en {rook} ; chess960 le permet" }
    CASTLING_TWICE { en: "castling right {letter} is given twice on the same wing", fr: "le droit de roque {letter} est donné deux fois sur la même aile" }
    EN_PASSANT_RANK { en: "en-passant square {square}: expected rank {rank} when it is {turn}'s turn", fr: "case en passant {square} : il faut la rangée {rank} quand c’est au tour de {turn}" }
    EN_PASSANT_WITHOUT_PAWN { en: "en-passant square {square}: no pawn has just jumped over it", fr: "case en passant {square} : aucun pion ne vient de la franchir" }
    EN_PASSANT_BLOCKED { en: "en-passant square {square}: {blocked} must be empty for a pawn to have come from there", fr: "case en passant {square} : {blocked} doit être vide pour qu’un pion en vienne" }

    NOT_A_MOVE { en: "{text} is not a chess move: expected UCI (e2e4, e7e8q) or SAN (Nf3, exd5, O-O, e8=Q)", fr: "{text} n’est pas un coup d’échecs : il faut UCI (e2e4, e7e8q) ou SAN (Nf3, exd5, O-O, e8=Q)" }
    AMBIGUOUS { en: "{text} is ambiguous here: the pieces on {first} and {second} can both play it", fr: "{text} est ambigu ici : les pièces en {first} et {second} peuvent le jouer" }
    GAME_OVER { en: "{text} cannot be played: the game is over", fr: "{text} ne peut être joué : la partie est finie" }
    NOT_LEGAL { en: "{text} is not a legal move here: {why}", fr: "{text} n’est pas un coup légal ici : {why}" }
    LEGAL_MOVES { en: "expected one of {count} legal moves in UCI or SAN", fr: "il faut l’un des {count} coups légaux, en UCI ou SAN" }
    CANNOT_MOVE_FROM { en: "{player} has no legal move from {square}", fr: "{player} n’a pas de coup légal depuis {square}" }
    NO_PAWN_TO { en: "{player} has no pawn that can move to {square}", fr: "{player} n’a pas de pion qui puisse aller en {square}" }
    CANNOT_MOVE { en: "no piece of that kind can move", fr: "aucune pièce de cette sorte ne peut bouger" }
    MOVES_OF { en: "pieces of that kind can play {moves}", fr: "une telle pièce peut jouer {moves}" }
    MOVES_FROM { en: "the legal moves from {square} are {moves}", fr: "les coups légaux depuis {square} sont {moves}" }

    NOT_A_NETWORK { en: "this is not a chess evaluation network", fr: "ce n’est pas un réseau d’évaluation d’échecs" }
    OTHER_VERSION { en: "the network has version {found}: expected {expected}", fr: "le réseau a la version {found} : il faut {expected}" }
    OTHER_FEATURES { en: "the network was trained on different inputs from those this program computes", fr: "le réseau a été entraîné sur d’autres entrées que celles que ce programme calcule" }
    DAMAGED { en: "the network is damaged: {what}", fr: "le réseau est endommagé : {what}" }
    CUT { en: "the file is truncated", fr: "le fichier est tronqué" }
    CHECKSUM { en: "the checksum does not match", fr: "la somme de contrôle ne correspond pas" }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_message_is_translated() {
        quadrille_core::words::check(super::ALL);
    }
}
