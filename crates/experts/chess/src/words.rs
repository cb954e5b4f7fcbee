//! What this crate says to people.

use quadrille_core::words;

words! { "chess-expert";
    UNWRITABLE { en: "the games cannot be written: {error}", fr: "les parties ne peuvent pas être écrites : {error}" }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_message_is_complete() {
        quadrille_core::words::check(super::ALL);
    }
}
