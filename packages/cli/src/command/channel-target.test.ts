import { ChannelTarget } from "@tessera/model";
import fc from "fast-check";
import { expect, test } from "vitest";
import { CHANNEL_KINDS, targetOf } from "./channel-target.ts";
import { CliError } from "./verb.ts";

const VALUES: Readonly<Record<string, string>> = { to: "you@example.com", chatId: "7", roomId: "!r:example.com" };
const sampleOf = (field: string): string => VALUES[field] ?? "https://example.com/x?a=b";

test.each(CHANNEL_KINDS)("a target of $kind is made of its fields and its secret", ({ kind, open, secret }) => {
  const words = open.map((field) => `${field}=${sampleOf(field)}`);
  const { target, made } = targetOf(kind, words, secret === null ? null : "https://example.com/secret");
  expect(ChannelTarget.parse(target)).toEqual(target);
  expect(target).toMatchObject({ kind, ...Object.fromEntries(open.map((field) => [field, sampleOf(field)])) });
  expect(made).toBeNull();
});

test("what need not be said is usual, and a webhook gets a secret made for it", () => {
  expect(targetOf("ntfy", ["url=https://ntfy.sh/x"], null).target).toMatchObject({ token: null });
  expect(targetOf("telegram", ["chatId=7"], "t").target).toMatchObject({ apiUrl: "https://api.telegram.org/" });
  const { target, made } = targetOf("webhook", ["url=https://example.com/"], null);
  expect(made).toMatch(/^[\w-]{32}$/);
  expect(target).toMatchObject({ signingSecret: made });
});

test.each([
  ["pigeon", [], /KIND is one of email, /],
  ["web-push", [], /KIND is one of/],
  ["email", [], /to missing or wrong: email takes to=…/],
  ["email", ["to=nobody"], /to missing or wrong/],
  ["ntfy", ["token=x"], /token is a secret.*--secret-file/],
  ["ntfy", ["uri=x"], /"uri=x" is no field of ntfy, which takes url=… \[--secret-file\] \(token\)/],
  ["ntfy", ["url=https://a.example/", "url=https://b.example/"], /is no field/],
  ["discord", [], /webhookUrl missing or wrong: discord takes --secret-file \(webhookUrl\)/],
] as const)("%s %j is told what it takes", (kind, words, message) => {
  expect(() => targetOf(kind, words, null)).toThrow(message);
});

test("whatever is typed is a target of the model or a line for the person", () => {
  const kind = fc.constantFrom(...CHANNEL_KINDS.map((each) => each.kind), "other");
  fc.assert(
    fc.property(kind, fc.array(fc.string(), { maxLength: 3 }), fc.option(fc.string()), (name, words, secret) => {
      try {
        expect(ChannelTarget.safeParse(targetOf(name, words, secret).target).success).toBe(true);
      } catch (failure) {
        expect(failure).toBeInstanceOf(CliError);
      }
    }),
  );
});
