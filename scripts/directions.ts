/** Checks the repository against `directions.json`; prints every broken rule and fails if there is one. */
import { fileURLToPath } from "node:url";
import { checkDirections } from "./directions/check-directions.ts";
import { readDirectionTable } from "./directions/direction-table.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const { modulesChecked, violations } = await checkDirections(root, readDirectionTable(`${root}directions.json`));
for (const { rule, from, to } of violations) console.error(`${rule}: ${from} -> ${to}`);
console.log(`directions: ${modulesChecked} modules read, ${violations.length} broken rules`);
process.exitCode = violations.length > 0 ? 1 : 0;
