/** `bench parse --hostile`: pages made to be expensive, each against the stated budget of one parse. */
import { ParseLimitError, parseHtml } from "@tessera/engine";
import { seededRandom } from "../seeded-random.ts";

/**
 * What one call of `parseHtml` may take with the default limits, whatever the page: processor time, on a machine of
 * 2020 or later. The limits on bytes, nodes, attributes and moves bound the work; this says what they come to.
 */
export const PARSE_BUDGET_SECONDS = 15;

/** As large as a file gets that is not refused for its size alone. */
const LARGE_BYTES = 50 * 1024 * 1024;
const SEED = 20_070_508;

export interface HostilePage {
  readonly name: string;
  html(bytes: number): string;
}

/** Each fills a number of bytes, save the first two, which are as the bar names them. */
export const HOSTILE_PAGES: readonly HostilePage[] = [
  { name: "100,000 nested elements", html: () => "<div>".repeat(100_000) },
  { name: "200,000 children", html: () => `<ul>${"<li>x".repeat(200_000)}` },
  { name: "one long text", html: (bytes) => `<p>${filled("word ", bytes)}` },
  { name: "nothing but elements", html: (bytes) => filled("<div>x</div>", bytes) },
  { name: "elements never closed", html: (bytes) => filled("<div>", bytes) },
  { name: "formatting never closed", html: (bytes) => filled("<b>", bytes) },
  { name: "formatting reopened", html: (bytes) => numbered((id) => `<p><b id=${id}>`, bytes) },
  { name: "misnested links", html: (bytes) => filled("<a><div>x", bytes) },
  { name: "misnested formatting", html: (bytes) => filled("<b><p>", bytes / 2) + filled("</b>", bytes / 2) },
  { name: "end tags of nothing", html: (bytes) => filled("<div>", bytes / 2) + filled("</x>", bytes / 2) },
  { name: "foster children", html: (bytes) => filled("<table>x<b></b>", bytes) },
  { name: "nested tables", html: (bytes) => filled("<table><tr><td>", bytes) },
  { name: "nested selects", html: (bytes) => filled("<select><div><option>", bytes) },
  { name: "nested templates", html: (bytes) => filled("<template>", bytes) },
  { name: "foreign elements", html: (bytes) => filled("<svg><font color=x>", bytes) },
  { name: "one tag with one attribute again and again", html: (bytes) => `<p ${filled("a=b ", bytes)}` },
  { name: "one tag with ever new attributes", html: (bytes) => `<p ${numbered((id) => `a${id} `, bytes)}` },
  { name: "html tags with ever new attributes", html: (bytes) => numbered((id) => `<html a${id}>`, bytes) },
  { name: "nothing but less-than signs", html: (bytes) => filled("<", bytes) },
  { name: "nothing but references", html: (bytes) => filled("&amp", bytes) },
  { name: "nothing but null characters", html: (bytes) => filled("\0", bytes) },
  { name: "random bytes", html: randomText },
  { name: "random tags", html: randomTags },
];

export interface HostileOutcome {
  readonly name: string;
  readonly megabytes: number;
  readonly seconds: number;
  /** Nodes of the tree, or the limit that it went over. */
  readonly outcome: number | ParseLimitError["code"];
}

/** Parses one page. Throws where that ends otherwise than in a tree or at a limit. */
export function parseHostile(page: HostilePage, bytes: number = LARGE_BYTES): HostileOutcome {
  const html = page.html(bytes);
  const startedAt = process.threadCpuUsage();
  const outcome = sizeOrLimit(html);
  const { user, system } = process.threadCpuUsage(startedAt);
  return { name: page.name, megabytes: html.length / 1e6, seconds: (user + system) / 1e6, outcome };
}

function sizeOrLimit(html: string): HostileOutcome["outcome"] {
  try {
    return parseHtml(html).size;
  } catch (error) {
    if (error instanceof ParseLimitError) return error.code;
    throw error;
  }
}

function filled(piece: string, bytes: number): string {
  return piece.repeat(Math.floor(bytes / piece.length));
}

function numbered(piece: (id: number) => string, bytes: number): string {
  const pieces: string[] = [];
  for (let [id, length] = [0, 0]; length < bytes; id++) length += pieces[pieces.push(piece(id)) - 1]!.length;
  return pieces.join("");
}

const TAGS = "b i a p div table tr td select option template svg math li h1 button nobr form frameset body".split(" ");

function randomTags(bytes: number): string {
  const random = seededRandom(SEED);
  return numbered(() => `<${random() < 0.5 ? "" : "/"}${TAGS[Math.floor(random() * TAGS.length)]}>`, bytes);
}

function randomText(bytes: number): string {
  const random = seededRandom(SEED);
  return Buffer.from(Uint8Array.from({ length: bytes }, () => random() * 256)).toString("utf8");
}
