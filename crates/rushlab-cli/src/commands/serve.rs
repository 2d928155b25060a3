//! `rushlab serve`: serves the web page on this machine until Ctrl-C.

use std::io::{self, Write as _};
use std::net::Ipv4Addr;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use rushlab_serve::{Page, Settings};
use tokio::net::TcpListener;

use crate::ExitStatus;
use crate::arguments::ServeOptions;
use crate::interrupt;
use crate::output;

pub(crate) fn run(options: &ServeOptions) -> Result<ExitStatus> {
    interrupt::defer_to_command();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(serve(options))?;
    // Running searches stop within milliseconds; the program does not wait for them.
    runtime.shutdown_background();
    Ok(ExitStatus::Interrupted)
}

async fn serve(options: &ServeOptions) -> Result<()> {
    if let Some(folder) = &options.page
        && !folder.join("index.html").is_file()
    {
        bail!("{} has no index.html; --page needs the folder of the page", folder.display());
    }
    let port = options.port;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await;
    let listener = listener.with_context(|| format!("port {port} cannot be used; choose another one with --port"))?;
    let address = format!("http://{}/", listener.local_addr()?);
    let mut out = output::stdout();
    writeln!(out, "{address}")?;
    out.flush()?;
    drop(out);
    anstream::eprintln!("rushlab is served at {address} on this machine only; Ctrl-C ends it");
    if options.open
        && let Err(error) = open::that_detached(&address)
    {
        output::error(&format!("no browser could be opened ({error}); open {address} yourself"));
    }
    let page = options.page.clone().map_or(Page::Embedded, Page::Folder);
    Ok(rushlab_serve::listen(listener, Settings::default(), page, interrupted()).await.map_err(io::Error::other)?)
}

/// Completes when Ctrl-C is pressed.
async fn interrupted() {
    while !interrupt::requested() {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
