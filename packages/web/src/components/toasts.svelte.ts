/**
 * Short messages at the edge of the page: what was done and how to undo it, what failed and what to do. An undo is there
 * together with its command, before the server has answered: it waits for what it undoes, and for everything that was
 * begun before it, so that several are undone in the reverse of their order.
 */
import { ApiError } from "../api/api-error.ts";
import { isEnglish, needAllWords, t } from "../i18n/words.svelte.ts";

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly isWrong: boolean;
  readonly undo: (() => void) | null;
}

/** Windows that are open, the last one in front: whatever is not in it can be neither seen well nor pressed. */
let windows = $state.raw<readonly symbol[]>([]);

/** Gives a function that says that the window has gone. */
export function windowOpened(window: symbol): () => void {
  windows = [...windows, window];
  return () => {
    windows = windows.filter((other) => other !== window);
  };
}

/** Null where no window is open. */
export function frontWindow(): symbol | null {
  return windows.at(-1) ?? null;
}

/** Long enough to read; where something can be undone, long enough to think about it. */
const SHOWN_MS = 9_000;
const UNDO_MS = 20_000;
/** As long as the words of a failure that is to be shown may take to come. */
const WORDS_MS = 1_000;

let shown = $state.raw<readonly Toast[]>([]);
let count = 0;
let exactly = $state.raw<((failure: unknown) => string) | null>(null);

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
  whenSaid(failure, (sentence) => showToast(sentence, { isWrong: true }));
}

/** At once where the words are there; otherwise they are waited for, but not for long. */
function whenSaid(failure: unknown, say: (sentence: string) => void): void {
  if (exactly) {
    say(exactly(failure));
    return;
  }
  const patience = new Promise<void>((resolve) => setTimeout(resolve, WORDS_MS));
  void Promise.race([needFailureWords().catch(() => {}), patience]).then(() => say(sentenceOf(failure)));
}

/** Most failures have a sentence of their own; few people ever read one, so they come with the first part that is late. */
export async function needFailureWords(): Promise<void> {
  const [{ exactSentenceOf }] = await Promise.all([import("../api/failure-words.ts"), needAllWords()]);
  exactly = exactSentenceOf;
}

/** Why it failed; until the sentence for that is there, whether it is the server that is away. */
export function sentenceOf(failure: unknown): string {
  if (exactly) return exactly(failure);
  // where that fails the server is away, which is what is said by now
  needFailureWords().catch(() => {});
  const isAway = failure instanceof ApiError && failure.code === "offline";
  return t(isAway ? "error.offline" : "error.other");
}

/** The server's own words of this very case, where English is what the person reads. */
export function englishDetail(failure: unknown): string | null {
  return failure instanceof ApiError && isEnglish() ? failure.detail : null;
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

/**
 * Runs a command, says so, and offers its undo; gives the id of the message. A failure is said once, whether the undo was
 * pressed or not.
 */
export function runUndoable<Done>({ text, run, undo }: Undoable<Done>): number {
  const running = run();
  let isUnwanted = false;
  const undoDone = async (done: Done): Promise<void> => {
    try {
      await undo(done);
    } catch (failure) {
      whenSaid(failure, (sentence) => showToast(sentence, { isWrong: true, undo: undoInTurn }));
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
    if (!isUnwanted) showFailure(failure);
    else whenSaid(failure, (sentence) => showToast(`${sentence} ${t("action.nothingToUndo")}`, { isWrong: true }));
  });
  begun = Promise.allSettled([begun, running]);
  return toast;
}
