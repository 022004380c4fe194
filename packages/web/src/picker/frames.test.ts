import fc from "fast-check";
import { expect, test } from "vitest";
import { previewDocument } from "./frames.ts";

test("the policy comes before everything foreign, and styles never end their element", () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.array(fc.constantFrom("</style>", "</STYLE >", "a{}", "<", "/", "style>")),
      (text, parts) => {
        const document = previewDocument({ html: "<p>x</p>", css: text.replaceAll("<", "") + parts.join("") });
        expect(document.indexOf("Content-Security-Policy")).toBeLessThan(document.indexOf("<style>"));
        expect(document.match(/<\/style/gi)).toHaveLength(1);
      },
    ),
  );
});
