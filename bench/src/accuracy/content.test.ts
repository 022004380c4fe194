import { nodeAt, parseHtml } from "@tessera/engine";
import { expect, test } from "vitest";
import { agreementOf, agreementWithLabel, contentOf, SAME_CONTENT } from "./content.ts";

const contentOfPart = (html: string) => {
  const page = parseHtml(html);
  return contentOf(page, nodeAt(page, "html[1]/body[1]/div[1]")!);
};

test("content is every word and every image as often as it occurs, and nothing that is not shown", () => {
  const html = `<div>Ab-C<b>ab</b> Straße 7,5 <img src="a.png"><img src="a.png"><img>
    <script>no</script><p title="no">日本 ÄRA</p></div><p>no <img src="no.png"></p>`;
  expect(Object.fromEntries(contentOfPart(html))).toEqual({
    ...{ ab: 2, c: 1, straße: 1, 7: 1, 5: 1, 日本: 1, ära: 1 },
    ...{ "img a.png": 2, "img ": 1 },
  });
});

test("agreement is F1 over multisets: nine of ten are the same content, and nothing agrees with nothing", () => {
  const ofWords = (words: string) => contentOfPart(`<div>${words}</div>`);
  const ten = ofWords("a a b c d e f g h i");
  expect(agreementOf(ten, ten)).toBe(1);
  expect(agreementOf(ten, ofWords("a x b c d e f g h i"))).toBe(SAME_CONTENT);
  expect(agreementOf(ten, ofWords("a x y c d e f g h i"))).toBeLessThan(SAME_CONTENT);
  expect(agreementOf(ten, ofWords("a"))).toBeCloseTo(2 / 11);
  expect(agreementOf(ofWords("a.png"), contentOfPart(`<div><img src="a.png"></div>`))).toBe(0);
  expect(agreementOf(ofWords(""), ofWords(""))).toBe(0);
});

test("label and equivalents agree whatever they hold, and there is nothing to compare where one is missing", () => {
  const page = parseHtml(`<div><p></p></div><p>a</p><p>a b</p>`);
  const [label, inner, first, second] = ["div[1]", "div[1]/p[1]", "p[1]", "p[2]"].map(
    (end) => `html[1]/body[1]/${end}`,
  );
  const compared = (path: string | null, other: string | null, equiv: string[] = []) =>
    agreementWithLabel(page, { file: "", path, equiv }, other === null ? undefined : nodeAt(page, other)!);
  expect(compared(label!, label!)).toBe(1);
  expect(compared(label!, inner!, [inner!])).toBe(1);
  expect(compared(label!, inner!)).toBe(0);
  expect(compared(first!, second!)).toBeCloseTo(2 / 3);
  expect(compared(null, first!)).toBeNull();
  expect(compared(first!, null)).toBeNull();
  expect(compared("html[1]/body[1]/table[1]", first!)).toBe(0);
});
