/** What is wrong with a page of ours for those who do not see it, hear it or point at it. */
import axe from "axe-core";
import type { Page } from "playwright-core";

/** WCAG 2.2 AA and all that it contains. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What axe finds wrong on our own page; foreign pages in frames are shown as their authors made them. */
export async function faults(page: Page): Promise<readonly string[]> {
  // the policy of the app lets no foreign script in, a test's own included: it goes in by the debugger
  await page.evaluate(axe.source);
  return page.evaluate(async (tags) => {
    const { axe: inPage } = window as unknown as {
      axe: {
        run(
          context: unknown,
          options: unknown,
        ): Promise<{ violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[] }>;
      };
    };
    const { violations } = await inPage.run(
      { exclude: [["iframe"]] },
      { runOnly: { type: "tag", values: tags }, iframes: false },
    );
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
    );
  }, TAGS);
}
