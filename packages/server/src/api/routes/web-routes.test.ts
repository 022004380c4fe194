import { expect, test } from "vitest";
import type { WebFile } from "../web-files.ts";
import { webRoutes } from "./web-routes.ts";

const START: WebFile = {
  bytes: Buffer.from("<!doctype html>"),
  gzip: null,
  contentType: "text/html; charset=utf-8",
  etag: "1",
  isImmutable: false,
};
const SHEET = "01a1e06b-1532-70e4-9b85-a9c96d61ce37";

async function ask(path: string, files: ReadonlyMap<string, WebFile>, who: object | null = null) {
  const [route] = webRoutes(files);
  const request = { params: { "*": path }, who } as unknown as Parameters<NonNullable<typeof route>["handle"]>[0];
  return route?.handle(request, {} as never);
}

test("without a built web app every address of it says so, and that it is not served", async () => {
  const answer = await ask("sheets/1", new Map());
  expect(answer?.status).toBe(503);
  expect(String(answer?.raw)).toContain("npm run build");
});

test("the start page names what the app will ask for, to whoever may have it", async () => {
  const files = new Map([["/index.html", START]]);
  const known = await ask(`sheets/${SHEET}`, files, {});
  expect(known?.headers?.link).toContain(`</api/v1/sheets/${SHEET}>; rel=preload; as=fetch; crossorigin`);
  expect(known?.headers?.link).toContain("</api/v1/me>");
  expect((await ask(`sheets/${SHEET}`, files))?.headers?.link).toBeUndefined();
});

test("nothing of an address that is not a sheet's is repeated in a header", async () => {
  const files = new Map([["/index.html", START]]);
  for (const path of ["", "settings", `sheets/${SHEET}/x`, "sheets/>; rel=preload, <x"]) {
    expect((await ask(path, files, {}))?.headers?.link).not.toMatch(/sheets\//);
  }
});
