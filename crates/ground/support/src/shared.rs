//! What many share and few need: made when it is first looked at.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::{Arc, LazyLock, Mutex, PoisonError, Weak};

/// Something that is there already, or that is made when somebody first looks at it. To make a player must cost nothing:
/// it is also made to be asked for its options.
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
    /// It is made once, when it is first needed.
    Later(&'static LazyLock<Arc<T>>),
}

impl<T> Shared<T> {
    /// A handle on it; it is there from now on.
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

/// What somebody has open, by its name: who opens it again shares it, and it is closed when nobody has it any more.
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

    /// What has this name, opened now unless it is open.
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

/// The bytes of a file that comes with the program.
pub type Bundled = Cow<'static, [u8]>;

/// A file that comes with the program, by its path from here: inside the binary. In a browser it lies beside the page and
/// is loaded when it is first needed; no two of these files have the same name.
#[macro_export]
#[cfg(not(target_family = "wasm"))]
macro_rules! bundled {
    ($path:literal) => {{
        // One static, and not a constant: a copy would go into every crate that such a function is inlined into.
        static FILE: &[u8] = include_bytes!($path);
        $crate::shared::Bundled::Borrowed(FILE)
    }};
}

/// A file that comes with the program, by its path from here; it lies beside the page.
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
