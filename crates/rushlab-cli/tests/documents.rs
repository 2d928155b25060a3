//! Every command that the documents and the snapshots show prints what they say it prints.

#[test]
fn commands_in_documents_work_as_shown() {
    std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).unwrap();
    trycmd::TestCases::new()
        .case("README.md")
        .case("docs/formats.md")
        .case("crates/rushlab-cli/tests/commands/*.trycmd");
}
