/** The last look at inert HTML before it leaves: a sanitiser of its own, with the same narrow list and another parser. */
import sanitize from "sanitize-html";
import { ATTRIBUTES, FOREIGN_ATTRIBUTES, HTML_TAGS, MATH_TAGS, SVG_TAGS } from "../rules/allow-list.ts";

const TAGS = [...HTML_TAGS, ...SVG_TAGS, ...MATH_TAGS].map((tag) => tag.toLowerCase());
const NAMES = [
  ...ATTRIBUTES,
  ...FOREIGN_ATTRIBUTES,
  ..."id style src srcset poster href rel target data-* aria-*".split(" "),
];

/** `customTags` are the names of custom elements in it; the list cannot know them. */
export function lastGate(html: string, customTags: ReadonlySet<string>): string {
  return sanitize(html, {
    allowedTags: [...TAGS, ...customTags],
    allowedAttributes: { "*": NAMES },
    allowedSchemes: ["http", "https"],
    allowedSchemesByTag: {
      img: ["http", "https", "data"],
      source: ["http", "https", "data"],
      image: ["http", "https", "data"],
    },
    allowProtocolRelative: false,
    // Styles are filtered already, by a parser of CSS.
    parseStyleAttributes: false,
    disallowedTagsMode: "discard",
    nestingLimit: 5_000,
  });
}
