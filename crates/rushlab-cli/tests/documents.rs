//! Every command in the documents and snapshots prints the output shown there. The commands of the source
//! documents write files, so they run in folders of their own: `integration/source_documents.rs`.

use std::fs;

#[test]
fn commands_in_documents_work_as_shown() {
    std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).unwrap();
    trycmd::TestCases::new()
        .case("README.md")
        .case("docs/commands.md")
        .case("docs/formats.md")
        .case("docs/heuristics.md")
        .case("crates/rushlab-cli/tests/commands/*.trycmd");
}

/// The commands of `docs/census.md` write files, so they run in a folder of their own.
#[test]
fn commands_in_the_census_document_work_as_shown() {
    let document = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/census.md");
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("census.md");
    fs::copy(document, &copy).unwrap();
    // The presence of these folders makes the commands run in a copy of the first.
    fs::create_dir(folder.path().join("census.in")).unwrap();
    fs::create_dir(folder.path().join("census.out")).unwrap();
    trycmd::TestCases::new().case(&copy).run();
    if std::env::var_os("TRYCMD").is_some_and(|mode| mode == "overwrite") {
        fs::copy(copy, document).unwrap();
    }
}
