import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isSecretAddress } from "./secret-address.ts";

const isSecret = (address: string): boolean => isSecretAddress(new URL(address, "https://shop.example/"));
const HEX = "9f86d081884c7d659a2feaa0c55ad015";

describe("a secret", () => {
  test.each([
    "/report?token=s3cret",
    "/report?a=1&access_token=word",
    "/report?X-Amz-Signature=abc",
    "/report?apikey=abc",
    "/report?api-key=abc",
    "/report?authToken=abc",
    "/report?auth=ada",
    "/report?sig=1f",
    "/report?PASSWORD=hello",
    "/report?rss_key=abc",
    "/report?key=a1b2c3",
    "/report#access_token=abc",
    "https://ada:pw@shop.example/",
    `/feeds/${HEX}.rss`,
    `https://calendar.example/ical/ada%40example.org/private-${HEX}/basic.ics`,
    "https://feeds.example/u/q7XbT2mLr9VwKc4ZsN8p",
    `/dashboard/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl`,
  ])("is in %s", (address) => {
    expect(isSecret(address)).toBe(true);
  });
});

describe("no secret", () => {
  test.each([
    "/",
    "/?id=12345&page=2",
    "/?key=holidays",
    "/?key=20451",
    "/?sort_key=price&keywords=lamp&keyboard=de",
    "/?pageToken=CAUQAA&continuation_token=x",
    "/?auth=1&pass=true&token=",
    "/?author=ada&design=1&signal=3&passage=7&tokens=12",
    "/watch?v=dQw4w9WgXcQ&list=PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf",
    `/article/${HEX}`,
    `/assets/app-${HEX}.css`,
    `/commit/${HEX}deadbeef`,
    "/document/d/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms",
    "/feeds/0190f3d4-1c2b-7a3e-8f4d-5a6b7c8d9e0f/rss",
    "https://feeds.example/public/shows/5f8d04b3ab35de001c3f4a2b",
    "/rss/topics/BreakingNewsFromEuropeAndTheWorld2026.xml",
    "/feed/2026/11/19/a-very-long-title-of-a-post-about-iphone15pro-and-more",
    "https://shop.example/feeds/videos.xml?channel_id=UC_x5XG1OV2P6uZZ5FSM9Ttw",
  ])("is in %s", (address) => {
    expect(isSecret(address)).toBe(false);
  });

  const word = fc.constantFrom(
    "news",
    "lamp",
    "Vienna",
    "topics",
    "iPhone",
    "COVID",
    "q3",
    "v2",
    "en",
    "sale",
    "Top10",
  );
  const step = fc.oneof(
    fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join("-")),
    fc.nat(1e12).map(String),
    fc.uuid(),
    fc.array(word, { minLength: 1, maxLength: 2 }).map((words) => `${words.join("_")}.html`),
  );
  const parameter = fc.tuple(fc.constantFrom("id", "p", "q", "utm_source", "lang", "v", "sort", "monkey", "sku"), step);
  const path = fc.array(step, { maxLength: 6 });

  test("is in words, numbers and names, of pages or of feeds", () => {
    fc.assert(
      fc.property(path, fc.array(parameter, { maxLength: 5 }), fc.boolean(), (steps, parameters, isFeed) => {
        const address = `/${[...(isFeed ? ["feeds"] : []), ...steps].join("/")}?${new URLSearchParams(parameters)}`;
        expect(isSecret(address), address).toBe(false);
      }),
    );
  });

  test("is missed where it is as long as those that are made by chance, or is named, wherever it stands", () => {
    const signs = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"];
    const key = fc.string({ unit: fc.constantFrom(...signs), minLength: 43, maxLength: 64 });
    fc.assert(
      fc.property(path, path, key, (before, after, secret) => {
        expect(isSecret(`/feed/${[...before, secret, ...after].join("/")}`)).toBe(true);
        expect(isSecret(`/${before.join("/")}?lang=de&token=${secret}`)).toBe(true);
      }),
    );
  });
});
