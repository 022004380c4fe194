/** A page of about 100 kB with a script that fetches its last part, different for every path. */

const ITEMS = 300;

export function articlePage(path: string): string {
  const items = Array.from(
    { length: ITEMS },
    (
      _,
      index,
    ) => `<article class="item item-${index % 7}"><h2><a href="/story/${index}">Story ${index} of ${path}</a></h2>
      <p>Text of story ${index}, long enough to be a line or two of a real page, with <b>bold</b> and <i>italic</i> words.</p>
      <time datetime="2026-01-01">1 January</time></article>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${path}</title>
    <style>.item { border: 1px solid; margin: 8px; padding: 4px } .item-3 { float: left; width: 40% }</style></head>
    <body><header><nav>${"<a href=/>link</a> ".repeat(20)}</nav></header><main>${items.join("")}</main><footer id="f"></footer>
    <script>fetch("/data").then((r) => r.text()).then((text) => { document.getElementById("f").textContent = text })</script></body></html>`;
}
