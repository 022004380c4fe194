/** The reference page of the configuration, written from the schema. */
import { CAPS, Caps } from "@tessera/model";
import { FILE_VARIABLE } from "./read-config.ts";
import { resourceRows } from "./resources.ts";
import { Config, SETTINGS } from "./settings.ts";

const INTRODUCTION = `# Configuration

Tessera needs no configuration. Settings come from the environment or from one optional file (YAML or JSON) that
\`${FILE_VARIABLE}\` names; the environment comes first. With an unknown name Tessera does not start.
Variables marked *secret* can also be given as a file: \`TESSERA_SMTP_PASSWORD_FILE=/run/secrets/smtp\`.

What the owner can change while the program runs (name of the instance, default schedule and retention, private hosts,
[caps](#caps)) is in the settings of the web app.

| variable | in the file | default | meaning |
|---|---|---|---|
`;

/** Markdown, always the same for the same schema. */
export function configurationReference(): string {
  const defaults = Config.parse({});
  const rows = SETTINGS.map(({ name, variable, about, isSecret }) => {
    const usual = defaults[name];
    const shown = usual === undefined ? "" : `\`${Array.isArray(usual) ? usual.join(",") || "none" : String(usual)}\``;
    return `| \`${variable}\`${isSecret ? " *secret*" : ""} | \`${name}\` | ${shown} | ${about.replaceAll("|", "\\|")} |`;
  });
  const memory = resourceRows().map((cells) => `| ${cells.join(" | ")} |`);
  return `${INTRODUCTION}${rows.join("\n")}\n${MEMORY_INTRODUCTION}${memory.join("\n")}\n${CAPS_INTRODUCTION}${capRows().join("\n")}\n`;
}

const MEMORY_INTRODUCTION = `
## Memory

Nothing has to be set: the size follows the memory of the machine, or the limit of the container. \`tessera doctor\` says
which one it is. \`TESSERA_MEMORY\` chooses another; single settings in the table above come before it. Worker threads start with
the first work and end after a minute without any, Chromium starts with the first page that needs it, and after a quiet time
the memory that a burst needed goes back to the system.

| | small | normal | large |
|---|---|---|---|
`;

const CAPS_INTRODUCTION = `
## Caps

How much one person may have and do. The owner changes them in the settings of the web app, with \`tessera caps\` or over
the API (\`PATCH /api/v1/settings\`). They apply at once, to everybody but the owner (\`sessions\` also to the owner). People who
have more already keep it. What would exceed a cap is refused with the code \`cap-reached\` (\`too-many\` for those per minute),
the cap and its limit.

| cap | default | of what |
|---|---|---|
`;

function capRows(): readonly string[] {
  const defaults = Caps.parse({});
  return CAPS.map(({ name, about }) => `| \`${name}\` | \`${defaults[name]}\` | ${about} |`);
}
