import { expect, test } from "vitest";
import { sendableKinds } from "./send.ts";

test("mail can be sent where there is a mail server, everything else anywhere", () => {
  const without = sendableKinds({ smtpHost: undefined });
  expect(without).toEqual(expect.arrayContaining(["web-push", "ntfy", "webhook"]));
  expect(without).not.toContain("email");
  expect(sendableKinds({ smtpHost: "mail.example" })).toHaveLength(without.length + 1);
});
