//! Where a search writes down what it does, when somebody wants to see every step: a list of bounded length.
//!
//! Recording costs nothing when it is off. Alpha-beta is compiled a second time for it (`alphabeta::Watched`); tree search
//! asks once a step whether there is a log, which disappears beside the playouts. Start reading at
//! [`alphabeta::Event`](crate::alphabeta::Event) and [`mcts::Event`](crate::mcts::Event).

/// The events of one search, the first ones if there are too many.
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

    /// Writes an event down, or counts it where there is no room left.
    pub(crate) fn add(&mut self, event: E) {
        if self.events.len() < self.most {
            self.events.push(event);
        } else {
            self.missed += 1;
        }
    }

    /// What was written down, in order.
    #[must_use]
    pub fn events(&self) -> &[E] {
        &self.events
    }

    /// How many events found no room.
    #[must_use]
    pub const fn missed(&self) -> u64 {
        self.missed
    }
}
