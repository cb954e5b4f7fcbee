//! Messages of the compiler: about formulas and scripts it rejects, and about the gadgets and moves of a board.

quadrille_core::words! { "reduction";
    // Formulas.
    EMPTY {
        en: "the formula has no clause: write at least one, such as \"x1 x2 x3\"",
        fr: "la formule n’a pas de clause : écrivez-en au moins une, comme « x1 x2 x3 »",
    }
    TOO_LARGE {
        en: "the formula has {variables} variables and {clauses} clauses, but at most {most} and {most} are accepted",
        fr: "la formule a {variables} variables et {clauses} clauses, mais {most} et {most} au plus sont acceptées",
    }
    WIDTH {
        en: "clause {clause} has {literals} literals, but 1 to {most} are allowed",
        fr: "la clause {clause} a {literals} littéraux, mais une clause en a 1 à {most}",
    }
    TOO_WIDE {
        en: "clause {clause} {text} has more than {most} literals, but 1 to {most} are allowed",
        fr: "la clause {clause} {text} a plus de {most} littéraux, mais une clause en a 1 à {most}",
    }
    UNKNOWN_VARIABLE {
        en: "clause {clause} names variable {variable}, but the formula has {variables} variables, counted from 0",
        fr: "la clause {clause} nomme la variable {variable}, mais la formule a {variables} variables, comptées à partir de 0",
    }
    PLACE {
        en: "clause {clause} has a leg whose position \"x\" is not a number",
        fr: "la clause {clause} a une jambe dont la place « x » n’est pas un nombre",
    }
    JSON {
        en: "the formula is not valid JSON of this form ({error}): expected {example}",
        fr: "la formule n’est pas le JSON attendu ({error}) : écrivez {example}",
    }
    SIGN {
        en: "clause {clause} has the sign {sign}: expected \"+\" or \"-\"",
        fr: "la clause {clause} a le signe {sign}, mais il faut « + » ou « - »",
    }
    SOME_PLACES {
        en: "{placed} legs have a position \"x\" and others have none: give all or none",
        fr: "{placed} jambes ont une place « x » et d’autres n’en ont pas : donnez-les toutes ou aucune",
    }
    EMPTY_CLAUSE {
        en: "clause {clause} is empty and can never be true; remove it",
        fr: "la clause {clause} est vide et ne peut jamais être vraie ; supprimez-la",
    }
    NOT_STRICT {
        en: "clause {clause} {text} has {literals} literals, but --strict requires exactly {width}",
        fr: "la clause {clause} {text} a {literals} littéraux, mais --strict en demande exactement {width}",
    }
    LITERAL {
        en: "clause {clause} has the literal {literal}: expected a name such as x1 or its negation -x1",
        fr: "la clause {clause} a le littéral {literal}, mais il faut un nom comme x1 ou sa négation -x1",
    }
    MIXED_SIGNS {
        en: "clause {clause} {text} mixes signs, but its literals must be all positive or all negated",
        fr: "la clause {clause} {text} mêle les signes, mais ses littéraux doivent être tous positifs ou tous niés",
    }

    // Drawings.
    SCATTERED_LEGS {
        en: "the leg of {variable} at x = {x} is to the left of the leg of {other} at x = {y}, but the legs of a variable must be side by side",
        fr: "la jambe de {variable} en x = {x} est à gauche de celle de {other} en x = {y}, mais les jambes d’une variable doivent être côte à côte",
    }
    CLAUSES_CROSS {
        en: "clause {clause} {text} crosses clause {other} {theirs}: the drawing must have no crossings",
        fr: "la clause {clause} {text} croise la clause {other} {theirs} : le dessin ne doit avoir aucun croisement",
    }
    NO_DRAWING {
        en: "no planar drawing exists: in every order of the variables, two clauses of the same sign cross",
        fr: "il n’y a pas de dessin planaire : quel que soit l’ordre des variables, deux clauses de même signe se croisent",
    }
    NO_DRAWING_FOUND {
        en: "no planar drawing was found in {trials} attempts: give one as JSON, with the positions of the legs",
        fr: "aucun dessin planaire trouvé en {trials} essais : donnez-en un en JSON, avec les positions des jambes",
    }

    // Boards.
    BOARD_TOO_LARGE {
        en: "the board would have {rows} rows and {columns} columns before compression, more than {most} points",
        fr: "le goban aurait {rows} lignes et {columns} colonnes avant compression, plus de {most} intersections",
    }
    COMB_TOO_LARGE {
        en: "the complete board would have more than {most} lines per side",
        fr: "le goban complet aurait plus de {most} lignes de côté",
    }
    /// Never seen unless this crate is wrong.
    DEFECT { en: "internal compiler error: {what}", fr: "erreur interne du compilateur : {what}" }

    // Scripts.
    NUMBER {
        en: "invalid choice {text}: expected a number from 1 to {most}",
        fr: "choix non valide {text} : il faut un nombre de 1 à {most}",
    }
    CHOICE {
        en: "invalid choice {text}: expected one such as x1=1, clause 2 or literal 3",
        fr: "choix non valide {text} : il en faut un comme x1=1, clause 2 ou literal 3",
    }
    NOT_A_VARIABLE {
        en: "{name} is not a variable of the formula {formula}",
        fr: "{name} n’est pas une variable de la formule {formula}",
    }
    NO_LITERAL {
        en: "clause {clause} {text} has no literal {literal}",
        fr: "la clause {clause} {text} n’a pas de littéral {literal}",
    }
    GAME_OVER { en: "the game is over: there is nothing to choose", fr: "la partie est finie : il n’y a rien à choisir" }
    OPTION { en: "option {option} does not exist: answer 0 or 1", fr: "l’option {option} n’existe pas : répondez 0 ou 1" }

    // Kinds of gadgets.
    WHITE_CHOICE { en: "White's choice", fr: "choix de Blanc" }
    BLACK_CHOICE { en: "Black's choice", fr: "choix de Noir" }
    MERGE { en: "merge", fr: "jonction" }
    TEST { en: "test", fr: "test" }
    RESERVE { en: "reserve", fr: "réserve" }
    PIPE { en: "pipe", fr: "tuyau" }

    // Labels of gadgets.
    VARIABLE { en: "{name}?", fr: "{name} ?" }
    REJOIN { en: "{name} end", fr: "{name} fin" }
    SIDES { en: "+ or -", fr: "+ ou -" }
    SIBLINGS { en: "clause {clause} or left", fr: "clause {clause} ou à gauche" }
    FIRST_LITERAL { en: "clause {clause}", fr: "clause {clause}" }
    SECOND_LITERAL { en: "clause {clause} cont.", fr: "clause {clause}, suite" }
    TESTED_LITERAL { en: "{literal} in clause {clause}", fr: "{literal}, clause {clause}" }
    LEFT_DIVE { en: "left dive {clause}", fr: "creux gauche {clause}" }
    RIGHT_DIVE { en: "right dive {clause}", fr: "creux droit {clause}" }
    LEFT_CROSSING { en: "left crossing {clause}", fr: "croisement gauche {clause}" }
    RIGHT_CROSSING { en: "right crossing {clause}", fr: "croisement droit {clause}" }
    LEFT_DIVERT { en: "left divert {clause}", fr: "détour gauche {clause}" }
    RIGHT_DIVERT { en: "right divert {clause}", fr: "détour droit {clause}" }
    LEFT_GUARD { en: "left guard {clause}", fr: "garde gauche {clause}" }
    RIGHT_GUARD { en: "right guard {clause}", fr: "garde droite {clause}" }
    LEFT_GUARD_TEST { en: "left dive {clause} used?", fr: "creux gauche {clause} pris ?" }
    RIGHT_GUARD_TEST { en: "right dive {clause} used?", fr: "creux droit {clause} pris ?" }

    // Questions and their answers.
    ASK_VALUE { en: "the value of {name}", fr: "la valeur de {name}" }
    ASK_SIGN { en: "the sign of the clause", fr: "le signe de la clause" }
    ASK_CLAUSE { en: "the clause", fr: "la clause" }
    ASK_DIVE { en: "clause {clause} or what it straddles", fr: "la clause {clause} ou ce qu’elle enjambe" }
    ASK_LITERAL { en: "the literal of clause {clause}", fr: "le littéral de la clause {clause}" }
    ASK_DIVERT { en: "after the crossing of clause {clause}", fr: "après le croisement de la clause {clause}" }
    ASK_GUARD { en: "the guard of clause {clause}", fr: "la garde de la clause {clause}" }
    POSITIVE { en: "positive", fr: "positif" }
    NEGATIVE { en: "negative", fr: "négatif" }
    FURTHER_LEFT { en: "further left", fr: "plus à gauche" }
    OR_INSIDE { en: "clause {clause} ({text}) or inside it", fr: "la clause {clause} ({text}) ou dedans" }
    STAY { en: "stay with clause {clause}", fr: "rester à la clause {clause}" }
    DIVE_LEFT { en: "dive into its left gap", fr: "plonger dans son creux gauche" }
    DIVE_RIGHT { en: "dive into its right gap", fr: "plonger dans son creux droit" }
    ANOTHER_LITERAL { en: "another literal", fr: "un autre littéral" }
    ALONG_THE_LEG { en: "go on along the leg", fr: "continuer le long de la jambe" }
    INTO_THE_GAP { en: "enter the gap", fr: "entrer dans le creux" }
    TEST_THE_DIVE { en: "test whether Black came by the dive", fr: "vérifier si Noir est venu par le creux" }

    // Comments on moves.
    CHOSEN { en: "{question}: {answer}", fr: "{question} : {answer}" }
    JOIN { en: "{label}, where two pipes join", fr: "{label}, où deux tuyaux se rejoignent" }
    THREAT {
        en: "{player} {point} threatens to connect to eyes ({kind}: {intent}).",
        fr: "{player} {point} menace de se relier à des yeux ({kind} : {intent}).",
    }
    /// Where Black chooses, the first move threatens no eyes: it is the only liberty, and there are two ways on.
    OPENS {
        en: "{player} {point} is forced and opens two ways out ({kind}: {intent}).",
        fr: "{player} {point} est forcé et ouvre deux sorties ({kind} : {intent}).",
    }
    CLOSES {
        en: "{player} {point} closes one of them ({kind}: {intent}).",
        fr: "{player} {point} en ferme une ({kind} : {intent}).",
    }
    REPLY {
        en: "{player} {point} answers the threat ({kind}: {intent}).",
        fr: "{player} {point} répond à la menace ({kind} : {intent}).",
    }
    WHITE_WINS {
        en: "White wins at the test of {label}: its pipe was connected on the way.",
        fr: "Blanc gagne au test de {label} : son tuyau a été relié en chemin.",
    }
    BLACK_WINS {
        en: "Black wins at the test of {label}: its pipe was never connected, so Black captures it.",
        fr: "Noir gagne au test de {label} : son tuyau n’a jamais été relié, donc Noir le prend.",
    }
}

/// A defect of this crate, described for those who mend it.
pub(crate) fn defect(what: impl Into<String>) -> quadrille_core::Refusal {
    DEFECT.refuse().with("what", what.into())
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_message_is_translated() {
        quadrille_words::check(super::ALL);
    }
}
