import fc from "fast-check";
import { expect, test } from "vitest";
import { decodePage } from "./decode-page.ts";

const latin = (text: string) => Buffer.from(text, "latin1");
const HTML = "text/html";

/** The same sentence as its bytes in one encoding, written down by hand from the code tables. */
const SAMPLES: readonly (readonly [label: string, bytes: Buffer, text: string])[] = [
  ["windows-1252", latin("\x93caf\xe9\x94 \x80"), "“café” €"],
  ["windows-1250", latin("P\xf8\xedli\x9a"), "Příliš"],
  ["windows-1251", latin("\xcf\xf0\xe8\xe2\xe5\xf2"), "Привет"],
  ["windows-1253", latin("\xc1\xe8\xde\xed\xe1"), "Αθήνα"],
  ["windows-1254", latin("\xddstanbul \xfe\xf0"), "İstanbul şğ"],
  ["windows-1255", latin("\xf9\xec\xe5\xed"), "שלום"],
  ["windows-1256", latin("\xe3\xd1\xcd\xc8\xc7"), "مرحبا"],
  ["windows-1257", latin("\xe0\xe8\xe6"), "ąčę"],
  ["windows-1258", latin("Vi\xea\xf2t"), "Vi\u00ea\u0323t"],
  ["windows-874", latin("\xe4\xb7\xc2"), "ไทย"],
  ["koi8-r", latin("\xf0\xd2\xc9"), "При"],
  ["iso-8859-2", latin("\xb1\xea"), "ąę"],
  ["gb18030", latin("\xd6\xd0\xce\xc4\x81\x39\xee\x39"), "中文㐀"],
  ["gbk", latin("\xd6\xd0\xce\xc4"), "中文"],
  ["big5", latin("\xa4\xa4\xa4\xe5"), "中文"],
  ["shift_jis", latin("\x93\xfa\x96{\x8c\xea"), "日本語"],
  ["euc-jp", latin("\xc6\xfc\xcb\xdc\xb8\xec"), "日本語"],
  ["iso-2022-jp", latin("\x1b$BF|K\\8l\x1b(B"), "日本語"],
  ["euc-kr", latin("\xc7\xd1\xb1\xdb"), "한글"],
];

test.each(SAMPLES)(
  "%s is decoded by the header, by a meta element, and by a meta element far down",
  (label, bytes, text) => {
    expect(decodePage(bytes, `text/html; charset=${label}`).text).toBe(text);
    expect(decodePage(bytes, `text/html;charset="${label.toUpperCase()}"; a=b`).text).toBe(text);
    const meta = latin(`<!doctype html><html><head><meta charset=${label}>`);
    expect(decodePage(Buffer.concat([meta, bytes]), HTML)).toMatchObject({ encoding: label });
    const oldMeta = latin(`<meta http-equiv="Content-Type" content="text/html; charset=${label}">`);
    expect(decodePage(Buffer.concat([oldMeta, bytes]), HTML).text).toContain(text);
    const late = latin(`<html><head><!-- ${"x".repeat(3_000)} --><meta charset='${label}'>`);
    expect(decodePage(Buffer.concat([late, bytes]), HTML).text).toContain(text);
  },
);

test("a byte order mark beats the header, and the header beats the meta element", () => {
  const utf8 = Buffer.from("\uFEFF<p>é", "utf8");
  expect(decodePage(utf8, "text/html; charset=windows-1251")).toEqual({ text: "<p>é", encoding: "utf-8" });
  const utf16 = Buffer.from("\uFEFF<p>é", "utf16le");
  expect(decodePage(utf16, "text/html; charset=utf-8")).toEqual({ text: "<p>é", encoding: "utf-16le" });
  expect(decodePage(utf16.swap16(), undefined)).toEqual({ text: "<p>é", encoding: "utf-16be" });
  const contradiction = latin("<meta charset=windows-1251>\xe9");
  expect(decodePage(contradiction, "text/html; charset=windows-1252").text).toMatch(/é$/);
});

test("labels mean what browsers take them for", () => {
  expect(decodePage(latin("\x80"), "text/html; charset=iso-8859-1").text).toBe("€");
  expect(decodePage(latin("\x80"), "text/html; charset=ascii").text).toBe("€");
  expect(decodePage(latin("\xb1\xdb"), "text/html; charset=ks_c_5601-1987").text).toBe("글");
  expect(decodePage(latin("\xd6\xd0"), "text/html; charset=gb2312").text).toBe("中");
  expect(decodePage(latin("<meta charset=utf-16><p>x"), HTML).encoding).toBe("utf-8");
  expect(decodePage(latin("x"), "text/html; charset=iso-2022-kr")).toEqual({ text: "\uFFFD", encoding: "replacement" });
});

test("an unknown label is as good as none", () => {
  expect(decodePage(Buffer.from("é"), "text/html; charset=klingon")).toEqual({ text: "é", encoding: "utf-8" });
  expect(decodePage(latin("<meta charset=klingon><meta charset=koi8-r>\xf0"), HTML).text).toMatch(/П$/);
});

test("a meta element inside a comment says nothing; spaces around the value are no obstacle", () => {
  expect(decodePage(latin("<!-- <meta charset=koi8-r> -->\xe9t\xe9"), HTML).encoding).not.toBe("koi8-r");
  expect(decodePage(latin("<meta charset= koi8-r >\xf0"), HTML).encoding).toBe("koi8-r");
});

test("without a label UTF-8 is recognised, and Japanese and Cyrillic text by its bytes", () => {
  expect(decodePage(Buffer.from("<p>Grüße, 世界"), HTML)).toEqual({ text: "<p>Grüße, 世界", encoding: "utf-8" });
  const shiftJis = Buffer.from("8ea982cd93fa967b8cea82c582b7814282b182cc8cbe97748acd93ef82b582a2".repeat(8), "hex");
  expect(decodePage(shiftJis, HTML).encoding).toBe("shift_jis");
  const cyrillic = latin(
    "\xcf\xf0\xe8\xe2\xe5\xf2, \xea\xe0\xea \xe4\xe5\xeb\xe0? \xd5\xee\xf0\xee\xf8\xee. ".repeat(8),
  );
  expect(decodePage(cyrillic, HTML).encoding).toBe("windows-1251");
});

test("any bytes under any label become text", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 3_000 }), fc.option(fc.string(), { nil: undefined }), (bytes, label) => {
      expect(typeof decodePage(bytes, label === undefined ? undefined : `text/html; charset=${label}`).text).toBe(
        "string",
      );
    }),
  );
});
