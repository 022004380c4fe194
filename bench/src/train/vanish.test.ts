import { nodeAt, parseHtml, textOf } from "@tessera/engine";
import { expect, test } from "vitest";
import { withoutBlock } from "./vanish.ts";

test("the page loses the block and its pure wrappers, and nothing else", () => {
  const page = parseHtml("<h1>A</h1><div class=w><div><p id=x>block</p></div></div><p>B</p>");
  const block = nodeAt(page, "html[1]/body[1]/div[1]/div[1]/p[1]")!;
  const left = withoutBlock(page, block);
  expect(textOf(left, 0)).toBe("A\nB");
  expect(nodeAt(left, "html[1]/body[1]/div[1]")).toBeNull();
  expect(nodeAt(left, "html[1]/body[1]/p[1]")).not.toBeNull();
});

test("what stands beside the block stays", () => {
  const page = parseHtml("<ul><li>1<li>2<li>3</ul>");
  const left = withoutBlock(page, nodeAt(page, "html[1]/body[1]/ul[1]/li[2]")!);
  expect(textOf(left, 0)).toBe("1\n3");
});
