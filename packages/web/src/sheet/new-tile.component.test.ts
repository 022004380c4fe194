import type { TileReply } from "@tessera/model/api";
import { afterEach, expect, test } from "vitest";
import { type FakeServer, fakeServer } from "../mount/fake-server.fixture.ts";
import { follow, tile } from "../tile/tiles.fixture.ts";
import { OpenSheet } from "./open-sheet.svelte.ts";

const NOTE = { kind: "note", title: "", text: "" } as const;
const SIZE = { size: { width: 3, height: 4 } };

let server: FakeServer;
let open: OpenSheet;

afterEach(() => {
  open.close();
  server.close();
});

function heading(id: string, y: number, isClosed: boolean): TileReply {
  const content = { kind: "heading" as const, title: id, isClosed };
  const place = { x: 0, y, width: 12, height: 1 };
  return { ...tile(id, follow(id)), followId: null, follow: null, follows: [], content, place };
}

async function opened(...tiles: readonly TileReply[]): Promise<void> {
  server = await fakeServer({
    "GET /sheets/s": () => ({ id: "s", tiles }),
    "POST /sheets/s/tiles": () => ({ id: "new" }),
  });
  open = new OpenSheet("s");
  await open.load();
}

test("a new tile passes by the gaps of a closed group, where nobody would see it", async () => {
  const inside = { ...tile("lamp", follow("lamp")), place: { x: 0, y: 1, width: 4, height: 4 } };
  await opened(heading("closed", 0, true), inside, heading("open", 5, false));
  expect(await open.add(NOTE, SIZE)).toBe("new");
  expect(server.sent("POST /sheets/s/tiles")).toMatchObject([{ place: { x: 0, y: 6, width: 3, height: 4 } }]);
});

test("a new tile fills a gap of an open group", async () => {
  const inside = { ...tile("lamp", follow("lamp")), place: { x: 0, y: 1, width: 4, height: 4 } };
  await opened(heading("first", 0, false), inside, heading("second", 5, true));
  await open.add(NOTE, SIZE);
  expect(server.sent("POST /sheets/s/tiles")).toMatchObject([{ place: { x: 4, y: 1 } }]);
});
