//! Every command in the documents and snapshots prints the output shown there. The commands of `docs/seeds.md` write files, so they run in
//! a folder of their own: `integration/source_documents.rs`.

#[test]
fn commands_in_documents_work_as_shown() {
    std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).unwrap();
    trycmd::TestCases::new()
        .case("README.md")
        .case("docs/formats.md")
        .case("docs/heuristics.md")
        .case("crates/rushlab-cli/tests/commands/*.trycmd");
}
