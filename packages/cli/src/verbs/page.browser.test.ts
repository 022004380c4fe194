import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { EXIT } from "../command/verb.ts";
import { openTestInstance, type Ran, type TestInstance, tesseraWith } from "../tessera.fixture.ts";

const PAGE = `<!doctype html><title>Boats</title><body style="margin:0"><h1>Boats</h1>
<button onclick="document.body.style.background='#147'">Night</button>`;
const NIGHT = { kind: "click", selector: "button" };

let instance: TestInstance;
const run = (...args: string[]): Promise<Ran> =>
  tesseraWith({ environment: { ...instance.environment, TESSERA_BROWSER: process.env.TESSERA_BROWSER } }, ...args);

beforeAll(async () => {
  instance = await openTestInstance();
  instance.setPage(PAGE);
  await run("user", "add", "ada");
});
afterAll(() => instance.close());

async function tryWith(name: string, steps: readonly object[]): Promise<Ran & { readonly pictures: string }> {
  const [file, pictures] = [join(instance.folder, `${name}.json`), join(instance.folder, name, "pictures")];
  writeFileSync(file, JSON.stringify({ steps, viewport: { width: 400, height: 300 } }));
  const ran = await run("page", "try", "--url", instance.url, "--page", file, "--pictures", pictures);
  return { ...ran, pictures };
}

test("a picture is written after each step and of the page in the end, before anything is followed", async () => {
  const { pictures, exitCode, out } = await tryWith("night", [{ kind: "scroll", to: "top" }, NIGHT]);
  const names = ["page.webp", "step-01.webp", "step-02.webp"];
  expect([exitCode, readdirSync(pictures).sort()]).toEqual([EXIT.ok, names]);
  expect(out).toMatch(
    /^200 by browser [\s\S]*steps that worked: 2\npicture: .*step-01\.webp\n.*\npicture: .*page\.webp$/,
  );
  const [end, day, night] = names.map((name) => readFileSync(join(pictures, name)));
  for (const picture of [end, day, night]) expect(picture?.toString("latin1", 0, 12)).toMatch(/^RIFF[\s\S]{4}WEBP$/);
  expect(end).toEqual(night);
  expect(day).not.toEqual(night);
  expect((await run("list", "--json")).json()).toEqual([]);
});

test("of a step that does not work there is no picture, and of those before it there is", async () => {
  const { pictures, exitCode, out } = await tryWith("broken", [NIGHT, { kind: "click", selector: "#nothing" }]);
  expect([exitCode, readdirSync(pictures).sort()]).toEqual([EXIT.no, ["page.webp", "step-01.webp"]]);
  expect(out).toMatch(/^failed by browser: [\s\S]*steps that worked: 1\n/);
});
