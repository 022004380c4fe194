import { expect, test } from "vitest";
import { webRoutes } from "./web-routes.ts";

test("without a built web app every address of it says so, and that it is not served", async () => {
  const [route] = webRoutes(new Map());
  const request = { params: { "*": "sheets/1" } } as unknown as Parameters<NonNullable<typeof route>["handle"]>[0];
  const answer = await route?.handle(request, {} as never);
  expect(answer?.status).toBe(503);
  expect(String(answer?.raw)).toContain("npm run build");
});
