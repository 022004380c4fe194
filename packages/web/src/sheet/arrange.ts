/** What is done to the arrangement of a whole sheet, or to several tiles of it; all of it can be undone. */
import type { Screen, ScreenPlace } from "@tessera/model";
import type { SheetReply, TileReply } from "@tessera/model/api";
import { tidied } from "@tessera/model/grid";
import { ask } from "../api/ask.ts";
import { runUndoable, showToast } from "../components/toasts.svelte.ts";
import { samePlace } from "../grid/grid-places.ts";
import { withGroup } from "../grid/groups.ts";
import { isArranged } from "../grid/screens.ts";
import { t } from "../i18n/words.svelte.ts";
import type { OpenSheet } from "./open-sheet.svelte.ts";

export { keepStep } from "./move-steps.ts";
export { nameBlock } from "./name-block.ts";

/** The tiles as they lie on the screen that the person looks at. */
export interface Arrangement {
  readonly screen: Screen;
  readonly columns: number;
  readonly tiles: readonly TileReply[];
}

/** Closes gaps, on this screen alone. */
export function tidyUp(open: OpenSheet, { screen, columns, tiles }: Arrangement): void {
  const tidy = tidied(tiles, columns);
  const before = new Map<string, ScreenPlace>(tiles.map(({ id, place }) => [id, place]));
  const isTidy = tidy.every(({ id, place }) => samePlace(place, before.get(id) ?? place));
  if (isTidy) {
    showToast(t("tidy.already"));
    return;
  }
  const stored = placesOf(open.tiles, screen);
  const wasArranged = isArranged(open.tiles, screen);
  runUndoable({
    text: t("tidy.done"),
    run: () => open.arrange(new Map(tidy.map(({ id, place }) => [id, place])), screen),
    undo: () => (wasArranged || screen === "wide" ? open.arrange(stored, screen) : open.forgetScreen(screen)),
  });
}

/** Where they are stored to lie on a screen. */
function placesOf(tiles: readonly TileReply[], screen: Screen): ReadonlyMap<string, ScreenPlace> {
  return new Map(
    tiles.flatMap(({ id, place, screens }) => {
      const here = screen === "wide" ? place : screens?.[screen];
      return here ? [[id, here] as const] : [];
    }),
  );
}

/** A narrower screen follows the wider ones again. */
export function followWider(open: OpenSheet, screen: Exclude<Screen, "wide">): void {
  const stored = placesOf(open.tiles, screen);
  runUndoable({
    text: t(`screen.follows.${screen}`),
    run: () => open.forgetScreen(screen),
    undo: () => open.arrange(stored, screen),
  });
}

interface Sending {
  readonly to: SheetReply;
  readonly how: "move" | "copy";
  /** What a heading holds is what the person sees below it. */
  readonly now: Pick<Arrangement, "screen" | "tiles">;
}

/** Moves or copies tiles to another sheet; a heading takes what it holds along. */
export function sendTiles(open: OpenSheet, ids: Iterable<string>, { to, how, now }: Sending): void {
  const { screen } = now;
  const wanted = new Set([...ids].flatMap((id) => withGroup(now.tiles, id).map((tile) => tile.id as string)));
  const tiles = open.tiles.filter(({ id }) => wanted.has(id));
  if (tiles.length === 0) return;
  const text = t(how === "move" ? "send.moved" : "send.copied", { count: tiles.length, title: to.title });
  if (how === "move") {
    runUndoable({ text, run: () => open.send(tiles, to.id, screen), undo: () => open.receive(tiles) });
    return;
  }
  const body = { how, screen, tiles: tiles.map(({ id }) => ({ id })) };
  runUndoable({
    text,
    run: () => ask("POST /sheets/:id/arrivals", { params: { id: to.id }, body }),
    undo: (copies) => {
      const ids = copies.map(({ id }) => id);
      return ask("POST /sheets/:id/removals", { params: { id: to.id }, body: { ids } });
    },
  });
}

/** Takes several off the sheet at once. */
export function takeOff(open: OpenSheet, ids: Iterable<string>): void {
  const wanted = new Set(ids);
  const tiles = open.tiles.filter(({ id }) => wanted.has(id));
  if (tiles.length === 0) return;
  runUndoable({
    text: t("selection.off", { count: tiles.length }),
    run: () => open.takeOff(wanted),
    undo: (taken) => open.putBack(taken),
  });
}
