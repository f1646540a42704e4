"use strict";
window.addEventListener("error", event => { document.body.dataset.error = event.message; });

const data = JSON.parse(document.getElementById("data").textContent);

// Figures, as in the short form of the report.

function threeDigits(value, unit) {
  return value.toFixed(value < 9.995 ? 2 : value < 99.95 ? 1 : 0) + " " + unit;
}

function time(ns) {
  if (ns < 1e3) return ns + " ns";
  if (ns < 999500) return threeDigits(ns / 1e3, "µs");
  if (ns < 999500000) return threeDigits(ns / 1e6, "ms");
  return threeDigits(ns / 1e9, "s");
}

function bytes(number) {
  const most = 999.5; // More would have four digits.
  if (number < 1e3) return number + " bytes";
  if (number < most * 2 ** 10) return threeDigits(number / 2 ** 10, "KiB");
  if (number < most * 2 ** 20) return threeDigits(number / 2 ** 20, "MiB");
  return threeDigits(number / 2 ** 30, "GiB");
}

const count = number => number.toLocaleString("en-US");
const plural = (number, one, many) => count(number) + " " + (number === 1 ? one : many);
const sum = (rows, key) => rows.reduce((total, row) => total + row[key], 0);
const byId = id => document.getElementById(id);

// Elements. All texts of the trace become text nodes, whatever they contain.

function make(tag, properties, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(properties || {}))
    if (key === "style") element.setAttribute("style", value);
    else if (key.includes("-")) element.setAttribute(key, value);
    else element[key] = value;
  element.append(...children.filter(child => child !== null && child !== undefined));
  return element;
}

// Head, key figures, findings.

function showHead() {
  const program = (data.ranks[0] ? data.ranks[0].program : "").split("/").pop();
  const devices = [...new Set(data.ranks.flatMap(rank => rank.devices))];
  const hosts = [...new Set(data.ranks.map(rank => rank.host).filter(Boolean))];
  byId("title").textContent = "Device work of " + program;
  document.title = byId("title").textContent;
  byId("subtitle").textContent = [
    devices.join(", "),
    hosts.length > 1 ? plural(hosts.length, "host", "hosts") : hosts[0],
    data.ranks.length > 1 ? plural(data.ranks.length, "process", "processes") : null,
  ].filter(Boolean).join(" · ");
}

function showTiles() {
  const tiles = [
    [time(data.wall), "from first to last event"],
    [count(sum(data.ranks, "launches")), "launches"],
    [time(sum(data.ranks, "kernels")), "kernels ran"],
    [time(sum(data.ranks, "waited")), "launches waited for images"],
    [bytes(sum(data.ranks, "bytes")), "copied in " + time(sum(data.ranks, "copies"))],
    [count(data.cache.compiles), "compiles, " + time(data.cache.compileNs)],
  ];
  byId("tiles").append(...tiles.map(([figure, what]) =>
    make("div", { className: "tile" }, make("b", {}, figure), make("span", {}, what))));
}

function finding(each) {
  return make("li", {},
    each.lost ? make("span", { className: "lost", title: "Time that may be saved" }, "up to " + time(each.lost)) : null,
    make("p", {}, each.what), make("p", { className: "advice" }, each.advice));
}

function showFindings() {
  const first = data.findings.slice(0, data.mainFindings), rest = data.findings.slice(data.mainFindings);
  byId("findings").append(...first.map(finding));
  if (!first.length)
    byId("findings").append(make("li", { className: "none" }, make("p", {}, "Nothing stands out.")));
  if (!rest.length) return;
  const more = byId("more");
  more.hidden = false;
  more.querySelector("summary").textContent = plural(rest.length, "further finding", "further findings");
  more.querySelector("ol").append(...rest.map(finding));
  more.querySelector("ol").style.counterReset = "finding " + first.length;
}

// Tables. A column: title, value to sort by, how to show it.

function showTable(id, columns, rows, sortedBy) {
  const table = byId(id), body = make("tbody");
  const heads = columns.map(column => make("th", { className: column.name ? "name" : "" }, column.title));
  let order = { column: null, isUp: false };

  function sortBy(index, isUp) {
    order = { column: index, isUp };
    const value = columns[index].value, sign = isUp ? 1 : -1;
    const sorted = rows.map((row, i) => [value(row), i, row]).sort((a, b) =>
      a[0] < b[0] ? -sign : a[0] > b[0] ? sign : a[1] - b[1]);
    body.replaceChildren(...sorted.map(([, , row]) => make("tr", {}, ...columns.map(column => column.cell(row)))));
    heads.forEach((head, i) => head.removeAttribute("aria-sort"));
    heads[index].setAttribute("aria-sort", isUp ? "ascending" : "descending");
  }

  heads.forEach((head, index) => head.addEventListener("click", () =>
    sortBy(index, order.column === index ? !order.isUp : Boolean(columns[index].name))));
  table.replaceChildren(make("thead", {}, make("tr", {}, ...heads)), body);
  // "#kernels=launches" in the address sorts that table, so that links can.
  const wanted = new URLSearchParams(location.hash.slice(1)).get(id);
  const asked = columns.findIndex(column => column.title === (wanted || "").replace("-", ""));
  sortBy(asked < 0 ? columns.findIndex(column => column.title === sortedBy) : asked,
         asked >= 0 && wanted.startsWith("-"));
}

const cell = (text, properties) => make("td", properties || {}, text);

function column(title, value, show) {
  return { title, value, cell: row => cell(value(row) ? show(value(row)) : "–") };
}

function shareColumn(title, value, show, whole) {
  return { title, value, cell: row => cell(value(row) ? show(value(row)) : "–", {
    className: "share", style: "--share: " + (whole ? 100 * value(row) / whole : 0).toFixed(1) + "%" }) };
}

function nameColumn(title, value, more) {
  return { title, name: true, value, cell: row =>
    make("td", { className: "name" }, value(row), ...more(row)) };
}

const small = text => text ? make("small", {}, text) : null;

// What a kernel takes of a GPU; other devices do not tell.

const memoryText = uses => uses.spilled ? bytes(uses.spilled) + " spilled"
  : uses.private ? bytes(uses.private) + " in memory" : "";

const usageText = uses => "Each thread: " + plural(uses.registers, "register", "registers") + " and " +
  bytes(uses.private) + " of memory" + (uses.spilled ? ", of which " + bytes(uses.spilled) + " are spilled registers" : "") +
  ". Each team: " + bytes(uses.shared) + " of shared memory, besides what launches add.";

const registersColumn = {
  title: "registers",
  value: row => row.uses ? row.uses.registers * 2 ** 24 + row.uses.private : 0,
  cell: row => row.uses ? make("td", { className: "narrow", title: usageText(row.uses) }, count(row.uses.registers),
    small(memoryText(row.uses))) : cell("–"),
};

function showKernels() {
  showTable("kernels", [
    nameColumn("kernel", row => row.name, row => [small(row.places.join(", "))]),
    column("launches", row => row.launches, count),
    shareColumn("total", row => row.total, time, sum(data.kernels, "total")),
    column("median", row => row.median, time),
    column("max", row => row.max, time),
    column("overhead", row => row.overhead, time),
    column("to device", row => row.to, bytes),
    column("from device", row => row.from, bytes),
    column("waited", row => row.waited, time),
    column("images", row => row.images.length, count),
    column("stand-ins", row => row.standIns, count),
    ...(data.kernels.some(kernel => kernel.uses) ? [registersColumn] : []),
  ], data.kernels, "total");
}

function showMappings() {
  byId("mappings-section").hidden = !data.mappings.length;
  showTable("mappings", [
    nameColumn("item", row => row.item, row => [
      row.repeated ? make("span", { className: "flag" }, "the same " + count(row.repeated) + " times") : null,
      small([row.declared, row.places.length ? "copied by " + row.places.join(", ") : ""].filter(Boolean).join("; ")),
    ]),
    column("copies to", row => row.to, count),
    column("bytes to", row => row.bytesTo, bytes),
    column("copies from", row => row.from, count),
    column("bytes from", row => row.bytesFrom, bytes),
    shareColumn("time", row => row.ns, time, sum(data.mappings, "ns")),
  ], data.mappings, "time");
}

function showRanks() {
  showTable("ranks", [
    nameColumn("process", row => row.name, row => [small([row.host, row.devices.join(", ")].filter(Boolean).join("; "))]),
    column("time", row => row.wall, time),
    column("launches", row => row.launches, count),
    shareColumn("kernels", row => row.kernels, time, Math.max(...data.ranks.map(rank => rank.wall))),
    column("copies", row => row.copies, time),
    column("copied", row => row.bytes, bytes),
    column("waited", row => row.waited, time),
    column("compiles", row => row.compiles, count),
  ], data.ranks, "time");
}

// Images of kernels.

const stageColors = { load: "#94a3b8", specialise: "#7c3aed", optimise: "#2563eb", generate: "#0d9488",
  link: "#ca8a04", assemble: "#dc2626" };

function stages(image) {
  const whole = sum(image.stages, "ns");
  if (!whole) return null;
  return make("span", { className: "stages",
    title: image.stages.map(stage => stage.name + " " + time(stage.ns)).join(", ") },
    ...image.stages.map(stage => make("span", { style:
      "width:" + 100 * stage.ns / whole + "%;background:" + (stageColors[stage.name] || "#888") })));
}

function codePanes(image) {
  const texts = data.code.filter(text => text.key === image.key);
  if (!texts.length) return null;
  const titles = { "before.ll": "IR before", "after.ll": "IR after", "s": "assembly" };
  const pane = first => {
    const text = make("pre"), choice = make("select", {}, ...texts.map(each =>
      make("option", { value: each.name }, titles[each.name] || each.name)));
    const show = () => { text.textContent = texts.find(each => each.name === choice.value).text; };
    choice.value = texts.some(each => each.name === first) ? first : texts[0].name;
    choice.addEventListener("change", show);
    show();
    return make("div", {}, choice, text);
  };
  return make("details", {}, make("summary", { className: "why" }, "code"),
    make("div", { className: "code" }, pane("after.ll"), pane("s")));
}

// Values are bit patterns: of large ones, a double or a float from a millionth on is likelier than an integer.
function value(text) {
  if (!/^\d{9,}$/.test(text) || Number(text) < 0x35800000) return text;
  const bits = BigInt(text), view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt.asUintN(64, bits));
  const isFloat = bits < 1n << 32n, number = isFloat ? view.getFloat32(4) : view.getFloat64(0);
  const size = Math.abs(number), limit = isFloat ? 1e9 : 1e30;
  const hex = "0x" + bits.toString(16);
  return size > 1 / limit && size < limit ? hex + " (" + Number(number.toPrecision(isFloat ? 6 : 8)) + ")" : hex;
}

// "parameter 2 was 0x3b83126f, is 0x3ba3d70b", with what the patterns stand for.
function whyText(text) {
  return text.replace(/\b0x[0-9a-f]{8,16}\b/g, pattern => value(BigInt(pattern).toString()));
}

function factText(facts) {
  return facts.split(",").map(fact => {
    const [name, number] = fact.split("=");
    return (/^\d+$/.test(name) ? "parameter " + name : name) + (number === undefined ? "" : " = " + value(number));
  }).join(", ");
}

function imageNode(kernel, image) {
  const chip = (text, title) => make("span", { className: "chip", title: title || "" }, text);
  const trials = kernel.trials.filter(trial => trial.facts && trial.facts === image.facts);
  return make("li", {},
    make("code", {}, image.facts ? factText(image.facts) : "any values"),
    image.pipeline && image.pipeline !== "auto" ? chip(image.pipeline) : null,
    image.compiles ? chip("compiled in " + time(image.ns) +
      (image.where === "background" ? ", in the background" : "")) : null,
    image.disk ? chip("read from disk") : null,
    image.bytes ? chip(bytes(image.bytes)) : null,
    image.uses ? chip([plural(image.uses.registers, "register", "registers"), memoryText(image.uses)]
      .filter(Boolean).join(", "), usageText(image.uses)) : null,
    image.loads ? null : chip("not loaded"),
    stages(image),
    image.why ? make("div", { className: "why" }, whyText(image.why)) : null,
    ...(image.loops ? image.loops.split("; ").map(loop => make("div", { className: "why" }, loop)) : []),
    ...trials.map(trial => make("div", { className: trial.demoted ? "demoted" : "why" }, "trial: " + trial.why)),
    codePanes(image));
}

function showImages() {
  const shown = data.kernels.filter(kernel => kernel.images.length || kernel.givenUp.length);
  byId("images-section").hidden = !shown.length;
  byId("images").append(...shown.map((kernel, index) => make("details", { className: "kernel", open: index < 3 },
    make("summary", {}, kernel.name, make("span", {}, plural(kernel.images.length, "image", "images") +
      (kernel.givenUp.length ? ", given up: " + count(kernel.givenUp.length) : "") +
      (kernel.trials.length ? ", " + plural(kernel.trials.length, "trial", "trials") : ""))),
    make("ul", { className: "tree" },
      ...kernel.images.slice().sort((a, b) => a.facts < b.facts ? -1 : a.facts > b.facts ? 1 : 0)
        .map(image => imageNode(kernel, image)),
      ...kernel.givenUp.map(lost => make("li", { className: "lost-fact" }, make("code", {}, lost.fact),
        make("span", { className: "why" }, " given up: " + lost.why)))))));
}

// The cache.

const levels = [
  ["loaded already", "#2f855a"], ["L1 hit", "#68b389"], ["L2 hit in memory", "#2563eb"],
  ["L2 hit on disk", "#60a5fa"], ["compiled", "#d97706"], ["fallback", "#9333ea"], ["failed", "#dc2626"],
];

function showCache() {
  byId("cache-section").hidden = !data.cache.used;
  const numbers = {}, launches = sum(data.kernels, "launches");
  for (const kernel of data.kernels)
    for (const [name, number] of Object.entries(kernel.slow))
      numbers[name] = (numbers[name] || 0) + number;
  const slow = Object.values(numbers).reduce((total, number) => total + number, 0);
  numbers["loaded already"] = Math.max(0, launches - slow);
  const used = levels.filter(([name]) => numbers[name]);
  const names = { "L1 hit": "stand-in loaded", "L2 hit in memory": "in memory", "L2 hit on disk": "on disk" };
  const outcomes = (what, table) => Object.keys(table).length ? make("p", { className: "why" }, what + ": " +
    Object.entries(table).map(([name, number]) => name.replaceAll("_", " ") + " " + count(number)).join(", ")) : null;
  byId("cache").append(make("div", {},
    make("div", { className: "levels" }, ...used.map(([name, color]) =>
      make("div", { title: name, style: "flex:" + numbers[name] + ";background:" + color }))),
    make("div", { className: "legend" }, ...used.map(([name, color]) => make("span", {},
      make("i", { style: "background:" + color }), (names[name] || name) + " " + count(numbers[name])))),
    make("p", {}, data.cache.next),
    make("p", { className: "why" }, plural(data.cache.compiles, "compile", "compiles") + " took " +
      time(data.cache.compileNs) + "; " + count(data.cache.behind) + " of them, " + time(data.cache.behindNs) +
      ", in the background" + data.cache.awaited + "."),
    outcomes("look-ups in the cache", data.cache.lookUps), outcomes("stores", data.cache.stores)));
}

// The time line.

const kinds = [
  ["construct", "#c7d0dd"], ["kernel", "#2f855a"], ["kernel", "#2f855a"], ["copy to device", "#2563eb"],
  ["copy from device", "#60a5fa"], ["allocate, free", "#a5b4cb"], ["compile", "#d97706"], ["stage", "#f0b45b"],
  ["cache", "#8b5cf6"], ["wait for an image", "#e5484d"], ["load an image", "#b83280"], ["remark", "#64748b"],
];

const view = { begin: 0, end: data.wall || 1 };
const labels = 170, rowHeight = 15, axisHeight = 26, laneGap = 12, counterHeight = 34;
let places = [];

function layOut() {
  let y = axisHeight;
  places = data.lanes.map(lane => {
    const place = { y, height: lane.depth * rowHeight };
    y += place.height + laneGap;
    return place;
  });
  const counters = data.counters.map(() => { const place = y; y += counterHeight + laneGap; return place; });
  return { height: y, counters };
}

function niceStep(span, parts) {
  const raw = span / parts, power = 10 ** Math.floor(Math.log10(raw));
  return [1, 2, 5, 10].map(factor => factor * power).find(step => step >= raw);
}

function hatch(context, color) {
  const tile = document.createElement("canvas");
  tile.width = tile.height = 8;
  const pen = tile.getContext("2d");
  pen.fillStyle = "#9fd6b8";
  pen.fillRect(0, 0, 8, 8);
  pen.strokeStyle = color;
  pen.lineWidth = 2.5;
  for (const shift of [-8, 0, 8]) {
    pen.beginPath();
    pen.moveTo(shift, 8);
    pen.lineTo(shift + 8, 0);
    pen.stroke();
  }
  return context.createPattern(tile, "repeat");
}

function draw() {
  const canvas = byId("time-line"), { height, counters } = layOut();
  const ratio = window.devicePixelRatio || 1, width = canvas.parentElement.clientWidth;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  canvas.style.height = height + "px";
  const pen = canvas.getContext("2d"), style = getComputedStyle(document.body);
  const text = style.getPropertyValue("--text"), soft = style.getPropertyValue("--soft");
  const line = style.getPropertyValue("--line");
  pen.scale(ratio, ratio);
  pen.font = "12px " + style.fontFamily;
  const x = ns => labels + (ns - view.begin) / (view.end - view.begin) * (width - labels - 12);
  drawAxis(pen, x, height, soft, line);
  pen.save();
  pen.beginPath();
  pen.rect(labels, 0, width - labels, height);
  pen.clip();
  const hatched = hatch(pen, kinds[1][1]);
  data.lanes.forEach((lane, index) => drawLane(pen, x, lane, places[index], hatched, width));
  data.counters.forEach((counter, index) => drawCounter(pen, x, counter, counters[index], soft));
  for (const arrow of data.arrows) drawArrow(pen, x, arrow, text);
  pen.restore();
  drawLabels(pen, counters, text, soft);
}

function drawAxis(pen, x, height, soft, line) {
  const step = niceStep(view.end - view.begin, 8);
  pen.strokeStyle = line;
  pen.fillStyle = soft;
  pen.textAlign = "center";
  for (let at = Math.ceil(view.begin / step) * step; at <= view.end; at += step) {
    pen.beginPath();
    pen.moveTo(x(at), axisHeight - 6);
    pen.lineTo(x(at), height);
    pen.stroke();
    pen.fillText(at ? time(Math.round(at)) : "0", x(at), 14);
  }
}

// Whether a light text is legible on bars of that kind.
const isDark = kind => ![0, 4, 5, 7].includes(kind);

function drawLane(pen, x, lane, place, hatched, width) {
  for (const [kind, depth, begin, span, name, , number, isStandIn] of lane.bars) {
    if (begin + span < view.begin || begin > view.end) continue;
    const left = Math.max(x(begin), labels - 1), right = Math.min(x(begin + span), width);
    const wide = Math.max(right - left, kind === 11 ? 2 : 1), top = place.y + depth * rowHeight;
    pen.fillStyle = isStandIn ? hatched : kinds[kind][1];
    pen.fillRect(left, top, wide, rowHeight - 2);
    if (wide < 50) continue;
    pen.save();
    pen.beginPath();
    pen.rect(left, top, wide - 4, rowHeight);
    pen.clip();
    const label = (number > 1 ? count(number) + " × " : "") + data.strings[name];
    pen.textAlign = "left";
    pen.font = "11px " + getComputedStyle(document.body).fontFamily;
    // Hatching must stay visible, and texts on it be legible.
    const length = pen.measureText(label).width;
    if (isStandIn && length + 40 > wide) { pen.restore(); continue; }
    pen.fillStyle = "#ffffffd9";
    if (isStandIn) pen.fillRect(left + 12, top + 1, length + 6, rowHeight - 4);
    pen.fillStyle = isDark(kind) && !isStandIn ? "#fff" : "#1d2430";
    pen.fillText(label, left + (isStandIn ? 15 : 4), top + 10);
    pen.restore();
  }
}

function drawCounter(pen, x, counter, y, soft) {
  const most = Math.max(1, ...counter.steps.map(step => step[1]));
  const level = value => y + counterHeight - value / most * (counterHeight - 4);
  pen.fillStyle = "#0d948855";
  pen.strokeStyle = "#0d9488";
  pen.beginPath();
  pen.moveTo(x(0), level(0));
  let last = 0;
  for (const [when, value] of counter.steps) {
    pen.lineTo(x(when), level(last));
    pen.lineTo(x(when), level(value));
    last = value;
  }
  pen.lineTo(x(data.wall), level(last));
  pen.lineTo(x(data.wall), level(0));
  pen.fill();
  pen.stroke();
}

function drawArrow(pen, x, [fromLane, from, toLane, to], color) {
  if (to < view.begin || from > view.end) return;
  const begin = [x(from), places[fromLane].y + rowHeight / 2], end = [x(to), places[toLane].y + rowHeight / 2];
  const bend = Math.max(24, Math.abs(end[0] - begin[0]) / 3);
  pen.strokeStyle = pen.fillStyle = color;
  pen.globalAlpha = 0.55;
  pen.beginPath();
  pen.moveTo(...begin);
  pen.bezierCurveTo(begin[0] + bend, begin[1], end[0] - bend, end[1], ...end);
  pen.stroke();
  pen.beginPath();
  pen.moveTo(...end);
  pen.lineTo(end[0] - 6, end[1] - 4);
  pen.lineTo(end[0] - 6, end[1] + 4);
  pen.fill();
  pen.globalAlpha = 1;
}

function drawLabels(pen, counters, text, soft) {
  const fit = label => {
    while (pen.measureText(label).width > labels - 18 && label.length > 4) label = label.slice(0, -2).trimEnd() + "…";
    return label;
  };
  const several = data.ranks.length > 1;
  pen.textAlign = "left";
  data.lanes.forEach((lane, index) => {
    pen.fillStyle = text;
    pen.fillText(fit((several ? data.ranks[lane.rank].name + ": " : "") + lane.name), 12, places[index].y + 11);
  });
  data.counters.forEach((counter, index) => {
    const most = Math.max(0, ...counter.steps.map(step => step[1]));
    pen.fillStyle = text;
    pen.fillText(fit(counter.name), 12, counters[index] + 14);
    pen.fillStyle = soft;
    pen.fillText((several ? data.ranks[counter.rank].name + ", " : "") + "max " +
      (counter.name.includes("images") ? bytes(most) : count(most)), 12, counters[index] + 29);
  });
}

function barAt(offsetX, offsetY) {
  const width = byId("time-line").clientWidth - labels - 12;
  const perPixel = (view.end - view.begin) / width, at = view.begin + (offsetX - labels) * perPixel;
  const index = places.findIndex(place => offsetY >= place.y && offsetY < place.y + place.height);
  if (index < 0 || offsetX < labels) return null;
  const depth = Math.floor((offsetY - places[index].y) / rowHeight);
  return data.lanes[index].bars.find(bar => bar[1] === depth && at >= bar[2] - 2 * perPixel &&
    at <= bar[2] + bar[3] + 2 * perPixel);
}

function showTip(event) {
  const tip = byId("tip"), bar = barAt(event.offsetX, event.offsetY);
  tip.hidden = !bar;
  if (!bar) return;
  const [kind, , begin, length, name, details, number, isStandIn] = bar;
  tip.replaceChildren(make("b", {}, (number > 1 ? count(number) + " × " : "") + data.strings[name]),
    make("div", {}, kinds[kind][0] + (isStandIn ? ", a stand-in" : "") + ": " + time(length) + " at " + time(begin)),
    data.strings[details] ? make("div", {}, data.strings[details]) : "");
  tip.style.left = Math.min(event.offsetX + 14, byId("time-line").clientWidth - 330) + "px";
  tip.style.top = Math.max(4, event.offsetY - 30) + "px";
}

function setView(begin, end) {
  const least = 200, span = Math.min(Math.max(end - begin, least), data.wall || 1);
  view.begin = Math.max(0, Math.min(begin, data.wall - span));
  view.end = view.begin + span;
  draw();
}

function zoom(factor, at) {
  const middle = at === undefined ? (view.begin + view.end) / 2 : at;
  setView(middle - (middle - view.begin) * factor, middle + (view.end - middle) * factor);
}

function watchTimeLine() {
  const canvas = byId("time-line");
  const timeAt = event => view.begin + (event.offsetX - labels) /
    (canvas.clientWidth - labels - 12) * (view.end - view.begin);
  let drag = null;
  canvas.addEventListener("pointerdown", event => {
    canvas.setPointerCapture(event.pointerId);
    drag = { at: timeAt(event), x: event.offsetX, moves: event.shiftKey, view: { ...view } };
  });
  canvas.addEventListener("pointermove", event => {
    if (!drag) return showTip(event);
    byId("tip").hidden = true;
    const perPixel = (drag.view.end - drag.view.begin) / (canvas.clientWidth - labels - 12);
    const shift = (drag.x - event.offsetX) * perPixel;
    if (drag.moves) return setView(drag.view.begin + shift, drag.view.end + shift);
    draw();
    const pen = canvas.getContext("2d");
    pen.fillStyle = "#2457c533";
    pen.fillRect(Math.min(drag.x, event.offsetX), 0, Math.abs(event.offsetX - drag.x), canvas.clientHeight);
  });
  canvas.addEventListener("pointerup", event => {
    if (drag && !drag.moves && Math.abs(event.offsetX - drag.x) > 4) {
      const at = timeAt(event);
      setView(Math.min(drag.at, at), Math.max(drag.at, at));
    }
    drag = null;
  });
  canvas.addEventListener("pointerleave", () => { byId("tip").hidden = true; });
  canvas.addEventListener("wheel", event => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoom(event.deltaY > 0 ? 1.25 : 0.8, timeAt(event));
  }, { passive: false });
  byId("zoom-in").addEventListener("click", () => zoom(0.5));
  byId("zoom-out").addEventListener("click", () => zoom(2));
  byId("zoom-all").addEventListener("click", () => setView(0, data.wall));
  window.addEventListener("resize", draw);
}

function showTimeLine() {
  byId("not-drawn").hidden = data.drawnRanks >= data.ranks.length;
  byId("not-drawn").textContent = "Only the first " + data.drawnRanks + " processes are drawn.";
  const used = new Set(data.lanes.flatMap(lane => lane.bars.map(bar => bar[0])));
  const names = [...new Set(kinds.filter((kind, index) => used.has(index)).map(([name, color]) => name + "|" + color))];
  byId("legend").append(...names.map(each => make("span", {},
    make("i", { style: "background:" + each.split("|")[1] }), each.split("|")[0])));
  if (data.lanes.some(lane => lane.bars.some(bar => bar[7])))
    byId("legend").append(make("span", {}, make("i", { className: "hatched" }), "stand-in"));
  watchTimeLine();
  draw();
}

showHead();
showTiles();
showFindings();
showKernels();
showImages();
showCache();
showMappings();
showRanks();
showTimeLine();
document.body.dataset.ready = "yes";
