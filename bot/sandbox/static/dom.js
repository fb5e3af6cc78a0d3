// Building elements. Text always becomes a text node, never markup.

export function el(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "class") made.className = value;
    else if (key === "hue") made.style.setProperty("--hue", value);
    else if (key === "data") Object.assign(made.dataset, value);
    else if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

// Cards of hearts and diamonds are shown red, their rank included.
const RED = /((?:10|[2-9AKQJTDVR])?[♥♦]\uFE0F?)/;

export function words(text) {
  const made = document.createDocumentFragment();
  text.split(RED).forEach((part, index) => {
    if (part) made.append(index % 2 ? el("span", { class: "red" }, part) : part);
  });
  return made;
}
