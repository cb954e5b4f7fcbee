//! What is said about files.

quadrille_words::words! { "file";
    NOT_FOUND { en: "no such file or directory", fr: "ce fichier ou dossier n’existe pas" }
    DENIED { en: "permission denied", fr: "accès refusé" }
    DIRECTORY { en: "is a directory, not a file", fr: "c’est un dossier, pas un fichier" }
    DISK_FULL { en: "no space left on the disk", fr: "il n’y a plus de place sur le disque" }
    NO_MEMORY { en: "not enough memory", fr: "la mémoire ne suffit pas" }
    IN_USE { en: "another program is using it", fr: "un autre programme s’en sert" }
    /// For everything the system says in its own words.
    FAILED { en: "{error}", fr: "{error}" }
    ABOUT { en: "{path}: {why}", fr: "{path} : {why}" }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_message_is_translated() {
        quadrille_words::check(super::ALL);
    }
}
