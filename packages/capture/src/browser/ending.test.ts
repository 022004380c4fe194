import { expect, test } from "vitest";
import { Ending } from "./ending.ts";

test("what was begun last ends first, resources and steps alike", async () => {
  const ended: string[] = [];
  {
    await using ending = new Ending();
    ending.defer(() => ended.push("step"));
    ending.use({ [Symbol.dispose]: () => void ended.push("at once") });
    ending.use({ [Symbol.asyncDispose]: async () => void ended.push("later") });
  }
  expect(ended).toEqual(["later", "at once", "step"]);
});

test("what was moved ends with its new owner, and once", async () => {
  const ended: string[] = [];
  let owned: Ending | undefined;
  {
    await using ending = new Ending();
    ending.defer(() => ended.push("step"));
    owned = ending.move();
  }
  expect(ended).toEqual([]);
  await owned[Symbol.asyncDispose]();
  await owned[Symbol.asyncDispose]();
  expect(ended).toEqual(["step"]);
});

test("a step that fails keeps no other from being done", async () => {
  const ended: string[] = [];
  const ending = new Ending();
  ending.defer(() => ended.push("first"));
  ending.defer(() => Promise.reject(new Error("tab is gone")));
  await expect(ending[Symbol.asyncDispose]()).rejects.toThrow("tab is gone");
  expect(ended).toEqual(["first"]);
});
