/** What tiles show, for the pages of others that show a sheet and change nothing of it: the browser extension. */
export { withoutClosed } from "../grid/groups.ts";
export { setLanguage } from "../i18n/words.svelte.ts";
export { default as BoardTable } from "./board/BoardTable.svelte";
export type { Series } from "./board/board.ts";
export { default as FeedList } from "./feed/FeedList.svelte";
export { default as LinkIcon } from "./links/LinkIcon.svelte";
export { default as Markdown } from "./note/Markdown.svelte";
export { addressFor, wantedBy } from "./search/engines.ts";
