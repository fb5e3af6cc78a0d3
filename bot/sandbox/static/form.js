// A slash command as a form: a field for each option, the required ones first.

import { channelsFor } from "./choosing.js";
import { el } from "./dom.js";
import { Suggesting } from "./suggesting.js";

const BOOLEAN = 5;
const USER = 6;
const CHANNEL = 7;
const ROLE = 8;
const MENTIONABLE = 9;
const NUMBERS = new Set([4, 10]);
const SHOWN_AT_ONCE = 4;

export class CommandForm {
  constructor(app, box, leave) {
    this.app = app;
    this.box = box;
    this.leave = leave;
    this.command = null;
  }

  get open() {
    return this.command !== null;
  }

  show(command) {
    this.command = command;
    this.reading = new Map();
    const close = el("button", { type: "button", class: "plain", onclick: this.leave }, "✕ Cancel");
    const head = el(
      "div",
      { class: "fields-head" },
      el("b", {}, `/${command.name}`),
      el("small", {}, command.description),
      close,
    );
    const all = command.options.length <= SHOWN_AT_ONCE;
    const shown = command.options.filter((o) => all || o.required);
    const behind = command.options.filter((o) => !shown.includes(o));
    this.box.replaceChildren(head, ...shown.map((o) => this.field(o)), ...this.more(behind));
    this.box.hidden = false;
    this.box.querySelector("input, select, summary")?.focus();
  }

  close() {
    this.command = null;
    this.box.hidden = true;
    this.box.replaceChildren();
  }

  more(options) {
    if (!options.length) return [];
    const names = options.map((o) => o.name).join(", ");
    const heading = el("summary", {}, `${options.length} more: ${names}`);
    const fields = el("div", { class: "fields-more" }, ...options.map((o) => this.field(o)));
    return [el("details", { class: "more" }, heading, fields)];
  }

  // What is filled in, by the options' own names.
  values() {
    return Object.fromEntries([...this.reading].map(([key, read]) => [key, read()]));
  }

  field(option) {
    const { input, list, read } = this.input(option);
    this.reading.set(option.key, read);
    const wide = input.matches("[type=text]");
    return el(
      "div",
      { class: wide ? "field wide" : "field" },
      el(
        "label",
        { for: input.id },
        option.name,
        option.required ? el("b", { class: "red", title: "required" }, " *") : null,
      ),
      input,
      list,
      el("small", {}, option.description),
    );
  }

  input(option) {
    const attributes = { id: `option-${option.key}`, name: option.key, required: option.required };
    const choices = this.choices(option);
    if (choices) {
      const none = el("option", { value: "" }, option.required ? "Choose…" : "—");
      const rows = choices.map((c) => el("option", { value: c.value }, c.name));
      return reading(el("select", attributes, none, ...rows));
    }
    if (option.autocomplete) {
      const made = new Suggesting(attributes, () => this.complete(option));
      return { input: made.input, list: made.list, read: () => made.read() };
    }
    if (NUMBERS.has(option.type)) {
      const step = option.type === 4 ? "1" : "any";
      const bounds = { min: option.min_value, max: option.max_value };
      return reading(el("input", { type: "number", inputmode: "decimal", step, ...bounds, ...attributes }));
    }
    const bounds = { minlength: option.min_length, maxlength: option.max_length };
    return reading(el("input", { type: "text", ...bounds, ...attributes }));
  }

  async complete(option) {
    const given = { name: this.command.name, option: option.key, options: this.values() };
    const told = await this.app.act("complete", given, { quiet: true });
    return told.choices;
  }

  choices(option) {
    const { members, roles } = this.app.state;
    const people = () => members.map((m) => ({ name: m.name, value: m.id }));
    const bearers = () => roles.map((r) => ({ name: r.name, value: r.id }));
    if (option.choices) return option.choices;
    if (option.type === BOOLEAN) return ["True", "False"].map((name) => ({ name, value: name.toLowerCase() }));
    if (option.type === USER) return people();
    if (option.type === ROLE) return bearers();
    if (option.type === MENTIONABLE) return [...people(), ...bearers()];
    if (option.type === CHANNEL) {
      return channelsFor(option, this.app.state).map((c) => ({ name: `#${c.name}`, value: c.id }));
    }
    return null;
  }
}

function reading(input) {
  return { input, list: null, read: () => input.value };
}
