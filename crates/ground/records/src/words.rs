//! Messages of the record readers. `found` is the rejected text, in quotes.

quadrille_words::words! { "record";
    PLACED { en: "{format}, line {line}, column {column}: {problem}", fr: "{format}, ligne {line}, colonne {column} : {problem}" }
    /// For a binary file, which has no lines.
    AT_BYTE { en: "{format}, byte {byte}: {problem}", fr: "{format}, octet {byte} : {problem}" }
    UNREADABLE { en: "cannot read the input: {error}", fr: "impossible de lire l’entrée : {error}" }
    UNKNOWN { en: "cannot tell the format of {found}: expected a position (FEN, board), a record (PGN, SGF, GGF, EPD, OBF, WTHOR, Polyglot) or a list of moves", fr: "le format de {found} n’est pas reconnu : il faut une position (FEN, plateau), une partie (PGN, SGF, GGF, EPD, OBF, WTHOR, Polyglot) ou une liste de coups" }
    TOO_LONG { en: "the game is longer than {most} bytes", fr: "la partie dépasse {most} octets" }
    NO_GAME { en: "expected '(;' to open a game, found {found}", fr: "il faut « (; » pour ouvrir une partie, mais il y a {found}" }
    NOTHING { en: "nothing", fr: "rien" }
    THE_END { en: "the end", fr: "la fin" }
}

pub mod format {
    //! The names of the formats.
    quadrille_words::words! { "format";
        FEN { en: "FEN", fr: "FEN" }
        EPD { en: "EPD", fr: "EPD" }
        PGN { en: "PGN", fr: "PGN" }
        SGF { en: "SGF", fr: "SGF" }
        GGF { en: "GGF", fr: "GGF" }
        WTHOR_GAMES { en: "WTHOR games", fr: "parties WTHOR" }
        WTHOR_NAMES { en: "WTHOR names", fr: "noms WTHOR" }
        OBF { en: "OBF", fr: "OBF" }
        OTHELLO_BOARD { en: "Othello board", fr: "plateau d’Othello" }
        BREAKTHROUGH_BOARD { en: "Breakthrough board", fr: "plateau de Breakthrough" }
        GO_BOARD { en: "Go board", fr: "goban" }
        TRANSCRIPT { en: "list of moves", fr: "liste de coups" }
        COMPACT_GO { en: "compact Go games", fr: "parties de Go compactes" }
        POLYGLOT { en: "Polyglot book", fr: "bibliothèque Polyglot" }
    }
}

pub mod board {
    //! Othello boards.
    quadrille_words::words! { "board";
        SQUARE { en: "square {number} is {found}: expected 'X', 'O' or '-'", fr: "la case {number} est {found} : il faut X, O ou -" }
        SQUARES { en: "the board has {count} squares: expected 64", fr: "le plateau a {count} cases : il en faut 64" }
        SIDE { en: "the side to move is {found}: expected 'X' or 'O'", fr: "le trait est {found} : il faut X ou O" }
        NO_SIDE { en: "the side to move is missing: expected 'X' or 'O'", fr: "le trait manque : il faut X ou O" }
        AFTER_SIDE { en: "expected nothing after the side to move, found {found}", fr: "il ne faut rien après le trait, mais il y a {found}" }
    }
}

pub mod compact {
    //! Compact Go games.
    quadrille_words::words! { "compact";
        NO_TAB { en: "{found} has no tab: expected a result, a tab and the moves", fr: "{found} n’a pas de tabulation : il faut un résultat, une tabulation et les coups" }
        NOT_UTF8 { en: "the result {found} is not UTF-8", fr: "le résultat {found} n’est pas en UTF-8" }
        CONTROL { en: "the result {found} contains a control character", fr: "le résultat {found} contient un caractère de contrôle" }
        LETTER { en: "{found} is not a letter of a move: expected pairs such as 'pd'", fr: "{found} n’est pas une lettre d’un coup : il faut des paires comme pd" }
        ODD { en: "the moves have {count} letters: expected two for each move", fr: "les coups ont {count} lettres : il en faut deux par coup" }
        OFF_BOARD { en: "point '{point}' is off the 19x19 board", fr: "l’intersection {point} est hors du goban de 19x19" }
        TOO_LONG { en: "the line is longer than {most} bytes", fr: "la ligne dépasse {most} octets" }
    }
}

pub mod epd {
    //! EPD.
    quadrille_words::words! { "epd";
        FIELDS { en: "{found} has {count} fields: expected board, side, castling and en passant", fr: "{found} a {count} champs : il faut échiquier, trait, roques et en passant" }
        RANKS { en: "the board {found} has {count} ranks: expected 8", fr: "l’échiquier {found} a {count} rangées : il en faut 8" }
        CHARACTER { en: "the board contains {found}: expected pieces and digits", fr: "l’échiquier contient {found} : il faut des pièces et des chiffres" }
        SIDE { en: "the side to move is {found}: expected 'w' or 'b'", fr: "le trait est {found} : il faut w ou b" }
        CASTLING { en: "the castling field is {found}: expected letters or '-'", fr: "le champ des roques est {found} : il faut des lettres ou -" }
        EN_PASSANT { en: "the en-passant field is {found}: expected a square or '-'", fr: "le champ en passant est {found} : il faut une case ou -" }
        OPERATION { en: "the operation {found} does not start with a letter: expected one such as 'bm'", fr: "l’opération {found} ne commence pas par une lettre : il en faut une comme bm" }
        UNCLOSED { en: "the string {found} is never closed: expected '\"'", fr: "le texte {found} n’est jamais fermé : il faut \"" }
    }
}

pub mod ggf {
    //! GGF.
    quadrille_words::words! { "ggf";
        NO_BOARD { en: "the start board 'BO[8 …]' is missing", fr: "le plateau de départ BO[8 …] manque" }
        BOARD { en: "the board {found} is not 8x8: expected 'BO[8 …]'", fr: "le plateau {found} n’est pas 8x8 : il faut BO[8 …]" }
        PROPERTY { en: "expected a property such as 'PB[name]' or ';)', found {found}", fr: "il faut une propriété comme PB[nom] ou « ;) », mais il y a {found}" }
        UNCLOSED { en: "the value of {found} is never closed: expected ']'", fr: "la valeur de {found} n’est jamais fermée : il faut ]" }
        NO_PLACE { en: "the move {found} has no square: expected one such as 'F5', or 'PA' for a pass", fr: "le coup {found} n’a pas de case : il en faut une comme F5, ou PA pour passer" }
        EVALUATION { en: "the evaluation {found} of move '{move}' is not a number", fr: "l’évaluation {found} du coup {move} n’est pas un nombre" }
        TIME { en: "the time {found} of move '{move}' is not a number", fr: "le temps {found} du coup {move} n’est pas un nombre" }
        UNOPENED { en: "';)' closes no game: expected '(;' before {found}", fr: "« ;) » ne ferme aucune partie : il faut « (; » devant {found}" }
    }
}

pub mod obf {
    //! OBF.
    quadrille_words::words! { "obf";
        MOVE { en: "{found} is not a move: expected one such as 'g8:+18'", fr: "{found} n’est pas un coup : il en faut un comme g8:+18" }
        SCORE { en: "the score {found} of move '{move}' is not a number: expected one such as '+18'", fr: "le score {found} du coup {move} n’est pas un nombre : il en faut un comme +18" }
    }
}

pub mod pgn {
    //! PGN.
    quadrille_words::words! { "pgn";
        NO_GAME { en: "expected a tag or a move, found nothing", fr: "il faut une étiquette ou un coup, il n’y a rien" }
        UNCLOSED_TAG { en: "the tag {found} is not closed: expected '[Name \"value\"]'", fr: "l’étiquette {found} n’est pas fermée : il faut [Nom \"valeur\"]" }
        TAG_NAME { en: "the tag name {found} is not one word: expected '[Name \"value\"]'", fr: "le nom d’étiquette {found} n’est pas un seul mot : il faut [Nom \"valeur\"]" }
        TAG_LETTERS { en: "{found} is not a tag name: expected letters, digits and '_'", fr: "{found} n’est pas un nom d’étiquette : il faut des lettres, des chiffres et _" }
        LATE_TAG { en: "the tag {found} appears among the moves: expected a move or a result", fr: "l’étiquette {found} apparaît parmi les coups : il faut un coup ou un résultat" }
        UNCLOSED_COMMENT { en: "the comment {found} is never closed: expected '}'", fr: "le commentaire {found} n’est jamais fermé : il faut }" }
        UNCLOSED_VARIATION { en: "the variation is never closed: expected ')'", fr: "la variante n’est jamais fermée : il faut )" }
        UNOPENED_VARIATION { en: "')' closes no variation: expected '(' before it", fr: "« ) » ne ferme aucune variante : il faut « ( » avant" }
        EARLY_VARIATION { en: "a variation comes before any move: expected a move before '('", fr: "une variante vient avant tout coup : il faut un coup devant (" }
        EMPTY_VARIATION { en: "the variation has no move: expected one between '(' and ')'", fr: "la variante n’a pas de coup : il en faut un entre ( et )" }
        UNOPENED { en: "{found} closes nothing: expected a move", fr: "{found} ne ferme rien : il faut un coup" }
        LATE_PERCENT { en: "expected a move, found '%', which is allowed only at the start of a line", fr: "il faut un coup, mais il y a %, qui ne peut que commencer une ligne" }
        GLYPH { en: "the glyph {found} is not a number from $0 to $255", fr: "le signe {found} n’est pas un nombre de $0 à $255" }
        MARKS { en: "{found} is not a move annotation: expected !, ?, !!, ??, !? or ?!", fr: "{found} n’est pas une annotation de coup : il faut !, ?, !!, ??, !? ou ?!" }
        MOVE_NUMBER { en: "the move number {found} is too large", fr: "le numéro de coup {found} est trop grand" }
        MOVE { en: "{found} is not one word of move text: expected something like 'Nf3'", fr: "{found} n’est pas un coup en un mot : il en faut un comme Nf3" }
    }
}

pub mod polyglot {
    //! Polyglot books.
    quadrille_words::words! { "polyglot";
        MOVE { en: "{found} is not a move: expected one such as 'e2e4' or 'e7e8q'", fr: "{found} n’est pas un coup : il en faut un comme e2e4 ou e7e8q" }
        LENGTH { en: "the book has {bytes} bytes: expected a multiple of {entry}", fr: "la bibliothèque a {bytes} octets : il en faut un multiple de {entry}" }
        UNSORTED { en: "entry {later} has a smaller key than entry {earlier}: expected sorted keys", fr: "l’entrée {later} a une clé plus petite que l’entrée {earlier} : il faut des clés triées" }
    }
}

pub mod sgf {
    //! SGF.
    quadrille_words::words! { "sgf";
        UNCLOSED { en: "the game ends with {count} unclosed '(': expected ')'", fr: "la partie finit avec {count} « ( » non fermées : il faut « ) »" }
        UNCLOSED_VALUE { en: "the value {found} is never closed: expected ']'", fr: "la valeur {found} n’est jamais fermée : il faut ]" }
        NO_VALUE { en: "property {found} has no value: expected '['", fr: "la propriété {found} n’a pas de valeur : il faut [" }
        UNEXPECTED { en: "expected a property, ';', '(' or ')', found {found}", fr: "il faut une propriété, « ; », « ( » ou « ) », mais il y a {found}" }
        AFTER_OPEN { en: "expected ';' after '(', found {found}", fr: "il faut « ; » après « ( », mais il y a {found}" }
        ANOTHER { en: "another '('", fr: "encore « ( »" }
        AFTER_VARIATION { en: "expected '(' or ')' after a variation, found {found}", fr: "il faut « ( » ou « ) » après une variante, mais il y a {found}" }
        LATE_NODE { en: "a node follows a variation: expected '(' or ')'", fr: "un nœud suit une variante : il faut « ( » ou « ) »" }
        VALUE { en: "property {name} has the value {found}: expected {expected}", fr: "la propriété {name} vaut {found} : il faut {expected}" }
        NUMBER { en: "a number such as '{example}'", fr: "un nombre comme {example}" }
        SIZE { en: "a size from 1 to 52 such as '19' or '9:13'", fr: "une taille de 1 à 52 comme 19 ou 9:13" }
        SIDE { en: "'B' or 'W'", fr: "B ou W" }
        PLAY { en: "a point such as 'dp', or nothing for a pass", fr: "une intersection comme dp, ou rien pour passer" }
        POINT { en: "a point such as 'dp' or a rectangle such as 'aa:cc'", fr: "une intersection comme dp ou un rectangle comme aa:cc" }
        OFF_BOARD { en: "point '{point}' of property {name} is off the {size} board", fr: "l’intersection {point} de la propriété {name} est hors du goban de {size}" }
        IDENTIFIER { en: "{found} is not a property identifier: expected capital letters such as 'AB'", fr: "{found} n’est pas un nom de propriété : il faut des capitales comme AB" }
        RAW_VALUE { en: "the raw value {found} has an unescaped ']' or ends in '\\': expected escaped text", fr: "la valeur brute {found} contient un ] non échappé ou finit par \\ : il faut un texte échappé" }
        VALUELESS { en: "property {found} has no value: expected at least one", fr: "la propriété {found} n’a pas de valeur : il en faut au moins une" }
    }
}

pub mod transcript {
    //! Lists of moves.
    quadrille_words::words! { "transcript";
        EXPECTED { en: "expected {expected}, found {found}", fr: "il faut {expected}, mais il y a {found}" }
        SQUARE { en: "a square such as 'f5', or 'pass'", fr: "une case comme f5, ou pass" }
        STEP { en: "a move such as 'b2b3' or 'b2xc3'", fr: "un coup comme b2b3 ou b2xc3" }
        STONE { en: "a point such as 'Q16', or 'pass'", fr: "une intersection comme Q16, ou pass" }
        NO_MOVE { en: "no move", fr: "aucun coup" }
    }
}

pub mod wthor {
    //! WTHOR.
    quadrille_words::words! { "wthor";
        HEADER { en: "the file has {bytes} bytes: expected a header of {expected}", fr: "le fichier a {bytes} octets : il faut un en-tête de {expected}" }
        BOARD_SIZE { en: "the board size is {size}: expected 8", fr: "la taille du plateau est {size} : il faut 8" }
        GAMES { en: "the header declares {count} games: expected a file of {expected} bytes, found {bytes}", fr: "l’en-tête annonce {count} parties : il faut un fichier de {expected} octets, mais il en a {bytes}" }
        NAMES { en: "the header declares {count} names: expected a file of {expected} bytes, found {bytes}", fr: "l’en-tête annonce {count} noms : il faut un fichier de {expected} octets, mais il en a {bytes}" }
        SCORE { en: "a score of {discs} discs: expected at most {most}", fr: "un score de {discs} pions, {most} au plus sont possibles" }
        MOVE { en: "move {number} is the byte {byte}: expected 10 x row + column from 11 to 88", fr: "le coup {number} est l’octet {byte} : il faut 10 x rangée + colonne, de 11 à 88" }
        MOVES { en: "the game has {count} moves: expected at most {most}", fr: "la partie a {count} coups : il en faut {most} au plus" }
        OFF_BOARD { en: "the move in column {column}, row {row} is off the board", fr: "le coup en colonne {column}, rangée {row} est hors du plateau" }
        TOO_MANY { en: "{count} games are too many for one file", fr: "{count} parties, c’est trop pour un seul fichier" }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_message_is_translated() {
        let by_format = [board::ALL, compact::ALL, epd::ALL, ggf::ALL, obf::ALL, pgn::ALL, polyglot::ALL];
        let others = [ALL, format::ALL, sgf::ALL, transcript::ALL, wthor::ALL];
        by_format.into_iter().chain(others).for_each(quadrille_words::check);
    }
}
