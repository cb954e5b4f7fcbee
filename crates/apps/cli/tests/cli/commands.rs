//! The commands as the command line's contract describes them.

use crate::program::{json, quadrille, quadrille_with_input, stdout};

const KNIGHT_SHUFFLE: &str = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";

#[test]
fn perft_counts() {
    for (arguments, nodes) in [
        (&["perft", "chess", "--depth", "4", "--json"][..], 197_281),
        (&["perft", "chess", "--depth", "4", "--bulk", "--json"], 197_281),
        (&["perft", "chess", "--depth", "3", "--divide", "--json"], 8_902),
        (&["perft", "othello", "--depth", "7", "--json"], 55_092),
        (&["perft", "othello", "--depth", "9", "--bulk", "--json"], 3_005_288),
        (&["perft", "othello", "--depth", "9", "--pass-free", "--json"], 3_005_320),
        (&["perft", "breakthrough", "--depth", "5", "--json"], 289_828),
        (&["perft", "breakthrough", "--size", "8x8", "--depth", "4", "--bulk", "--json"], 256_036),
        (&["perft", "breakthrough", "--size", "6x5", "--depth", "4", "--json"], 31_545),
        (&["perft", "go", "--size", "5", "--depth", "2", "--json"], 26 * 26 - 25),
    ] {
        assert_eq!(json(arguments)["nodes"], nodes, "{arguments:?}");
    }
}

#[test]
fn a_named_evaluation_is_taken_by_alpha_beta_where_the_best_player_has_its_own() {
    for (game, evaluation) in [("breakthrough", "advancement"), ("chess", "material"), ("othello", "six-term")] {
        let object = json(&["analyse", game, "--evaluation", evaluation, "--nodes", "200", "--json"]);
        assert_eq!(object["algorithm"], "alphabeta", "{game}");
    }
}

#[test]
fn the_hash_after_moves_is_the_hash_of_the_resulting_position() {
    let games = [
        ("chess", "e2e4 c7c5 e4e5 d7d5 e5d6 e7d6 g1f3 g8f6 f1e2 f8e7 e1g1 e8g8"),
        ("breakthrough", "b2b3 a4xb3 a2xb3"),
        ("othello", "f5 d6 c3 d3 c4"),
        ("go", "D4 E4 E5 D5"),
    ];
    for (game, moves) in games {
        let history = json(&["history", game, "--moves", moves, "--json"]);
        let positions = history["positions"].as_array().expect("a list");
        assert_eq!(positions.len(), moves.split(' ').count() + 1, "{game}");
        for row in positions {
            let position = row["position"].as_str().expect("a text");
            let hash = json(&["hash", game, "--position", position, "--json"]);
            assert_eq!(hash["hash"], row["hash"], "{game}: {position}");
        }
    }
}

#[test]
fn the_parts_of_a_hash_make_the_hash() {
    for game in ["breakthrough", "chess", "othello", "go"] {
        let object = json(&["hash", game, "--parts", "--json"]);
        let key =
            |value: &serde_json::Value| u64::from_str_radix(value.as_str().expect("a text"), 16).expect("hexadecimal");
        let parts = object["parts"].as_array().expect("a list");
        assert_eq!(parts.iter().fold(0, |sum, part| sum ^ key(&part["key"])), key(&object["hash"]), "{game}");
    }
}

#[test]
fn the_knight_shuffle_is_a_draw_at_the_eighth_ply_and_not_before() {
    let moves: Vec<&str> = KNIGHT_SHUFFLE.split(' ').collect();
    for plies in 0..=moves.len() {
        let played = moves[..plies].join(" ");
        let report = json(&["draws", "chess", "--moves", &played, "--json"]);
        let expected = if plies == 8 { serde_json::json!("repetition") } else { serde_json::Value::Null };
        assert_eq!(report["draw"], expected, "after {plies} plies");
        assert_eq!(report["halfmove_clock"], plies);
    }
    let report = json(&["draws", "chess", "--moves", KNIGHT_SHUFFLE, "--json"]);
    assert_eq!(report["occurrences"], 3);
}

#[test]
fn moves_are_read_in_san_with_numbers_too() {
    let san = json(&["hash", "chess", "--moves", "1. e4 e5 2. Nf3 Nc6", "--json"]);
    let uci = json(&["hash", "chess", "--moves", "e2e4 e7e5 g1f3 b8c6", "--json"]);
    assert_eq!(san["hash"], uci["hash"]);
}

#[test]
fn a_game_is_played_at_the_prompt() {
    let output = quadrille_with_input(&["play", "chess"], b"f3\ne5\ng4\nmoves\nundo\ng4\nQh4\nhistory\nquit\n");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("Black wins (checkmate)"), "{text}");
}

#[test]
fn two_engines_play_to_the_end() {
    let arguments = ["play", "othello", "--black", "random", "--white", "random"];
    let output = quadrille(&arguments);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}");
    let [.., result, score] = text.lines().collect::<Vec<_>>()[..] else { panic!("{text}") };
    assert!(result.contains("wins") || result.contains("draw"), "{result}");
    assert!(score.starts_with("Black ") && score.contains(", White "), "{score}");
}

#[test]
fn completions_and_manual_are_printed() {
    assert!(stdout(&["completions", "bash"]).contains("quadrille"));
    assert!(stdout(&["man"]).contains(".TH"));
    let folder = crate::examples::Folder::new("manual");
    let output = folder.shell("quadrille man --out man1 && cat man1/quadrille-play.1 && ls man1");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains(".TH quadrille-play 1"), "{text}");
    assert!(text.contains("\nquadrille-corpus-stats.1\nquadrille-corpus.1\n") && !text.contains("bundle"), "{text}");
    assert!(stdout(&["perft", "--help"]).contains("Example"));
}

#[test]
fn a_game_is_helped_saved_and_given_up() {
    let folder = crate::examples::Folder::new("saved");
    let output = folder
        .shell("printf 'e4\\nhint\\nsave game.pgn\\nsave game.unknown\\nresign\\n' | quadrille play chess --nodes 300");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}");
    assert!(text.contains("saved to game.pgn") && text.contains("a name that ends in .pgn"), "{text}");
    assert!(text.ends_with("Black resigns: White wins\n"), "{text}");
    let saved = folder.shell("quadrille convert game.pgn - --to moves");
    assert_eq!(String::from_utf8_lossy(&saved.stdout).trim(), "e2e4");
}

#[test]
fn the_version_tells_one_build_from_another() {
    let short = quadrille(&["--version"]);
    assert_eq!(String::from_utf8_lossy(&short.stdout), concat!("quadrille ", env!("CARGO_PKG_VERSION"), "\n"));
    let long = quadrille(&["--version", "--verbose"]);
    let text = String::from_utf8_lossy(&long.stdout);
    for part in [
        "commit: ",
        "built for: ",
        "this processor: ",
        "optional features: ",
        "weights 10x96.weights: 3557788 bytes, XXH3 ",
    ] {
        assert!(text.contains(part), "{text}");
    }
}

/// The lines of the check are for people; scripts read the names and states of its JSON object, in English.
#[test]
fn the_machine_is_checked() {
    let output = quadrille(&["doctor", "--lang", "fr"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.lines().count() == 9, "{text}");
    assert!(text.contains("processeur") && text.contains("transposition"), "{text}");
    assert_eq!(json(&["doctor", "--json", "--lang", "fr"])["checks"][1]["name"], "processor");
}
