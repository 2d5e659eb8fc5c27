//! Addresses of documents (`file:///a%20b`) and paths on disk.

/// The path of an address; other schemes (`untitled:`) keep their address as a name.
pub fn path_of(uri: &str) -> String {
    let Some(rest) = uri.strip_prefix("file://") else {
        return uri.to_owned();
    };
    let path = decoded(rest);
    // file:///C:/x on Windows
    let drive = path.as_bytes().get(2) == Some(&b':') && path.starts_with('/');
    if drive { path[1..].to_owned() } else { path }
}

/// The address of a path.
pub fn uri_of(path: &str) -> String {
    if path.contains(':') && !path.starts_with('/') && path.as_bytes().get(1) != Some(&b':') {
        return path.to_owned();
    }
    let slash = if path.starts_with('/') { "" } else { "/" };
    let mut out = format!("file://{slash}");
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => {
                out.push(char::from(byte));
            }
            b'\\' => out.push('/'),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

/// The folder a file stands in.
pub fn folder_of(path: &str) -> Option<&str> {
    path.rsplit_once(['/', '\\']).map(|(folder, _)| folder)
}

fn decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let code = (bytes[at] == b'%')
            .then(|| text.get(at + 1..at + 3))
            .flatten()
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        out.push(code.unwrap_or(bytes[at]));
        at += if code.is_some() { 3 } else { 1 };
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_paths_lead_back_to_each_other() {
        for path in ["/home/a b/ü.army", "/x/100%.army", "/a/%zz"] {
            assert_eq!(path_of(&uri_of(path)), path);
        }
        assert_eq!(path_of("untitled:Untitled-1"), "untitled:Untitled-1");
        assert_eq!(uri_of("untitled:Untitled-1"), "untitled:Untitled-1");
        assert_eq!(path_of("file:///c%3A/x.army"), "c:/x.army");
    }
}
