/** What scripts make: rows, lists, custom elements, shadow trees, styles, lazy pictures, frames, dialogs. */
import { BUSY, type Technique } from "../technique.ts";

const READY = `document.documentElement.removeAttribute("${BUSY}");`;
const SHIPS = JSON.stringify([
  { name: "Marguerite", port: "Bergen", tons: 840 },
  { name: "Sea Holly", port: "Malmö", tons: 1200 },
  { name: "Old Tom", port: "Hull", tons: 310 },
  { name: "Anna K", port: "Gdańsk", tons: 2050 },
]);
const FRAME_PAGE = `<!doctype html><style>body{margin:0;font:18px sans-serif;background:#fffbe6;padding:12px}b{color:#a03}</style><b>Inside a frame</b><p>Its own document, of the same site.</p>`;

export const SCRIPT_PAGES: readonly Technique[] = [
  {
    name: "app shell with fetch",
    isBare: true,
    css: `body { margin: 0; font: 16px sans-serif; background: #eef; } .app { width: 520px; margin: 30px; background: #fff; padding: 16px; } .app li { padding: 4px 0; }`,
    body: `<div id="root"></div><noscript>This page needs JavaScript.</noscript>`,
    files: { "ships.json": { type: "application/json", body: SHIPS } },
    script: `const ships = await (await fetch("ships.json")).json();
      document.getElementById("root").innerHTML = '<main class="app" data-block><h2>Ships today</h2><ul>' + ships.map(({ name, port }) => "<li><b>" + name + "</b> from " + port + "</li>").join("") + "</ul></main>"; ${READY}`,
  },
  {
    name: "data table made by a script",
    css: `.grid { width: 560px; background: #fff; } .grid table { width: 100%; border-collapse: collapse; } .grid td, .grid th { border-bottom: 1px solid #ccd; padding: 6px; text-align: left; } .grid .sum { text-align: right; font-weight: bold; }`,
    body: `<div class="grid" data-block><div id="table" data-toggle="table"></div></div>`,
    script: `const ships = ${SHIPS}; const table = document.createElement("table");
      table.innerHTML = "<thead><tr><th>Ship</th><th>Port</th><th>Tons</th></tr></thead>";
      const body = table.createTBody();
      for (const ship of ships.sort((a, b) => b.tons - a.tons)) { const row = body.insertRow(); for (const value of Object.values(ship)) row.insertCell().textContent = value; }
      document.getElementById("table").append(table);
      const sum = document.createElement("p"); sum.className = "sum"; sum.textContent = ships.reduce((all, { tons }) => all + tons, 0) + " tons"; document.getElementById("table").append(sum);`,
  },
  {
    name: "infinite list",
    css: `.feed { width: 420px; background: #fff; } .feed article { padding: 10px; border-bottom: 1px solid #dde; } .more { height: 20px; }`,
    body: `<div class="feed" data-block><div id="list"></div><div class="more"></div></div>`,
    script: `const list = document.getElementById("list"); let count = 0;
      const add = () => { for (let at = 0; at < 4; at++) { const item = document.createElement("article"); item.innerHTML = "<b>Entry " + ++count + "</b><br>Written in the log of the harbour."; list.append(item); } };
      add();
      const watcher = new IntersectionObserver(([entry]) => { if (!entry.isIntersecting) return; add(); if (count >= 8) { watcher.disconnect(); ${READY} } });
      watcher.observe(document.querySelector(".more"));`,
  },
  {
    name: "counter that counts up",
    css: `.figures { display: flex; gap: 30px; background: #123; color: #fff; padding: 20px; width: 460px; } .figures b { display: block; font-size: 40px; }`,
    body: `<div class="figures" data-block><div><b data-to="1250">0</b>Ships a year</div><div><b data-to="48">0</b>Pilots</div><div><b data-to="7">0</b>Piers</div></div>`,
    script: `const start = performance.now(); const all = [...document.querySelectorAll("[data-to]")];
      const step = () => { const done = Math.min(1, (performance.now() - start) / 1800); for (const each of all) each.textContent = Math.round(each.dataset.to * done); if (done < 1) requestAnimationFrame(step); else { ${READY} } }; step();`,
  },
  {
    name: "open shadow tree",
    css: `ship-card { display: block; width: 400px; --accent: #a03; } ship-card b { color: #063; }`,
    body: `<ship-card data-block><b slot="name">Marguerite</b><span>840 tons of timber</span></ship-card>`,
    script: `customElements.define("ship-card", class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: "open" }).innerHTML = '<style>:host { background: #fff; padding: 16px; border-left: 8px solid var(--accent); } h3 { margin: 0; font-size: 24px; } ::slotted(b) { text-decoration: underline; }</style><h3>Ship <slot name="name"></slot></h3><p><slot></slot></p>'; } });`,
  },
  {
    name: "parts and slots of a shadow tree",
    css: `ship-label { display: block; padding: 4px; } ship-label.late::part(stamp) { background: #c05; color: #fff; }`,
    body: `<ship-label class="late" data-block><b slot="name">Sea Holly</b><p>Two days late, with oranges</p></ship-label>`,
    script: `customElements.define("ship-label", class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: "open" }).innerHTML = '<style>:host { display: inline; padding: 60px; background: #fff; } [part] { padding: 12px; background: #ddd; } ::slotted([slot=name]) { color: #06c; } ::slotted(p) { margin: 40px; } slot:not([name]) { font-style: italic; }</style><div part="stamp big">Stamped <slot name="name"></slot></div><slot></slot>'; } });`,
  },
  {
    name: "closed shadow tree",
    css: `tide-clock { display: block; width: 360px; }`,
    body: `<tide-clock data-block></tide-clock>`,
    script: `customElements.define("tide-clock", class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: "closed" }).innerHTML = '<style>div { background: #024; color: #9df; padding: 20px; font-size: 28px; }</style><div>High water 06:12</div>'; } });`,
  },
  {
    name: "declarative shadow tree",
    css: `wind-rose { display: block; width: 360px; }`,
    body: `<wind-rose data-block><template shadowrootmode="open"><style>:host { background: #fff; padding: 14px; } p { color: #075; font-size: 22px; margin: 0; }</style><p>Wind from the <slot></slot></p></template>south-west</wind-rose>`,
  },
  {
    name: "custom elements without a shadow tree",
    css: `x-tabs { display: block; background: #fff; width: 440px; } x-tabs nav { display: flex; gap: 2px; background: #ccd; } x-tabs nav b { padding: 8px 14px; } x-tabs nav b.on { background: #fff; } x-tabs section { padding: 14px; } x-tabs:not(:defined) { visibility: hidden; }`,
    body: `<x-tabs data-block><section title="Arrivals">Marguerite, Old Tom</section><section title="Departures">Anna K</section></x-tabs>`,
    script: `customElements.define("x-tabs", class extends HTMLElement { connectedCallback() { const nav = document.createElement("nav"); [...this.children].forEach((part, at) => { const tab = document.createElement("b"); tab.textContent = part.title; tab.classList.toggle("on", at === 0); part.hidden = at > 0; nav.append(tab); }); this.prepend(nav); } });`,
  },
  {
    name: "adopted style sheets",
    body: `<div class="adopted" data-block><h3>Adopted</h3><p>Its styles are in no element at all.</p></div>`,
    script: `const sheet = new CSSStyleSheet(); sheet.replaceSync(".adopted { background: #063; color: #dfd; padding: 20px; width: 420px; border-radius: 12px; } .adopted h3 { font-size: 30px; }"); document.adoptedStyleSheets.push(sheet);`,
  },
  {
    name: "rules inserted one by one",
    body: `<div class="inserted" data-block><h3>Inserted</h3><p>As libraries do that write styles in scripts.</p></div>`,
    script: `const style = document.createElement("style"); document.head.append(style);
      for (const rule of [".inserted { background: #402; color: #fde; padding: 20px; width: 420px; }", ".inserted h3 { letter-spacing: 4px; }", "@media (min-width: 600px) { .inserted { border: 5px dotted #fde; } }"]) style.sheet.insertRule(rule, style.sheet.cssRules.length);`,
  },
  {
    name: "lazy images",
    css: `.far { height: 2400px; } .shots { display: flex; gap: 10px; background: #fff; padding: 10px; }`,
    body: `<div class="far">A long way down</div><div class="shots" data-block><img loading="lazy" src="/pictures/220x160.png" width="220" height="160" alt=""><img loading="lazy" src="/pictures/200x160.png" width="200" height="160" alt=""></div>`,
  },
  {
    name: "images brought in when seen",
    css: `.far { height: 1800px; } .shots { display: flex; gap: 10px; background: #fff; padding: 10px; } .shots img { width: 200px; height: 140px; } .ground { width: 200px; height: 140px; }`,
    body: `<div class="far">A long way down</div><div class="shots" data-block><img data-src="/pictures/200x140.png" src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==" alt=""><div class="ground" data-bg="/pictures/210x140.png"></div></div>`,
    script: `const watcher = new IntersectionObserver((entries) => { for (const { isIntersecting, target } of entries) { if (!isIntersecting) continue; if (target.dataset.src) target.src = target.dataset.src; else target.style.background = "url(" + target.dataset.bg + ")"; watcher.unobserve(target); } }); for (const each of document.querySelectorAll("[data-src],[data-bg]")) watcher.observe(each);
      setTimeout(() => { ${READY} }, 300);`,
  },
  {
    name: "faded in when seen",
    css: `.far { height: 1500px; } .reveal { opacity: 0; transform: translateY(40px); transition: all 0.6s; background: #fff; padding: 20px; } .reveal.seen { opacity: 1; transform: none; }`,
    body: `<div class="far">A long way down</div><div class="reveal" data-block><h3>Here at last</h3><p>Shown once somebody scrolls to it.</p></div>`,
    script: `new IntersectionObserver((entries, watcher) => { for (const { isIntersecting, target } of entries) if (isIntersecting) { target.classList.add("seen"); watcher.unobserve(target); setTimeout(() => { ${READY} }, 800); } }).observe(document.querySelector(".reveal"));`,
  },
  {
    name: "frame of the same site",
    css: `.holder { width: 440px; background: #fff; padding: 12px; } .holder iframe { width: 100%; height: 120px; border: 2px solid #9ab; }`,
    body: `<div class="holder" data-block><b>Ticker</b><iframe src="inner.html" title="Ticker"></iframe></div>`,
    files: { "inner.html": { type: "text/html; charset=utf-8", body: FRAME_PAGE } },
  },
  {
    name: "frame with its document",
    css: `.holder { width: 440px; background: #fff; padding: 12px; } .holder iframe { width: 100%; height: 120px; border: 0; }`,
    body: `<div class="holder" data-block><iframe title="Note" srcdoc="${FRAME_PAGE.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"></iframe></div>`,
  },
  {
    name: "web animations",
    css: `.stage { width: 460px; height: 120px; background: #024; position: relative; } .boat { position: absolute; left: 0; bottom: 20px; padding: 8px 14px; background: #fc4; opacity: 0; }`,
    body: `<div class="stage" data-block><div class="boat">Sea Holly</div></div>`,
    script: `const run = document.querySelector(".boat").animate([{ left: "0", opacity: 0 }, { left: "300px", opacity: 1 }], { duration: 1200, fill: "forwards" }); await run.finished; ${READY}`,
  },
  {
    name: "style animations that end",
    css: `@keyframes rise { from { opacity: 0; transform: translateY(30px); } } .cards { display: flex; gap: 10px; } .cards div { background: #fff; padding: 24px; animation: rise 0.8s both; } .cards div:nth-child(2) { animation-delay: 0.3s; } .cards div:nth-child(3) { animation-delay: 0.6s; }`,
    body: `<div class="cards" data-block><div>First</div><div>Second</div><div>Third</div></div>`,
  },
  {
    name: "dialog",
    css: `dialog { width: 380px; border: 0; border-radius: 10px; padding: 20px; } dialog::backdrop { background: #0008; }`,
    body: `<p>Some page behind.</p><dialog data-block><h3>Berth 12 is free</h3><p>Until Sunday at noon.</p><button>Take it</button></dialog>`,
    script: `document.querySelector("dialog").showModal();`,
  },
  {
    name: "popover",
    css: `[popover] { width: 320px; padding: 16px; border: 2px solid #06c; background: #eef6ff; margin: 60px auto; }`,
    body: `<button popovertarget="tip">Tip</button><div id="tip" popover data-block><b>Did you know?</b><p>The bell still rings by hand.</p></div>`,
    script: `document.getElementById("tip").showPopover();`,
  },
  {
    name: "dark page by a class",
    css: `.card { padding: 16px; border: 1px solid #ccd; } .dark body, body.dark { background: #0d1117; color: #c9d1d9; } .dark .card { border-color: #30363d; } .dark .site-menu a { color: #58a6ff; }`,
    body: `<div class="card" data-block><h3>Night watch</h3><p>The page turns dark by a script, as people like it.</p></div>`,
    script: `document.documentElement.classList.add("dark"); document.body.classList.add("dark");`,
  },
  {
    name: "carousel that scrolls",
    css: `.slides { width: 480px; height: 180px; overflow: hidden; display: flex; } .slides div { flex: 0 0 480px; display: grid; place-items: center; font-size: 40px; color: #fff; }`,
    body: `<div class="slides" data-block><div style="background:#a03">First</div><div style="background:#063">Second</div><div style="background:#06c">Third</div></div>`,
    script: `document.querySelector(".slides").scrollLeft = 480;`,
  },
  {
    name: "carousel by transforms",
    css: `.window { width: 480px; height: 180px; overflow: hidden; } .track { display: flex; width: 1440px; height: 100%; transition: transform 0.3s; } .track div { width: 480px; display: grid; place-items: center; font-size: 40px; color: #fff; }`,
    body: `<div class="window" data-block><div class="track"><div style="background:#a03">First</div><div style="background:#063">Second</div><div style="background:#06c">Third</div></div></div>`,
    script: `document.querySelector(".track").style.transform = "translate3d(-960px, 0, 0)"; setTimeout(() => { ${READY} }, 500);`,
  },
  {
    name: "icons that a script draws",
    css: `.services { display: flex; gap: 20px; background: #fff; padding: 16px; } .services i, .services svg { width: 48px; height: 48px; } .services svg { fill: #06c; }`,
    head: `<script defer src="fontawesome/all.js"></script>`,
    body: `<div class="services" data-block><span><i class="fas fa-square"></i><br>Berths</span><span><i class="fas fa-square"></i><br>Repairs</span></div>`,
    files: {
      "fontawesome/all.js": {
        type: "text/javascript",
        body: `for (const icon of document.querySelectorAll("i.fas")) { icon.outerHTML = '<svg class="svg-inline--fa" viewBox="0 0 8 8"><path d="M1 1h6v6H1z"/></svg>'; }`,
      },
    },
  },
  {
    name: "empty canvas",
    css: `.card { width: 420px; background: #fff; padding: 16px; } .card canvas { border: 1px dashed #9ab; }`,
    body: `<div class="card" data-block><h3>Visitors</h3><canvas height="160"></canvas><p>No boat was counted this week.</p></div>`,
    script: `document.querySelector("canvas").getContext("2d");`,
  },
  {
    name: "values typed by a script",
    css: `.form { background: #fff; padding: 16px; width: 420px; display: grid; gap: 8px; } .form input, .form textarea, .form select { font: inherit; padding: 4px; }`,
    body: `<form class="form" data-block><input id="name"><textarea id="text"></textarea><select id="pier"><option>Pier 1<option>Pier 2<option>Pier 3</select><label><input type="checkbox" id="power"> Power</label></form>`,
    script: `document.getElementById("name").value = "Marguerite"; document.getElementById("text").value = "Two nights, with power"; document.getElementById("pier").selectedIndex = 2; document.getElementById("power").checked = true;`,
  },
];
