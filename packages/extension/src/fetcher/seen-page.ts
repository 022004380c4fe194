/** A page as this browser saw it, by a plain fetch or in a tab. */
import type { Linked, PageSnapshot } from "@tessera/page/snapshot";

export interface SeenPage {
  readonly snapshot: PageSnapshot;
  readonly linked: readonly Linked[];
  /** Where the browser ended up. */
  readonly finalUrl: string;
  readonly hasPassword: boolean;
}
