//! Questions that were once answered wrongly or awkwardly, as people ask them.

use crate::examples::Folder;
use crate::program::{json, quadrille, quadrille_with_input, stdout};

/// The one sentence of a refusal.
#[track_caller]
fn refused(arguments: &[&str]) -> String {
    let output = quadrille(arguments);
    let text = String::from_utf8(output.stderr).expect("text");
    assert!(output.status.code() == Some(1) && text.lines().count() == 1, "{arguments:?}: {text}");
    text
}

/// What a conversation says.
#[track_caller]
fn said(arguments: &[&str], input: &str) -> String {
    let output = quadrille_with_input(arguments, input.as_bytes());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn sat2go_says_what_its_board_decides() {
    assert!(stdout(&["sat2go", "x"]).contains("White, to move, wins the game if and only if"));
    assert!(
        stdout(&["sat2go", "x", "--reserve", "small"]).contains("White, to move, saves the reserve if and only if")
    );
    for (formula, satisfiable, winner) in [("x", true, "white"), ("x; -x", false, "black")] {
        let found = json(&["sat2go", formula, "--verify", "--json"]);
        assert_eq!((&found["satisfiable"], &found["value"]), (&satisfiable.into(), &winner.into()), "{formula}");
    }
}

#[test]
fn sat2go_tells_files_from_formulas() {
    for name in ["nofile.json", "nofile.cnf", "folder/nofile"] {
        assert!(refused(&["sat2go", name]).contains(&format!("{name}: no such file or directory")), "{name}");
    }
    assert!(refused(&["sat2go", "x y.z"]).contains("literal"));
    assert!(refused(&["sat2go", "x;;y"]).contains("clause 2 is empty"));
    assert!(refused(&["sat2go", ""]).contains("no clause"));
}

#[test]
fn sat2go_plays_and_says_who_won() {
    let play = ["sat2go", "x; -x", "--reserve", "small", "--play", "x=1; clause 2; literal 1", "--json"];
    let game = json(&play);
    assert_eq!(game["winner"], "black");
    let moves = game["moves"].as_array().expect("moves");
    assert!(
        moves.iter().any(|m| m["why"].as_str().is_some_and(|why| why.contains("is forced and opens two ways out")))
    );
}

/// One step lets every thread make one descent and then expands one leaf.
#[test]
fn a_step_expands_one_leaf() {
    for (threads, playouts) in [(1, 60), (4, 400)] {
        let algorithm = format!("prior,scheme=steps,threads={threads}");
        let playouts_text = playouts.to_string();
        let arguments = ["analyse", "go", "--size", "9", "--rules", "simplified", "--algorithm", &algorithm];
        let report = json(&[&arguments[..], &["--playouts", &playouts_text, "--json"]].concat());
        assert_eq!((&report["playouts"], &report["nodes"]), (&playouts.into(), &(playouts / threads + 1).into()));
    }
}

/// The lead and the owners are told for the side to move, whichever it is; people are told who leads.
#[test]
fn a_go_analysis_tells_lead_and_owners() {
    for (mover, sign) in [("X", 1.0), ("O", -1.0)] {
        let position = format!("1X1XXO1/XXXXXOO/1X1XXO1/XXXXXOO/1X1XXO1/XXXXXOO/1X1XXO1 {mover}");
        let board = ["analyse", "go", "--rules", "7 chinese komi=0.5", "--position", &position];
        let question = [&board[..], &["--algorithm", "rave", "--playouts", "50"]].concat();
        let report = json(&[&question[..], &["--json"]].concat());
        let owners = report["ownership"].as_array().expect("owners");
        assert_eq!(report["lead"], sign * 20.5);
        assert_eq!((owners.len(), &owners[0], &owners[6]), (49, &sign.into(), &(-sign).into()));
        let text = stdout(&question);
        assert!(text.contains("Black leads by 20.5 points\n") && text.contains("\n  X X X X X O O\n"), "{text}");
    }
}

#[test]
fn collisions_are_counted() {
    let report = json(&["analyse", "breakthrough", "--algorithm", "uct-tt,verify=true", "--playouts", "500", "--json"]);
    assert_eq!(report["collisions"], 0);
    assert!(
        stdout(&["analyse", "breakthrough", "--algorithm", "uct-tt", "--playouts", "500"]).contains("collisions 0")
    );
}

/// AMAF statistics are kept by move code: the code, how many playouts had a move of it, and what they were worth.
#[test]
fn statistics_by_move_code_and_memory_by_entry_are_shown() {
    let arguments = ["analyse", "breakthrough", "--algorithm", "amaf", "--playouts", "500"];
    let report = json(&[&arguments[..], &["--json"]].concat());
    let moves = report["moves"].as_array().expect("moves");
    // The code of *Classe Move*: 5 (columns x row + column) + direction, from 0; straight on is direction 0.
    let forward = moves.iter().find(|m| m["move"] == "c2c3").expect("a legal move");
    assert_eq!(forward["code"], 5 * (5 + 2));
    assert!(forward["amaf_visits"].as_u64() >= forward["visits"].as_u64() && forward["amaf"].is_number(), "{forward}");
    let text = stdout(&arguments);
    assert!(text.contains("code ") && text.contains(" % of ") && text.contains("bytes per entry "), "{text}");
    let table = json(&["analyse", "breakthrough", "--algorithm", "alphabeta", "--depth", "3", "--json"]);
    assert_eq!(table["entry_bytes"], 16);
    assert!(report["entry_bytes"].as_u64() > Some(100), "{report}");
}

#[test]
fn exact_refuses_a_depth_and_an_unsolved_board_has_no_best_move() {
    for game in ["chess", "othello"] {
        assert!(
            refused(&["analyse", game, "--algorithm", "exact", "--depth", "2"]).contains("limit it by time or nodes")
        );
    }
    assert!(refused(&["analyse", "chess", "--algorithm", "exact", "--time", "50ms"]).contains("not solved"));
    let bounded = refused(&["analyse", "chess", "--algorithm", "exact", "--playouts", "100"]);
    assert!(bounded.contains("not solved within 100 nodes"), "{bounded}");
}

#[test]
fn learning_from_nothing_leaves_an_older_model_alone() {
    let folder = Folder::new("nothing");
    let output = folder.shell("echo 'good model' > old.bin; quadrille learn games.pgn --out old.bin");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no games to learn from"));
    assert_eq!(folder.shell("cat old.bin").stdout, b"good model\n");
}

#[test]
fn games_without_moves_teach_nothing() {
    let folder = Folder::new("no-moves");
    let output = folder.shell("echo '(;GM[1]SZ[19])' > empty.sgf; quadrille learn empty.sgf --out new.bin");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no moves to learn from"));
    assert!(!folder.shell("test -e new.bin").status.success());
}

/// Nobody has to claim a draw, until a position occurs for the fifth time.
#[test]
fn a_game_goes_on_after_a_draw_that_nobody_claimed() {
    let there_and_back = "g1f3 g8f6 f3g1 f6g8 ";
    let draw = |moves: &str| json(&["draws", "chess", "--moves", moves, "--json"])["draw"].clone();
    assert_eq!(draw(&there_and_back.repeat(2)), "repetition");
    assert_eq!(draw(&(there_and_back.repeat(2) + "e2e4")), serde_json::Value::Null);
    assert_eq!(draw(&there_and_back.repeat(4)), "fivefold");
    let afterwards = there_and_back.repeat(4) + "e2e4";
    assert!(refused(&["draws", "chess", "--moves", &afterwards]).contains("the game is over"));
}

/// A stored sweep knows who wins, not in how many plies.
#[test]
fn a_win_of_unknown_length_is_a_certain_chance() {
    let report = json(&["analyse", "breakthrough", "--size", "6x6", "--algorithm", "exact", "--json"]);
    assert_eq!((&report["verdict"]["kind"], &report["chance"]), (&"chance".into(), &1.0.into()), "{report}");
    assert_eq!(report.get("proven"), None);
}

#[test]
fn a_single_leaf_is_singular() {
    assert!(stdout(&["perft", "chess", "--depth", "0"]).starts_with("1 leaf in "));
    let mate = ["solve", "breakthrough", "--size", "4x4", "--rules", "knightthrough", "--distance"];
    assert!(stdout(&mate).starts_with("the side to move wins in 1 ply\n"));
}

#[test]
fn a_book_notices_a_missing_folder_before_the_work() {
    assert!(refused(&["book", "--out", "no/such/folder/book.bin"]).contains("no/such/folder/book.bin: no such file"));
}

#[test]
fn small_boards_have_distances() {
    for (size, rules, distance) in [("3x3", "standard", 5), ("3x5", "one-row", 5)] {
        let solved = json(&["solve", "breakthrough", "--size", size, "--rules", rules, "--distance", "--json"]);
        assert_eq!(solved["distance"], distance, "{size} {rules}");
        assert_eq!(solved["pv"].as_array().map(Vec::len), Some(distance), "{size} {rules}");
    }
}

#[test]
fn go_values_include_the_komi() {
    for (rules, value) in [("komi=0", 1.0), ("komi=7.5", -6.5), ("tromp-taylor", -6.5)] {
        assert_eq!(json(&["solve", "go", "--size", "2", "--rules", rules, "--json"])["value"], value, "{rules}");
    }
}

#[test]
fn one_node_is_not_one_nodes() {
    let text = stdout(&["solve", "chess", "--position", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"]);
    assert!(text.contains("1 node, "), "{text}");
}

/// Mate comes before the counters.
#[test]
fn a_mated_board_is_not_about_to_be_drawn() {
    let mated = ["draws", "chess", "--position", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 100 90"];
    assert!(stdout(&mated).ends_with("no draw: White wins (checkmate)\n"));
    let report = json(&[&mated[..], &["--json"]].concat());
    assert!(report["draw"].is_null() && report["winner"] == "white", "{report}");
    let start = json(&["draws", "chess", "--json"]);
    assert!(start["winner"].is_null(), "{start}");
}

#[test]
fn a_game_of_go_ends_with_its_score() {
    for rules in ["tromp-taylor", "simplified"] {
        let text = stdout(&["play", "go", "--size", "3", "--rules", rules, "--black", "random", "--white", "random"]);
        let score = text.lines().last().unwrap_or_default();
        assert!(score.starts_with("Black ") && score.contains(", White "), "{score}");
    }
}

/// What `moves` lists and what the engine answers are spelled alike.
#[test]
fn chess_is_played_in_san() {
    let text = said(&["play", "chess", "--nodes", "300"], "moves\ne4\ngo\neval\nquit\n");
    assert!(text.contains("Na3 Nc3 Nf3 Nh3"), "{text}");
    let answer = text.lines().find_map(|line| line.strip_prefix("Black plays ")).expect("an answer");
    assert!(answer.len() < 4, "{answer} is not SAN of a first move");
    let line = text.lines().find(|line| line.contains(" for White to move: ")).expect("a line");
    assert!(!line.contains("g1f3") && !line.contains("d2d4"), "{line}");
}

#[test]
fn gtp_takes_the_limits_of_a_player() {
    let text = said(&["gtp", "--rules", "9", "--player", "rave,playouts=50"], "genmove b\nquit\n");
    assert!(text.starts_with("= ") && !text.contains('?'), "{text}");
    assert!(refused(&["gtp", "--player", "nonsense"]).contains("unknown algorithm \"nonsense\""));
}

#[test]
fn a_match_names_what_has_changed_and_the_sides() {
    let folder = Folder::new("log");
    let line =
        |more: &str| format!("quadrille match breakthrough --a random --b random --games 2 --out log.jsonl {more}");
    assert!(folder.shell(&line("")).status.success());
    let output = folder.shell(&line("--playouts 10"));
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(text.contains("playouts – → 10") && text.contains("time 0.1 s → –") && !text.contains('{'), "{text}");
    let log = String::from_utf8(folder.shell("tail -1 log.jsonl").stdout).expect("text");
    let game: serde_json::Value = serde_json::from_str(&log).expect("a game");
    assert!(game["seconds"]["black"].is_number() && game["slowest"]["white"].is_number(), "{game}");
}

#[test]
fn compact_games_may_be_told_their_size() {
    let folder = Folder::new("size");
    for rules in ["19", "chinese", "9 chinese"] {
        let line = format!(
            "printf '?\\tcddc\\n' | quadrille convert - - --from compact --to moves --game go --rules '{rules}'"
        );
        let output = folder.shell(&line);
        assert_eq!(String::from_utf8_lossy(&output.stdout), "C16 D17\n", "{}", String::from_utf8_lossy(&output.stderr));
    }
}

/// The position says how large it is; moves are played from it.
#[test]
fn predictions_take_positions_and_moves() {
    let first = |arguments: &[&str]| json(&[arguments, &["--top", "1", "--json"]].concat())["moves"].clone();
    let corner = "9/9/2X6/9/9/9/9/9/9 O";
    assert_eq!(first(&["predict", "--position", corner]), first(&["predict", "--position", corner, "--size", "9"]));
    let played = first(&["predict", "--size", "9", "--moves", "C7"]);
    assert_eq!(played.as_array().map(Vec::len), Some(1));
    assert!(refused(&["predict", "--size", "9", "--moves", "C7 C7"]).contains("move 2"));
    assert!(refused(&["predict", "--size", "25", "--moves", "C7"]).contains("at most 19"));
}

#[test]
fn neighbours_count_from_one() {
    let folder = Folder::new("near");
    let output = folder.shell("quadrille predict --size 19 --moves Q16 --records games.txt --k 3 --json");
    let ranking: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let games: Vec<u64> =
        ranking["neighbours"].as_array().expect("neighbours").iter().filter_map(|near| near["game"].as_u64()).collect();
    assert!(games.len() == 3 && games.iter().all(|game| (1..=30).contains(game)), "{ranking}");
    let text = folder.shell("quadrille predict --size 19 --moves Q16 --records games.txt --k 3").stdout;
    let text = String::from_utf8(text).expect("text");
    assert!(text.lines().last().is_some_and(|line| line.contains("game ") && line.contains(" differ")), "{text}");
}
