/** `tessera fetch`: how the page of a follow is fetched from now on. */
import type { BodyOf } from "@tessera/model/api";
import { expectWords, readArguments } from "../command/arguments.ts";
import { findFollow } from "../command/follows.ts";
import { REACH, REACH_HELP, withInstance } from "../command/reach.ts";
import { EXIT, type Verb } from "../command/verb.ts";
import { printFollow } from "./show.ts";

const USAGE = "tessera fetch FOLLOW auto|http|browser [--json]";

const options = { ...REACH } as const;

export const fetchVerb: Verb = {
  about: "change how the page of a follow is fetched: automatically, without, or with a browser",
  help: `${USAGE}

It applies to everything that you follow on that page, keeps the history, and checks the page soon.

  auto             the browser only if the page needs it: a block is missing or blank without one (the default)
  http             never a browser
  browser          always a browser
${REACH_HELP}

Examples:
  tessera fetch Sport browser
  tessera fetch 8f3a12bc auto

Exit codes: 0 done, 2 wrong call, 3 no such follow or way.`,
  options,

  async run(args, terminal) {
    const { values, positionals } = readArguments(args, options, USAGE);
    expectWords(positionals, [2, 2], USAGE);
    // a word of the person, which the route itself checks
    const body = { fetcher: positionals[1] } as BodyOf<"PATCH /pages/:id">;
    return withInstance({ values, terminal }, async (instance) => {
      const { id, page } = await findFollow(instance, positionals[0] ?? "");
      await instance.ask("PATCH /pages/:id", { params: { id: page.id }, body });
      const follow = await instance.ask("GET /follows/:id", { params: { id } });
      if (values.json) terminal.out(JSON.stringify(follow));
      else printFollow(follow, follow.value, terminal);
      return EXIT.ok;
    });
  },
};
