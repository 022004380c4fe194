/** What a person asked to be done in the page before it is captured: data becomes clicks and keys, never code. */
import type { BrowserStep } from "@tessera/model";
import { CaptureFailure } from "@tessera/network/failure";
import type { Locator, Page } from "playwright-core";

export interface StepOptions {
  /** For one step. */
  readonly timeoutMs: number;
  /** Called after each step that may have changed the page. */
  readonly settle: () => Promise<void>;
}

/** A page that grows while it is scrolled is not scrolled for ever. */
const MAX_SCREENS = 40;
const SCROLL_PAUSE_MS = 150;

export async function takeSteps(page: Page, steps: readonly BrowserStep[], options: StepOptions): Promise<void> {
  for (const [index, step] of steps.entries()) {
    try {
      await takeStep(page, step, options.timeoutMs);
    } catch (cause) {
      if (cause instanceof CaptureFailure) throw cause;
      const where = "selector" in step ? ` at ${step.selector}` : "";
      throw new CaptureFailure("step-failed", {
        message: `step ${index + 1} (${step.kind}${where}) did not work`,
        cause,
      });
    }
    if (step.kind !== "wait") await options.settle();
  }
}

async function takeStep(page: Page, step: BrowserStep, timeout: number): Promise<void> {
  switch (step.kind) {
    case "click":
      return page.locator(step.selector).first().click({ timeout });
    case "type":
      return typeText(page.locator(step.selector).first(), step.text, timeout);
    case "wait":
      return page.waitForTimeout(step.ms);
    case "waitFor":
      return page.locator(step.selector).first().waitFor({ state: "visible", timeout });
    case "scroll":
      return step.to === "top" ? page.keyboard.press("Home") : scrollDown(page);
  }
}

/** A line feed at the end is the Enter key: it sends a search or a login. */
async function typeText(field: Locator, text: string, timeout: number): Promise<void> {
  const hasEnter = text.endsWith("\n");
  await field.fill(hasEnter ? text.slice(0, -1) : text, { timeout });
  if (hasEnter) await field.press("Enter", { timeout });
}

/** By the wheel and screen by screen, as a reader would: what loads when it comes into view gets its chance. */
async function scrollDown(page: Page): Promise<void> {
  const height = page.viewportSize()?.height ?? 720;
  await page.mouse.move(1, 1);
  for (let screen = 0, before = -1; screen < MAX_SCREENS; screen++) {
    await page.mouse.wheel(0, height);
    await page.waitForTimeout(SCROLL_PAUSE_MS);
    const at = await page.evaluate("window.scrollY");
    if (typeof at !== "number" || at === before) return;
    before = at;
  }
}
