//! What the solver and the checker of certificates say.

quadrille_core::words! { "breakthrough-solver";
    BAD_METHOD { en: "there is no method {method}: expected auto, table, sweep, gpu, dfpn or both", fr: "il n’y a pas de méthode {method} : attendu auto, table, sweep, gpu, dfpn ou both" }
    STOPPED { en: "the solver was stopped before it had an answer", fr: "le solveur a été arrêté avant d’avoir une réponse" }
    GAVE_UP { en: "the position was not solved within {nodes} nodes; give more nodes or memory, or a smaller board", fr: "la position n’est pas résolue en {nodes} nœuds ; donnez plus de nœuds ou de mémoire, ou un plateau plus petit" }
    TOO_LARGE { en: "a table of {rows}x{columns} needs {needed} MB where {allowed} MB are allowed", fr: "une table de {rows}x{columns} demande {needed} Mo, mais {allowed} Mo sont permis" }
    NOT_QUIET { en: "a sweep answers only positions in which no pawn stands before its goal", fr: "un balayage ne répond qu’aux positions où aucun pion n’est devant son but" }
    NO_TABLE { en: "there is no table for {rules}: tables know the standard game with 4 to 8 rows and 2 to 7 columns", fr: "il n’y a pas de table pour {rules} : les tables connaissent le jeu standard de 4 à 8 rangées et de 2 à 7 colonnes" }
    DISAGREEMENT { en: "the table says that {table} wins, proof-number search that {search} does: please report this position", fr: "la table donne {table} gagnant, la recherche par nombres de preuve {search} : merci de signaler cette position" }
    OTHER_TABLE { en: "{path} belongs to another board or another version; choose another file", fr: "{path} appartient à un autre plateau ou à une autre version ; choisissez un autre fichier" }
    OTHER_LEVEL { en: "level {level} of {board} is not the stored one: its checksum differs; please report this", fr: "le niveau {level} de {board} n’est pas celui enregistré : sa somme de contrôle diffère ; merci de le signaler" }
    NO_CUDA { en: "this program was built without the feature cuda", fr: "ce programme a été construit sans l’option cuda" }
    NO_GPU { en: "the graphics processor cannot be used: {why}", fr: "le processeur graphique ne peut pas servir : {why}" }
    NOT_ON_GPU { en: "the graphics processor solves start positions of 5 or more rows and 5 or 6 columns, not {rules}", fr: "le processeur graphique résout les positions initiales d’au moins 5 rangées et de 5 ou 6 colonnes, pas {rules}" }
    DAMAGED { en: "{path} is damaged; delete it to compute it again", fr: "{path} est endommagé ; supprimez-le pour le recalculer" }

    SAMPLED { en: "{board}: {count} positions, the mover wins {won}", fr: "{board} : {count} positions, dont {won} gagnées par le trait" }
    LEARNED { en: "pass {pass}: {percent} % of {count} right", fr: "passe {pass} : {percent} % de {count} justes" }
    BY_HAND { en: "advancement: {percent} % right", fr: "avancement : {percent} % justes" }
    PAWN_WORTH { en: "a pawn is worth {worth} in the logarithm of the odds", fr: "un pion vaut {worth} dans le logarithme des chances" }

    NOT_A_CERTIFICATE { en: "this is not a certificate: {why}", fr: "ce n’est pas un certificat : {why}" }
    NO_HEADER { en: "it has no header that ends with an empty line", fr: "il n’a pas d’en-tête qui finit par une ligne vide" }
    NOT_TEXT { en: "its header is not text", fr: "son en-tête n’est pas du texte" }
    OTHER_TITLE { en: "the first line is not {title}", fr: "la première ligne n’est pas {title}" }
    NO_LINE { en: "its header lacks the line {name}", fr: "il manque à son en-tête la ligne {name}" }
    BAD_WINNER { en: "winner {winner} is neither white nor black", fr: "le gagnant {winner} n’est ni white ni black" }
    BAD_NUMBER { en: "{text} is not a number", fr: "{text} n’est pas un nombre" }
    BAD_SIZE { en: "{count} members of {width} bytes are announced, {found} bytes follow", fr: "{count} membres de {width} octets sont annoncés, {found} octets suivent" }
    BAD_CHECKSUM { en: "its checksum is wrong: the file is damaged", fr: "sa somme de contrôle est fausse : le fichier est endommagé" }
    NOT_SORTED { en: "its positions are not in ascending order", fr: "ses positions ne sont pas dans l’ordre croissant" }
    BAD_POSITION { en: "{position} is not a position", fr: "{position} n’est pas une position" }
    BAD_MEMBER { en: "member {index} of the certificate is not a position with {loser} to move", fr: "le membre {index} du certificat n’est pas une position avec le trait à {loser}" }
    NOT_COVERED { en: "the certificate does not cover its own position {position}", fr: "le certificat ne couvre pas sa propre position {position}" }
    ESCAPE { en: "in {member} the loser plays {answer} and the winner has no answer in the certificate", fr: "dans {member} le perdant joue {answer} et le gagnant n’a pas de réponse dans le certificat" }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_message_is_translated() {
        quadrille_core::words::check(super::ALL);
    }
}
