import { expect, test } from "vitest";
import { Semaphore } from "./semaphore.ts";

/** Work that says when it begins and ends when it is told to. */
function workshop() {
  const begun: string[] = [];
  const gates = new Map<string, () => void>();
  const work = (name: string) => async (): Promise<void> => {
    begun.push(name);
    await new Promise<void>((resolve) => gates.set(name, resolve));
  };
  const finish = async (name: string): Promise<void> => {
    gates.get(name)?.();
    await new Promise(setImmediate);
  };
  return { begun, work, finish };
}

test("as many run at a time as there are permits, in the order they came", async () => {
  const { begun, work, finish } = workshop();
  const semaphore = new Semaphore({ permits: 2 });
  for (const name of ["a", "b", "c", "d"]) void semaphore.use(work(name));
  await new Promise(setImmediate);
  expect(begun).toEqual(["a", "b"]);
  expect(semaphore.waiting).toBe(2);
  await finish("b");
  await finish("a");
  expect(begun).toEqual(["a", "b", "c", "d"]);
});

test("those who wait take turns: a long queue of one holds up nobody else", async () => {
  const { begun, work, finish } = workshop();
  const semaphore = new Semaphore({ permits: 1 });
  for (const name of ["m1", "m2", "m3", "m4"]) void semaphore.use(work(name), { holder: "mallory" });
  for (const name of ["a1", "a2"]) void semaphore.use(work(name), { holder: "alice" });
  await new Promise(setImmediate);
  for (const name of ["m1", "m2", "a1", "m3", "a2", "m4"]) await finish(name);
  expect(begun).toEqual(["m1", "m2", "a1", "m3", "a2", "m4"]);
});

test("one holder never has all permits where others must find one", async () => {
  const { begun, work, finish } = workshop();
  const semaphore = new Semaphore({ permits: 2, permitsEach: 1 });
  for (const name of ["m1", "m2"]) void semaphore.use(work(name), { holder: "mallory" });
  void semaphore.use(work("a1"), { holder: "alice" });
  await new Promise(setImmediate);
  expect(begun).toEqual(["m1", "a1"]);
  await finish("a1");
  expect(begun).toEqual(["m1", "a1"]);
  await finish("m1");
  expect(begun).toEqual(["m1", "a1", "m2"]);
});

test("whoever stops waiting leaves the queue, and a failure gives the permit back", async () => {
  const semaphore = new Semaphore({ permits: 1 });
  const gate = Promise.withResolvers<void>();
  const first = semaphore.use(() => gate.promise);
  const impatient = new AbortController();
  const second = semaphore.use(async () => "never", { signal: impatient.signal });
  const third = semaphore.use(async () => {
    throw new Error("third");
  });
  impatient.abort(new Error("gone"));
  await expect(second).rejects.toThrow("gone");
  gate.resolve();
  await first;
  await expect(third).rejects.toThrow("third");
  expect(await semaphore.use(async () => "fourth")).toBe("fourth");
  await expect(semaphore.use(async () => "never", { signal: impatient.signal })).rejects.toThrow("gone");
});

test("what somebody looks at goes before what is merely due for them, and not before others", async () => {
  const { begun, work, finish } = workshop();
  const semaphore = new Semaphore({ permits: 1 });
  for (const name of ["due1", "due2", "due3"]) void semaphore.use(work(name), { holder: "ada", inBackground: true });
  void semaphore.use(work("bob"), { holder: "bob" });
  for (const name of ["asked1", "asked2"]) void semaphore.use(work(name), { holder: "ada" });
  await new Promise(setImmediate);
  const order = ["due1", "asked1", "bob", "asked2", "due2", "due3"];
  for (const name of order) await finish(name);
  expect(begun).toEqual(order);
});

test("nobody in particular may have all permits, a holder who is named only their share", async () => {
  const { begun, work } = workshop();
  const semaphore = new Semaphore({ permits: 2, permitsEach: 1 });
  for (const name of ["x", "y"]) void semaphore.use(work(name));
  await new Promise(setImmediate);
  expect(begun).toEqual(["x", "y"]);
});
