/** Short messages at the edge of the page: what was done and how to undo it, what failed and what to do. */
import { ApiError } from "../api/api-error.ts";
import { explanationOf } from "../api/explain.ts";
import { t } from "../i18n/words.svelte.ts";

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly isWrong: boolean;
  readonly undo: (() => void) | null;
}

/** Long enough to read; where something can be undone, long enough to think about it. */
const SHOWN_MS = 9_000;
const UNDO_MS = 20_000;

let shown = $state.raw<readonly Toast[]>([]);
let count = 0;

export function toasts(): readonly Toast[] {
  return shown;
}

/** Shows a message and gives its id. The same said twice is shown once, unless each of them can be undone. */
export function tell(
  text: string,
  { undo = null, isWrong = false }: Partial<Pick<Toast, "undo" | "isWrong">> = {},
): number {
  const id = ++count;
  shown = [...shown.filter((other) => other.text !== text || other.undo !== null), { id, text, isWrong, undo }];
  setTimeout(() => dismiss(id), undo ? UNDO_MS : SHOWN_MS);
  return id;
}

export function dismiss(id: number): void {
  shown = shown.filter((toast) => toast.id !== id);
}

/** A failure that the person should know of but that nothing on the page waits for. */
export function complain(failure: unknown): void {
  tell(sentenceOf(failure), { isWrong: true });
}

/** What the server says of this very case, where it says anything, after what it means in general. */
export function sentenceOf(failure: unknown): string {
  if (failure instanceof ApiError && failure.cap) {
    return `${t(`cap.${failure.cap.name}`, { limit: failure.cap.limit })} ${t("caps.owner")}`;
  }
  const general = t(explanationOf(failure));
  return failure instanceof ApiError && failure.detail ? `${general} ${failure.detail}` : general;
}
