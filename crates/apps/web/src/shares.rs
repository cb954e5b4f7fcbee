//! Shared limits: a maximum in all, and a lower one for each other machine.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Slots of one kind.
#[derive(Clone, Debug)]
pub struct Shares {
    most: usize,
    most_of_one: usize,
    taken: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

/// A slot, released on drop.
#[derive(Debug)]
pub struct Share {
    shares: Shares,
    owner: IpAddr,
}

impl Shares {
    /// `most` slots, of which `most_of_one` for one other machine; local clients may take them all.
    pub fn new(most: usize, most_of_one: usize) -> Self {
        Self { most, most_of_one, taken: Arc::default() }
    }

    fn taken(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A slot, if one is left for this machine.
    pub fn take(&self, owner: IpAddr) -> Option<Share> {
        let mut taken = self.taken();
        let mine = taken.get(&owner).copied().unwrap_or(0);
        let greedy = mine >= self.most_of_one && !owner.is_loopback();
        if greedy || taken.values().sum::<usize>() >= self.most {
            return None;
        }
        taken.insert(owner, mine + 1);
        Some(Share { shares: self.clone(), owner })
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut taken = self.shares.taken();
        if let Some(count) = taken.get_mut(&self.owner) {
            *count -= 1;
            if *count == 0 {
                taken.remove(&self.owner);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_other_machine_cannot_take_everything() {
        let shares = Shares::new(5, 2);
        let [home, one, two] = ["127.0.0.1", "192.0.2.1", "192.0.2.2"].map(|text| text.parse().expect("an address"));
        let mut held: Vec<Share> = [one, one, two, home].into_iter().filter_map(|owner| shares.take(owner)).collect();
        assert_eq!(held.len(), 4);
        assert!(shares.take(one).is_none());
        held.extend(shares.take(home));
        assert!(held.len() == 5 && shares.take(two).is_none() && shares.take(home).is_none());
        held.remove(0);
        assert!(shares.take(one).is_some());
        held.clear();
        assert!(shares.taken().is_empty());
    }
}
