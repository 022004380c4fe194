import { expect, test } from "vitest";
import { openCookies } from "../http/cookies.ts";
import { cookiesForBrowser, cookiesFromBrowser } from "./browser-cookies.ts";

const PAGE = new URL("https://www.site.test/account/");

function savedOverHttp(...setCookie: string[]): string {
  const cookies = openCookies("");
  cookies.learn(PAGE, { "set-cookie": setCookie });
  return cookies.save();
}

test("cookies of a plain request are the browser's, and back again", () => {
  const saved = savedOverHttp(
    "a=1; Path=/; Secure; HttpOnly",
    "b=2; Domain=site.test; Max-Age=3600; SameSite=None; Secure",
  );
  const inBrowser = cookiesForBrowser(saved);
  expect(inBrowser).toMatchObject([
    { name: "a", value: "1", domain: "www.site.test", path: "/", expires: -1, secure: true, httpOnly: true },
    { name: "b", value: "2", domain: ".site.test", path: "/account", sameSite: "None" },
  ]);
  const back = openCookies(cookiesFromBrowser(inBrowser));
  expect(back.headersFor(PAGE)).toEqual({ cookie: "b=2; a=1" });
  expect(back.headersFor(new URL("https://shop.site.test/account/"))).toEqual({ cookie: "b=2" });
});

test("text that is no jar is no cookies", () => {
  for (const saved of ["", "{", "[]", "null", '{"cookies":3}']) expect(cookiesForBrowser(saved)).toEqual([]);
});
