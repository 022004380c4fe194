/** What a follow tells, as it is said on the command line. */
import { Condition, DEFAULT_CONDITIONS } from "@tessera/model";
import { CliError, EXIT } from "./verb.ts";

export const TELL_HELP = `  --tell WHEN      what you are told of, instead of the usual; can be given several times, any one is enough:
                   any-change, new-item, looks-different, gone, unsure, back, unreachable,
                   contains=WORDS, lacks=WORDS, adds=WORDS, removes=WORDS (/PATTERN/ for a pattern),
                   above=NUMBER, below=NUMBER, by=NUMBER or by=NUMBER% (changed by so much);
                   "usual" for any-change, gone and unsure, "nothing" for none`;

/** What is said, as the API takes it; nothing where nothing is said. */
export function conditionsOf(said: readonly string[] | undefined): { readonly conditions?: Condition[] } {
  if (said === undefined) return {};
  if (said.includes("nothing")) {
    if (said.length === 1) return { conditions: [] };
    throw new CliError(EXIT.usage, "--tell nothing and something else cannot both be meant");
  }
  return { conditions: said.flatMap((text) => (text === "usual" ? DEFAULT_CONDITIONS : [readCondition(text)])) };
}

function readCondition(text: string): Condition {
  const at = text.indexOf("=");
  const condition = Condition.safeParse(at < 0 ? { kind: text } : withValue(text.slice(0, at), text.slice(at + 1)));
  if (condition.success) return condition.data;
  throw new CliError(EXIT.usage, `"${text}" is nothing that --tell takes, such as any-change, adds=WORDS or below=100`);
}

function withValue(kind: string, value: string): unknown {
  switch (kind) {
    case "contains":
    case "lacks":
    case "adds":
    case "removes":
      return { kind, words: wordsOf(value) };
    case "above":
    case "below":
      return { kind: `number-${kind}`, limit: numberOf(value) };
    case "by":
      return value.endsWith("%")
        ? { kind: "number-changed-by", amount: numberOf(value.slice(0, -1)), unit: "percent" }
        : { kind: "number-changed-by", amount: numberOf(value), unit: "absolute" };
    default:
      return null;
  }
}

function wordsOf(value: string): unknown {
  const isPattern = value.length > 2 && value.startsWith("/") && value.endsWith("/");
  return isPattern ? { as: "pattern", text: value.slice(1, -1) } : { as: "words", text: value };
}

function numberOf(text: string): number {
  return text.trim() === "" ? Number.NaN : Number(text);
}
