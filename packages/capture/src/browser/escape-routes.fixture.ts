/** For tests: the ways in which a page can make a browser talk to a host, as data. */

export interface EscapeRoute {
  readonly name: string;
  /** Markup or script that reaches for the URL. */
  readonly page: (url: string) => string;
  /** Over UDP: the URL's port is asked, its path never arrives. */
  readonly isDatagram?: boolean;
}

const markup = (name: string, page: (url: string) => string): EscapeRoute => ({ name, page });
const script = (name: string, code: (url: string) => string): EscapeRoute => ({
  name,
  page: (url) => `<script>try { ${code(url)} } catch {}</script>`,
});
const datagrams = (name: string, code: (url: string) => string): EscapeRoute => ({
  ...script(name, code),
  isDatagram: true,
});
/** A document in a frame of its own, whatever it does there. */
const framed = (document: string) =>
  `<iframe srcdoc="${document.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"></iframe>`;
const worker = (code: string) => `new Worker(URL.createObjectURL(new Blob([${JSON.stringify(code)}])))`;

export const ESCAPE_ROUTES: readonly EscapeRoute[] = [
  markup("img", (url) => `<img src="${url}">`),
  markup("srcset", (url) => `<img srcset="${url} 1x">`),
  markup("picture", (url) => `<picture><source srcset="${url}"><img></picture>`),
  markup("input-image", (url) => `<input type=image src="${url}">`),
  markup("body-background", (url) => framed(`<body background="${url}">`)),
  markup("script", (url) => `<script src="${url}"></script>`),
  markup("module", (url) => `<script type=module src="${url}"></script>`),
  markup("stylesheet", (url) => `<link rel=stylesheet href="${url}">`),
  markup("preload", (url) => `<link rel=preload as=image href="${url}">`),
  markup("prefetch", (url) => `<link rel=prefetch href="${url}">`),
  markup("modulepreload", (url) => `<link rel=modulepreload href="${url}">`),
  markup("manifest", (url) => `<link rel=manifest href="${url}">`),
  markup("iframe", (url) => `<iframe src="${url}"></iframe>`),
  markup("object", (url) => `<object data="${url}" type="text/html"></object>`),
  markup("embed", (url) => `<embed src="${url}" type="text/html">`),
  markup("video", (url) => `<video src="${url}" preload=auto></video>`),
  markup("audio", (url) => `<audio src="${url}" preload=auto></audio>`),
  markup("poster", (url) => `<video poster="${url}"></video>`),
  markup("track", (url) => `<video><track default src="${url}"></video>`),
  markup("css-background", (url) => `<div style="background: url('${url}')">x</div>`),
  markup("css-import", (url) => `<style>@import "${url}";</style>`),
  markup(
    "css-font",
    (url) => `<style>@font-face { font-family: F; src: url("${url}") }</style><p style="font-family:F">x</p>`,
  ),
  markup("css-content", (url) => `<style>#c::before { content: url("${url}") }</style><p id=c>x</p>`),
  markup("svg-image", (url) => `<svg><image href="${url}" width=9 height=9 /></svg>`),
  markup("meta-refresh", (url) => framed(`<meta http-equiv=refresh content="0;url=${url}">`)),
  markup("form", (url) => framed(`<form action="${url}"></form><script>document.forms[0].submit()</script>`)),
  markup("preconnect", (url) => `<link rel=preconnect href="${url}">`),
  script("fetch", (url) => `fetch("${url}")`),
  script("fetch-post", (url) => `fetch("${url}", { method: "POST", mode: "no-cors", body: "x" })`),
  script("fetch-keepalive", (url) => `fetch("${url}", { mode: "no-cors", keepalive: true })`),
  script("xhr", (url) => `const x = new XMLHttpRequest(); x.open("GET", "${url}"); x.send()`),
  script("beacon", (url) => `navigator.sendBeacon("${url}", "x")`),
  script("events", (url) => `new EventSource("${url}")`),
  script("websocket", (url) => `new WebSocket("${url.replace(/^http/, "ws")}")`),
  script("import", (url) => `import("${url}")`),
  script("frame-location", (url) => {
    return `const f = document.body.appendChild(document.createElement("iframe")); f.contentWindow.location = "${url}"`;
  }),
  script("ping", (url) => {
    return `const a = document.createElement("a"); a.href = "#"; a.ping = "${url}"; document.body.append(a); a.click()`;
  }),
  script("worker-fetch", (url) => worker(`fetch("${url}", { mode: "no-cors" })`)),
  script("worker-websocket", (url) => worker(`new WebSocket("${url.replace(/^http/, "ws")}")`)),
  script("worker-import", (url) => worker(`importScripts("${url}")`)),
  script("shared-worker", (url) => {
    return `new SharedWorker("data:text/javascript," + encodeURIComponent('fetch("${url}", { mode: "no-cors" })'))`;
  }),
  script("service-worker", (url) => `navigator.serviceWorker.register("/worker.js?to=${encodeURIComponent(url)}")`),
  script("cache", (url) => `caches.open("c").then((cache) => cache.add(new Request("${url}", { mode: "no-cors" })))`),
  script("frame-websocket", (url) => {
    return `const g = document.body.appendChild(document.createElement("iframe")); new g.contentWindow.WebSocket("${url.replace(/^http/, "ws")}")`;
  }),
  datagrams("webrtc", (url) => {
    return `const p = new RTCPeerConnection({ iceServers: [{ urls: "stun:${new URL(url).host}" }] }); p.createDataChannel("x"); p.createOffer().then((o) => p.setLocalDescription(o))`;
  }),
  datagrams("webrtc-in-a-frame", (url) => {
    return `const h = document.body.appendChild(document.createElement("iframe")); const q = new h.contentWindow.RTCPeerConnection({ iceServers: [{ urls: "stun:${new URL(url).host}" }] }); q.createDataChannel("x"); q.createOffer().then((o) => q.setLocalDescription(o))`;
  }),
  datagrams("webtransport", (url) => `new WebTransport("${url.replace(/^http:/, "https:")}")`),
];

/** Serves the script that the service worker route registers: it reaches for the URL in its own address. */
export const SERVICE_WORKER = `self.oninstall = () => fetch(new URL(location).searchParams.get("to"), { mode: "no-cors" });`;
