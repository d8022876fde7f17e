//! Reading takes time in proportion to the length of the text, and little stack, on the nastiest shapes.
//!
//! Time is counted in instructions: this test runs itself under valgrind, which counts what each reading costs, so a busy
//! machine changes nothing. Each shape is read at two sizes, and the larger may not cost out of proportion.
#![expect(clippy::unwrap_used, reason = "tests: a helper that cannot go on fails the test")]

mod shapes;

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, fs, thread};

use byleave_shell::{Script, read};
use shapes::{OTHERS, SHAPES, Shape};

/// Sizes to compare, in bytes. Below the first, constant costs hide growth; above the last, valgrind takes minutes.
const SIZES: [usize; 3] = [4 << 10, 8 << 10, 16 << 10];

/// What doubling the size may multiply the cost by. Growth of n·log n is below it, n² is 4.
const GROWTH: f64 = 2.6;

/// Instructions per reading that are not worth a complaint: a list that doubles its room at the larger size costs some.
const FLOOR: f64 = 60_000.0;

/// What a byte may cost at most in an unoptimised build. Deep shapes cost most; this is a guard against "linear, but by
/// a factor of the depth limit".
const PER_BYTE: f64 = 12_000.0;

/// Enough for a thread of a server; the reader must bound its recursion to fit.
const STACK: usize = 2 << 20;

#[test]
fn cost_grows_with_length() {
    if !valgrind_works() {
        // Not by `eprintln!`, which the test harness keeps to itself.
        let notice =
            "\n*** SKIPPED: valgrind is not installed, so cost was not checked: apt-get install valgrind ***\n\n";
        std::io::stderr().write_all(notice.as_bytes()).unwrap();
        assert!(env::var_os("CI").is_none(), "valgrind must be there in CI");
        return;
    }
    let counts = count_all();
    assert_eq!(counts.len(), names().len() * SIZES.len(), "valgrind lost some readings");
    let mut failures = Vec::new();
    let mut costliest = Vec::new();
    for (index, shape) in names().into_iter().enumerate() {
        let costs: Vec<f64> = (0..SIZES.len()).map(|size| counts[&(index, size)]).collect();
        let steps = costs.windows(2).filter(|pair| pair[1] > pair[0].mul_add(GROWTH, FLOOR)).count();
        let per_byte = costs[2] / f64::from(u32::try_from(shape.sized(SIZES[2]).len()).unwrap());
        costliest.push((per_byte, shape.name));
        if steps > 0 || per_byte > PER_BYTE {
            let costs: Vec<String> = costs.iter().map(|cost| format!("{:.0}k", cost / 1e3)).collect();
            failures.push(format!("{}: {} instructions, {per_byte:.0} per byte", shape.name, costs.join(" → ")));
        }
    }
    costliest.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    println!("instructions per byte, the costliest: {:.0?}", &costliest[..5]);
    assert!(failures.is_empty(), "not linear:\n  {}", failures.join("\n  "));
}

/// The shapes in the order in which they are measured.
fn names() -> Vec<&'static Shape> {
    SHAPES.iter().chain(OTHERS).collect()
}

/// Runs under valgrind, started by [`count_all`]: one call of [`measured`] for each shape and size.
#[test]
#[ignore = "is started by `cost_grows_with_length` under valgrind"]
fn read_every_shape() {
    let texts: Vec<Vec<u8>> = names().into_iter().flat_map(|shape| SIZES.map(|size| shape.sized(size))).collect();
    // A count runs from the end of one call to the end of the next. This one takes what came before.
    measured(b"");
    for text in &texts {
        measured(text);
    }
}

/// Valgrind counts the instructions spent in here, call by call; hence its own function, and kept so.
#[inline(never)]
fn measured(text: &[u8]) {
    let script = read(std::hint::black_box(text));
    std::hint::black_box(script.commands().len());
}

fn valgrind_works() -> bool {
    let run = Command::new("valgrind").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    run.is_ok_and(|status| status.success())
}

/// Instructions by shape and size.
fn count_all() -> BTreeMap<(usize, usize), f64> {
    let folder = env::temp_dir().join(format!("byleave-linear-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let output = Command::new("valgrind")
        .arg("--tool=callgrind")
        .arg(format!("--callgrind-out-file={}", folder.join("count").display()))
        // Writes down what was spent, and begins anew, at the end of each call.
        .args(["--dump-after=linear::measured*", "--combine-dumps=no"])
        .arg(env::current_exe().unwrap())
        .args(["--ignored", "--exact", "read_every_shape", "--test-threads=1"])
        .output()
        .unwrap();
    assert!(output.status.success(), "valgrind: {}", String::from_utf8_lossy(&output.stderr));
    let mut counts = BTreeMap::new();
    for shape in 0..names().len() {
        for size in 0..SIZES.len() {
            let number = shape * SIZES.len() + size + 2;
            if let Some(cost) = summary(&folder.join(format!("count.{number}"))) {
                counts.insert((shape, size), cost);
            }
        }
    }
    fs::remove_dir_all(&folder).unwrap();
    counts
}

/// The sum over all functions in one file of counts.
fn summary(file: &Path) -> Option<f64> {
    let text = fs::read_to_string(file).ok()?;
    let line =
        text.lines().find_map(|line| line.strip_prefix("summary: ").or_else(|| line.strip_prefix("totals: ")))?;
    line.trim().parse().ok()
}

#[test]
fn little_stack_is_enough() {
    on_a_small_stack(|| {
        for shape in names() {
            let text = shape.repeated(100_000);
            let script = read(&text);
            assert_eq!(script.source().len(), text.len(), "{}", shape.name);
            use_script(&script, shape);
        }
    });
}

/// Limits given by the caller hold as well: 100,000 levels are too deep for any stack, so the reader must refuse, not die.
#[test]
fn printing_and_dropping_need_little_stack() {
    on_a_small_stack(|| {
        for shape in SHAPES {
            let text = shape.repeated(2_000);
            let script = read(&text);
            assert!(format!("{script:?}").len() > text.len(), "{}", shape.name);
            drop(script.clone());
        }
    });
}

#[test]
fn a_line_of_a_megabyte_is_read() {
    on_a_small_stack(|| {
        for shape in SHAPES {
            let text = shape.sized(1 << 20);
            use_script(&read(&text), shape);
        }
    });
}

fn use_script(script: &Script<'_>, shape: &Shape) {
    let root = script.node(script.root()).unwrap();
    assert!(root.span.end as usize <= script.source().len(), "{}", shape.name);
    // The last command is the deepest or the furthest; walking up from it must end.
    if let Some(command) = script.commands().last() {
        assert!(script.origins(command.node).len() <= 1_000, "{}", shape.name);
    }
}

fn on_a_small_stack(work: impl FnOnce() + Send + 'static) {
    thread::Builder::new().stack_size(STACK).spawn(work).unwrap().join().unwrap();
}
