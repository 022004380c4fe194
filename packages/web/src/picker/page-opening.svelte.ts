/** A page on its way into the picker: asked for, there, or refused. */
import { type OpenedPage, openPage, type PickedSource } from "../api/picking.ts";

export type Opening =
  | { readonly kind: "idle" }
  | { readonly kind: "opening"; readonly source: PickedSource; readonly abort: AbortController }
  | { readonly kind: "failed"; readonly source: PickedSource; readonly failure: unknown }
  | { readonly kind: "open"; readonly source: PickedSource; readonly opened: OpenedPage };

export class PageOpening {
  current = $state.raw<Opening>({ kind: "idle" });

  /** The page, or null where it was refused or another was asked for meanwhile. */
  async open(source: PickedSource): Promise<OpenedPage | null> {
    this.close();
    const abort = new AbortController();
    this.current = { kind: "opening", source, abort };
    try {
      const opened = await openPage(source, abort.signal);
      this.current = { kind: "open", source, opened };
      return opened;
    } catch (failure) {
      if (!abort.signal.aborted) this.current = { kind: "failed", source, failure };
      return null;
    }
  }

  close(): void {
    if (this.current.kind === "opening") this.current.abort.abort();
    this.current = { kind: "idle" };
  }
}
