/** A page that does what it can against extensions, and what it has learned of one when it is asked. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface HostileSite {
  readonly url: string;
  close(): void;
}

/** Its own styles and scripts only, no frame of anybody, and no string becomes code or markup. */
const POLICY =
  "default-src 'none'; script-src 'nonce-a'; style-src 'nonce-a'; frame-src 'self'; require-trusted-types-for 'script'; trusted-types none";

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Hostile</title>
<style nonce="a">
  * { pointer-events: auto !important; opacity: 1 !important }
  div, iframe { max-width: 100% !important; transform: none !important }
  body { font: 16px sans-serif; margin: 24px }
  #cover { position: fixed; inset: 0; z-index: 2147483647 }
  section { border: 1px solid #999; margin: 12px 0; padding: 12px; width: 500px }
  iframe { width: 300px; height: 80px }
</style></head><body>
<form name="body" action="/x">
  <input name="parentElement"><input name="childNodes"><input name="getBoundingClientRect"><input name="attributes">
  <section id="prices"><h2>Prices</h2><p>Milk 1.20</p></section>
</form>
<img name="querySelectorAll" alt=""><img name="elementsFromPoint" alt=""><img name="createElement" alt="">
<shop-card></shop-card>
<iframe src="/inner" title="inner"></iframe>
<div id="cover"></div>
<script nonce="a">
  const learned = (window.learned = { keys: [], events: 0, shadows: 0, changed: [] });
  customElements.define("shop-card", class extends HTMLElement {
    constructor() { super(); }
    connectedCallback() {
      const root = this.attachShadow({ mode: "open" });
      const section = document.body.ownerDocument.constructor.prototype.createElement.call(document, "section");
      const heading = Document.prototype.createElement.call(document, "h2");
      heading.textContent = "Shadow";
      const text = Document.prototype.createElement.call(document, "p");
      text.textContent = "Bread 3.40";
      const sheet = new CSSStyleSheet();
      sheet.replaceSync("section{padding:12px;background:#eee;width:500px}");
      root.adoptedStyleSheets = [sheet];
      section.append(heading, text);
      root.append(section);
    }
  });
  for (const type of ["pointermove", "pointerdown", "mousedown", "mousemove", "click", "wheel", "keydown", "keyup", "focusin", "message"]) {
    window.addEventListener(type, (event) => {
      if (type.startsWith("key")) learned.keys.push(event.key);
      learned.events++;
      event.stopImmediatePropagation();
      event.preventDefault();
    }, { capture: true, passive: false });
  }
  const attachShadow = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function () { learned.shadows++; return attachShadow.call(this, { mode: "open" }); };
  for (const name of ["getBoundingClientRect", "getAttribute", "matches", "closest", "contains"]) {
    Element.prototype[name] = () => { throw new Error("no " + name); };
  }
  Document.prototype.elementsFromPoint = () => [];
  Array.prototype.map = Array.prototype.flatMap = () => [];
  JSON.stringify = () => "gone";
  window.postMessage = MessagePort.prototype.postMessage = () => undefined;
  new MutationObserver((records) => { for (const each of records) learned.changed.push(each.target.localName + " " + each.attributeName); })
    .observe(document.querySelector("section").ownerDocument.documentElement, { subtree: true, attributes: true });
  document.getElementById("cover").focus();
</script></body></html>`;

export async function serveHostile(): Promise<HostileSite> {
  const server = createServer((request, response) => {
    const isInner = request.url === "/inner";
    response.writeHead(200, {
      "content-type": "text/html; charset=utf-8",
      ...(isInner ? {} : { "content-security-policy": POLICY, "x-content-type-options": "nosniff" }),
    });
    response.end(isInner ? "<!doctype html><title>Inner</title><h2>Inside</h2>" : PAGE);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
