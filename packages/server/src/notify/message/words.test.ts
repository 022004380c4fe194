import {
  ChangeSummary,
  type Delivery,
  DeliveryId,
  type Message,
  type MovedTo,
  newId,
  type WebUrl,
} from "@tessera/model";
import fc from "fast-check";
import { expect, test } from "vitest";
import { diffText } from "../../changes/compare.ts";
import { LANGUAGES, languageOf } from "./language.ts";
import { type OutgoingMessage, outgoingOf } from "./outgoing-message.ts";
import { summarize } from "./summarize.ts";
import { escapeHtml, htmlText, plainText, shortened, shortenedBytes } from "./words.ts";

const messageAbout = (message: Partial<Message>, locale = "en"): OutgoingMessage => {
  const told = { title: "Price", reason: "any-change", before: null, after: null, link: "/follows/1", picture: null };
  const delivery = { id: newId(DeliveryId, 0), message: { ...told, sourceUrl: "https://shop.example/", ...message } };
  const addresses = { baseUrl: "https://tessera.example/", picturePath: () => "/picture" };
  return outgoingOf([delivery as Delivery], addresses, { language: languageOf(locale) });
};
const outgoing = (before: string, after: string, message: Partial<Message> = {}, locale?: string): OutgoingMessage => {
  const summary = summarize({ parts: diffText(before, after), items: null });
  return messageAbout({ before, after, summary, ...message }, locale);
};

const LINKS = "https://tessera.example/follows/1\nSource: https://shop.example/";

test("a letter says what changed, with the link and the source", () => {
  expect(plainText(outgoing("now 10 €", "now 9 €"))).toBe(`Price: now 10 → 9 € (−1)\n${LINKS}`);
  const html = htmlText(outgoing("10 €", "9 €"), { picture: () => "https://tessera.example/picture" });
  expect(html).toContain("</b>: <del>10</del> → <ins>9</ins> € (−1)</p>");
  expect(html).toContain('<img src="https://tessera.example/picture"');
  expect(outgoing("10 €", "9 €").title).toBe("Price: 10 → 9 € (−1)");
});

test("a number that passed a limit is told with its name and the limit, in the language of the person", () => {
  const above = { title: "New orders", reason: "number-above", reached: { number: "1,240", limit: 1_000 } };
  const told = outgoing("98", "1,240", above);
  expect(told.title).toBe("New orders: 1,240, above your limit 1,000");
  expect(plainText(told)).toMatch(/^New orders: 1,240, above your limit 1,000\n98 → 1,240.*\n/);
  expect(outgoing("98", "1.240", above, "de-AT").title).toMatch(/^New orders: 1,240, über deiner Grenze 1.000$/);
  expect(outgoing("98", "1.240", { ...above, reason: "number-below" }, "ar").title).toContain("تحت الحد");
});

test("the condition that was waited for is named beside the change", () => {
  const below = outgoing("10 €", "9 €", { reason: "number-below" });
  expect(below.title).toBe("Price has fallen below your limit: 10 → 9 € (−1)");
  expect(plainText(below)).toBe(`Price has fallen below your limit: 10 → 9 € (−1)\n${LINKS}`);
});

test("several lines stand below each other, the new ones and those that are gone by themselves", () => {
  const terms = outgoing("Terms\nPay in 10 days\nNo pets\nend", "Terms\nPay in 14 days\nend\nBy post only");
  expect(plainText(terms)).toBe(
    `Price has changed\nPay in 10 → 14 days (+4)\nGone: No pets\nNew: By post only\n${LINKS}`,
  );
});

test("where a block that is gone seems to be is told in the language of the person, with the link", () => {
  const url = "https://shop.example/prices_2" as WebUrl;
  const movedTo = { url, text: "Prices", title: "All <prices>", isFound: true, lookedAt: 0 };
  const gone = (parts: Partial<MovedTo>, locale?: string) =>
    messageAbout({ reason: "gone", before: "9 €", movedTo: { ...movedTo, ...parts } }, locale);
  expect(plainText(gone({}))).toBe(
    `Price is gone from its page\nIt last said: 9 €\nIt seems to have moved to All <prices> ${url}\n${LINKS}`,
  );
  expect(plainText(gone({ title: null, isFound: false }, "de"))).toContain(
    `Es gibt einen Link mit seinem Namen: Prices ${url}`,
  );
  expect(htmlText(gone({}), { picture: () => null })).toContain(
    `<a href="${escapeHtml(url)}">All &#60;prices&#62;</a>`,
  );
});

test("new items are listed with their links", () => {
  const named = (...titles: string[]) => ({
    count: titles.length,
    items: titles.map((title) => ({ title, href: `https://shop.example/${title}` })),
  });
  const summary = { kind: "items", added: named("A", "B"), removed: named("C"), reworded: named(), moved: named() };
  const list = messageAbout({ title: "In town", summary: ChangeSummary.parse(summary) });
  expect(list.title).toBe("2 new in In town: A, B");
  expect(plainText(list)).toBe(
    `2 new in In town:\n• A https://shop.example/A\n• B https://shop.example/B\n1 gone:\n• C https://shop.example/C\n${LINKS}`,
  );
  expect(htmlText(list, { picture: () => null })).toContain(
    '• <a href="https://shop.example/A">A</a><br>• <a href="https://shop.example/B">B</a><br>1 gone:',
  );
});

test.each([
  ["gone", "Bridge opens", null, "Price is gone from its page\nIt last said: Bridge opens"],
  [
    "unsure",
    "Bridge opens",
    "Bridge closes",
    "Price may have moved: please have a look\nIt last said: Bridge opens\nClosest match now: Bridge closes",
  ],
  ["back", "Old", "New", "Price is back\nIt last said: Old\nIt now says: New"],
  ["unreachable", "Old", "timeout", "Price cannot be reached\nIt last said: Old\nReason: timeout"],
])("a block that is %s is told by what it said and what there is", (reason, before, after, expected) => {
  expect(plainText(messageAbout({ reason, before, after }))).toBe(`${expected}\n${LINKS}`);
});

test("a letter keeps its links however short it must be", () => {
  const long = outgoing("old ".repeat(500), "new ".repeat(500));
  for (const length of [200, 500, 4_000]) {
    expect(plainText(long, length).length).toBeLessThanOrEqual(length);
    expect(plainText(long, length)).toContain(LINKS);
  }
});

test("a letter is in the language of the person, what the page says is not", () => {
  const links = LINKS.replace("Source", "Quelle");
  const below = outgoing("10 €", "9 €", { reason: "number-below" }, "de-AT");
  expect(below.title).toBe("Price ist unter deine Grenze gefallen: 10 → 9 € (−1)");
  const terms = outgoing("Terms\nNo pets\nopen late", "Terms\nopen all day\nend", {}, "de");
  expect(plainText(terms)).toBe(`Price hat sich geändert\nWeg: No pets\nopen „late“ → „all day“\nNeu: end\n${links}`);
  const html = htmlText(outgoing("a\nb", "a\nb\nc", {}, "de"), { picture: () => "cid:picture" });
  expect(html).toContain("</b>: Neu: <ins>c</ins></p>");
  expect(html).toContain('alt="Der Block"');
  expect(html).toContain('<a href="https://shop.example/">Quelle</a>');
  const gone = messageAbout({ reason: "gone", before: "Bridge opens" }, "ar");
  expect(plainText(gone).split("\n").slice(0, 2)).toEqual([
    "اختفت القطعة «\u2068Price\u2069» من صفحتها",
    "آخر ما كان فيها: \u2068Bridge opens\u2069",
  ]);
});

test("in Arabic old and new stand from right to left, whatever they are written in", () => {
  expect(outgoing("10 €", "9 €", {}, "ar").title).toBe("⁨Price⁩: ⁨⁧⁨10⁩ ← ⁨9⁩⁩ € (⁦−1⁩)⁩");
});

test("a wall before a page is stored in English and told in the person's language; a failure without its code is quoted", () => {
  const reason = (after: string, locale: string) =>
    plainText(messageAbout({ reason: "unreachable", after }, locale)).split("\n")[1];
  expect(reason("the page asks for a login", "en")).toBe("Reason: the page asks for a login");
  expect(reason("the page asks for a login", "de")).toBe("Grund: die Seite verlangt eine Anmeldung");
  expect(reason("shop.example took too long", "de")).toBe("Grund: shop.example took too long");
  const said = messageAbout({ reason: "gone", after: "the page asks for a login" }, "de");
  expect(plainText(said)).toContain("Jetzt: the page asks for a login");
});

test.each([...LANGUAGES.keys()])("no text of a page becomes markup or is evaluated in %s", (locale) => {
  const nasty = fc.constantFrom(
    "<script>",
    "{{constructor}}",
    "$\u007b1+1}",
    '"onload="',
    "</del>",
    "%s",
    "__proto__",
    "&",
    "{text}",
    "{was}{is}{count}",
  );
  fc.assert(
    fc.property(fc.array(nasty), (parts) => {
      const text = parts.join("");
      const told = outgoing("", text, {}, locale);
      const html = htmlText(told, { picture: () => null });
      expect(html).toContain(escapeHtml(text));
      expect(html.replaceAll(escapeHtml(text), "")).not.toContain("<script");
      if (text.length > 0) expect(plainText(told)).toContain(text);
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
