// An input for which the bot proposes values while one types, as Discord does.

import { el } from "./dom.js";

const PAUSE_MS = 150;

export class Suggesting {
  // `ask` returns the bot's choices for what is typed, or null when it did not answer.
  constructor(attributes, ask) {
    this.ask = ask;
    this.asked = 0;
    this.choices = [];
    this.current = 0;
    this.value = null;
    const list = `suggestions-${attributes.name}`;
    this.input = el("input", {
      type: "text",
      role: "combobox",
      "aria-expanded": "false",
      "aria-autocomplete": "list",
      "aria-controls": list,
      ...attributes,
    });
    this.list = el("ul", { id: list, class: "suggestions", role: "listbox", "aria-label": "Suggestions", hidden: true });
    this.input.addEventListener("input", () => {
      this.value = null;
      clearTimeout(this.pausing);
      this.pausing = setTimeout(() => this.propose(), PAUSE_MS);
    });
    this.input.addEventListener("focus", () => this.propose());
    this.input.addEventListener("blur", () => this.hide());
    this.input.addEventListener("keydown", (event) => this.key(event));
  }

  // What is sent: the value of the proposal that was chosen, or else what was typed.
  read() {
    return this.value ?? this.input.value;
  }

  async propose() {
    const asked = ++this.asked;
    const choices = await this.ask();
    // Only the answer to what was typed last counts.
    if (asked !== this.asked || document.activeElement !== this.input) return;
    this.choices = choices || [];
    this.current = 0;
    const rows = this.choices.map((each, index) => this.row(each, index));
    const none = el("li", { class: "none" }, choices ? "No options match your search." : "Loading options failed.");
    this.list.replaceChildren(...(rows.length ? rows : [none]));
    this.list.hidden = false;
    this.input.setAttribute("aria-expanded", "true");
    this.mark();
    this.list.scrollIntoView({ block: "nearest" });
  }

  row(choice, index) {
    const pick = (event) => {
      event.preventDefault();
      this.pick(index);
    };
    return el("li", { role: "option", id: `${this.list.id}-${index}`, onmousedown: pick }, choice.name);
  }

  pick(index) {
    this.input.value = this.choices[index].name;
    this.value = String(this.choices[index].value);
    this.hide();
  }

  mark() {
    if (!this.choices.length) return;
    [...this.list.children].forEach((row, index) => {
      row.setAttribute("aria-selected", String(index === this.current));
      if (index === this.current) row.scrollIntoView({ block: "nearest" });
    });
    this.input.setAttribute("aria-activedescendant", `${this.list.id}-${this.current}`);
  }

  hide() {
    clearTimeout(this.pausing);
    this.asked += 1;
    this.list.hidden = true;
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
  }

  key(event) {
    const count = this.choices.length;
    if (this.list.hidden || !count) return;
    if (event.key === "ArrowDown") this.current = (this.current + 1) % count;
    else if (event.key === "ArrowUp") this.current = (this.current - 1 + count) % count;
    else if (event.key === "Escape") this.hide();
    else if (event.key === "Enter") this.pick(this.current);
    else if (event.key === "Tab") return this.pick(this.current);
    else return;
    event.preventDefault();
    this.mark();
  }
}
