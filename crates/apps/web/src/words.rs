//! What the server says.

quadrille_core::words! { "web";
    PIECES_ON_BOARD { en: "{pieces} pieces were drawn on a board of {cells} cells", fr: "{pieces} pièces dessinées sur un plateau de {cells} cases" }
    NOT_DRAWN { en: "positions of {game} cannot be set up piece by piece", fr: "les positions de {game} ne se composent pas pièce par pièce" }
    RESIGNATION { en: "resignation", fr: "abandon" }
    TIME { en: "time", fr: "temps" }
    NO_MOVE_FOUND { en: "the engine found no move", fr: "le moteur n’a pas trouvé de coup" }
    ENGINE_MOVE_REFUSED { en: "the engine's move was refused: {why}", fr: "le coup du moteur a été refusé : {why}" }
    LONG_PLAYER { en: "the player is described with {length} characters; {most} are the most", fr: "le joueur est décrit par {length} caractères ; {most} au plus" }
    MOVE_REFUSED { en: "move {number} of the game cannot be played: {why}", fr: "le coup {number} de la partie ne peut être joué : {why}" }
    NODE_REFUSED { en: "node {number} of the tree: {why}", fr: "nœud {number} de l’arbre : {why}" }
    BEFORE_PARENT { en: "it comes before its parent {parent}", fr: "il vient avant son parent {parent}" }
    STORED_UNREADABLE { en: "the stored game {id} cannot be read: {why}", fr: "la partie enregistrée {id} ne peut être lue : {why}" }
    NO_NODE { en: "there is no node {node}", fr: "il n’y a pas de nœud {node}" }
    AFTER_THE_END { en: "the move {move} comes after the end of the game ({reason})", fr: "le coup {move} vient après la fin de la partie ({reason})" }
    ALREADY_OVER { en: "the game is already over ({reason})", fr: "la partie est déjà finie ({reason})" }
    NOTHING_TO_ADVISE { en: "the game is over ({reason}); there is nothing to advise", fr: "la partie est finie ({reason}) ; il n’y a rien à conseiller" }
    NOTHING_TO_UNDO { en: "there is no move to take back", fr: "il n’y a pas de coup à reprendre" }
    NOTHING_TO_REDO { en: "there is no move to play again", fr: "il n’y a pas de coup à rejouer" }
    ENGINE_NEEDS_NO_ADVICE { en: "it is the engine's turn; it needs no advice", fr: "c’est au moteur de jouer ; il n’a pas besoin de conseil" }
    MOVED_ON { en: "the move {move} was meant for another position; the game has moved on since", fr: "le coup {move} visait une autre position ; la partie a avancé depuis" }
    ENGINES_TURN { en: "the move {move} cannot be played: it is the engine's turn", fr: "le coup {move} ne peut être joué : c’est au moteur" }
    NO_SEARCH_THREAD { en: "no thread could be started for the search: {error}", fr: "aucun fil n’a pu être lancé pour la recherche : {error}" }
    SEARCH_FAILED { en: "the search {player} failed at this position; other games go on", fr: "la recherche {player} a échoué dans cette position ; les autres parties continuent" }
    NO_PATTERNS { en: "there are no learned patterns for {game}", fr: "il n’y a pas de motifs appris pour {game}" }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_message_is_translated() {
        quadrille_core::words::check(super::ALL);
    }
}
