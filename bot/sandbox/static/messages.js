// One message as Discord shows it, with working buttons and selects.

import { el } from "./dom.js";
import { jumpTarget, markdown } from "./markdown.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };
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
  8: channelSelect,
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
  made.addEventListener("click", () =>
    app.busy(made, "press", { message: message.id, custom_id: each.custom_id }),
  );
  return made;
}

function select(each, context) {
  return each.max_values === 1 && each.min_values === 1
    ? selectOne(each, context)
    : selectSeveral(each, context);
}

function channelSelect(each, context) {
  const chosen = each.default_values.map((one) => one.id);
  const options = context.app.channelsBeside(context.message.place).map((channel) => ({
    label: `# ${channel.name}`,
    value: channel.id,
    default: chosen.includes(channel.id),
  }));
  return select({ ...each, options }, context);
}

function selectOne(each, { message, app }) {
  const placeholder = each.placeholder || "Make a selection";
  const made = el(
    "select",
    { class: "select", disabled: each.disabled, "aria-label": placeholder, data: { customId: each.custom_id } },
    el("option", { value: "", disabled: true, selected: true }, placeholder),
    ...each.options.map((o) =>
      el("option", { value: o.value, selected: o.default }, o.description ? `${o.label}: ${o.description}` : o.label),
    ),
  );
  made.addEventListener("change", () =>
    app.busy(made, "select", { message: message.id, custom_id: each.custom_id, values: [made.value] }),
  );
  return made;
}

function selectSeveral(each, { message, app }) {
  const send = el("button", { type: "submit", class: "button primary" }, "Send");
  const boxes = each.options.map((o) =>
    el("input", { type: "checkbox", value: o.value, checked: o.default, disabled: each.disabled }),
  );
  const chosen = () => boxes.filter((box) => box.checked).map((box) => box.value);
  const check = () => {
    const count = chosen().length;
    send.disabled = each.disabled || count < each.min_values || count > each.max_values;
  };
  check();
  const submit = (event) => {
    event.preventDefault();
    app.busy(send, "select", { message: message.id, custom_id: each.custom_id, values: chosen() });
  };
  return el(
    "form",
    { class: "several", onsubmit: submit, onchange: check, data: { customId: each.custom_id } },
    el("span", { class: "small" }, each.placeholder || `Choose up to ${each.max_values}`),
    ...each.options.map((o, index) => el("label", {}, boxes[index], ` ${o.label}`)),
    send,
  );
}
