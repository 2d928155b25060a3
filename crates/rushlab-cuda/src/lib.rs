//! The census of Rush Hour puzzles on a GPU, through CUDA.
//!
//! The kernels are in `census.cu`, which explains how they work. This crate copies the tables of a census to the
//! device, compiles the kernels for it, and runs them over batches of ids. The CUDA driver and its compiler (NVRTC) are
//! loaded when the program runs, so it builds and starts on any machine; [`CudaCensus::new`] says what is missing.
//!
//! ```no_run
//! use std::ops::ControlFlow;
//!
//! use rushlab::Metric;
//! use rushlab_census::{BoardNumbering, FOGLEMAN, Size};
//! use rushlab_cuda::CudaCensus;
//!
//! let size = Size::new(5, 5).ok_or("no such size")?;
//! let numbering = BoardNumbering::new(&FOGLEMAN, size, 0..=0, |_| ControlFlow::Continue(()))?;
//! let census = CudaCensus::new(&numbering, Metric::Moves)?;
//! let mut stream = census.stream(1000)?;
//! let chunks = stream.classify(&[(0, 1000), (1000, 2000)])?;
//! println!("{} clusters, {} puzzles", chunks[0].counts.canonical, chunks[0].puzzles.len());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(test)]
mod device_tests;
#[cfg(test)]
mod emulation_tests;
mod layout;
#[cfg(test)]
mod library;
mod stream;
mod tiers;

use std::sync::Arc;

use cudarc::driver::sys::CUdevice_attribute_enum as Attribute;
use cudarc::driver::{CudaContext, CudaFunction, CudaSlice, DriverError};
use cudarc::nvrtc::{CompileError, CompileOptions, compile_ptx_with_opts};
use rushlab::Metric;
use rushlab_census::BoardNumbering;

use layout::Layout;
pub use stream::{CensusStream, ChunkResult, FoundPuzzle};

const SOURCE: &str = include_str!("census.cu");

/// The reason why a census cannot run on a GPU.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages and the names of the fields describe them")]
pub enum CudaError {
    #[error("there is no CUDA driver on this machine (libcuda)")]
    NoDriver,
    #[error("there is no CUDA compiler on this machine (libnvrtc); it is part of the CUDA toolkit")]
    NoCompiler,
    #[error("boards of this size with so many walls need too large tables for a GPU")]
    TooLarge,
    #[error("the GPU has too little free memory: {free} MB, {needed} MB are needed")]
    OutOfMemory {
        free: u64,
        /// Least memory in megabytes.
        needed: u64,
    },
    #[error("the kernels could not be compiled for this GPU: {0}")]
    Compiler(#[from] CompileError),
    #[error("the GPU reported an error: {0}")]
    Driver(#[from] DriverError),
}

/// A census on a GPU: the tables and the kernels, on the device.
#[derive(Debug)]
pub struct CudaCensus {
    context: Arc<CudaContext>,
    screen: CudaFunction,
    search: CudaFunction,
    minimal: CudaFunction,
    states: CudaSlice<u64>,
    table: CudaSlice<u16>,
    multiprocessors: u32,
    /// The shared memory that a thread block can have at most, in bytes.
    shared_memory: u32,
}

impl CudaCensus {
    /// Prepares the first GPU of the machine for the census of some boards.
    pub fn new(numbering: &BoardNumbering, metric: Metric) -> Result<CudaCensus, CudaError> {
        #[allow(unsafe_code, reason = "loading a library is unsafe")]
        // SAFETY: these calls only try to load the libraries, which runs their initialisation.
        let (driver, compiler) =
            unsafe { (cudarc::driver::sys::is_culib_present(), cudarc::nvrtc::sys::is_culib_present()) };
        if !driver {
            return Err(CudaError::NoDriver);
        }
        let context = CudaContext::new(0)?;
        if !compiler {
            return Err(CudaError::NoCompiler);
        }
        let layout = Layout::new(numbering, metric).ok_or(CudaError::TooLarge)?;
        let (major, minor) = context.compute_capability()?;
        let mut options = layout.options();
        options.extend([format!("--gpu-architecture=sm_{major}{minor}"), "--std=c++17".to_owned()]);
        let kernels = compile_ptx_with_opts(SOURCE, CompileOptions { options, ..CompileOptions::default() })?;
        let module = context.load_module(kernels)?;
        let stream = context.default_stream();
        let states: Vec<u64> = layout
            .states
            .iter()
            .flat_map(|state| {
                let pair = |first: usize| u64::from(state.next[first]) | u64::from(state.next[first + 1]) << 32;
                state.before.into_iter().chain([pair(0), pair(2), pair(4)])
            })
            .collect();
        let census = CudaCensus {
            screen: module.load_function("screen")?,
            search: module.load_function("search")?,
            minimal: module.load_function("minimal")?,
            states: stream.clone_htod(&states)?,
            table: stream.clone_htod(&layout.table)?,
            multiprocessors: context.attribute(Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?.unsigned_abs(),
            shared_memory: context
                .attribute(Attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)?
                .unsigned_abs(),
            context,
        };
        stream.synchronize()?;
        Ok(census)
    }

    /// Returns the name of the GPU.
    pub fn name(&self) -> Result<String, CudaError> {
        Ok(self.context.name()?)
    }

    /// Returns a stream that classifies chunks of up to `chunk_ids` ids. Several streams keep the GPU busy: one
    /// computes while the host works on the results of another.
    pub fn stream(&self, chunk_ids: u32) -> Result<CensusStream<'_>, CudaError> {
        CensusStream::new(self, chunk_ids)
    }
}
