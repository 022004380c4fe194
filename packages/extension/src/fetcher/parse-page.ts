/** HTML that came by a plain request becomes a snapshot: parsed into a document that runs and loads nothing. */
import { SnapshotTooLarge, takeSnapshot } from "@tessera/page/snapshot";
import { hasPasswordField } from "./login-wall.ts";
import type { SeenPage } from "./seen-page.ts";

export interface ParsedPage extends SeenPage {
  /** The words that are there without any script: a page of nothing else is built by one. */
  readonly words: number;
}

/** Null where the page is larger than a snapshot may be. */
export function parsePage({ html, url }: { readonly html: string; readonly url: string }): ParsedPage | null {
  const document = new DOMParser().parseFromString(html, "text/html");
  try {
    const { snapshot, linked } = takeSnapshot(document, { way: "fetch", url });
    const texts = snapshot.nodes.value.flatMap((at) => (at >= 0 ? [snapshot.strings[at] ?? ""] : []));
    const words = texts.reduce((count, text) => count + (text.match(/\S+/g)?.length ?? 0), 0);
    return { snapshot, linked, finalUrl: url, hasPassword: hasPasswordField(document), words };
  } catch (failure) {
    if (failure instanceof SnapshotTooLarge) return null;
    throw failure;
  }
}
