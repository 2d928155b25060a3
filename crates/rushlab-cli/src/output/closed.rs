//! Whether standard output was closed when the program started, as by `>&-` in a shell.
//!
//! The Rust runtime opens `/dev/null` in its place before `main`, so it is found out earlier.

#[cfg(target_os = "linux")]
mod linux {
    use std::sync::atomic::{AtomicBool, Ordering};

    pub(super) static CLOSED: AtomicBool = AtomicBool::new(false);

    extern "C" fn check() {
        let is_closed = rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_err();
        CLOSED.store(is_closed, Ordering::Relaxed);
    }

    #[used]
    #[expect(
        unsafe_code,
        reason = "only functions in this section run before the runtime; this one makes a system call"
    )]
    #[unsafe(link_section = ".init_array")]
    static CHECK: extern "C" fn() = check;
}

#[cfg(target_os = "linux")]
pub(super) fn at_start() -> bool {
    linux::CLOSED.load(std::sync::atomic::Ordering::Relaxed)
}

#[cfg(not(target_os = "linux"))]
pub(super) fn at_start() -> bool {
    false
}
