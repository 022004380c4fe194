/**
 * Locators of Playwright that heal: each is pointed at once by a selector, and found again when the page under test was
 * redesigned. A test goes on, and the report says which selectors must be written anew; where the engine is not sure, the
 * test fails, because a test that presses the wrong button is worse than one that is red.
 */
import {
  type DomTree,
  type FollowStep,
  followStep,
  fused,
  type Memory,
  nodeAt,
  parseHtml,
  pathOf,
} from "@tessera/engine";
import type { Locator, Page } from "playwright-core";

/** One locator between two runs, as JSON. */
export interface StoredLocator {
  readonly selector: string;
  readonly memory: Memory;
}

export interface Healing {
  readonly name: string;
  /** What it was pointed at by. */
  readonly selector: string;
  /** `kept` where the selector still leads there. */
  readonly outcome: "kept" | "healed" | "unsure" | "lost";
  /** Where it is now, or where it would be if one had to guess, as XPath. */
  readonly xpath: string | null;
  readonly confidence: number;
}

/** The element that a test asked for is not there for sure. */
export class LostLocator extends Error {
  override readonly name = "LostLocator";
  readonly healing: Healing;

  constructor(healing: Healing) {
    super(
      `"${healing.name}" (${healing.selector}) is ${healing.outcome}; the nearest is ${healing.xpath ?? "nothing"}`,
    );
    this.healing = healing;
  }
}

export class HealingLocators {
  readonly #stored: Map<string, StoredLocator>;
  readonly #report: Healing[] = [];

  /** With what `toJSON` gave in an earlier run. */
  constructor(stored: Readonly<Record<string, StoredLocator>> = {}) {
    this.#stored = new Map(Object.entries(stored));
  }

  /** The element by its name: learned by the selector the first time, found again from then on. Throws a LostLocator. */
  async locate(page: Page, name: string, selector: string): Promise<Locator> {
    const tree = parseHtml(await page.content());
    const pointedAt = await this.#pointedAt(page, tree, selector);
    const known = fused.revive(this.#stored.get(name)?.memory);
    if (!known && pointedAt === null) throw new RangeError(`nothing on the page for "${name}" (${selector})`);
    const { verdict, memory } = followStep(fused, known ?? fused.learn(tree, pointedAt!), tree);
    const healing = healingOf(verdict, { name, selector, tree, pointedAt });
    this.#report.push(healing);
    if (healing.xpath === null || verdict.kind !== "found") throw new LostLocator(healing);
    this.#stored.set(name, { selector, memory });
    return page.locator(`xpath=${healing.xpath}`);
  }

  /** What became of every locator that was asked for, in order. */
  get report(): readonly Healing[] {
    return this.#report;
  }

  toJSON(): Record<string, StoredLocator> {
    return Object.fromEntries(this.#stored);
  }

  /** The node that the selector leads to, where it leads to one and no more. */
  async #pointedAt(page: Page, tree: DomTree, selector: string): Promise<number | null> {
    const found = page.locator(selector);
    if ((await found.count()) !== 1) return null;
    return nodeAt(tree, await found.evaluate(pathInPage));
  }
}

function healingOf(
  verdict: FollowStep<Memory>["verdict"],
  { name, selector, tree, pointedAt }: Pick<Healing, "name" | "selector"> & { tree: DomTree; pointedAt: number | null },
): Healing {
  const [best] = verdict.candidates;
  const xpath = best ? xpathOf(pathOf(tree, best.node)) : null;
  const confidence = verdict.kind === "blocked" ? 0 : verdict.confidence;
  if (verdict.kind === "found") {
    return { name, selector, outcome: verdict.node === pointedAt ? "kept" : "healed", xpath, confidence };
  }
  return { name, selector, outcome: verdict.kind === "unsure" ? "unsure" : "lost", xpath, confidence };
}

/** `html[1]/body[1]/p[2]` as XPath, which knows names of SVG by their local part only. */
function xpathOf(path: string): string {
  return path.replaceAll(/([^/[]+)\[(\d+)\]/g, '/*[local-name()="$1"][$2]').replaceAll("//*", "/*");
}

/** Runs in the page: the path of an element as the engine writes it. */
function pathInPage(element: Element): string {
  const steps: string[] = [];
  for (let at: Element | null = element; at; at = at.parentElement) {
    const alike = [...(at.parentElement?.children ?? [at])].filter((sibling) => sibling.localName === at?.localName);
    steps.unshift(`${at.localName}[${alike.indexOf(at) + 1}]`);
  }
  return steps.join("/");
}
