//! `--lang fr` reaches every part of an answer: sides, outcomes, names of games and levels, tables and progress.

use crate::program::quadrille;

/// What a command says with `--lang fr`, on both streams.
fn said(arguments: &[&str]) -> String {
    let output = quadrille(&[arguments, &["--lang", "fr"]].concat());
    [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat()
}

#[test]
fn refusals_are_french_to_the_last_argument() {
    let cases: [(&[&str], &str); 12] = [
        (&["hash", "chess", "--position", "4k3/8/8/8/8/8/8/8 w - - 0 1"], "Blanc n’a pas de roi"),
        (&["hash", "chess", "--position", "4k3/8/8/8/8/8/8/4K3 w K - 0 1"], "exige une tour blanche"),
        (&["hash", "chess", "--moves", "f3 e5 g4 Qh4 a3"], "la partie est finie (Noir gagne, mat)"),
        (&["hash", "go", "--size", "9", "--moves", "D4 D4"], "occupé par une pierre noire"),
        (&["hash", "breakthrough", "--moves", "a4a3"], "appartient à Noir, mais c’est au tour de Blanc"),
        (&["hash", "chess", "--sgf", "x.sgf"], "(échecs)"),
        (&["play", "chess", "--white", "level-99"], "1 (premiers pas), 2 (débutant)"),
        (
            &["trace", "tree", "--position", "((+3", "--out", "x.svg"],
            "arbre, décalage 4 : il faut une parenthèse fermante",
        ),
        (&["hash", "go", "--sgf", "no-such.sgf"], "no-such.sgf : ce fichier ou dossier n’existe pas"),
        (&["analyse", "chess", "--algorithm", "foo"], "algorithme inconnu « foo » ; choix possibles : "),
        (&["serve", "--host", "no.such.host.invalid"], "n’est pas une adresse de cette machine : utilisez"),
        (&["hash", "checkers"], "erreur dans la commande"),
    ];
    for (arguments, expected) in cases {
        let text = said(arguments);
        assert!(text.contains(expected), "{arguments:?}: {text}");
    }
}

#[test]
fn answers_are_french() {
    let players = ["--a", "random", "--b", "random", "--games", "2"];
    let cases: [(&[&str], &str); 8] = [
        (&["history", "othello", "--moves", "f5"], "   0  début"),
        (&["hash", "chess", "--parts"], "pion blanc a2"),
        (&["draws", "chess", "--moves", "f3 e5 g4 Qh4"], "pas de nulle : Noir gagne (mat)"),
        (&["experiment"], "combien de fois des clés courtes"),
        (&["doctor"], "processeur"),
        (&["--version", "--verbose"], "compilé pour :"),
        (&["sat2go", "x", "--reserve", "small", "--verify"], "la formule est satisfiable ; sur le goban : Blanc gagne"),
        (&["predict", "--size", "9", "--moves", "E5", "--top", "1"], "choisi "),
    ];
    for (arguments, expected) in cases {
        let text = said(arguments);
        assert!(text.contains(expected), "{arguments:?}: {text}");
    }
    let text = said(&[&["match", "breakthrough", "--size", "5x5"], &players[..]].concat());
    assert!(text.contains("2 parties : « a » en a gagné"), "{text}");
    let text = said(&["tournament", "breakthrough", "--size", "5x5", "random", "random,seed=2", "--rounds", "1"]);
    assert!(text.contains("rang") && text.contains("gagnées") && !text.contains("inf"), "{text}");
}
