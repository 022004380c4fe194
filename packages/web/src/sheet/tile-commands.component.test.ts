import { afterEach, expect, test, vi } from "vitest";
import { type FakeServer, fakeServer } from "../mount/fake-server.fixture.ts";
import { dismiss, toasts } from "../parts/toasts.svelte.ts";
import { OpenSheet } from "./open-sheet.svelte.ts";
import { runTileCommand } from "./tile-commands.ts";
import { follow, tile } from "./tiles.fixture.ts";

const lamp = tile("t", follow("lamp"));
let server: FakeServer;
let open: OpenSheet;

afterEach(() => {
  open.close();
  server.close();
  for (const { id } of toasts()) dismiss(id);
});

async function opened(onDelete: () => unknown): Promise<void> {
  server = await fakeServer({ "GET /sheets/s": () => ({ id: "s", tiles: [lamp] }), "DELETE /follows/lamp": onDelete });
  open = new OpenSheet("s");
  await open.load();
}

test("a tile that was deleted is said to be, and can be had back", async () => {
  await opened(() => ({}));
  runTileCommand("delete", { tile: lamp, open });
  await vi.waitFor(() => expect(toasts()).toHaveLength(1));
  expect(toasts()[0]).toMatchObject({ isWrong: false, undo: expect.any(Function) });
  expect(toasts()[0]?.text).toContain("lamp");
});

test("where the server does not answer, nothing is said to be deleted", async () => {
  await opened(() => {
    throw new TypeError("nobody listens");
  });
  runTileCommand("delete", { tile: lamp, open });
  await vi.waitFor(() => expect(toasts()).toHaveLength(1));
  expect(toasts()[0]).toMatchObject({ isWrong: true, undo: null });
});
