/** The queue of a fleet for its operator: how much waits, and which checks failed for good. */
import { PageId } from "@tessera/model";
import { z } from "zod";
import { type Route, route } from "../route.ts";
import { found } from "../views/slice.ts";

const tag = "operate";
const owning = { kind: "person", scope: "manage", ownerOnly: true } as const;

const MAX_SHOWN = 200;

const PoolReply = z.object({ waiting: z.int(), active: z.int() });
const DeadCheckReply = z.object({
  id: z.string(),
  pageId: PageId,
  url: z.string().nullable(),
  at: z.int(),
  attempts: z.int(),
  error: z.string(),
});

export const queueRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/api/v1/queue",
    summary: "What waits for the workers of a fleet, and the checks that failed for good",
    tag,
    access: owning,
    reply: z.object({
      /** Null where the server checks by itself. */
      pools: z.object({ plain: PoolReply, browser: PoolReply }).nullable(),
      deadLetters: z.array(DeadCheckReply),
    }),
    handle: async (_, { store, queue }) => {
      if (!queue) return { body: { pools: null, deadLetters: [] } };
      const letters = await queue.deadLetters(MAX_SHOWN);
      const deadLetters = await Promise.all(
        letters.map(async (letter) => {
          const page = await store.pages.findForCheck(letter.pageId);
          return { ...letter, url: page?.source.url ?? null };
        }),
      );
      return { body: { pools: await queue.counts(), deadLetters } };
    },
  }),
  route({
    method: "POST",
    path: "/api/v1/queue/dead-letters/:id/retry",
    summary: "Take a dead letter away and check its page now",
    tag,
    access: owning,
    params: z.strictObject({ id: z.uuid() }),
    handle: async ({ params, now }, { store, queue }) => {
      const letter = found(queue && (await queue.removeDeadLetter(params.id)));
      await store.pages.bringForward(letter.pageId, now);
      return {};
    },
  }),
];
