// @ts-check
// Foreign text as it is put on the screen: nothing hidden, nothing lost. Two different texts never look alike, so a
// person who read the card read the call. The terminal box spells the same characters out in the same way.

const MOST_BLANKS = 8;
const DEEPEST = 40;
const MOST_BREAKS = 3;

// Control, format, private, unassigned and blank characters; marks that sit on another character; halves of flags and
// skin tones; and our own signs.
const SPELT = new RegExp(
  // eslint-disable-next-line no-misleading-character-class -- each of them is meant by itself
  "[\\p{Cc}\\p{Cf}\\p{Co}\\p{Cn}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Mn}\\p{Me}\\p{Default_Ignorable_Code_Point}" +
    "\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000\\u2800\\u1160-\\u11ff\\ud7b0-\\ud7ff\\ufff0-\\ufffb" +
    "\\u{13430}-\\u{1343f}\\u{1f1e6}-\\u{1f1ff}\\u{1f3fb}-\\u{1f3ff}⏎⇥␠⟨↳]",
  "u",
);

const NAMES = new Map([
  [0x00, "NUL"], [0x07, "bell"], [0x08, "backspace"], [0x0a, "line break"], [0x0d, "carriage return"], [0x1b, "escape"],
  [0x20, "blank"], [0x5c, "a backslash that is part of the text"], [0x7f, "delete"], [0xa0, "no-break space"],
  [0xad, "soft hyphen"], [0x200b, "zero-width space"], [0x200c, "zero-width non-joiner"],
  [0x200d, "zero-width joiner"], [0x200e, "left-to-right mark"], [0x200f, "right-to-left mark"],
  [0x202a, "left-to-right embedding"], [0x202b, "right-to-left embedding"], [0x202c, "pop directional formatting"],
  [0x202d, "left-to-right override"], [0x202e, "right-to-left override"], [0x2066, "left-to-right isolate"],
  [0x2067, "right-to-left isolate"], [0x2068, "first strong isolate"], [0x2069, "pop directional isolate"],
  [0xfeff, "byte order mark"],
]);

function escape(character) {
  const code = character.codePointAt(0);
  const text = code < 0x80 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u{${code.toString(16)}}`;
  const number = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  return { text, spelt: true, title: NAMES.has(code) ? `${number}, ${NAMES.get(code)}` : number };
}

// Whether what follows a backslash would make it look like one of our spellings.
const LOOKS_SPELT = /^(x[0-9a-fA-F]{2}|u\{)/;

/**
 * The lines of a text, each a list of pieces `{text, spelt, title, at}`, `at` being where it begins in the text.
 * `kind` is "text", "file" (a line of a file: indentation is no trick) or "name" (blanks are spelt out as well).
 */
export function spell(text, kind = "text") {
  const lines = [];
  let line = [];
  let plain = "";
  let from = 0;
  let at = 0;
  const flush = () => {
    if (plain) line.push({ text: plain, spelt: false, at: from });
    plain = "";
  };
  const say = (piece) => {
    flush();
    line.push({ ...piece, at });
  };
  const keep = (more) => {
    if (!plain) from = at;
    plain += more;
  };
  const end = () => {
    flush();
    lines.push(line);
    line = [];
  };
  const count = (run, what) => say({ text: `⟨${run}×${what}⟩`, spelt: true, title: `${run} in a row` });
  while (at < text.length) {
    const character = String.fromCodePoint(text.codePointAt(at));
    let run = 1;
    if (character === " " || character === "\n" || character === "\t") {
      while (text[at + run] === character) run += 1;
    }
    let taken = 1;
    if (kind === "name" && (character === " " || character === "\n")) {
      say(escape(character));
    } else if (character === " ") {
      taken = run;
      const indents = kind === "file" && at === 0 && run <= DEEPEST;
      const ends = at + run === text.length;
      if (run > MOST_BLANKS && !indents) {
        count(run, "blank");
      } else {
        keep(" ".repeat(ends ? run - 1 : run));
        // Not the sign for a blank, as in the terminal: many fonts of browsers do not have it.
        if (ends) say({ text: "⟨blank⟩", spelt: true, title: "a blank at the end" });
      }
    } else if (character === "\n") {
      taken = run;
      if (run > MOST_BREAKS) {
        count(run, "newline");
        end();
      } else {
        for (let one = 0; one < run; one += 1) {
          say({ text: "⏎", spelt: true, quiet: true, title: "line break" });
          end();
        }
      }
    } else if (character === "\t" && kind !== "name") {
      taken = run;
      if (run > MOST_BLANKS) count(run, "tab");
      else for (let one = 0; one < run; one += 1) say({ text: "⇥", spelt: true, quiet: true, title: "tab" });
    } else if ((character === "\\" && LOOKS_SPELT.test(text.slice(at + 1, at + 4))) || SPELT.test(character)) {
      say(escape(character));
      taken = character.length;
    } else {
      keep(character);
      taken = character.length;
    }
    at += taken;
  }
  end();
  return lines;
}

/** The same as one string, for places that take no elements: titles, notifications, labels. */
export function spellLine(text, kind = "text") {
  return spell(text, kind).flat().map((piece) => piece.text).join("");
}

const LOOKS_LATIN = new RegExp(
  "[\\u0250-\\u02af\\u0370-\\u03ff\\u0400-\\u052f\\u0530-\\u058f\\u13a0-\\u13ff\\u1d00-\\u1d7f\\u2c80-\\u2cff" +
    "\\ua4d0-\\ua4ff\\uab70-\\uabbf\\uff21-\\uff5a\\u{1d400}-\\u{1d7ff}]",
  "u",
);
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Letters that can be seen and still deceive: what to warn of, by name.
 * @returns {("hidden" | "mixed" | "rightToLeft")[]}
 */
export function warnings(texts) {
  const mixed = (text) =>
    text.split(/[^\p{L}\p{N}_]+/u).some((word) => /[A-Za-z]/.test(word) && LOOKS_LATIN.test(word));
  /** @type {("hidden" | "mixed" | "rightToLeft")[]} */
  const found = [];
  if (texts.some((text) => SPELT.test(text.replace(/[\n\t⏎⇥␠⟨↳]/g, "")))) {
    found.push("hidden");
  }
  if (texts.some(mixed)) {
    found.push("mixed");
  }
  if (texts.some((text) => RIGHT_TO_LEFT.test(text))) {
    found.push("rightToLeft");
  }
  return found;
}
