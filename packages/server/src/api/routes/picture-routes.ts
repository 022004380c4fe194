/** Pictures of blocks in messages, by addresses that only a message knows. */
import { z } from "zod";
import { type Route, route } from "../route.ts";
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
