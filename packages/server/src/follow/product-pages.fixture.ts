/** A shop of ours: product pages of one layout, each with other words and another number of parts, and pages of none. */

const WORDS =
  "amber birch cedar dune ember fjord grove heath inlet jade kelp larch moss north ochre pine quartz reed slate thorn".split(
    " ",
  );

export interface Product {
  readonly number: number;
  /** In cents. */
  readonly price: number;
}

export const SHOP = "https://shop.example";

export function productUrl(number: number): string {
  return `${SHOP}/products/${number}`;
}

export function productName(number: number): string {
  return `${word(number, 0)} ${word(number, 1)} lamp`;
}

export function productPage({ number, price }: Product): string {
  const name = productName(number);
  const rows = Array.from(
    { length: 3 + (number % 4) },
    (_, at) => `<tr><th>${word(number, at)}</th><td>${number + at} cm</td></tr>`,
  );
  const sale = number % 5 === 3 ? "<p class=sale>Only this week</p>" : "";
  const others = [1, 2, 3].map(
    (step) =>
      `<li><a href="/products/${number + step}">${productName(number + step)}</a> <b class=price>€ ${number + step}.00</b></li>`,
  );
  return page(
    `${name} – Lamps & more`,
    `<article class=product><h1>${name}</h1>${sale}<div class=buy><span class=price>€ ${(price / 100).toFixed(2)}</span> <button>Add to cart</button></div><p>A lamp of ${word(number, 4)} and ${word(number, 5)}, made to last.</p><table>${rows.join("")}</table></article><aside><h2>Others also bought</h2><ul>${others.join("")}</ul></aside>`,
  );
}

/** Where a product is sold out: the same frame, no price. */
export function aboutPage(): string {
  return `<!doctype html><html lang=en><head><title>About us</title></head><body><div class=hero><div><img alt="" src="/hero.jpg"><div><div><h1>About us</h1></div></div></div></div><div class=text><div><p>We sell lamps since 1974.</p><p>One for € 12.00 to each visitor.</p></div></div><div class=map></div></body></html>`;
}

export function listPage(numbers: readonly number[]): string {
  const items = numbers.map(
    (number) =>
      `<li><a href="/products/${number}"><img alt="" src="/p/${number}.jpg"></a><a href="/products/${number}#top">${productName(number)}</a></li>`,
  );
  return page("All lamps – Lamps & more", `<h1>All lamps</h1><ul class=products>${items.join("")}</ul>`);
}

function page(title: string, main: string): string {
  return `<!doctype html><html lang=en><head><title>${title}</title></head><body><header><a href="/">Lamps &amp; more</a><nav><ul><li><a href="/about">About</a></li><li><a href="/all">All lamps</a></li></ul></nav></header><main>${main}</main><footer><p>© Lamps &amp; more</p></footer></body></html>`;
}

function word(number: number, at: number): string {
  return WORDS[(number * 7 + at * 3) % WORDS.length] ?? "";
}
