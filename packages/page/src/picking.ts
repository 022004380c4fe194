/** What the picker's frame measures of a page, for whoever lays out the same page without a picker. */
export * from "./picker-contrast.ts";
export * from "./picker-frame.ts";
