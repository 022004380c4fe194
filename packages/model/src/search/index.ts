/** How texts are searched: words, questions, and where a text answers them. Knows neither stores nor pages. */
export * from "./marks.ts";
export * from "./query.ts";
export * from "./words.ts";
