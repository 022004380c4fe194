/** The script of the picker's frame, put together of the modules that are sent into it. */
import { declarationsOf } from "./in-page.ts";
import * as pickerFrame from "./picker-frame.ts";
import * as pickerLevels from "./picker-levels.ts";
import * as pickerMarks from "./picker-marks.ts";

/** `numbers` is the name of the attribute that carries an element's number. */
export function pickerScript(numbers: string): string {
  const declarations = [pickerLevels, pickerMarks, pickerFrame].map(declarationsOf).join("\n");
  const tools = "{ levelsOf, walk, boxOf, createLayer, drawMarks }";
  return `{\n"use strict";\n${declarations}\nstartPickerFrame(${JSON.stringify(numbers)}, ${tools});\n}`;
}
