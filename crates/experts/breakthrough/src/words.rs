//! Messages of the solver and of the certificate checker.

quadrille_core::words! { "breakthrough-solver";
    BAD_METHOD { en: "unknown method {method}: expected auto, table, sweep, gpu, dfpn or both", fr: "méthode inconnue {method} ; choix possibles : auto, table, sweep, gpu, dfpn ou both" }
    STOPPED { en: "the solver was stopped before it found an answer: allow more with --time or --nodes", fr: "le solveur a été arrêté avant d’avoir une réponse : accordez-lui plus avec --time ou --nodes" }
    GAVE_UP { en: "the position was not solved within {nodes} nodes; allow more nodes or memory, or use a smaller board", fr: "la position n’est pas résolue en {nodes} nœuds ; accordez plus de nœuds ou de mémoire, ou prenez un plateau plus petit" }
    TOO_LARGE { en: "a table for {rows}x{columns} needs {needed} MB, but only {allowed} MB is allowed", fr: "une table pour {rows}x{columns} demande {needed} Mo, mais {allowed} Mo seulement sont permis" }
    NOT_QUIET { en: "a sweep solves only positions in which no pawn is one step from its goal", fr: "un balayage ne résout que les positions où aucun pion n’est à un pas de son but" }
    NO_TABLE { en: "there is no table for {rules}: tables exist only for the standard game with 4 to 8 rows and 2 to 7 columns", fr: "il n’y a pas de table pour {rules} : les tables n’existent que pour le jeu standard de 4 à 8 rangées et de 2 à 7 colonnes" }
    DISAGREEMENT { en: "the table says that {table} wins, but proof-number search says {search}: please report this position", fr: "la table donne {table} gagnant, mais la recherche par nombres de preuve donne {search} : merci de signaler cette position" }
    OTHER_TABLE { en: "{path} belongs to another board or another version; choose another file", fr: "{path} appartient à un autre plateau ou à une autre version ; choisissez un autre fichier" }
    OTHER_LEVEL { en: "level {level} of {board} differs from the stored result (checksum mismatch): please report this", fr: "le niveau {level} de {board} diffère du résultat enregistré (somme de contrôle) : merci de le signaler" }
    NO_CUDA { en: "this program was built without GPU support: rebuild it with `--features cuda`", fr: "ce programme a été compilé sans le GPU : recompilez-le avec `--features cuda`" }
    NO_GPU { en: "the GPU cannot be used: {why}", fr: "le GPU ne peut pas être utilisé : {why}" }
    NOT_ON_GPU { en: "the GPU solves only start positions with 5 or more rows and 5 or 6 columns, not {rules}", fr: "le GPU ne résout que les positions initiales d’au moins 5 rangées et de 5 ou 6 colonnes, pas {rules}" }
    DAMAGED { en: "{path} is damaged; delete it to compute it again", fr: "{path} est endommagé ; supprimez-le pour le recalculer" }

    SAMPLED { en: "{board}: {count} positions, {won} won by the side to move", fr: "{board} : {count} positions, dont {won} gagnées par le camp au trait" }
    LEARNED { en: "pass {pass}: {percent} % of {count} correct", fr: "passe {pass} : {percent} % de {count} correctes" }
    BY_HAND { en: "advancement: {percent} % correct", fr: "avancement : {percent} % correctes" }
    PAWN_WORTH { en: "a pawn is worth {worth} in log-odds", fr: "un pion vaut {worth} en logarithme de la cote" }

    NOT_A_CERTIFICATE { en: "this is not a certificate: {why}", fr: "ce n’est pas un certificat : {why}" }
    NO_HEADER { en: "it has no header that ends with an empty line", fr: "il n’a pas d’en-tête qui finit par une ligne vide" }
    NOT_TEXT { en: "its header is not text", fr: "son en-tête n’est pas du texte" }
    OTHER_TITLE { en: "the first line is not {title}", fr: "la première ligne n’est pas {title}" }
    NO_LINE { en: "its header lacks the line {name}", fr: "il manque à son en-tête la ligne {name}" }
    BAD_WINNER { en: "winner {winner} is neither white nor black", fr: "le gagnant {winner} n’est ni white ni black" }
    BAD_NUMBER { en: "{text} is not a number", fr: "{text} n’est pas un nombre" }
    BAD_SIZE { en: "its header declares {count} members in {size} bytes, but {found} bytes follow", fr: "son en-tête annonce {count} membres en {size} octets, mais {found} octets suivent" }
    BAD_CHECKSUM { en: "its checksum is wrong: the file is damaged", fr: "sa somme de contrôle est fausse : le fichier est endommagé" }
    NOT_SORTED { en: "its positions are not in ascending order", fr: "ses positions ne sont pas dans l’ordre croissant" }
    BAD_POSITION { en: "{position} is not a position", fr: "{position} n’est pas une position" }
    BAD_MEMBER { en: "member {index} of the certificate is not a position with {loser} to move", fr: "le membre {index} du certificat n’est pas une position avec le trait à {loser}" }
    NOT_COVERED { en: "the certificate does not cover its own position {position}", fr: "le certificat ne couvre pas sa propre position {position}" }
    ESCAPE { en: "in {member} the loser plays {answer}, and the certificate has no reply for the winner", fr: "dans {member}, le perdant joue {answer} et le gagnant n’a pas de réponse dans le certificat" }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_message_is_translated() {
        quadrille_core::words::check(super::ALL);
    }
}
