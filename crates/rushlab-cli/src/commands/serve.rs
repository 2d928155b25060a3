//! `rushlab serve`: serves the web page on this machine until Ctrl-C.

use std::io::{self, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
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
    let (listen, port) = (options.listen, options.port);
    let listener = TcpListener::bind((listen, port)).await;
    let listener = listener.with_context(|| match listen.is_loopback() {
        true => format!("port {port} cannot be used; choose another one with --port"),
        false => format!("port {port} of {listen} cannot be used; is it an address of this machine? --listen sets it"),
    })?;
    let port = listener.local_addr()?.port();
    let address = format!("http://{}/", SocketAddr::new(reachable_address(listen), port));
    let mut out = output::stdout();
    writeln!(out, "{address}")?;
    out.flush()?;
    drop(out);
    if listen.is_loopback() {
        output::note(&format!("rushlab is served at {address} on this machine only; Ctrl-C ends it"));
    } else {
        output::note(&format!("rushlab is served at {address}, for a phone in the same network too; Ctrl-C ends it"));
        output::note(
            "warning: every device in the network can open the page and run searches on this computer; \
             use --listen only in a network that you trust",
        );
    }
    if options.open
        && let Err(error) = open::that_detached(&address)
    {
        output::error(&format!("no browser could be opened ({error}); open {address} yourself"));
    }
    let page = options.page.clone().map_or(Page::Embedded, Page::Folder);
    Ok(rushlab_serve::listen(listener, Settings::default(), page, interrupted()).await.map_err(io::Error::other)?)
}

/// Returns the address at which other devices find a server that listens on `listen`.
fn reachable_address(listen: IpAddr) -> IpAddr {
    if !listen.is_unspecified() {
        return listen;
    }
    // The system selects the address for a destination outside of the machine. Nothing is sent. (Reserved for
    // documents: RFC 5737, 3849.)
    let destination: IpAddr = match listen {
        IpAddr::V4(_) => Ipv4Addr::new(192, 0, 2, 1).into(),
        IpAddr::V6(_) => Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1).into(),
    };
    let local = || -> io::Result<IpAddr> {
        let socket = UdpSocket::bind((listen, 0))?;
        socket.connect((destination, 9))?;
        Ok(socket.local_addr()?.ip())
    };
    local().unwrap_or(Ipv4Addr::LOCALHOST.into())
}

/// Completes when Ctrl-C is pressed.
async fn interrupted() {
    while !interrupt::requested() {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
