//! dev only
use armorial_engine as engine;
use engine::core::game::{AnyPlan, Counted, Game};
use engine::play::{Match, Open};
use engine::random::{self, Purpose, Stream};
use engine::rules::Ruleset;
use std::sync::Arc;
use std::time::Instant;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let games: usize = args[0].parse().unwrap();
    let most: u64 = args[1].parse().unwrap();
    let filter = &args[2..];
    let mut names: Vec<_> = std::fs::read_dir("/tmp/groups").unwrap().map(|f| f.unwrap().path()).collect();
    names.sort();
    let (mut linked, mut all) = (0, 0);
    for path in names {
        let name = path.file_name().unwrap().to_string_lossy().to_string();
        if !filter.is_empty() && !filter.iter().any(|f| name.contains(f.as_str())) { continue; }
        all += 1;
        let (rules, tables): (Ruleset, Vec<Match>) = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let rules = Arc::new(rules);
        for (seed, table) in tables.iter().enumerate().take(games) {
            let plan = match AnyPlan::link(&rules, table) {
                Ok(p) => p,
                Err(r) => {
                    let at = r.rule.map_or(String::new(), |r| {
                        let s = &rules.sources[rules.rules[r.index()].src.index()];
                        s.words.chars().take(100).collect::<String>().replace('\n', " ")
                    });
                    println!("{name} {seed}: REFUSED {r}  {at}");
                    if seed == 0 && games == 1 { }
                    continue;
                }
            };
            linked += usize::from(seed == 0);
            if most == 0 { continue; }
            let literal = match engine::literal::Game::new(rules.clone(), table.clone()) { Ok(g) => g, Err(e) => { println!("{name}: literal {e:?}"); continue } };
            let t = Instant::now();
            let r = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| match &plan {
                AnyPlan::One(p) => side(&name, Game::new(p), literal, table, seed as u64, most),
                AnyPlan::Two(p) => side(&name, Game::new(p), literal, table, seed as u64, most),
                AnyPlan::Four(p) => side(&name, Game::new(p), literal, table, seed as u64, most),
            }));
            match r {
                Ok((n, core, lit)) => println!("{name} {seed}: {n} decisions core {:.0}/s literal {:.0}/s ({:?})", n as f64 / core, n as f64 / lit, t.elapsed()),
                Err(_) => println!("{name} {seed}: PANIC"),
            }
        }
    }
    println!("{linked} of {all}");
}

fn side<const N: usize>(name: &str, mut core: Game<'_, N>, mut literal: engine::literal::Game, table: &Match, seed: u64, most: u64) -> (u64, f64, f64) {
    let mut players = Stream::new(seed, Purpose::Players);
    let (mut tc, mut tl) = (0.0, 0.0);
    for n in 0..most {
        let co = core.open();
        if std::env::var("CORE").is_err() && literal.open() != &co {
            println!("{name} {seed}: DIFFER at decision {n} armies {:?}", table.armies);
            if let (Open::Decision(a), Open::Decision(b)) = (literal.open(), &co) {
                if (&a.who, a.kind) == (&b.who, b.kind) { println!("   only literal {:?}", a.options.iter().filter(|o| !b.options.contains(o)).take(8).collect::<Vec<_>>()); println!("   only core {:?}", b.options.iter().filter(|o| !a.options.contains(o)).take(8).collect::<Vec<_>>()); }
            }
            println!("  literal {}", short(literal.open()));
            println!("  core    {}", short(&co));
            return (n, tc, tl);
        }
        let Open::Decision(decision) = literal.open() else { return (n, tc, tl); };
        let (decision_kind, decision_n) = (decision.kind, decision.options.len());
        let index = random::pick(players.next_value(), decision.options.len(), &decision.weights);
        if std::env::var("TRACE").is_ok() { println!("{n} {:?} {:?}", decision.who, decision.options[index]); }
        let a = Instant::now();
        if let Err(e) = literal.answer(index) { println!("{name} {seed}: literal refuses {e:?}"); return (n, tc, tl); }
        let b = Instant::now();
        if let Err(e) = Counted::answer(&mut core, index) { println!("{name} {seed}: core refuses {e:?} at {n}"); return (n, tc, tl); }
        let slow = b.elapsed().as_secs_f64();
        if slow > 0.05 { println!("{name} {seed}: SLOW {slow:.2} at {n} {:?} {:?} -> {}", decision_kind, decision_n, short(&core.open()).chars().take(120).collect::<String>()); }
        tl += (b - a).as_secs_f64();
        tc += b.elapsed().as_secs_f64();
    }
    (most, tc, tl)
}

fn short(o: &Open) -> String {
    let s = format!("{o:?}");
    s.chars().take(300).collect()
}
