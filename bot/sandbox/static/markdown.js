// The part of Discord's markdown that a bot's messages use, rendered as elements.

import { clock } from "./clock.js";
import { el, words } from "./dom.js";

const TIME_STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

// Tried in this order at each place; the first that matches the text from there wins.
const INLINE = [
  [/^\\([^\p{L}\p{N}\s])/u, (m) => words(m[1])],
  [/^``(.+?)``(?!`)/s, (m) => el("code", {}, words(m[1].trim()))],
  [/^`([^`\n]+)`/, (m) => el("code", {}, words(m[1]))],
  [/^<@!?(\d+)>/, (m, look) => mention(`@${look.user(m[1])}`, m[1] === look.me)],
  [/^<#(\d+)>/, (m, look) => jump(m[1], null, `#${look.channel(m[1])}`, look)],
  [/^<\/([^:>]+):\d+>/, (m) => mention(`/${m[1]}`, false)],
  [/^<a?(:\w+:)\d+>/, (m) => words(m[1])],
  [/^<t:(-?\d+)(?::([tTdDfFR]))?>/, (m, look) => time(Number(m[1]), m[2] || "f", look)],
  [/^\*\*\*(.+?)\*\*\*/s, (m, look) => el("strong", {}, el("em", {}, inline(m[1], look)))],
  [/^\*\*(.+?)\*\*(?!\*)/s, (m, look) => el("strong", {}, inline(m[1], look))],
  [/^__(.+?)__(?!_)/s, (m, look) => el("u", {}, inline(m[1], look))],
  [/^~~(.+?)~~/s, (m, look) => el("s", {}, inline(m[1], look))],
  [/^\|\|(.+?)\|\|/s, (m, look) => spoiler(inline(m[1], look))],
  [/^\*(?!\s)((?:\*\*|[^*])+?)\*(?!\*)/s, (m, look) => el("em", {}, inline(m[1], look))],
  [/^_(?!\s)([^_]+?)_(?![\p{L}\p{N}_])/su, (m, look) => el("em", {}, inline(m[1], look))],
  [/^\[([^\]\n]+)\]\((https?:\/\/[^\s)]+)\)/, (m, look) => link(m[2], inline(m[1], look), look)],
  [/^https?:\/\/[^\s<>)]+/, (m, look) => link(m[0], null, look)],
];
const SPECIAL = /[\\`<*_~|[]|https?:/;

export function inline(text, look) {
  const made = document.createDocumentFragment();
  let plain = "";
  let before = " ";
  while (text) {
    const next = text.search(SPECIAL);
    const skipped = next < 0 ? text : text.slice(0, next);
    plain += skipped;
    if (skipped) before = skipped.at(-1);
    text = text.slice(skipped.length);
    if (!text) break;
    const found = match(text, before);
    if (found) {
      made.append(words(plain), found.render(look));
      plain = "";
      before = ".";
      text = text.slice(found.length);
    } else {
      plain += text[0];
      before = text[0];
      text = text.slice(1);
    }
  }
  made.append(words(plain));
  return made;
}

function match(text, before) {
  // An underscore inside a word is just an underscore.
  if (text[0] === "_" && text[1] !== "_" && /[\p{L}\p{N}]/u.test(before)) return null;
  for (const [pattern, render] of INLINE) {
    const found = pattern.exec(text);
    if (found) return { length: found[0].length, render: (look) => render(found, look) };
  }
  return null;
}

export function markdown(text, look) {
  const made = document.createDocumentFragment();
  text.split(/```(?:[a-z]*\n)?(.*?)```/s).forEach((part, index) => {
    if (index % 2) made.append(el("pre", {}, el("code", {}, words(part.replace(/\n$/, "")))));
    else if (part.replace(/^\n|\n$/g, "")) made.append(blocks(part.replace(/^\n|\n$/g, ""), look));
  });
  return made;
}

function blocks(text, look) {
  const made = document.createDocumentFragment();
  let lines = [];
  const flush = () => {
    if (lines.length) made.append(el("p", {}, inline(lines.join("\n"), look)));
    lines = [];
  };
  for (const line of text.split("\n")) {
    const found = /^(#{1,3}|-#|>|[-*]) (.*)$/.exec(line);
    if (!found) {
      lines.push(line);
      continue;
    }
    flush();
    const [, mark, rest] = found;
    const inside = inline(rest, look);
    if (mark[0] === "#") made.append(el(`h${mark.length + 2}`, {}, inside));
    else if (mark === "-#") made.append(el("p", { class: "small" }, inside));
    else if (mark === ">") quote(made).append(el("p", {}, inside));
    else made.append(el("p", { class: "item" }, inside));
  }
  flush();
  return made;
}

function quote(made) {
  if (made.lastChild?.nodeName !== "BLOCKQUOTE") made.append(el("blockquote"));
  return made.lastChild;
}

function mention(text, mine) {
  return el("span", { class: mine ? "mention mine" : "mention" }, text);
}

function link(href, inside, look) {
  const found = jumpTarget(href);
  if (found) {
    const name = look.channel(found.channel);
    return jump(found.channel, found.message, inside || `#${name}${found.message ? " › message" : ""}`, look);
  }
  return el("a", { href, target: "_blank", rel: "noopener noreferrer" }, inside || href);
}

// The channel and message of a link that Discord's app would follow inside itself.
export function jumpTarget(href) {
  const found = /^https:\/\/discord\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?$/.exec(href);
  return found && { channel: found[1], message: found[2] || null };
}

function jump(channel, message, inside, look) {
  const go = () => look.jump(channel, message);
  return el("button", { type: "button", class: "mention", onclick: go }, inside);
}

function spoiler(inside) {
  const show = (event) => event.currentTarget.classList.add("shown");
  return el(
    "button",
    { type: "button", class: "spoiler", title: "Show", onclick: show },
    el("span", {}, inside),
  );
}

function time(unix, style, look) {
  const at = new Date(unix * 1000);
  const title = new Intl.DateTimeFormat(look.locale, TIME_STYLES.F).format(at);
  const made = el("time", { datetime: at.toISOString(), title, class: "stamp" });
  if (style === "R") made.dataset.relative = unix;
  made.textContent =
    style === "R"
      ? relative(unix, look.locale)
      : new Intl.DateTimeFormat(look.locale, TIME_STYLES[style]).format(at);
  return made;
}

const UNITS = [
  ["second", 60],
  ["minute", 60],
  ["hour", 24],
  ["day", 30],
  ["month", 12],
  ["year", Infinity],
];

export function relative(unix, locale) {
  let amount = unix - Math.floor(clock.now() / 1000);
  for (const [unit, size] of UNITS) {
    if (Math.abs(amount) < size) {
      return new Intl.RelativeTimeFormat(locale, { numeric: "always" }).format(amount, unit);
    }
    amount = Math.trunc(amount / size);
  }
  return "";
}

// Let every relative time on the page tick.
export function tick(locale) {
  for (const each of document.querySelectorAll("time[data-relative]")) {
    const text = relative(Number(each.dataset.relative), locale);
    if (each.textContent !== text) each.textContent = text;
  }
}
