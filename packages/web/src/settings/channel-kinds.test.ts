import { CHANNEL_SECRETS, ChannelTarget } from "@tessera/model";
import { expect, test } from "vitest";
import { CHANNEL_KINDS, type ChannelField, type ChannelKind, targetOf, usualValues } from "./channel-kinds.ts";

const kinds = Object.keys(CHANNEL_KINDS) as ChannelKind[];

test("every kind of the model has a form, but for web push, which the browser fills in", () => {
  const known = ChannelTarget.options.map(({ shape }) => [...shape.kind.values][0] as string);
  expect([...kinds, "web-push"].sort()).toEqual([...known].sort());
});

test.each(kinds)("a form of %s that is filled in gives a target of the model", (kind) => {
  const fields: readonly ChannelField[] = CHANNEL_KINDS[kind];
  const values = Object.fromEntries(
    fields.map(({ name, isUrl }) => [name, isUrl ? "https://example.com/x" : name === "to" ? "a@example.com" : "x"]),
  );
  expect(ChannelTarget.safeParse(targetOf(kind, values)).error).toBeUndefined();
});

test("what the model calls a secret is typed unseen", () => {
  for (const kind of kinds) {
    const fields: readonly ChannelField[] = CHANNEL_KINDS[kind];
    for (const { name, isSecret = false } of fields) {
      expect(isSecret, `${kind}.${name}`).toBe((CHANNEL_SECRETS as readonly string[]).includes(name));
    }
  }
});

test("an optional field that is empty is none", () => {
  expect(targetOf("ntfy", { ...usualValues("ntfy"), token: " " })).toEqual({
    kind: "ntfy",
    url: "https://ntfy.sh/",
    token: null,
  });
});
