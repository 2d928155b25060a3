//! Tests of `rushlab grade`: folders, archives, schemes and pages. What is wrong with a file is tested in the library.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::fs;
use std::io::{Cursor, Write as _};
use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::Value;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::common::comparison::{EASY, EXAMPLE, contents, unzipped};
use crate::common::{name, run, rushlab, text};

const UNSOLVABLE: &str = ".....C.....CAA...C.....D.....D.....D";

/// Writes the puzzles and the honest files of a student.
fn honest(folder: &Path, more: &[&str]) -> (PathBuf, PathBuf) {
    let (puzzles, good) = (folder.join("puzzles.txt"), folder.join("good"));
    fs::write(&puzzles, format!("{EASY}\n{EXAMPLE}\n{UNSOLVABLE}\n")).unwrap();
    let compare = ["compare", name(&puzzles), "--rules", "comp472", "--out", name(&good)];
    assert_eq!(run(&[&compare, more].concat()).status.code(), Some(0));
    (puzzles, good)
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for (path, bytes) in contents(from) {
        fs::write(to.join(path.file_name().unwrap()), bytes).unwrap();
    }
}

fn students(output: &Output) -> Vec<Value> {
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    serde_json::from_slice::<Value>(&output.stdout).unwrap().as_array().unwrap().clone()
}

fn verdicts(student: &Value) -> BTreeMap<String, String> {
    let files = student["files"].as_array().unwrap().iter();
    files.map(|file| (file["file"].as_str().unwrap().into(), file["verdict"].as_str().unwrap().into())).collect()
}

#[test]
fn missing_empty_and_wrong_files_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let (puzzles, good) = honest(folder.path(), &[]);
    let bad = folder.path().join("bad");
    copy(&good, &bad);
    fs::remove_file(bad.join("ucs-search-1.txt")).unwrap();
    fs::write(bad.join("a-h2-sol-1.txt"), "").unwrap();
    let wrong = bad.join("gbfs-h1-sol-1.txt");
    fs::write(&wrong, fs::read_to_string(&wrong).unwrap().replace("moves", "mooves")).unwrap();

    let output = run(&["grade", name(&puzzles), name(&good), name(&bad), "--json"]);
    let [good_report, bad_report] = students(&output).try_into().unwrap();
    assert_eq!((&good_report["student"], &bad_report["student"]), (&"good".into(), &"bad".into()));
    assert!(verdicts(&good_report).values().all(|verdict| verdict == "ok"), "{good_report}");
    assert_eq!(verdicts(&good_report).len(), 54);
    assert_eq!((&good_report["points"], &good_report["possible"]), (&42.5.into(), &42.5.into()));
    let bad_verdicts: Vec<(String, String)> =
        verdicts(&bad_report).into_iter().filter(|(_, verdict)| verdict != "ok").collect();
    let expected = [("a-h2-sol-1.txt", "empty"), ("gbfs-h1-sol-1.txt", "wrong"), ("ucs-search-1.txt", "missing")];
    assert_eq!(bad_verdicts, expected.map(|(file, verdict)| (file.to_owned(), verdict.to_owned())));
    assert!(bad_report["points"].as_f64() < good_report["points"].as_f64());

    let printed = run(&["grade", name(&puzzles), name(&good), name(&bad)]);
    let printed = text(&printed.stdout);
    assert!(printed.contains("\nbad\n  ucs-search-1.txt is missing\n"), "{printed}");
    assert!(printed.contains("  gbfs-h1-sol-1.txt line 17: `2 mooves` is not a number of moves\n"), "{printed}");
    assert!(printed.ends_with("3 puzzles, 2 with a solution; optimal total cost 16\n"), "{printed}");
}

#[test]
fn the_archive_of_the_handout_is_graded_with_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let (puzzles, good) = honest(folder.path(), &["--submission", "40012345,40054321"]);
    let archive = good.join("472-Assignment-40012345-40054321.zip");
    let [report] = students(&run(&["grade", name(&puzzles), name(&archive), "--json"])).try_into().unwrap();
    assert!(verdicts(&report).values().all(|verdict| verdict == "ok"), "{report}");
    assert_eq!(verdicts(&report).len(), 55, "the archive too");

    let other = folder.path().join("homework.zip");
    fs::copy(&archive, &other).unwrap();
    let [report] = students(&run(&["grade", name(&puzzles), name(&other), "--json"])).try_into().unwrap();
    let archive = &report["files"][0];
    assert_eq!((&archive["file"], &archive["verdict"]), (&"homework.zip".into(), &"wrong".into()));
    assert!(archive["problems"][0].as_str().unwrap().starts_with("is not named as the handout asks: 472-Assignment-"));
    assert!(verdicts(&report).iter().all(|(file, verdict)| verdict == "ok" || file == "homework.zip"), "{report}");
}

/// Returns an archive with the files of a student and one more.
fn archive(files: &BTreeMap<String, Vec<u8>>, more: &str, size: u64) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(format!("output/{name}"), SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.start_file(more, SimpleFileOptions::default()).unwrap();
    std::io::copy(&mut std::io::Read::take(std::io::repeat(b' '), size), &mut zip).unwrap();
    zip.finish().unwrap().into_inner()
}

#[test]
fn archives_cannot_fill_the_memory_or_leave_their_folder() {
    let folder = tempfile::tempdir().unwrap();
    let (puzzles, good) = honest(folder.path(), &["--submission", "1"]);
    let code = unzipped(&unzipped(&fs::read(good.join("472-Assignment-1.zip")).unwrap())["472-Code-1.zip"]);
    let files: BTreeMap<String, Vec<u8>> = code
        .into_iter()
        .filter_map(|(name, bytes)| Some((name.strip_prefix("output/")?.to_owned(), bytes)))
        .filter(|(name, _)| name != "ucs-sol-1.txt")
        .collect();
    let grade = |bytes: Vec<u8>| {
        let path = folder.path().join("472-Code-1.zip");
        fs::write(&path, bytes).unwrap();
        let command = ["grade", name(&puzzles), name(&path), "--json", "--threads", "1"];
        #[cfg(target_os = "linux")]
        {
            let (code, peak) = crate::common::peak_memory(&mut rushlab(&command));
            assert_eq!(code, Some(0));
            assert!(peak < 400 << 20, "{} MB", peak >> 20);
        }
        let [report] = students(&rushlab(&command).output().unwrap()).try_into().unwrap();
        report
    };
    let bomb = grade(archive(&files, "output/ucs-sol-1.txt", 200 << 20));
    let file = bomb["files"].as_array().unwrap().iter().find(|file| file["file"] == "ucs-sol-1.txt").unwrap();
    assert_eq!(file["verdict"], "wrong");
    assert_eq!(file["problems"][0], "cannot be read: it has more than 64 MiB, the most that is read of such a file");

    let outside = grade(archive(&files, "../ucs-sol-1.txt", 3));
    assert_eq!(verdicts(&outside)["ucs-sol-1.txt"], "missing");
    let problems = outside["files"][0]["problems"].to_string();
    assert!(problems.contains("has an entry that leads out of it: ../ucs-sol-1.txt"), "{problems}");

    let nested = grade(archive(&files, "inner.zip", 300 << 20));
    assert!(nested["files"][0]["problems"].to_string().contains("inner.zip: it has more than 128 MiB"), "{nested}");
}

#[test]
fn the_courses_own_files_have_full_points() {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let corpus = std::env::var_os("RUSHLAB_CORPUS").map_or(shared, PathBuf::from).join("comp472");
    if !corpus.is_dir() {
        // Written directly, because the test runner hides the output of passing tests.
        let _ = writeln!(std::io::stderr(), "skipped: no corpus; set RUSHLAB_CORPUS to its folder");
        return;
    }
    let (input, expected) = (corpus.join("sample-input.txt"), corpus.join("expected"));
    let output = run(&["grade", name(&input), name(&expected), "--heuristic", "h1", "--json"]);
    let [report] = students(&output).try_into().unwrap();
    assert_eq!(verdicts(&report).len(), 36);
    assert!(verdicts(&report).values().all(|verdict| verdict == "ok"), "{report}");
    assert_eq!(report["points"], report["possible"]);
}

#[test]
fn points_come_from_the_scheme_and_pages_are_written_for_students() {
    let folder = tempfile::tempdir().unwrap();
    let (puzzles, good) = honest(folder.path(), &["--layout", "handout"]);
    let solution = |file: &str| fs::read_to_string(good.join(file)).unwrap();
    assert_eq!(solution("a-h1-sol-3.txt"), "no solution\n");
    assert!(
        solution("ucs-sol-2.txt").starts_with("Initial board configuration: .BBCCC"),
        "{}",
        solution("ucs-sol-2.txt")
    );
    assert_eq!(solution("ucs-search-1.txt").lines().nth(1).unwrap().split(' ').count(), 4, "no fuel");

    let (scheme, pages) = (folder.path().join("points.toml"), folder.path().join("pages"));
    let grade = |scheme_text: &str, more: &[&str]| {
        fs::write(&scheme, scheme_text).unwrap();
        run(&[&["grade", name(&puzzles), name(&good), "--scheme", name(&scheme), "--tsv"], more].concat())
    };
    fs::remove_file(good.join("ucs-sol-1.txt")).unwrap();
    let output = grade("[points]\noptimality = 9\nfiles = 54\n", &["--out", name(&pages)]);
    let rows: Vec<Vec<&str>> = text(&output.stdout).lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(rows[0][..6], ["student", "points", "possible", "ok", "missing", "empty"]);
    assert_eq!(rows[1][..6], ["good", "60.5", "63", "53", "1", "0"], "5 of 6 shortest solutions, 53 of 54 files");
    let page = fs::read_to_string(pages.join("good.html")).unwrap();
    assert!(page.contains("60.5 of 63 points on 3 puzzles.") && page.contains("ucs-sol-1.txt"), "{page}");

    let again = grade("[points]\nfiles = 1\n", &["--out", name(&pages)]);
    assert_eq!(again.status.code(), Some(2), "pages are replaced only with --force");
    for (wrong, says) in [
        ("[points]\nstyle = 3\n", "there is no criterion `style`; use files, layout, solutions"),
        ("[points]\nfiles = -3\n", "the points of `files` must be a number from 0 to 1000"),
        ("points = 3\n", "points.toml is not a scheme such as `[points]` with `solutions = 20`"),
        ("[points]\nfiles = 3\n[late]\ndays = 3\n", "unknown field `late`"),
    ] {
        let output = grade(wrong, &[]);
        assert_eq!(output.status.code(), Some(2), "{wrong}");
        assert!(text(&output.stderr).contains(says), "{wrong}: {}", text(&output.stderr));
    }
}

#[test]
fn what_is_no_folder_or_archive_is_reported_and_the_others_are_graded() {
    let folder = tempfile::tempdir().unwrap();
    let (puzzles, good) = honest(folder.path(), &[]);
    let nothing = folder.path().join("nothing");
    let output = run(&["grade", name(&puzzles), name(&puzzles), name(&nothing), name(&good), "--tsv"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("puzzles.txt is not a folder or a zip archive; name one for each student"));
    assert!(text(&output.stderr).contains("nothing cannot be read"), "{}", text(&output.stderr));
    assert!(text(&output.stdout).lines().nth(1).unwrap().starts_with("good\t42.5\t42.5\t54\t"));
    let refused = run(&["grade", name(&puzzles), name(&good), "--heuristic", "pdb"]);
    assert!(text(&refused.stderr).contains("have no heuristic pdb; use h1, h2, h3 or h4"), "{}", text(&refused.stderr));
}
