/** `npm run -s api-report`: writes down what the engine exports. */
import { writeFileSync } from "node:fs";
import { makeReport, REPORT } from "./api-report/make-report.ts";

writeFileSync(REPORT, makeReport());
