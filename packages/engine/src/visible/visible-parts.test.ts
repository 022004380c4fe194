import { expect, test } from "vitest";
import { parseHtml } from "../html/parse-html.ts";
import type { DomTree } from "../tree/dom-tree.ts";
import { nodeAt } from "../tree/path.ts";
import { hasUnpictured, isBlank, visibleParts } from "./visible-parts.ts";

const BLOCK = "html[1]/body[1]/div[1]";

function partsOf(markup: string, boxes?: (tree: DomTree) => Int32Array) {
  const parsed = parseHtml(`<body><div>${markup}</div>`);
  const tree = boxes ? { ...parsed, boxes: boxes(parsed) } : parsed;
  return visibleParts(tree, nodeAt(tree, BLOCK)!);
}
const isBlankBlock = (markup: string) => isBlank(partsOf(markup));

test.each([
  ["nothing", ""],
  ["empty elements", "<ul><li></li></ul><p><br></p>"],
  ["spaces of every kind", "<p>&nbsp;&zwnj;\u200b\u2060</p>"],
  ["an image without a source", '<img alt="A boat"><img src="">'],
  ["an image that holds its place with a pixel", '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">'],
  ["an SVG without shapes", "<svg width=80 height=80><title>Sales</title><g></g><defs><path d=M0></path></defs></svg>"],
  ["a canvas that nobody has drawn on", "<canvas>Your browser is old.</canvas>"],
  ["what is hidden", '<p hidden>soon</p><p style="color:red;display:none">soon</p><input type=hidden value=1>'],
  ["an embedded page, which only a browser opens", "<iframe src=/map></iframe>"],
  ["a container with a size", '<div id=chart style="height:300px"></div>'],
  ["a chart that waits for its script in half of the page", '<div id=chart style="width:50%;height:300px"></div>'],
  ["a box that takes all there is", '<div style="width:100%"></div>'],
  ["a dialog that is closed", "<dialog><p>Berth 12 is free</p></dialog>"],
  ["a film without a poster", "<video src=boat.webm></video>"],
  ["a film of several kinds", "<video><source src=boat.webm><source src=boat.mp4></video>"],
  ["a sound", "<audio><source src=horn.ogg></audio>"],
  ["a popover that nobody has opened", "<div popover>Did you know?</div>"],
])("%s shows nothing", (_, markup) => {
  expect(isBlankBlock(markup)).toBe(true);
});

test.each([
  ["a word", "<span>7</span>"],
  ["an image", "<img src=boat.png>"],
  ["an image by its set alone", '<img srcset="boat.png 2x">'],
  ["a picture with sources", '<picture><source srcset="boat.webp"><img></picture>'],
  ["a shape", "<svg><g><circle r=4></circle></g></svg>"],
  ["a control", "<input value=7>"],
  ["a film with a poster", "<video poster=boat.jpg></video>"],
  ["a film that was pictured where it begins", '<video src=boat.webm data-tessera-drawing="0 00ff"></video>'],
  ["what a style sheet paints, as a browser has seen it", '<i class="star" data-tessera-painted></i>'],
  ["a bar of a chart", '<i style="height:35%"></i>'],
  ["how far something has got", '<div class=meter><b style="width: 62.5%"></b></div>'],
  ["a box in a colour", '<i style="background:#0a7"></i>'],
  ["a dialog that is open", "<dialog open><p>Berth 12 is free</p></dialog>"],
  ["a background", '<i style="background: #fff url(boat.png) no-repeat"></i>'],
])("%s is something to see", (_, markup) => {
  expect(isBlankBlock(markup)).toBe(false);
});

test("a block tells where it has a drawing that no picture was to be had of, unless that is cut out", () => {
  const tree = parseHtml('<body><div><p>Sales</p><canvas data-tessera-unpictured=""></canvas></div><p>more</p>');
  const block = nodeAt(tree, BLOCK)!;
  expect(hasUnpictured(tree, block)).toBe(true);
  expect(hasUnpictured(tree, block, { without: new Set([nodeAt(tree, `${BLOCK}/canvas[1]`)!]) })).toBe(false);
  expect(hasUnpictured(tree, nodeAt(tree, "html[1]/body[1]/p[1]")!)).toBe(false);
});

test("what was cut out does not count", () => {
  const tree = parseHtml("<body><div><p>cut</p><b></b></div>");
  const block = nodeAt(tree, BLOCK)!;
  expect(visibleParts(tree, block).letters).toBe(3);
  expect(isBlank(visibleParts(tree, block, { without: new Set([block + 1]) }))).toBe(true);
});

test("in a rendered page a canvas with room is a drawing, and text without a box is not seen", () => {
  const boxes = (tree: DomTree) => {
    const all = new Int32Array(tree.size * 4).fill(-1);
    for (const path of [BLOCK, `${BLOCK}/canvas[1]`]) all.set([0, 0, 300, 150], nodeAt(tree, path)! * 4);
    return all;
  };
  expect(partsOf("<canvas></canvas><p>in a closed menu</p>", boxes)).toEqual({
    letters: 0,
    pictures: 0,
    controls: 0,
    drawings: 1,
    painted: 0,
  });
});
