//! What Othello says.

quadrille_core::words! { "othello";
    TITLE { en: "Othello", fr: "Othello" }
    SUMMARY { en: "Outflank discs to flip them; whoever has the most discs wins.", fr: "Encadrez des pions pour les retourner ; qui a le plus de pions gagne." }
    WHITE_FIRST { en: "White moves first", fr: "Blanc commence" }
    STANDARD { en: "Black moves first, as in tournaments", fr: "Noir commence, comme en tournoi" }
    BLACK_DISC { en: "black {square}", fr: "noir {square}" }
    WHITE_DISC { en: "white {square}", fr: "blanc {square}" }
    UNIT { en: "discs", fr: "pions" }
    BOARD_FULL { en: "board full", fr: "plateau plein" }
    NO_MOVES_LEFT { en: "no moves left", fr: "plus aucun coup" }

    BAD_RULES { en: "unknown Othello rules {name}: expected standard or white-first", fr: "règle d’Othello inconnue {name} : il faut standard ou white-first" }
    BAD_LENGTH { en: "the Othello position {text} has {count} symbols: expected 64 squares (X, O or -) and the side to move", fr: "la position d’Othello {text} a {count} signes : il faut 64 cases (X, O ou -) et le trait" }
    BAD_SYMBOL { en: "{symbol} on {square}: expected X, O or -", fr: "{symbol} en {square} : il faut X, O ou -" }
    BAD_SIDE { en: "the side to move is {symbol}: expected X or O", fr: "le trait est {symbol} : il faut X ou O" }
    NOT_A_MOVE { en: "{text} is not an Othello move: expected a square such as f5, or pass", fr: "{text} n’est pas un coup d’Othello : il faut une case comme f5, ou pass" }
    NOT_LEGAL { en: "{text} is not a legal move for {player}: {why}", fr: "{text} n’est pas un coup légal pour {player} : {why}" }
    GAME_OVER { en: "the game is over", fr: "la partie est finie" }
    MUST_PLAY { en: "{player} has a move and must play", fr: "{player} a un coup et doit jouer" }
    TAKEN { en: "the square is occupied", fr: "la case est occupée" }
    TURNS_NOTHING { en: "it flips no discs", fr: "il ne retourne aucun pion" }

    OTHER_FILE { en: "the file starts with {found}: expected Othello pattern weights (QOPW)", fr: "le fichier commence par {found} : il faut des poids de motifs d’Othello (QOPW)" }
    OTHER_VERSION { en: "the weights have format version {found}: expected {expected}", fr: "les poids sont au format {found} : il faut {expected}" }
    OTHER_FEATURES { en: "the weights were trained for the features {found}: this program has {expected}; retrain them", fr: "les poids ont été appris pour les motifs {found} : ce programme a {expected} ; recommencez l’apprentissage" }
    BAD_CHECKSUM { en: "the weights' checksum is {found}: expected {expected}; the file is damaged", fr: "la somme de contrôle des poids est {found} : il faut {expected} ; le fichier est endommagé" }
    BAD_PHASE { en: "the weights of phase {phase} cannot be read: the file is damaged", fr: "les poids de la phase {phase} sont illisibles : le fichier est endommagé" }
    BAD_FILE_LENGTH { en: "the weights hold {found} bytes of data: expected {expected}", fr: "les poids ont {found} octets de données : il en faut {expected}" }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_message_is_translated() {
        quadrille_core::words::check(super::ALL);
    }
}
