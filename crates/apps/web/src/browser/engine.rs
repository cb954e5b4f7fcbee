//! The search worker: takes a request, reports progress, and keeps its players' tables from move to move.

use super::messages::{Name, ToPage};
use crate::game::searches::{Job, Order, Purpose, Searches};
use crate::words;
use quadrille_core::{Refusal, Sentence};
use quadrille_engine::{Report, Stop};
use std::time::Duration;

/// What one worker thinks with.
pub struct Engine {
    searches: Searches,
}

impl Default for Engine {
    fn default() -> Self {
        Self { searches: Searches::new(1) }
    }
}

impl Engine {
    /// Runs a search; `tell` receives its reports and finally its end.
    pub fn work(&self, job: u64, order: &str, stop: &Stop, tell: &mut dyn FnMut(ToPage, String)) {
        let mut say = |name: Name, text: String| tell(ToPage::News { job, name }, text);
        match self.think(order, stop, &mut |report| say(Name::Progress, json(&report))) {
            Ok(report) => say(Name::Done, json(&report)),
            Err(sentence) => say(Name::Failed, json::<Sentence>(&sentence)),
        }
    }

    fn think(&self, order: &str, stop: &Stop, on_report: &mut dyn FnMut(Report)) -> Result<Report, Refusal> {
        let unreadable = |error| words::BODY.refuse().error("error", error);
        let order: Order = serde_json::from_str(order).map_err(unreadable)?;
        let job = Job {
            session: order.session()?,
            visitor: order.address.clone(),
            game: order.address,
            token: 0,
            node: 0,
            purpose: Purpose::Play,
            player: order.player.parse()?,
            limits: order.limits.limits(),
            multipv: order.lines,
            only: order.only,
            at_least: Duration::ZERO,
        };
        self.searches.ask(&job, stop, on_report)
    }
}

fn json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
