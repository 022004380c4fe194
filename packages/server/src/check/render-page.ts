/** The browser as a way to pages: politely, with boxes for every node and pictures of the blocks that are followed. */
import { CaptureBrowser, findChromium, type PageReaderFor } from "@tessera/capture";
import { type DomTree, nodeAt } from "@tessera/engine";
import type { BlockPath } from "@tessera/model";
import type { HttpClient, Politeness, PrivateGrant } from "@tessera/network";
import type { Config } from "../config/settings.ts";
import type { Captured, CaptureOrder, RenderPage } from "./capture-page.ts";

export interface Renderer {
  readonly render: RenderPage;
  /** Ends every process of the browser. */
  stop(): Promise<void>;
}

export interface RendererParts {
  readonly httpClient: HttpClient;
  readonly politeness: Politeness;
  readonly readerFor: PageReaderFor;
  readonly config: Pick<Config, "browser" | "browserPages">;
}

/** Null where the browser is switched off or none is found. It is started with the first page that needs it. */
export function rendererWith({ httpClient, politeness, readerFor, config }: RendererParts): Renderer | null {
  const executablePath = findChromium({ ...process.env, TESSERA_BROWSER: config.browser });
  if (executablePath === null) return null;
  const browser = new CaptureBrowser({ httpClient, readerFor, executablePath, tabs: config.browserPages });
  return {
    render: async (order, grant) => {
      const url = new URL(order.source.url);
      const { source, holder, inBackground } = order;
      const { respectRobots } = source;
      const visit = { respectRobots, grant, holder, inBackground };
      return politeness.visit(url, visit, () => renderOnce(browser, order, grant));
    },
    stop: () => browser.stop(),
  };
}

async function renderOnce(browser: CaptureBrowser, order: CaptureOrder, grant: PrivateGrant | null): Promise<Captured> {
  const { url, steps, lean } = order.source;
  const paths = new Map<number, BlockPath>();
  const rendered = await browser.capture(new URL(url), {
    grant,
    steps,
    lean,
    holder: order.holder,
    inBackground: order.inBackground,
    cookies: order.cookies ?? undefined,
    screenshots: {
      page: order.wantsPicture,
      blocks: async ({ tree, html, finalUrl }) => {
        const pictured = (await order.pictured?.({ html, layout: layoutOf(tree), finalUrl })) ?? [];
        for (const path of pictured) paths.set(nodeAt(tree, path) ?? -1, path);
        return [...paths.keys()];
      },
    },
  });
  const { tree, screenshots, isSettled: _, consentWall: __, ...capture } = rendered;
  const pictures = new Map<BlockPath, Uint8Array>();
  for (const [node, picture] of screenshots.blocks) pictures.set(paths.get(node)!, picture);
  return { kind: "page", capture, layout: layoutOf(tree), picture: screenshots.page ?? null, pictures };
}

/** Four numbers a node, as `treeOf` reads them. */
function layoutOf({ boxes }: DomTree): Uint8Array | null {
  return boxes && new Uint8Array(boxes.buffer, boxes.byteOffset, boxes.byteLength);
}
