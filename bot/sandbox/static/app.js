// The page: what it knows, what it shows, and the line to the sandbox.

import { Composer } from "./composer.js";
import { clock } from "./clock.js";
import { el } from "./dom.js";
import { renderEvents } from "./events.js";
import { tick } from "./markdown.js";
import { renderMessage } from "./messages.js";
import { openModal } from "./modal.js";
import { Moving } from "./moving.js";

const $ = (id) => document.getElementById(id);
const DM = "dm";
const EVENTS = "events";
const ROLES = {
  owner: ["OWNER", "owns the server and the bot's application, and may do everything, /maintenance too."],
  moderator: ["MOD", "is a moderator: may set up the server, and direct every table and series."],
};
const SHOWN = 150;
const KEPT = 3000;

class App {
  constructor() {
    this.state = {
      members: [],
      channels: [],
      roles: [],
      events: [],
      bot: { id: "", name: "Croupier" },
      online: false,
    };
    this.messages = new Map();
    this.waiting = new Map();
    this.asked = 0;
    this.me = localStorage.getItem("me") || "";
    this.place = localStorage.getItem("place") || "";
    this.read = JSON.parse(localStorage.getItem("read") || "{}");
    this.following = true;
    this.top = 0;
    this.composer = new Composer(this);
    this.moving = new Moving(this, $("time"));
    this.bind();
    this.connect();
    setInterval(() => this.tick(), 1000);
  }

  bind() {
    $("dms-open").addEventListener("change", (e) => this.act("set", { dms_open: e.target.checked }));
    $("locale").addEventListener("change", (e) => this.speak(e.target.value));
    $("join").addEventListener("click", () => this.busy($("join"), "join", { count: 10 }));
    $("log").addEventListener("scroll", () => {
      if (this.place === EVENTS) return;
      // Only scrolling up, which a person does, lets go of the end; a new layout does not.
      const top = $("log").scrollTop;
      if (this.atEnd()) this.toEnd();
      else if (top < this.top) this.following = false;
      this.top = top;
    });
    // When the log gets smaller, its end stays in sight.
    new ResizeObserver(() => this.following && this.toEnd()).observe($("log"));
    $("to-end").addEventListener("click", () => this.toEnd());
    document.addEventListener("visibilitychange", () => this.noteRead());
  }

  // -- the line to the sandbox

  connect() {
    const socket = new WebSocket(`ws://${location.host}/page/live`);
    socket.addEventListener("message", (event) => this.hear(JSON.parse(event.data)));
    socket.addEventListener("close", () => {
      this.socket = null;
      for (const done of this.waiting.values()) done({ error: "The sandbox is not running." });
      this.waiting.clear();
      this.showStatus();
      setTimeout(() => this.connect(), 700);
    });
    socket.addEventListener("open", () => (this.socket = socket));
  }

  async act(act, given, { quiet = false } = {}) {
    if (!this.socket) return this.notice("The sandbox is not running; this page reconnects by itself.");
    const id = ++this.asked;
    const answer = new Promise((done) => this.waiting.set(id, done));
    const [member, place] = [this.me, this.place];
    this.socket.send(JSON.stringify({ id, act, member, place, ...given }));
    const told = await answer;
    if (told.error && !quiet) this.notice(told.error);
    if (told.kind === "failed" && !quiet) this.fail(member, place);
    if (told.modal) openModal(told.modal, told.reply, this);
    return told;
  }

  // Change a member's language, in which commands have other names.
  async speak(locale) {
    await this.act("set", { locale });
    this.composer.refresh();
  }

  // Do something by a button, which is busy until the answer is there.
  async busy(button, act, given) {
    button.classList.add("busy");
    button.setAttribute("aria-busy", "true");
    await this.act(act, given);
    button.classList.remove("busy");
    button.removeAttribute("aria-busy");
  }

  // Press a button of a message: as the member played, or once as every member.
  async press(button, message, customId) {
    const all = $("as-all").checked;
    $("as-all").checked = false;
    await this.busy(button, all ? "press_as_all" : "press", { message, custom_id: customId });
  }

  tick() {
    tick(this.look().locale);
    this.moving.tick();
  }

  hear(told) {
    if (told.re) {
      this.waiting.get(told.re)?.(told);
      this.waiting.delete(told.re);
    } else if (told.ev === "message") {
      this.messages.set(told.message.id, told.message);
      if (this.messages.size > KEPT) this.messages.delete(this.messages.keys().next().value);
      this.showMessage(told.message);
    } else if (told.ev === "deleted") {
      this.messages.delete(told.id);
      $("log").querySelector(`[data-id="${told.id}"]`)?.remove();
    } else if (told.ev === "commands") {
      this.composer.refresh();
    } else {
      if (told.ev === "all") this.messages = new Map(told.messages.map((m) => [m.id, m]));
      this.state = told;
      this.settle();
      if (told.ev === "all") {
        this.showLog();
        this.composer.refresh();
      } else if (this.place === EVENTS) this.showLog();
      this.tick();
    }
    this.showPeople();
    if (told.ev === "all") this.reveal();
  }

  // Keep to a member and a place that exist.
  settle() {
    const { members, channels } = this.state;
    if (!members.some((m) => m.id === this.me)) this.me = members[0]?.id || "";
    const kept = [DM, EVENTS, ...channels.map((c) => c.id)];
    if (!kept.includes(this.place)) this.place = channels[0]?.id || DM;
    clock.ahead = this.state.ahead_s;
    document.title = this.state.guild;
    $("guild").textContent = this.state.guild;
    this.showStatus();
  }

  // -- who and where

  look() {
    const mine = this.state.members.find((m) => m.id === this.me);
    return {
      me: this.me,
      locale: mine?.locale || "en-US",
      user: (id) => this.author(id).name,
      jump: (channel, message) => this.jump(channel, message),
      channel: (id) => this.state.channels.find((c) => c.id === id)?.name || "unknown",
    };
  }

  author(id) {
    const { bot, members } = this.state;
    if (id === bot.id) return { name: bot.name, bot: true, hue: 235 };
    const index = members.findIndex((m) => m.id === id);
    return { name: members[index]?.name || "unknown", bot: false, hue: (index * 137) % 360 };
  }

  go(me, place) {
    this.me = me;
    this.place = place;
    localStorage.setItem("me", me);
    localStorage.setItem("place", place);
    this.composer.reset();
    this.showPeople();
    this.reveal();
    this.showLog();
    this.composer.refresh();
  }

  // Have who plays and where in sight, where there are more than fit.
  reveal() {
    for (const shown of document.querySelectorAll(".chip[aria-pressed='true'], .tab[aria-current]")) {
      shown.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
  }

  // Go to a channel, and to a message in it if it is still there.
  jump(channel, message) {
    this.go(this.me, this.state.channels.some((c) => c.id === channel) ? channel : DM);
    const found = message && $("log").querySelector(`[data-id="${message}"]`);
    if (!found) return;
    this.following = false;
    found.scrollIntoView({ block: "center" });
    found.classList.add("found");
  }

  sees(message, member) {
    if (message.with) return message.with === member;
    return !message.seen_by || message.seen_by === member;
  }

  here(message) {
    const place = message.with ? DM : message.place;
    return place === this.place && this.sees(message, this.me);
  }

  // What a member has not read: how much in each place, and how much of it calls them.
  unread(member) {
    const found = { calls: 0, places: {} };
    for (const message of this.messages.values()) {
      if (!this.sees(message, member) || message.author === member || message.seen_by) continue;
      const place = message.with ? DM : message.place;
      if (BigInt(message.id) <= BigInt(this.read[`${member} ${place}`] || 0)) continue;
      const calls = message.pinged.includes(member);
      const before = found.places[place] || { count: 0, calls: 0 };
      found.places[place] = { count: before.count + 1, calls: before.calls + calls };
      found.calls += calls;
    }
    return found;
  }

  // Members whom the newest message with a mention names in some channel: it is their turn.
  named() {
    const newest = new Map();
    for (const message of this.messages.values()) {
      if (!message.with && !message.seen_by && message.mentions.length) newest.set(message.place, message);
    }
    return new Set([...newest.values()].flatMap((message) => message.mentions));
  }

  noteRead() {
    if (document.hidden || !this.me) return;
    const shown = [...this.messages.values()].filter((m) => this.here(m) && !m.seen_by);
    if (!shown.length) return;
    this.read[`${this.me} ${this.place}`] = shown.at(-1).id;
    localStorage.setItem("read", JSON.stringify(this.read));
  }

  // -- showing

  showStatus() {
    const { online, bot } = this.state;
    const text = !this.socket ? "Reconnecting…" : online ? `${bot.name} is online` : `${bot.name} is offline`;
    $("status").textContent = text;
    $("status").dataset.good = String(Boolean(this.socket && online));
  }

  showPeople() {
    this.noteRead();
    const named = this.named();
    const mine = this.state.members.find((m) => m.id === this.me);
    const focused = document.activeElement?.dataset?.key;
    $("members").replaceChildren(...this.state.members.map((m) => this.chip(m, named.has(m.id))));
    const unread = this.unread(this.me).places;
    const tabs = this.inOrder().map((c) => this.tab(c.id, `${c.parent ? "↳" : "#"} ${c.name}`, unread[c.id]));
    $("places").replaceChildren(this.tab(DM, "Direct messages", unread[DM]), ...tabs, this.tab(EVENTS, "Events"));
    if (focused) document.querySelector(`[data-key="${focused}"]`)?.focus();
    if (mine) {
      $("dms-open").checked = mine.dms_open;
      $("locale").value = mine.locale.startsWith("fr") ? "fr" : "en-US";
      $("who").textContent = `${mine.name} ${ROLES[mine.role]?.[1] || "is a member like any other."}`;
    }
    $("place-title").textContent = this.title(mine);
    $("composer").hidden = this.place === EVENTS;
    $("text").placeholder = `As ${mine?.name || "…"}: message or /command`;
  }

  title(mine) {
    if (this.place === EVENTS) return "Events";
    const channel = this.state.channels.find((c) => c.id === this.place);
    if (!channel) return `${this.state.bot.name} → ${mine?.name || ""}`;
    return `${channel.parent ? "↳" : "#"} ${channel.name}`;
  }

  // The channels, each with its threads; those put away are left out, unless one is looked at.
  inOrder() {
    const { channels } = this.state;
    const shown = channels.filter((c) => !c.archived || c.id === this.place);
    const threads = (c) => shown.filter((t) => t.parent === c.id);
    return shown.filter((c) => !c.parent).flatMap((c) => [c, ...threads(c)]);
  }

  chip(member, named) {
    const { calls } = this.unread(member.id);
    const turn = named ? ", named in the newest message" : "";
    const label = `${member.name}${member.role ? `, ${member.role}` : ""}${calls ? `, ${calls} new` : ""}${turn}`;
    const pressed = String(member.id === this.me);
    return el(
      "button",
      {
        type: "button",
        class: named ? "chip named" : "chip",
        "aria-pressed": pressed,
        "aria-label": label,
        data: { key: `m${member.id}` },
        onclick: () => this.go(member.id, this.place),
      },
      el("span", { class: "avatar", hue: this.author(member.id).hue, "aria-hidden": "true" }, member.name[0]),
      el("span", {}, member.name),
      member.role ? el("span", { class: "tag" }, ROLES[member.role][0]) : null,
      member.dms_open ? null : el("span", { title: "takes no direct messages" }, "✉̸"),
      calls ? el("span", { class: "badge" }, String(calls)) : null,
    );
  }

  tab(place, name, unread) {
    const current = place === this.place;
    const waiting = unread && !current;
    return el(
      "button",
      {
        type: "button",
        class: waiting ? "tab unread" : "tab",
        "aria-current": current ? "page" : null,
        data: { key: `p${place}` },
        onclick: () => this.go(this.me, place),
      },
      el("span", {}, name),
      waiting && unread.calls ? el("span", { class: "badge" }, String(unread.calls)) : null,
    );
  }

  showLog() {
    if (this.place === EVENTS) {
      $("log").replaceChildren(...renderEvents(this.state.events, this.look()));
      // This is read from its top.
      this.following = false;
      $("to-end").hidden = true;
      $("log").scrollTop = 0;
      return;
    }
    const shown = [...this.messages.values()].filter((m) => this.here(m)).slice(-SHOWN);
    const log = $("log");
    log.replaceChildren(...shown.map((m) => renderMessage(m, this)));
    if (!shown.length) log.append(el("p", { class: "empty" }, "Nothing here yet. Type / to see what the bot can do."));
    this.toEnd();
  }

  showMessage(message) {
    if (!this.here(message)) return;
    const log = $("log");
    const follow = this.following;
    const before = log.querySelector(`[data-id="${message.id}"]`);
    const focused = before?.contains(document.activeElement) && document.activeElement.dataset.customId;
    const made = renderMessage(message, this);
    if (before) before.replaceWith(made);
    else log.append(made);
    log.querySelector(".empty")?.remove();
    if (focused) this.refocus(made, focused);
    while (log.children.length > SHOWN) log.firstChild.remove();
    if (follow) this.toEnd();
    else if (!before) $("to-end").hidden = false;
  }

  refocus(made, customId) {
    const buttons = [...made.querySelectorAll("[data-custom-id]")];
    (buttons.find((b) => b.dataset.customId === customId) || buttons[0])?.focus();
  }

  // A failed interaction, told in the channel to the member who tried.
  fail(member, place) {
    if (member !== this.me || place !== this.place) return;
    const follow = this.following;
    const made = el("p", { class: "failed", role: "alert" }, "The application did not respond. ");
    made.append(el("button", { type: "button", class: "plain", onclick: () => made.remove() }, "Dismiss"));
    $("log").append(made);
    if (follow) this.toEnd();
  }

  notice(text) {
    clearTimeout(this.fading);
    $("notice").textContent = text;
    $("notice").hidden = false;
    this.fading = setTimeout(() => ($("notice").hidden = true), 7000);
    return { error: text };
  }

  atEnd() {
    const log = $("log");
    return log.scrollHeight - log.scrollTop - log.clientHeight < 60;
  }

  toEnd() {
    this.following = true;
    $("log").scrollTop = $("log").scrollHeight;
    this.top = $("log").scrollTop;
    $("to-end").hidden = true;
  }
}

new App();
