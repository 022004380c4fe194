/**
 * Short messages at the edge of the page: what was done and how to undo it, what failed and what to do. An undo is there
 * together with its command, before the server has answered: it waits for what it undoes, and for everything that was
 * begun before it, so that several are undone in the reverse of their order.
 */
import { ApiError, explanationOf } from "../api/api-error.ts";
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
export function showToast(
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
export function showFailure(failure: unknown): void {
  showToast(sentenceOf(failure), { isWrong: true });
}

/** What the server says of this very case, where it says anything, after what it means in general. */
export function sentenceOf(failure: unknown): string {
  if (failure instanceof ApiError && failure.cap) {
    return `${t(`cap.${failure.cap.name}`, { limit: failure.cap.limit })} ${t("caps.owner")}`;
  }
  const general = t(explanationOf(failure));
  return failure instanceof ApiError && failure.detail ? `${general} ${failure.detail}` : general;
}

export interface Undoable<Done> {
  /** Says that it is done; the person reads it at once. */
  readonly text: string;
  /** Shows what it does at once, and takes that back where it fails. */
  readonly run: () => Promise<Done>;
  /** Given what `run` came to. */
  readonly undo: (done: Done) => Promise<unknown>;
}

/** Ends when every command and every undo begun so far has ended; never fails. */
let begun: Promise<unknown> = Promise.resolve();

/** For whoever reads a list that a command just given may still be changing. */
export function commandsEnded(): Promise<unknown> {
  return begun;
}

/** Runs a command, says so, and offers its undo. A failure is said once, whether the undo was pressed or not. */
export function runUndoable<Done>({ text, run, undo }: Undoable<Done>): void {
  const running = run();
  let isUnwanted = false;
  const undoDone = async (done: Done): Promise<void> => {
    try {
      await undo(done);
    } catch (failure) {
      showToast(sentenceOf(failure), { isWrong: true, undo: undoInTurn });
    }
  };
  const undoInTurn = (): void => {
    isUnwanted = true;
    // what was never done needs no undo, and that it failed is said below
    begun = begun.then(() => running).then(undoDone, () => {});
  };
  const toast = showToast(text, { undo: undoInTurn });
  running.catch((failure) => {
    dismiss(toast);
    if (isUnwanted) showToast(`${sentenceOf(failure)} ${t("action.nothingToUndo")}`, { isWrong: true });
    else showFailure(failure);
  });
  begun = Promise.allSettled([begun, running]);
}
