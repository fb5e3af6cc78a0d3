// The line where messages and slash commands are typed, with what the bot offers.

import { el } from "./dom.js";

const BOOLEAN = 5;
const USER = 6;
const CHANNEL = 7;
const NUMBERS = new Set([4, 10]);

export class Composer {
  constructor(app) {
    this.app = app;
    this.commands = [];
    this.shown = [];
    this.current = -1;
    this.form = document.getElementById("composer");
    this.text = document.getElementById("text");
    this.offers = document.getElementById("offers");
    this.fields = document.getElementById("fields");
    this.filling = null;
    this.text.addEventListener("input", () => this.offer());
    this.text.addEventListener("keydown", (event) => this.key(event));
    this.text.addEventListener("blur", () => setTimeout(() => this.left(), 150));
    this.form.addEventListener("submit", (event) => this.submit(event));
  }

  // Ask anew what is offered to this member here.
  async refresh() {
    const told = await this.app.act("commands", {}, { quiet: true });
    this.commands = told.commands || [];
    if (document.activeElement === this.text) this.offer();
  }

  offer() {
    const typed = this.text.value;
    const words = typed.slice(1).toLowerCase().trimStart();
    this.shown = typed.startsWith("/")
      ? this.commands.filter((c) => c.name.startsWith(words) || words.startsWith(`${c.name} `))
      : [];
    this.current = this.shown.length === 1 || words ? 0 : -1;
    this.offers.replaceChildren(...this.shown.map((each, index) => this.row(each, index)));
    this.offers.hidden = !this.shown.length;
    this.mark();
  }

  row(command, index) {
    const options = command.options.map((o) =>
      el("span", { class: o.required ? "option" : "option free" }, o.name),
    );
    const pick = (event) => {
      event.preventDefault();
      this.pick(command);
    };
    return el(
      "li",
      { role: "option", id: `offer-${index}`, onmousedown: pick },
      el("b", {}, `/${command.name}`),
      ...options,
      el("small", {}, command.description),
    );
  }

  mark() {
    [...this.offers.children].forEach((row, index) => {
      row.setAttribute("aria-selected", String(index === this.current));
      if (index === this.current) row.scrollIntoView({ block: "nearest" });
    });
    this.text.setAttribute("aria-expanded", String(!this.offers.hidden));
    if (this.current >= 0) this.text.setAttribute("aria-activedescendant", `offer-${this.current}`);
    else this.text.removeAttribute("aria-activedescendant");
  }

  left() {
    if (document.activeElement !== this.text) this.hide();
  }

  hide() {
    this.offers.hidden = true;
    this.text.setAttribute("aria-expanded", "false");
  }

  key(event) {
    if (this.offers.hidden) return;
    const count = this.shown.length;
    if (event.key === "ArrowDown") this.current = (this.current + 1) % count;
    else if (event.key === "ArrowUp") this.current = (this.current - 1 + count) % count;
    else if (event.key === "Escape") return this.hide();
    else if (event.key === "Tab" || (event.key === "Enter" && !this.complete())) {
      const found = this.shown[this.current];
      if (!found) return;
      event.preventDefault();
      return this.pick(found);
    } else return;
    event.preventDefault();
    this.mark();
  }

  // Whether what is typed can be sent as it is.
  complete() {
    const typed = this.text.value.slice(1).trim().toLowerCase();
    const found = this.commands.find((c) => typed === c.name || typed.startsWith(`${c.name} `));
    if (!found) return false;
    const given = typed.slice(found.name.length).trim();
    return Boolean(given) || !found.options.some((option) => option.required);
  }

  pick(command) {
    this.hide();
    if (!command.options.length) {
      this.text.value = `/${command.name}`;
      this.text.focus();
      return;
    }
    this.filling = command;
    this.text.value = `/${command.name}`;
    this.text.readOnly = true;
    const inputs = command.options.map((option) => this.input(option));
    const close = el("button", { type: "button", class: "plain", onclick: () => this.leave() }, "✕ Cancel");
    this.fields.replaceChildren(
      el("div", { class: "fields-head" }, el("b", {}, `/${command.name}`), el("small", {}, command.description), close),
      ...inputs,
    );
    this.fields.hidden = false;
    this.fields.querySelector("input, select")?.focus();
  }

  input(option) {
    const attributes = { name: option.key, required: option.required, "data-type": option.type };
    let made;
    const choices = this.choices(option);
    if (choices) {
      const none = el("option", { value: "" }, option.required ? "Choose…" : "—");
      const rows = choices.map((c) => el("option", { value: c.value }, c.name));
      made = el("select", attributes, none, ...rows);
    } else if (NUMBERS.has(option.type)) {
      const step = option.type === 4 ? "1" : "any";
      made = el("input", { type: "number", step, min: option.min_value, max: option.max_value, ...attributes });
    } else {
      made = el("input", { type: "text", minlength: option.min_length, maxlength: option.max_length, ...attributes });
    }
    return el(
      "label",
      { class: "field" },
      el("span", {}, option.name, option.required ? el("b", { class: "red", title: "required" }, " *") : null),
      made,
      el("small", {}, option.description),
    );
  }

  choices(option) {
    if (option.choices) return option.choices;
    if (option.type === BOOLEAN) return [{ name: "true", value: "true" }, { name: "false", value: "false" }];
    if (option.type === USER) return this.app.state.members.map((m) => ({ name: m.name, value: m.id }));
    if (option.type === CHANNEL) return this.app.state.channels.map((c) => ({ name: `#${c.name}`, value: c.id }));
    return null;
  }

  reset() {
    this.filling = null;
    this.fields.hidden = true;
    this.fields.replaceChildren();
    this.text.readOnly = false;
    this.text.value = "";
    this.hide();
  }

  leave() {
    this.reset();
    this.text.focus();
  }

  async submit(event) {
    event.preventDefault();
    if (this.filling) return this.sendForm();
    const text = this.text.value.trim();
    if (!text) return;
    this.hide();
    this.text.value = "";
    const told = await this.app.act("type", { text });
    // What did not go is given back to be corrected.
    if (told.error && !this.text.value) this.text.value = text;
  }

  async sendForm() {
    const options = {};
    for (const each of this.fields.querySelectorAll("input, select")) options[each.name] = each.value;
    const name = this.filling.name;
    const told = await this.app.act("command", { name, options });
    if (!told.error) this.leave();
  }
}
