//! What the server knows: documents in editors over files on disk over the embedded library.
use crate::index::Index;
use crate::paths::{folder_of, path_of, uri_of};
use crate::text::Text;
use crate::{File, Host, Shelf};
use dsl::syntax::{FileId, Span};
use lsp_types::{Location, Range};
use std::collections::BTreeMap;
use std::sync::Arc;

/// An open document.
#[derive(Clone, Debug)]
pub struct Document {
    /// Its address, as the editor writes it.
    pub uri: String,
    /// Its version.
    pub version: i32,
    /// What it says.
    pub text: Arc<Text>,
}

/// See the module.
pub struct World {
    /// What the program around gives.
    pub host: Arc<dyn Host>,
    folders: Vec<String>,
    disk: BTreeMap<String, String>,
    /// Open documents, by path.
    pub documents: BTreeMap<String, Document>,
    read: Option<Arc<Read>>,
    /// What was read last, whatever has changed since: most of it is still so.
    before: Option<Arc<Read>>,
}

/// The files as they were read last.
pub struct Read {
    /// The files.
    pub shelf: Shelf,
    /// Their names.
    pub index: Index,
}

impl Read {
    /// The number of a file.
    pub fn file(&self, path: &str) -> Option<u32> {
        let files = self.shelf.library.files();
        let at = files.iter().rposition(|f| f.name == path)?;
        Some(at as u32)
    }

    /// Whether a file is the user's.
    pub fn own(&self, file: FileId) -> bool {
        file.0 as usize >= self.shelf.library.files().len() - self.shelf.own
    }
}

impl World {
    /// A world with these folders.
    pub fn new(host: Arc<dyn Host>, folders: Vec<String>) -> World {
        let mut world = World {
            host,
            folders,
            disk: BTreeMap::new(),
            documents: BTreeMap::new(),
            read: None,
            before: None,
        };
        world.refresh();
        world
    }

    /// Reads the folders anew.
    pub fn refresh(&mut self) {
        self.disk.clear();
        for folder in &self.folders {
            self.disk.extend(self.host.folder(folder));
        }
        self.read = None;
    }

    /// A document was opened. Its folder is seen, if none was given.
    pub fn open(&mut self, uri: &str, version: i32, text: &str) -> String {
        let path = path_of(uri);
        let inside = |f: &String| path.starts_with(f.as_str());
        if let Some(folder) = folder_of(&path)
            && path.starts_with(['/', '\\'])
            && !folder.is_empty()
            && !self.folders.iter().any(inside)
        {
            let folder = folder.to_owned();
            // only the files beside it: nobody asked for the whole disk below
            let near = self.host.folder(&folder).into_iter();
            self.disk
                .extend(near.filter(|(p, _)| folder_of(p) == Some(folder.as_str())));
        }
        self.change(uri, version, Text::new(text));
        path
    }

    /// The text of a document is another.
    pub fn change(&mut self, uri: &str, version: i32, text: Text) {
        let document = Document {
            uri: uri.to_owned(),
            version,
            text: Arc::new(text),
        };
        self.documents.insert(path_of(uri), document);
        self.read = None;
    }

    /// A document was closed: what is on disk counts again.
    pub fn close(&mut self, uri: &str) -> Option<Document> {
        let gone = self.documents.remove(&path_of(uri));
        self.refresh();
        gone
    }

    /// A document.
    pub fn document(&self, uri: &str) -> Option<(String, &Document)> {
        let path = path_of(uri);
        let document = self.documents.get(&path)?;
        Some((path, document))
    }

    /// The files of the user as they stand now; the one named, if any, is the last.
    pub fn own(&self, last: Option<&str>) -> Vec<File> {
        let mut all: BTreeMap<&str, &str> = BTreeMap::new();
        for (path, text) in &self.disk {
            all.insert(path, text);
        }
        for (path, document) in &self.documents {
            all.insert(path, &document.text.text);
        }
        let asked = last.and_then(|l| all.remove_entry(l));
        let files = all.into_iter().chain(asked);
        files.map(|(p, t)| (p.to_owned(), t.to_owned())).collect()
    }

    /// The files and their names, read anew if something has changed.
    pub fn read(&mut self) -> Arc<Read> {
        if let Some(read) = &self.read {
            return Arc::clone(read);
        }
        let before = self.before.as_deref();
        let shelf = self.host.shelf(&self.own(None), before.map(|b| &b.shelf));
        let index = match before {
            Some(b) => Index::after(&shelf.library, &b.shelf.library, &b.index),
            None => Index::of(&shelf.library),
        };
        let read = Arc::new(Read { shelf, index });
        self.read = Some(Arc::clone(&read));
        self.before = Some(Arc::clone(&read));
        read
    }

    /// The address of a file of the library.
    pub fn uri(&self, path: &str, own: bool) -> Option<String> {
        if let Some(document) = self.documents.get(path) {
            return Some(document.uri.clone());
        }
        if own {
            return Some(uri_of(path));
        }
        self.host.place(path).map(|p| uri_of(&p))
    }

    /// Where a span stands, for an editor.
    pub fn location(&self, read: &Read, span: Span) -> Option<Location> {
        let file = read.shelf.library.files().get(span.file.0 as usize)?;
        let uri = self.uri(&file.name, read.own(span.file))?;
        let range = range_in(&Text::new(&file.text), span);
        Some(Location {
            uri: uri.into(),
            range,
        })
    }
}

/// The range of a span in its text.
pub fn range_in(text: &Text, span: Span) -> Range {
    text.range(span.lo as usize, span.hi as usize)
}
