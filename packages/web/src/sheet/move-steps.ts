/**
 * Moves and resizes by hand, undone one gesture after the other. Somebody who arranges a sheet makes many of them: one message
 * stands for all, and says again that one can be undone until none is left.
 */
import type { Screen, ScreenPlace, TileStyle } from "@tessera/model";
import type { TileReply } from "@tessera/model/api";
import { dismiss, runUndoable, toasts } from "../components/toasts.svelte.ts";
import { isArranged } from "../grid/screens.ts";
import { t } from "../i18n/words.svelte.ts";
import type { OpenSheet } from "./open-sheet.svelte.ts";

export interface Gesture {
  readonly open: OpenSheet;
  readonly screen: Screen;
  readonly places: ReadonlyMap<string, ScreenPlace>;
  /** Tiles that are no longer as high as their content. */
  readonly fixed: readonly TileReply[];
  /** Which tile was moved by which key: the same once more goes on with the same gesture. Null for a pointer. */
  readonly byKey: string | null;
}

interface Step extends Pick<Gesture, "open" | "screen" | "byKey"> {
  /** As they were stored before, of the tiles that came elsewhere. */
  readonly places: ReadonlyMap<string, ScreenPlace>;
  readonly styles: ReadonlyMap<string, TileStyle>;
  /** Otherwise the screen followed a wider one until then. */
  readonly wasArranged: boolean;
  readonly text: string;
}

/** All of one sheet on one screen, the latest last. */
let steps: readonly Step[] = [];
let message = -1;

/** Given the tiles as they were before, and what ends when the gesture is stored. */
export function keepStep(gesture: Gesture, before: readonly TileReply[], stored: Promise<unknown>): void {
  const step = stepOf(gesture, before);
  const { open, fixed } = gesture;
  for (const { id, style } of fixed) void open.restyleTile(id, { ...style, height: "fixed" });
  const last = steps.at(-1);
  // what was done in between is undone first
  const isNext = toasts().findLast(({ undo }) => undo !== null)?.id === message;
  if (!last || !isNext || last.open !== step.open || last.screen !== step.screen) steps = [step];
  else {
    dismiss(message);
    steps = step.byKey !== null && step.byKey === last.byKey ? steps.with(-1, together(last, step)) : [...steps, step];
  }
  offer(stored);
}

function stepOf({ open, screen, places, fixed, byKey }: Gesture, before: readonly TileReply[]): Step {
  const moved = before.flatMap((tile) => {
    const from = screen === "wide" ? tile.place : tile.screens?.[screen];
    return from && places.has(tile.id) ? [[tile.id, from] as const] : [];
  });
  const isResize = moved.some(([id, { width, height }]) => {
    const to = places.get(id);
    return to && (to.width !== width || to.height !== height);
  });
  return {
    ...{ open, screen, byKey },
    places: new Map(moved),
    styles: new Map(fixed.map(({ id, style }) => [id, style])),
    wasArranged: screen === "wide" || isArranged(before, screen),
    text: t(isResize ? "move.resized" : "move.moved"),
  };
}

function together(first: Step, next: Step): Step {
  return {
    ...first,
    places: new Map([...next.places, ...first.places]),
    styles: new Map([...next.styles, ...first.styles]),
  };
}

function offer(running: Promise<unknown>): void {
  const step = steps.at(-1);
  if (!step) return;
  message = runUndoable({ text: step.text, run: () => running, undo: () => undo(step) });
}

async function undo(step: Step): Promise<void> {
  const undone = revert(step);
  if (steps.includes(step)) {
    steps = steps.filter((other) => other !== step);
    // whether or not this one comes about, which is said
    offer(undone.catch(() => {}));
  }
  await undone;
}

async function revert({ open, screen, places, styles, wasArranged }: Step): Promise<void> {
  // what was taken off since then lies nowhere
  const there = new Map([...places].filter(([id]) => open.tiles.some((tile) => tile.id === id)));
  for (const [id, style] of styles) void open.restyleTile(id, style);
  if (screen !== "wide" && !wasArranged) await open.forgetScreen(screen);
  else if (there.size > 0) await open.arrange(there, screen);
}
