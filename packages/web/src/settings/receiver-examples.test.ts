import { expect, test } from "vitest";
import guide from "../../../../docs/guide/messages.md?raw";
import { HOME_ASSISTANT, HOME_ASSISTANT_ADDRESS, N8N } from "./receiver-examples.ts";

test.each([HOME_ASSISTANT, HOME_ASSISTANT_ADDRESS, ...N8N])("what the app shows stands in the guide: %s", (example) => {
  expect(guide).toContain(example);
});
