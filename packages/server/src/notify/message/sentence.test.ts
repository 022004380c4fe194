import { numbersIn } from "@tessera/engine";
import {
  CaptureFailureCode,
  type CaptureFailureRecord,
  Condition,
  type Content,
  type DeliveryId,
  FollowId,
  MESSAGE_PARTS,
  Message,
  MessageForm,
  newId,
  type Observation,
  ObservationId,
} from "@tessera/model";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareContents } from "../../changes/compare.ts";
import { messageOf, messageAbout as messageOfSeen } from "../compose.ts";
import { languageOf } from "./language.ts";
import { type OutgoingMessage, outgoingOf } from "./outgoing-message.ts";
import { htmlText, plainText } from "./words.ts";

const text = (value: string): Content => ({ text: value, html: "", items: null, pictures: [] });
const list = (...titles: string[]): Content => ({
  ...text(titles.join("\n")),
  items: titles.map((title) => ({ key: title, title, text: title, href: `https://jobs.example/${title}` })),
});

interface Case {
  readonly title: string;
  readonly condition: unknown;
  readonly before: Content | null;
  readonly after: Content | null;
  /** What is quoted where the content is not the news. */
  readonly last?: string;
  readonly now?: string;
}

function told(
  { title, condition, before, after, last, now }: Case,
  locale: string,
  form?: MessageForm,
): OutgoingMessage {
  const message = messageOf(
    {
      ...{ follow: { id: newId(FollowId, 0), title }, condition: Condition.parse(condition) },
      ...{ observationId: newId(ObservationId, 0), change: before && after && compareContents(before, after) },
      ...{ numbers: numbersIn(after?.text ?? "", "en"), last: last ?? null, now: now ?? null, movedTo: null },
      ...{ sourceUrl: "https://shop.example/", pageTitle: "The shop", picture: null },
    },
    Date.UTC(2026, 6, 1, 9),
  );
  const addresses = { baseUrl: "https://tessera.example/", picturePath: () => "/" };
  const delivery = { id: "1" as DeliveryId, followId: null, message };
  return outgoingOf([delivery], addresses, { language: languageOf(locale, "Europe/Vienna"), form: form ?? null });
}

const words = (value: string) => ({ as: "words", text: value });
const price = { title: "Lamp", before: text("129 €"), after: text("99 €") };
const stock = { title: "Tickets", before: text("Sold out"), after: text("In stock") };
const jobs = { title: "Jobs", before: list("Cook", "Clerk"), after: list("Baker", "Driver", "Cook", "Clerk") };

/** Each condition with a change that meets it, and what is said of it. */
const SENTENCES: readonly (Case & { readonly en: string; readonly de: string; readonly ar: string })[] = [
  {
    ...{ ...price, condition: { kind: "any-change" } },
    en: "Lamp: 129 € → 99 € (−30 €, −23%)",
    de: "Lamp: 129 € → 99 € (−30 €, −23 %)",
    ar: "Lamp: 129 € ← 99 € (−30 €، −23%)",
  },
  {
    ...{ ...stock, condition: { kind: "any-change" } },
    en: "Tickets: “Sold out” → “In stock”",
    de: "Tickets: „Sold out“ → „In stock“",
    ar: "Tickets: «Sold out» ← «In stock»",
  },
  {
    ...{ ...stock, condition: { kind: "contains", words: words("in stock") } },
    en: "Tickets now says “in stock”: “Sold out” → “In stock”",
    de: "Bei Tickets steht jetzt „in stock“: „Sold out“ → „In stock“",
    ar: "ورد في القطعة «Tickets» الآن: «in stock»: «Sold out» ← «In stock»",
  },
  {
    ...{ ...stock, condition: { kind: "lacks", words: words("sold out") } },
    en: "Tickets no longer says “sold out”: “Sold out” → “In stock”",
    de: "Bei Tickets steht „sold out“ nicht mehr: „Sold out“ → „In stock“",
    ar: "لم يعد يرد في القطعة «Tickets»: «sold out»: «Sold out» ← «In stock»",
  },
  {
    ...{ title: "News", condition: { kind: "adds", words: words("bridge") } },
    ...{ before: text("Fair"), after: text("Fair\nThe bridge opens") },
    en: "New in News with “bridge”: The bridge opens",
    de: "Neu bei News mit „bridge“: The bridge opens",
    ar: "جديد في القطعة «News» فيه «bridge»: The bridge opens",
  },
  {
    ...{ title: "News", condition: { kind: "removes", words: words("bridge") } },
    ...{ before: text("Fair\nThe bridge opens"), after: text("Fair") },
    en: "Gone from News with “bridge”: The bridge opens",
    de: "Weg bei News mit „bridge“: The bridge opens",
    ar: "اختفى من القطعة «News» ما فيه «bridge»: The bridge opens",
  },
  {
    ...{ title: "New orders", condition: { kind: "number-above", limit: 100 } },
    ...{ before: text("98"), after: text("124") },
    en: "New orders: 124, above your limit 100",
    de: "New orders: 124, über deiner Grenze 100",
    ar: "New orders: 124، فوق الحد الذي حدّدته 100",
  },
  {
    ...{ ...price, condition: { kind: "number-below", limit: 1_000.5 } },
    en: "Lamp: 99 €, below your limit €1,000.50",
    de: "Lamp: 99 €, unter deiner Grenze 1.000,50 €",
    ar: "Lamp: 99 €، تحت الحد الذي حدّدته 1,000.50 €",
  },
  {
    ...{ ...price, condition: { kind: "number-changed-by", amount: 10, unit: "percent" } },
    en: "Lamp: 129 € → 99 € (−30 €, −23%), a change of 10% or more",
    de: "Lamp: 129 € → 99 € (−30 €, −23 %), eine Änderung um mindestens 10 %",
    ar: "Lamp: 129 € ← 99 € (−30 €، −23%)، أي بمقدار 10 % أو أكثر",
  },
  {
    ...{ ...jobs, condition: { kind: "new-item" } },
    en: "2 new in Jobs: Baker, Driver",
    de: "2 neu in Jobs: Baker, Driver",
    ar: "عنصران جديدان في «Jobs»: Baker، Driver",
  },
  {
    ...{ ...stock, condition: { kind: "looks-different" } },
    en: "Tickets looks very different now: please have a look",
    de: "Tickets sieht jetzt ganz anders aus: bitte nachsehen",
    ar: "تبدو القطعة «Tickets» الآن مختلفة تمامًا: يرجى إلقاء نظرة",
  },
  {
    ...{ title: "Lamp", condition: { kind: "gone" }, before: null, after: null, last: "129 €" },
    en: "Lamp is gone from its page",
    de: "Lamp ist nicht mehr auf der Seite",
    ar: "اختفت القطعة «Lamp» من صفحتها",
  },
  {
    ...{ title: "Lamp", condition: { kind: "unsure" }, before: null, after: null, last: "129 €", now: "99 €" },
    en: "Lamp may have moved: please have a look",
    de: "Lamp ist vielleicht verschoben: bitte sieh nach",
    ar: "ربما انتقلت القطعة «Lamp»: ألقِ نظرة من فضلك",
  },
  {
    ...{ title: "Lamp", condition: { kind: "back" }, before: null, after: null, last: "129 €", now: "99 €" },
    en: "Lamp is back",
    de: "Lamp ist wieder da",
    ar: "عادت القطعة «Lamp»",
  },
  {
    ...{ title: "Lamp", condition: { kind: "unreachable" }, before: null, after: null, now: "took too long" },
    en: "Lamp cannot be reached",
    de: "Lamp ist nicht erreichbar",
    ar: "لا يمكن الوصول إلى القطعة «Lamp»",
  },
];

/** As it reads: marks of direction are not seen, and spaces that do not break are spaces. */
const seen = (said: string): string => said.replace(/[\u2066-\u2069\u200e\u200f\u061c]/g, "").replace(/\s+/g, " ");

describe.each(["en", "de", "ar"] as const)("in %s", (locale) => {
  test.each(SENTENCES)("$condition.kind, $title", (each) => {
    expect(seen(told(each, locale).title)).toBe(each[locale]);
  });
});

/** Why a page is out of reach: what was thrown is for programs. */
const REASONS: readonly { failure: CaptureFailureRecord; en: string; de: string; ar: string }[] = [
  {
    failure: { code: "timeout", retry: "soon", message: "shop.example took too long in the browser" },
    en: "Reason: the page took too long",
    de: "Grund: die Seite hat zu lange gebraucht",
    ar: "السبب: استغرقت الصفحة وقتًا طويلًا",
  },
  {
    failure: { code: "status", retry: "later", message: "shop.example answered 503", status: 503 },
    en: "Reason: the site answered with the error 503",
    de: "Grund: die Website antwortete mit dem Fehler 503",
    ar: "السبب: أجاب الموقع بالخطأ 503",
  },
  {
    failure: { code: "status", retry: "later", message: "shop.example answered with an error" },
    en: "Reason: the page shows an error",
    de: "Grund: die Seite zeigt einen Fehler",
    ar: "السبب: تعرض الصفحة خطأ",
  },
  {
    failure: { code: "blocked", retry: "later", message: "shop.example asks for a login", wall: "login" },
    en: "Reason: the page asks for a login",
    de: "Grund: die Seite verlangt eine Anmeldung",
    ar: "السبب: تطلب الصفحة تسجيل الدخول",
  },
];

function toldOf(failure: CaptureFailureRecord, locale: string): OutgoingMessage {
  const observation = {
    ...{ id: newId(ObservationId, 0), at: 0, excerpt: "", change: "verdict", numbers: [], picture: null },
    verdict: { kind: "unreachable", failure },
  };
  const seenBefore = { follow: { id: newId(FollowId, 0), title: "Lamp" }, change: null, last: null };
  const message = messageOfSeen({
    ...{ ...seenBefore, observation: observation as unknown as Observation, sourceUrl: "https://shop.example/" },
  });
  const addresses = { baseUrl: "https://tessera.example/", picturePath: () => "/" };
  return outgoingOf([{ id: "1" as DeliveryId, followId: null, message: Message.parse(message) }], addresses, {
    language: languageOf(locale),
  });
}

describe.each(["en", "de", "ar"] as const)("in %s", (locale) => {
  test.each(REASONS)("why: $failure.message", ({ failure, ...said }) => {
    expect(seen(plainText(toldOf(failure, locale)).split("\n")[1]!)).toBe(said[locale]);
  });

  test.each(CaptureFailureCode.options)("nothing of what was thrown is said of %s", (code) => {
    const text = plainText(toldOf({ code, retry: "soon", message: "an exact reason", status: 500 }, locale));
    expect(text).not.toMatch(/an exact reason|[{}]|undefined/);
  });
});

test("every condition has its sentence in the table", () => {
  const kinds = Condition.options.map(({ shape }) => shape.kind.value);
  expect([...new Set(SENTENCES.map(({ condition }) => (condition as Condition).kind))].sort()).toEqual(
    [...kinds].sort(),
  );
});

test("long lists are named in part, and a comma in a name does not make two of it", () => {
  const names = Array.from({ length: 8 }, (_, at) => `Job ${at}`);
  const many = { title: "Jobs", condition: { kind: "new-item" }, before: list("Cook"), after: list(...names, "Cook") };
  expect(told(many, "en").title).toBe("8 new in Jobs: Job 0, Job 1, Job 2 and 5 more");
  const comma = { ...many, after: list("Cook, second", "Baker", "Cook") };
  expect(told(comma, "en").title).toBe("2 new in Jobs: Cook, second; Baker");
});

const form = (...parts: MessageForm["parts"]): MessageForm => ({ parts, maxLength: null });
const AT = "https://tessera.example/follows";
const shown = (each: Case, chosen: MessageForm, locale = "en"): string =>
  plainText(told(each, locale, chosen))
    .replace(/history\?at=\S+/, "…")
    .replace(/follows\/[\w-]+/, "follows");

test("a message is made of the parts that were chosen, in their order", () => {
  const change = { ...price, condition: { kind: "any-change" } };
  const items = { ...jobs, condition: { kind: "any-change" } };
  expect(shown(change, form("change"))).toBe("Lamp: 129 € → 99 € (−30 €, −23%)");
  expect(shown(change, form("title", "change"))).toBe("Lamp\n129 € → 99 € (−30 €, −23%)");
  expect(shown(change, form("after", "before"))).toBe("After: 99 €\nBefore: 129 €");
  expect(shown(change, form("time", "page", "title"), "de")).toBe("01.07.2026, 11:00\nThe shop\nLamp");
  expect(shown(change, form("source", "link"))).toBe(`Source: https://shop.example/\n${AT}/…`);
  expect(shown(items, form("change"))).toBe("2 new in Jobs: Baker, Driver");
  expect(shown(items, form("items"))).toBe(
    "2 new:\n• Baker https://jobs.example/Baker\n• Driver https://jobs.example/Driver",
  );
  expect(shown(items, form("title", "change", "items"))).toBe(
    "Jobs\n2 new:\n• Baker https://jobs.example/Baker\n• Driver https://jobs.example/Driver",
  );
  expect(shown({ ...SENTENCES[11]! }, form("change", "before"))).toBe(
    "Lamp is gone from its page\nIt last said: 129 €",
  );
});

test("a limit of length cuts words and never links", () => {
  const long = {
    title: "Terms",
    condition: { kind: "any-change" },
    before: text("old ".repeat(300)),
    after: text("new ".repeat(300)),
  };
  const short = shown(long, { parts: ["change", "link", "before", "source"], maxLength: 60 });
  const [said, link, ...rest] = short.split("\n");
  expect(said?.length).toBeLessThanOrEqual(60);
  expect(said).toMatch(/^Terms: “old.*…$/);
  expect([link, ...rest]).toEqual([`${AT}/…`, "Source: https://shop.example/"]);
});

test("whatever is chosen and whatever changed, there is a message without markup of the page in it", () => {
  const parts = fc.shuffledSubarray([...MESSAGE_PARTS], { minLength: 1 });
  const nasty = fc.constantFrom("<b>", "{title}", "{wanted}", "$&", "\u0000", "\n", "a", "5 €", "\u202e", "&");
  const words = fc.string({ unit: nasty, maxLength: 12 });
  const cases = fc.constantFrom(...SENTENCES);
  fc.assert(
    fc.property(parts, cases, words, words, (chosen, each, before, after) => {
      const change = each.before ? { before: text(before), after: text(after) } : {};
      const outgoing = told({ ...each, ...change, title: `x ${before}` }, "en", MessageForm.parse({ parts: chosen }));
      expect(outgoing.title).not.toMatch(/\p{Cc}/u);
      expect(outgoing.title.length).toBeGreaterThan(0);
      expect(
        htmlText(outgoing, { picture: () => null }).replace(/<\/?(p|b|a|br|del|ins|hr)\b[^<>]*>/g, ""),
      ).not.toMatch(/[<>]/);
    }),
  );
});

test.each([
  [{ parts: [] }],
  [{ parts: ["title", "title"] }],
  [{ parts: ["{{ everything }}"] }],
  [{ parts: ["title"], maxLength: 5 }],
])("%j is no form", (given) => {
  expect(MessageForm.safeParse(given).success).toBe(false);
});
