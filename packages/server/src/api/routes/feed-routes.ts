/** Feeds by their secret addresses. */
import { z } from "zod";
import { followFeed, sheetFeed } from "../../feeds/read-feed.ts";
import { FEED_FORMATS, writeFeed } from "../../feeds/write-feed.ts";
import { type Ask, type Route, route } from "../route.ts";
import type { Services } from "../services.ts";
import { found } from "../views/slice.ts";

export const pictureRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/pictures/:hash/:signature",
    summary: "The picture of a block that a message shows; the signature is the permission",
    tag: "feeds",
    access: { kind: "public" },
    params: z.object({ hash: z.string().max(64), signature: z.string().max(100) }),
    reply: { contentType: "image/webp", about: "A picture" },
    handle: async ({ params }, { pictures }) => {
      const { bytes, contentType } = found(await pictures.read(params.hash, params.signature));
      const headers = {
        "cache-control": "public, max-age=31536000, immutable",
        // shown by chat programs and mail readers of other origins
        "cross-origin-resource-policy": "cross-origin",
      };
      return { raw: Buffer.from(bytes), contentType, headers };
    },
  }),
];

const tag = "feeds";

const isPublic = { kind: "public" } as const;

/** `key.rss`: the key is a secret of 192 bits, so knowing it is the permission. */
const FeedFile = z
  .string()
  .regex(/^[\w-]{16,100}\.(rss|atom|json)$/)
  .transform((file) => {
    const [key = "", format = ""] = file.split(".");
    return { key, format: FEED_FORMATS.find((known) => known === format) ?? "rss" };
  });

const Params = z.object({ file: FeedFile });

const reply = { contentType: "application/rss+xml; charset=utf-8", about: "RSS, Atom or JSON Feed, by its ending" };

type FeedAsk = Pick<Ask<z.output<typeof Params>, unknown, unknown, null>, "params" | "baseUrl">;

export const feedRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/feeds/:file",
    summary: "The feed of one follow: one entry a change, or one an item of a list",
    tag,
    access: isPublic,
    params: Params,
    reply,
    handle: (ask, services) => answer(ask, services, followFeed, "/feeds/"),
  }),
  route({
    method: "GET",
    path: "/feeds/sheets/:file",
    summary: "The feed of everything on one sheet",
    tag,
    access: isPublic,
    params: Params,
    reply,
    handle: (ask, services) => answer(ask, services, sheetFeed, "/feeds/sheets/"),
  }),
];

async function answer(
  { params: { file }, baseUrl }: FeedAsk,
  { store }: Services,
  read: typeof followFeed,
  path: string,
) {
  const self = new URL(`${path}${file.key}.${file.format}`, baseUrl).href;
  const feed = found(await read(store, file.key, { baseUrl, self }));
  const { contentType, body } = writeFeed(feed, file.format);
  return { raw: body, contentType, etag: `${feed.entries[0]?.id ?? "empty"}-${feed.entries.length}` };
}
