//! What projects are built and tested with: what shows it, and the commands that a policy may allow then.
//!
//! A `*` stands only after a program that byleave knows: there it covers what reads, writes in the project or runs the project's
//! code, and neither what deletes, sends or changes the system, nor an option byleave does not know. After any other program it would
//! cover every word, so such a command is written out.

/// What shows that a kit is used.
#[derive(Clone, Copy, Debug)]
pub enum Mark {
    /// A file of this name.
    File(&'static str),
    /// A file whose name ends so.
    Ending(&'static str),
    /// A file whose name begins so.
    Beginning(&'static str),
    /// A file of this name with this text in it.
    Text(&'static str, &'static str),
}

/// A kit: its name, its marks, and the commands.
pub struct Kit {
    pub name: &'static str,
    pub marks: &'static [Mark],
    pub commands: &'static [&'static str],
}

const fn kit(name: &'static str, marks: &'static [Mark], commands: &'static [&'static str]) -> Kit {
    Kit { name, marks, commands }
}

use Mark::{Beginning, Ending, File, Text};

/// All kits. Several may be there at once.
pub const KITS: &[Kit] = &[
    kit(
        "Cargo",
        &[File("Cargo.toml")],
        &[
            "cargo build *",
            "cargo check *",
            "cargo test *",
            "cargo nextest run *",
            "cargo clippy *",
            "cargo fmt *",
            "cargo doc *",
            "cargo run *",
            "cargo bench *",
        ],
    ),
    kit(
        "Go",
        &[File("go.mod"), File("go.work")],
        &["go build *", "go test *", "go vet *", "go run *", "go fmt *", "gofmt *"],
    ),
    kit("golangci-lint", &[Beginning(".golangci.")], &["golangci-lint run *", "golangci-lint run --fix *"]),
    kit(
        ".NET",
        &[Ending(".sln"), Ending(".slnx"), Ending(".csproj"), Ending(".fsproj"), Ending(".vbproj")],
        &["dotnet build *", "dotnet test *", "dotnet run *", "dotnet format *"],
    ),
    kit("TypeScript", &[File("tsconfig.json")], &["tsc *", "npx tsc *"]),
    kit(
        "ESLint",
        &[Beginning(".eslintrc"), Beginning("eslint.config.")],
        &["eslint *", "eslint --fix *", "npx eslint *", "npx eslint --fix *"],
    ),
    kit(
        "Prettier",
        &[Beginning(".prettierrc"), Beginning("prettier.config.")],
        &["prettier --check *", "prettier --write *", "npx prettier --check *", "npx prettier --write *"],
    ),
    kit("Vitest", &[Beginning("vitest.config.")], &["vitest run *", "npx vitest run *"]),
    kit("Jest", &[Beginning("jest.config.")], &["jest *", "npx jest *"]),
    kit(
        "Deno",
        &[File("deno.json"), File("deno.jsonc")],
        &["deno test *", "deno check *", "deno lint *", "deno fmt *"],
    ),
    kit(
        "pytest",
        &[
            File("pytest.ini"),
            File("conftest.py"),
            Text("pyproject.toml", "pytest"),
            Text("setup.cfg", "[tool:pytest]"),
            Text("tox.ini", "pytest"),
            Text("requirements.txt", "pytest"),
            Text("requirements-dev.txt", "pytest"),
        ],
        &["pytest *", "python -m pytest *", "python3 -m pytest *"],
    ),
    kit("tox", &[File("tox.ini"), Text("pyproject.toml", "[tool.tox")], &["tox", "tox run"]),
    kit("nox", &[File("noxfile.py")], &["nox *"]),
    kit("uv", &[File("uv.lock")], &["uv run pytest *", "uv run ruff check *", "uv run mypy *"]),
    kit("Poetry", &[File("poetry.lock")], &["poetry run pytest *", "poetry run ruff check *", "poetry run mypy *"]),
    kit(
        "Ruff",
        &[File("ruff.toml"), File(".ruff.toml"), Text("pyproject.toml", "[tool.ruff")],
        &["ruff check *", "ruff check --fix *", "ruff format *"],
    ),
    kit("Black", &[Text("pyproject.toml", "[tool.black")], &["black *"]),
    kit("mypy", &[File("mypy.ini"), Text("pyproject.toml", "[tool.mypy"), Text("setup.cfg", "[mypy")], &["mypy *"]),
    kit("Pyright", &[File("pyrightconfig.json"), Text("pyproject.toml", "[tool.pyright")], &["pyright *"]),
    kit("Django", &[File("manage.py")], &["python manage.py test", "python manage.py check"]),
    kit("Maven", &[File("pom.xml")], &["mvn test *", "mvn compile *", "mvn -q test", "./mvnw test", "./mvnw compile"]),
    kit(
        "Gradle",
        &[Beginning("build.gradle"), Beginning("settings.gradle")],
        &["./gradlew build", "./gradlew test", "./gradlew check", "gradle build *", "gradle test *", "gradle check *"],
    ),
    kit("CMake", &[File("CMakeLists.txt")], &["cmake --build *", "ctest *"]),
    kit("Meson", &[File("meson.build")], &["meson compile *", "meson test *"]),
    kit("RSpec", &[File(".rspec")], &["rspec *", "bundle exec rspec *"]),
    kit("RuboCop", &[Beginning(".rubocop")], &["rubocop *", "bundle exec rubocop *"]),
    kit("Mix", &[File("mix.exs")], &["mix compile *", "mix test *", "mix format *"]),
    kit("Swift", &[File("Package.swift")], &["swift build *", "swift test *"]),
];

/// The scripts, targets and recipes of a project that only build and test, by their usual names.
pub const SCRIPTS: &[&str] =
    &["test", "build", "lint", "check", "typecheck", "type-check", "format", "fmt", "test:unit", "lint:fix", "compile"];

/// A file that names the commands of a project.
pub enum Names {
    /// Keys of the mapping `scripts`.
    Package,
    /// Lines that begin with the name and a colon.
    Targets,
}

/// Files that name commands, and what runs one of them.
pub const RUNNERS: &[(&str, &str, Names)] = &[
    ("Makefile", "make", Names::Targets),
    ("makefile", "make", Names::Targets),
    ("GNUmakefile", "make", Names::Targets),
    ("justfile", "just", Names::Targets),
    ("Justfile", "just", Names::Targets),
    ("package.json", "npm", Names::Package),
];

/// What runs the scripts of a package, by the file that it locks its dependencies in.
pub const PACKAGE_MANAGERS: &[(&str, &str)] = &[
    ("pnpm-lock.yaml", "pnpm"),
    ("yarn.lock", "yarn"),
    ("bun.lock", "bun"),
    ("bun.lockb", "bun"),
    ("package-lock.json", "npm"),
];

/// What any project under git uses: nothing of it leaves the machine.
pub const GIT: &[&str] = &["git add *", "git commit *", "git switch *", "git checkout -b *", "git stash *"];

/// Files of the project that commands make, copy and move.
pub const FILES: &[&str] = &["mkdir *", "touch *", "cp *", "mv *"];

/// Folders that hold what others wrote, or what a build made. Hidden folders are passed over, too.
pub const PASSED_OVER: &[&str] = &[
    "node_modules",
    "target",
    "vendor",
    "dist",
    "build",
    "out",
    "venv",
    "env",
    "__pycache__",
    "bower_components",
    "Pods",
    "site-packages",
    "third_party",
    "bin",
    "obj",
    "coverage",
];
