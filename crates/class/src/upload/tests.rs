use std::io::Write as _;

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::*;

fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, content) in files {
        writer.start_file(*path, SimpleFileOptions::default()).unwrap();
        writer.write_all(content).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

#[track_caller]
fn refusal(bytes: &[u8]) -> String {
    Upload::read(bytes).unwrap_err().to_string()
}

#[test]
fn a_file_and_a_zipped_folder_are_read() {
    let file = Upload::read(b"class AI: pass\n").unwrap();
    assert_eq!(file.files().keys().collect::<Vec<_>>(), ["agent.py"]);
    let folder = Upload::read(&zipped(&[("mine/agent.py", b"x"), ("mine/w/a.txt", b"1")])).unwrap();
    assert_eq!(folder.files().keys().collect::<Vec<_>>(), ["agent.py", "w/a.txt"]);
    let named = Upload::read(&zipped(&[("AI.py", b"x"), ("__MACOSX/AI.py", b"")])).unwrap();
    assert_eq!(named.files()["agent.toml"], b"file = \"AI.py\"\n");
    assert_ne!(file.hash(), folder.hash());
    assert_eq!(file.hash(), Upload::read(b"class AI: pass\n").unwrap().hash());
}

#[test]
fn paths_that_leave_the_folder_are_refused() {
    for path in
        ["../agent.py", "/etc/passwd", "a/../../b.py", "a\\..\\b.py", "C:x.py", "a//b.py", "./a.py"]
    {
        let refused = refusal(&zipped(&[("agent.py", b"x"), (path, b"y")]));
        assert!(refused.contains("is not one inside the folder"), "{path}: {refused}");
    }
    let both = refusal(&zipped(&[("agent.py", b"x"), ("data", b"y"), ("data/table", b"z")]));
    assert_eq!(both, "'data' is a file and a folder");
    let turned = refusal(&zipped(&[("agent.py", b"x"), ("a\u{202e}yp.txt", b"y")]));
    assert!(turned.contains("is not one inside the folder"), "{turned}");
    let long = format!("{}.py", "a".repeat(300));
    assert!(refusal(&zipped(&[(&long, b"y")])).contains("is longer than 120 bytes"));
    let deep = "d/".repeat(9) + "a.py";
    assert!(refusal(&zipped(&[("agent.py", b"x"), (&deep, b"y")])).contains("more than 8 parts"));
}

#[test]
fn a_link_is_refused() {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    writer.add_symlink("agent.py", "/etc/passwd", SimpleFileOptions::default()).unwrap();
    let bytes = writer.finish().unwrap().into_inner();
    assert_eq!(refusal(&bytes), "'agent.py' is a link or a device");
}

#[test]
fn a_bomb_is_refused_before_it_is_unpacked() {
    let zeros = vec![0; (MAX_UNPACKED + 1) as usize];
    let bomb = zipped(&[("agent.py", b"x"), ("zeros", &zeros)]);
    assert!(bomb.len() < 100_000);
    assert_eq!(refusal(&bomb), "the files have more than 16 MiB together");
    let many: Vec<_> = (0..=MAX_FILES).map(|number| format!("f{number}.py")).collect();
    let many: Vec<_> = many.iter().map(|name| (name.as_str(), &b""[..])).collect();
    assert_eq!(refusal(&zipped(&many)), "there are more than 200 files");
}

#[test]
fn what_is_no_agent_is_refused() {
    assert_eq!(refusal(b""), "the file is empty");
    assert!(refusal(b"\xff\xfe\x00").contains("neither Python text"));
    assert!(refusal(b"PK\x03\x04 but not really").contains("cannot be read"));
    assert!(refusal(&zipped(&[("a.py", b""), ("b.py", b"")])).contains("neither agent.py"));
}
