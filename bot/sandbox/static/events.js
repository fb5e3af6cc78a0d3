// The server's scheduled events, as Discord lists them.

import { el } from "./dom.js";
import { inline, markdown } from "./markdown.js";

const STATUS = { scheduled: "Scheduled", active: "Now", completed: "Over", canceled: "Cancelled" };
const OPEN = new Set(["scheduled", "active"]);

// Those to come in their order, then those that are over, the latest first.
export function renderEvents(events, look) {
  const coming = events.filter((e) => OPEN.has(e.status)).sort((a, b) => a.start - b.start);
  const over = events.filter((e) => !OPEN.has(e.status)).sort((a, b) => b.start - a.start);
  if (!events.length) return [el("p", { class: "empty" }, "No event is scheduled.")];
  return [...coming, ...over].map((each) => renderEvent(each, look));
}

function renderEvent(each, look) {
  const when = `<t:${Math.round(each.start)}:F> · <t:${Math.round(each.start)}:R>`;
  return el(
    "article",
    { class: `event ${each.status}`, "aria-label": each.name },
    el("header", {}, el("strong", {}, each.name), el("span", { class: "tag" }, STATUS[each.status])),
    el("p", {}, inline(when, look)),
    el("p", { class: "small" }, inline(each.location, look)),
    each.description ? el("div", { class: "text" }, markdown(each.description, look)) : null,
  );
}
