/** Fonts, pictures, drawings, tables and forms. */
import type { Technique } from "../technique.ts";

const ICONS = `@font-face { font-family: "Icons"; src: url(/fonts/icons.ttf) format("truetype"); }`;
const ROWS = [
  ["Marguerite", "Bergen", "06:40"],
  ["Sea Holly", "Malmö", "07:15"],
  ["Old Tom", "Hull", "09:00"],
  ["Anna K", "Gdańsk", "10:20"],
]
  .map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join("")}</tr>`)
  .join("");

export const MEDIA_PAGES: readonly Technique[] = [
  {
    name: "icon font",
    css: `${ICONS} .links { background: #fff; padding: 14px; display: flex; gap: 24px; } .icon { font-family: "Icons"; font-size: 32px; color: #06c; } .home::before { content: "\\e001"; } .next::before { content: "\\e002"; } .star::before { content: "\\e003"; }`,
    body: `<div class="links" data-block><span><i class="icon home"></i> Home</span><span><i class="icon next"></i> Next</span><span><i class="icon star"></i> Rated</span></div>`,
  },
  {
    name: "icons alone",
    css: `${ICONS} .bar { font: 40px/1.2 "Icons"; background: #123; color: #fd6; padding: 12px; width: 300px; letter-spacing: 10px; }`,
    body: `<div class="bar" data-block aria-label="Rating">&#xe003;&#xe003;&#xe003;&#xe001;</div>`,
  },
  {
    name: "rating of icons that a style sheet writes",
    css: `${ICONS} .rating { background: #fff; padding: 10px; width: 260px; } .star { display: inline-block; width: 40px; font: 32px/1.2 "Icons"; color: #fa0; } .star::before { content: "\\e003"; } .star.off { color: #bbb; }`,
    body: `<div class="rating" data-block><i class="star"></i><i class="star"></i><i class="star"></i><i class="star"></i><i class="star off"></i></div>`,
  },
  {
    name: "picture of a style sheet alone",
    css: `.hero { width: 640px; height: 240px; background: url(/pictures/640x240.png) center / cover; }`,
    body: `<div class="hero" data-block></div>`,
  },
  {
    name: "picture of a style sheet in parts",
    css: `.hero { position: relative; width: 560px; height: 200px; } .hero .sky { position: absolute; inset: 0; background: url(/pictures/560x200.png) center / cover; } .hero .shade { position: absolute; inset: 60% 0 0; background: linear-gradient(#0000, #000a); }`,
    body: `<section class="hero" data-block><div class="sky"></div><a href="/town" class="shade"></a></section>`,
  },
  {
    name: "status dots",
    css: `.lights { display: flex; gap: 12px; padding: 12px; background: #fff; width: 200px; } .light { width: 20px; height: 20px; border-radius: 50%; background: #9aa; } .light.on { background: #0a0; } .light.out::after { content: ""; display: block; width: 20px; height: 20px; border-radius: 50%; background: #c00; }`,
    body: `<div class="lights" data-block><span class="light on"></span><span class="light on"></span><span class="light out"></span><span class="light"></span></div>`,
  },
  {
    name: "base address",
    head: `<base href="/pictures/">`,
    css: `.shot { width: 300px; background: #fff; padding: 10px; } .shot div { height: 60px; background: url(/pictures/280x60.png); }`,
    body: `<figure class="shot" data-block style="margin:0"><img src="280x160.png" alt="" width="280" height="160"><div></div><figcaption>Read from a base address</figcaption></figure>`,
  },
  {
    name: "inline svg with a view box",
    css: `.gauge { width: 260px; } .gauge svg { width: 100%; height: auto; display: block; } .gauge .needle { stroke: #c00; stroke-width: 3; } .gauge text { font-size: 9px; fill: #345; }`,
    body: `<div class="gauge" data-block><svg viewBox="0 0 100 60" preserveAspectRatio="xMidYMid meet"><path d="M10 55A40 40 0 0 1 90 55" fill="none" stroke="#9ab" stroke-width="8"/><line class="needle" x1="50" y1="55" x2="74" y2="26"/><text x="50" y="52" text-anchor="middle">7 kn</text></svg></div>`,
  },
  {
    name: "svg sprite",
    css: `.bar { background: #fff; padding: 10px; } .bar svg { width: 36px; height: 36px; fill: #063; vertical-align: middle; } .bar .warn { color: #c30; fill: currentColor; }`,
    body: `<svg style="display:none"><symbol id="i-anchor" viewBox="0 0 24 24"><path d="M11 2h2v4h4v2h-4v11c3-.5 5-2.500 5.500-5H16l4-4 2 4h-2c-.5 5-4 8-8 8s-7.500-3-8-8H2l2-4 4 4H5.500c.5 2.500 2.500 4.500 5.500 5V8H7V6h4z"/></symbol><symbol id="i-wave" viewBox="0 0 24 24"><path d="M1 14q3-8 6 0t6 0 6 0 4-2v6H1z"/></symbol></svg><div class="bar" data-block><svg><use href="#i-anchor"/></svg> Anchorage <svg class="warn"><use href="#i-wave"/></svg> Swell</div>`,
  },
  {
    name: "svg sprite in a file of its own",
    css: `.bar { background: #fff; padding: 10px; } .bar svg { width: 36px; height: 36px; fill: #063; vertical-align: middle; } .bar .warn { color: #c30; }`,
    body: `<div class="bar" data-block><svg><use href="icons.svg#anchor"/></svg> Anchorage <svg class="warn"><use xlink:href="icons.svg#wave"/></svg> Swell</div>`,
    files: {
      "icons.svg": {
        type: "image/svg+xml",
        body: `<svg xmlns="http://www.w3.org/2000/svg"><symbol id="anchor" viewBox="0 0 24 24"><path d="M11 2h2v4h4v2h-4v11c3-.5 5-2.500 5.500-5H16l4-4 2 4h-2c-.5 5-4 8-8 8s-7.500-3-8-8H2l2-4 4 4H5.500c.5 2.500 2.500 4.500 5.500 5V8H7V6h4z"/></symbol><linearGradient id="deep"><stop stop-color="#06c"/><stop offset="1" stop-color="#0c6"/></linearGradient><symbol id="wave" viewBox="0 0 24 24"><path fill="url(#deep)" d="M1 14q3-8 6 0t6 0 6 0 4-2v6H1z"/></symbol></svg>`,
      },
    },
  },
  {
    name: "fonts in style attributes",
    css: `${ICONS} .bar { background: #fff; padding: 12px; display: flex; gap: 20px; } .bar b { font-size: 32px; }`,
    body: `<div class="bar" data-block><b style="font-family: Icons, serif">\ue001</b><b style="font: 40px/1 'Icons'">\ue002</b><svg width="60" height="40"><text y="34" font-family="Icons" font-size="32">\ue001</text></svg><span style="font-family: 'DejaVu Serif', serif">Serif</span></div>`,
  },
  {
    name: "svg with gradients and references",
    css: `.art { width: 320px; display: block; }`,
    body: `<svg class="art" data-block width="320" height="180" viewBox="0 0 320 180"><defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#fa6"/><stop offset="1" stop-color="#46a"/></linearGradient><clipPath id="round"><rect width="320" height="180" rx="30"/></clipPath><pattern id="dots" width="12" height="12" patternUnits="userSpaceOnUse"><circle cx="6" cy="6" r="2" fill="#fff"/></pattern></defs><g clip-path="url(#round)"><rect width="320" height="180" fill="url(#sky)"/><rect y="120" width="320" height="60" fill="#135"/><rect y="120" width="320" height="60" fill="url(#dots)" opacity=".4"/></g></svg>`,
  },
  {
    name: "picture for the shape of the window",
    body: `<div data-block><picture><source media="(orientation: portrait)" srcset="/pictures/100x100.png"><source media="(height >= 800px)" srcset="/pictures/320x200.png"><img src="/pictures/60x40.png" alt=""></picture></div>`,
  },
  {
    name: "picture and srcset",
    css: `.shots { display: flex; gap: 10px; } .shots img { display: block; }`,
    body: `<div class="shots" data-block><picture><source media="(min-width: 800px)" srcset="/pictures/320x200.png"><img src="/pictures/100x100.png" alt=""></picture><img src="/pictures/60x40.png" srcset="/pictures/240x200.png 240w, /pictures/480x400.png 480w" sizes="240px" alt="" width="240"></div>`,
  },
  {
    name: "object-fit and aspect-ratio",
    css: `.fits { display: flex; gap: 10px; } .fits img { width: 150px; height: 150px; background: #234; } .fits .c { object-fit: cover; object-position: 90% 50%; } .fits .n { object-fit: contain; } .fits div { width: 200px; aspect-ratio: 16 / 9; background: #fc6; padding: 8px; }`,
    body: `<div class="fits" data-block><img class="c" src="/pictures/300x120.png" alt=""><img class="n" src="/pictures/300x120.png" alt=""><div>Sixteen to nine</div></div>`,
  },
  {
    name: "right-floated image",
    css: `.story { width: 560px; background: #fff; padding: 14px; } .story img { float: right; margin: 0 0 8px 16px; shape-outside: ellipse(); border-radius: 50%; } .story::after { content: ""; display: block; clear: both; }`,
    body: `<div class="story" data-block><img src="/pictures/180x180.png" alt="" width="180" height="180"><h3>The lamp is lit again</h3><p>After eleven years the lighthouse on the north head has its lamp back. The keeper, who is eighty-one, climbed all of its stairs to be there, and came down them faster than the mayor did.</p></div>`,
  },
  {
    name: "table with spans",
    css: `.ships { border-collapse: collapse; background: #fff; width: 560px; } .ships th, .ships td { border: 1px solid #9ab; padding: 6px 10px; } .ships thead { background: #246; color: #fff; } .ships tbody tr:nth-child(even) { background: #eef3f8; } .ships caption { caption-side: bottom; color: #667; }`,
    body: `<table class="ships" data-block><caption>Expected today</caption><thead><tr><th rowspan="2">Ship</th><th colspan="2">From</th></tr><tr><th>Port</th><th>Time</th></tr></thead><tbody>${ROWS}<tr><td colspan="2">Together</td><td>4</td></tr></tbody></table>`,
  },
  {
    name: "sticky table head",
    css: `.wrap { height: 180px; overflow: auto; width: 480px; background: #fff; } .wrap table { border-collapse: separate; border-spacing: 0; width: 100%; } .wrap th { position: sticky; top: 0; background: #063; color: #fff; text-align: left; padding: 6px; } .wrap td { padding: 6px; border-bottom: 1px solid #ccc; }`,
    body: `<div class="wrap" data-block><table><thead><tr><th>Ship</th><th>Port</th><th>Time</th></tr></thead><tbody>${ROWS}${ROWS}</tbody></table></div>`,
  },
  {
    name: "one table row",
    css: `.ships { border-collapse: collapse; background: #fff; width: 600px; } .ships td { border: 1px solid #9ab; padding: 6px 10px; } .ships td:first-child { width: 50%; font-weight: bold; } .ships tr:nth-child(2) { background: #ffe9b0; }`,
    body: `<table class="ships"><tbody><tr><td>Marguerite</td><td>Bergen</td></tr><tr data-block><td>Sea Holly</td><td>Malmö, with timber</td></tr><tr><td>Old Tom</td><td>Hull</td></tr></tbody></table>`,
  },
  {
    name: "form",
    css: `.form { width: 420px; background: #fff; padding: 16px; display: grid; gap: 10px; accent-color: #c05; } .form input:not([type=checkbox]), .form select, .form textarea { width: 100%; padding: 6px; border: 1px solid #89a; border-radius: 4px; font: inherit; } .form button { background: #06c; color: #fff; border: 0; padding: 8px; font: inherit; }`,
    body: `<form class="form" data-block><input placeholder="Name of the boat"><input value="9.80"><select><option>Pier 1</option><option selected>Pier 2</option></select><textarea rows="2">Two nights, please.</textarea><label><input type="checkbox" checked> With power</label><progress value="0.6"></progress><button>Reserve</button></form>`,
  },
  {
    name: "details and summary",
    css: `.faq { background: #fff; padding: 12px; width: 460px; } .faq summary { font-weight: bold; } .faq details { border-bottom: 1px solid #ccd; padding: 6px 0; } .faq details[open] summary { color: #06c; }`,
    body: `<div class="faq" data-block><details open><summary>Where do I pay?</summary><p>At the office, or at the machine beside it.</p></details><details><summary>Is there water?</summary><p>On every pier.</p></details></div>`,
  },
  {
    name: "figure of data pictures",
    css: `.row { display: flex; gap: 8px; background: #fff; padding: 8px; }`,
    body: `<div class="row" data-block><img alt="" width="80" height="60" src="data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 6"><rect width="8" height="6" fill="#06c"/><circle cx="4" cy="3" r="2" fill="#fff"/></svg>')}"><span>A picture that is part of the page</span></div>`,
  },
];
