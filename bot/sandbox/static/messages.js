// One message as Discord shows it, with working buttons and selects.

import { choosing } from "./choosing.js";
import { el } from "./dom.js";
import { jumpTarget, markdown } from "./markdown.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };
const PICTURES = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);
const FILES = "https://cdn.discordapp.com/attachments";

export function renderMessage(message, app) {
  const look = app.look();
  const author = app.author(message.author);
  const at = new Date(message.at * 1000);
  const clock = new Intl.DateTimeFormat(look.locale, { timeStyle: "short" }).format(at);
  const context = { message, app, look };
  const classes = ["message"];
  if (message.seen_by) classes.push("ephemeral");
  if (message.mentions.includes(look.me)) classes.push("mentioned");
  return el(
    "article",
    { class: classes.join(" "), data: { id: message.id }, "aria-label": `${author.name}, ${clock}` },
    el("span", { class: "avatar", hue: author.hue, "aria-hidden": "true" }, author.name[0]),
    el(
      "div",
      { class: "body" },
      message.asked_by ? el("p", { class: "asked" }, `${message.asked_by} used a command`) : null,
      el(
        "header",
        {},
        el("strong", {}, author.name),
        author.bot ? el("span", { class: "tag" }, "APP") : null,
        el("time", { datetime: at.toISOString() }, clock),
        message.edited ? el("span", { class: "edited" }, "(edited)") : null,
      ),
      message.loading ? el("p", { class: "loading" }, `${author.name} is thinking…`) : null,
      message.content ? el("div", { class: "text" }, markdown(message.content, look)) : null,
      ...message.components.map((each) => component(each, context)),
      ...loose(message).map(attachment),
      message.seen_by ? onlyYou(context) : null,
    ),
  );
}

function onlyYou({ message, app }) {
  const dismiss = () => app.act("dismiss", { message: message.id });
  return el(
    "p",
    { class: "only-you" },
    "Only you can see this · ",
    el("button", { type: "button", class: "plain", onclick: dismiss }, "Dismiss"),
  );
}

const KINDS = {
  1: (each, context) => el("div", { class: "row" }, ...inside(each, context)),
  2: button,
  3: select,
  5: select,
  6: select,
  7: select,
  8: select,
  9: (each, context) =>
    el(
      "div",
      { class: "section" },
      el("div", {}, ...inside(each, context)),
      component(each.accessory, context),
    ),
  10: (each, { look }) => el("div", { class: "text" }, markdown(each.content, look)),
  11: (each) => image(each.media, each.description, "thumbnail"),
  12: (each) =>
    el("div", { class: "gallery" }, ...each.items.map((i) => image(i.media, i.description))),
  13: (each) => file({ filename: each.name, size: each.size, url: each.file.url }),
  14: (each) =>
    el("hr", { class: `${each.divider ? "" : "bare"} ${each.spacing === 2 ? "wide" : ""}` }),
  17: container,
};

function component(each, context) {
  const kind = KINDS[each.type];
  return kind ? kind(each, context) : el("p", { class: "small" }, `(component ${each.type})`);
}

function inside(each, context) {
  return each.components.map((child) => component(child, context));
}

function container(each, context) {
  const made = el("div", { class: "container" }, ...inside(each, context));
  if (each.accent_color !== null) {
    made.style.setProperty("--accent", `#${each.accent_color.toString(16).padStart(6, "0")}`);
  }
  return made;
}

// The files of a message that none of its components shows.
function loose(message) {
  const shown = JSON.stringify(message.components);
  return message.files.filter((each) => !shown.includes(each.url));
}

function attachment(each) {
  if (!PICTURES.has(each.content_type)) return file(each);
  return el("div", { class: "gallery" }, image(each, each.filename));
}

function file({ filename, size, url }) {
  return el(
    "a",
    { class: "file", href: url.replace(FILES, "/page/files"), download: filename },
    el("span", { "aria-hidden": "true" }, "↓"),
    el("span", { class: "file-name" }, filename),
    el("small", {}, inBytes(size)),
  );
}

function inBytes(size) {
  if (size < 1000) return `${size} bytes`;
  return size < 1_000_000 ? `${(size / 1000).toFixed(1)} kB` : `${(size / 1_000_000).toFixed(1)} MB`;
}

function image(media, description, name = "") {
  return el("img", { src: media.url.replace(FILES, "/page/files"), alt: description || "", class: name });
}

function button(each, { message, app }) {
  const label = `${each.emoji ? `${each.emoji.name} ` : ""}${each.label || ""}`.trim();
  if (each.style === 5) {
    const found = jumpTarget(each.url);
    if (found) {
      const go = () => app.jump(found.channel, found.message);
      return el("button", { type: "button", class: "button link", onclick: go }, `${label} ↗`);
    }
    const outside = { target: "_blank", rel: "noopener noreferrer" };
    return el("a", { class: "button link", href: each.url, ...outside }, `${label} ↗`);
  }
  const made = el(
    "button",
    {
      type: "button",
      class: `button ${STYLES[each.style]}`,
      disabled: each.disabled,
      data: { customId: each.custom_id },
    },
    label,
  );
  made.addEventListener("click", () => app.press(made, message.id, each.custom_id));
  return made;
}

function select(each, { message, app }) {
  const made = choosing(each, app, { data: { customId: each.custom_id } });
  const send = async (button) => {
    const given = { message: message.id, custom_id: each.custom_id, values: made.read() };
    await app.busy(button, "select", given);
    made.reset();
  };
  if (!made.list) {
    made.element.addEventListener("change", () => send(made.element));
    return made.element;
  }
  const done = el("button", { type: "button", class: "button primary" }, "Send");
  const check = () => (done.disabled = !made.enough());
  check();
  made.element.addEventListener("change", check);
  done.addEventListener("click", () => send(done));
  made.list.append(done);
  return made.element;
}
