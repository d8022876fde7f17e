// Reads JSON lines with a `text`, writes for each the command names `unbash` finds: {"names": [...], "errors": n}.
// null stands for a command word that is not literal. Usage: node unbash.mjs FOLDER-WITH-node_modules < in > out
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const require = createRequire(`${process.argv[2]}/`);
const { parse, forEachChild } = await import(pathToFileURL(require.resolve("unbash")));

/** The value of a word, or null if something in it is only known at run time. */
function literal(word) {
  const plain = (part) =>
    part.type === "Literal" || part.type === "SingleQuoted" || part.type === "AnsiCQuoted" ||
    ((part.type === "DoubleQuoted" || part.type === "LocaleString") && part.parts.every(plain));
  const value = (part) => (part.parts ? part.parts.map(value).join("") : part.value);
  const parts = word.parts;
  // Unquoted pattern characters and tildes: what they stand for depends on the files that are there.
  const open = word.text.replace(/\\[^]|'[^']*'|"[^"]*"/g, "");
  if (/[*?]|\[.*\]|^~/s.test(open)) return null;
  if (!parts) return word.value;
  return parts.every(plain) ? parts.map(value).join("") : null;
}

function read(text) {
  const names = [];
  let errors = 0;
  const visit = (node) => {
    errors += node.errors?.length ?? 0;
    if (node.type === "Command" && node.name) names.push(literal(node.name));
    forEachChild(node, visit);
  };
  visit(parse(text));
  return { names, errors };
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(read(JSON.parse(line).text)));
}
