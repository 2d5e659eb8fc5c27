//! SARIF 2.1.0 (OASIS): the few of its objects that findings need. The whole of the standard is a crate of its own, made when
//! it is built; the tests hold these objects to it.
use super::{Finding, Fix, Place};
use crate::exit::Failure;
use crate::links;
use dsl::codes::page;
use dsl::diagnostic::Severity;
use serde::Serialize;
use serde_json::json;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Outcome {
    rule_id: String,
    rule_index: usize,
    level: &'static str,
    message: Message,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    locations: Vec<Location>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Location>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<serde_json::Value>,
}

#[derive(Serialize)]
struct Message {
    text: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    physical_location: Physical,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Message>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Physical {
    artifact_location: Artifact,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<Region>,
}

#[derive(Serialize)]
struct Artifact {
    uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u32,
    #[serde(skip_serializing_if = "is_nothing")]
    start_column: u32,
    #[serde(skip_serializing_if = "is_nothing")]
    end_line: u32,
    #[serde(skip_serializing_if = "is_nothing")]
    end_column: u32,
}

fn is_nothing(number: &u32) -> bool {
    *number == 0
}

/// A log with one run: the findings, or why it could not run.
pub fn log<'a>(
    findings: impl Iterator<Item = &'a Finding>,
    could_not: Option<&str>,
) -> Result<String, Failure> {
    let findings: Vec<&Finding> = findings.collect();
    let mut codes: Vec<&str> = findings.iter().map(|f| f.code.as_str()).collect();
    codes.sort_unstable();
    codes.dedup();
    let results: Vec<Outcome> = findings.iter().map(|f| outcome(f, &codes)).collect();
    let rules: Vec<_> = codes.iter().map(|code| rule(code)).collect();
    let told = could_not
        .map(|why| json!({"level": "error", "message": Message { text: why.to_string() }}));
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "armorial",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "invocations": [{
                "executionSuccessful": could_not.is_none(),
                "toolExecutionNotifications": told.into_iter().collect::<Vec<_>>(),
            }],
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    let text = serde_json::to_string_pretty(&log);
    text.map_err(|e| Failure::said(format!("the findings cannot be written as SARIF: {e}")))
}

fn rule(code: &str) -> serde_json::Value {
    let mut rule = json!({ "id": code });
    if let Some(page) = page(code) {
        rule["name"] = json!(page.name);
        rule["shortDescription"] = json!({ "text": page.title });
        rule["fullDescription"] = json!({ "text": page.text.trim() });
        let said = format!("armorial explain {code}");
        rule["help"] = json!({ "text": said, "markdown": page.markdown() });
        // the standard wants a whole address or none
        let book = links::book();
        if !book.is_empty() {
            rule["helpUri"] = json!(page.address(&book));
        }
    }
    rule
}

fn outcome(finding: &Finding, codes: &[&str]) -> Outcome {
    let help = finding.help.as_ref().map(|help| format!("\n{help}"));
    Outcome {
        rule_id: finding.code.clone(),
        rule_index: codes
            .binary_search(&finding.code.as_str())
            .unwrap_or_default(),
        level: match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        },
        message: Message {
            text: format!("{}{}", finding.message, help.unwrap_or_default()),
        },
        locations: location(&finding.place, None).into_iter().collect(),
        related_locations: (finding.also.iter())
            .filter_map(|(place, words)| location(place, Some(words)))
            .collect(),
        fixes: finding.fix.iter().map(fix).collect(),
    }
}

fn location(place: &Place, words: Option<&str>) -> Option<Location> {
    (!place.file.is_empty()).then(|| Location {
        physical_location: Physical {
            artifact_location: artifact(&place.file),
            region: (place.line > 0).then(|| region(place)),
        },
        message: words.map(|words| Message {
            text: words.to_string(),
        }),
    })
}

fn region(place: &Place) -> Region {
    Region {
        start_line: place.line,
        start_column: place.column,
        end_line: place.end_line,
        end_column: place.end_column,
    }
}

fn fix(fix: &Fix) -> serde_json::Value {
    json!({"artifactChanges": [{
        "artifactLocation": artifact(&fix.place.file),
        "replacements": [{
            "deletedRegion": region(&fix.place),
            "insertedContent": Message { text: fix.text.clone() },
        }],
    }]})
}

/// The path as a URI: relative as it was named, or `file:` if it begins at the root.
fn artifact(path: &str) -> Artifact {
    let path = path.replace('\\', "/");
    let drive = path.as_bytes().get(1) == Some(&b':');
    let scheme = match (path.starts_with('/'), drive) {
        (true, _) => "file://",
        (_, true) => "file:///",
        _ => "",
    };
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"-._~/".contains(&b) || drive && b == b':';
    let mut uri = scheme.to_string();
    for byte in path.bytes() {
        if plain(byte) {
            uri.push(char::from(byte));
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
    }
    Artifact { uri }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_uris() {
        for (path, uri) in [
            ("armies/knights.army", "armies/knights.army"),
            ("my armies\\ünd.army", "my%20armies/%C3%BCnd.army"),
            ("/a/b.army", "file:///a/b.army"),
            ("C:\\a.army", "file:///C:/a.army"),
            ("<stdin>", "%3Cstdin%3E"),
        ] {
            assert_eq!(artifact(path).uri, uri);
        }
    }
}
