/** The repair card, its answers, and another pick for a follow. */
import { asksPerson, movedToOf } from "@tessera/model";
import type { repairApi } from "@tessera/model/api";
import type { FollowView } from "@tessera/store";
import { type MoveOutcome, moveFollow } from "../../follow/move-follow.ts";
import { type RepickRequest, repickFollow } from "../../follow/repick-follow.ts";
import { type TeachOutcome, teachFollow } from "../../follow/teach-follow.ts";
import { captureFailed } from "../advice.ts";
import { ApiError } from "../api-error.ts";
import { takeRate } from "../caps.ts";
import { followReply, found, observationReply } from "../replies.ts";
import type { Handlers } from "../route.ts";
import type { Services } from "../services.ts";

export const repairHandlers: Handlers<typeof repairApi> = {
  "GET /follows/:id/repair": async ({ who, params }, { store }) => {
    const { block, latest, latestFound } = found(await store.follows.find(who.person.id, params.id));
    const { verdict, captureId } = found(latest);
    if (!asksPerson(verdict)) throw new ApiError("not-found");
    const capture = found(captureId && (await store.captures.find(who.person.id, captureId)));
    const candidates = verdict.candidates.slice(0, SHOWN_CANDIDATES).map(({ path, score, excerpt }, at) => ({
      number: at + 1,
      path,
      score,
      excerpt,
    }));
    return {
      body: {
        observationId: found(latest).id,
        verdict: verdict.kind,
        captureId: capture.id,
        teachingVersion: block.lessons,
        page: capture.change,
        before: latestFound && observationReply(latestFound),
        movedTo: movedToOf(verdict),
        candidates,
      },
    };
  },
  "POST /follows/:id/move": async ({ who, params, body, baseUrl }, services) => {
    await takeRate("pagesPerMinute", who, services);
    const outcome = await moveFollow({ personId: who.person.id, followId: params.id, ...body }, services.checks);
    return { body: followReply(movedView(outcome), baseUrl) };
  },
  "DELETE /follows/:id/move": async ({ who, params, baseUrl, now }, { store }) => ({
    body: followReply(found(await store.follows.moveBack(who.person.id, params.id, now)), baseUrl),
  }),
  "POST /follows/:id/corrections": async ({ who, params, body, baseUrl }, { checks }) => {
    const outcome = await teachFollow({ personId: who.person.id, followId: params.id, ...body }, checks);
    return { body: followReply(taughtView(outcome), baseUrl) };
  },
  "GET /follows/:id/corrections": async ({ who, params }, { store }) => {
    found(await store.follows.find(who.person.id, params.id));
    return { body: [...(await store.corrections.of(who.person.id, params.id))] };
  },
  "PUT /follows/:id/pick": async ({ who, params, body, baseUrl }, services) =>
    repicked({ personId: who.person.id, followId: params.id, ...body }, services, baseUrl),
  "POST /follows/:id/ignored": async ({ who, params, body, baseUrl }, services) => {
    const { captureId, paths: alsoIgnored } = body;
    return repicked({ personId: who.person.id, followId: params.id, captureId, alsoIgnored }, services, baseUrl);
  },
};

/** More are no help to a person who has to choose. */
const SHOWN_CANDIDATES = 3;

function movedView(outcome: MoveOutcome): FollowView {
  switch (outcome.kind) {
    case "moved":
      return outcome.view;
    case "missing":
      throw new ApiError("not-found");
    case "outdated":
      throw new ApiError("changed-meanwhile", {
        reason: "moved-not",
        detail: "It is no longer said to be there. Nothing was moved.",
      });
    case "elsewhere":
      throw new ApiError("not-found", {
        reason: "moved-unsure",
        detail: "The block was not found there for sure. Pick it there.",
      });
    case "unreachable":
      throw captureFailed(outcome.failure);
  }
}

function taughtView(outcome: TeachOutcome): FollowView {
  switch (outcome.kind) {
    case "taught":
      return outcome.view;
    case "missing":
      throw new ApiError("not-found");
    case "outdated":
      throw new ApiError("changed-meanwhile", {
        reason: "taught-since",
        detail: "Its page is no longer stored, or the block was taught or picked again since. Nothing was taught.",
      });
    case "elsewhere": {
      const message = "the page of this answer has no such element";
      throw new ApiError("invalid", { issues: [{ path: "body.answer", message }], detail: message });
    }
  }
}
async function repicked(request: RepickRequest, { checks }: Services, baseUrl: string) {
  const outcome = await repickFollow(request, checks);
  if (outcome.kind === "missing") throw new ApiError("not-found");
  if (outcome.kind === "invalid") {
    throw new ApiError("invalid", {
      issues: [{ path: "body.path", message: outcome.message }],
      detail: outcome.message,
    });
  }
  return { body: followReply(outcome.view, baseUrl), etag: String(outcome.view.follow.version) };
}
