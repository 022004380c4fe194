import fc from "fast-check";
import { expect, test } from "vitest";
import type { Letter } from "./letter.ts";
import { escapeHtml, htmlText, plainText, shortened, shortenedBytes } from "./words.ts";

const letter = (before: string, after: string): Letter => ({
  id: "1",
  title: "Price has changed",
  entries: [
    {
      title: "Price",
      event: "has changed",
      before,
      after,
      link: "https://tessera.example/follows/1",
      sourceUrl: "https://shop.example/",
      pictureUrl: "https://tessera.example/picture",
      at: 0,
    },
  ],
});

test("a letter shows before, after, the link and the source", () => {
  expect(plainText(letter("10 €", "9 €"))).toBe(
    "Price has changed\nBefore: 10 €\nAfter: 9 €\nhttps://tessera.example/follows/1\nSource: https://shop.example/",
  );
  const html = htmlText(letter("10 €", "9 €"), { picture: ({ pictureUrl }) => pictureUrl });
  expect(html).toContain("<del>10 €</del>");
  expect(html).toContain('<img src="https://tessera.example/picture"');
});

test("no text of a page becomes markup or is evaluated", () => {
  const nasty = fc.constantFrom(
    "<script>",
    "{{constructor}}",
    "$\u007b1+1}",
    '"onload="',
    "</del>",
    "%s",
    "__proto__",
    "&",
  );
  fc.assert(
    fc.property(fc.array(nasty), (parts) => {
      const text = parts.join("");
      const html = htmlText(letter(text, text), { picture: () => null });
      expect(html).toContain(escapeHtml(text));
      expect(html.replace(escapeHtml(text), "")).not.toContain("<script");
      if (text.length > 0 && text.length < 400) expect(plainText(letter(text, text))).toContain(text);
    }),
  );
});

test("shortened texts keep their limit and end in whole characters", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "ß", "😀", "界"), maxLength: 60 });
  fc.assert(
    fc.property(text, fc.integer({ min: 0, max: 50 }), (long, most) => {
      const short = shortened(long, most);
      expect(short.length).toBeLessThanOrEqual(most);
      expect(short.isWellFormed()).toBe(true);
      expect(Buffer.byteLength(shortenedBytes(long, most))).toBeLessThanOrEqual(most);
    }),
  );
});
