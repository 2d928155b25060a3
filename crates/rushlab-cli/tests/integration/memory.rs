//! Tests of `--max-memory`: the whole program keeps to it.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common::{run, text};

#[test]
fn a_limit_below_the_size_of_the_program_is_refused() {
    let output = run(&["solve", "--max-memory", "10M"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("the program itself takes about 16M; give at least 32M"));
}

#[cfg(target_os = "linux")]
mod linux {
    use crate::common::{peak_memory, rushlab};

    /// A 9×9 and a 10×10 board with more positions than fit into the limits.
    const LARGE: [&str; 2] = [
        "AABB..CCDEFFGGH..DE.I.JH.KK..ILJMMNOXX.LJ..NO.PQQR..SSTP..RUUU.T.V.RWW....VYYZZ..",
        ".ABBB..CC..A...DD.EE.AFGHHIIJJ..FGKKK.L..MNXX..OLP.MN.QR.O.P.M..QRSSSTUUVWW.Y.ZT00V111Y.ZT.222...33.",
    ];

    #[test]
    fn the_whole_program_keeps_to_its_memory_limit() {
        let searches: [&[&str]; 7] = [
            &["solve", "--algorithm", "bfs"],
            &["solve", "--algorithm", "dijkstra"],
            &["solve", "--algorithm", "dfs"],
            &["solve", "--algorithm", "bidirectional"],
            &["solve", "--algorithm", "textbook-bfs"],
            &["explore"],
            &["explore", "--heuristic", "h1"],
        ];
        for arguments in searches {
            for (limit, threads) in [(64, "1"), (64, "2"), (100, "1"), (100, "2")] {
                let percent = percent_of_limit(arguments, &LARGE, limit, threads);
                assert!(percent <= 110, "{arguments:?} {limit}M on {threads} threads took {percent}%");
                assert!(percent >= 40, "{arguments:?} {limit}M on {threads} threads took only {percent}%");
            }
        }
    }

    #[test]
    fn memory_of_earlier_searches_is_returned() {
        for algorithm in ["bfs", "bidirectional"] {
            let arguments = ["solve", "--algorithm", algorithm];
            let percent = percent_of_limit(&arguments, &[LARGE, LARGE, LARGE, LARGE].concat(), 64, "2");
            assert!(percent <= 110, "{algorithm} on many boards took {percent}%");
        }
    }

    /// Returns the greatest memory of a command that reaches its limit, in percent of the limit, which is in MiB.
    fn percent_of_limit(arguments: &[&str], boards: &[&str], limit: u64, threads: &str) -> u64 {
        let mut command = rushlab(arguments);
        command.args(boards).args(["--max-memory", &format!("{limit}M"), "--threads", threads]);
        let (code, peak) = peak_memory(&mut command);
        assert_eq!(code, Some(1), "{arguments:?} {limit}M");
        // The code of a program that is not optimised takes more memory.
        let code_size = if cfg!(debug_assertions) { 8 << 20 } else { 0 };
        (peak - code_size) * 100 / (limit << 20)
    }
}
