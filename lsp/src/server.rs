//! The conversation with an editor: what it asks, which part answers.
use crate::outline::RUN;
use crate::paths::path_of;
use crate::problems::{actions, touch};
use crate::text::Text;
use crate::worker::{Done, Job, Readings, start};
use crate::world::World;
use crate::{Host, Ran, complete, hover, lexical, names, outline};
use dsl::syntax::FileId;
use lsp_server::{Connection, ErrorCode, Message, Notification, ProtocolError, Request, Response};
use lsp_types::*;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What the conversation and the worker share.
#[derive(Default)]
struct Shared {
    /// Address and version of open documents, by path.
    open: BTreeMap<String, (String, i32)>,
    /// The problems an editor was told last, by path.
    told: BTreeMap<String, Vec<Diagnostic>>,
    readings: Readings,
    /// The editor asks for hints anew when it is told to.
    asks_anew: bool,
    /// How often it was told to.
    told_anew: i32,
}

struct Server<'c> {
    connection: &'c Connection,
    world: World,
    shared: Arc<Mutex<Shared>>,
    jobs: Sender<Job>,
}

/// Why a request is not answered.
type Refused = (ErrorCode, String);

/// What the server can do.
pub fn capabilities() -> ServerCapabilities {
    ServerCapabilities {
        text_document_sync: Some(
            TextDocumentSyncOptions {
                open_close: Some(true),
                change: Some(TextDocumentSyncKind::Incremental),
                save: Some(true.into()),
                ..TextDocumentSyncOptions::default()
            }
            .into(),
        ),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(vec![" ".to_owned()]),
            ..CompletionOptions::default()
        }),
        hover_provider: Some(true.into()),
        definition_provider: Some(true.into()),
        references_provider: Some(true.into()),
        document_symbol_provider: Some(true.into()),
        document_formatting_provider: Some(true.into()),
        folding_range_provider: Some(true.into()),
        inlay_hint_provider: Some(true.into()),
        code_action_provider: Some(
            CodeActionOptions {
                code_action_kinds: Some(vec![CodeActionKind::QuickFix]),
                ..CodeActionOptions::default()
            }
            .into(),
        ),
        code_lens_provider: Some(CodeLensOptions::default()),
        rename_provider: Some(
            RenameOptions {
                prepare_provider: Some(true),
                ..RenameOptions::default()
            }
            .into(),
        ),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: vec![RUN.to_owned()],
            ..ExecuteCommandOptions::default()
        }),
        semantic_tokens_provider: Some(
            SemanticTokensOptions {
                legend: SemanticTokensLegend {
                    token_types: lexical::LEGEND.iter().map(|s| (*s).to_owned()).collect(),
                    token_modifiers: Vec::new(),
                },
                full: Some(true.into()),
                ..SemanticTokensOptions::default()
            }
            .into(),
        ),
        ..ServerCapabilities::default()
    }
}

/// Talks with an editor until it hangs up.
///
/// # Errors
/// The editor does not keep to the protocol, or is gone.
pub fn serve(connection: &Connection, host: Arc<dyn Host>) -> Result<(), ProtocolError> {
    let (id, params) = connection.initialize_start()?;
    let answer = json!({
        "capabilities": capabilities(),
        "serverInfo": { "name": "armorial", "version": env!("CARGO_PKG_VERSION") },
    });
    connection.initialize_finish(id, answer)?;
    let asks_anew = params.pointer("/capabilities/workspace/inlayHint/refreshSupport");
    let shared = Shared {
        asks_anew: asks_anew.and_then(Value::as_bool).unwrap_or(false),
        ..Shared::default()
    };
    let shared = Arc::new(Mutex::new(shared));
    let (sender, told) = (connection.sender.clone(), Arc::clone(&shared));
    let jobs = start(Arc::clone(&host), move |done| {
        for message in tell(&mut lock(&told), done) {
            // an editor that is gone needs no news
            let _ = sender.send(message);
        }
    });
    let mut server = Server {
        connection,
        world: World::new(host, folders(&params)),
        shared,
        jobs,
    };
    server.listen()
}

/// Serves one editor on standard input and output.
///
/// # Errors
/// As [`serve`], in words.
pub fn serve_stdio(host: Arc<dyn Host>) -> Result<(), String> {
    let (connection, threads) = Connection::stdio();
    let talked = serve(&connection, host).map_err(|e| e.to_string());
    drop(connection);
    // after a failure the editor may never close its end: nobody waits for it then
    talked.and_then(|()| threads.join().map_err(|e| e.to_string()))
}

fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The folders an editor has open.
fn folders(params: &Value) -> Vec<String> {
    let many = params.get("workspaceFolders").and_then(Value::as_array);
    let uris: Vec<&str> = match many {
        Some(list) => list.iter().filter_map(|f| f.get("uri")?.as_str()).collect(),
        None => params
            .get("rootUri")
            .and_then(Value::as_str)
            .into_iter()
            .collect(),
    };
    uris.into_iter().map(path_of).collect()
}

/// What the editor is to hear of what the worker found.
fn tell(shared: &mut Shared, done: Done) -> Vec<Message> {
    match done {
        Done::Checked {
            path,
            version,
            problems,
        } => {
            let Some((uri, now)) = shared.open.get(&path).cloned() else {
                return Vec::new();
            };
            if now != version {
                // a newer text is on its way
                return Vec::new();
            }
            shared.told.insert(path, problems.clone());
            vec![published(&uri, Some(version), problems)]
        }
        Done::Understood { path, sentences } => {
            shared.readings.keep(path, sentences);
            Vec::new()
        }
        Done::Drawn { path, moves } => {
            shared.readings.keep_moves(path, moves);
            if !shared.asks_anew {
                return Vec::new();
            }
            shared.told_anew += 1;
            let id = lsp_server::RequestId::from(shared.told_anew);
            let anew = "workspace/inlayHint/refresh".to_owned();
            vec![Request::new(id, anew, Value::Null).into()]
        }
        Done::Ran { id, title, ran } => {
            let passed = !ran.is_empty() && ran.iter().all(|r| r.failed.is_none());
            let said = report(&title, &ran);
            let level = if passed {
                MessageType::Info
            } else {
                MessageType::Warning
            };
            let shown = ShowMessageParams::new(level, said.clone());
            let list: Vec<Value> = ran
                .iter()
                .map(|r| {
                    json!({"variant": r.variant, "passed": r.failed.is_none(), "message": r.failed,
                        "place": r.place, "board": r.board})
                })
                .collect();
            let answer = json!({"title": title, "passed": passed, "ran": list, "text": said});
            vec![
                Notification::new("window/showMessage".to_owned(), shown).into(),
                Response::new_ok(id, answer).into(),
            ]
        }
    }
}

/// How a scenario went, as text with the board.
fn report(title: &str, ran: &[Ran]) -> String {
    let mut out = String::new();
    if ran.is_empty() {
        out = format!("`{title}` cannot run: its rules have problems, or it is not there\n");
    }
    for r in ran {
        let head = match &r.failed {
            None => format!("passed: {title} ({})\n", r.variant),
            Some(why) => {
                let place = r.place.as_ref().map_or(String::new(), |p| format!("{p}: "));
                format!("failed: {title} ({})\n{place}{why}\n", r.variant)
            }
        };
        out.push_str(&head);
        out.push_str(r.board.as_deref().unwrap_or(""));
    }
    out
}

fn published(uri: &str, version: Option<i32>, diagnostics: Vec<Diagnostic>) -> Message {
    let params = PublishDiagnosticsParams {
        uri: uri.into(),
        version,
        diagnostics,
    };
    Notification::new("textDocument/publishDiagnostics".to_owned(), params).into()
}

impl Server<'_> {
    fn listen(&mut self) -> Result<(), ProtocolError> {
        while let Ok(message) = self.connection.receiver.recv() {
            match message {
                Message::Request(request) => {
                    if self.connection.handle_shutdown(&request)? {
                        return Ok(());
                    }
                    if let Some(response) = self.answer(request) {
                        // an editor that is gone needs no answer
                        let _ = self.connection.sender.send(response.into());
                    }
                }
                Message::Notification(notification) => {
                    // A panic below costs this news, never the server; what is read wrongly is not known better later.
                    let heard = catch_unwind(AssertUnwindSafe(|| self.hear(notification)));
                    drop(heard);
                }
                Message::Response(_) => {}
            }
        }
        Ok(())
    }

    fn answer(&mut self, request: Request) -> Option<Response> {
        let id = request.id.clone();
        let answered = catch_unwind(AssertUnwindSafe(|| self.request(request)));
        let answered = answered.unwrap_or_else(|_| {
            let said = "the server panicked over this request".to_owned();
            Err((ErrorCode::InternalError, said))
        });
        match answered {
            Ok(Some(value)) => Some(Response::new_ok(id, value)),
            Ok(None) => None,
            Err((code, message)) => Some(Response::new_err(id, code as i32, message)),
        }
    }

    /// The answer to a request; none: the worker will answer.
    fn request(&mut self, request: Request) -> Result<Option<Value>, Refused> {
        let world = &mut self.world;
        let failed = |why: String| (ErrorCode::RequestFailed, why);
        let value = match request.method.as_str() {
            "textDocument/completion" => {
                let p: TextDocumentPositionParams = params(request.params)?;
                let items = complete::complete(world, uri(&p), p.position);
                json!(CompletionList {
                    is_incomplete: true,
                    items,
                    ..CompletionList::default()
                })
            }
            "textDocument/hover" => {
                let p: TextDocumentPositionParams = params(request.params)?;
                let readings = &lock(&self.shared).readings;
                json!(hover::hover(world, uri(&p), p.position, readings))
            }
            "textDocument/definition" => {
                let p: TextDocumentPositionParams = params(request.params)?;
                json!(names::definition(world, uri(&p), p.position))
            }
            "textDocument/references" => {
                let p: ReferenceParams = params(request.params)?;
                let with = p.context.include_declaration;
                let p = p.text_document_position_params;
                json!(names::references(world, uri(&p), p.position, with))
            }
            "textDocument/prepareRename" => {
                let p: TextDocumentPositionParams = params(request.params)?;
                json!(names::renamable(world, uri(&p), p.position).map_err(failed)?)
            }
            "textDocument/rename" => {
                let p: RenameParams = params(request.params)?;
                let at = p.text_document_position_params;
                let edit = names::rename(world, uri(&at), at.position, &p.new_name);
                json!(edit.map_err(failed)?)
            }
            "textDocument/codeAction" => {
                let p: CodeActionParams = params(request.params)?;
                json!(self.fixes(&p.text_document.uri.0, p.range))
            }
            "workspace/executeCommand" => {
                let p: ExecuteCommandParams = params(request.params)?;
                return self.execute(request.id, &p).map(|()| None);
            }
            method => {
                let uri = request
                    .params
                    .get("textDocument")
                    .and_then(|d| d.get("uri"));
                let uri = uri.and_then(Value::as_str).unwrap_or("").to_owned();
                self.of_file(method, &uri)?
            }
        };
        Ok(Some(value))
    }

    /// Requests about a whole file.
    fn of_file(&mut self, method: &str, uri: &str) -> Result<Value, Refused> {
        let known = [
            "textDocument/documentSymbol",
            "textDocument/foldingRange",
            "textDocument/codeLens",
            "textDocument/inlayHint",
            "textDocument/semanticTokens/full",
            "textDocument/formatting",
        ];
        if !known.contains(&method) {
            let said = format!("`{method}` is not offered");
            return Err((ErrorCode::MethodNotFound, said));
        }
        let read = self.world.read();
        let Some((path, document)) = self.world.document(uri) else {
            return Ok(Value::Null);
        };
        let text = &document.text;
        let Some(file) = read.file(&path) else {
            return Ok(Value::Null);
        };
        let Some(tree) = read.shelf.library.tree(FileId(file)) else {
            return Ok(Value::Null);
        };
        Ok(match method {
            "textDocument/documentSymbol" => json!(outline::symbols(text, tree)),
            "textDocument/foldingRange" => json!(outline::folds(text, tree)),
            "textDocument/codeLens" => json!(outline::lenses(uri, text, tree)),
            "textDocument/inlayHint" => {
                let readings = &lock(&self.shared).readings;
                let reach = |kind: &str| readings.moves_of(&path, kind).map(|m| m.reach.clone());
                json!(outline::hints(text, tree, &reach))
            }
            "textDocument/formatting" => json!(laid_out(text)),
            _ => json!(SemanticTokens {
                result_id: None,
                data: lexical::tokens(text, &read.index, file),
            }),
        })
    }

    fn fixes(&self, uri: &str, range: Range) -> Vec<CodeAction> {
        let shared = lock(&self.shared);
        let told = shared.told.get(&path_of(uri));
        let found = told.into_iter().flatten();
        let here = found.filter(|d| touch(d.range, range)).cloned().collect();
        actions(uri, here)
    }

    fn execute(
        &mut self,
        id: lsp_server::RequestId,
        params: &ExecuteCommandParams,
    ) -> Result<(), Refused> {
        let said = |why: &str| Err((ErrorCode::InvalidParams, why.to_owned()));
        if params.command != RUN {
            return said("there is no such command");
        }
        let arguments = params.arguments.as_deref().unwrap_or_default();
        let [Value::String(uri), Value::String(title), ..] = arguments else {
            return said(
                "two arguments are needed: the address of a file, the title of a scenario",
            );
        };
        let own = self.world.own(Some(&path_of(uri)));
        let job = Job::Run {
            id,
            title: title.clone(),
            own,
        };
        let gone = |_| (ErrorCode::InternalError, "the worker is gone".to_owned());
        self.jobs.send(job).map_err(gone)
    }

    fn hear(&mut self, news: Notification) {
        match news.method.as_str() {
            "textDocument/didOpen" => {
                if let Ok(p) = params::<DidOpenTextDocumentParams>(news.params) {
                    let d = p.text_document;
                    let path = self.world.open(&d.uri.0, d.version, &d.text);
                    lock(&self.shared)
                        .open
                        .insert(path.clone(), (d.uri.0, d.version));
                    self.check(&path);
                }
            }
            "textDocument/didChange" => {
                if let Ok(p) = params::<DidChangeTextDocumentParams>(news.params) {
                    self.changed(p);
                }
            }
            "textDocument/didClose" => {
                if let Ok(p) = params::<DidCloseTextDocumentParams>(news.params) {
                    let uri = p.text_document.uri.0;
                    let path = path_of(&uri);
                    let mut shared = lock(&self.shared);
                    shared.open.remove(&path);
                    shared.told.remove(&path);
                    drop(shared);
                    self.world.close(&uri);
                    let _ = self
                        .connection
                        .sender
                        .send(published(&uri, None, Vec::new()));
                }
            }
            "textDocument/didSave" | "workspace/didChangeWatchedFiles" => {
                self.world.refresh();
                let open: Vec<String> = self.world.documents.keys().cloned().collect();
                for path in open {
                    self.check(&path);
                }
            }
            _ => {}
        }
    }

    fn changed(&mut self, p: DidChangeTextDocumentParams) {
        let uri = p.text_document.text_document_identifier.uri.0;
        let version = p.text_document.version;
        let Some((path, document)) = self.world.document(&uri) else {
            return;
        };
        let mut text = (*document.text).clone();
        for change in p.content_changes {
            text = match change {
                TextDocumentContentChangeEvent::TextDocumentContentChangePartial(c) => {
                    Text::new(&text.edited(c.range, &c.text))
                }
                TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(c) => {
                    Text::new(&c.text)
                }
            };
        }
        self.world.change(&uri, version, text);
        lock(&self.shared).open.insert(path.clone(), (uri, version));
        self.check(&path);
    }

    /// Has a file linked when typing rests.
    fn check(&mut self, path: &str) {
        let Some(document) = self.world.documents.get(path) else {
            return;
        };
        let job = Job::Check {
            path: path.to_owned(),
            version: document.version,
            own: self.world.own(Some(path)),
        };
        // a worker that is gone tells nothing any more
        let _ = self.jobs.send(job);
    }
}

fn uri(p: &TextDocumentPositionParams) -> &str {
    &p.text_document.uri.0
}

fn params<P: DeserializeOwned>(value: Value) -> Result<P, Refused> {
    serde_json::from_value(value).map_err(|e| (ErrorCode::InvalidParams, e.to_string()))
}

/// The edits that give a text its layout, as `armorial fmt` does: none, or one for all of it.
fn laid_out(text: &Text) -> Vec<TextEdit> {
    let formatted = dsl::format::format(&text.text).text;
    if formatted == text.text {
        return Vec::new();
    }
    vec![TextEdit {
        range: text.range(0, text.text.len()),
        new_text: formatted,
    }]
}
