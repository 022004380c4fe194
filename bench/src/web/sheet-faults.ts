/** Looks through a sheet that was measured for tiles that show nothing or not what they should: a fast empty sheet is no success. */
import type { PlainPage } from "./plain-browser.ts";

/** What every tile of a sheet has to be. */
export interface ExpectedSheet {
  readonly tiles: number;
  /** Blocks are as on their page, in a frame of its width. */
  readonly isAsOnPage: boolean;
}

/** Throws where something is the matter, with the name of each tile and what it is. */
export async function expectWhole(page: PlainPage, expected: ExpectedSheet): Promise<void> {
  const faults = (await page.evaluate(`(${FAULTS})(${JSON.stringify(expected)})`)) as readonly string[];
  if (faults.length > 0) throw new Error(`the sheet that was measured is not whole: ${faults.join("; ")}`);
}

/** Frames and icons are loaded as their tiles come near the window: of those that are in it all have to be there, if after a moment. */
const FAULTS = `async ({ tiles, isAsOnPage }) => {
  const KINDS = [
    // that there is one; in it, what has to be there; and what must not be the text of it
    { is: "[data-heading]" },
    { is: "[role=combobox]" },
    { is: ".read", has: ".read > *" },
    { is: ".links", has: "[data-place] .icon" },
    { is: "tbody", has: "td.value", not: /^[–\\s]*$/ },
    { is: "[data-item]", has: "[data-item]", not: /^\\s*$/ },
    // far below the window its first words, until it comes near
    { is: ".body", has: ".body iframe[src], .body p" },
  ];
  const faultOf = (tile) => {
    const badge = tile.querySelector(".badge");
    if (badge) return "has a badge: " + badge.textContent.trim();
    if (tile.querySelector(".blank, .empty")) return "says why it is empty: " + tile.querySelector(".blank, .empty").textContent.trim();
    const kind = KINDS.find(({ is }) => tile.querySelector(is) || tile.matches(is));
    if (!kind) return "shows nothing";
    const parts = kind.has ? [...tile.querySelectorAll(kind.has)] : [tile];
    if (parts.length === 0) return "has no " + kind.has + ", but " + tile.querySelector(kind.is).innerHTML.slice(0, 200);
    if (kind.not && parts.some((part) => kind.not.test(part.textContent))) return "has a " + kind.has + " without words";
    const { top, bottom } = tile.getBoundingClientRect();
    if (bottom <= 0 || top >= innerHeight) return null;
    if (tile.querySelector(".body") && !tile.querySelector("iframe")) return "has no frame";
    if (tile.querySelector(".icon:not(.pictured)")) return "has a link without icon";
    const frames = [...tile.querySelectorAll("iframe")];
    if (isAsOnPage && frames.some((frame) => !frame.src.includes("look=page"))) return "is not as on its page";
    return null;
  };
  const faults = () => {
    const all = [...document.querySelectorAll("[data-tile]")];
    const wrong = all.flatMap((tile) => {
      const fault = faultOf(tile);
      return fault === null ? [] : [(tile.getAttribute("aria-label") || tile.id) + " " + fault];
    });
    return all.length === tiles ? wrong : [all.length + " tiles instead of " + tiles, ...wrong];
  };
  for (let tries = 0; faults().length > 0 && tries < 50; tries++) await new Promise((later) => setTimeout(later, 100));
  return faults();
}`;
