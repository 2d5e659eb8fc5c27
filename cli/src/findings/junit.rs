//! JUnit XML: what was looked at as cases, grouped by file; cases with findings have failed.
use super::{Finding, Looked};
use crate::exit::Failure;
use crate::render;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

/// The report of a command.
pub fn report(command: &str, looked: &[Looked]) -> Result<String, Failure> {
    let name = match command {
        "armorial" => command.to_string(),
        _ => format!("armorial {command}"),
    };
    let mut report = Report::new(name);
    let mut suites: Vec<TestSuite> = Vec::new();
    for one in looked {
        let known = suites.iter().position(|s| s.name.as_str() == one.group);
        let at = known.unwrap_or_else(|| {
            suites.push(TestSuite::new(one.group.as_str()));
            suites.len() - 1
        });
        if let Some(suite) = suites.get_mut(at) {
            suite.add_test_case(case(one));
        }
    }
    report.add_test_suites(suites);
    let text = report.to_string();
    text.map_err(|e| Failure::said(format!("the findings cannot be written as JUnit XML: {e}")))
}

fn case(one: &Looked) -> TestCase {
    let counted: Vec<&Finding> = one.findings.iter().filter(|f| f.counts()).collect();
    let status = match counted.first() {
        None => TestCaseStatus::success(),
        Some(first) => {
            // What could not be decided has not failed; it is an error of the run.
            let kind = match first.code.as_str() {
                "undecided" | "failure" => NonSuccessKind::Error,
                _ => NonSuccessKind::Failure,
            };
            let mut status = TestCaseStatus::non_success(kind);
            status.set_message(first.message.as_str());
            status.set_type(first.code.as_str());
            let mut lines: Vec<String> = Vec::new();
            for finding in &one.findings {
                lines.push(finding.concise());
                lines.extend(finding.page().map(render::name_and_page));
            }
            lines.dedup();
            status.set_description(lines.join("\n"));
            status
        }
    };
    let mut case = TestCase::new(one.name.as_str(), status);
    case.set_classname(one.setting.as_deref().unwrap_or(&one.group));
    case
}
