//! What is said about collections of games and about learned files.

quadrille_core::words! { "patterns";
    // Collections.
    DAMAGED_ARCHIVE {
        en: "the archive is damaged: {error}",
        fr: "l’archive est endommagée : {error}",
    }
    LARGE_ZIP {
        en: "a zip archive of more than {most} bytes inside another archive is not unpacked",
        fr: "une archive zip de plus de {most} octets dans une autre archive n’est pas décompressée",
    }
    NO_GAMES {
        en: "there are no games to learn from ({skipped} skipped)",
        fr: "il n’y a aucune partie pour l’apprentissage ({skipped} ignorées)",
    }
    NO_MOVES {
        en: "the games have no moves to learn from ({skipped} skipped)",
        fr: "les parties n’ont aucun coup pour l’apprentissage ({skipped} ignorées)",
    }
    FIRST_REASON { en: "{refusal}: {why}", fr: "{refusal} : {why}" }
    // Files.
    FOREIGN {
        en: "this is not a pattern file: expected one written by `quadrille learn`",
        fr: "ce n’est pas un fichier de motifs : il en faut un écrit par `quadrille learn`",
    }
    VERSION {
        en: "the file has format version {found}, expected {expected}: run `quadrille learn` again",
        fr: "le fichier est au format {found}, il faut {expected} : refaites l’apprentissage",
    }
    SEED {
        en: "the file's keys were made from seed {found}: expected {expected}",
        fr: "les clés du fichier viennent de la graine {found} : il faut {expected}",
    }
    LENGTH {
        en: "the file holds {found} bytes after its header: expected {expected}",
        fr: "le fichier contient {found} octets après son en-tête : il en faut {expected}",
    }
    CHECKSUM {
        en: "the checksum is wrong: the file is damaged",
        fr: "la somme de contrôle est fausse : le fichier est endommagé",
    }
    IMPOSSIBLE {
        en: "the file is damaged: {what} in it is invalid",
        fr: "le fichier est endommagé : {what} n’est pas valide",
    }
    KIND { en: "the content type", fr: "le type de contenu" }
    BLOCK { en: "a block", fr: "un bloc" }
    COUNT { en: "a count", fr: "un compte" }
    KEY { en: "a key", fr: "une clé" }
    POSITION { en: "a position", fr: "une position" }
    STATE { en: "the state", fr: "l’état" }
    WEIGHT { en: "a weight", fr: "un poids" }
    ZOOM { en: "a zoom", fr: "un zoom" }
    OTHER_KIND { en: "the file holds {found}: expected {expected}", fr: "le fichier contient {found} : il faut {expected}" }
    TABLES { en: "tables of counts", fr: "des tables de comptes" }
    MODEL { en: "a model", fr: "un modèle" }
    PROGRESS { en: "an unfinished run", fr: "un apprentissage inachevé" }
    POSITIONS { en: "recorded positions", fr: "des positions enregistrées" }
    TABLES_OR_MODEL { en: "tables or a model", fr: "des tables ou un modèle" }
    TOO_LONG {
        en: "the patterns take {bytes} bytes: expected at most {most}",
        fr: "les motifs occupent {bytes} octets : il en faut au plus {most}",
    }
    NO_COUNTS {
        en: "this is a model without counts: expected tables or a model with counts",
        fr: "c’est un modèle sans comptes : il faut des tables ou un modèle avec comptes",
    }

    // Learning.
    OTHER_LEARNING {
        en: "this is an unfinished run with other settings ({found}), expected {expected}: finish it or remove it",
        fr: "c’est un apprentissage inachevé avec d’autres réglages ({found}), il faut {expected} : terminez-le ou supprimez-le",
    }
    LOST {
        en: "the run was finished, but its result is missing: remove {state}",
        fr: "l’apprentissage était terminé, mais le résultat a disparu : supprimez {state}",
    }
    TOO_MANY {
        en: "more than {most} patterns are needed, but no more fit in memory: raise --memory or lower --zooms",
        fr: "il faut plus de {most} motifs, mais pas un de plus ne tient en mémoire : augmentez --memory ou diminuez --zooms",
    }
    THREAD_FAILED { en: "a counting thread failed", fr: "un fil de comptage a échoué" }
    NO_MEMORY { en: "not enough memory for the patterns: {error}", fr: "pas assez de mémoire pour les motifs : {error}" }
    NOTHING_TO_MERGE { en: "no tables to merge", fr: "il n’y a pas de tables à fusionner" }
    UNLIKE_TABLES {
        en: "tables with {zooms} zooms and symmetries {symmetries} cannot be merged with tables with {others} zooms and symmetries {theirs}",
        fr: "des tables de {zooms} zooms, symétries {symmetries}, ne peuvent pas être fusionnées avec des tables de {others} zooms, symétries {theirs}",
    }
    FOLDED { en: "merged", fr: "confondues" }
    APART { en: "separate", fr: "distinctes" }

    // Games.
    NESTED {
        en: "archives are nested more than {most} levels deep",
        fr: "des archives sont emboîtées sur plus de {most} niveaux",
    }
    NOT_GO { en: "it is not a game of Go (GM is not 1)", fr: "ce n’est pas une partie de Go (GM n’est pas 1)" }
    OFF_BOARD { en: "move {move} is off the 19x19 board", fr: "le coup {move} est hors du goban 19x19" }
    TOO_LARGE {
        en: "the board is {columns}x{rows}: expected at most 19x19",
        fr: "le goban est de {columns}x{rows} : il faut au plus 19x19",
    }
    LATE_SETUP { en: "stones are added after move {move}", fr: "des pierres sont posées après le coup {move}" }
    BAD_SETUP {
        en: "the stone set up at {point} is not allowed there",
        fr: "la pierre posée en {point} ne peut pas y être",
    }
    ILLEGAL {
        en: "move {move}, {player} at {point}, is not legal",
        fr: "le coup {move}, {player} en {point}, est illégal",
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_message_is_translated() {
        quadrille_words::check(super::ALL);
    }
}
