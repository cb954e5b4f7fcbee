//! Go games from SGF files, replayed through the rules.

use crate::matches::Match;
use crate::session::{GameSession, Session};
use crate::words;
use quadrille_core::{Game, Playable, Player, Refusal};
use quadrille_go::{Goban, Grid, Komi, Move, RuleSet, Rules, Setup, for_size_class, format_point};
use quadrille_records::sgf::{GameTree, NodeRef, SgfReader, Size};
use quadrille_records::{ReadError, Side};
use quadrille_support::patience;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

/// The game these files are read as.
pub const GAME: &str = <quadrille_go::Small as Game>::NAME;
/// Its number in the property `GM`.
const NUMBER: &str = "1";

/// Opens the first game of an SGF file and plays its main line, or the first `moves` moves of it. Size, komi and stones
/// come from the file, everything else from `rules`.
pub fn open(path: &Path, rules: &str, moves: Option<usize>) -> Result<Box<dyn Session>, Refusal> {
    from_tree(&first_of(path)?, rules, moves)
}

/// The same, but a rule set named in the file takes precedence over `rules`.
pub fn open_by_its_rules(path: &Path, rules: Rules, moves: Option<usize>) -> Result<Box<dyn Session>, Refusal> {
    let tree = first_of(path)?;
    let rules = rule_set(&tree).map_or(rules, |set| rules.with_set(set));
    play(&tree, rules, moves)
}

fn first_of(path: &Path) -> Result<GameTree, Refusal> {
    let file = File::open(path).map_err(ReadError::from)?;
    let first = SgfReader::new(BufReader::new(file)).next();
    Ok(first.ok_or_else(|| words::NO_GAME_IN_FILE.refuse())??)
}

/// Plays the main line of a game tree, or its first `moves` moves.
pub fn from_tree(tree: &GameTree, rules: &str, moves: Option<usize>) -> Result<Box<dyn Session>, Refusal> {
    // The caller's choice takes precedence over the file.
    let named = rule_set(tree).map_or("", RuleSet::name);
    play(tree, format!("{rules} {named}").parse().or_else(|_| rules.parse())?, moves)
}

fn play(tree: &GameTree, rules: Rules, moves: Option<usize>) -> Result<Box<dyn Session>, Refusal> {
    if let Some(number) = tree.root().text("GM").filter(|number| number.trim() != NUMBER) {
        return Err(words::ANOTHER_GAME.refuse().with("number", number));
    }
    let size = tree.size()?;
    let rules = rules_of(tree, size, rules)?;
    for_size_class!(&rules, Board => Ok(Box::new(GameSession::from_match(replay::<Board>(tree, size, rules, moves)?))),
        else => Err(too_large(size)))
}

/// The start of a record under rules it was read with: its root, whatever is set up later.
pub(crate) fn at_the_root(tree: &GameTree, rules: &str) -> Result<Box<dyn Session>, Refusal> {
    let size = tree.size()?;
    let rules: Rules = rules.parse()?;
    for_size_class!(&rules, Board => Ok(Box::new(GameSession::from_match(Match::new(root::<Board>(tree, size, rules)?)))),
        else => Err(too_large(size)))
}

fn root<G>(tree: &GameTree, size: Size, rules: Rules) -> Result<G, Refusal>
where
    G: Goban + Playable + Game<Move = Move, Rules = Rules>,
{
    let position = G::from_setup(&Setup::empty(rules))?;
    let mut setup = setup_of(tree.root(), size, &position)?.unwrap_or_else(|| position.setup());
    if let Some(side) = first_side(tree.main_line(), size) {
        setup.to_move = side;
    }
    G::from_setup(&setup)
}

/// Who makes the next move of a line, unless a position is set up before it.
fn first_side<'a>(line: impl Iterator<Item = NodeRef<'a>>, size: Size) -> Option<Player> {
    for (index, node) in line.enumerate() {
        if index > 0 && sets_up(node) {
            return None;
        }
        if let Ok(Some(play)) = node.play(size) {
            return Some(player(play.side));
        }
    }
    None
}

/// Whether a node says what stands on the board, or who is to move.
pub(crate) fn sets_up(node: NodeRef<'_>) -> bool {
    node.properties().any(|property| matches!(&*property.name(), "AE" | "AB" | "AW" | "PL"))
}

fn too_large(size: Size) -> Refusal {
    words::LARGE_BOARD.refuse().with("rows", size.rows).with("columns", size.columns)
}

/// The rule set a file names, or the nearest one supported: Korean is treated as Japanese, all others as Chinese with
/// dead stones removed. `None` if it names none.
fn rule_set(tree: &GameTree) -> Option<RuleSet> {
    let named = tree.root().text("RU").unwrap_or_default().to_ascii_lowercase();
    // "Simplified Ing" is not our rule set `simplified`.
    let by_area = ["aga", "ing", "goe", "nz", "zealand", "french"];
    let is_named = |names: &[&str]| names.iter().any(|name| named.contains(name));
    let own =
        [RuleSet::TrompTaylor, RuleSet::Chinese, RuleSet::Japanese].into_iter().find(|set| is_named(&[set.name()]));
    own.or_else(|| is_named(&["korean"]).then_some(RuleSet::Japanese))
        .or_else(|| is_named(&by_area).then_some(RuleSet::Chinese))
        .or_else(|| is_named(&[RuleSet::Simplified.name()]).then_some(RuleSet::Simplified))
}

/// The rules on the record's board size, whatever size they name.
pub(crate) fn sized(rules: Rules, size: Size) -> Result<Rules, Refusal> {
    let grid = Grid::new(size.rows.into(), size.columns.into()).ok_or_else(|| too_large(size))?;
    Ok(rules.with_grid(grid))
}

fn rules_of(tree: &GameTree, size: Size, rules: Rules) -> Result<Rules, Refusal> {
    let rules = sized(rules, size)?;
    // The handicap stones are in the file; the number gives White's compensation.
    let rules = tree.handicap().and_then(|stones| rules.with_handicap(stones).ok()).unwrap_or(rules);
    match tree.komi()?.and_then(|komi| Komi::from_halves((komi * 2.0).round() as i32)) {
        // The simplified rules have no komi, whatever the file says.
        Some(komi) => Ok(rules.with_komi(komi).unwrap_or(rules)),
        None => Ok(rules),
    }
}

fn replay<G>(tree: &GameTree, size: Size, rules: Rules, limit: Option<usize>) -> Result<Match<G>, Refusal>
where
    G: Goban + Playable + Game<Move = Move, Rules = Rules>,
{
    let mut game = Match::new(G::from_setup(&Setup::empty(rules))?);
    let mut played = 0;
    for node in tree.main_line() {
        patience::check();
        if let Some(setup) = setup_of(node, size, game.position())? {
            game = Match::new(G::from_setup(&setup)?);
        }
        let Some(play) = node.play(size)? else { continue };
        // Two passes end the game here; some servers write a third one.
        if limit.is_some_and(|limit| played >= limit) || game.position().passes() >= 2 {
            break;
        }
        let mover = player(play.side);
        if game.position().to_move() != mover {
            // Two moves in a row by one side imply a pass of the other; handicap games and problems may start with
            // White.
            let position = game.position();
            if played > 0 && position.is_legal(Move::Pass) && position.passes() == 0 {
                game.play(Move::Pass);
            }
        }
        if game.position().to_move() != mover {
            let mut setup = game.position().setup();
            (setup.to_move, setup.ko) = (mover, None);
            game = Match::new(G::from_setup(&setup)?);
        }
        played += 1;
        let m = match play.point {
            None => Move::Pass,
            Some(point) => {
                let point = rules.grid().point(point.row.into(), point.column.into());
                Move::At(point.ok_or_else(|| words::OFF_BOARD.refuse().with("number", played))?)
            }
        };
        let position = game.position();
        if !position.is_legal(m) || !position.allowed_by_history(m, game.history()) {
            let name = m.point().map_or_else(|| "pass".to_owned(), |point| format_point(rules.grid(), point));
            let refusal = words::NOT_LEGAL_THERE.refuse().with("number", played);
            return Err(refusal.with("player", mover).with("move", name));
        }
        game.play(m);
    }
    Ok(game)
}

/// The position after a node's set-up properties, if any.
fn setup_of(node: NodeRef<'_>, size: Size, position: &impl Goban) -> Result<Option<Setup>, Refusal> {
    const STONES: [(&str, Option<Player>); 3] =
        [("AE", None), ("AB", Some(Player::Black)), ("AW", Some(Player::White))];
    // Most nodes have none, and describing a position takes far longer than reading a node.
    if !sets_up(node) {
        return Ok(None);
    }
    let mut setup = position.setup();
    let mut changed = false;
    for (name, stone) in STONES {
        for point in node.points(name, size) {
            patience::check();
            let point = point?;
            if let Some(point) = setup.rules.grid().point(point.row.into(), point.column.into()) {
                setup.put(point, stone);
                changed = true;
            }
        }
    }
    // Some programs state the side to move at every node, which changes nothing.
    let moves_too = node.play(size)?.is_some();
    if let Some(side) = node.to_move()?.map(player).filter(|side| !moves_too && *side != setup.to_move) {
        setup.to_move = side;
        changed = true;
    }
    if changed {
        setup.ko = None;
        setup.passes = 0;
    }
    Ok(changed.then_some(setup))
}

const fn player(side: Side) -> Player {
    match side {
        Side::Black => Player::Black,
        Side::White => Player::White,
    }
}
