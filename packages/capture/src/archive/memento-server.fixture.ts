/** A small web archive for the tests that speaks RFC 7089: TimeGate, paged TimeMaps, mementos with their links. */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";

export interface ArchivedVersion {
  readonly at: number;
  readonly html: string;
}

export interface MementoServerOptions {
  readonly original: string;
  /** In the order of time. */
  readonly versions: readonly ArchivedVersion[];
  /** Mementos on one TimeMap; null: the archive has no TimeMaps. */
  readonly pageSize: number | null;
  /** Whether `id_` gives a version as it was served. */
  readonly hasRaw: boolean;
}

/** What an archive adds to every page that it shows. */
export const BANNER = "<div id=banner>archived</div>";

/** Paths: `/timegate`, `/timemap/N`, `/web/<time>/<original>`, and `/page`, which only names the TimeGate. */
export function mementoListener(options: MementoServerOptions): RequestListener {
  return (request, response) => {
    const base = `http://${request.headers.host}`;
    const path = request.url ?? "/";
    if (path === "/page") response.writeHead(200, { link: `<${base}/timegate>; rel="timegate"` }).end("<p>today");
    else if (path === "/timegate") answerTimeGate(options, base, { request, response });
    else if (path.startsWith("/timemap/")) answerTimeMap(options, base, { path, response });
    else if (path.startsWith("/web/")) answerMemento(options, base, { path, response });
    else response.writeHead(404).end();
  };
}

export function mementoPath(options: MementoServerOptions, at: number, modifier = ""): string {
  const digits = new Date(at).toISOString().replace(/\D/g, "").slice(0, 14);
  return `/web/${digits}${modifier}/${options.original}`;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** RFC 7089 section 4.1: the version closest to Accept-Datetime, the last one where the header is missing. */
function answerTimeGate(options: MementoServerOptions, base: string, { request, response }: Exchange): void {
  const wanted = Date.parse(String(request.headers["accept-datetime"] ?? new Date().toUTCString()));
  if (Number.isNaN(wanted)) {
    response.writeHead(400).end();
    return;
  }
  const distance = ({ at }: ArchivedVersion) => Math.abs(at - wanted);
  const closest = [...options.versions].sort((a, b) => distance(a) - distance(b))[0]!;
  response
    .writeHead(302, {
      vary: "accept-datetime",
      location: base + mementoPath(options, closest.at),
      link: `<${options.original}>; rel="original"${timeMapLink(options, base)}`,
    })
    .end();
}

function answerTimeMap(
  options: MementoServerOptions,
  base: string,
  { path, response }: { path: string; response: ServerResponse },
): void {
  const size = options.pageSize ?? 0;
  const page = Number(path.slice("/timemap/".length));
  const shown = options.versions.slice(page * size, (page + 1) * size);
  if (shown.length === 0) {
    response.writeHead(404).end();
    return;
  }
  const pages = Math.ceil(options.versions.length / size);
  const others = Array.from({ length: pages }, (_, index) => index).filter((index) => index !== page);
  const range = (index: number) => {
    const part = options.versions.slice(index * size, (index + 1) * size);
    return `from="${date(part[0]!.at)}"; until="${date(part.at(-1)!.at)}"`;
  };
  const links = [
    `<${options.original}>;rel="original"`,
    `<${base}/timegate>;rel="timegate"`,
    `<${base}${path}>; rel="self"; type="application/link-format"; ${range(page)}`,
    ...others.map(
      (index) => `<${base}/timemap/${index}>; rel="timemap"; type="application/link-format"; ${range(index)}`,
    ),
    ...shown.map(({ at }) => `<${base}${mementoPath(options, at)}>; rel="memento"; datetime="${date(at)}"`),
  ];
  response.writeHead(200, { "content-type": "application/link-format" }).end(links.join(",\n"));
}

function answerMemento(
  options: MementoServerOptions,
  base: string,
  { path, response }: { path: string; response: ServerResponse },
): void {
  const { versions } = options;
  const isRaw = /^\/web\/\d{14}id_\//.test(path);
  const index = versions.findIndex(({ at }) =>
    [mementoPath(options, at), mementoPath(options, at, "id_")].includes(path),
  );
  const version = versions[index];
  if (!version || (isRaw && !options.hasRaw)) {
    response.writeHead(404).end();
    return;
  }
  const neighbour = (to: ArchivedVersion | undefined, relation: string) =>
    to ? `, <${base}${mementoPath(options, to.at)}>; rel="${relation} memento"; datetime="${date(to.at)}"` : "";
  response
    .writeHead(200, {
      "content-type": "text/html; charset=utf-8",
      "memento-datetime": date(version.at),
      link:
        `<${options.original}>; rel="original", <${base}/timegate>; rel="timegate"${timeMapLink(options, base)}` +
        neighbour(versions[index - 1], "prev") +
        neighbour(versions[index + 1], "next"),
    })
    .end(isRaw ? version.html : BANNER + version.html);
}

function timeMapLink({ pageSize }: MementoServerOptions, base: string): string {
  return pageSize === null ? "" : `, <${base}/timemap/0>; rel="timemap"; type="application/link-format"`;
}

function date(at: number): string {
  return new Date(at).toUTCString();
}
