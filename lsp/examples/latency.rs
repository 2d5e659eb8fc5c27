//! How long answers take: opens files of a folder, types into them and asks at many places. `cargo run --release -p armorial-lsp
//! --example latency -- FOLDER`.
use cli::commands::lsp::Desk;
use lsp_server::{Connection, Message, Notification, Request, RequestId};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

fn main() {
    let folder = std::env::args().nth(1).unwrap_or_else(|| ".".to_owned());
    let folder =
        std::fs::canonicalize(folder).map_or_else(|_| ".".to_owned(), |f| f.display().to_string());
    let (ours, theirs) = Connection::memory();
    let server = std::thread::spawn(move || lsp::serve(&theirs, Arc::new(Desk::default())).is_ok());
    let mut driver = Driver {
        ours,
        next: 0,
        times: BTreeMap::new(),
        told: Vec::new(),
    };
    let root = lsp::paths::uri_of(&folder);
    driver.ask(
        "initialize",
        json!({"processId": null, "capabilities": {}, "rootUri": root}),
    );
    driver.tell("initialized", json!({}));
    for file in library::FILES
        .iter()
        .filter(|f| f.text.len() > 500)
        .step_by(12)
    {
        driver.file(&format!("{root}/{}", file.path), file.text);
    }
    driver.ask("shutdown", Value::Null);
    driver.tell("exit", Value::Null);
    let fine = server.join().unwrap_or(false);
    for (method, mut times) in driver.times {
        times.sort();
        let of = |part: usize| times[(times.len() - 1) * part / 100].as_secs_f64() * 1000.0;
        println!(
            "{method:38} {:5} times, median {:7.1} ms, 95 % {:7.1} ms, most {:7.1} ms",
            times.len(),
            of(50),
            of(95),
            of(100)
        );
    }
    println!("ended {}", if fine { "well" } else { "badly" });
}

struct Driver {
    ours: Connection,
    next: i32,
    times: BTreeMap<String, Vec<Duration>>,
    /// Versions whose problems were told while something else was asked.
    told: Vec<(String, i64)>,
}

impl Driver {
    fn tell(&self, method: &str, params: Value) {
        let news = Notification::new(method.to_owned(), params);
        let _ = self.ours.sender.send(news.into());
    }

    fn ask(&mut self, method: &str, params: Value) {
        self.next += 1;
        let id = RequestId::from(self.next);
        let begun = Instant::now();
        let request = Request::new(id.clone(), method.to_owned(), params);
        let _ = self.ours.sender.send(request.into());
        while let Ok(message) = self.ours.receiver.recv() {
            match message {
                Message::Response(r) if r.id == id => break,
                message => self.told.extend(told(&message)),
            }
        }
        let all = self.times.entry(method.to_owned()).or_default();
        all.push(begun.elapsed());
    }

    /// Until the problems of a version are told.
    fn problems(&mut self, uri: &str, version: i64, begun: Instant) {
        let wanted = (uri.to_owned(), version);
        while !self.told.contains(&wanted) {
            let Ok(message) = self.ours.receiver.recv_timeout(Duration::from_secs(30)) else {
                println!("no problems told of {uri} version {version}");
                return;
            };
            self.told.extend(told(&message));
        }
        let all = self
            .times
            .entry("problems, with the rest of 120 ms".to_owned());
        all.or_default().push(begun.elapsed());
    }

    fn file(&mut self, uri: &str, text: &str) {
        let begun = Instant::now();
        let document = json!({"uri": uri, "languageId": "armorial", "version": 1, "text": text});
        self.tell("textDocument/didOpen", json!({"textDocument": document}));
        self.problems(uri, 1, begun);
        let lines = text.lines().count();
        for (i, line) in (0..lines).step_by(1.max(lines / 6)).enumerate() {
            let version = i as i64 + 2;
            let at = json!({"line": line, "character": 6});
            let change = json!({"range": {"start": at, "end": at}, "text": if i % 2 == 0 { " a" } else { " " }});
            let begun = Instant::now();
            self.tell(
                "textDocument/didChange",
                json!({"textDocument": {"uri": uri, "version": version}, "contentChanges": [change]}),
            );
            let place = json!({"textDocument": {"uri": uri}, "position": at});
            self.ask("textDocument/completion", place.clone());
            self.ask("textDocument/hover", place.clone());
            self.ask("textDocument/definition", place.clone());
            let mut references = place;
            references["context"] = json!({"includeDeclaration": true});
            self.ask("textDocument/references", references);
            for method in [
                "documentSymbol",
                "foldingRange",
                "codeLens",
                "semanticTokens/full",
            ] {
                let document = json!({"textDocument": {"uri": uri}});
                self.ask(&format!("textDocument/{method}"), document);
            }
            self.problems(uri, version, begun);
        }
        self.tell(
            "textDocument/didClose",
            json!({"textDocument": {"uri": uri}}),
        );
    }
}

/// The file and version a message tells the problems of.
fn told(message: &Message) -> Option<(String, i64)> {
    let Message::Notification(n) = message else {
        return None;
    };
    let uri = n.params.get("uri")?.as_str()?;
    Some((uri.to_owned(), n.params.get("version")?.as_i64()?))
}
