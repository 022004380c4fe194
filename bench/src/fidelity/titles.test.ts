import { expect, test } from "vitest";
import { titleFault } from "./titles.ts";

const on = (title: string) => titleFault({ title, pageTitle: "Harbour news", tableHead: "Ship  From Time" });

test.each([
  ["", "empty"],
  [" \n", "empty"],
  ["26", "a number"],
  ["$34,245", "a number"],
  ["+ 17 %", "a number"],
  ["12:30", "a number"],
  ["trending_up", "an icon"],
  ["\ue88a", "an icon"],
  ["10 Feb. 2014", "a date"],
  ["March 3, 2026", "a date"],
  ["2 hours ago", "a date"],
  ["Ship From", "a table's head"],
  ["Harbour news", "the page's name"],
])("%j names nothing: it is %s", (title, fault) => {
  expect(on(title)).toBe(fault);
});

test.each(["New orders", "Sales 2026", "May we help?", "Ships", "Day 3 of the regatta", "Bounce rate", "中文"])(
  "%j may be a name",
  (title) => {
    expect(on(title)).toBeNull();
  },
);

test("the name of a page that is too long for a title is one all the same", () => {
  const pageTitle = "Harbour news, and what else there is to say of boats, tides and the weather at sea today";
  const fault = (title: string) => titleFault({ title, pageTitle, tableHead: "" });
  expect(fault("Harbour news, and what else there is to say of boats…")).toBe("the page's name");
  expect(fault("Harbour news…and more")).toBeNull();
});
