//! A conversation with the server as an editor has it, over a connection in memory.
use cli::commands::lsp::Desk;
use lsp_server::{Connection, Message, Notification, Request, RequestId, Response};
use lsp_types::{CodeLens, CompletionList, DocumentSymbol, Hover, Location, Position};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::sync::Arc;
use std::thread::JoinHandle;

/// An editor with one folder.
struct Editor {
    connection: Connection,
    server: Option<JoinHandle<()>>,
    next: i32,
    folder: std::path::PathBuf,
    news: Vec<Notification>,
}

const ARMY: &str = r#"army hares "the Hares" of european-club {
  setup
    | P P P P |
    | R N B K |
  power hop "the hop" {
    every piece has a mark called eager
    after you move a knight {
      mark the mover as eager until the start of your next turn
    }
    eager pieces cannot be captured
    call a piece brisk if it is eager
  }
}
"#;

const SCENARIO: &str = r#"scenario "a king steps" of chess {
  position
    | . . . . k . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . . K . . . |
  given white is on turn
  white plays e1-e2
  then there is a king of white on e2
}
"#;

impl Editor {
    fn new(name: &str) -> Editor {
        let (ours, theirs) = Connection::memory();
        let folder =
            std::env::temp_dir().join(format!("armorial-lsp-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("hares.army"), ARMY).unwrap();
        let server = std::thread::spawn(move || {
            lsp::serve(&theirs, Arc::new(Desk::default())).unwrap();
        });
        let mut editor = Editor {
            connection: ours,
            server: Some(server),
            next: 0,
            folder,
            news: Vec::new(),
        };
        let root = editor.uri("");
        let answer: Value = editor.ask(
            "initialize",
            json!({"processId": null, "capabilities": {}, "rootUri": root.trim_end_matches('/')}),
        );
        assert_eq!(answer["serverInfo"]["name"], "armorial");
        assert_eq!(answer["capabilities"]["documentFormattingProvider"], true);
        editor.tell("initialized", json!({}));
        editor
    }

    fn uri(&self, file: &str) -> String {
        lsp::paths::uri_of(self.folder.join(file).to_str().unwrap())
    }

    fn tell(&self, method: &str, params: Value) {
        let news = Notification::new(method.to_owned(), params);
        self.connection.sender.send(news.into()).unwrap();
    }

    fn asked(&mut self, method: &str, params: Value) -> Response {
        self.next += 1;
        let id = RequestId::from(self.next);
        let request = Request::new(id.clone(), method.to_owned(), params);
        self.connection.sender.send(request.into()).unwrap();
        loop {
            match self.connection.receiver.recv().unwrap() {
                Message::Response(r) if r.id == id => return r,
                Message::Notification(n) => self.news.push(n),
                other => panic!("unexpected: {other:?}"),
            }
        }
    }

    fn ask<T: DeserializeOwned>(&mut self, method: &str, params: Value) -> T {
        let response = serde_json::to_value(self.asked(method, params)).unwrap();
        assert!(response.get("error").is_none(), "{response}");
        serde_json::from_value(response["result"].clone()).unwrap()
    }

    fn at<T: DeserializeOwned>(&mut self, method: &str, file: &str, at: Position) -> T {
        let uri = self.uri(file);
        self.ask(
            method,
            json!({"textDocument": {"uri": uri}, "position": at}),
        )
    }

    fn open(&mut self, file: &str, text: &str) {
        let uri = self.uri(file);
        self.tell(
            "textDocument/didOpen",
            json!({"textDocument": {"uri": uri, "languageId": "armorial", "version": 1, "text": text}}),
        );
    }

    fn change(&mut self, file: &str, version: i32, text: &str) {
        let uri = self.uri(file);
        self.tell(
            "textDocument/didChange",
            json!({"textDocument": {"uri": uri, "version": version}, "contentChanges": [{"text": text}]}),
        );
    }

    /// The problems told of a version of a file.
    fn problems(&mut self, file: &str, version: i32) -> Vec<Value> {
        let uri = self.uri(file);
        loop {
            let place = self.news.iter().position(|n| {
                n.method == "textDocument/publishDiagnostics"
                    && n.params["uri"] == uri.as_str()
                    && n.params["version"] == version
            });
            if let Some(i) = place {
                let news = self.news.remove(i);
                return news.params["diagnostics"].as_array().unwrap().clone();
            }
            match self.connection.receiver.recv().unwrap() {
                Message::Notification(n) => self.news.push(n),
                other => panic!("unexpected: {other:?}"),
            }
        }
    }

    fn close(mut self) {
        let gone: Value = self.ask("shutdown", Value::Null);
        assert!(gone.is_null());
        self.tell("exit", Value::Null);
        self.server.take().unwrap().join().unwrap();
        std::fs::remove_dir_all(&self.folder).unwrap();
    }
}

/// Where a piece of text stands, so many characters into it.
fn place(text: &str, what: &str, into: u32) -> Position {
    let byte = text.find(what).unwrap();
    let mut at = lsp::text::Text::new(text).position(byte);
    at.character += into;
    at
}

#[test]
fn problems_are_told_while_typing_and_can_be_mended() {
    let mut editor = Editor::new("problems");
    editor.open("hares.army", ARMY);
    assert_eq!(editor.problems("hares.army", 1), Vec::<Value>::new());
    let broken = ARMY.replace("move a knight", "move a knihgt");
    editor.change("hares.army", 2, &broken);
    let problems = editor.problems("hares.army", 2);
    assert_eq!(problems[0]["code"], "E100");
    let at = place(&broken, "knihgt", 0);
    assert_eq!(problems[0]["range"]["start"], json!(at));
    let uri = editor.uri("hares.army");
    let actions: Vec<Value> = editor.ask(
        "textDocument/codeAction",
        json!({"textDocument": {"uri": uri}, "range": {"start": at, "end": at}, "context": {"diagnostics": []}}),
    );
    let edit = &actions[0]["edit"]["changes"][&uri][0];
    assert_eq!(edit["newText"], "knight");
    assert_eq!(edit["range"], problems[0]["range"]);
    editor.change("hares.army", 3, ARMY);
    assert_eq!(editor.problems("hares.army", 3), Vec::<Value>::new());
    editor.close();
}

#[test]
fn hover_tells_what_was_understood_and_what_a_word_means() {
    let mut editor = Editor::new("hover");
    editor.open("hares.army", ARMY);
    editor.problems("hares.army", 1);
    let at = place(ARMY, "cannot be captured", 12);
    // the readings follow the problems; ask until they are there
    let text = loop {
        let hover: Hover = editor.at("textDocument/hover", "hares.army", at);
        let text = serde_json::to_value(hover.contents).unwrap()["value"].to_string();
        if text.contains("Understood") {
            break text;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    };
    assert!(text.contains("(verb)"), "{text}");
    assert!(text.contains("cannot be captured"), "{text}");
    let hover: Hover = editor.at(
        "textDocument/hover",
        "hares.army",
        place(ARMY, "eager pieces", 2),
    );
    let text = serde_json::to_value(hover.contents).unwrap()["value"].to_string();
    assert!(
        text.contains("every piece has a mark called eager"),
        "{text}"
    );
    editor.close();
}

#[test]
fn a_kind_shows_its_moves_and_how_far_it_reaches() {
    let wolves = "army wolves \"the Wolves\" of european-club {\n  setup\n    | P P P P |\n    | K W W B |\n  kind wolf \"W\" { it slides up to 2 squares any way }\n}\n";
    let mut editor = Editor::new("moves");
    editor.open("wolves.army", wolves);
    editor.problems("wolves.army", 1);
    let asked = json!({
        "textDocument": {"uri": editor.uri("wolves.army")},
        "range": {"start": {"line": 0, "character": 0}, "end": {"line": 6, "character": 0}},
    });
    // pictures come last; ask until they are there
    let hints = loop {
        let hints: Vec<Value> = editor.ask("textDocument/inlayHint", asked.clone());
        if !hints.is_empty() {
            break hints;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    };
    assert_eq!(hints.len(), 1);
    assert_eq!(hints[0]["label"], "reaches 16 squares from d4");
    let line = wolves.lines().nth(4).unwrap();
    let end = json!({"line": 4, "character": line.len()});
    assert_eq!(hints[0]["position"], end);
    let hover: Hover = editor.at(
        "textDocument/hover",
        "wolves.army",
        place(wolves, "wolf", 1),
    );
    let text = serde_json::to_value(hover.contents).unwrap()["value"].clone();
    let text = text.as_str().unwrap();
    assert!(text.contains("*   *   W   *   *"), "{text}");
    editor.close();
}

#[test]
fn completion_offers_what_fits() {
    let mut editor = Editor::new("completion");
    let text = ARMY.replace("after you move a knight {", "after you  {");
    editor.open("hares.army", &text);
    let list: CompletionList = editor.at(
        "textDocument/completion",
        "hares.army",
        place(&text, "after you  {", 10),
    );
    let first = |label: &str| {
        let item = list.items.iter().find(|i| i.label == label);
        item.map(|i| i.sort_text.clone().unwrap_or_default())
    };
    assert_eq!(
        first("move").as_deref(),
        Some("0move"),
        "a verb comes first behind a subject"
    );
    assert!(first("beside").is_some_and(|rank| rank > "0".to_owned() + "~"));
    let list: CompletionList = editor.at(
        "textDocument/completion",
        "hares.army",
        place(&text, "european-club", 3),
    );
    assert!(list.items.iter().any(|i| i.label == "european-web"));
    assert!(!list.items.iter().any(|i| i.label == "move"));
    let labels =
        |list: CompletionList| -> Vec<String> { list.items.into_iter().map(|i| i.label).collect() };
    // behind `you` a verb has one form, and a line of data is no sentence
    let at = place(&text, "after you  {", 10);
    let forms = labels(editor.at("textDocument/completion", "hares.army", at));
    assert!(forms.contains(&"promote".to_owned()) && !forms.contains(&"promotes".to_owned()));
    let data = text.replace("setup\n", "setup \n");
    editor.change("hares.army", 2, &data);
    let offered = labels(editor.at(
        "textDocument/completion",
        "hares.army",
        place(&data, "setup ", 6),
    ));
    assert!(offered.contains(&"standard".to_owned()) && !offered.contains(&"after".to_owned()));
    editor.change("hares.army", 3, &text);
    let at = place(&text, "mark the mover as eager", 19);
    let list: CompletionList = editor.at("textDocument/completion", "hares.army", at);
    assert!(list.items.iter().any(|i| i.label == "eager"));
    editor.close();
}

#[test]
fn a_scenario_is_told_in_words_of_its_own() {
    let mut editor = Editor::new("acts");
    let text = SCENARIO.replace("white plays e1-e2", "white \n  white is \n  \n");
    editor.open("king.scenario", &text);
    let mut offered = |what: &str, into: u32| -> Vec<String> {
        let mut at = place(&text, what, 0);
        // into the line itself, or into the next one
        let here = what.trim_end_matches('\n').len() as u32;
        at = match into <= here {
            true => Position::new(at.line, at.character + into),
            false => Position::new(at.line + 1, into - here - 1),
        };
        let list: CompletionList = editor.at("textDocument/completion", "king.scenario", at);
        list.items.into_iter().map(|i| i.label).collect()
    };
    let acts = offered("white \n", 6);
    assert!(acts.contains(&"plays".to_owned()), "{acts:?}");
    assert!(!acts.contains(&"captures".to_owned()), "{acts:?}");
    assert_eq!(offered("white is \n", 9)[..2], ["offered", "asked"]);
    let openings = offered("white is \n", 12);
    assert!(openings.contains(&"given".to_owned()) && openings.contains(&"black".to_owned()));
    editor.change("king.scenario", 2, SCENARIO);
    let plays = place(SCENARIO, "plays", 2);
    let hover: Hover = editor.at("textDocument/hover", "king.scenario", plays);
    let said = serde_json::to_string(&hover).unwrap();
    assert!(said.contains("makes a move"), "{said}");
    editor.close();
}

#[test]
fn names_are_found_and_changed_everywhere() {
    let mut editor = Editor::new("names");
    editor.open("hares.army", ARMY);
    let use_of = place(ARMY, "eager pieces", 1);
    let found: Vec<Location> = editor.at("textDocument/definition", "hares.army", use_of);
    assert_eq!(found[0].range.start, place(ARMY, "called eager", 7));
    // a kind of the variant leads into the embedded library
    let knight = place(ARMY, "a knight", 3);
    let found: Vec<Location> = editor.at("textDocument/definition", "hares.army", knight);
    assert!(found[0].uri.0.ends_with(".variant"), "{found:?}");
    let variant = place(ARMY, "european-club", 3);
    let found: Vec<Location> = editor.at("textDocument/definition", "hares.army", variant);
    assert!(found[0].uri.0.ends_with("european-club.variant"));
    let uri = editor.uri("hares.army");
    let mut params = json!({"textDocument": {"uri": uri}, "position": use_of, "newName": "keen"});
    let edit: Value = editor.ask("textDocument/rename", params.clone());
    let edits = edit["changes"][&uri].as_array().unwrap().clone();
    assert_eq!(edits.len(), ARMY.matches("eager").count());
    assert!(edits.iter().all(|e| e["newText"] == "keen"));
    for (name, why) in [
        ("move", "word of the language"),
        ("brisk", "declared"),
        ("a b", "hyphens"),
    ] {
        params["newName"] = json!(name);
        let refused = editor.asked("textDocument/rename", params.clone());
        let refused = serde_json::to_value(refused).unwrap();
        assert!(
            refused["error"]["message"].to_string().contains(why),
            "{refused}"
        );
    }
    params["position"] = json!(knight);
    params["newName"] = json!("horse");
    let refused = serde_json::to_value(editor.asked("textDocument/rename", params)).unwrap();
    assert!(
        refused["error"]["message"].to_string().contains("library"),
        "{refused}"
    );
    editor.close();
}

#[test]
fn the_shape_of_a_file_and_its_scenarios() {
    let mut editor = Editor::new("shape");
    editor.open("hares.army", ARMY);
    editor.open("king.scenario", SCENARIO);
    let army = json!({"textDocument": {"uri": editor.uri("hares.army")}});
    let symbols: Vec<DocumentSymbol> = editor.ask("textDocument/documentSymbol", army.clone());
    assert_eq!(symbols[0].name, "army hares");
    let power = &symbols[0].children.as_ref().unwrap()[0];
    assert_eq!(power.name, "power hop");
    let folds: Vec<Value> = editor.ask("textDocument/foldingRange", army.clone());
    assert!(
        folds
            .iter()
            .any(|f| f["startLine"] == 4 && f["endLine"] == 11),
        "{folds:?}"
    );
    let tokens: Value = editor.ask("textDocument/semanticTokens/full", army);
    let kind = lsp::lexical::LEGEND
        .iter()
        .position(|t| *t == "class")
        .unwrap();
    let data = tokens["data"].as_array().unwrap();
    assert!(data.len().is_multiple_of(5) && data.iter().skip(3).step_by(5).any(|t| *t == kind));
    let scenario = json!({"textDocument": {"uri": editor.uri("king.scenario")}});
    let lenses: Vec<CodeLens> = editor.ask("textDocument/codeLens", scenario);
    let run = lenses[0].command.clone().unwrap();
    let command = json!({"command": run.command, "arguments": run.arguments});
    let ran: Value = editor.ask("workspace/executeCommand", command.clone());
    assert_eq!(ran["passed"], true, "{ran}");
    assert!(ran["ran"][0]["board"].as_str().unwrap().contains('K'));
    let wrong = SCENARIO.replace("king of white on e2", "king of white on e3");
    editor.change("king.scenario", 2, &wrong);
    let ran: Value = editor.ask("workspace/executeCommand", command);
    assert_eq!(ran["passed"], false, "{ran}");
    assert!(
        ran["ran"][0]["place"]
            .as_str()
            .unwrap()
            .ends_with("king.scenario:13"),
        "{ran}"
    );
    assert!(ran["ran"][0]["board"].as_str().unwrap().contains('K'));
    editor.close();
}

#[test]
fn a_file_gets_the_layout_of_the_library() {
    let mut editor = Editor::new("layout");
    let laid_out =
        "army lone \"the Lone\" of european-club {\n  setup\n    | P P |\n    | K R |\n}\n";
    let shaken = laid_out
        .replace("  setup", "setup   ")
        .replace("    |", " |");
    editor.open("lone.army", &shaken);
    let uri = editor.uri("lone.army");
    let asked =
        json!({"textDocument": {"uri": uri}, "options": {"tabSize": 2, "insertSpaces": true}});
    let edits: Value = editor.ask("textDocument/formatting", asked);
    assert_eq!(edits[0]["newText"], laid_out, "{edits}");
    editor.close();
}

#[test]
fn what_is_not_offered_or_not_open_is_refused_and_the_server_goes_on() {
    let mut editor = Editor::new("refused");
    let colours = editor.asked("textDocument/documentColor", json!({}));
    assert!(serde_json::to_value(colours).unwrap()["error"]["code"] == -32601);
    let hover = editor.asked("textDocument/hover", json!({"position": 3}));
    assert!(serde_json::to_value(hover).unwrap()["error"]["code"] == -32602);
    let none: Value = editor.at("textDocument/hover", "nowhere.army", Position::default());
    assert!(none.is_null());
    editor.tell(
        "textDocument/didClose",
        json!({"textDocument": {"uri": "file:///no"}}),
    );
    editor.close();
}
