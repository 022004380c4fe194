/** Tiles as the server sends them, made up for tests. */
import { TileStyle } from "@tessera/model";
import type { FollowReply, FollowTileReply, ObservationReply, TileReply } from "@tessera/model/api";

const ID = "01890000-0000-7000-8000-00000000000";

export function observation(change: ObservationReply["change"], id = "o"): ObservationReply {
  return {
    id: id as ObservationReply["id"],
    at: 1,
    lastAt: 2,
    looks: 1,
    verdict: { kind: "found", path: "html[1]", confidence: 1, margin: 1, candidates: [] },
    foundBy: "person",
    change,
    captureId: null,
    excerpt: "",
    numbers: [],
    hasContent: true,
    hasDiff: false,
    hasPicture: false,
    redesign: null,
  };
}

export function follow(id: string, parts: Partial<FollowReply> = {}): FollowReply {
  return {
    id: id as FollowReply["id"],
    title: id,
    schedule: { kind: "every", intervalMs: 60_000 },
    retention: { kind: "all" },
    conditions: [],
    quiet: { volatileParts: true, lines: [], order: true, secondLook: false },
    channels: [],
    pausedAt: null,
    createdAt: 0,
    updatedAt: 0,
    deletedAt: null,
    version: 1,
    page: {
      id: `${ID}0` as FollowReply["page"]["id"],
      url: "https://example.com/",
      title: "",
      fetcher: "auto",
      fetchedBy: { fetcher: "http", reason: "found-in-raw-html" },
      hasSteps: false,
      lastCheckedAt: 2,
      dueAt: null,
      failures: 0,
      trouble: null,
      redesign: null,
    },
    pick: { path: "html[1]", intent: "auto", extent: "one", cuts: [], ignored: [] },
    tracer: "fused",
    pickedIn: `${ID}2` as FollowReply["pickedIn"],
    path: "html[1]",
    teachingVersion: 0,
    verdict: "found",
    latest: null,
    latestFound: null,
    value: null,
    number: null,
    hasNews: false,
    isOwn: true,
    tags: [],
    layout: null,
    feeds: { rss: "", atom: "", json: "" },
    ...parts,
  };
}

export function tile(id: string, of: FollowReply, ...more: readonly FollowReply[]): FollowTileReply {
  const follows = [of, ...more];
  const followIds = follows.map((each) => each.id);
  return {
    id: id as TileReply["id"],
    sheetId: `${ID}1` as TileReply["sheetId"],
    followId: of.id,
    content: more.length > 0 ? { kind: "joined", followIds } : { kind: "follow" },
    place: { x: 0, y: 0, width: 4, height: 4 },
    style: TileStyle.parse({}),
    version: 1,
    follow: of,
    follows,
    isHidden: false,
  };
}
