import fc from "fast-check";
import { expect, test } from "vitest";
import { cleanAddress, cleanAddressList, cleanStyle, hasWebToken, isKeyName, looksRandom } from "./clean-address.ts";
import { type Attribute, cleanAttributes, isLeftOut, isTypedIn } from "./clean-node.ts";

const PAGE = "https://bank.example/accounts/overview";

function cleaned(tag: string, attributes: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(cleanAttributes(tag, Object.entries(attributes), PAGE));
}

/** As servers make them: hexadecimal, base64, JSON web tokens. */
const secret = fc
  .uint8Array({ minLength: 24, maxLength: 48 })
  .chain((bytes) => fc.constantFrom(hex(bytes), base64(String.fromCharCode(...bytes)), jwt(bytes)))
  .filter((text) => (text.match(/\d/g)?.length ?? 0) >= 6 && /[a-zA-Z0-9]{20}/.test(text));

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function base64(text: string): string {
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function jwt(bytes: Uint8Array): string {
  const head = base64('{"alg":"HS256","typ":"JWT"}');
  return `${head}.${base64(JSON.stringify({ sub: hex(bytes) }))}.${base64(String.fromCharCode(...bytes))}`;
}

test("a token in any attribute of any element stays in the browser", () => {
  const tags = fc.constantFrom("div", "a", "input", "meta", "link", "form", "img", "iframe", "option", "use", "body");
  const names = fc.constantFrom(
    ..."id data-id data-token data-state title content name value href src action nonce integrity aria-label onclick srcdoc".split(
      " ",
    ),
  );
  fc.assert(
    fc.property(secret, tags, names, (token, tag, name) => {
      for (const value of [token, `/x?session=${token}`, `/x#access_token=${token}`, `{"csrf":"${token}"}`]) {
        const more: Attribute[] = tag === "input" ? [["type", "text"]] : [["rel", "stylesheet"]];
        expect(JSON.stringify(cleanAttributes(tag, [...more, [name, value]], PAGE))).not.toContain(token);
      }
    }),
  );
});

test("what is typed into fields stays there, and what is written on buttons goes along", () => {
  expect(cleaned("input", { type: "text", name: "q", value: "a private question", class: "wide" })).toEqual({
    type: "text",
    class: "wide",
  });
  expect(cleaned("input", { type: "password", value: "hunter2" })).toEqual({ type: "password" });
  expect(cleaned("input", { type: "HIDDEN", name: "csrf", value: "short", id: "t" })).toEqual({ type: "hidden" });
  expect(cleaned("input", { type: "checkbox", checked: "", value: "yes" })).toEqual({ type: "checkbox" });
  expect(cleaned("input", { type: "submit", value: "Send the order" })).toEqual({
    type: "submit",
    value: "Send the order",
  });
  expect(cleaned("option", { value: "DE89 3704 0044", selected: "" })).toEqual({});
  expect(isTypedIn("textarea", () => null)).toBe(true);
  expect(isTypedIn("div", (name) => (name === "contenteditable" ? "" : null))).toBe(true);
  expect(isTypedIn("div", (name) => (name === "contenteditable" ? "false" : null))).toBe(false);
});

test("what runs does not leave the browser", () => {
  expect(["script", "noscript", "template"].every(isLeftOut)).toBe(true);
  expect(cleaned("a", { onclick: "steal()", href: "javascript:steal()", ONLOAD: "x" })).toEqual({});
  expect(cleaned("iframe", { srcdoc: "<p>mail</p>", src: "/frame" })).toEqual({});
  expect(cleaned("form", { action: "/pay", class: "wide" })).toEqual({ class: "wide" });
  expect(cleaned("div", { "data-props": '{"user":{"mail":"r@x.test"}}', "data-testid": "balance" })).toEqual({
    "data-testid": "balance",
  });
});

test("of meta elements only what is said to everybody goes along", () => {
  expect(cleaned("meta", { name: "csrf-token", content: "abc" })).toEqual({});
  expect(cleaned("meta", { name: "user-id", content: "4711" })).toEqual({});
  expect(cleaned("meta", { name: "description", content: "A bank" })).toEqual({
    name: "description",
    content: "A bank",
  });
  expect(cleaned("meta", { property: "og:url", content: "https://bank.example/?key=1" })).toEqual({});
  expect(cleaned("link", { rel: "preload", href: "/api/me" })).toEqual({});
  expect(cleaned("link", { rel: "alternate", href: "/feeds/of/r/a1b2" })).toEqual({});
});

test("addresses lose their keys and nothing else", () => {
  const address = (text: string) => cleanAddress(text, PAGE);
  expect(address("/orders?page=2&sort=date")).toBe("/orders?page=2&sort=date");
  expect(address("orders/550e8400-e29b-41d4-a716-446655440000?x=1")).toBe(
    "orders/550e8400-e29b-41d4-a716-446655440000?x=1",
  );
  expect(address("/out;jsessionid=AB12CD?page=2")).toBe("https://bank.example/out?page=2");
  expect(address("https://me:secret@bank.example/x")).toBe("https://bank.example/x");
  expect(address("/a?sid=12&page=2")).toBe("https://bank.example/a?page=2");
  expect(address("/img.png?X-Amz-Signature=abc&X-Amz-Date=20240101T000000Z&w=5")).toBe(
    "https://bank.example/img.png?X-Amz-Date=20240101T000000Z&w=5",
  );
  expect(address("/assets/index-3fa9c2d1e8b74a6c9d0e1f2a3b4c5d6e.css")).toBe(
    "/assets/index-3fa9c2d1e8b74a6c9d0e1f2a3b4c5d6e.css",
  );
  expect(address("blob:https://bank.example/1")).toBeNull();
  expect(address("http://[")).toBeNull();
  for (const scheme of ["javascript:go()", " java\nscript:go()", "vbscript:go()", "filesystem:x", "data:text/html,x"]) {
    expect(address(scheme), scheme).toBeNull();
  }
  expect(address("data:image/png;base64,AA")).toBe("data:image/png;base64,AA");
  expect(address("//me:secret@bank.example/x")).toBe("https://bank.example/x");
  expect(address("#top")).toBe("#top");
  expect(address("#access_token=abc")).toBe("#");
  expect(address("/app#/cb?a=1/token=abc&b=2")).toBe("https://bank.example/app");
  expect(address("/login?next=%2Fcb%3Ftoken%3Dabc&lang=de")).toBe("https://bank.example/login?lang=de");
  expect(address("mailto:a@x.test?subject=Hello&token=abc")).toBe("mailto:a@x.test?subject=Hello");
  expect(cleanStyle("a{background:url('/i.png?token=abc')}", PAGE)).toBe(
    "a{background:url('https://bank.example/i.png')}",
  );
});

test("words, names of classes, dates and slugs are no secrets", () => {
  for (const text of [
    "samsung-galaxy-s24-ultra-256gb-titanium-black",
    "ProductCard_productTitleWrapper__inner",
    "2026-11-17T04:10:00.000+00:00",
    "grid grid-cols-12 gap-4 sm:px-8 lg:w-1/2",
    "the-quick-brown-fox-jumps-over-the-lazy-dog",
    "12345678901234567890123",
    "https://news.example/world/2026/11/17/a-long-headline-of-the-day",
  ]) {
    expect(looksRandom(text), text).toBe(false);
  }
  expect(["monkey", "author", "keyboard", "design", "authtoken", "state-of-play"].map(isKeyName)).toEqual([
    false,
    false,
    false,
    false,
    true,
    true,
  ]);
  for (const text of ["/monkeyJump.html", "eyJ", `eyJ${"a".repeat(20)} .${"b".repeat(20)}`]) {
    expect(hasWebToken(text), text).toBe(false);
  }
});

test("every candidate of a list of pictures is cleaned, with a space behind the comma or without", () => {
  const list = (text: string) => cleanAddressList(text, PAGE);
  expect(list("/a.png 1x, /b.png 2x")).toBe("/a.png 1x, /b.png 2x");
  expect(list("/a.png 1x,/b.png?token=abc 2x")).toBe("/a.png 1x, https://bank.example/b.png 2x");
  expect(list("/a.png, /w_2,h_3/b.png?token=abc 320w")).toBe("/a.png, https://bank.example/w_2,h_3/b.png 320w");
  expect(list("/a.png?x=1,/b.png?token=abc")).not.toContain("abc");
  expect(list("/a.png secret 2x, javascript:go() 1x,, ,/c.png")).toBe("/a.png 2x, /c.png");
});

test("an address that moves with its style takes no key of the style's own address along", () => {
  const sheet = `https://cdn.example/${jwt(new Uint8Array(24))}/all.css?token=abc`;
  const style = cleanStyle("a{background:url(i.png)} b{background:url()} c{mask:url(#m)}", sheet, true);
  expect(style).toBe("a{background:url(https://cdn.example//i.png)} b{background:url()} c{mask:url(#m)}");
});

test("nothing that a page says makes the cleaning fail", () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.array(fc.tuple(fc.string(), fc.string({ unit: "binary" })), { maxLength: 5 }),
      (tag, attributes) => {
        const kept = cleanAttributes(tag, attributes, PAGE);
        expect(kept.length).toBeLessThanOrEqual(attributes.length + 1);
      },
    ),
  );
});

test("what was cleaned once is as it is cleaned twice", () => {
  const names = fc.constantFrom(
    "class",
    "id",
    "href",
    "srcset",
    "style",
    "data-x",
    "data-src",
    "data-srcset",
    "title",
    "value",
    "type",
    "content",
  );
  const address = fc.oneof(
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc
      .array(fc.constantFrom(..."/ ? # & = ; , : @ a sid token eyJ .. url( ) 2x".split(" "), " "))
      .map((each) => each.join("")),
  );
  const values = fc.oneof(secret, address, fc.string(), fc.string({ minLength: 1_990, maxLength: 2_100 }));
  fc.assert(
    fc.property(fc.constantFrom("a", "img", "input", "meta"), fc.array(fc.tuple(names, values)), (tag, attributes) => {
      const once = cleanAttributes(tag, attributes, PAGE);
      expect(cleanAttributes(tag, once, PAGE)).toEqual(once);
    }),
  );
});

test("keys in the addresses of a style are taken out, however they are quoted", () => {
  const key = "token=9fK2mQx7Rz1LpVt4";
  for (const address of [`url(/a?${key})`, `URL( "/a(1)?${key}" )`, `url('/a)?${key}')`, `url("/a?${key}`]) {
    const style = `color: red; background: ${address}`;
    expect(style).toContain(key);
    expect(cleanStyle(style, "https://shop.example/")).not.toContain(key);
  }
  expect(cleanStyle("background: url( /a.png ) red, url()", "https://shop.example/")).toBe(
    "background: url( /a.png ) red, url()",
  );
});
