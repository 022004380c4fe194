/** Follows and their history over the API. */
import type { ChannelId, Condition, CorrectionAnswer, Quiet, Retention, Schedule } from "@tessera/model";
import { ask } from "./ask.ts";
import type {
  DifferenceReply,
  FollowReply,
  NumbersReply,
  ObservationReply,
  ObservationWithContentReply,
  Slice,
} from "./replies.ts";

export interface FollowPatch {
  readonly title?: string;
  readonly isPaused?: boolean;
  readonly schedule?: Schedule;
  readonly retention?: Retention;
  readonly conditions?: readonly Condition[];
  readonly quiet?: Quiet;
  readonly channels?: readonly ChannelId[];
}

export const readFollow = (id: string): Promise<FollowReply> => ask("GET", `/follows/${id}`);

export const changeFollow = (id: string, body: FollowPatch): Promise<FollowReply> =>
  ask("PATCH", `/follows/${id}`, { body });

export const listDeleted = (): Promise<Slice<FollowReply>> => ask("GET", "/follows?state=deleted&limit=200");

/** Followed, and on no sheet that is there. */
export const listUnplaced = (after: string | null = null): Promise<Slice<FollowReply>> =>
  ask("GET", `/follows?sheet=none&limit=50${after ? `&after=${encodeURIComponent(after)}` : ""}`);

export const removeFollow = (id: string): Promise<void> => ask("DELETE", `/follows/${id}`);

export const restoreFollow = (id: string): Promise<void> => ask("POST", `/follows/${id}/restore`);

/** Has the page checked before it is due. */
export const checkFollow = (id: string): Promise<unknown> => ask("POST", `/follows/${id}/check`);

export const markSeen = (id: string, observationId: string): Promise<void> =>
  ask("POST", `/follows/${id}/seen`, { body: { observationId } });

const SLICE = 200;

/** Observations, latest first. */
export const readHistory = (id: string, after: string | null = null): Promise<Slice<ObservationReply>> =>
  ask("GET", `/follows/${id}/history?limit=${SLICE}${after ? `&after=${encodeURIComponent(after)}` : ""}`);

export const readNumbers = (id: string): Promise<NumbersReply[]> => ask("GET", `/follows/${id}/numbers?limit=${SLICE}`);

export const readObservation = (id: string, observationId: string): Promise<ObservationWithContentReply> =>
  ask("GET", `/follows/${id}/observations/${observationId}`);

export const readDifference = (id: string, observationId: string, against?: string): Promise<DifferenceReply> =>
  ask("GET", `/follows/${id}/observations/${observationId}/diff${against ? `?against=${against}` : ""}`);

export interface Correction {
  /** The page that the person saw: the paths of the answer are its own. */
  readonly captureId: string;
  /** Of the follow as the person saw it: the server refuses where it was taught since. */
  readonly teachingVersion?: number;
  readonly answer: CorrectionAnswer;
}

export const correct = (id: string, body: Correction): Promise<FollowReply> =>
  ask("POST", `/follows/${id}/corrections`, { body });

/** The block of an observation as it looks on its page, for a frame without scripts and origin. */
export const tileAddress = (followId: string, observationId: string, padPx = 0): string =>
  `/api/v1/follows/${followId}/observations/${observationId}/tile?pad=${padPx}`;
