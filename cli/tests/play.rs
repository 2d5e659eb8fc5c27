//! `armorial play` as a process: what it reads, what it leaves when it is ended, and that a game goes on from its record.
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn scratch(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("armorial-play-{}-{name}", std::process::id()));
    // What an earlier run left.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn program(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_armorial"));
    command.args(["--color", "never"]).args(words);
    command.stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn runs(words: &[&str], input: &[u8]) -> Output {
    let mut child = program(words).spawn().expect("it starts");
    // It may end before it has read everything.
    let _ = child.stdin.take().expect("its input").write_all(input);
    child.wait_with_output().expect("it ends")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).expect("a record")
}

#[test]
fn a_record_that_cannot_be_written_is_refused_before_the_first_question() {
    let folder = scratch("refused");
    let (inside, itself) = (folder.join("no/g.txt"), folder.clone());
    for path in [inside, itself, PathBuf::from("/dev/null")] {
        let path = path.display().to_string();
        let output = runs(&["play", "chess", "--record", &path], b"e2e4\n");
        assert_eq!(output.status.code(), Some(2), "{path}");
        assert!(
            !said(&output).contains("white>"),
            "{path}: {}",
            said(&output)
        );
    }
}

#[test]
fn a_byte_that_is_no_text_is_answered_and_the_game_goes_on() {
    let output = runs(&["play", "chess", "--seed", "1"], b"e2\xe94\ne2e4\nquit\n");
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert!(said(&output).contains("not text"), "{}", said(&output));
    assert!(String::from_utf8_lossy(&output.stdout).contains("1 white e2-e4"));
}

#[test]
fn a_game_that_is_resumed_goes_on_as_it_would_have_gone() {
    let folder = scratch("resumed");
    let (half, whole) = (folder.join("half.txt"), folder.join("whole.txt"));
    let (half_name, whole_name) = (half.display().to_string(), whole.display().to_string());
    let game = [
        "play",
        "chess",
        "--seat",
        "black=random",
        "--seed",
        "3",
        "--record",
    ];
    runs(&[&game[..], &[&whole_name]].concat(), b"e4\na3\nh3\nquit\n");
    // The input ends in the middle: what was decided is there.
    let output = runs(&[&game[..], &[&half_name]].concat(), b"e4\n");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&half).contains("\n2 black "), "{}", text(&half));
    let output = runs(&["play", "--resume", &half_name], b"a3\nh3\nquit\n");
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert_eq!(text(&half), text(&whole));
    let output = runs(&["replay", "--verify", &half_name], b"");
    assert_eq!(output.status.code(), Some(0));
    // What was played before can be taken back.
    runs(
        &["play", "--resume", &half_name],
        b"undo\nundo\nundo\nquit\n",
    );
    assert!(!text(&half).contains("white"), "{}", text(&half));
}

#[test]
fn a_record_that_does_not_fit_is_refused_in_words_and_left_as_it_is() {
    let folder = scratch("unfit");
    let path = folder.join("g.txt");
    let name = path.display().to_string();
    runs(
        &["play", "chess", "--seed", "3", "--record", &name],
        b"e4\ne5\nquit\n",
    );
    let good = text(&path);
    let cases = [
        (
            good.replace("rules sha256:", "rules sha256:0"),
            "rules of that game",
        ),
        (
            good.replace("2 black e7-e5 ", "2 white e7-e5 "),
            "decision 2",
        ),
        (good.replace("/20 ", "/21 "), "decision 1"),
        (format!("{good}result white win, black loss\n"), "is over"),
        (
            good.replace("armorial record 2", "armorial record 9"),
            "line 1",
        ),
    ];
    for (changed, says) in cases {
        assert_ne!(changed, good);
        fs::write(&path, &changed).expect("a file");
        let output = runs(&["play", "--resume", &name], b"e4\nquit\n");
        assert_eq!(output.status.code(), Some(2), "{says}");
        assert!(said(&output).contains(says), "{says}: {}", said(&output));
        assert_eq!(text(&path), changed);
    }
    let both = runs(&["play", "chess", "--resume", &name], b"");
    assert_eq!(both.status.code(), Some(2));
    assert_eq!(runs(&["play"], b"").status.code(), Some(2));
}

#[cfg(unix)]
#[test]
fn a_signal_while_somebody_thinks_costs_nothing() {
    use std::time::{Duration, Instant};
    for signal in ["-INT", "-TERM", "-HUP"] {
        let folder = scratch(signal);
        let path = folder.join("g.txt");
        let name = path.display().to_string();
        let words = [
            "play",
            "chess",
            "--seat",
            "black=random",
            "--seed",
            "3",
            "--record",
            &name,
        ];
        let mut child = program(&words).spawn().expect("it starts");
        let mut input = child.stdin.take().expect("its input");
        input.write_all(b"e4\n").expect("a line");
        let begun = Instant::now();
        while !(path.exists() && text(&path).contains("\n2 black ")) {
            assert!(begun.elapsed() < Duration::from_secs(120), "no record");
            std::thread::sleep(Duration::from_millis(20));
        }
        // The question comes after the record; its prompt is not seen here.
        std::thread::sleep(Duration::from_millis(300));
        let pid = child.id().to_string();
        let sent = Command::new("kill").args([signal, &pid]).status();
        assert!(sent.expect("kill").success());
        let output = child.wait_with_output().expect("it ends");
        assert!(!output.status.success(), "{signal}");
        drop(input);
        assert!(text(&path).contains("1 white e2-e4"), "{signal}");
        let output = runs(&["play", "--resume", &name], b"a3\nquit\n");
        assert_eq!(output.status.code(), Some(0), "{signal}: {}", said(&output));
    }
}
