// Moving the sandbox's time forward: a series is a week away otherwise.

import { clock } from "./clock.js";
import { el } from "./dom.js";

const BEFORE_S = 120;
const STEPS = [
  ["1 minute later", 60],
  ["10 minutes later", 600],
  ["1 hour later", 3600],
  ["1 day later", 86_400],
  ["1 week later", 604_800],
];

// A select that reads what time it is, and offers later ones.
export class Moving {
  constructor(app, select) {
    this.app = app;
    this.select = select;
    this.now = el("option", { value: "" });
    select.addEventListener("change", () => this.move());
    this.tick();
  }

  tick() {
    const style = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
    this.offer();
    this.now.textContent = new Intl.DateTimeFormat(this.app.look().locale, style).format(clock.now());
  }

  // What is offered follows what is scheduled; where nothing has changed, an open list stays.
  offer() {
    const coming = this.app.state.events
      .filter((e) => e.status === "scheduled" && e.start - BEFORE_S > clock.now() / 1000)
      .sort((a, b) => a.start - b.start)
      .slice(0, 3);
    const before = coming.map((e) => this.later(`2 minutes before ${e.name}`, { until: e.start - BEFORE_S }));
    const steps = STEPS.map(([name, seconds]) => this.later(name, { seconds }));
    const offered = [...before, ...steps];
    const known = [...this.select.options].slice(1);
    if (offered.map((o) => o.outerHTML).join() === known.map((o) => o.outerHTML).join()) return;
    this.select.replaceChildren(this.now, ...offered);
  }

  later(name, data) {
    return el("option", { value: name, data }, name);
  }

  async move() {
    const { until, seconds } = this.select.selectedOptions[0].dataset;
    this.select.selectedIndex = 0;
    this.select.disabled = true;
    await this.app.act("pass_time", { seconds: Number(seconds ?? until - clock.now() / 1000) });
    this.select.disabled = false;
  }
}
