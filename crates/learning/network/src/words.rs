//! What this crate says to people.

use quadrille_words::words;

words! { "network";
    NO_GAMES { en: "no games to learn from in {paths}", fr: "aucune partie pour l’apprentissage dans {paths}" }
    UNWRITABLE { en: "the samples cannot be written: {error}", fr: "les échantillons ne peuvent pas être écrits : {error}" }
    NOT_WEIGHTS { en: "this is not a file of network weights", fr: "ce n’est pas un fichier de poids de réseau" }
    OTHER_VERSION {
        en: "the weights have version {found}: expected {expected}",
        fr: "les poids ont la version {found} : il faut {expected}"
    }
    OTHER_FEATURES {
        en: "the network was trained on different inputs from those this program computes",
        fr: "le réseau a été entraîné sur d’autres entrées que celles que ce programme calcule"
    }
    DAMAGED { en: "the weights are damaged: {what}", fr: "les poids sont endommagés : {what}" }
    CUT { en: "the file is truncated", fr: "le fichier est tronqué" }
    CHECKSUM { en: "the checksum does not match", fr: "la somme de contrôle ne correspond pas" }
    SIZES { en: "the sizes are out of range", fr: "les tailles sont hors limites" }
    NUMBERS { en: "a weight is not a number", fr: "un poids n’est pas un nombre" }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_message_is_complete() {
        quadrille_words::check(super::ALL);
    }
}
