import fc from "fast-check";
import { expect, test } from "vitest";
import { readLinks } from "./links.ts";

test("targets, relations and parameters are read, quoted or not", () => {
  const links = readLinks(
    '<http://a.test/>;rel="original", <http://b.test/?x=1,2>; rel="first memento" ; datetime="Tue, 20 Jun 2000 18:02:59 GMT" ,\n <c>;rel=self;type=text/html;ok',
  );
  expect(links.map(({ target, relations }) => [target, ...relations])).toEqual([
    ["http://a.test/", "original"],
    ["http://b.test/?x=1,2", "first", "memento"],
    ["c", "self"],
  ]);
  expect(links[1]?.parameters.get("datetime")).toBe("Tue, 20 Jun 2000 18:02:59 GMT");
  expect(links[2]?.parameters).toEqual(
    new Map([
      ["type", "text/html"],
      ["ok", ""],
    ]),
  );
});

test("what is written is read again", () => {
  const target = fc.string({ unit: fc.constantFrom(..."abc/?=&,;. ") }).map((path) => `http://a.test/${path}x`);
  const value = fc.string().map((text) => text.replace(/[\r\n]/g, ""));
  const link = fc.record({ target, rel: fc.constantFrom("memento", "timemap", "timegate"), title: value });
  fc.assert(
    fc.property(fc.array(link), (written) => {
      const text = written
        .map(({ target: to, rel, title }) => `<${to}>; rel=${rel}; title="${title.replace(/["\\]/g, "\\$&")}"`)
        .join(",\n");
      const read = readLinks(text);
      expect(
        read.map(({ target: to, relations, parameters }) => ({
          target: to,
          rel: relations[0],
          title: parameters.get("title"),
        })),
      ).toEqual(written);
    }),
  );
});

test("any text is read to an end", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'<>;,=" \\ab') }), (text) => Array.isArray(readLinks(text))),
  );
  expect(readLinks("<".repeat(100_000))).toEqual([]);
  expect(readLinks(`<a>${";".repeat(100_000)}`)).toHaveLength(1);
  expect(readLinks(`<a>;x="${"\\".repeat(100_001)}`)).toHaveLength(1);
});
