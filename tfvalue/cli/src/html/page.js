"use strict";
// All text of a provider goes through `textContent`: nothing on this page is parsed as HTML.
(() => {
  const make = (tag, classes, ...children) => {
    const element = document.createElement(tag);
    if (classes) element.className = classes;
    element.append(...children);
    return element;
  };
  const find = (id) => document.getElementById(id);
  const LONG = 400;
  const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
  const LEVELS = ["ok", "change", "warning", "error"];

  let query = "";
  let filter = "all";
  let noun = "";
  const sections = [];

  // Values

  const isContainer = (node) => Array.isArray(node.c) && node.c.length > 0;
  const EMPTY = { object: "{}", map: "{}", list: "[]", tuple: "[]", set: "[]" };

  /** Returns text in which the searched words are marked. */
  function marked(text) {
    const fragment = document.createDocumentFragment();
    const low = text.toLowerCase();
    let at = 0;
    // The case of some letters changes the length.
    for (let hit; query && low.length === text.length && (hit = low.indexOf(query, at)) >= 0; at = hit + query.length) {
      fragment.append(text.slice(at, hit), make("mark", "", text.slice(hit, hit + query.length)));
    }
    fragment.append(text.slice(at));
    return fragment;
  }

  /** Shows a value without parts. */
  function scalar(node) {
    const out = document.createDocumentFragment();
    if (node.k === "unknown") {
      out.append(make("span", "unknown", "known after apply"));
      if (node.n) out.append(make("span", "type", ` ${node.n}`));
    } else if (node.k === "sensitive") {
      out.append(make("span", "sensitive", "sensitive"));
    } else if (node.k === "string") {
      out.append(long(JSON.stringify(node.v), "string"));
    } else if (node.k === "text") {
      out.append(long(node.v, ""));
    } else if (node.k === "absent") {
      const absent = make("span", "absent", "–");
      absent.title = "no value";
      out.append(absent);
    } else if (node.k in EMPTY) {
      out.append(make("span", "empty", EMPTY[node.k]));
    } else {
      out.append(make("span", node.k, node.k === "null" ? "null" : marked(String(node.v))));
    }
    if (node.y) out.append(make("span", "type", ` # ${node.y}`));
    if (node.s) out.append(" ", make("span", "sensitive", "sensitive"));
    return out;
  }

  /** Shows the start of a long text, with a button for the rest. */
  function long(text, classes) {
    if (text.length <= LONG) return make("span", classes, marked(text));
    const span = make("span", classes, marked(text.slice(0, LONG)));
    const more = make("button", "more", `… ${text.length - LONG} more characters`);
    more.type = "button";
    more.onclick = () => span.replaceChildren(marked(text));
    span.append(more);
    return span;
  }

  /** Shows a value in a cell of a table: containers as text. */
  function cell(node) {
    if (!isContainer(node)) return scalar(node);
    const span = make("span", "empty");
    const open = node.k === "object" || node.k === "map" ? "{}" : "[]";
    span.append(`${open[0]} ${plural(node.c.length, node.k === "object" ? "attribute" : "element")} ${open[1]}`);
    return span;
  }

  const step = (path, kind, [name]) => `${path}\0${kind === "object" ? "a" : kind === "map" ? "k" : "i"}${name}`;
  const has = (paths, path) => paths.has(path);
  const within = (paths, path) => {
    for (const one of paths) if (one.startsWith(`${path}\0`)) return true;
    return false;
  };

  /** Returns whether a part matches the query, in its name or its value. */
  function hits(name, node) {
    if (String(name).toLowerCase().includes(query)) return true;
    if (isContainer(node)) return node.c.some(([inner, part]) => hits(inner, part));
    return node.v !== undefined && String(node.v).toLowerCase().includes(query);
  }

  /** Shows the parts of a value. Those of a folded part follow when it is unfolded. */
  function parts(node, path, changed, depth) {
    const fragment = document.createDocumentFragment();
    for (const entry of node.c) {
      const [name, part] = entry;
      const here = step(path, node.k, entry);
      const label = make("span", "name");
      if (node.k === "map") label.append(marked(JSON.stringify(name)));
      else if (node.k === "object") label.append(marked(name));
      else if (node.k !== "set") label.append(`[${name}]`);
      const differs = has(changed, here) ? " differs" : "";
      const equals = node.k === "object" || node.k === "map" ? make("span", "eq", " = ") : node.k === "set" ? "" : " ";
      if (!isContainer(part)) {
        const nothing = part.k === "null" && !differs ? " is-null" : "";
        fragment.append(make("div", `leaf${differs}${nothing}`, label, equals, scalar(part)));
        continue;
      }
      const size = make("span", "size", `${part.k} of ${part.c.length}`);
      const summary = make("summary", differs.trim(), label, label.textContent ? " " : "", size);
      const details = make("details", "", summary);
      const fill = () => {
        if (details.childElementCount === 1) details.append(make("div", "", parts(part, here, changed, depth + 1)));
      };
      details.addEventListener("toggle", () => details.open && fill());
      const searched = query && part.c.some(([inner, each]) => hits(inner, each));
      if (searched || within(changed, here) || (depth < 1 && part.c.length <= 12)) {
        fill();
        details.open = true;
      }
      fragment.append(details);
    }
    return fragment;
  }

  function tree(node, changed) {
    const box = make("div", "tree");
    if (isContainer(node)) box.append(parts(node, "", changed, 0));
    else box.append(make("div", "leaf", scalar(node)));
    return box;
  }

  // Sections

  function titled(title, ...children) {
    return make("section", "", make("h3", "", title), ...children);
  }

  function finding(one) {
    const head = make("div", "", make("b", "", marked(one.title)));
    if (one.path) head.append(make("code", "", marked(one.path)));
    const box = make("div", `finding ${one.level}`, head);
    for (const text of one.texts) box.append(make("p", "", marked(text)));
    return box;
  }

  function table(data) {
    const head = make("tr", "", make("th", "", "Attribute"), ...data.columns.map((name) => make("th", "", name)));
    const rows = data.changes.map((change) => {
      const name = make("th", "", marked(change.path || "(whole value)"));
      name.scope = "row";
      if (change.note) name.append(make("span", "note", change.note));
      let before;
      const cells = change.cells.map((node) => {
        const text = JSON.stringify(node);
        const isChanged = before !== undefined && node.k !== "absent" && text !== before;
        if (node.k !== "absent") before = text;
        return make("td", isChanged ? "changed" : "", cell(node));
      });
      return make("tr", "", name, ...cells);
    });
    return make("div", "scroll", make("table", "", make("thead", "", head), make("tbody", "", ...rows)));
  }

  function body(data) {
    const box = make("div", "body");
    if (data.findings.length) box.append(titled("Findings", ...data.findings.map(finding)));
    if (data.notes.length) box.append(make("ul", "notes", ...data.notes.map((note) => make("li", "", marked(note)))));
    if (data.changes.length) box.append(titled("Differences", table(data)));
    for (const text of data.texts) box.append(titled(text.label, make("pre", "", marked(text.text))));
    if (data.values.length) {
      const changed = new Set(data.changes.map((change) => change.key));
      const values = data.values.map((value) => {
        const details = make("details", "value", make("summary", "", value.label), tree(value.node, changed));
        details.open = true;
        return details;
      });
      box.append(titled("Values", make("div", "values", ...values)));
    }
    if (!box.childElementCount) box.append(make("p", "notes", "Nothing to show."));
    return box;
  }

  function duration(ms) {
    if (ms === undefined || ms === null) return "";
    if (ms < 1) return `${Math.max(1, Math.round(ms * 1000))} µs`;
    return ms < 1000 ? `${ms.toPrecision(3)} ms` : `${(ms / 1000).toPrecision(3)} s`;
  }

  function row(section, range) {
    const { data } = section;
    const badges = make("span", "badges");
    for (const level of ["error", "warning"]) {
      const count = data.findings.filter((one) => one.level === level).length;
      if (count) badges.append(make("span", `badge ${level}`, plural(count, level)));
    }
    if (data.changes.length) badges.append(make("span", "badge change", plural(data.changes.length, "difference")));
    const dot = make("span", "dot");
    dot.title = data.level;
    const summary = make("summary", "", dot, make("span", "kind", data.kind), make("span", "subject", data.subject), badges);
    summary.querySelector(".subject").title = data.subject;
    if (range) {
      const bar = make("i");
      bar.style.left = `${Math.min(99, (100 * (data.start - range.start)) / range.length)}%`;
      bar.style.width = `${Math.min(100, (100 * (data.duration || 0)) / range.length)}%`;
      summary.append(make("span", "wave", bar));
    }
    if (range) summary.append(make("span", "time", duration(data.duration)));
    const details = make("details", `row ${data.level}`, summary);
    details.addEventListener("toggle", () => fill(section));
    section.element = details;
    return details;
  }

  /** Shows the content of an open section, again if the query has changed since. */
  function fill(section) {
    const { element } = section;
    if (!element.open || (section.filled && section.query === query)) return;
    element.querySelector(":scope > .body")?.remove();
    element.append(body(section.data));
    [section.filled, section.query] = [true, query];
  }

  function group(name, members) {
    const timed = members.filter(({ data }) => typeof data.start === "number");
    let range;
    const title = make("h2", "", name);
    if (timed.length === members.length) {
      const start = Math.min(...timed.map(({ data }) => data.start));
      const end = Math.max(...timed.map(({ data }) => data.start + (data.duration || 0)));
      range = { start, length: Math.max(end - start, 0.001) };
      title.append(make("small", "", `${new Date(start).toLocaleString()}, ${duration(range.length)}`));
    }
    title.append(make("small", "", members.length > 1 ? `${members.length} ${noun}` : ""));
    const rows = make("div", "rows", ...members.map((section) => row(section, range)));
    return make("section", range ? "group timed" : "group", title, rows);
  }

  // Search

  /** Returns everything in a section that can be searched, in lower case. */
  function index(section) {
    if (section.text === undefined) {
      const words = [];
      const collect = (value) => {
        if (typeof value === "string") words.push(value);
        else if (typeof value === "number") words.push(String(value));
        else if (value && typeof value === "object") for (const [name, part] of Object.entries(value)) if (name !== "k" && name !== "level" && name !== "key") collect(part);
      };
      collect(section.data);
      section.text = words.join("\n").toLowerCase();
    }
    return section.text;
  }

  const FILTERS = {
    all: ["All", () => true],
    change: ["Differences", (data) => data.changes.length > 0],
    finding: ["Findings", (data) => data.findings.length > 0],
    error: ["Errors", (data) => data.level === "error"],
  };

  function update() {
    let shown = 0;
    for (const section of sections) {
      const visible = FILTERS[filter][1](section.data) && (!query || index(section).includes(query));
      section.element.hidden = !visible;
      shown += visible;
      if (visible) fill(section);
    }
    for (const each of document.querySelectorAll(".group")) {
      each.hidden = !each.querySelector(".row:not([hidden])");
    }
    find("none").hidden = shown > 0;
    find("count").textContent = `${shown} of ${sections.length} shown`;
    for (const button of find("filters").children) button.setAttribute("aria-pressed", String(button.value === filter));
  }

  // The page

  function head(page) {
    const facts = make("dl", "facts");
    for (const [name, value] of page.facts) facts.append(make("div", "", make("dt", "", name), make("dd", "", value)));
    const totals = make("dl", "totals");
    const total = (name, value, classes) => totals.append(make("div", classes, make("dt", "", name), make("dd", "", String(value))));
    total(page.noun, sections.length);
    total("with differences", sections.filter(({ data }) => data.changes.length).length);
    const count = (level) => sections.reduce((sum, { data }) => sum + data.findings.filter((one) => one.level === level).length, 0);
    total("warnings", count("warning"), count("warning") ? "warn" : "");
    total("errors", count("error"), count("error") ? "bad" : "");
    find("head").append(make("div", "", make("h1", "", page.title), facts), totals);
  }

  function move(by) {
    const rows = [...document.querySelectorAll(".row:not([hidden]) > summary")];
    const at = rows.indexOf(document.activeElement);
    rows[Math.max(0, Math.min(rows.length - 1, at + by))]?.focus();
  }

  function listen() {
    const input = find("query");
    let waiting;
    const search = () => {
      query = input.value.trim().toLowerCase();
      update();
    };
    input.addEventListener("input", () => {
      clearTimeout(waiting);
      waiting = setTimeout(search, 120);
    });
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Escape" && document.activeElement === input) {
        input.value = "";
        search();
        input.blur();
      } else if (document.activeElement !== input) {
        if (event.key === "/") input.focus();
        else if (event.key === "j") move(1);
        else if (event.key === "k") move(-1);
        else return;
        event.preventDefault();
      }
    });
    for (const [value, [label, test]] of Object.entries(FILTERS)) {
      const count = make("span", "", String(sections.filter(({ data }) => test(data)).length));
      const button = make("button", "", label, count);
      [button.type, button.value] = ["button", value];
      button.onclick = () => {
        filter = value;
        update();
      };
      find("filters").append(button);
    }
    find("nulls").onclick = ({ currentTarget: button }) => {
      const hides = document.body.classList.toggle("no-nulls");
      button.setAttribute("aria-pressed", String(!hides));
    };
    find("fold").onclick = () => {
      for (const { element } of sections) element.open = false;
    };
    find("reset").onclick = () => {
      [input.value, filter] = ["", "all"];
      search();
    };
  }

  document.addEventListener("DOMContentLoaded", () => {
    const page = { title: document.title, noun: "parts", facts: [] };
    for (const script of document.querySelectorAll('script[type="application/json"]')) {
      let data;
      try {
        data = JSON.parse(script.textContent);
      } catch {
        continue; // the process was killed while it wrote
      }
      if (data.page) Object.assign(page, data.page);
      else sections.push({ data });
      script.remove();
    }
    // Parallel calls are written when they end.
    if (sections.every(({ data }) => typeof data.start === "number")) sections.sort((a, b) => a.data.start - b.data.start);
    noun = page.noun;
    head(page);
    const groups = new Map();
    for (const section of sections) {
      const name = section.data.group;
      if (!groups.has(name)) groups.set(name, []);
      groups.get(name).push(section);
    }
    for (const [name, members] of groups) find("list").append(group(name, members));
    listen();
    update();
    find("bar").hidden = sections.length === 0;
    const worst = sections.filter(({ data }) => LEVELS.indexOf(data.level) >= 2);
    const first = sections.length <= 3 ? sections : worst.slice(0, 1);
    for (const { element } of first) element.open = true;
  });
})();
