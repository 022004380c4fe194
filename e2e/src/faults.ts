/** What is wrong with a page of ours for those who do not see it, hear it or point at it. */
import axe from "axe-core";
import type { Page } from "playwright-core";

/** WCAG 2.2 AA and all that it contains. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * What axe finds wrong on our own page, or within one part of it; foreign pages in frames are shown as their authors made
 * them.
 */
export async function faults(page: Page, within: string | null = null): Promise<readonly string[]> {
  // the policy of the app lets no foreign script in, a test's own included: it goes in by the debugger, once for a document
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async ([tags, part]) => {
      const { axe: inPage } = window as unknown as {
        axe: {
          run(
            context: unknown,
            options: unknown,
          ): Promise<{ violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[] }>;
        };
      };
      const { violations } = await inPage.run(
        { ...(part ? { include: [[part]] } : {}), exclude: [["iframe"]] },
        // what is in order is not told of in detail
        { runOnly: { type: "tag", values: tags }, iframes: false, resultTypes: ["violations"] },
      );
      // Tab comes to one tile and what is in it; arrows lead to the others, which are then what Tab comes to
      const isNextStop = (target: readonly string[]) => {
        const tile = document.querySelector(target.join(" "))?.closest<HTMLElement>("[data-tile]");
        return tile?.tabIndex === -1;
      };
      const isReached = (id: string, target: readonly string[]) =>
        id === "scrollable-region-focusable" && isNextStop(target);
      return violations.flatMap(({ id, nodes }) =>
        nodes
          .filter(({ target }) => !isReached(id, target))
          .map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
      );
    },
    [TAGS, within] as const,
  );
}
