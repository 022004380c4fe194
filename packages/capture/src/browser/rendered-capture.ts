/** What is asked of the browser, and what it gives: a capture with the tree and the boxes of the page. */
import type { DomTree } from "@tessera/engine";
import type { BrowserStep } from "@tessera/model";
import type { Dial } from "@tessera/network";
import type { PrivateGrant } from "@tessera/network/allow-list";
import type { PageCapture } from "../http/page-capture.ts";
import type { Visitor } from "../http/visitor.ts";

export interface BrowserCaptureOptions {
  /** What to do in the page before it is captured. */
  readonly steps?: readonly BrowserStep[];
  /** Gets a picture of the upper part of the page once it is open, and after each step. */
  readonly onPicture?: ((picture: Buffer) => void) | undefined;
  /** As whom the page is opened, where that is anybody in particular. */
  readonly visitor?: Visitor | undefined;
  /** Another way out than the one that all pages go. */
  readonly dial?: Dial | undefined;
  /** Leave out ads and media; true unless said otherwise. */
  readonly lean?: boolean;
  /** Keep the page's cookies: those of the capture before, or an empty string the first time. */
  readonly cookies?: string | undefined;
  /** What the page loads can be had afterwards: where others would not be given it. */
  readonly keepsFiles?: boolean | undefined;
  /** The private host that the page is on, where it is allowed for whom the capture is made. */
  readonly grant?: PrivateGrant | null | undefined;
  /** For everything together, from the moment a tab is free. */
  readonly timeoutMs?: number | undefined;
  /** How long nothing may happen on the page before it counts as at rest. */
  readonly quietMs?: number | undefined;
  /** How long to wait for the page to come to rest, at first and after each step. */
  readonly settleMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Whose capture it is, where people wait for a tab and take turns. */
  readonly holder?: string | undefined;
  /** Nobody looks at it: it goes behind what else its holder waits for. */
  readonly inBackground?: boolean | undefined;
}

export interface RenderedCapture extends PageCapture {
  readonly by: "browser";
  /** Equals `parseHtml(html)` node for node, with a box for every node that is seen. */
  readonly tree: DomTree;
  readonly drawings: Uint8Array | null;
  /** False where the page still changed or loaded when the time for that was over. */
  readonly isSettled: boolean;
  /** The kind of consent wall that was found and answered, or left as it is. */
  readonly consentWall: string | null;
}
