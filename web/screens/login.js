// @ts-check
// Logging in, for those whose browser the hub does not know.

import { h } from "../dom.js";
import { login } from "../hub/connection.js";
import { words } from "../text/login.js";

export function loginForm(text) {
  const field = h("input", { id: "token", type: "password", autocomplete: "off", required: true });
  const name = h("input", { id: "login-name", type: "text", autocomplete: "name", maxlength: "40" });
  const wrong = h("p.error", { role: "alert" });
  const submit = async (event) => {
    event.preventDefault();
    try {
      await login(field.value.trim(), name.value.trim());
      if (!location.hash.startsWith("#/")) location.hash = "#/queue";
      location.reload();
    } catch (error) {
      wrong.textContent = error.message;
    }
  };
  const said = words.login;
  return h("form.login", { on: { submit } },
    h("h1", {}, said.title), h("p", {}, text), h("p", {}, said.how[0], h("code", {}, "byleave serve"), said.how[1]),
    h("label", { for: "token" }, said.token), field, h("label", { for: "login-name" }, said.name), name, wrong,
    h("button.allow", { type: "submit" }, said.title));
}
