/** The scripts of our own frames, put together of the modules that are sent into them. */
import * as painted from "./painted.ts";
import * as pickerContrast from "./picker-contrast.ts";
import * as pickerFrame from "./picker-frame.ts";
import * as pickerLevels from "./picker-levels.ts";
import * as pickerMarks from "./picker-marks.ts";
import type { SharedSheetOptions } from "./shared-sheet.ts";
import * as sharedSheet from "./shared-sheet.ts";
import * as tileInk from "./tile-ink.ts";
import * as turned from "./turned/turned.ts";
import * as wallSteps from "./wall-steps.ts";

/** `numbers` is the name of the attribute that carries an element's number. */
export function pickerScript(numbers: string): string {
  const declarations = [pickerLevels, pickerMarks, pickerContrast, turned, pickerFrame].map(declarationsOf).join("\n");
  const tools =
    "{ levelsOf, walk, boxOf, isHidden, isLegible, groundsBeside, turnedOf, createLayer, drawMarks, showButtonsAt }";
  return `{\n"use strict";\n${declarations}\nstartPickerFrame(${JSON.stringify(numbers)}, ${tools});\n}`;
}

/** `blocks` selects what of the document is the block. */
export function inkScript(blocks: string): string {
  const declarations = [pickerContrast, tileInk].map(declarationsOf).join("\n");
  return `{\n"use strict";\n${declarations}\nstartInk(${JSON.stringify(blocks)}, { isSeenIn, colourOf, contrast });\n}`;
}

/** An expression for a captured page: marks what only style sheets paint. */
export function paintedScript(): string {
  const declarations = [pickerContrast, tileInk, painted].map(declarationsOf).join("\n");
  const tools = "{ isSeenIn, colourOf, contrast, hasPicture, hasAddedBox, isPaintedOn, groundOf }";
  return `(() => {\n"use strict";\n${declarations}\nreturn markPainted(${tools});\n})()`;
}

/** For the page of a secret link. */
export function sharedSheetScript(options: SharedSheetOptions): string {
  // what JSON can say must not end the element that it is written into
  const given = JSON.stringify(options).replaceAll("<", "\\u003c");
  const declarations = [wallSteps, sharedSheet].map(declarationsOf).join("\n");
  return `{\n"use strict";\n${declarations}\nstartSharedSheet(${given}, { stepDown, fillScreen, fillOnDoublePress });\n}`;
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
