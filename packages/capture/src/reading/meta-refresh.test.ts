import fc from "fast-check";
import { expect, test } from "vitest";
import { immediateRefresh } from "./page-reader.ts";

const PAGE = "https://site.test/a/b";
const refresh = (content: string) => immediateRefresh(`<meta http-equiv="Refresh" content="${content}">`, PAGE)?.href;

test("an immediate refresh leads on, in every way that browsers read it", () => {
  for (const content of [
    "0;url=/next",
    "0; URL = '/next'",
    "0,/next",
    "0 url=/next",
    " 0.5; url=&quot;/next&quot;x",
    ".; url=/next",
  ]) {
    expect(refresh(content), content).toBe("https://site.test/next");
  }
  expect(refresh("0; url=//other.test/")).toBe("https://other.test/");
});

test("a later one, one to the page itself and one that is no address lead nowhere", () => {
  for (const content of ["5; url=/next", "0", "", "0;", "x; url=/next", "0; url=#top", "0; url=https://[", "0;url=b"]) {
    expect(refresh(content), content).toBeUndefined();
  }
});

test("only an element that browsers obey counts, and the first of them", () => {
  const meta = `<meta http-equiv=refresh content="0;url=/next">`;
  for (const html of [
    `<!--${meta}-->`,
    `<script>"${meta}"</script>`,
    `<noscript>${meta}</noscript>`,
    `<p title='${meta}'>`,
  ]) {
    expect(immediateRefresh(html, PAGE)).toBeNull();
  }
  expect(immediateRefresh(`<meta http-equiv=refresh content="60">${meta}`, PAGE)).toBeNull();
});

test("no content is too strange", () => {
  fc.assert(
    fc.property(fc.string(), (content) => {
      const url = immediateRefresh(`<meta http-equiv=refresh content="${content.replaceAll('"', "&quot;")}">`, PAGE);
      expect(url === null || url instanceof URL).toBe(true);
    }),
  );
});
