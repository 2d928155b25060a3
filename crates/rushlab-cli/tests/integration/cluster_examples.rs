//! Tests of `examples/cluster` and of `docs/scale.md`: the scripts and the manifest are run as a cluster runs them, on
//! a small board.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use yaml_rust2::{Yaml, YamlLoader};

use crate::common::{name, rushlab, text};

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/cluster");

/// Returns a command in a folder, with `rushlab` in its path.
fn command(program: &str, folder: &Path) -> Command {
    let own = Path::new(env!("CARGO_BIN_EXE_rushlab")).parent().unwrap().to_owned();
    let path = std::env::var_os("PATH").unwrap();
    let path = std::env::join_paths([own].into_iter().chain(std::env::split_paths(&path))).unwrap();
    let mut command = Command::new(program);
    command.env("PATH", path).current_dir(folder);
    command
}

fn assert_success(output: &Output) {
    assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
}

/// Merges the shards in a folder, and compares the result with the census of one process.
fn assert_complete(folder: &Path, shards: &Path) {
    let mut files: Vec<PathBuf> = fs::read_dir(shards).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    let (merged, whole) = (folder.join("merged.txt"), folder.join("whole.txt"));
    assert_success(&rushlab(&["census", "merge", "--out", name(&merged)]).args(files).output().unwrap());
    assert_success(&rushlab(&["census", "--size", "4x4", "--walls", "0..1", "--out", name(&whole)]).output().unwrap());
    assert_eq!(fs::read(&merged).unwrap(), fs::read(&whole).unwrap());
}

#[test]
fn the_slurm_array_takes_every_shard() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let script = format!("{EXAMPLES}/slurm.sh");
    // The array of the script, as Slurm reads it: the options end at the first command.
    let source = fs::read_to_string(&script).unwrap();
    let options = source.lines().take_while(|line| line.is_empty() || line.starts_with('#'));
    let array = options.into_iter().find_map(|line| line.strip_prefix("#SBATCH --array=0-")).unwrap();
    let last: usize = array.parse().unwrap();
    let task = |index: usize| {
        let environment = [("SLURM_ARRAY_TASK_ID", index.to_string()), ("SLURM_CPUS_PER_TASK", "1".to_owned())];
        command("bash", folder).arg(&script).env("SIZE", "4x4").envs(environment).output().unwrap()
    };
    (0..=last).for_each(|index| assert_success(&task(index)));
    // A task that is submitted again ends at once.
    let again = task(3);
    assert_success(&again);
    assert!(text(&again.stderr).contains("is finished"), "{}", text(&again.stderr));
    assert_complete(folder, &folder.join("census"));
}

#[test]
fn the_kubernetes_job_takes_every_shard() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let manifest = fs::read_to_string(format!("{EXAMPLES}/kubernetes.yaml")).unwrap();
    let documents = YamlLoader::load_from_str(&manifest).unwrap();
    let job = documents.iter().find(|document| document["kind"].as_str() == Some("Job")).unwrap();
    assert_eq!(job["spec"]["completionMode"].as_str(), Some("Indexed"));
    let pod = &job["spec"]["template"]["spec"];
    let container = &pod["containers"][0];
    // The claim, its volume and the folder of the results have the same name.
    let mount = &container["volumeMounts"][0];
    let claim = documents.iter().find(|document| document["kind"].as_str() == Some("PersistentVolumeClaim")).unwrap();
    assert_eq!(pod["volumes"][0]["persistentVolumeClaim"]["claimName"], claim["metadata"]["name"]);
    assert_eq!(pod["volumes"][0]["name"], mount["name"]);
    let mounted = folder.join("volume");
    fs::create_dir(&mounted).unwrap();
    let words: Vec<&str> = container["command"].as_vec().unwrap().iter().filter_map(Yaml::as_str).collect();
    let mount_path = format!("\"{}/", mount["mountPath"].as_str().unwrap());
    for index in 0..job["spec"]["completions"].as_i64().unwrap() {
        let words = words.iter().map(|word| {
            let word = word.replace(&mount_path, &format!("\"{}/", name(&mounted)));
            word.replace("--size 6x6", "--size 4x4")
        });
        let words: Vec<String> = words.collect();
        let mut pod = command(&words[0], folder);
        assert_success(&pod.args(&words[1..]).env("JOB_COMPLETION_INDEX", index.to_string()).output().unwrap());
    }
    assert_complete(folder, &mounted);
}

#[test]
fn the_parallel_script_takes_and_merges_every_shard() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let run = || {
        let mut script = command("bash", folder);
        script.arg(format!("{EXAMPLES}/parallel.sh")).env("SIZE", "4x4").env("SHARDS", "5").env("JOBS", "2");
        script.output().unwrap()
    };
    assert_success(&run());
    let merged = fs::read(folder.join("census/census.txt")).unwrap();
    // Run again, it takes only the shard that is missing.
    fs::remove_file(folder.join("census/shard-2.txt")).unwrap();
    let again = run();
    assert_success(&again);
    assert_eq!(text(&again.stderr).matches("is finished").count(), 4, "{}", text(&again.stderr));
    assert_eq!(fs::read(folder.join("census/census.txt")).unwrap(), merged);
    fs::remove_file(folder.join("census/census.txt")).unwrap();
    assert_complete(folder, &folder.join("census"));
}

/// `TRYCMD=overwrite` updates the output in the document.
#[test]
fn the_commands_of_the_document_print_what_it_shows() {
    let document = Path::new(EXAMPLES).join("../../docs/scale.md");
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("scale.md");
    fs::copy(&document, &copy).unwrap();
    // The presence of these folders makes the commands run in a folder of their own.
    ["scale.in", "scale.out"].iter().for_each(|name| fs::create_dir(folder.path().join(name)).unwrap());
    trycmd::TestCases::new().case(&copy).run();
    if std::env::var_os("TRYCMD").is_some_and(|mode| mode == "overwrite") {
        fs::copy(&copy, &document).unwrap();
    }
}
