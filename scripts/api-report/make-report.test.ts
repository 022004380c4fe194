import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { makeReport, REPORT } from "./make-report.ts";

test("the engine exports what its report says", () => {
  const isSame = makeReport() === readFileSync(REPORT, "utf8");
  expect(isSame, "the engine's exports changed: `npm run -s api-report` writes them down, then review the diff").toBe(
    true,
  );
});
