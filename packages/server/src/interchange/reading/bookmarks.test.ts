import fc from "fast-check";
import { expect, test } from "vitest";
import { isBookmarks, readBookmarks } from "./bookmarks.ts";
import { ImportRefused } from "./import-plan.ts";
import { readImport } from "./read-import.ts";

const HEAD =
  "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<!-- It's written by a program. DO NOT EDIT! -->\n<TITLE>Bookmarks</TITLE>\n<H1>Bookmarks</H1>\n";

const CHROME = `${HEAD}<DL><p>
    <DT><H3 ADD_DATE="1" PERSONAL_TOOLBAR_FOLDER="true">Bookmarks bar</H3>
    <DL><p>
        <DT><A HREF="https://herald.example/?a=1&amp;b=2" ADD_DATE="1" ICON="data:image/png;base64,AAAA">The &lt;Herald&gt; &amp; more</A>
        <DT><H3>News</H3>
        <DL><p>
            <DT><A HREF="https://one.example/">One</A>
            <DT><A HREF="javascript:alert(1)">Bookmarklet</A>
        </DL><p>
        <DT><A HREF="https://after.example/">After</A>
    </DL><p>
    <DT><A HREF="https://top.example/">Top</A>
</DL><p>`;

const FIREFOX = `${HEAD.replace("H1>Bookmarks", "H1>Bookmarks Menu")}<DL><p>
<DT><A HREF="place:sort=8&maxResults=10" ICON_URI='x'>Recent</A>
<HR>    <DT><H3>Food</H3>
    <DD>A description
    <DL><p>
        <DT><A href='https://eggs.example/' TAGS="a,b">2 > 1</A>
        <DD>Another > description
    </DL><p>
</DL>`;

/** Safari has no tags around definitions that others have. */
const SAFARI = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
\t<HTML><META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8"><Title>Bookmarks</Title><H1>Bookmarks</H1>
\t<DT><H3 FOLDED>Favourites</H3>\n\t<DL><p>\n\t\t<DT><A HREF="https://fav.example/">Fav</A>\n\t</DL><p>\n</HTML>`;

test("folders of Chrome and Edge become lists of links, with the names of those around them", () => {
  expect(readBookmarks(CHROME)).toMatchObject({
    folders: [
      {
        path: ["Bookmarks bar"],
        links: [
          { title: "The <Herald> & more", url: "https://herald.example/?a=1&b=2" },
          { title: "After", url: "https://after.example/" },
        ],
      },
      { path: ["Bookmarks bar", "News"], links: [{ title: "One", url: "https://one.example/" }] },
      { path: [], links: [{ title: "Top", url: "https://top.example/" }] },
    ],
    leftOut: 1,
    leftOutNames: [{ name: "Bookmarklet", url: "javascript:alert(1)" }],
  });
});

test("a quote that nobody closes takes along nothing but its link, which is named", () => {
  const open = CHROME.replace('one.example/"', "one.example/").replace("after.example", "after.example/it's");
  const { folders, leftOutNames } = readBookmarks(open);
  const titles = folders.flatMap(({ links }) => links.map(({ title }) => title));
  expect(titles).toEqual(["The <Herald> & more", "After", "Top"]);
  expect(leftOutNames.map(({ name }) => name)).toEqual(["One", "Bookmarklet"]);
  expect(readBookmarks(`${CHROME}${'<a ">'.repeat(200_000)}`).folders).toHaveLength(3);
});

test("those of Firefox and Safari are read as well", () => {
  expect(readBookmarks(FIREFOX)).toMatchObject({
    folders: [{ path: ["Food"], links: [{ title: "2 > 1", url: "https://eggs.example/" }] }],
    leftOut: 1,
  });
  expect(readBookmarks(SAFARI).folders).toMatchObject([
    { path: ["Favourites"], links: [{ title: "Fav", url: "https://fav.example/" }] },
  ]);
});

test("the file is known by its first line, and one without a page is refused", async () => {
  expect([isBookmarks(CHROME), isBookmarks("<!doctype html><h1>x"), isBookmarks("")]).toEqual([true, false, false]);
  expect(await readImport(Buffer.from(CHROME), { now: 0 })).toMatchObject({ kind: "bookmarks", leftOut: 1 });
  await expect(readImport(Buffer.from(`${HEAD}<DL></DL>`), { now: 0 })).rejects.toMatchObject({ code: "empty" });
});

test("links to anything but the web are left out, however they are written", () => {
  const hrefs = [
    "javascript:x",
    "JAVASCRIPT:x",
    "java&#10;script:x",
    "&#106;avascript:x",
    "data:text/html,x",
    "file:///x",
    "",
  ];
  const list = hrefs.map((href) => `<DT><A HREF="${href}">x</A>`).join("\n");
  const read = readBookmarks(`${HEAD}<DL>${list}<DT><A HREF="https://a.example">a</A></DL>`);
  expect(read).toMatchObject({ leftOut: hrefs.length, folders: [{ links: [{ url: "https://a.example/" }] }] });
});

const piece = fc.constantFrom(
  ...[
    "<DL>",
    "</DL>",
    "<DT>",
    "<H3>",
    "</H3>",
    "<A HREF=",
    '"',
    "'",
    ">",
    "<",
    "</A>",
    "<!--",
    "-->",
    "&#x41;",
    "&amp;",
  ],
  ...['<A HREF="https://a.example/">', '<A HREF="javascript:x">', "x", "\n"],
);

test("whatever is in the file, links lead to the web and titles are short", () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 80 }), (parts) => {
      try {
        const { folders } = readBookmarks(HEAD + parts.join(""));
        for (const { path, links } of folders) {
          expect(path.length).toBeLessThanOrEqual(12);
          for (const { title, url } of links) {
            expect(url).toMatch(/^https?:\/\//);
            expect(title.length).toBeLessThanOrEqual(300);
            expect(title.trim()).not.toBe("");
          }
        }
      } catch (error) {
        expect(error).toBeInstanceOf(ImportRefused);
      }
    }),
  );
});

test.each([
  ["open lists", "<DL><H3>x".repeat(50_000)],
  ["open quotes", '<A HREF="'.repeat(50_000)],
  ["brackets", "<".repeat(200_000)],
  ["entities", `<A HREF="https://a.example/">${"&amp;".repeat(50_000)}</A>`],
])("%s without end are read", (_, text) => {
  const read = readBookmarks(`${HEAD}<DT><A HREF="https://first.example/">First</A>${text}`);
  expect(read.folders[0]?.links[0]).toEqual({ title: "First", url: "https://first.example/" });
});
