/** What a person asked to be done in the page before it is captured: data becomes clicks and keys, never code. */
import type { BrowserStep } from "@tessera/model";
import { CaptureFailure } from "@tessera/network/failure";
import { keepInTab, comeToRest as restModule } from "@tessera/page";
import type { Locator } from "playwright-core";
import type { Visitor } from "../http/visitor.ts";
import type { Tab } from "./tab.ts";

export interface StepOptions extends Pick<Visitor, "secretAt"> {
  /** For one step. */
  readonly timeoutMs: number;
  /** Called after each step that may have changed the page. */
  readonly settle: () => Promise<void>;
  /** Called after each step, once the page has settled. */
  readonly after?: (() => Promise<void>) | undefined;
}

type StepTab = Pick<Tab, "page" | "world">;
type StepOf<Kind extends BrowserStep["kind"]> = Extract<BrowserStep, { kind: Kind }>;

/** A page that grows while it is scrolled is not scrolled for ever. */
const MAX_SCREENS = 40;
const SCROLL_PAUSE_MS = 150;
/** A list that loads more at its end gets so many pauses to do it. */
const PAUSES_AT_END = 6;

export async function takeSteps(tab: StepTab, steps: readonly BrowserStep[], options: StepOptions): Promise<void> {
  for (const [index, step] of steps.entries()) {
    try {
      await takeStep(tab, step, options);
    } catch (cause) {
      throw stepFailure(step, index, cause);
    }
    if (step.kind !== "wait") await options.settle();
    await options.after?.();
  }
}

/** The browser's driver names in its error what it was to type: that of a secret is not passed on. */
function stepFailure(step: BrowserStep, index: number, cause: unknown): CaptureFailure {
  if (cause instanceof CaptureFailure && cause.code !== "step-failed") return cause;
  const where = "selector" in step ? ` at ${step.selector}` : "";
  const why = cause instanceof CaptureFailure ? `: ${cause.message}` : "";
  const message = `step ${index + 1} (${step.kind}${where}) did not work${why}`;
  return new CaptureFailure("step-failed", { message, ...(step.kind === "typeSecret" ? {} : { cause }) });
}

async function takeStep(tab: StepTab, step: BrowserStep, options: StepOptions): Promise<void> {
  const { page, world } = tab;
  const { timeoutMs: timeout } = options;
  switch (step.kind) {
    case "click":
      return click(page.locator(step.selector).first(), timeout);
    case "type":
      return typeText(page.locator(step.selector).first(), step.text, timeout);
    case "typeSecret":
      return typeSecret(page.locator(step.selector).first(), step, options);
    case "choose":
      await page.locator(step.selector).first().selectOption(step.option, { timeout });
      return;
    case "wait":
      return page.waitForTimeout(step.ms);
    case "waitFor":
      return page.locator(step.selector).first().waitFor({ state: "visible", timeout });
    case "scroll":
      return step.to === "top" ? world.call(restModule, "scrollToTop") : scrollDown(tab);
  }
}

/** Nobody sees the window that a link opens for itself: it leads on in the same tab. */
async function click(element: Locator, timeout: number): Promise<void> {
  await element.evaluate(keepInTab as (element: never) => void, undefined, { timeout });
  await element.click({ timeout });
}

/** A line feed at the end is the Enter key: it sends a search or a login. */
async function typeText(field: Locator, text: string, timeout: number): Promise<void> {
  const hasEnter = text.endsWith("\n");
  await field.fill(hasEnter ? text.slice(0, -1) : text, { timeout });
  if (hasEnter) await field.press("Enter", { timeout });
}

/** A secret is for one origin: where the field is on another by now, it is not typed. Pictures show no letter of it. */
async function typeSecret(field: Locator, step: StepOf<"typeSecret">, options: StepOptions): Promise<void> {
  const { timeoutMs: timeout, secretAt } = options;
  const handle = await field.elementHandle({ timeout });
  const url = (await handle?.ownerFrame())?.url() ?? "";
  const origin = URL.canParse(url) ? new URL(url).origin : "null";
  const secret = secretAt?.(origin, step.secret) ?? null;
  if (!handle || secret === null) {
    throw new CaptureFailure("step-failed", { message: `no secret “${step.secret}” is stored for ${origin}` });
  }
  await handle.evaluate((element) => {
    (
      element as unknown as { readonly style: { setProperty: (...values: readonly string[]) => void } }
    ).style.setProperty("-webkit-text-security", "disc", "important");
  });
  await handle.fill(secret, { timeout });
  if (step.enter) await handle.press("Enter", { timeout });
}

/**
 * By the wheel and screen by screen, as a reader would: what loads when it comes into view gets its chance. Of a page that
 * scrolls inside itself, that part.
 */
async function scrollDown({ page, world }: StepTab): Promise<void> {
  const height = page.viewportSize()?.height ?? 720;
  const { x, y } = await world.call<{ readonly x: number; readonly y: number }>(restModule, "wheelPlace");
  await page.mouse.move(x, y);
  for (let screen = 0, before = -1, pauses = 0; screen < MAX_SCREENS && pauses < PAUSES_AT_END; ) {
    await page.mouse.wheel(0, height);
    await page.waitForTimeout(SCROLL_PAUSE_MS);
    const at = await world.call<number>(restModule, "scrolledFrom", before);
    if (at === before) pauses++;
    else [screen, pauses, before] = [screen + 1, 0, at];
  }
}
