//! What is said about files.

quadrille_words::words! { "file";
    NOT_FOUND { en: "{path}: no such file or directory", fr: "{path} : ce fichier ou dossier n’existe pas" }
    DENIED { en: "{path}: permission denied", fr: "{path} : accès refusé" }
    DIRECTORY { en: "{path}: is a directory, not a file", fr: "{path} : c’est un dossier, pas un fichier" }
    DISK_FULL { en: "{path}: no space left on the disk", fr: "{path} : il n’y a plus de place sur le disque" }
    NO_MEMORY { en: "{path}: not enough memory", fr: "{path} : la mémoire ne suffit pas" }
    IN_USE { en: "{path}: another program is using it", fr: "{path} : un autre programme s’en sert" }
    /// For what a file holds.
    ABOUT { en: "{path}: {why}", fr: "{path} : {why}" }
    /// For everything the system says in its own words.
    FAILED { en: "{path}: {error}", fr: "{path} : {error}" }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_message_is_translated() {
        quadrille_words::check(super::ALL);
    }
}
