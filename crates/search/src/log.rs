//! The event log of a traced search: a list of bounded length.
//!
//! Tracing costs nothing when it is off. Alpha-beta is compiled a second time for it
//! (`alphabeta::Watched`); tree search tests once per step whether there is a log, which is negligible beside the playouts. Start reading at [`alphabeta::Event`](crate::alphabeta::Event)
//! and [`mcts::Event`](crate::mcts::Event).

/// The events of one search; only the first ones if there are too many.
#[derive(Clone, Debug)]
pub struct Log<E> {
    events: Vec<E>,
    most: usize,
    missed: u64,
}

impl<E> Log<E> {
    /// An empty log for at most this many events.
    #[must_use]
    pub const fn new(most: usize) -> Self {
        Self { events: Vec::new(), most, missed: 0 }
    }

    /// Records an event, or only counts it if the log is full.
    pub(crate) fn add(&mut self, event: E) {
        if self.events.len() < self.most {
            self.events.push(event);
        } else {
            self.missed += 1;
        }
    }

    /// The recorded events, in order.
    #[must_use]
    pub fn events(&self) -> &[E] {
        &self.events
    }

    /// How many events did not fit.
    #[must_use]
    pub const fn missed(&self) -> u64 {
        self.missed
    }
}
