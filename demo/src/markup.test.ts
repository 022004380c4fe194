import fc from "fast-check";
import { expect, test } from "vitest";
import { html } from "./markup.ts";

test("text never becomes markup", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const { markup } = html`<p title="${text}">${text}</p>`;
      expect(markup.split("<").length).toBe(3);
      expect(markup.split('"').length).toBe(3);
    }),
  );
});

test("markup, lists, numbers and nothing are written as they are", () => {
  const items = [1, 2].map((number) => html`<li>${number}</li>`);
  expect(html`<ul>${items}</ul>${null}${false}`.markup).toBe("<ul><li>1</li><li>2</li></ul>");
});
