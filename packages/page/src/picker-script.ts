/** The scripts of our own frames, put together of the modules that are sent into them. */
import * as pickerContrast from "./picker-contrast.ts";
import * as pickerFrame from "./picker-frame.ts";
import * as pickerLevels from "./picker-levels.ts";
import * as pickerMarks from "./picker-marks.ts";
import * as tileInk from "./tile-ink.ts";

/** `numbers` is the name of the attribute that carries an element's number. */
export function pickerScript(numbers: string): string {
  const declarations = [pickerLevels, pickerMarks, pickerContrast, pickerFrame].map(declarationsOf).join("\n");
  const tools = "{ levelsOf, walk, boxOf, isLegible, createLayer, drawMarks, showButtonsAt }";
  return `{\n"use strict";\n${declarations}\nstartPickerFrame(${JSON.stringify(numbers)}, ${tools});\n}`;
}

/** `blocks` selects what of the document is the block. */
export function inkScript(blocks: string): string {
  const declarations = [pickerContrast, tileInk].map(declarationsOf).join("\n");
  return `{\n"use strict";\n${declarations}\nstartInk(${JSON.stringify(blocks)}, { isSeenIn, colourOf, contrast });\n}`;
}

/** A module of plain functions and of constants that JSON can say; all of it exported, none of it imported at run time. */
export type InPageModule = Readonly<Record<string, unknown>>;

/** The source of a script that declares everything the module exports. Types are gone already: they are never run. */
export function declarationsOf(module: InPageModule): string {
  return Object.entries(module)
    .map(([name, value]) => (typeof value === "function" ? String(value) : `const ${name} = ${JSON.stringify(value)};`))
    .join("\n");
}

/** An expression that calls one function of the module with arguments that JSON can say, and touches no global. */
export function callInPage(module: InPageModule, name: string, ...values: readonly unknown[]): string {
  const given = values.map((value) => JSON.stringify(value)).join(", ");
  return `(() => {\n"use strict";\n${declarationsOf(module)}\nreturn ${name}(${given});\n})()`;
}
