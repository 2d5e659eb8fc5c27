//! A sheet as a PDF: the page that a browser shows, printed by a browser of this machine. There is no second typesetter whose sheet
//! would have to be kept equal to the first.
use crate::exit::Failure;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Names another browser than those below; it must know the flags of Chromium.
const NAMED: &str = "ARMORIAL_BROWSER";
/// Browsers that print from the command line: names that are looked for on the PATH, then places where systems put them.
const BROWSERS: [&str; 11] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "msedge",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
];
/// How long a browser may take over a booklet.
const PATIENCE: Duration = Duration::from_secs(120);

/// A folder of this process for temporary files, which goes when it is dropped.
struct Scratch(PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        // litter in the folder for temporary files harms nobody
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Prints a page.
///
/// # Errors
/// There is no browser, or it does not print.
pub fn pdf(html: &str) -> Result<Vec<u8>, Failure> {
    let scratch =
        Scratch(std::env::temp_dir().join(format!("armorial-pdf-{}", std::process::id())));
    let at = |name: &str| scratch.0.join(name);
    let failed = |source| Failure::File {
        path: scratch.0.display().to_string(),
        source,
    };
    std::fs::create_dir_all(&scratch.0).map_err(failed)?;
    std::fs::write(at("sheet.html"), html).map_err(failed)?;
    let named = std::env::var(NAMED).ok().filter(|name| !name.is_empty());
    let browsers: Vec<&str> = match &named {
        Some(name) => vec![name],
        None => BROWSERS.to_vec(),
    };
    let mut found = None;
    for browser in browsers {
        // in a container, or as root, a browser cannot fence itself in; the page is ours and holds no script
        for fence in [None, Some("--no-sandbox")] {
            match print(
                browser,
                fence,
                &at("sheet.html"),
                &at("sheet.pdf"),
                &at("profile"),
            ) {
                Err(e) if e.kind() == std::io::ErrorKind::NotFound => break,
                Err(e) => return Err(Failure::said(format!("{browser}: {e}"))),
                Ok(()) => found = Some(browser),
            }
            if let Ok(bytes) = std::fs::read(at("sheet.pdf")) {
                return Ok(bytes);
            }
        }
    }
    Err(Failure::said(match (found, &named) {
        (Some(browser), _) => format!("{browser} did not print the page as a PDF"),
        (None, Some(name)) => format!("{NAMED}: there is no program `{name}`"),
        (None, None) => format!(
            "no browser here prints PDF: install Chromium, Chrome or Edge, name one in {NAMED}, or open the page (`--html`) in any browser and print it"
        ),
    }))
}

/// Has a browser print a page, and waits for it.
fn print(
    browser: &str,
    fence: Option<&str>,
    page: &Path,
    to: &Path,
    profile: &Path,
) -> std::io::Result<()> {
    let flag = |name: &str, path: &Path| {
        let mut flag = std::ffi::OsString::from(name);
        flag.push(path);
        flag
    };
    let mut child = Command::new(browser)
        .args(["--headless", "--disable-gpu", "--no-pdf-header-footer"])
        .args(fence)
        .arg(flag("--user-data-dir=", profile))
        .arg(flag("--print-to-pdf=", to))
        .arg(page)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let begun = Instant::now();
    while child.try_wait()?.is_none() {
        if begun.elapsed() > PATIENCE {
            child.kill()?;
            child.wait()?;
            let said = format!("not done after {} seconds", PATIENCE.as_secs());
            return Err(std::io::Error::other(said));
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    Ok(())
}
