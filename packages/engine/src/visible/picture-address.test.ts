import fc from "fast-check";
import { expect, test } from "vitest";
import { parseHtml } from "../html/parse-html.ts";
import { tagOf } from "../tree/dom-tree.ts";
import { pictureAddressOf } from "./picture-address.ts";

const addressIn = (markup: string): string | null => {
  const page = parseHtml(markup);
  const node = page.tag.findIndex((_, each) => page.end[each] > each && ["img", "video"].includes(tagOf(page, each)));
  return pictureAddressOf(page, node);
};
const HELD = 'src="data:image/gif;base64,R0lGODlhAQABAAAAACw="';

test.each([
  ["/a.jpg", '<img src="/a.jpg" srcset="/b.jpg 2x">'],
  ["/a.jpg", `<img ${HELD} data-src="/a.jpg" srcset="/b.jpg">`],
  ["/a,b.jpg", '<img srcset="/a,b.jpg 1x, /c.jpg 2x">'],
  ["/a.jpg", `<img ${HELD} data-srcset="\n ,/a.jpg, /b.jpg 2x">`],
  ["/a.webp", `<picture>\n<source srcset="/a.webp 1x"><source srcset="/b.png"><img alt=""></picture>`],
  ["/b.png", `<picture><source media="print"><source data-srcset="/b.png"><img ${HELD}></picture>`],
  ["/a.jpg", '<picture><source srcset="/b.webp"><img src="/a.jpg"></picture>'],
  ["/a.jpg", '<video src="/a.mp4" poster="/a.jpg"></video>'],
  [null, '<video src="/a.mp4"><source src="/b.mp4"></video>'],
  [null, `<div><source srcset="/b.webp"><img ${HELD}></div>`],
  [null, "<img>"],
])("the picture is %s in %s", (address, markup) => {
  expect(addressIn(markup)).toBe(address);
});

test("whatever stands in a list of candidates, its first is one word of it without commas around it", () => {
  fc.assert(
    fc.property(fc.string(), (list) => {
      const address = addressIn(`<img srcset="${list.replaceAll('"', "")}">`);
      if (address !== null) expect(address).toMatch(/^[^,\s](?:\S*[^,\s])?$/);
    }),
  );
});
