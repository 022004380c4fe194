import { expect, test } from "vitest";
import { parseHtml } from "../../html/parse-html.ts";
import { nodeAt } from "../../tree/path.ts";
import { firstMemory, isRejected, nextMemory, withGuess, withRejection } from "./memory.ts";

const page = (news: string) => parseHtml(`<h1>Herald</h1><ul><li>Weather</li><li>${news}</li></ul>`);
const at = (tree: ReturnType<typeof page>, path: string): number => nodeAt(tree, `html[1]/body[1]/${path}`) as number;

test("what the person pointed at first is never forgotten", () => {
  const first = page("Bridge opens");
  let memory = firstMemory(first, at(first, "ul[1]"), "auto");
  const origin = memory.pointed[0];
  for (let round = 0; round < 30; round++) {
    const now = page(`Story ${round}`);
    memory = nextMemory(memory, now, at(now, "ul[1]"), round % 3 === 0 ? "person" : "tracer");
  }
  expect(memory.pointed[0]).toEqual(origin);
  expect(memory.pointed.length).toBeLessThanOrEqual(3);
});

test("what every sighting had in common lasts, the rest is let go", () => {
  const first = page("Bridge opens");
  let memory = firstMemory(first, at(first, "ul[1]"), "auto");
  const words = memory.lasting.words.hashes.length;
  const second = page("Rain");
  memory = nextMemory(memory, second, at(second, "ul[1]"), "tracer");
  expect(words).toBe(3);
  expect(memory.lasting.words.hashes).toHaveLength(1);
  expect(memory.habits.words).toBeLessThan(1);
  expect(memory.habits.path).toBe(1);
});

test("an answer is a sighting like any other, a correction of what was shown starts anew", () => {
  const [first, second] = [page("Bridge opens"), page("Rain")];
  const shown = firstMemory(first, at(first, "ul[1]"), "auto");
  const asked = withGuess(shown, second, { candidates: [{ node: at(second, "h1[1]"), score: 1 }], confidence: 0.5 });
  const answered = nextMemory(asked, second, at(second, "ul[1]"), "person");
  expect(answered.lasting.words.hashes).toHaveLength(1);
  expect(answered.habits.words).toBeLessThan(1);
  expect(answered.guess).toBeNull();
  const corrected = nextMemory(shown, second, at(second, "ul[1]"), "person");
  expect(corrected.lasting.words.hashes).toHaveLength(2);
  expect(corrected.habits).toEqual(shown.habits);
  for (const { pointed } of [answered, corrected]) expect(pointed).toHaveLength(2);
});

test("a refused element stays refused while it is what it was, and refusals are bounded", () => {
  const first = page("Bridge opens");
  let memory = firstMemory(first, at(first, "ul[1]"), "auto");
  for (let round = 0; round < 50; round++) memory = withRejection(memory, first, at(first, "ul[1]/li[2]"));
  expect(memory.rejected.length).toBeLessThanOrEqual(20);
  const later = parseHtml("<h1>Herald</h1><p>new</p><ul><li>Bridge opens</li></ul>");
  expect(isRejected(memory, first, at(first, "ul[1]/li[2]"))).toBe(true);
  expect(isRejected(memory, later, at(later, "ul[1]/li[1]"))).toBe(true);
  expect(isRejected(memory, first, at(first, "ul[1]"))).toBe(false);
});
