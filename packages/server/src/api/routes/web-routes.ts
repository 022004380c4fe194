/** The web app: its files, and its start page for every address that is one of its own. */
import { PUBLIC } from "@tessera/model/api";
import { z } from "zod";
import { found } from "../replies.ts";
import { type Answer, type Route, routesOf } from "../route.ts";
import { APP_POLICY } from "../security-headers.ts";
import type { WebFile } from "../web-files.ts";

const START = "/index.html";

/** Addresses below these are never pages of the app. */
const NOT_THE_APP = /^\/(api|feeds|gadgets|oembed|metrics|healthz|readyz)(\/|$)/;

const SHEET_PATH = /^\/sheets\/([0-9a-f-]{36})$/;

const NO_APP =
  "Tessera is running, but its web app has not been built: run `npm run build`, or use the API under /api/v1.\n";

export function webRoutes(files: ReadonlyMap<string, WebFile>): readonly Route[] {
  const contract = {
    summary: "The web app",
    access: PUBLIC,
    params: z.object({ "*": z.string() }),
    reply: { contentType: "text/html; charset=utf-8", about: "A file of the web app" },
  } as const;
  return routesOf(
    { "GET /*": contract },
    { "GET /*": async ({ params, who }) => answerFor(`/${params["*"]}`, files, who !== null) },
    "",
  );
}

function answerFor(path: string, files: ReadonlyMap<string, WebFile>, isKnown: boolean): Answer<undefined> {
  const exact = files.get(path);
  if (exact) return answer(exact);
  // an address with an ending is a file that is not there
  found(!NOT_THE_APP.test(path) && !/\.\w+$/.test(path));
  const start = files.get(START);
  if (!start) return { status: 503, raw: NO_APP, contentType: "text/plain; charset=utf-8" };
  return answer(start, isKnown ? { link: preloadLinks(path) } : {});
}

/**
 * What the app will ask for as soon as it runs, so that the browser has it by then: without this, the script, the person
 * and the sheet are fetched one after the other. Only for somebody who is logged in; others would be refused.
 */
function preloadLinks(path: string): string {
  const [, sheetId] = SHEET_PATH.exec(path) ?? [];
  return ["/instance", "/me", "/sheets", ...(sheetId ? [`/sheets/${sheetId}`] : [])]
    .map((asked) => `</api/v1${asked}>; rel=preload; as=fetch; crossorigin`)
    .join(", ");
}

function answer(file: WebFile, headers: Readonly<Record<string, string>> = {}): Answer<undefined> {
  return {
    raw: file.bytes,
    gzip: file.gzip,
    contentType: file.contentType,
    etag: file.etag,
    headers: {
      ...headers,
      "content-security-policy": APP_POLICY,
      "cache-control": file.isImmutable ? "public, max-age=31536000, immutable" : "no-cache",
    },
  };
}
