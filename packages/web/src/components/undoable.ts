/**
 * Commands that can be undone. The undo is there together with the command, before the server has answered: it waits for
 * what it undoes, and for everything that was begun before it, so that several are undone in the reverse of their order.
 */
import { t } from "../i18n/words.svelte.ts";
import { complain, dismiss, sentenceOf, tell } from "./toasts.svelte.ts";

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
      tell(sentenceOf(failure), { isWrong: true, undo: undoInTurn });
    }
  };
  const undoInTurn = (): void => {
    isUnwanted = true;
    // what was never done needs no undo, and that it failed is said below
    begun = begun.then(() => running).then(undoDone, () => {});
  };
  const toast = tell(text, { undo: undoInTurn });
  running.catch((failure) => {
    dismiss(toast);
    if (isUnwanted) tell(`${sentenceOf(failure)} ${t("action.nothingToUndo")}`, { isWrong: true });
    else complain(failure);
  });
  begun = Promise.allSettled([begun, running]);
}
