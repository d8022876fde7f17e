// @ts-check
// What a person set for this browser.

const KEY = "byleave.settings";
// `grace`: seconds a request waits before a notification, so that a person at the keyboard is not called.
// `next`: whether the next card comes soon after an answer, at once, or when the approver opens it.
/** @type {{keys: boolean, notify: boolean, grace: number, theme: string, next: string, split?: boolean, nameless?: boolean, quietFrom?: string, quietTo?: string, map?: Record<string, string | undefined>}} */
const USUAL = { keys: true, notify: false, grace: 10, theme: "auto", next: "soon" };

function read() {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...USUAL };
  }
}

export const settings = read();

export function set(name, value) {
  settings[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing keeps nothing.
  }
}

/** The colours a person chose, instead of the system's. */
export function applyTheme() {
  const { theme } = settings;
  if (theme === "light" || theme === "dark") document.documentElement.setAttribute("data-theme", theme);
  else document.documentElement.removeAttribute("data-theme");
}
