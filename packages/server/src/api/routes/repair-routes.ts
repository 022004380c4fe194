/** The repair card, its answers, and another pick for a follow. */
import {
  AskingVerdict,
  asksPerson,
  BlockPath,
  BlockPick,
  CandidateRecord,
  CaptureId,
  CorrectionAnswer,
  CorrectionId,
  FollowId,
  Instant,
  ObservationId,
  PageChange,
} from "@tessera/model";
import type { FollowView } from "@tessera/store";
import { z } from "zod";
import { type RepickRequest, repickFollow } from "../../follow/repick-follow.ts";
import { type TeachOutcome, teachFollow } from "../../follow/teach-follow.ts";
import { ApiError } from "../api-error.ts";
import { type Route, route } from "../route.ts";
import type { Services } from "../services.ts";
import { FollowReply, followReply, ObservationReply, observationReply, teachingVersion } from "../views/follow.ts";
import { byId, found } from "../views/slice.ts";

const tag = "history";
const reading = { kind: "person", scope: "read" } as const;
const writing = { kind: "person", scope: "write" } as const;

/** More are no help to a person who has to choose. */
const SHOWN_CANDIDATES = 3;

const cardRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/api/v1/follows/:id/repair",
    summary: "The repair card: what the block was, and what it may be now; 404 where nothing is in doubt",
    tag,
    access: reading,
    params: byId(FollowId),
    reply: z.object({
      observationId: ObservationId,
      verdict: AskingVerdict,
      captureId: CaptureId.describe("The page that was looked at: the paths of the candidates are its own"),
      teachingVersion,
      page: PageChange.nullable().describe("Whether the page was updated or redesigned"),
      before: ObservationReply.nullable().describe("The block as it was last found"),
      candidates: z.array(CandidateRecord.pick({ path: true, score: true, excerpt: true }).extend({ number: z.int() })),
    }),
    handle: async ({ who, params }, { store }) => {
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
          candidates,
        },
      };
    },
  }),
  route({
    method: "POST",
    path: "/api/v1/follows/:id/corrections",
    summary:
      "Answer the repair card: this one, none of these, or really gone; 412 where the card is out of date, and nothing is taught",
    tag,
    access: writing,
    params: byId(FollowId),
    body: z.strictObject({
      captureId: CaptureId.describe("The page of the card: the answer is taught in it, then today's is looked at"),
      teachingVersion: teachingVersion.optional(),
      answer: CorrectionAnswer,
    }),
    reply: FollowReply,
    handle: async ({ who, params, body, baseUrl }, { checks }) => {
      const outcome = await teachFollow({ personId: who.person.id, followId: params.id, ...body }, checks);
      return { body: followReply(taughtView(outcome), baseUrl) };
    },
  }),
  route({
    method: "GET",
    path: "/api/v1/follows/:id/corrections",
    summary: "What I have taught about this block",
    tag,
    access: reading,
    params: byId(FollowId),
    reply: z.array(z.object({ id: CorrectionId, captureId: CaptureId, answer: CorrectionAnswer, at: Instant })),
    handle: async ({ who, params }, { store }) => {
      found(await store.follows.find(who.person.id, params.id));
      return { body: [...(await store.corrections.of(who.person.id, params.id))] };
    },
  }),
];

function taughtView(outcome: TeachOutcome): FollowView {
  switch (outcome.kind) {
    case "taught":
      return outcome.view;
    case "missing":
      throw new ApiError("not-found");
    case "outdated":
      throw new ApiError("changed-meanwhile", {
        detail: "Its page is no longer stored, or the block was taught or picked again since. Nothing was taught.",
      });
    case "elsewhere": {
      const message = "the page of this answer has no such element";
      throw new ApiError("invalid", { issues: [{ path: "body.answer", message }], detail: message });
    }
  }
}

const paths = z.array(BlockPath).max(100);

const pickRoutes: readonly Route[] = [
  route({
    method: "PUT",
    path: "/api/v1/follows/:id/pick",
    summary: "Pick anew: another element, other parts cut out or ignored, one block or all like it",
    tag,
    access: writing,
    params: byId(FollowId),
    body: z.strictObject({
      captureId: CaptureId.nullable().default(null).describe("The capture that was shown"),
      path: BlockPath.optional(),
      intent: BlockPick.shape.intent.unwrap().optional(),
      extent: BlockPick.shape.extent.unwrap().optional(),
      cutPaths: paths.optional(),
      ignoredPaths: paths.optional(),
    }),
    reply: FollowReply,
    handle: async ({ who, params, body, baseUrl }, services) =>
      repicked({ personId: who.person.id, followId: params.id, ...body }, services, baseUrl),
  }),
  route({
    method: "POST",
    path: "/api/v1/follows/:id/ignored",
    summary: "Ignore parts of the block: they are shown, but their changes are not told",
    tag,
    access: writing,
    params: byId(FollowId),
    body: z.strictObject({ captureId: CaptureId.nullable().default(null), paths: paths.min(1) }),
    reply: FollowReply,
    handle: async ({ who, params, body, baseUrl }, services) => {
      const { captureId, paths: alsoIgnored } = body;
      return repicked({ personId: who.person.id, followId: params.id, captureId, alsoIgnored }, services, baseUrl);
    },
  }),
];

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

export const repairRoutes: readonly Route[] = [...cardRoutes, ...pickRoutes];
