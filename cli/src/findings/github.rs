//! Workflow commands: `::error file=..,line=..::message`, which GitHub shows beside the lines of a change.
use super::Finding;
use crate::render;
use dsl::diagnostic::Severity;

/// One finding as a command.
pub fn line(finding: &Finding) -> String {
    let word = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let place = &finding.place;
    let mut properties = Vec::new();
    if !place.file.is_empty() {
        properties.push(format!("file={}", property(&place.file)));
    }
    // Columns say something within one line only.
    let one_line = [0, place.line].contains(&place.end_line);
    for (name, number) in [
        ("line", place.line),
        ("endLine", place.end_line),
        ("col", if one_line { place.column } else { 0 }),
        ("endColumn", if one_line { place.end_column } else { 0 }),
    ] {
        if number > 0 {
            properties.push(format!("{name}={number}"));
        }
    }
    let page = finding.page();
    let name = page.map_or_else(String::new, |page| format!(" {}", page.name));
    let title = format!("{}{name}", finding.code);
    properties.push(format!("title={}", property(&title)));
    let mut message = finding.message.clone();
    for more in [finding.help.clone(), page.map(render::page_of)]
        .into_iter()
        .flatten()
    {
        message.push('\n');
        message.push_str(&more);
    }
    format!("::{word} {}::{}", properties.join(","), escaped(&message))
}

fn property(text: &str) -> String {
    escaped(text).replace(':', "%3A").replace(',', "%2C")
}

fn escaped(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

#[cfg(test)]
mod tests {
    use super::super::Place;
    use super::*;

    #[test]
    fn signs_with_a_meaning_are_escaped() {
        let place = Place {
            file: "a,b:c.army".to_string(),
            line: 2,
            column: 3,
            end_line: 2,
            end_column: 5,
        };
        let mut finding = Finding::error("E100", place, "100%: no");
        finding.help = Some("yes".to_string());
        assert_eq!(
            line(&finding),
            "::error file=a%2Cb%3Ac.army,line=2,endLine=2,col=3,endColumn=5,title=E100 unknown-word::100%25: no%0Ayes%0Asee `armorial explain E100`"
        );
        finding.severity = Severity::Note;
        finding.place.end_line = 4;
        assert_eq!(
            line(&finding),
            "::notice file=a%2Cb%3Ac.army,line=2,endLine=4,title=E100 unknown-word::100%25: no%0Ayes%0Asee `armorial explain E100`"
        );
        finding.place = Place::default();
        finding.code = "failed".to_string();
        assert_eq!(line(&finding), "::notice title=failed::100%25: no%0Ayes");
    }
}
