//! The laboratory as WebAssembly, for a Web Worker (`page/lab-worker.js`).
//!
//! The interface is plain: numbers and bytes in the module's memory. The worker writes a request into
//! [`buffer`](host::buffer): its name, a space, and its JSON. Then it calls [`run`](host::run), which calls the
//! imported functions `emit` for each event, and `answer` once; or `decline`, if the worker is for requests that take
//! milliseconds and this one needs a search.
//!
//! A worker is single-threaded, and `run` blocks it. To cancel a job, the page terminates the worker. A worker cannot
//! wait either, so where a live search has to keep its pace, the clock is advanced instead: each event has the time at
//! which it is due, and the page shows it then.
#![cfg(target_arch = "wasm32")]

mod host;
