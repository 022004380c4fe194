/** A server on loopback for the pages of the techniques, and for the folders of saved sites. */
import { once } from "node:events";
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize, sep } from "node:path";
import { iconFont } from "./pages/icon-font.ts";
import { landscapePng, landscapeSvg } from "./pages/pictures.ts";
import { documentOf, type TechniquePage } from "./technique.ts";

export interface PageServer {
  readonly url: string;
  stop(): Promise<void>;
}

type Answer = { readonly type: string; readonly body: Buffer | string };

const HTML = "text/html; charset=utf-8";
const PICTURE = /^\/pictures\/(\d{1,4})x(\d{1,4})\.(png|svg)$/;

/** `/<slug>/` is the page of a technique; pictures and fonts are there for all of them. */
export function serveTechniques(pages: readonly TechniquePage[]): Promise<PageServer> {
  const bySlug = new Map(pages.map((page) => [slugOf(page.name), page]));
  return serve((path) => {
    const [, width, height, kind] = PICTURE.exec(path) ?? [];
    if (kind === "png") return { type: "image/png", body: landscapePng(Number(width), Number(height)) };
    if (kind === "svg") return { type: "image/svg+xml", body: landscapeSvg(Number(width), Number(height)) };
    if (path === "/fonts/icons.ttf") return { type: "font/ttf", body: iconFont() };
    const [, slug = "", rest = ""] = /^\/([\w-]+)\/(.*)$/.exec(path) ?? [];
    const page = bySlug.get(slug);
    if (page && rest === "") return { type: HTML, body: documentOf(page) };
    return page?.files?.[rest] ?? null;
  });
}

export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": HTML,
  ".htm": HTML,
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".webp": "image/webp",
  ".ico": "image/x-icon",
  ".woff": "font/woff",
  ".woff2": "font/woff2",
  ".ttf": "font/ttf",
  ".otf": "font/otf",
  ".eot": "application/vnd.ms-fontobject",
  ".mp4": "video/mp4",
  ".webm": "video/webm",
};

/** The files of one folder, and nothing outside of it. */
export function serveFolder(folder: string): Promise<PageServer> {
  return serve((path) => {
    const file = normalize(join(folder, decodeURIComponent(path)));
    if (file !== folder && !file.startsWith(folder + sep)) return null;
    const found = [file, join(file, "index.html")].find((name) => existsSync(name) && statSync(name).isFile());
    return found
      ? { type: TYPES[extname(found).toLowerCase()] ?? "application/octet-stream", body: readFileSync(found) }
      : null;
  });
}

async function serve(answerOf: (path: string) => Answer | null): Promise<PageServer> {
  const server = createServer(({ url = "/" }, response) => {
    send(response, answerOf(new URL(url, "http://site.invalid").pathname));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function send(response: ServerResponse, answer: Answer | null): void {
  if (answer) {
    const length = Buffer.byteLength(answer.body);
    response.writeHead(200, { "content-type": answer.type, "content-length": length }).end(answer.body);
  } else response.writeHead(404, { "content-type": "text/plain" }).end("no such file");
}
