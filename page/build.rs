//! Lists the files of the page, for `include_bytes!`.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The extensions of the files that belong to the page, and their content types.
const CONTENT_TYPES: &str = include_str!("content-types.txt");

fn main() -> io::Result<()> {
    let folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    println!("cargo:rerun-if-changed=.");
    let mut files = Vec::new();
    collect(&folder, &mut files)?;
    files.sort();
    let mut list = String::from("&[\n");
    for file in &files {
        let name = file.strip_prefix(&folder).map_err(io::Error::other)?.to_string_lossy().replace('\\', "/");
        list += &format!("    File {{ name: {name:?}, bytes: include_bytes!({file:?}) }},\n");
    }
    list += "]\n";
    fs::write(PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("files.rs"), list)
}

/// Adds the files of a folder and its subfolders.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let belongs =
            CONTENT_TYPES.lines().filter_map(|line| line.split_once(' ')).any(|(known, _)| known == extension);
        if path.is_dir() && !path.ends_with("src") && !path.ends_with("target") {
            collect(&path, files)?;
        } else if belongs {
            files.push(path);
        }
    }
    Ok(())
}
