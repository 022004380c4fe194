import { expect, test } from "vitest";
import { SignedLinks } from "../rules/asset-links.ts";
import { applyStyles } from "./apply-styles.ts";
import { extractTile } from "./extract-tile.ts";
import { renderPickerPage } from "./render-picker-page.ts";

const finalUrl = "https://site.test/dir/page";
const IMAGE = "data:image/png;base64,iVBORw0KGgo=";
const kept = (addresses: readonly string[], sheets: Readonly<Record<string, string>> = {}) =>
  new SignedLinks({
    key: Buffer.alloc(32, 1),
    prefix: "/assets/",
    carried: new Map(addresses.map((address) => [`https://site.test${address}`, IMAGE])),
    sheets: new Map(Object.entries(sheets).map(([address, text]) => [`https://site.test${address}`, text])),
  });
const tileOf = (body: string, links: SignedLinks, head = "") => {
  const capture = { html: `<!doctype html><head>${head}</head><body><div>${body}</div></body>`, finalUrl };
  // html, head and what is in it, body, and then the block
  return extractTile(capture, { nodes: [3 + (head === "" ? 0 : 1)] }, { links, tile: "tile" });
};

test("of several sizes only that is named which was kept", () => {
  const both = tileOf('<img src="/s.png" srcset="/one.png 1x, /two.png 2x">', kept(["/one.png"])).html;
  expect(both).toContain(`srcset="${IMAGE} 1x"`);
  expect(both).not.toContain(" 2x");
  const source = tileOf('<img src="/s.png" srcset="/one.png 1x, /two.png 2x">', kept(["/s.png"])).html;
  expect(source).toContain(`src="${IMAGE}"`);
  expect(source).not.toContain("srcset");
  const none = tileOf('<img src="/s.png" srcset="/one.png 1x, /two.png 2x">', kept([])).html;
  expect(none.match(/\/assets\/image\//g)).toHaveLength(3);
});

test("an empty image in place of one that comes late does not keep that one away", () => {
  const { html } = tileOf(`<img src="${IMAGE}" srcset="/one.png 1x, /two.png 2x">`, kept([]));
  expect(html.match(/\/assets\/image\//g)).toHaveLength(2);
});

test("a style sheet that was kept is read where it is, with the images that it paints", () => {
  const sheet = "@import 'more.css';p{background:url(ground.png)}@evil;";
  const links = kept(["/css/ground.png"], { "/css/s.css?v=1": sheet });
  const head = '<link rel=stylesheet href="/css/s.css?v=1#a" media=screen>';
  const extracted = tileOf("<p>words</p>", links, head);
  const [style] = extracted.styles;
  expect(style).toMatchObject({ media: "screen", source: { css: expect.stringContaining(`url(${IMAGE})`) } });
  expect(JSON.stringify(style)).not.toContain("evil");
  const css = applyStyles([{ css: (style!.source as { css: string }).css, media: "", host: null }], extracted);
  expect(css).toContain(IMAGE);
  const page = renderPickerPage(
    { html: `<!doctype html><head>${head}</head><p>words`, finalUrl },
    { links: kept(["/css/ground.png"], { "/css/s.css?v=1": sheet }), nonce: "n", assetSource: "'self'" },
  ).html;
  expect(page).toContain(`p{background:url(${IMAGE})}`);
  expect(page).not.toContain("<link");
});

test("an image that is named a thousand times is not written out each time", () => {
  const large = `data:image/png;base64,${"A".repeat(400_000)}`;
  const rules = {
    key: Buffer.alloc(32, 1),
    prefix: "/assets/",
    carried: new Map([["https://site.test/a.png", large]]),
  };
  const sheet = Array.from({ length: 1_000 }, (_, at) => `.a${at}{background:url(/a.png)}`).join("");
  const links = new SignedLinks({ ...rules, sheets: new Map([["https://site.test/s.css", sheet]]) });
  const { html, styles } = tileOf('<img src="/a.png">'.repeat(1_000), links, "<link rel=stylesheet href=/s.css>");
  expect(html.length).toBeLessThan(9_000_000);
  expect(JSON.stringify(styles).length).toBeLessThan(2_000_000);
  // there they are as on any page
  expect(html).toContain("/assets/image/");
});
