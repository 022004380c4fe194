/** What a tile shows: blocks that a person follows, or what the person wrote. */
import { z } from "zod";
import { FollowId } from "./ids.ts";
import { WebUrl } from "./page-source.ts";
import {
  MAX_BOARD_ROWS,
  MAX_ENGINES,
  MAX_FEED_ITEMS,
  MAX_JOINED,
  MAX_LINK_GROUPS,
  MAX_LINKS,
  MAX_NOTE,
} from "./tile-limits.ts";

const Title = z.string().trim().min(1).max(300);

const FollowIds = z
  .array(FollowId)
  .min(1)
  .refine((ids) => new Set(ids).size === ids.length, "names a follow twice");

const Board = z.strictObject({
  kind: z.literal("board"),
  title: Title,
  /** In the order of the rows, as long as nobody sorts them by another column. */
  followIds: FollowIds.max(MAX_BOARD_ROWS),
});
export type Board = z.infer<typeof Board>;

const FeedContent = z.strictObject({
  kind: z.literal("feed"),
  /** Null: as its feeds are called. */
  title: Title.nullable().default(null),
  /** Each follows the items of a feed. */
  followIds: FollowIds.max(MAX_JOINED),
  shows: z.enum(["titles", "summaries"]).default("titles").describe("One line an item, or with summary and picture"),
  /** How many items, the latest. */
  limit: z.int().min(1).max(MAX_FEED_ITEMS).default(20),
});
export type FeedContent = z.infer<typeof FeedContent>;

const Note = z.strictObject({
  kind: z.literal("note"),
  title: Title,
  text: z.string().max(MAX_NOTE).describe("Markdown; HTML in it is text"),
});
export type Note = z.infer<typeof Note>;

/** As short as browsers and servers agree on. */
const LinkUrl = z
  .string()
  .max(2_000)
  .pipe(WebUrl)
  .transform((url): string => url);

export const Link = z.strictObject({ title: Title, url: LinkUrl }).meta({ id: "Link" });
export type Link = z.infer<typeof Link>;

const LinkGroup = z.strictObject({
  heading: Title.nullable().default(null),
  links: z.array(Link).max(MAX_LINKS),
});
export type LinkGroup = z.infer<typeof LinkGroup>;

const Opens = z.enum(["here", "tab"]).default("here").describe("In the tab of the sheet, or in a new one");
export type Opens = z.infer<typeof Opens>;

const Links = z.strictObject({
  kind: z.literal("links"),
  title: Title,
  groups: z
    .array(LinkGroup)
    .max(MAX_LINK_GROUPS)
    .refine((groups) => groups.reduce((sum, { links }) => sum + links.length, 0) <= MAX_LINKS, "has too many links"),
  opens: Opens,
});
export type Links = z.infer<typeof Links>;

/** What is typed takes the place of `%s` or `{query}`; whether that leaves an address is tried. */
const SearchTemplate = z
  .string()
  .trim()
  .max(2_000)
  .refine((template) => /%s|\{query\}/.test(template), "has no %s or {query} for what is typed")
  .refine((template) => WebUrl.safeParse(template.replaceAll(/%s|\{query\}/g, "x")).success, "is no web address");

const SearchEngine = z.strictObject({
  name: Title.max(60),
  template: SearchTemplate,
  /** Typed before the words, with a space, it chooses this engine. */
  prefix: z
    .string()
    .regex(/^[^\s/]{1,12}$/)
    .nullable()
    .default(null),
});
export type SearchEngine = z.infer<typeof SearchEngine>;

const SearchBox = z.strictObject({
  kind: z.literal("search"),
  title: Title.nullable().default(null),
  /** The first is asked unless another is chosen. */
  engines: z.array(SearchEngine).min(1).max(MAX_ENGINES),
  opens: Opens,
});
export type SearchBox = z.infer<typeof SearchBox>;

/** Above a group: what lies below it, until the next one, belongs to it. As wide as the sheet, and one cell high. */
const Heading = z.strictObject({
  kind: z.literal("heading"),
  title: Title,
  /** The group is closed: of it the heading alone is seen. */
  isClosed: z.boolean().default(false),
});
export type Heading = z.infer<typeof Heading>;

/** One follow, several that belong together, several as rows or as one feed; or what the person wrote. */
export const TileContent = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("follow") }),
    z.strictObject({
      kind: z.literal("joined"),
      /** In the order in which they are shown; the first is the `followId` of the tile. */
      followIds: FollowIds.min(2).max(MAX_JOINED),
    }),
    Board,
    FeedContent,
    Note,
    Links,
    SearchBox,
    Heading,
  ])
  .meta({ id: "TileKind" });
export type TileContent = z.infer<typeof TileContent>;
export type TileKind = TileContent["kind"];

/** What the person wrote: a tile of it shows no follow, and stays whatever becomes of follows. */
export type OwnContent = Note | Links | SearchBox | Heading;
export type FollowContent = Exclude<TileContent, OwnContent>;

const OWN_KINDS: ReadonlySet<TileKind> = new Set<OwnContent["kind"]>(["note", "links", "search", "heading"]);

export function isOwn(content: TileContent): content is OwnContent {
  return OWN_KINDS.has(content.kind);
}

/** What it is known by, and what it shows. */
export interface Shown {
  readonly followId: FollowId | null;
  readonly content: TileContent;
}

/** All that a tile shows, in its order. */
export function followsOf({ followId, content }: Shown): readonly FollowId[] {
  if (isOwn(content)) return [];
  if (content.kind !== "follow") return content.followIds;
  return followId === null ? [] : [followId];
}

/** Whether it is known by the first of what it shows, each of which it names once; by nothing where it shows no follow. */
export function isWhole(shown: Shown): boolean {
  const ids = followsOf(shown);
  const isNamed = isOwn(shown.content) ? shown.followId === null : ids[0] === shown.followId && ids.length > 0;
  return isNamed && new Set(ids).size === ids.length;
}

/** The same kind of content with these follows, at least one; of several that are joined, one alone is just that. */
export function contentWith(content: TileContent, followIds: FollowId[]): TileContent {
  if (isOwn(content)) return content;
  if (content.kind === "board" || content.kind === "feed") return { ...content, followIds };
  return followIds.length > 1 ? { kind: "joined", followIds } : { kind: "follow" };
}
