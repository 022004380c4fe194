import { Writable } from "node:stream";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createLogger } from "./logger.ts";

const SECRET = "hunter2-correct-horse-battery";

/** All that was written while `work` had the logger. */
function logged(work: (logger: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk));
      done();
    },
  });
  work(createLogger("trace", sink));
  return lines.join("");
}

test("a secret field is never written, wherever it stands", () => {
  const fields = fc.constantFrom(
    "password",
    "secret",
    "token",
    "authorization",
    "cookie",
    "signingSecret",
    "botToken",
    "accessToken",
    "webhookUrl",
    "feedKey",
    "targets",
    "auth",
  );
  const around = fc.array(fc.constantFrom("body", "channel", "headers", "req", "detail"), { maxLength: 2 });
  fc.assert(
    fc.property(fields, around, (field, parents) => {
      const record = parents.reduceRight<object>((inner, name) => ({ [name]: inner }), { [field]: SECRET });
      const text = logged((logger) => logger.info(record, "something happened"));
      expect(text).not.toContain(SECRET);
      expect(text).toContain("(secret)");
    }),
  );
});

test("headers of requests and answers lose their cookies", () => {
  const text = logged((logger) => {
    logger.info({ headers: { cookie: `tessera_session=${SECRET}`, authorization: `Bearer ${SECRET}` } });
    logger.info({ res: { headers: { "set-cookie": `tessera_session=${SECRET}` } } });
  });
  expect(text).not.toContain(SECRET);
});

test("addresses in errors lose what is secret about them, in causes and stacks too", () => {
  const addresses = [
    `https://tessera.example/feeds/${SECRET}.rss`,
    `https://tessera.example/feeds/sheets/${SECRET}.atom`,
    `https://api.telegram.org/bot12345:${SECRET}/sendMessage`,
    `https://push.example/x?token=${SECRET}&a=1`,
    `https://tessera.example/set-up#${SECRET}`,
    `https://discord.com/api/webhooks/1234567890/${SECRET}`,
    `https://hooks.slack.com/services/T000/B000/${SECRET}`,
    `https://ada:${SECRET}@private.example/`,
    `Bearer tessera_${SECRET}`,
  ];
  for (const address of addresses) {
    const cause = new Error(`connection to ${address} was reset`);
    const text = logged((logger) => logger.error({ err: new Error(`${address} failed`, { cause }) }, "failed"));
    expect(text, address).not.toContain(SECRET);
    expect(text).toContain("was reset");
  }
});

test("what else an error carries is not written", () => {
  const error = Object.assign(new Error("refused"), { code: "ECONNREFUSED", body: SECRET, request: { url: SECRET } });
  const text = logged((logger) => logger.error({ err: error }));
  expect(text).not.toContain(SECRET);
  expect(text).toContain("ECONNREFUSED");
});
