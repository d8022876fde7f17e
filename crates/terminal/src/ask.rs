//! Asks: opens the terminal, shows the question, waits for the answer, restores the terminal.

use std::env;
use std::io;
use std::time::{Duration, Instant};

use crate::border::LAST_MINUTE;
use crate::closer::Closer;
use crate::device::{Device, Raw, restore_on_panic};
use crate::frame::{fits, frame};
use crate::keys::{Decoder, Key, LONE_ESCAPE};
use crate::lines::{self, REASON};
use crate::options::{Error, Process, Terminal, Without};
use crate::paint::Colour;
use crate::question::{Question, Reply, Style};
use crate::screen::Screen;
use crate::signals::{self, Signal, Signals};
use crate::spelling::{Kind, line};
use crate::state::{State, Step};

/// A second Ctrl+C within this time stops everything.
const STOPPING: Duration = Duration::from_secs(2);
/// The longest wait before the clock and the closer are checked again.
const GLANCE: Duration = Duration::from_millis(500);
/// Shows the cursor again.
const SHOW_CURSOR: &str = "\x1b[?25h";
const HIDE_CURSOR: &str = "\x1b[?25l";
/// Makes the terminal mark pasted text, so that a paste is text and never an answer.
const MARK_PASTES: &str = "\x1b[?2004h\x1b[?25l";
const UNMARK_PASTES: &str = "\x1b[?2004l\x1b[?25h";
/// A longer line is not an answer.
const LONGEST_LINE: usize = 64 * 1024;

impl Terminal {
    /// Asks a question and waits for the result. Another thread may close it with the closer. A process asks one
    /// question at a time: a second one on the same terminal fails.
    ///
    /// # Errors
    ///
    /// If there is no terminal, or if it fails. The call is then not allowed.
    pub fn ask(&mut self, question: &Question, closer: Option<&Closer>) -> Result<Reply, Error> {
        let device = match (Device::terminal(), self.options.without) {
            (Some(device), _) => device,
            (None, Without::Fail) => return Err(Error::NoTerminal),
            (None, Without::StandardInput) => Device::standard(false).ok_or(Error::NoTerminal)?,
        };
        let mut asking = Asking {
            device: &device,
            question,
            closer,
            colour: if question.style == Style::Ollama { Colour::On } else { self.options.colour },
            process: self.options.process,
            expires: question.expires_in.and_then(|time| Instant::now().checked_add(time)),
            last_cancel: self.cancelled.filter(|at| at.elapsed() < STOPPING),
        };
        if asking.process == Process::Ours {
            restore_on_panic();
        }
        let can_draw = device.is_terminal() && env::var_os("TERM").is_none_or(|kind| kind != "dumb");
        let reply = match question.style {
            Style::Plain if device.is_terminal() => asking.by_key()?,
            Style::Byleave | Style::Ollama if can_draw && fits(question, device.size()) => asking.by_box()?,
            Style::Plain | Style::Byleave | Style::Ollama => asking.by_line()?,
        };
        self.cancelled = matches!(reply, Reply::Cancelled).then(Instant::now);
        Ok(reply)
    }

    /// Writes a line about a question that is over. Without a terminal it does nothing.
    pub(crate) fn tell(&self, tool: &str, words: &str) {
        let device = match self.options.without {
            Without::Fail => Device::terminal(),
            Without::StandardInput => Device::terminal().or_else(|| Device::standard(false)),
        };
        if let Some(device) = device {
            // A failure to write does not affect the call.
            let _ = device.write(&epitaph(tool, words));
        }
    }
}

/// The line that remains after a question.
fn epitaph(tool: &str, words: &str) -> String {
    format!("{}: {}\r\n", line(tool, Kind::Name), line(words, Kind::Text))
}

/// One question being asked.
struct Asking<'a> {
    device: &'a Device,
    question: &'a Question,
    closer: Option<&'a Closer>,
    colour: Colour,
    process: Process,
    expires: Option<Instant>,
    last_cancel: Option<Instant>,
}

/// What happened during a wait.
enum Event {
    Bytes(Vec<u8>),
    Signals(Vec<Signal>),
    Silence,
    Over(Reply),
}

impl Asking<'_> {
    /// Waits for the next event, at most this long.
    fn wait(&self, raw: Option<&Raw>, signals: &mut Signals, most: Duration) -> io::Result<Event> {
        if raw.is_some_and(|raw| !raw.is_on()) {
            return Err(io::Error::other("it was put back while the question stood"));
        }
        if let Some(reply) = self.over() {
            return Ok(Event::Over(reply));
        }
        let left = self.remaining().unwrap_or(most);
        let has_input = {
            let mut others = vec![signals.wakes()];
            others.extend(self.closer.map(Closer::wakes));
            self.device.wait(&others, most.min(left))?
        };
        let came = signals.take();
        if !came.is_empty() {
            return Ok(Event::Signals(came));
        }
        // An answer that came too late does not count, even if the key was pressed before the box looked.
        if let Some(reply) = self.over() {
            return Ok(Event::Over(reply));
        }
        if !has_input {
            return Ok(Event::Silence);
        }
        Ok(Event::Bytes(self.device.read()?))
    }

    fn over(&self) -> Option<Reply> {
        if self.closer.is_some_and(|closer| closer.because().is_some()) {
            return Some(Reply::Closed);
        }
        self.remaining().filter(Duration::is_zero).map(|_| Reply::Expired)
    }

    fn remaining(&self) -> Option<Duration> {
        self.expires.map(|expires| expires.saturating_duration_since(Instant::now()))
    }

    /// Whether the box shows how much time is left.
    fn is_counted(&self) -> bool {
        self.remaining().is_some_and(|left| left <= LAST_MINUTE)
    }

    /// The line that remains if the question was not answered here.
    fn epitaph(&self, reply: &Reply) -> String {
        let tool = &self.question.tool;
        match reply {
            Reply::Closed => epitaph(tool, &self.closer.and_then(Closer::because).unwrap_or_default()),
            Reply::Expired => epitaph(tool, "expired, not allowed"),
            Reply::Once | Reply::Always { .. } | Reply::Deny { .. } | Reply::Cancelled | Reply::Stop => String::new(),
        }
    }

    fn by_box(&mut self) -> io::Result<Reply> {
        let ending = match self.question.style {
            Style::Byleave => UNMARK_PASTES,
            Style::Ollama | Style::Plain => SHOW_CURSOR,
        };
        let mut raw = Raw::enter(self.device, ending)?;
        let mut signals = Signals::listen(self.process)?;
        let before = self.device.drain()?;
        if self.last_cancel.is_some() && before.contains(&0x03) {
            return Ok(Reply::Stop);
        }
        let mut screen = Screen::new(self.colour);
        let mut state = State::new(self.question);
        let mut decoder = Decoder::default();
        self.begin()?;
        self.draw(&mut screen, &mut state)?;
        let reply = loop {
            let most = if decoder.waits() { LONE_ESCAPE } else { self.until_tick() };
            let keys = match self.wait(Some(&raw), &mut signals, most)? {
                Event::Over(reply) => break reply,
                // Nothing changed, not even the countdown; do not lay out a long question again.
                Event::Silence if !decoder.waits() && !self.is_counted() => continue,
                Event::Silence => decoder.flush(),
                Event::Bytes(bytes) if bytes.is_empty() => return Err(io::ErrorKind::UnexpectedEof.into()),
                Event::Bytes(bytes) => decoder.feed(&bytes),
                Event::Signals(came) => {
                    if let Some(reply) = self.react(&mut raw, &mut screen, &came)? {
                        break reply;
                    }
                    Vec::new()
                }
            };
            if let Some(reply) = self.press(&mut state, &keys) {
                break reply;
            }
            state.remaining = self.remaining();
            self.draw(&mut screen, &mut state)?;
        };
        self.device.write(&screen.clear())?;
        self.device.write(&self.epitaph(&reply))?;
        let reply = self.or_stop(reply)?;
        drop(raw);
        Ok(reply)
    }

    fn begin(&self) -> io::Result<()> {
        self.device.write(match self.question.style {
            Style::Byleave => MARK_PASTES,
            Style::Ollama => HIDE_CURSOR,
            Style::Plain => "",
        })
    }

    fn draw(&self, screen: &mut Screen, state: &mut State) -> io::Result<()> {
        let frame = frame(self.question, state, self.device.size());
        self.device.write(&screen.draw(&frame))?;
        state.drawn(frame.pages, frame.reason_room, Instant::now());
        Ok(())
    }

    fn press(&self, state: &mut State, keys: &[Key]) -> Option<Reply> {
        for key in keys {
            match state.press(*key, Instant::now()) {
                Step::Nothing | Step::Redraw => {}
                Step::Done(Reply::Cancelled) if self.last_cancel.is_some_and(|at| at.elapsed() < STOPPING) => {
                    return Some(Reply::Stop);
                }
                Step::Done(Reply::Cancelled) if keys.iter().filter(|key| **key == Key::CtrlC).count() > 1 => {
                    return Some(Reply::Stop);
                }
                Step::Done(reply) => return Some(reply),
            }
        }
        None
    }

    /// Stops if a second Ctrl+C came with the first.
    fn or_stop(&self, reply: Reply) -> io::Result<Reply> {
        let again = reply == Reply::Cancelled && self.device.take_all()?.contains(&0x03);
        Ok(if again { Reply::Stop } else { reply })
    }

    fn react(&self, raw: &mut Raw, screen: &mut Screen, came: &[Signal]) -> io::Result<Option<Reply>> {
        for signal in came {
            match signal {
                Signal::Resized => self.device.write(&screen.clear_resized(self.device.size().known().columns))?,
                Signal::Stop => {
                    self.device.write(&screen.clear())?;
                    raw.leave();
                    signals::stop()?;
                    // Running again. The SIGCONT that follows does the same once more, which does no harm.
                    self.resume(raw)?;
                }
                Signal::Continued => {
                    self.device.write(&screen.clear())?;
                    self.resume(raw)?;
                }
                Signal::End(number) => {
                    self.device.write(&screen.clear())?;
                    raw.leave();
                    // This does not return if the signal ends the process; if it returns, the box asks nothing more.
                    signals::end(*number)?;
                    return Ok(Some(Reply::Stop));
                }
            }
        }
        Ok(None)
    }

    fn resume(&self, raw: &mut Raw) -> io::Result<()> {
        raw.resume(self.device)?;
        // What the person typed at the shell meanwhile was not meant for the box.
        self.device.take_all()?;
        self.begin()
    }

    /// The time until the countdown shows another second.
    fn until_tick(&self) -> Duration {
        match self.remaining() {
            Some(left) => {
                Duration::from_nanos(u64::from(left.subsec_nanos())).max(Duration::from_millis(1)).min(GLANCE)
            }
            None => GLANCE,
        }
    }

    /// The plain style: one key answers.
    fn by_key(&mut self) -> io::Result<Reply> {
        let mut raw = Raw::enter(self.device, "")?;
        let mut signals = Signals::listen(self.process)?;
        self.device.drain()?;
        let text = lines::plain(self.question).replace('\n', "\r\n");
        self.device.write(&text)?;
        let mut decoder = Decoder::default();
        let reply = loop {
            let keys = match self.wait(Some(&raw), &mut signals, if decoder.waits() { LONE_ESCAPE } else { GLANCE })? {
                Event::Over(reply) => break reply,
                Event::Silence => decoder.flush(),
                Event::Bytes(bytes) if bytes.is_empty() => break Reply::Deny { reason: None },
                Event::Bytes(bytes) => decoder.feed(&bytes),
                Event::Signals(came) => {
                    if let Some(reply) = self.react(&mut raw, &mut Screen::new(self.colour), &came)? {
                        break reply;
                    }
                    if came.contains(&Signal::Continued) {
                        self.device.write(&format!("\r\n{text}"))?;
                    }
                    Vec::new()
                }
            };
            match keys.first() {
                None => {}
                Some(Key::Typed('y' | 'Y')) => break Reply::Once,
                Some(Key::CtrlC) => break self.or_stop(Reply::Cancelled)?,
                Some(_) => break Reply::Deny { reason: None },
            }
        };
        self.device.write(&format!("{}\r\n{}", lines::plain_result(&reply), self.epitaph(&reply)))?;
        drop(raw);
        Ok(reply)
    }

    /// Without raw mode: one line for the choice, another for the reason.
    fn by_line(&mut self) -> io::Result<Reply> {
        let mut signals = Signals::listen(Process::Theirs)?;
        let mut typed = Vec::new();
        if self.question.style == Style::Plain {
            self.device.write(&lines::plain(self.question))?;
            let reply = match self.line(&mut signals, &mut typed)? {
                Err(reply) => reply,
                Ok(answer) if answer.trim().to_lowercase() == "y" => Reply::Once,
                Ok(_) => Reply::Deny { reason: None },
            };
            self.device.write(&format!("{}\n{}", lines::plain_result(&reply), self.epitaph(&reply)))?;
            return Ok(reply);
        }
        self.device.write(&lines::numbered(self.question))?;
        let can_remember = self.question.style == Style::Ollama || !self.question.covers.is_empty();
        let reply = match self.line(&mut signals, &mut typed)? {
            Err(reply) => reply,
            Ok(answer) if answer.trim() == "1" => Reply::Once,
            Ok(answer) if answer.trim() == "2" && can_remember => Reply::Always { choice: 0 },
            Ok(_) => {
                self.device.write(REASON)?;
                match self.line(&mut signals, &mut typed)? {
                    Err(reply) => reply,
                    Ok(reason) => {
                        Reply::Deny { reason: Some(reason.trim().to_owned()).filter(|text| !text.is_empty()) }
                    }
                }
            }
        };
        let epitaph = self.epitaph(&reply);
        if !epitaph.is_empty() {
            // The line of the choice has not been ended.
            self.device.write(&format!("\r\n{epitaph}"))?;
        }
        Ok(reply)
    }

    /// One line, or what ended the wait. The end of the input is an empty line: a denial.
    fn line(&self, signals: &mut Signals, typed: &mut Vec<u8>) -> io::Result<Result<String, Reply>> {
        loop {
            if let Some(end) = typed.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = typed.drain(..=end).collect();
                return Ok(Ok(String::from_utf8_lossy(&line).into_owned()));
            }
            match self.wait(None, signals, GLANCE)? {
                Event::Over(reply) => return Ok(Err(reply)),
                Event::Silence | Event::Signals(_) => {}
                Event::Bytes(bytes) if bytes.is_empty() || typed.len() > LONGEST_LINE => return Ok(Ok(String::new())),
                Event::Bytes(bytes) => typed.extend(bytes),
            }
        }
    }
}
