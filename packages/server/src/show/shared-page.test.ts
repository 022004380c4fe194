import { parseHtml } from "@tessera/engine";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sharedPage } from "./shared-page.ts";

test("no title, note or link gets out of the place that it is written into", () => {
  const place = { x: 0, y: 0, width: 4, height: 4 };
  const screens = { tablet: null, phone: place };
  const page = (text: string, url: string) =>
    sharedPage({
      sheets: [
        {
          ...{ title: text, theme: "system", note: text, picture: text },
          colours: { background: { kind: "gradient", from: text, to: text } },
          tiles: [
            {
              ...{
                id: text as never,
                title: text,
                place,
                screens,
                sources: [text],
                own: null,
                aside: text,
                mark: text,
              },
              ...{ colours: { background: text, foreground: text }, closedOn: [] },
            },
            {
              ...{ id: "b" as never, title: text, place, screens, sources: [], aside: null, mark: "" },
              ...{ colours: null, closedOn: [] },
              own: { kind: "links", icons: text, groups: [{ heading: text, links: [{ title: text, url }] }] },
            },
          ],
        },
      ],
      ...{ wall: null, first: 0, locale: text, direction: "ltr", words: { away: text, paused: text } },
      live: { state: text, nonce: "n" },
    });
  const shape = (html: string) => {
    expect(html.match(/<\/?script/gi)).toHaveLength(2);
    const tree = parseHtml(html);
    return Array.from({ length: tree.size }, (_, node) => tree.tagNames[tree.tag[node]!]).filter(
      (name) => name && !name.startsWith("#"),
    );
  };
  const usual = shape(page("a", "https://a.example/"));
  expect(usual).toContain("iframe");
  const hostile = fc.oneof(
    fc.string(),
    fc.constantFrom(
      "</script><script>alert(1)</script>",
      '"><img src=x onerror=alert(1)>',
      "<!--<script>",
      "]]>",
      "</style>",
      "' onload='",
    ),
  );
  fc.assert(
    fc.property(hostile, (text) => {
      expect(shape(page(`a${text}`, "https://a.example/"))).toEqual(usual);
    }),
  );
});
