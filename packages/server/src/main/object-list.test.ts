import fc from "fast-check";
import { expect, test } from "vitest";
import { readObjectList } from "./s3-objects.ts";

const escaped = (text: string) =>
  text
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
    .replace(/[\n\r]/g, (sign) => `&#x${sign.charCodeAt(0)};`);

test("reads every name and time that S3 lists, whatever the names are, and how the list goes on", () => {
  const names = fc.array(
    fc.string({ minLength: 1, unit: fc.constantFrom("a", "/", "&", "<", ">", '"', "'", "ü", " ", ";") }),
  );
  fc.assert(
    fc.property(
      names,
      fc.option(fc.string({ minLength: 1, unit: fc.constantFrom("x", "&", "=", "+") })),
      (keys, token) => {
        const entries = keys.map(
          (key) =>
            `<Contents><Key>${escaped(key)}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified></Contents>`,
        );
        const next = token === null ? "" : `<NextContinuationToken>${escaped(token)}</NextContinuationToken>`;
        const xml = `<ListBucketResult><IsTruncated>${token !== null}</IsTruncated>${next}${entries.join("")}</ListBucketResult>`;
        const changedAt = Date.UTC(2026, 0, 2, 3, 4, 5);
        expect(readObjectList(xml)).toEqual({ objects: keys.map((key) => ({ key, changedAt })), next: token });
      },
    ),
  );
});

test("what is no list is an empty one", () => {
  fc.assert(fc.property(fc.string(), (text) => void readObjectList(text)));
  expect(readObjectList("<Error><Code>AccessDenied</Code></Error>")).toEqual({ objects: [], next: null });
});
