//! The machine that measures times.

use std::fs::File;
use std::io::Read as _;
use std::num::NonZeroUsize;

/// Only the first processor is read.
const MOST_READ: u64 = 1 << 14;

/// Describes this machine: `Intel(R) Xeon(R) Processor, 2 cores, linux x86_64`.
pub(crate) fn describe() -> String {
    let mut text = String::new();
    let read = File::open("/proc/cpuinfo").and_then(|file| file.take(MOST_READ).read_to_string(&mut text));
    let processor = read.ok().and_then(|_| model(&text)).map(|model| format!("{model}, ")).unwrap_or_default();
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let cores = crate::output::count(cores, "core");
    format!("{processor}{cores}, {} {}", std::env::consts::OS, std::env::consts::ARCH)
}

/// Returns the name of the first processor in the text of Linux.
fn model(text: &str) -> Option<String> {
    let line = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    let words: Vec<&str> = line?.1.split_whitespace().collect();
    (!words.is_empty()).then(|| words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_processor_is_described_by_its_name() {
        let text = "processor\t: 0\nmodel name\t: A Processor   3.0 GHz \ncache size\t: 1 KB\n\nmodel name\t: B\n";
        assert_eq!(model(text).as_deref(), Some("A Processor 3.0 GHz"));
        assert_eq!(model("processor : 0\n"), None);
        assert!(describe().contains(" core") && describe().ends_with(std::env::consts::ARCH));
    }
}
