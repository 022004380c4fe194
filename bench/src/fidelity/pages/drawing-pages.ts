/** What scripts draw: charts on canvas and in SVG, scenes in WebGL, maps of tiles, posters and frames of films. */
import { BUSY, type Technique } from "../technique.ts";
import { film } from "./film.ts";

const FILM = { "sun.webm": { type: "video/webm", body: film() } };
const READY = `document.documentElement.removeAttribute("${BUSY}");`;

export const DRAWING_PAGES: readonly Technique[] = [
  {
    name: "canvas chart",
    css: `.chart { width: 480px; background: #fff; padding: 12px; } .chart canvas { width: 456px; height: 220px; display: block; }`,
    body: `<div class="chart" data-block><h3>Tons by month</h3><canvas width="456" height="220"></canvas></div>`,
    script: `const pen = document.querySelector("canvas").getContext("2d"); [40, 90, 130, 80, 170, 200, 150].forEach((value, at) => { pen.fillStyle = at % 2 ? "#06c" : "#39f"; pen.fillRect(10 + at * 64, 220 - value, 44, value); }); pen.fillStyle = "#222"; pen.font = "16px sans-serif"; pen.fillText("thousand tons", 10, 18);`,
  },
  {
    name: "canvas alone",
    css: `canvas { display: block; }`,
    body: `<canvas data-block width="420" height="240"></canvas>`,
    script: `const pen = document.querySelector("canvas").getContext("2d"); const sky = pen.createLinearGradient(0, 0, 0, 240); sky.addColorStop(0, "#024"); sky.addColorStop(1, "#f84"); pen.fillStyle = sky; pen.fillRect(0, 0, 420, 240); pen.strokeStyle = "#fff"; pen.lineWidth = 4; pen.beginPath(); for (let x = 0; x <= 420; x += 6) pen.lineTo(x, 150 + 40 * Math.sin(x / 40)); pen.stroke();`,
  },
  {
    name: "canvas drawn late",
    css: `.chart { width: 420px; background: #fff; padding: 10px; }`,
    body: `<div class="chart" data-block><canvas width="400" height="160"></canvas></div>`,
    script: `let at = 0; const pen = document.querySelector("canvas").getContext("2d"); const step = () => { at = Math.min(1, at + 0.02); pen.clearRect(0, 0, 400, 160); pen.fillStyle = "#0a6"; pen.beginPath(); pen.moveTo(200, 80); pen.arc(200, 80, 70, 0, at * 4.6); pen.fill(); if (at < 1) requestAnimationFrame(step); else { ${READY} } }; step();`,
  },
  {
    name: "webgl",
    css: `.scene { width: 320px; height: 220px; background: #ccd; } .scene canvas { display: block; }`,
    body: `<div class="scene" data-block><canvas width="320" height="220"></canvas></div>`,
    script: `const canvas = document.querySelector("canvas"); const gl = canvas.getContext("webgl", { preserveDrawingBuffer: true });
      if (gl) { const make = (type, text) => { const shader = gl.createShader(type); gl.shaderSource(shader, text); gl.compileShader(shader); return shader; };
        const program = gl.createProgram(); gl.attachShader(program, make(gl.VERTEX_SHADER, "attribute vec2 p; varying vec2 v; void main() { v = p; gl_Position = vec4(p, 0.0, 1.0); }")); gl.attachShader(program, make(gl.FRAGMENT_SHADER, "precision mediump float; varying vec2 v; void main() { gl_FragColor = vec4(v.x * 0.5 + 0.5, 0.3, v.y * 0.5 + 0.5, 1.0); }")); gl.linkProgram(program); gl.useProgram(program);
        gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer()); gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-0.8, -0.8, 0.8, -0.8, 0, 0.9]), gl.STATIC_DRAW); gl.enableVertexAttribArray(0); gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0); gl.clearColor(0.05, 0.1, 0.2, 1); gl.clear(gl.COLOR_BUFFER_BIT); gl.drawArrays(gl.TRIANGLES, 0, 3); }
      else canvas.outerHTML = "<p>No drawing without WebGL here</p>";`,
  },
  {
    name: "svg chart",
    css: `.chart { width: 500px; background: #fff; padding: 10px; } .chart .line { fill: none; stroke: #c05; stroke-width: 3; } .chart .axis { stroke: #99a; } .chart text { font: 12px sans-serif; fill: #556; }`,
    body: `<div class="chart" data-block></div>`,
    script: `const ns = "http://www.w3.org/2000/svg"; const make = (tag, attributes, parent) => { const element = document.createElementNS(ns, tag); for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value); parent.append(element); return element; };
      const svg = make("svg", { width: 480, height: 200, viewBox: "0 0 480 200" }, document.querySelector(".chart")); const values = [30, 80, 60, 120, 150, 110, 170];
      for (let y = 20; y <= 180; y += 40) make("line", { class: "axis", x1: 40, x2: 470, y1: y, y2: y }, svg); make("path", { class: "line", d: "M" + values.map((value, at) => 40 + at * 70 + " " + (190 - value)).join("L") }, svg); values.forEach((value, at) => { make("circle", { cx: 40 + at * 70, cy: 190 - value, r: 5, fill: "#c05" }, svg); make("text", { x: 44 + at * 70, y: 180 - value }, svg).textContent = value; });`,
  },
  {
    name: "map of tiles",
    css: `.map { position: relative; width: 480px; height: 300px; overflow: hidden; background: #ddd; } .pane { position: absolute; left: 0; top: 0; } .pane img { position: absolute; width: 160px; height: 120px; max-width: none; } .pin { position: absolute; width: 20px; height: 20px; margin: -10px; border-radius: 50%; background: #c00; border: 3px solid #fff; } .legend { position: absolute; right: 8px; bottom: 8px; background: #fff; padding: 2px 8px; z-index: 5; }`,
    body: `<div class="map" data-block><div class="pane"></div><div class="legend">1 : 25 000</div></div>`,
    script: `const pane = document.querySelector(".pane"); pane.style.transform = "translate3d(-60px, -40px, 0)"; for (let x = 0; x < 4; x++) for (let y = 0; y < 3; y++) { const tile = new Image(); tile.alt = ""; tile.src = "/pictures/" + (160 + x) + "x" + (120 + y) + ".png"; tile.style.transform = "translate3d(" + x * 160 + "px, " + y * 120 + "px, 0)"; pane.append(tile); } const pin = document.createElement("div"); pin.className = "pin"; pin.style.transform = "translate(300px, 180px)"; pane.append(pin);`,
  },
  {
    name: "bars made of styles by a script",
    css: `.bars { display: flex; align-items: flex-end; gap: 8px; height: 200px; width: 420px; background: #fff; padding: 10px; } .bars span { flex: 1; background: linear-gradient(#39f, #06c); }`,
    body: `<div class="bars" data-block data-values="3,7,5,9,4"></div>`,
    script: `const bars = document.querySelector(".bars"); for (const value of bars.dataset.values.split(",")) { const bar = document.createElement("span"); bar.style.height = value * 10 + "%"; bars.append(bar); }`,
  },
  {
    name: "video poster",
    css: `.film { width: 420px; background: #111; color: #fff; padding: 10px; } .film video { width: 400px; height: 225px; display: block; object-fit: cover; }`,
    body: `<div class="film" data-block><video poster="/pictures/400x225.png" preload="none"></video>The launch, as filmed from the mole</div>`,
  },
  {
    name: "film without a poster",
    css: `.film { width: 420px; background: #111; color: #fff; padding: 10px; } .film video { width: 400px; height: 225px; display: block; }`,
    body: `<div class="film" data-block><video src="sun.webm"></video>The sun over the meadow</div>`,
    files: FILM,
  },
  {
    name: "film that plays by itself",
    css: `.film { width: 400px; height: 160px; } .film video { width: 100%; height: 100%; display: block; object-fit: cover; }`,
    body: `<div class="film" data-block><video autoplay muted loop playsinline><source src="sun.webm" type="video/webm"></video></div>`,
    files: FILM,
  },
  {
    name: "svg chart that grows",
    css: `.chart { width: 440px; background: #fff; padding: 10px; }`,
    body: `<div class="chart" data-block><svg width="420" height="180"><path fill="none" stroke="#c05" stroke-width="4"/><g fill="#06c"></g></svg></div>`,
    script: `const ns = "http://www.w3.org/2000/svg"; const line = document.querySelector("path"); const values = [60, 120, 90, 150, 130]; const bars = values.map((_, at) => { const bar = document.createElementNS(ns, "rect"); bar.setAttribute("x", 20 + at * 80); bar.setAttribute("width", 40); document.querySelector("g").append(bar); return bar; });
      const start = performance.now(); const draw = () => { const done = Math.min(1, (performance.now() - start) / 1400); bars.forEach((bar, at) => { bar.setAttribute("y", 180 - values[at] * done); bar.setAttribute("height", values[at] * done); }); line.setAttribute("d", "M" + values.map((value, at) => 40 + at * 80 * done + " " + (170 - value * done)).join("L")); if (done < 1) requestAnimationFrame(draw); else { ${READY} } }; draw();`,
  },
  {
    name: "bars that a script lets grow",
    css: `.goals { width: 420px; background: #fff; padding: 12px; } .goal { height: 22px; margin: 8px 0; background: #dde; } .goal div { height: 100%; background: #0a6; }`,
    body: `<div class="goals" data-block>Piers repaired<div class="goal"><div data-share="80" style="width:0"></div></div>Boats painted<div class="goal"><div data-share="45" style="width:0"></div></div></div>`,
    script: `const start = performance.now(); const bars = [...document.querySelectorAll("[data-share]")]; const grow = () => { const done = Math.min(1, (performance.now() - start) / 1200); for (const bar of bars) bar.style.width = bar.dataset.share * done + "%"; if (done < 1) requestAnimationFrame(grow); else { ${READY} } }; grow();`,
  },
  {
    name: "object url picture",
    css: `.shot { background: #fff; padding: 10px; width: 300px; }`,
    body: `<div class="shot" data-block><img alt="" width="280" height="180"></div>`,
    script: `const canvas = new OffscreenCanvas(280, 180); const pen = canvas.getContext("2d"); pen.fillStyle = "#063"; pen.fillRect(0, 0, 280, 180); pen.fillStyle = "#fd6"; pen.arc(140, 90, 60, 0, 7); pen.fill(); const image = document.querySelector("img"); image.src = URL.createObjectURL(await canvas.convertToBlob()); await image.decode(); ${READY}`,
  },
];
