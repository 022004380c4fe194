/** Layout and paint that a style sheet alone makes: grids, columns, masks, layers, scopes, pseudo-elements. */
import type { Technique } from "../technique.ts";

const CELLS = ["One", "Two", "Three", "Four", "Five", "Six"].map((word) => `<div>${word}</div>`).join("");

export const STYLE_PAGES: readonly Technique[] = [
  {
    name: "grid areas",
    css: `.layout { display: grid; gap: 8px; grid-template: "head head" 40px "side main" 120px "foot foot" 30px / 160px 1fr; width: 600px; } .layout > * { background: #fff; padding: 6px; } .h { grid-area: head; } .s { grid-area: side; } .m { grid-area: main; } .f { grid-area: foot; }`,
    body: `<div class="layout" data-block><div class="m">Main</div><div class="f">Foot</div><div class="s">Side</div><div class="h">Head</div></div>`,
  },
  {
    name: "one area of a grid",
    css: `.layout { display: grid; gap: 12px; grid-template-columns: 2fr 1fr; } .layout > * { background: #fff; padding: 12px; } .second { grid-column: 2; grid-row: 1 / span 2; display: flex; flex-direction: column; justify-content: space-between; }`,
    body: `<div class="layout"><div>The first story is a long one, about nets, knots and the people who tie them through the winter.</div><aside class="second" data-block><b>Tide table</b><span>06:12 high</span><span>12:30 low</span></aside><div>The second story is shorter.</div></div>`,
  },
  {
    name: "subgrid",
    css: `.cards { display: grid; grid-template-columns: repeat(3, 180px); grid-template-rows: auto auto auto; gap: 12px; } .card { display: grid; grid-row: span 3; grid-template-rows: subgrid; background: #fff; padding: 10px; gap: 4px; } .card b { background: #cde; }`,
    body: `<div class="cards" data-block><div class="card"><b>Rope</b><span>Hemp, tarred, sold by the metre or by the coil</span><i>3.20</i></div><div class="card"><b>Lantern for a very small boat</b><span>Brass</span><i>49</i></div><div class="card"><b>Oar</b><span>Ash</span><i>35</i></div></div>`,
  },
  {
    name: "one card of a subgrid",
    css: `.cards { display: grid; grid-template-columns: repeat(3, 200px); gap: 12px; } .card { display: grid; grid-row: span 3; grid-template-rows: subgrid; background: #fff; padding: 10px; gap: 4px; }`,
    body: `<div class="cards"><div class="card"><b>Rope</b><span>Hemp, tarred, sold by the metre or by the coil of fifty metres</span><i>3.20</i></div><div class="card" data-block><b>Lantern</b><span>Brass</span><i>49</i></div><div class="card"><b>Oar for a dinghy, with collar</b><span>Ash</span><i>35</i></div></div>`,
  },
  {
    name: "flex gaps and wrapping",
    css: `.chips { display: flex; flex-wrap: wrap; gap: 10px 18px; width: 420px; } .chips div { background: #246; color: #fff; padding: 4px 14px; border-radius: 14px; } .chips div:first-child { flex: 1 0 60%; } .chips div:last-child { margin-inline-start: auto; order: -1; }`,
    body: `<div class="chips" data-block>${CELLS}</div>`,
  },
  {
    name: "columns",
    css: `.text { columns: 3 200px; column-gap: 28px; column-rule: 1px solid #789; background: #fff; padding: 12px; } .text h3 { column-span: all; }`,
    body: `<div class="text" data-block><h3>Harbour rules</h3><p>Speed is limited to four knots between the moles, and to two beside the pontoons.</p><p>Fires on board are forbidden, stoves that are fixed excepted.</p><p>Whoever leaves a berth for more than a day tells the office.</p><p>Waste is taken at pier 4 in the mornings.</p></div>`,
  },
  {
    name: "clip-path",
    css: `.hex { width: 260px; height: 220px; background: linear-gradient(#f80, #c05); clip-path: polygon(25% 0, 75% 0, 100% 50%, 75% 100%, 25% 100%, 0 50%); display: grid; place-items: center; color: #fff; font-size: 30px; }`,
    body: `<div class="hex" data-block>Buoy 7</div>`,
  },
  {
    name: "masks",
    css: `.fade { width: 500px; padding: 16px; background: #234; color: #fff; mask-image: linear-gradient(to right, #000 55%, transparent); } .icon { display: inline-block; width: 40px; height: 30px; background: #fc4; mask: url(/pictures/40x30.svg) center / contain no-repeat; }`,
    body: `<div class="fade" data-block><i class="icon"></i> A long line that fades away towards the open sea in the west</div>`,
  },
  {
    name: "blend modes",
    css: `.cover { position: relative; width: 420px; height: 240px; background: url(/pictures/420x240.png), #a03; background-blend-mode: luminosity; isolation: isolate; } .cover b { position: absolute; inset: 60px 20px auto; font-size: 56px; line-height: 1; color: #fff; mix-blend-mode: difference; }`,
    body: `<div class="cover" data-block><b>Open sea</b></div>`,
  },
  {
    name: "filters",
    css: `.shots { display: flex; gap: 8px; } .shots img { width: 150px; height: 110px; } .g { filter: grayscale(1); } .b { filter: blur(3px); } .s { filter: sepia(0.8) drop-shadow(4px 4px 3px #0008); } .glass { backdrop-filter: blur(4px); background: #fff6; padding: 10px; margin-top: -60px; position: relative; }`,
    body: `<div data-block><div class="shots"><img class="g" src="/pictures/300x220.png" alt=""><img class="b" src="/pictures/300x220.png" alt=""><img class="s" src="/pictures/300x220.png" alt=""></div><div class="glass">Three views of the bay</div></div>`,
  },
  {
    name: "transforms",
    css: `.desk { position: relative; width: 460px; height: 240px; background: #cdb; } .note { position: absolute; width: 150px; padding: 14px; background: #ffa; } .one { left: 20px; top: 40px; transform: rotate(-8deg); } .two { left: 180px; top: 60px; rotate: 5deg; scale: 1.1; } .three { left: 300px; top: 20px; transform: perspective(300px) rotateY(35deg); }`,
    body: `<div class="desk" data-block><p class="note one">Call the pilot</p><p class="note two">Paint the boat</p><p class="note three">Mend nets</p></div>`,
  },
  {
    name: "transformed block",
    css: `.ribbon { width: 320px; padding: 14px; background: #a03; color: #fff; transform: translateX(60px) skewX(-10deg); }`,
    body: `<div class="ribbon" data-block>Season opens on Saturday</div>`,
  },
  {
    name: "block in a slide that is smaller",
    css: `.slide { width: 760px; transform: translateX(-60px) scale(0.8); padding: 20px; background: #dde; } .slide div { width: 60%; padding: 18px; background: #fff; font-size: 20px; border-left: 6px solid #06c; }`,
    body: `<section class="slide"><div data-block><b>Second of five</b><p>The one before and the one after it are smaller, and so is this one.</p></div></section>`,
  },
  {
    name: "pseudo-element content",
    css: `.offer { position: relative; background: #fff; padding: 20px 20px 20px 70px; width: 440px; } .offer::before { content: "%"; position: absolute; left: 14px; top: 12px; width: 40px; height: 40px; border-radius: 50%; background: #e50; color: #fff; text-align: center; line-height: 40px; font-size: 24px; } .offer::after { content: attr(data-ends); display: block; color: #888; } .offer b::after { content: " →"; } .offer p::first-letter { font-size: 36px; color: #a03; }`,
    body: `<div class="offer" data-ends="Ends on Sunday" data-block><b>Half price</b><p>On all oilskins from last year.</p></div>`,
  },
  {
    name: "cascade layers",
    css: `@layer base, theme, own; @layer own { .box { background: #dfe; padding: 18px; } } @layer theme { .box { background: #fcc !important; color: #030; } } @layer base { .box { padding: 60px; color: red; border: 4px solid #080; } }`,
    body: `<div class="box" data-block><h3>Layers</h3><p>The last layer wins, unless something is important.</p></div>`,
  },
  {
    name: "supports and nesting",
    css: `.box { background: #eee; & h3 { color: #06c; } &:has(p) { padding: 16px; } .inner & { border: 3px solid #06c; } @media (min-width: 700px) { display: flex; gap: 20px; } } @supports (display: grid) { .box { background: #e8f4ff; } } @supports not (display: grid) { .box { background: red; } }`,
    body: `<div class="inner"><div class="box" data-block><h3>Pilots</h3><p>Three of them are on duty today.</p></div></div>`,
  },
  {
    name: "scope",
    css: `.light h3 { color: #a50; } @scope (.panel) to (.slot) { h3 { color: #070; border-bottom: 2px solid; } :scope { background: #efe; padding: 14px; } }`,
    body: `<div class="light"><div class="panel" data-block><h3>Inside the scope</h3><div class="slot"><h3>Below its limit</h3></div></div></div>`,
  },
  {
    name: "important and inline styles",
    css: `#special.special { color: #fff !important; background: #345 !important; } .special { padding: 4px; }`,
    body: `<div id="special" class="special" style="padding: 22px; color: red; font-size: 20px" data-block>Written in the margin, and meant so</div>`,
  },
  {
    name: "attribute and state selectors",
    css: `[data-level="high"] { background: #fdd; border: 2px solid #c00; padding: 12px; } [data-level]:not([data-level=low]) b { color: #c00; } input:checked + span { font-weight: bold; color: #070; } input:disabled { opacity: 0.3; } a[href^="http"]::after { content: " ↗"; }`,
    body: `<div data-level="high" data-block><b>Water level</b> <label><input type="checkbox" checked><span>Tell me</span></label> <input disabled value="closed"> <a href="http://site.test/">Chart</a></div>`,
  },
  {
    name: "borders, shadows and outlines",
    css: `.card { width: 380px; margin: 20px; padding: 18px; background: #fff; border: 6px solid; border-image: linear-gradient(45deg, #06c, #0c6) 1; box-shadow: inset 0 0 20px #0003, 6px 6px 10px #0005; outline: 3px dashed #fa0; outline-offset: -14px; }`,
    body: `<div class="card" data-block><h3>Certificate</h3><p>Seaworthy until the end of next year.</p></div>`,
  },
  {
    name: "sprites and repeated backgrounds",
    css: `.keys { display: flex; gap: 8px; background: repeating-linear-gradient(90deg, #e8eef4 0 10px, #f8fafc 10px 20px); padding: 14px; } .keys i { width: 60px; height: 50px; background: url(/pictures/180x100.png) no-repeat; } .keys .b { background-position: -60px 0; } .keys .c { background-position: -120px -50px; }`,
    body: `<div class="keys" data-block><i class="a"></i><i class="b"></i><i class="c"></i><span>Keys of the chart</span></div>`,
  },
];
