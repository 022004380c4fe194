import { expect, test } from "vitest";
import { parsePage } from "../html/page-node.ts";
import { stylesOf } from "./page-styles.ts";

function read(markup: string) {
  const html = `<!doctype html>${markup}`;
  return stylesOf(parsePage(html)!, { html, finalUrl: "https://site.test/" });
}

test("a page has so many sheets at most, whatever says them", () => {
  const says = [
    "<style>p{color:red}</style>",
    '<link rel="stylesheet" href="/a.css">',
    '<meta name="color-scheme" content="dark">',
  ];
  for (const markup of [...says, says.join("")]) {
    const { styles } = read(markup.repeat(500));
    expect(styles.length).toBe(200);
  }
});

test("a sheet that its own handler brings in is one of the page, for what the handler says", () => {
  const linked = (markup: string) => read(`<link href="/a.css" ${markup}>`).styles.map(({ media }) => media);
  expect(linked(`rel="stylesheet" media="print" onload="this.media='all'"`)).toEqual(["all"]);
  expect(linked(`rel="stylesheet" media="none" onload="if(media!='all')media='screen'"`)).toEqual(["screen"]);
  expect(linked(`rel="stylesheet" media="print" onload="this.removeAttribute('media')"`)).toEqual([""]);
  expect(linked(`rel="preload" as="style" onload="this.onload=null;this.rel='stylesheet'"`)).toEqual([""]);
  expect(linked(`rel="preload" as="style"`)).toEqual([]);
  expect(linked(`rel="preload" as="script" onload="stylesheet()"`)).toEqual([]);
  expect(linked(`rel="stylesheet" media="print"`)).toEqual(["print"]);
  expect(linked(`rel="stylesheet" media="print" onload="done()"`)).toEqual(["print"]);
});
