// The modal a reply opened, as a dialog.

import { SELECTS, choosing } from "./choosing.js";
import { el } from "./dom.js";
import { markdown } from "./markdown.js";

export function openModal(modal, reply, app) {
  const dialog = document.getElementById("modal");
  const fields = new Map();
  const problem = el("p", { class: "problem", role: "alert" });
  const send = el("button", { type: "submit", class: "button primary" }, "Submit");
  const cancel = el("button", { type: "button", class: "button plain", onclick: () => dialog.close() }, "Cancel");
  const form = el(
    "form",
    { autocomplete: "off" },
    el("h2", { id: "modal-title" }, modal.title),
    ...modal.components.map((each) => part(each, fields, app)),
    problem,
    el("footer", {}, cancel, send),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const values = {};
    for (const [id, read] of fields) values[id] = read();
    send.disabled = true;
    const told = await app.act("submit", { reply, values }, { quiet: true });
    send.disabled = false;
    problem.textContent =
      told.kind === "failed" ? "Something went wrong. Try again." : told.error || "";
    if (!problem.textContent) dialog.close();
  });
  dialog.replaceChildren(form);
  dialog.showModal();
}

function part(each, fields, app) {
  if (each.type === 10) return el("div", { class: "text" }, markdown(each.content, app.look()));
  if (each.type === 1) return el("div", {}, ...each.components.map((c) => labelled(c.label, null, c, fields, app)));
  return labelled(each.label, each.description, each.component, fields, app);
}

function labelled(label, description, component, fields, app) {
  const { element, read } = input(component, label, app);
  fields.set(component.custom_id, read);
  // A list of boxes has labels of its own.
  const kind = element.matches("details") ? "div" : "label";
  return el(
    kind,
    { class: "field" },
    el("span", {}, label, component.required ? el("b", { class: "red", title: "required" }, " *") : null),
    description ? el("small", {}, description) : null,
    element,
  );
}

function input(component, label, app) {
  const attributes = { "aria-label": label, name: component.custom_id };
  if (SELECTS.has(component.type)) return choosing(component, app, attributes);
  const element = textInput(component);
  return { element, read: () => element.value };
}

function textInput(each) {
  const attributes = {
    required: each.required,
    placeholder: each.placeholder || null,
    minlength: each.min_length || null,
    maxlength: each.max_length,
    name: each.custom_id,
  };
  if (each.style === 2) return el("textarea", { rows: 4, ...attributes }, each.value);
  return el("input", { type: "text", value: each.value, ...attributes });
}
