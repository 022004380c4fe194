/** Where a block seems to be that is no longer on its page: in words, and the one click that follows it there. */
import type { MovedTo } from "@tessera/model";
import type { FollowReply } from "@tessera/model/api";
import { movedToOf } from "@tessera/model/verdicts";
import { ask } from "../api/ask.ts";
import { runUndoable } from "../components/toasts.svelte.ts";
import { hostOf } from "../i18n/format.ts";
import { t } from "../i18n/words.svelte.ts";

/** What is told of it now; null where nothing is. */
export function movedNow({ latest, pausedAt }: FollowReply): MovedTo | null {
  return pausedAt === null ? movedToOf(latest?.verdict) : null;
}

/** What the page there is called, and its host where that is another one. */
function pageThere({ title, text, url }: MovedTo, from: string): string {
  const name = title || text;
  return hostOf(url) === hostOf(from) ? name : `${name} (${hostOf(url)})`;
}

export function movedWords(movedTo: MovedTo, from: string): string {
  return t(movedTo.isFound ? "moved.found" : "moved.link", { page: pageThere(movedTo, from) });
}

/** Follows it there; its history comes along, and it can be undone. */
export function followThere(follow: FollowReply, movedTo: MovedTo): void {
  runUndoable({
    text: t("moved.done", { title: follow.title, page: pageThere(movedTo, follow.page.url) }),
    run: () => ask("POST /follows/:id/move", { params: { id: follow.id }, body: { url: movedTo.url } }),
    undo: () => ask("DELETE /follows/:id/move", { params: { id: follow.id } }),
  });
}
