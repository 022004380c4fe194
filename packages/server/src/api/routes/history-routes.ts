/** The history of a block: observations, contents, differences, numbers, and what another tracer would have said. */
import type { Observation } from "@tessera/model";
import type { historyApi } from "@tessera/model/api";
import { CaptureFailure } from "@tessera/network";
import { changeOf, contentOf } from "../../changes/stored-content.ts";
import { backfill } from "../../history/backfill.ts";
import { replay } from "../../history/replay.ts";
import { adviceFor } from "../advice.ts";
import { ApiError } from "../api-error.ts";
import { defined, found, mapListing, observationReply } from "../replies.ts";
import type { Handlers } from "../route.ts";

export const historyHandlers: Handlers<typeof historyApi> = {
  "POST /follows/:id/backfill": async ({ who, params, body }, { checks, httpClient, politeness }) => {
    const { archive, ...options } = body;
    const source = { kind: "archive", url: new URL(archive) } as const;
    const request = { personId: who.person.id, followId: params.id, source, ...options };
    const outcome = await backfill(request, { ...checks, httpClient, politeness }).catch((failure: unknown) => {
      if (!(failure instanceof CaptureFailure)) throw failure;
      const record = failure.toRecord();
      throw new ApiError("capture-failed", {
        detail: record.message,
        more: { failure: record, advice: adviceFor(record) },
      });
    });
    if (outcome.kind === "missing") throw new ApiError("not-found");
    return { body: { ...outcome, missed: [...outcome.missed] } };
  },
  "GET /follows/:id/history": async ({ who, params, query }, { store }) => {
    found(await store.follows.find(who.person.id, params.id));
    return {
      body: mapListing(await store.observations.of(who.person.id, params.id, defined(query)), observationReply),
    };
  },
  "GET /follows/:id/numbers": async ({ who, params, query }, { store }) => {
    found(await store.follows.find(who.person.id, params.id));
    const numbers = await store.observations.numbers(who.person.id, params.id, defined(query));
    return { body: numbers.map((each) => ({ ...each, numbers: [...each.numbers] })) };
  },
  "GET /follows/:id/observations/:observationId": async ({ who, params }, { store }) => {
    const observation = found(await store.observations.find(who.person.id, params.id, params.observationId));
    const content = await contentOf(store, observation);
    const difference = await changeOf(store, observation);
    const shown = {
      ...observationReply(observation),
      text: content?.text ?? null,
      items: content?.items ?? null,
      difference,
    };
    return { body: shown, etag: `${observation.id}-${observation.lastAt}` };
  },
  "GET /follows/:id/observations/:observationId/diff": async ({ who, params, query }, { store, checks }) => {
    const owner = who.person.id;
    const after = found(await store.observations.find(owner, params.id, params.observationId));
    const before = query.against
      ? found(await store.observations.find(owner, params.id, query.against))
      : await store.observations.before(owner, params.id, after.id);
    const textOf = async (observation: Observation | null) =>
      observation?.content ? store.bodies.readText(observation.content) : null;
    const pair = { before: await textOf(before), after: await textOf(after) };
    return {
      body: {
        before: before && observationReply(before),
        after: observationReply(after),
        difference: await checks.workers.compareContents(pair),
      },
    };
  },
  "GET /follows/:id/observations/:observationId/source": async ({ who, params }, { store }) => {
    const observation = found(await store.observations.find(who.person.id, params.id, params.observationId));
    return { raw: found(await contentOf(store, observation)).html };
  },
  "GET /follows/:id/observations/:observationId/picture": async ({ who, params }, { store }) => {
    const observation = found(await store.observations.find(who.person.id, params.id, params.observationId));
    const bytes = found(observation.picture && (await store.bodies.read(observation.picture)));
    return { raw: Buffer.from(bytes), etag: observation.picture ?? "" };
  },
  "GET /follows/:id/replay": async ({ who, params, query }, { checks }) => {
    const outcome = await replay(checks, {
      owner: who.person.id,
      follow: params.id,
      tracer: query.tracer,
    });
    if (outcome.kind === "missing") throw new ApiError("not-found", { detail: "There is no such follow or tracer." });
    return { body: { tracer: outcome.tracer, steps: [...outcome.steps] } };
  },
};
