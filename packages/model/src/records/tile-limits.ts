/** How much a tile may hold; without schemas, so that the web app loads none for them. */

/** Of a tile that shows several. */
export const MAX_JOINED = 20;

/** Rows of a board. */
export const MAX_BOARD_ROWS = 200;

/** Of a feed tile. */
export const MAX_FEED_ITEMS = 100;

/** Of a note, in characters of its Markdown. */
export const MAX_NOTE = 20_000;

/** Of a links tile. */
export const MAX_LINK_GROUPS = 50;
export const MAX_LINKS = 500;

/** Of a search box. */
export const MAX_ENGINES = 20;
