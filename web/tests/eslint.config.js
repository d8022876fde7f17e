// What the checker of types does not see. The last rule keeps all texts in one place.

import js from "@eslint/js";

const PAGE = ["*.js", "{card,hub,screens,text}/*.js"];
const GLOBALS = "CSS AbortController Blob Element HTMLElement IntersectionObserver MutationObserver Node Notification ResizeObserver TextDecoder TextEncoder URL URLSearchParams WebSocket Response addEventListener clearInterval clearTimeout crypto document fetch getComputedStyle getSelection globalThis history innerHeight innerWidth localStorage location matchMedia navigator performance queueMicrotask removeEventListener requestAnimationFrame scrollTo sessionStorage setInterval setTimeout window console";

/** Names of keys, of headers and of elements are no texts. */
const NAMES = new Set(["Notification", "Enter", "Escape", "Tab", "Shift", "Control", "Alt", "Meta", "Bearer", "Add", "Update", "Delete", "Infinity"]);
const SELECTING = new Set(["querySelector", "querySelectorAll", "closest", "matches", "matchMedia", "getElementById"]);

/** A line for a terminal, an address, a line of a policy, a head of a patch. */
const isLine = (value) => /^\s*(byleave |git |\/v1\/|"Bash\(|(new|deleted) file mode |rename from |old mode )/.test(value);
/** A text for people: two words, or one with a capital. */
const isText = (value) => !isLine(value) && (/[a-z]{2,}[,:.;]? [a-z]{2,}/i.test(value) || (/^[A-Z][a-z]{2,}[….]?$/.test(value) && !NAMES.has(value)));

/** Whether a text stands where only programs read it. */
function isOther(node) {
  for (let one = node; one; one = one.parent) {
    if (/^(Import|Export)/.test(one.type) && one.source === node) return true;
    if (one.type === "CallExpression" && (SELECTING.has(one.callee.property?.name) || SELECTING.has(one.callee.name))) return true;
    if (one.type === "NewExpression" && /^(RegExp|Set|Map)$/.test(one.callee.name)) return true;
    if (one.type === "VariableDeclarator" && /^[A-Z_0-9]+$/.test(one.id.name ?? "")) return true;
    if (one.type === "Property" && ["content-type", "d", "accept"].includes(one.key.value ?? one.key.name)) return true;
    if (/Statement$/.test(one.type) && one.type !== "ReturnStatement") return false;
  }
  return false;
}

const texts = {
  meta: { type: "problem", schema: [], messages: { text: "a text for people outside of text/: {{text}}" } },
  create(context) {
    const look = (node, value) => {
      if (typeof value === "string" && isText(value) && !isOther(node)) context.report({ node, messageId: "text", data: { text: value.slice(0, 60) } });
    };
    return { Literal: (node) => look(node, node.value), TemplateElement: (node) => look(node, node.value.cooked) };
  },
};

export default [
  {
    files: PAGE,
    ...js.configs.recommended,
    languageOptions: { ecmaVersion: 2024, sourceType: "module", globals: Object.fromEntries(GLOBALS.split(" ").map((name) => [name, "readonly"])) },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      ...js.configs.recommended.rules,
      "no-control-regex": "off", "no-unused-vars": ["error", { args: "after-used" }], "no-var": "error", "prefer-const": "error", eqeqeq: "error", "no-eval": "error", "no-implied-eval": "error",
      "no-new-func": "error", "no-script-url": "error", "no-shadow": "error", "no-use-before-define": ["error", { functions: false, classes: false, variables: false }], "object-shorthand": "error", "no-throw-literal": "error", "max-lines": ["error", 500],
    },
  },
  // The dialog for other pages is copied: it has its few words with it.
  { files: ["*.js", "{card,hub,screens}/*.js"], ignores: ["dialog.js"], plugins: { page: { rules: { texts } } }, rules: { "page/texts": "error" } },
];
