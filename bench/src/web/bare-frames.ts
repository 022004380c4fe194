/** A page with the frames of a sheet and nothing else: what the browser alone needs for them, as a measure of the app. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { APIRequestContext } from "playwright-core";

export interface BareTile {
  readonly document: string;
  readonly policy: string;
}

export interface BareFrames {
  readonly url: string;
  stop(): Promise<void>;
}

/** As the tiles of the sheet lie in a wide window, in CSS pixels. */
const BOX = { width: 316, height: 258, across: 330, down: 272, columns: 4, head: 36 } as const;
const SANDBOX = "allow-popups allow-popups-to-escape-sandbox";

interface SheetReply {
  readonly tiles: readonly {
    readonly followId: string;
    readonly follow: { readonly latestFound: { readonly id: string } };
  }[];
}

/** The documents of a sheet's tiles, in their order. */
export async function bareTilesOf(request: APIRequestContext, url: string, sheetId: string): Promise<BareTile[]> {
  const { tiles } = (await (await request.get(`${url}/api/v1/sheets/${sheetId}`)).json()) as SheetReply;
  const documents: BareTile[] = [];
  for (const { followId, follow } of tiles) {
    const reply = await request.get(
      `${url}/api/v1/follows/${followId}/observations/${follow.latestFound.id}/tile?pad=12`,
    );
    documents.push({ document: await reply.text(), policy: reply.headers()["content-security-policy"] ?? "" });
  }
  return documents;
}

/** `assets` is where the pictures in the documents come from. */
export async function serveBareFrames(tiles: readonly BareTile[], assets: string): Promise<BareFrames> {
  const server = createServer(async ({ url = "/" }, response) => {
    const tile = tiles[Number(/^\/tile\/(\d+)$/.exec(url)?.[1])];
    response.setHeader("content-type", "text/html; charset=utf-8");
    if (tile) response.setHeader("content-security-policy", tile.policy).end(tile.document);
    else if (url === "/") response.end(pageOf(tiles.length));
    else {
      const asset = await fetch(new URL(url, assets));
      response.writeHead(asset.status, { "content-type": asset.headers.get("content-type") ?? "text/plain" });
      response.end(Buffer.from(await asset.arrayBuffer()));
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function pageOf(tiles: number): string {
  const boxes = Array.from({ length: tiles }, (_, at) => {
    const [left, top] = [(at % BOX.columns) * BOX.across, Math.floor(at / BOX.columns) * BOX.down];
    // those below the window wait until it has been painted, as on the sheet
    return `<article style="left:${left}px;top:${top}px"><h2>Block ${at + 1}</h2><iframe sandbox="${SANDBOX}" ${top < 900 ? "src" : "data-src"}="/tile/${at}"></iframe></article>`;
  });
  const height = Math.ceil(tiles / BOX.columns) * BOX.down;
  return `<!doctype html><meta charset="utf-8"><title>Frames</title><style>
    body{margin:0;height:${height}px;position:relative}
    article{position:absolute;width:${BOX.width}px;height:${BOX.height}px}
    h2{margin:0;font:600 13px/${BOX.head}px sans-serif}
    iframe{display:block;border:0;width:100%;height:${BOX.height - BOX.head}px}
  </style>${boxes.join("")}
  <script>addEventListener("load", () => setTimeout(() => {
    for (const frame of document.querySelectorAll("[data-src]")) frame.src = frame.dataset.src;
  }, 2000))</script>`;
}
