/** A page behind a login as shops and banks make it: cards with classes of a build, pictures, fields, tokens and styles. */
import { seededRandom } from "../seeded-random.ts";

const WORDS = "lamp chair desk shelf order paid sent parcel account balance card limit month interest due open".split(
  " ",
);
const ELEMENTS_EACH = 13;
const FRAME_ELEMENTS = 45;
const RULES = 1_200;

/** With about as many elements. */
export function shopPage(elements: number): string {
  const random = seededRandom(19);
  const word = () => WORDS[Math.floor(random() * WORDS.length)]!;
  const words = (length: number) => Array.from({ length }, word).join(" ");
  const token = () => Array.from({ length: 40 }, () => Math.floor(random() * 36).toString(36)).join("");
  const card = (index: number) => `
<article class="card_${index % 7} css-1x${index}y shadow rounded-lg" data-id="${token()}" data-testid="order-${index}">
  <header class="head"><h3><a href="/orders/${index}?ref=list&session=${token()}">${words(3)}</a></h3><time datetime="2026-11-17">17 November</time></header>
  <div class="media"><img src="/pictures/${index}.jpg?sig=${token()}" alt="${words(2)}" width="80" height="60"><span class="badge">${word()}</span></div>
  <p class="about">${words(14)} <b>${Math.round(random() * 900)}.00 €</b></p>
  <form action="/orders/${index}/again"><input type="hidden" name="csrf" value="${token()}"><button class="btn btn-primary" type="submit">Again</button></form>
</article>`;
  const cards = Array.from(
    { length: Math.max(1, Math.round((elements - FRAME_ELEMENTS) / ELEMENTS_EACH)) },
    (_, index) => card(index),
  );
  const rules = Array.from(
    { length: RULES },
    (_, index) =>
      `.u-${index}{margin:${index % 9}px;padding:${index % 5}px ${index % 7}px;color:#${(index * 997).toString(16).padStart(6, "0").slice(0, 6)}}`,
  );
  const links = Array.from({ length: 12 }, () => `<li><a href="/${word()}">${word()}</a></li>`);
  return `<!doctype html><html lang="en"><head><title>Orders</title><meta name="csrf-token" content="${token()}">
<style>body{font:15px sans-serif;margin:0 auto;max-width:70rem}.card{display:grid}${rules.join("\n")}</style>
<script>window.state = ${JSON.stringify({ token: token(), items: Array.from({ length: 200 }, () => words(5)) })}</script></head>
<body><nav><ul>${links.join("")}</ul></nav><main><h1>Your orders</h1>${cards.join("")}</main><footer><p>${words(20)}</p></footer></body></html>`;
}
