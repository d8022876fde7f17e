//! Files of the project that Python takes for modules of its own library.
//!
//! `python3 -m json.tool` looks for every module where it stands first: a `json.py` or an `argparse/__init__.py` there runs.

use super::Judge;
use crate::command::{Budget, Simple, Usage};
use crate::must::Gap;
use crate::paths::{Look, Seen, base_name};
use crate::programs::Quirk;

/// The modules of the library, of all versions in use. Those that begin with `_` are its own affair, and all count.
const LIBRARY: &str = "\
    abc aifc annotationlib antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb \
    binascii binhex bisect builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections \
    colorsys compileall compression concurrent configparser contextlib contextvars copy copyreg crypt csv ctypes \
    curses dataclasses datetime dbm decimal difflib dis distutils doctest email encodings ensurepip enum errno \
    faulthandler fcntl filecmp fileinput fnmatch formatter fractions ftplib functools gc genericpath getopt \
    getpass gettext glob graphlib grp gzip hashlib heapq hmac html http idlelib imaplib imghdr imp importlib \
    inspect io ipaddress itertools json keyword lib2to3 linecache locale logging lzma macpath mailbox mailcap \
    marshal math mimetypes mmap modulefinder msilib msvcrt multiprocessing netrc nis nntplib nt ntpath nturl2path \
    numbers opcode operator optparse os ossaudiodev parser pathlib pdb pickle pickletools pipes pkgutil platform \
    plistlib poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue \
    quopri random re readline reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex \
    shutil signal site smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse \
    ssl stat statistics string stringprep struct subprocess sunau symbol symtable sys sysconfig syslog tabnanny \
    tarfile telnetlib tempfile termios textwrap this threading time timeit tkinter token tokenize tomllib trace \
    traceback tracemalloc tty turtle turtledemo types typing unicodedata unittest urllib uu uuid venv warnings \
    wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib zoneinfo";

/// What a look through a directory costs, in steps.
const LOOK: usize = 200;

impl Judge<'_, '_> {
    /// Whether no file where a program stands comes before a module of the library that it loads.
    pub(super) fn shadows_nothing(&self, simple: &Simple<'_>, usage: &Usage) -> Result<(), Gap> {
        if !usage.entry.is_some_and(|entry| entry.has(Quirk::ModulesHere)) {
            return Ok(());
        }
        let gap = |file: &str| Gap {
            reason: format!("`{file}` may run in place of a module of Python's own library").into(),
            span: simple.span,
        };
        if !self.sees_project() {
            return Err(gap("*.py"));
        }
        if self.budget.spend(LOOK).is_err() {
            return Err(Gap { reason: Budget::TOO_MUCH.into(), span: simple.span });
        }
        let Some(directory) = self.ground.directory(&simple.directory) else { return Err(gap("*.py")) };
        for pattern in ["*", "*/__init__*"] {
            let look = Look { root: &directory, pattern, deep: false, follows: false, plain: false };
            match self.files.resolver.look(&look, &|path, _| is_module(&directory, path)) {
                Seen::All(found) => {
                    if let Some((path, _)) = found.first() {
                        let file = path.strip_prefix(directory.as_ref()).unwrap_or(path);
                        return Err(gap(file.trim_start_matches('/')));
                    }
                }
                Seen::Some(_) | Seen::Unseen => return Err(gap("*.py")),
            }
        }
        Ok(())
    }
}

/// Whether a path seen from a directory is named as a module of the library: `json.py`, `json/__init__.py`, `json.abi3.so`.
fn is_module(directory: &str, path: &str) -> bool {
    let below = path.strip_prefix(directory).unwrap_or(path).trim_start_matches('/');
    let first = below.split('/').next().unwrap_or(below);
    let name = first.split('.').next().unwrap_or(first);
    let code = [".py", ".pyc", ".so", ".pyd", ".zip"].iter().any(|end| base_name(path).ends_with(end));
    code && (name.starts_with('_') || LIBRARY.split_ascii_whitespace().any(|module| module.eq_ignore_ascii_case(name)))
}
