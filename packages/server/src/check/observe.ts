/** From what a look showed to what is remembered of it: a new observation, or the latest going on. */
import { type CaptureId, newId, type Observation, ObservationId, type VerdictRecord } from "@tessera/model";
import { type Body, type CheckRecord, type FollowedBlock, type ObservedBlock, packBody } from "@tessera/store";
import { rateAfterChange } from "../timing/change-rate.ts";
import type { TracedBlock } from "../trace/page-job.ts";

/** A look with the bodies that its observation names. */
export interface ObservedLook {
  readonly look: ObservedBlock;
  readonly bodies: readonly Body[];
  /** A picture for the observation that goes on, where it had none. */
  readonly picture: NonNullable<CheckRecord["pictures"]>[number] | null;
}

export interface BlockToObserve {
  readonly seen: TracedBlock;
  readonly captureId: CaptureId;
  readonly picture: Uint8Array | null;
  readonly now: number;
}

/** What a look at a block in a capture showed. */
export function observe(followed: FollowedBlock, traced: BlockToObserve): ObservedLook {
  const { seen, captureId, now } = traced;
  const picture = traced.picture && packBody(traced.picture);
  const { observation, isChange } = observationOf(followed, { ...traced, picture });
  const { block, latest } = followed;
  const isMissing = observation.kind === "same" && latest?.picture === null;
  return {
    picture: isMissing && picture ? { observationId: observation.id, picture: picture.hash } : null,
    look: {
      block: {
        id: block.id,
        lessons: block.lessons,
        path: seen.verdict.kind === "found" ? seen.verdict.path : block.path,
        seenCaptureId: captureId,
        verdict: seen.verdict.kind,
        rate: isChange && latest ? rateAfterChange(block.rate, latest, now) : block.rate,
      },
      memory: seen.memory,
      ...(seen.dynamics !== undefined && { dynamics: seen.dynamics }),
      observation,
    },
    bodies: [seen.content?.body, seen.content?.diff, picture].filter((body) => body !== undefined && body !== null),
  };
}

interface Outcome {
  readonly observation: ObservedBlock["observation"];
  /** True where the block itself reads differently. */
  readonly isChange: boolean;
}

function observationOf(
  followed: FollowedBlock,
  { seen, captureId, picture, now }: Omit<BlockToObserve, "picture"> & { readonly picture: Body | null },
): Outcome {
  const { block, latest, follows } = followed;
  const { content, verdict } = seen;
  const isSameVerdict = latest?.verdict.kind === verdict.kind;
  const difference = content?.difference ?? "none";
  if (latest && isSameVerdict && difference === "none") {
    return { observation: { kind: "same", id: latest.id, verdict, captureId }, isChange: false };
  }
  const record: Observation = {
    id: newId(ObservationId, now),
    blockId: block.id,
    captureId,
    at: now,
    lastAt: now,
    looks: 1,
    quietLooks: 0,
    verdict,
    change: latest === null ? "first" : isSameVerdict || isNews(difference) ? changeOf(difference) : "verdict",
    content: content?.body.hash ?? null,
    meaning: content?.meaning ?? null,
    excerpt: content?.excerpt ?? "",
    numbers: [...(content?.numbers ?? [])],
    diff: content?.diff?.hash ?? null,
    picture: picture?.hash ?? null,
  };
  // volatile parts alone make no history, unless somebody asked to hear of them
  const isQuiet = latest !== null && isSameVerdict && difference === "quiet";
  if (isQuiet && follows.every((follow) => follow.quiet.volatileParts)) {
    const { id, change, diff } = latest;
    const renewed = { ...record, id, change, diff, quietLooks: latest.quietLooks + 1 };
    return { observation: { kind: "renewed", record: renewed }, isChange: false };
  }
  return { observation: { kind: "new", record }, isChange: isNews(difference) };
}

function isNews(difference: string): boolean {
  return difference === "changed" || difference === "moved";
}

function changeOf(difference: string): Observation["change"] {
  return difference === "quiet" || difference === "moved" ? difference : "changed";
}

/** What is remembered when the page could not be had at all: the same for each of its blocks. */
export function observeTrouble(followed: FollowedBlock, verdict: VerdictRecord, now: number): ObservedBlock {
  const { block, latest } = followed;
  const facts = {
    id: block.id,
    lessons: block.lessons,
    path: block.path,
    seenCaptureId: block.seenCaptureId,
    verdict: verdict.kind,
    rate: block.rate,
  };
  if (latest?.verdict.kind === verdict.kind) {
    const { id, captureId } = latest;
    return { block: facts, memory: null, observation: { kind: "same", id, verdict, captureId } };
  }
  const record: Observation = {
    id: newId(ObservationId, now),
    blockId: block.id,
    captureId: null,
    at: now,
    lastAt: now,
    looks: 1,
    quietLooks: 0,
    verdict,
    change: "verdict",
    content: null,
    meaning: null,
    excerpt: "",
    numbers: [],
    diff: null,
    picture: null,
  };
  return { block: facts, memory: null, observation: { kind: "new", record } };
}
