import { expect, test } from "vitest";
import { parsePage } from "../html/page-node.ts";
import { stylesOf } from "./page-styles.ts";

function looks(html: string): string {
  const [first] = stylesOf(parsePage(html)!, { html, finalUrl: "https://site.test/" }).styles;
  return first?.kind === "text" ? first.css : "";
}

const said = (attributes: string): string => looks(`<!doctype html><body ${attributes}>`);

test("a body says its colours in attributes, before all style sheets", () => {
  expect(said('bgcolor="#123" text=white link=ffcc00 background=/sea.png')).toBe(
    '@layer tessera-old-looks{:where(body){background-color:#123;color:white;background-image:url("/sea.png")}:where(a:any-link){color:#ffcc00}}',
  );
  expect(said("bgcolor='red}p{color:blue' background='a.png\")' text=''")).toBe("");
});

test("tables of pages without a doctype, or with one of before, write their words in their own size", () => {
  const isQuirky = (start: string) => looks(`${start}<body>`).includes("font-size:initial");
  for (const start of [
    "",
    "<!-- a -->\n",
    '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN">',
    '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">',
  ])
    expect(isQuirky(start), start).toBe(true);
  for (const start of [
    "<!doctype html>",
    '\ufeff <!-- a --><?xml version="1.0"?><!DOCTYPE html>',
    '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/TR/html4/loose.dtd">',
    '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">',
  ])
    expect(isQuirky(start), start).toBe(false);
});
