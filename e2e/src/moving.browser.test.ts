import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { faults } from "./faults.ts";
import { openScene, type Scene } from "./scene.ts";
import { PATIENCE_MS, pickerFrame, says, tile } from "./visitor.ts";
import { openWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

async function shoot({ page }: Scene, name: string): Promise<void> {
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${name}.png`, fullPage: true });
}

const place = (y: number) => ({ x: 0, y, width: 4, height: 4 });
const link = (title: string) => ({ title, url: `https://${title.toLowerCase()}.example/` });

async function toExchange({ page }: Scene): Promise<void> {
  await page.goto(`${world.tessera.url}/settings/exchange`);
  await page.getByRole("heading", { name: "Export" }).waitFor();
}

async function handIn({ page }: Scene, name: string, text: string): Promise<void> {
  await page.getByLabel("File", { exact: true }).setInputFiles({ name, mimeType: "", buffer: Buffer.from(text) });
}

test("an archive goes out in the app and comes in as somebody else, and the account is what they have then", async () => {
  const [ada, bob] = [await openScene(world), await openScene(world)];
  ada.set("news", { tick: 20 });
  const id = await ada.follow("news", "#most-read", "Most read");
  await ada.change(id, "news", { tick: 25 });
  const tiles = `/sheets/${ada.sheetId}/tiles`;
  const content = { kind: "links", title: "Mine", groups: [{ heading: null, links: [link("One"), link("Two")] }] };
  await ada.api.ask("POST", tiles, { content, place: place(4) });
  await ada.api.ask("POST", tiles, { content: { kind: "note", title: "To do", text: "milk" }, place: place(8) });
  const target = { kind: "gotify", url: "https://push.example/", token: "very-secret" };
  await ada.api.ask("POST", "/channels", { name: "Phone", target });

  await toExchange(ada);
  const download = ada.page.waitForEvent("download");
  await ada.page.getByRole("button", { name: "Download the archive" }).click();
  const archive = readFileSync(await (await download).path(), "utf8");
  await ada.page.getByRole("status").filter({ hasText: "The archive has" }).waitFor();
  expect(archive).not.toContain("very-secret");

  await toExchange(bob);
  await handIn(bob, "ada.json", archive);
  const account = bob.page.locator(".account");
  await account.waitFor({ timeout: PATIENCE_MS });
  expect(await faults(bob.page)).toEqual([]);
  await shoot(bob, "account");
  const came = await account.locator(".came li").allTextContents();
  const history = await bob.api.ask<{ items: readonly { id: string }[] }>("GET", "/follows");
  expect(history.items).toHaveLength(1);
  const { items } = await bob.api.ask<{ items: readonly unknown[] }>("GET", `/follows/${history.items[0]!.id}/history`);
  expect(came).toEqual(expect.arrayContaining(["1 sheet", "3 tiles", "1 followed block", "2 links", "1 note"]));
  expect(came).toContain(`${items.length} observations`);
  await says(account, /Secrets to set up again 1\s+Phone/);
  // behind the sheet that Bob had
  await bob.page
    .getByRole("navigation")
    .getByRole("link", { name: /^Sheet of person/ })
    .last()
    .click();
  await tile(bob.page, "Most read").waitFor();
  await tile(bob.page, "Mine").getByRole("link", { name: "Two" }).waitFor();

  await toExchange(ada);
  await handIn(ada, "ada.json", archive);
  await says(ada.page.locator(".account"), /Was here already 2/);
  await handIn(ada, "cut.json", archive.slice(0, archive.length / 2));
  await ada.page
    .getByRole("status")
    .filter({ hasText: "The file is cut off or damaged. Nothing was imported." })
    .waitFor();
});

const GLANCE = `pages:
  - name: Morning
    columns:
      - size: full
        widgets:
          - type: bookmarks
            groups:
              - title: Daily
                links:
                  - title: Herald
                    url: https://herald.example/
          - type: weather
            location: Linz
  - name: Evening
    columns:
      - size: small
        widgets:
          - type: search
            search-engine: duckduckgo
`;

test("a start page becomes sheets, and what does not map is named, in Arabic too", async () => {
  const robin = await openScene(world);
  await toExchange(robin);
  await handIn(robin, "anything.txt", GLANCE);
  const account = robin.page.locator(".account");
  await says(account, /2 sheets[\s\S]*2 tiles[\s\S]*1 link/);
  await says(account, /Left out 1\s+weather There is no tile for .+weather/);
  await robin.page.getByRole("link", { name: "Morning", exact: true }).click();
  await tile(robin.page, "Bookmarks").getByRole("link", { name: "Herald" }).waitFor();
  await robin.api.ask("PATCH", "/me", { locale: "ar" });
  await robin.page.goto(`${world.tessera.url}/settings/exchange`);
  await robin.page
    .getByLabel("ملف", { exact: true })
    .setInputFiles({ name: "g.yml", mimeType: "", buffer: Buffer.from(GLANCE) });
  await says(account, /كان هنا من قبل 4/);
  expect(await faults(robin.page)).toEqual([]);
  await shoot(robin, "account-arabic");
});

test("bookmarks are chosen from a tree by keys alone, and opened in the picker one after the other", async () => {
  const robin = await openScene(world);
  const { page } = robin;
  const file = `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><H3>Pages</H3><DL>
    <DT><A HREF="${robin.sites.news}">News</A><DT><A HREF="${robin.sites.shop}">Shop</A></DL>
    <DT><H3>Other</H3><DL><DT><A HREF="https://other.example/">Elsewhere</A></DL></DL>`;
  const handInBookmarks = async (): Promise<void> => {
    const buffer = Buffer.from(file);
    await page.getByLabel("Bookmark file").setInputFiles({ name: "b.html", mimeType: "text/html", buffer });
    await page.getByRole("checkbox", { name: /^Pages/ }).waitFor();
  };
  // an empty sheet offers it at once, any other in a menu
  await page.getByRole("main").getByRole("button", { name: "From my bookmarks…" }).press("Enter");
  await handInBookmarks();
  await page.getByRole("button", { name: "Folder Pages" }).press("Enter");
  await page.getByRole("checkbox", { name: /^Shop/ }).press(" ");
  await page.getByRole("checkbox", { name: /^Other/ }).press(" ");
  await says(page.getByRole("dialog"), /2 of 3 chosen/);
  expect(await faults(page)).toEqual([]);
  await shoot(robin, "bookmarks");
  await page.getByRole("button", { name: "Add 2 links" }).press("Enter");
  await tile(page, "Bookmarks").getByRole("link", { name: "Elsewhere" }).waitFor();

  await page.getByRole("button", { name: "Add to this sheet", exact: true }).first().press("Enter");
  await page.getByRole("menuitem", { name: "From my bookmarks…" }).press("Enter");
  await handInBookmarks();
  await page.getByRole("checkbox", { name: /^Pages/ }).press(" ");
  await page.getByRole("button", { name: "Pick blocks from these pages" }).press("Enter");
  await page.getByText("Bookmark 1 of 2: ").waitFor();
  await pickerFrame(page);
  await page.getByRole("button", { name: "Next bookmark" }).press("Enter");
  await page.getByText("Bookmark 2 of 2: ").waitFor();
  await expect
    .poll(() => page.getByLabel("Address of a page").inputValue(), { timeout: PATIENCE_MS })
    .toBe(robin.sites.shop);
  await pickerFrame(page);
  await shoot(robin, "queue");
  await page.getByRole("button", { name: "Done" }).press("Enter");
  await page.waitForURL(robin.sheetUrl);
});
