//! Endgame tables over UCI: a file is opened by an option, its values are exact and counted, and a bad one is refused.

use quadrille_chess_expert::endgame::{Endgames, Packer};
use quadrille_protocol::serve_uci;
use quadrille_search::Stop;

#[test]
fn a_file_of_tables_gives_exact_mates() {
    let endgames = Endgames::default();
    let class = "KRK".parse().expect("a class");
    endgames.build(class, 1, &Stop::new()).expect("a table");
    let mut packer = Packer::default();
    packer.add(&endgames, class);
    let path = std::env::temp_dir().join(format!("quadrille-uci-endgames-{}", std::process::id()));
    std::fs::write(&path, packer.finish()).expect("writable");
    let bad = std::env::temp_dir().join(format!("quadrille-uci-no-endgames-{}", std::process::id()));
    std::fs::write(&bad, "no tables").expect("writable");
    let input = format!(
        "setoption name EndgameFile value {}\nsetoption name EndgameFile value {}\n\
         setoption name SyzygyPath value {}\nposition fen 8/8/8/8/8/2k5/8/KR6 w - - 0 1\ngo depth 30\n",
        path.display(),
        bad.display(),
        bad.display(),
    );
    let mut output = Vec::new();
    serve_uci(input.as_bytes(), &mut output).expect("a dialogue");
    let output = String::from_utf8(output).expect("text");
    for path in [path, bad] {
        std::fs::remove_file(path).expect("it is there");
    }
    assert!(output.contains("these are not endgame tables"), "{output}");
    assert_eq!(output.matches("info string").count(), 2, "{output}");
    let line = output.lines().find(|line| line.starts_with("info depth")).unwrap_or_default();
    // 27 plies, and one look-up for each of the moves.
    assert!(line.contains("depth 1 ") && line.contains("score mate 14 "), "{output}");
    assert!(!line.contains("tbhits 0 "), "{line}");
    assert_eq!(line.split(" pv ").nth(1).map(|pv| pv.split(' ').count()), Some(27), "{line}");
}
