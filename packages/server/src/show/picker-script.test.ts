import { readFileSync } from "node:fs";
import { pickerScript } from "@tessera/page";
import { expect, test } from "vitest";

const MODULES = ["picker-frame.ts", "picker-levels.ts", "picker-marks.ts", "picker-contrast.ts"] as const;

test("everything that the frame's modules declare is sent into the frame", () => {
  const script = pickerScript("data-n");
  for (const name of MODULES) {
    const source = readFileSync(new URL(`../../../page/src/${name}`, import.meta.url), "utf8");
    const declared = [...source.matchAll(/^(?:export )?(?:async )?(?:function|const) (\w+)/gm)].map(
      ([, word]) => word!,
    );
    expect(declared.length).toBeGreaterThan(3);
    const missing = declared.filter((word) => !new RegExp(`(?:function|const) ${word}\\b`).test(script));
    expect([name, missing]).toEqual([name, []]);
  }
});
