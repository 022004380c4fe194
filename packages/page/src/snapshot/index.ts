/** A page as an extension sends it: cleaned while it is read, in the browser of the person whose page it is. */

export { cleanAddress, cleanStyle } from "./clean-address.ts";
export { type CleanedSnapshot, cleanSnapshot } from "./clean-snapshot.ts";
export { NODE_TYPE, type PageSnapshot, SnapshotTooLarge } from "./page-snapshot.ts";
export { type Linked, type Removed, type SnapshotOrder, type TakenSnapshot, takeSnapshot } from "./take-snapshot.ts";
