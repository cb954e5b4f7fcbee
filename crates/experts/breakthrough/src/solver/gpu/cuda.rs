//! An NVIDIA device through its driver, which is loaded on demand, so a build with this feature also starts without
//! one.

use super::{Machine, SOURCE, THREADS};
use crate::words;
use cudarc::driver::result::{self, DriverError};
use cudarc::driver::{CudaContext, sys};
use cudarc::nvrtc::{CompileOptions, compile_ptx_with_opts};
use quadrille_core::Refusal;
use std::collections::HashMap;
use std::ffi::{CString, c_void};
use std::sync::Arc;

/// The kernels of `pass.cu`.
const KERNELS: [&str; 5] = ["black_half", "white_half", "sample", "encode", "list"];

/// The first device, with the kernels for one board.
pub(in crate::solver) struct Cuda {
    kernels: HashMap<&'static str, sys::CUfunction>,
    name: String,
    _context: Arc<CudaContext>,
}

fn failed(error: impl std::fmt::Display) -> Refusal {
    words::NO_GPU.refuse().with("why", error.to_string())
}

impl Cuda {
    /// Compiles the kernels for a board.
    pub(in crate::solver) fn new(rows: u32, columns: u32) -> Result<Self, Refusal> {
        // The library panics where there is no driver to load.
        let context = std::panic::catch_unwind(|| CudaContext::new(0));
        let context = context.map_err(|_| failed("no driver"))?.map_err(failed)?;
        context.bind_to_thread().map_err(failed)?;
        let (major, minor) = context.compute_capability().map_err(failed)?;
        let options = CompileOptions {
            options: vec![
                format!("--gpu-architecture=compute_{major}{minor}"),
                format!("-DROWS={rows}"),
                format!("-DCOLUMNS={columns}"),
            ],
            ..CompileOptions::default()
        };
        let compiled = compile_ptx_with_opts(SOURCE, options).map_err(|error| failed(format!("{error:?}")))?;
        let image = CString::new(compiled.to_src()).map_err(failed)?;
        let name = context.name().map_err(failed)?;
        let kernels = load(&image).map_err(failed)?;
        Ok(Self { kernels, name, _context: context })
    }

    /// The name of the device.
    pub(in crate::solver) fn name(&self) -> &str {
        &self.name
    }
}

#[expect(unsafe_code, reason = "the driver's interface")]
fn load(image: &CString) -> Result<HashMap<&'static str, sys::CUfunction>, DriverError> {
    // SAFETY: the image is a compiled program that ends with a zero, and the module is never unloaded.
    unsafe {
        let module = result::module::load_data(image.as_ptr().cast::<c_void>())?;
        let found = KERNELS.map(|name| {
            let function = CString::new(name).map(|name| result::module::get_function(module, name));
            function.unwrap_or(Err(DriverError(sys::CUresult::CUDA_ERROR_NOT_FOUND))).map(|function| (name, function))
        });
        found.into_iter().collect()
    }
}

#[expect(unsafe_code, reason = "the driver's interface: kernels and addresses are this module's own")]
impl Machine for Cuda {
    fn allocate(&self, bytes: usize) -> Result<u64, Refusal> {
        // SAFETY: the memory is written before it is read, by `upload` or by a kernel.
        unsafe { result::malloc_sync(bytes) }.map_err(failed)
    }

    fn free(&self, address: u64) {
        // SAFETY: `Memory` gives back what `allocate` gave, once. An error has no one to hear of it.
        let _ = unsafe { result::free_sync(address) };
    }

    fn upload(&self, address: u64, bytes: &[u8]) -> Result<(), Refusal> {
        // SAFETY: `Memory` asks for no more than it has.
        unsafe { result::memcpy_htod_sync(address, bytes) }.map_err(failed)
    }

    fn download(&self, address: u64, bytes: &mut [u8]) -> Result<(), Refusal> {
        if bytes.is_empty() {
            return Ok(());
        }
        // SAFETY: as for `upload`; the call ends when the bytes are there.
        unsafe { result::memcpy_dtoh_sync(bytes, address) }.map_err(failed)
    }

    fn copy(&self, from: u64, to: u64, bytes: usize) -> Result<(), Refusal> {
        if bytes == 0 {
            return Ok(());
        }
        // SAFETY: both have this many bytes, and kernels and copies keep their order.
        unsafe { result::memcpy_dtod_sync(to, from, bytes) }.map_err(failed)
    }

    fn launch(&self, kernel: &str, blocks: usize, args: &[u64]) -> Result<(), Refusal> {
        let function = *self.kernels.get(kernel).ok_or_else(|| failed(kernel))?;
        let mut args = args.to_vec();
        let mut pointers: Vec<*mut c_void> = args.iter_mut().map(|arg| std::ptr::from_mut(arg).cast()).collect();
        let grid = (blocks as u32, 1, 1);
        let block = (THREADS as u32, 1, 1);
        // SAFETY: every kernel takes numbers of eight bytes, in the order of `pass.cu`; they are copied by this call.
        unsafe { result::launch_kernel(function, grid, block, 0, std::ptr::null_mut(), &mut pointers) }.map_err(failed)
    }
}
