/** Everything that changed for a person, in the sentences of their messages. */
import { type changesApi, MAX_UNSEEN } from "@tessera/model/api";
import { languageFor } from "../../notify/message/language.ts";
import { toldChange } from "../../notify/told-change.ts";
import { defined } from "../replies.ts";
import type { Handlers } from "../route.ts";

export const changesHandlers: Handlers<typeof changesApi> = {
  "GET /changes": async ({ who, query: { since, unseen, ...rest }, baseUrl }, { store }) => {
    const filter = { ...defined({ ...rest, from: since }), isUnseen: unseen };
    const { items, next } = await store.changes.list(who.person.id, filter);
    const language = await languageFor(who.person.id, store);
    const told = await Promise.all(items.map((change) => toldChange(change, { store, language, baseUrl })));
    return {
      body: {
        items: told.map(({ change, message, entry }) => ({
          observationId: change.observation.id,
          followId: change.follow.id,
          title: change.follow.title,
          sheet: change.sheet,
          at: change.observation.at,
          verdict: change.observation.verdict.kind,
          reason: entry.reason,
          sentence: entry.headline,
          summary: entry.summary,
          before: entry.before,
          after: entry.after,
          link: message.link,
          sourceUrl: entry.sourceUrl,
          page: entry.page,
          hasPicture: change.observation.picture !== null,
          isSeen: change.isSeen,
        })),
        next,
      },
    };
  },
  "GET /changes/unseen": async ({ who }, { store }) => ({
    body: { count: await store.changes.countUnseen(who.person.id, MAX_UNSEEN) },
  }),
  "POST /changes/seen": async ({ who, body }, { store }) => {
    const first = await store.changes.markSeen(who.person.id, defined(body));
    return { body: { follows: first.length, first: [...first] } };
  },
  "POST /changes/unseen": async ({ who, body }, { store }) => ({
    body: { follows: await store.changes.markUnseen(who.person.id, body.changes) },
  }),
};
