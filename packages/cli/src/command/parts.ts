/** Parts of a block that are left out, or shown without telling their changes, by their paths in the page. */
import type { BodyOf, FollowReply } from "@tessera/model/api";
import { EXIT, type Terminal } from "./verb.ts";

export const PARTS_OPTIONS = {
  cut: { type: "string", multiple: true },
  ignore: { type: "string", multiple: true },
} as const;

export const PARTS_HELP = `\
  --cut PATH       leave out this part of the block; can be given several times
  --ignore PATH    show this part, but tell nobody of its changes; can be given several times`;

/** In place of all paths. */
export const NO_PARTS = "none";

interface Said {
  readonly cut?: readonly string[] | undefined;
  readonly ignore?: readonly string[] | undefined;
}

type Parts = Partial<Pick<BodyOf<"POST /follows">, "cutPaths" | "ignoredPaths">>;

/** What is said, which the route itself checks; nothing where nothing is said. */
export function partsSaid({ cut, ignore }: Said): Parts {
  return {
    ...(cut === undefined ? {} : { cutPaths: pathsOf(cut) }),
    ...(ignore === undefined ? {} : { ignoredPaths: pathsOf(ignore) }),
  } as Parts;
}

function pathsOf(said: readonly string[]): readonly string[] {
  return said.filter((path) => path !== NO_PARTS);
}

/** The exit code; a path that leads to nothing inside of the block is told. */
export function partsDone(said: Parts, { pick }: FollowReply, terminal: Terminal): number {
  const asked = (said.cutPaths?.length ?? 0) + (said.ignoredPaths?.length ?? 0);
  const taken = (said.cutPaths ? pick.cuts.length : 0) + (said.ignoredPaths ? pick.ignored.length : 0);
  if (taken >= asked) return EXIT.ok;
  terminal.error(`${asked - taken} of ${asked} parts are not inside of the block`);
  return EXIT.input;
}
