/** The history of a block: observations, contents, differences, numbers, and what another tracer would have said. */
import type { Observation } from "@tessera/model";
import type { historyApi } from "@tessera/model/api";
import { CaptureFailure } from "@tessera/network";
import { changeOf, contentOf } from "../../changes/stored-content.ts";
import { backfill } from "../../history/backfill.ts";
import { replay } from "../../history/replay.ts";
import { adviceFor } from "../advice.ts";
import { ApiError } from "../api-error.ts";
import { reachBefore, reachFollow, reachHistory, reachNumbers, reachObservation } from "../reach.ts";
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
  "GET /follows/:id/history": async ({ who, params, query }, services) => {
    const reached = await reachFollow(who, params.id, services);
    return { body: mapListing(await reachHistory(reached, defined(query), services), observationReply) };
  },
  "GET /follows/:id/numbers": async ({ who, params, query }, services) => {
    const reached = await reachFollow(who, params.id, services);
    const numbers = await reachNumbers(reached, defined(query), services);
    return { body: numbers.map((each) => ({ ...each, numbers: [...each.numbers] })) };
  },
  "GET /follows/:id/observations/:observationId": async ({ who, params }, services) => {
    const { store } = services;
    const reached = await reachFollow(who, params.id, services);
    const observation = await reachObservation(reached, params.observationId, services);
    const content = await contentOf(store, observation);
    // the difference says what was there before
    const isOpen = reached.since === null || (await reachBefore(reached, observation.id, services)) !== null;
    const difference = isOpen ? await changeOf(store, observation) : null;
    const shown = {
      ...observationReply(observation),
      text: content?.text ?? null,
      items: content?.items ?? null,
      difference,
    };
    return { body: shown, etag: `${observation.id}-${observation.lastAt}` };
  },
  "GET /follows/:id/observations/:observationId/diff": async ({ who, params, query }, services) => {
    const { store, checks } = services;
    const reached = await reachFollow(who, params.id, services);
    const after = await reachObservation(reached, params.observationId, services);
    const before = query.against
      ? await reachObservation(reached, query.against, services)
      : await reachBefore(reached, after.id, services);
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
  "GET /follows/:id/observations/:observationId/source": async ({ who, params }, services) => {
    const reached = await reachFollow(who, params.id, services);
    const observation = await reachObservation(reached, params.observationId, services);
    return { raw: found(await contentOf(services.store, observation)).html };
  },
  "GET /follows/:id/observations/:observationId/picture": async ({ who, params }, services) => {
    const reached = await reachFollow(who, params.id, services);
    const { picture } = await reachObservation(reached, params.observationId, services);
    const bytes = found(picture && (await services.store.bodies.read(picture)));
    return { raw: Buffer.from(bytes), etag: picture ?? "" };
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
