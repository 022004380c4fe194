import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { faults } from "./faults.ts";
import { openScene } from "./scene.ts";
import { PATIENCE_MS } from "./visitor.ts";
import { openWorld, type World } from "./world.ts";

const mails: string[] = [];
/** A real mail server on loopback that keeps what it is sent. */
const mailServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onData(stream, _, done) {
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.on("end", () => {
      mails.push(Buffer.concat(chunks).toString());
      done();
    });
  },
});
let world: World;
beforeAll(async () => {
  const listening = mailServer.listen(0, "127.0.0.1");
  await new Promise((ready) => listening.once("listening", ready));
  const address = listening.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const settings = { TESSERA_SMTP_HOST: "127.0.0.1", TESSERA_SMTP_PORT: String(port), TESSERA_SMTP_SECURITY: "plain" };
  world = await openWorld({ settings });
});
afterAll(async () => {
  await world.stop();
  await new Promise<void>((done) => mailServer.close(done));
});

const mailed = (): string => mails.map((mail) => mail.replaceAll("=\r\n", "").replaceAll("=E2=86=92", "→")).join("\n");

test("the number at the bell leaves the bell in sight, however many changes there are", async () => {
  const { page } = await openScene(world);
  await page.route("**/api/v1/changes/unseen", (route) => route.fulfill({ json: { count: 120 } }));
  await page.reload();
  const bell = page.locator('a[href="/changes"]');
  const number = bell.getByText("99+");
  await number.waitFor();
  const [icon, over, next] = await Promise.all(
    [bell.locator("svg"), number, page.getByRole("button", { name: "Menu", exact: true }).locator("svg")].map(
      async (each) => (await each.boundingBox())!,
    ),
  );
  expect(icon!.x + icon!.width - over!.x).toBeLessThan(icon!.width / 2);
  expect(over!.y + over!.height - icon!.y).toBeLessThan(icon!.height / 2);
  expect(over!.y).toBeGreaterThanOrEqual(0);
  expect(over!.y + over!.height - next!.y).toBeLessThan(next!.height / 2);
});

test("what changed is told by sheet, gone through by keys and marked as seen; a digest says the same by mail", async () => {
  const robin = await openScene(world);
  const { page, api } = robin;
  await api.ask("POST", "/channels", {
    name: "Mail",
    target: { kind: "email", to: "robin@example.org" },
    isDefault: true,
    // six fields: every second second, for a test that does not wait for the morning
    gathering: { kind: "digest", pattern: "*/2 * * * * *", timeZone: "UTC" },
  });
  const lamp = await robin.follow("shop", "#buy", "Price of the lamp");
  const read = await robin.follow("news", "#most-read", "Most read");
  // what changes on a sheet that somebody looks at is seen there
  await page.goto(`${world.tessera.url}/settings`);
  await robin.change(lamp, "shop", { tick: 40 });
  await robin.change(read, "news", { tick: 40 });

  // from anywhere by a key, and the bell counts
  await page.keyboard.press("u");
  await page.getByRole("heading", { name: "What changed" }).waitFor();
  const entries = page.locator("section > ul > li");
  await expect.poll(() => entries.count(), { timeout: PATIENCE_MS }).toBeGreaterThanOrEqual(2);
  expect(await page.getByRole("heading", { level: 2 }).allTextContents()).toEqual([
    expect.stringContaining("Sheet of person-"),
  ]);
  const said = await entries.locator(".said").allTextContents();
  expect(said.join("\n")).toMatch(/Price of the lamp: .* → /);
  expect(said.join("\n")).toMatch(/in Most read: |Most read: /);
  expect(await faults(page)).toEqual([]);

  await page.keyboard.press("j");
  await page.keyboard.press("s");
  await expect.poll(() => entries.first().getAttribute("class")).toMatch(/seen/);
  await page.keyboard.press("Shift+S");
  const unseen = async () => (await api.ask<{ count: number }>("GET", "/changes/unseen")).count;
  await expect.poll(unseen, { timeout: PATIENCE_MS }).toBe(0);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/follows\/.*\/history\?at=/);

  await expect.poll(mailed, { timeout: PATIENCE_MS }).toContain("Most read");
  await expect.poll(mailed, { timeout: PATIENCE_MS }).toMatch(/Price of the lamp: .* → /);
  expect(mailed()).toContain("Sheet of person-");
  expect(mailed()).toContain("/changes");
});
