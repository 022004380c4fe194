import { expect, test } from "vitest";
import { inertHtml } from "./inert-html.ts";
import { parsePage } from "./page-node.ts";

const inert = (html: string): string =>
  inertHtml(parsePage(html)!, {
    base: new URL("https://site.test/"),
    links: { linkTo: (address) => `/image${address}`, linkToDrawing: (number) => `/drawing/${number}` },
    idOf: (id) => id,
    hrefOf: () => null,
  }).html.replaceAll(/ data-tessera-node="\d+"/g, "");

test("slots keep their names, and what stands in them the name of its slot: styles ask for both", () => {
  const html = '<x-card><div part="label big"></div><slot name="title"><b slot="title">Boats</b></slot></x-card>';
  expect(inert(html)).toBe(html);
});

test("nothing else has a name, by which it could stand for something of the page", () => {
  expect(inert('<form name="body"><input name="cookie"><img name="head"></form>')).toBe(
    "<form><input /><img /></form>",
  );
});

test("an image in an object is an image, and so is what was drawn there: nothing stands in for it besides", () => {
  const image = '<img type="image/svg+xml" src="/image/a.svg" width="9" />';
  expect(inert('<object type="image/svg+xml" data="/a.svg" width="9">An old browser</object>')).toBe(image);
  expect(inert('<embed src="/map.png?x=1">')).toBe('<img src="/image/map.png?x=1" />');
  expect(inert('<object data="/a.swf" data-tessera-drawing="0 ff">An old browser</object>')).toBe(
    '<img src="/drawing/0" alt="" />',
  );
  expect(inert('<object type="text/html" data="/a.html">A page</object>')).toBe('<div type="text/html">A page</div>');
});
