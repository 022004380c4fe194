/** The reference page of the command line, written from the help of its verbs. */
import { VERBS } from "./all-verbs.ts";

const INTRODUCTION = `# The command line

\`npm run -s tessera -- VERB …\` in a checkout, \`tessera VERB …\` where it is installed. Verbs work on an instance: on its
data directory, or with \`--server\` and \`--token\` on a running server. Reading verbs work beside a running server; those
that visit pages need the directory for themselves and otherwise say how to reach the server. Every verb knows \`--json\`
(one JSON value a line) and \`--help\`; mistakes are one line on standard error.

| exit code | meaning |
|---|---|
| 0 | done |
| 1 | a failure of the machine or a mistake in the program |
| 2 | the words of the call are off |
| 3 | a file, path, page or record cannot be used |
| 4 | it ran, and the answer is no: a block was not found for sure, something is not in order |
| 5 | the store or the server cannot be had: in use, not there, or it does not let this person in |
`;

/** Markdown, always the same for the same verbs. */
export async function commandReference(): Promise<string> {
  const parts = [INTRODUCTION];
  for (const [name, load] of Object.entries(VERBS)) {
    const { about, help } = await load();
    parts.push(`\n## ${name}\n\n${about[0]?.toUpperCase()}${about.slice(1)}.\n\n\`\`\`text\n${help}\n\`\`\`\n`);
  }
  return parts.join("");
}
