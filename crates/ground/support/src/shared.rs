//! Shared values, created on first use.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::{Arc, LazyLock, Mutex, PoisonError, Weak};

/// A value that exists already or is created on first use. Creating a player must be cheap, since players are also
/// created only to list their options.
///
/// ```
/// use quadrille_support::shared::Shared;
/// use std::sync::atomic::{AtomicBool, Ordering};
/// use std::sync::{Arc, LazyLock};
/// static MADE: AtomicBool = AtomicBool::new(false);
/// static TABLE: LazyLock<Arc<Vec<u32>>> = LazyLock::new(|| {
///     MADE.store(true, Ordering::Relaxed);
///     Arc::new((0..100).collect())
/// });
/// let later = Shared::Later(&TABLE);
/// assert!(!MADE.load(Ordering::Relaxed));
/// assert_eq!((later.len(), MADE.load(Ordering::Relaxed)), (100, true));
/// assert_eq!(Shared::from(Arc::new("seven".to_owned())).len(), 5);
/// ```
#[derive(Debug)]
pub enum Shared<T: 'static> {
    /// It is there.
    Given(Arc<T>),
    /// A value created once, on first use.
    Later(&'static LazyLock<Arc<T>>),
}

impl<T> Shared<T> {
    /// A handle on the value, which is created if necessary.
    #[must_use]
    pub fn arc(&self) -> &Arc<T> {
        match self {
            Self::Given(there) => there,
            Self::Later(later) => later,
        }
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        self.arc()
    }
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        match self {
            Self::Given(there) => Self::Given(Arc::clone(there)),
            Self::Later(later) => Self::Later(later),
        }
    }
}

impl<T> From<Arc<T>> for Shared<T> {
    fn from(there: Arc<T>) -> Self {
        Self::Given(there)
    }
}

/// Open resources by name: opening one again shares it, and it is closed when the last handle is dropped.
///
/// ```
/// use quadrille_support::shared::Opened;
/// use std::sync::Arc;
/// static OPEN: Opened<str, usize> = Opened::new();
/// let first = OPEN.open("seven", || Ok::<_, ()>(7));
/// assert_eq!(OPEN.open("seven", || Err(())), first);
/// drop(first);
/// assert_eq!(OPEN.open("seven", || Err(())), Err(()));
/// ```
#[derive(Debug)]
pub struct Opened<K: ToOwned<Owned: Ord> + ?Sized, T>(Mutex<BTreeMap<K::Owned, Weak<T>>>);

impl<K: ToOwned<Owned: Ord> + Ord + ?Sized, T> Opened<K, T> {
    /// Nothing is open.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "it is for statics")]
    pub const fn new() -> Self {
        Self(Mutex::new(BTreeMap::new()))
    }

    /// The resource of this name, opened if necessary.
    ///
    /// # Errors
    ///
    /// That of `open`.
    pub fn open<E>(&self, name: &K, open: impl FnOnce() -> Result<T, E>) -> Result<Arc<T>, E> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(there) = all.get(name).and_then(Weak::upgrade) {
            return Ok(there);
        }
        let opened = Arc::new(open()?);
        all.insert(name.to_owned(), Arc::downgrade(&opened));
        Ok(opened)
    }
}

/// The bytes of a bundled file.
pub type Bundled = Cow<'static, [u8]>;

/// A file built into the binary, by its relative path. In a browser it is a separate file loaded on first use; no two
/// of these files have the same name.
#[macro_export]
#[cfg(not(target_family = "wasm"))]
macro_rules! bundled {
    ($path:literal) => {{
        // A static, not a constant, which would be copied into every crate that inlines such a function.
        static FILE: &[u8] = include_bytes!($path);
        $crate::shared::Bundled::Borrowed(FILE)
    }};
}

/// A bundled file, by its relative path; here a separate file next to the page.
#[macro_export]
#[cfg(target_family = "wasm")]
macro_rules! bundled {
    ($path:literal) => {
        $crate::shared::beside_the_page($path)
    };
}

/// The file of this name.
#[doc(hidden)]
#[cfg(target_family = "wasm")]
pub fn beside_the_page(path: &str) -> Bundled {
    Bundled::Owned(crate::page::load(path.rsplit('/').next().unwrap_or(path)))
}
