/** The border between the picker and its frame: what arrives is nobody's until it has been read here. */
import type { DragPhase, FrameBox, FrameMessage, GroundBeside, InkMessage, Level } from "./picker-messages.ts";
import type { Turned } from "./turned/turned.ts";

const MAX_LEVELS = 60;
const MAX_NAME = 120;
const MAX_AROUND = 200;
const MAX_CELLS = 100;
const MAX_GROUNDS = 4;
const MAX_ASIDE = 10_000;
const MAX_HIDDEN = 10_000;
const MAX_KEY = 20;
const DRAG_PHASES: readonly string[] = ["start", "move", "drop", "cancel"] satisfies readonly DragPhase[];

/** The message, built anew of nothing but what it may say; null where it is none. */
export function readFrameMessage(data: unknown): FrameMessage | null {
  if (!isRecord(data)) return null;
  switch (data.kind) {
    case "ready":
      return isCount(data.elements) ? { kind: "ready", elements: data.elements } : null;
    case "leave":
      return { kind: "leave" };
    case "add": {
      const box = boxOf(data.box);
      return isCount(data.node) && box ? { kind: "add", node: data.node, box } : null;
    }
    case "measured":
      return measuredOf(data);
    case "hidden": {
      const { nodes } = data;
      const isRead = Array.isArray(nodes) && nodes.length <= MAX_HIDDEN && nodes.every(isCount);
      return isRead ? { kind: "hidden", nodes } : null;
    }
    case "wheel":
      return data.direction === "out" || data.direction === "in" ? { kind: "wheel", direction: data.direction } : null;
    case "hover":
    case "walked": {
      const levels = levelsOf(data.levels);
      return levels && { kind: data.kind, levels };
    }
    case "press": {
      const levels = levelsOf(data.levels);
      return levels && typeof data.isDouble === "boolean" ? { kind: "press", levels, isDouble: data.isDouble } : null;
    }
    case "key":
      return keyOf(data);
    case "drag":
      return dragOf(data);
    default:
      return null;
  }
}

const INKS: readonly InkMessage["ink"][] = ["seen", "blank", "illegible"];

const MAX_HEIGHT_PX = 1_000_000;

/** What the hidden frame of a tile says; null where it is anything else. */
export function readInkMessage(data: unknown): InkMessage | null {
  if (!isRecord(data) || data.kind !== "ink") return null;
  const { ink: said, heightPx } = data;
  const ink = INKS.find((known) => known === said);
  const isHeight = isNumber(heightPx) && heightPx >= 0 && heightPx <= MAX_HEIGHT_PX;
  return ink === undefined ? null : { kind: "ink", ink, heightPx: isHeight ? heightPx : null };
}

function measuredOf({
  node,
  viewport,
  boxes,
  flush,
  isLegible,
  turned,
  grounds,
  cells,
}: Readonly<Record<string, unknown>>): FrameMessage | null {
  if (!isCount(node) || !isCount(flush) || flush > MAX_AROUND || !Array.isArray(viewport) || !Array.isArray(boxes))
    return null;
  const [width, height, ...more] = viewport as readonly unknown[];
  const read = boxes
    .slice(0, MAX_AROUND + 1)
    .map(boxOf)
    .filter((box) => box !== null);
  const isWhole = read.length > 0 && read.length === boxes.length && boxes.length <= MAX_AROUND;
  if (!isNumber(width) || !isNumber(height) || more.length > 0 || !isWhole) return null;
  const seen = { boxes: read, flush, isLegible: isLegible !== false };
  const beside = { turned: turnedOf(turned), grounds: groundsOf(grounds), cells: cellsOf(cells) };
  return { kind: "measured", node, viewport: [width, height], ...seen, ...beside };
}

function turnedOf(value: unknown): Turned | null {
  const isTurned = Array.isArray(value) && value.length === 6 && value.every(isNumber);
  return isTurned ? (value as readonly number[] as Turned) : null;
}

function cellsOf(value: unknown): readonly number[] {
  return Array.isArray(value) && value.length <= MAX_CELLS && value.every(isNumber) ? value : [];
}

function groundsOf(value: unknown): readonly GroundBeside[] {
  return Array.isArray(value) ? value.slice(0, MAX_GROUNDS).flatMap((ground: unknown) => groundOf(ground) ?? []) : [];
}

function groundOf(value: unknown): GroundBeside | null {
  if (!isRecord(value)) return null;
  const { up, offset } = value;
  const box = boxOf(value.box);
  const isPlace = isCount(up) && up <= MAX_AROUND && isNumber(offset) && Math.abs(offset) <= MAX_ASIDE;
  return isPlace && box && Number.isInteger(offset) ? { up, offset, box } : null;
}

function keyOf({ key, shift, alt }: Readonly<Record<string, unknown>>): FrameMessage | null {
  if (typeof key !== "string" || key.length > MAX_KEY || typeof shift !== "boolean" || typeof alt !== "boolean") {
    return null;
  }
  return { kind: "key", key, shift, alt };
}

function dragOf({ phase, x, y }: Readonly<Record<string, unknown>>): FrameMessage | null {
  if (typeof phase !== "string" || !DRAG_PHASES.includes(phase) || !isNumber(x) || !isNumber(y)) return null;
  return { kind: "drag", phase: phase as DragPhase, x, y };
}

function levelsOf(value: unknown): readonly Level[] | null {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_LEVELS) return null;
  const levels = value.map(levelOf).filter((level) => level !== null);
  return levels.length === value.length ? levels : null;
}

function levelOf(value: unknown): Level | null {
  if (!isRecord(value)) return null;
  const { node, tag, name } = value;
  const box = boxOf(value.box);
  if (!isCount(node) || !box || typeof tag !== "string" || typeof name !== "string") return null;
  if (tag.length > MAX_NAME || name.length > MAX_NAME) return null;
  return { node, tag, name, box };
}

function boxOf(value: unknown): FrameBox | null {
  if (!Array.isArray(value) || value.length !== 4 || !value.every(isNumber)) return null;
  const [left, top, width, height] = value as readonly number[] as FrameBox;
  return [left, top, width, height];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isNumber(value: unknown): value is number {
  return Number.isFinite(value);
}
