//! `quadrille tournament`: round-robins and gauntlets.

use super::match_::{EventArgs, Games};
use crate::output;
use crate::words::{NOTHING_TO_PLAY, report as words};
use anyhow::bail;
use quadrille_arena::table::{Cell, Table};
use quadrille_arena::{Event, Schedule, Standings, run as play};
use quadrille_core::Message;
use serde_json::{Value, json};

/// Play a round-robin or gauntlet tournament.
#[derive(Debug, clap::Args)]
#[command(after_help = "In each round, every pairing plays one opening twice, with colours swapped. \
`quadrille match --help` explains how to write a PLAYER.

Examples:
  quadrille tournament breakthrough --size 6x6 uct uct-tt rave grave --rounds 10 --playouts 500
  quadrille tournament othello --gauntlet alphabeta uct,playouts=2000 random --rounds 20 --depth 3")]
pub struct Args {
    #[command(flatten)]
    event: EventArgs,
    /// Players.
    #[arg(value_name = "PLAYER", num_args = 2.., required = true)]
    players: Vec<String>,
    /// Number of rounds.
    #[arg(long, value_name = "N", default_value_t = 10)]
    rounds: u32,
    /// Play only the games of the first player against the others.
    #[arg(long)]
    gauntlet: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let schedule = if args.gauntlet { Schedule::Gauntlet } else { Schedule::RoundRobin };
    if args.rounds == 0 {
        bail!(NOTHING_TO_PLAY.refuse().with("option", "--rounds"));
    }
    let event = Event { schedule, ..args.event.event(&args.players)? };
    let games = event.games_of_rounds(args.rounds);
    let so_far = Games::new(args.event.json, games);
    let standings = play(&event, &args.event.orders(games)?, &mut |standings, game| so_far.tell(standings, game))?;
    drop(so_far);
    if args.event.json {
        return output::json(&to_json(&event, &standings));
    }
    output::line(ranking(&standings).to_string())?;
    output::line(encounters(&event, &standings).to_string().trim_end())
}

/// An empty table with its title and columns in the user's language.
fn table(title: &Message, columns: impl Iterator<Item = &'static Message>) -> Table {
    let lang = output::language();
    Table::new(title.template(lang), &columns.map(|column| column.template(lang)).collect::<Vec<_>>())
}

fn ranking(standings: &Standings) -> Table {
    let columns = [&words::RANK, &words::PLAYER, &words::GAMES, &words::WON, &words::DRAWN, &words::LOST];
    let more = [&words::PERCENT, &words::ELO, &words::PLUS_MINUS, &words::FAULTY];
    let mut table = table(&words::RANKING, columns.into_iter().chain(more));
    for (rank, player) in standings.ranking().into_iter().enumerate() {
        let (total, faults) = (standings.total(player), standings.faults[player]);
        let estimate = total.estimate();
        let count = |count: u32| Cell::Number(count.into(), 0);
        table.add(vec![
            Cell::Number(rank as f64 + 1.0, 0),
            Cell::text(&standings.names[player]),
            count(total.games()),
            count(total.wins),
            count(total.draws),
            count(total.losses),
            Cell::Number(100.0 * estimate.score, 1),
            Cell::Number(estimate.elo, 1),
            Cell::Number(estimate.elo_error, 1),
            count(faults.time_losses + faults.illegal + faults.crashes),
        ]);
    }
    table
}

fn encounters(event: &Event, standings: &Standings) -> Table {
    let columns = [&words::PAIRING, &words::WON, &words::DRAWN, &words::LOST];
    let more = [&words::PERCENT, &words::ELO, &words::PLUS_MINUS];
    let mut table = table(&words::PAIRINGS, columns.into_iter().chain(more));
    for (a, b) in event.encounters() {
        let tally = standings.between(a, b);
        let estimate = tally.estimate();
        table.add(vec![
            Cell::text(format!("{} - {}", standings.names[a], standings.names[b])),
            Cell::Number(tally.wins.into(), 0),
            Cell::Number(tally.draws.into(), 0),
            Cell::Number(tally.losses.into(), 0),
            Cell::Number(100.0 * estimate.score, 1),
            Cell::Number(estimate.elo, 1),
            Cell::Number(estimate.elo_error, 1),
        ]);
    }
    table
}

fn to_json(event: &Event, standings: &Standings) -> Value {
    let player = |(rank, player): (usize, usize)| {
        let total = standings.total(player);
        let estimate = total.estimate();
        json!({
            "rank": rank + 1,
            "player": standings.names[player],
            "games": total.games(),
            "wins": total.wins,
            "draws": total.draws,
            "losses": total.losses,
            "score": estimate.score,
            "elo": estimate.elo,
            "error": estimate.elo_error,
            "faults": standings.faults[player],
        })
    };
    let encounter = |(a, b): (usize, usize)| {
        let tally = standings.between(a, b);
        let estimate = tally.estimate();
        json!({
            "a": standings.names[a],
            "b": standings.names[b],
            "wins": tally.wins,
            "draws": tally.draws,
            "losses": tally.losses,
            "pairs": tally.pairs,
            "elo": estimate.elo,
            "error": estimate.elo_error,
        })
    };
    json!({
        "games": standings.games(),
        "players": standings.ranking().into_iter().enumerate().map(player).collect::<Vec<_>>(),
        "encounters": event.encounters().into_iter().map(encounter).collect::<Vec<_>>(),
    })
}
