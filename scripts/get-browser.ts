/** Finds a Chromium for the tests that need one. */
import { existsSync } from "node:fs";

if (!existsSync("/usr/bin/chromium")) throw new Error("no browser");
