/** What the picker knows: where the person points, which level they mean, what they chose, and what happens at each move. */
import type { FrameMessage, Level, Mark, PickerMessage } from "./picker-messages.ts";

/** A place on the page whatever stands there, or one particular thing wherever it goes. */
export type PickIntent = "auto" | "position" | "item";

/** Which of the blocks that the page offers by itself are marked. */
export type ShownFragments = "none" | "all" | "changing";

/** Pointing at the page: the levels around the pointer, and which of them is meant. */
export interface Pointing {
  readonly levels: readonly Level[];
  readonly at: number;
  /** The person changed the level themselves: it stays while the pointer is inside that block. */
  readonly isWalked: boolean;
  /** Pressed once: it stays wherever the pointer goes. */
  readonly isPinned: boolean;
}

export interface PickState {
  readonly pointing: Pointing | null;
  /** Confirmed; the page then shows it and nothing follows the pointer. */
  readonly chosen: readonly Level[] | null;
  readonly isCutting: boolean;
  readonly cuts: readonly number[];
  readonly extent: "one" | "alike";
  readonly intent: PickIntent;
}

/** What the person does, whether in the frame or beside it. */
export type Move =
  | Extract<FrameMessage, { kind: "hover" | "leave" | "press" | "wheel" | "walked" }>
  | { readonly kind: "level"; readonly at: number }
  | { readonly kind: "confirm" }
  | { readonly kind: "back" }
  | { readonly kind: "cutting"; readonly isOn: boolean }
  | { readonly kind: "extent"; readonly extent: PickState["extent"] }
  | { readonly kind: "intent"; readonly intent: PickIntent };

export const NOTHING_PICKED: PickState = {
  pointing: null,
  chosen: null,
  isCutting: false,
  cuts: [],
  extent: "one",
  intent: "auto",
};

/** What belongs to one choice and not to the next. */
const JUST_CHOSEN = { isCutting: false, cuts: [], extent: "one", intent: "auto" } as const;

export function afterMove(state: PickState, move: Move): PickState {
  if (state.chosen) return afterChoice(state, move);
  switch (move.kind) {
    case "hover":
      return { ...state, pointing: hovered(state.pointing, move.levels) };
    case "leave":
      return state.pointing?.isPinned || state.pointing?.isWalked ? state : { ...state, pointing: null };
    case "press":
      return pressed(state, move.levels, move.isDouble);
    case "walked":
      return { ...state, pointing: { levels: move.levels, at: last(move.levels), isWalked: true, isPinned: true } };
    case "wheel":
      return toLevel(state, (state.pointing?.at ?? 0) + (move.direction === "out" ? -1 : 1));
    case "level":
      return toLevel(state, move.at);
    case "confirm":
      return state.pointing ? chosenAt(state, state.pointing) : state;
    case "back":
      return { ...state, pointing: null };
    default:
      return state;
  }
}

/** The block that is meant now: chosen, or pointed at. */
export function meant(state: PickState): Level | null {
  if (state.chosen) return state.chosen.at(-1) ?? null;
  return state.pointing?.levels[state.pointing.at] ?? null;
}

/** The levels to show as a path, from the page to the smallest. */
export function pathOf(state: PickState): readonly Level[] {
  return state.chosen ?? state.pointing?.levels ?? [];
}

export interface Surroundings {
  readonly fragments: readonly Mark[];
  /** Everything that belongs to the chosen block, where the server has said so. */
  readonly alike: readonly number[];
  /** The part under the pointer while parts are cut out. */
  readonly pointed: number | null;
}

/** The rectangles that say all that. */
export function marksOf(state: PickState, { fragments, alike, pointed }: Surroundings): readonly Mark[] {
  const block = meant(state);
  if (!state.chosen) {
    return block ? [...fragments, { node: block.node, look: "hover", label: labelOf(block) }] : fragments;
  }
  const others = alike.filter((node) => node !== block?.node);
  return [
    ...others.map((node) => ({ node, look: "alike" }) as const),
    ...(block ? [{ node: block.node, look: "picked", label: labelOf(block) } as const] : []),
    ...state.cuts.map((node) => ({ node, look: "cut" }) as const),
    ...(state.isCutting && pointed !== null ? [{ node: pointed, look: "hover" } as const] : []),
  ];
}

/** Whether another block, or the same otherwise, is chosen than before. */
export function isOtherChoice(before: PickState, after: PickState): boolean {
  return after.chosen !== before.chosen || after.cuts !== before.cuts || after.extent !== before.extent;
}

export function labelOf({ tag, name }: Level): string {
  return name ? `${tag} · ${name}` : tag;
}

/** What an arrow key asks of the frame; null where the levels in hand answer it. @internal */
export function walkFor(state: PickState, key: string): PickerMessage | Move | null {
  const block = meant(state);
  const walk = (direction: "out" | "in" | "next" | "previous"): PickerMessage => ({
    kind: "walk",
    node: block?.node ?? null,
    direction,
  });
  switch (key) {
    case "ArrowUp":
      return block ? { kind: "wheel", direction: "out" } : null;
    case "ArrowDown": {
      const hasInner = state.pointing && state.pointing.at < last(state.pointing.levels);
      return hasInner ? { kind: "wheel", direction: "in" } : walk("in");
    }
    case "ArrowLeft":
      return block ? walk("previous") : null;
    case "ArrowRight":
      return walk(block ? "next" : "in");
    default:
      return null;
  }
}

function hovered(before: Pointing | null, levels: readonly Level[]): Pointing {
  if (before?.isPinned) return before;
  const kept = before?.isWalked ? before.levels[before.at]?.node : undefined;
  const at = kept === undefined ? -1 : levels.findIndex(({ node }) => node === kept);
  return at >= 0
    ? { levels, at, isWalked: true, isPinned: false }
    : { levels, at: last(levels), isWalked: false, isPinned: false };
}

/** The first press holds what is pointed at; a press elsewhere points there; a double press confirms. */
function pressed(state: PickState, levels: readonly Level[], isDouble: boolean): PickState {
  const before = state.pointing;
  const held = before?.levels[before.at]?.node;
  const isSame = held !== undefined && levels.some(({ node }) => node === held);
  const at = isSame ? levels.findIndex(({ node }) => node === held) : last(levels);
  const pointing: Pointing = { levels, at, isWalked: isSame && (before?.isWalked ?? false), isPinned: true };
  return isDouble ? chosenAt(state, pointing) : { ...state, pointing };
}

function toLevel(state: PickState, at: number): PickState {
  const { pointing } = state;
  if (!pointing || at < 0 || at > last(pointing.levels)) return state;
  return { ...state, pointing: { ...pointing, at, isWalked: true } };
}

function chosenAt(state: PickState, { levels, at }: Pointing): PickState {
  return { ...state, pointing: null, chosen: levels.slice(0, at + 1), ...JUST_CHOSEN };
}

function afterChoice(state: PickState, move: Move): PickState {
  switch (move.kind) {
    case "back":
      return state.isCutting ? { ...state, isCutting: false } : backToPointing(state);
    case "level": {
      const chosen = state.chosen?.slice(0, move.at + 1) ?? [];
      return chosen.length > 0 ? { ...state, chosen, ...JUST_CHOSEN } : state;
    }
    case "wheel":
      return move.direction === "out" ? afterChoice(state, { kind: "level", at: last(state.chosen ?? []) - 1 }) : state;
    case "cutting":
      return { ...state, isCutting: move.isOn };
    case "extent":
      return { ...state, extent: move.extent };
    case "intent":
      return { ...state, intent: move.intent };
    case "press":
      return state.isCutting ? withCut(state, move.levels) : state;
    default:
      return state;
  }
}

function backToPointing(state: PickState): PickState {
  const levels = state.chosen ?? [];
  return { ...NOTHING_PICKED, pointing: { levels, at: last(levels), isWalked: true, isPinned: true } };
}

/** Pressing a part inside the block cuts it out, pressing it again puts it back. */
function withCut(state: PickState, levels: readonly Level[]): PickState {
  const block = state.chosen?.at(-1)?.node;
  const inside = levels.findIndex(({ node }) => node === block);
  const part = levels.at(-1);
  if (inside < 0 || !part || part.node === block) return state;
  const known = levels.slice(inside + 1).find(({ node }) => state.cuts.includes(node));
  const cuts = known ? state.cuts.filter((node) => node !== known.node) : [...state.cuts, part.node];
  return { ...state, cuts };
}

function last(list: readonly unknown[]): number {
  return list.length - 1;
}

export type KeyMeaning =
  | { readonly kind: "move"; readonly move: Move }
  /** The frame has to say what is there. */
  | { readonly kind: "ask"; readonly message: PickerMessage }
  | { readonly kind: "show"; readonly shown: ShownFragments }
  /** The blocks that the page offers are to be fewer and larger, or more and smaller. */
  | { readonly kind: "grain"; readonly step: "coarser" | "finer" }
  | { readonly kind: "put" }
  | { readonly kind: "help" };

/** Null where the key means nothing here. */
export function keyMeaning(key: string, state: PickState, shown: ShownFragments): KeyMeaning | null {
  switch (key) {
    case "Enter":
      if (state.isCutting) return move({ kind: "cutting", isOn: false });
      return state.chosen ? { kind: "put" } : move({ kind: "confirm" });
    case "Escape":
      return move({ kind: "back" });
    case "?":
      return { kind: "help" };
    case "x":
      return state.chosen ? move({ kind: "cutting", isOn: !state.isCutting }) : null;
    case "a":
      return state.chosen ? move({ kind: "extent", extent: state.extent === "one" ? "alike" : "one" }) : null;
    case "f":
      return state.chosen ? null : { kind: "show", shown: shown === "none" ? "all" : "none" };
    case "+":
    case "-":
      return state.chosen ? null : { kind: "grain", step: key === "+" ? "finer" : "coarser" };
    default:
      return state.chosen ? null : walkMeaning(key, state);
  }
}

function walkMeaning(key: string, state: PickState): KeyMeaning | null {
  const wanted = walkFor(state, key);
  if (!wanted) return null;
  return wanted.kind === "walk" ? { kind: "ask", message: wanted } : move(wanted as Move);
}

function move(wanted: Move): KeyMeaning {
  return { kind: "move", move: wanted };
}
