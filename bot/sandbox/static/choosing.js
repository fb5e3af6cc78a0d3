// Selects as Discord shows them, in messages and in modals: what they offer, and what is chosen.

import { el } from "./dom.js";

const STRING = 3;
const USER = 5;
const ROLE = 6;
const MENTIONABLE = 7;
const CHANNEL = 8;
export const SELECTS = new Set([STRING, USER, ROLE, MENTIONABLE, CHANNEL]);

// Build a select: its element, the names it takes from what is chosen, and how to read that.
export function choosing(each, app, attributes = {}) {
  const options = offered(each, app);
  const single = each.max_values === 1 && each.min_values === 1;
  return single ? one(each, options, attributes) : several(each, options, attributes);
}

function offered(each, app) {
  if (each.type === STRING) {
    return each.options.map((o) => ({
      value: o.value,
      label: `${o.emoji?.name ? `${o.emoji.name} ` : ""}${o.label}`,
      description: o.description,
      chosen: o.default,
    }));
  }
  const defaults = new Set((each.default_values || []).map((d) => d.id));
  return named(each, app.state).map((o) => ({ ...o, chosen: defaults.has(o.value) }));
}

function named(each, state) {
  const people = () => state.members.map((m) => ({ value: m.id, label: m.name }));
  const roles = () => state.roles.map((r) => ({ value: r.id, label: r.name }));
  if (each.type === USER) return people();
  if (each.type === ROLE) return roles();
  if (each.type === MENTIONABLE) return [...people(), ...roles()];
  return channelsFor(each, state).map((c) => ({ value: c.id, label: `#${c.name}` }));
}

// The channels that a select or an option takes.
export function channelsFor(each, state) {
  const types = each.channel_types;
  return state.channels.filter((c) => !c.archived && (!types?.length || types.includes(c.type)));
}

function one(each, options, attributes) {
  const placeholder = each.placeholder || "Make a selection";
  const rows = options.map((o) =>
    el(
      "option",
      { value: o.value, selected: o.chosen },
      o.description ? `${o.label}: ${o.description}` : o.label,
    ),
  );
  const none = el("option", { value: "", disabled: true, selected: true }, placeholder);
  const element = el("select", { class: "select", disabled: each.disabled, ...attributes }, none, ...rows);
  if (!attributes["aria-label"]) element.setAttribute("aria-label", placeholder);
  const before = element.value;
  return {
    element,
    read: () => (element.value ? [element.value] : []),
    reset: () => (element.value = before),
  };
}

// Several are ticked in a list that opens; closed, it reads what is chosen, or its placeholder.
function several(each, options, attributes) {
  const boxes = options.map((o) =>
    el("input", { type: "checkbox", value: o.value, checked: o.chosen, disabled: each.disabled }),
  );
  const heading = el("summary", { class: "select", "aria-disabled": each.disabled ? "true" : null });
  const list = el(
    "div",
    { class: "choices" },
    ...options.map((o, index) =>
      el("label", {}, boxes[index], el("span", {}, o.label), o.description ? el("small", {}, o.description) : null),
    ),
  );
  const element = el("details", { class: "several", ...attributes }, heading, list);
  if (each.disabled) heading.addEventListener("click", (event) => event.preventDefault());
  const chosen = () => boxes.filter((box) => box.checked);
  const show = () => {
    const names = options.filter((_, index) => boxes[index].checked).map((o) => o.label);
    heading.textContent = names.join(", ") || each.placeholder || "Make a selection";
    heading.classList.toggle("free", !names.length);
    const full = each.max_values > 1 && names.length >= each.max_values;
    for (const box of boxes) box.disabled = each.disabled || (full && !box.checked);
  };
  element.addEventListener("change", (event) => {
    if (each.max_values === 1 && event.target.checked) {
      for (const box of boxes) box.checked = box === event.target;
    }
    show();
  });
  show();
  return {
    element,
    list,
    read: () => chosen().map((box) => box.value),
    enough: () => chosen().length >= each.min_values && chosen().length <= each.max_values,
    reset: () => (element.open = false),
  };
}
