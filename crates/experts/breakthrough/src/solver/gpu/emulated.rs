//! The kernels compiled for the processor at hand, thread by thread: for tests.

use super::{Machine, SOURCE};
use libloading::{Library, Symbol};
use quadrille_breakthrough::Rules;
use quadrille_core::Refusal;
use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::collections::HashMap;
use std::process::Command;
use std::sync::Mutex;

/// A library of the kernels.
pub(super) struct Emulated {
    library: Library,
    sizes: Mutex<HashMap<u64, Layout>>,
}

impl Emulated {
    /// Compiles the kernels for a board; `None` where there is no C++ compiler.
    #[expect(unsafe_code, reason = "loads what it has just compiled")]
    pub(super) fn new(board: &str) -> Option<Self> {
        let rules: Rules = board.parse().ok()?;
        let base = std::env::temp_dir().join(format!("quadrille-kernels-{}-{board}", std::process::id()));
        let (source, library) = (base.with_extension("cpp"), base.with_extension("so"));
        std::fs::write(&source, SOURCE).ok()?;
        let sizes = [format!("-DROWS={}", rules.rows()), format!("-DCOLUMNS={}", rules.columns())];
        let flags = ["-O2", "-shared", "-fPIC", "-w", "-o"];
        let status = Command::new("c++").args(sizes).args(flags).arg(&library).arg(&source).status().ok()?;
        assert!(status.success(), "the kernels do not compile");
        // SAFETY: the library has no code that runs when it is loaded.
        let loaded = unsafe { Library::new(&library) }.expect("the library that was just made");
        for path in [source, library] {
            std::fs::remove_file(path).expect("the file that was just made");
        }
        Some(Self { library: loaded, sizes: Mutex::default() })
    }
}

#[expect(unsafe_code, reason = "plays a device with memory of its own")]
impl Machine for Emulated {
    fn allocate(&self, bytes: usize) -> Result<u64, Refusal> {
        let layout = Layout::from_size_align(bytes, 64).expect("a size");
        // SAFETY: the size is not zero.
        let address = unsafe { alloc_zeroed(layout) } as u64;
        self.sizes.lock().unwrap().insert(address, layout);
        Ok(address)
    }

    fn free(&self, address: u64) {
        let layout = self.sizes.lock().unwrap().remove(&address).expect("allocated here");
        // SAFETY: it was allocated with this layout and is given back once.
        unsafe { dealloc(address as *mut u8, layout) };
    }

    fn upload(&self, address: u64, bytes: &[u8]) -> Result<(), Refusal> {
        // SAFETY: `Memory` asks for no more than it has.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), address as *mut u8, bytes.len()) };
        Ok(())
    }

    fn download(&self, address: u64, bytes: &mut [u8]) -> Result<(), Refusal> {
        // SAFETY: as for `upload`.
        unsafe { std::ptr::copy_nonoverlapping(address as *const u8, bytes.as_mut_ptr(), bytes.len()) };
        Ok(())
    }

    fn copy(&self, from: u64, to: u64, bytes: usize) -> Result<(), Refusal> {
        // SAFETY: two memories of at least this size.
        unsafe { std::ptr::copy_nonoverlapping(from as *const u8, to as *mut u8, bytes) };
        Ok(())
    }

    fn launch(&self, kernel: &str, blocks: usize, args: &[u64]) -> Result<(), Refusal> {
        // SAFETY: every kernel of `pass.cu` has this signature and gets the arguments it expects.
        unsafe {
            let function: Symbol<'_, unsafe extern "C" fn(u32, *const u64)> =
                self.library.get(kernel.as_bytes()).expect("a kernel");
            function(blocks as u32, args.as_ptr());
        }
        Ok(())
    }
}
