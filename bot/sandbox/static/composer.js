// The line where messages and slash commands are typed, with what the bot offers.

import { el } from "./dom.js";
import { CommandForm } from "./form.js";

export class Composer {
  constructor(app) {
    this.app = app;
    this.commands = [];
    this.shown = [];
    this.current = -1;
    this.form = document.getElementById("composer");
    this.text = document.getElementById("text");
    this.offers = document.getElementById("offers");
    this.filling = new CommandForm(app, document.getElementById("fields"), () => this.leave());
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
    this.text.value = `/${command.name}`;
    if (!command.options.length) {
      this.text.focus();
      return;
    }
    this.text.readOnly = true;
    this.filling.show(command);
  }

  reset() {
    this.filling.close();
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
    if (this.filling.open) return this.sendForm();
    const text = this.text.value.trim();
    if (!text) return;
    this.hide();
    this.text.value = "";
    const told = await this.app.act("type", { text });
    // What did not go is given back to be corrected.
    if (told.error && !this.text.value) this.text.value = text;
  }

  async sendForm() {
    const given = { name: this.filling.command.name, options: this.filling.values() };
    const told = await this.app.act("command", given);
    if (!told.error) this.leave();
  }
}
