/** The reference page of the configuration, written from the schema. */
import { CAPS, Caps } from "@tessera/model";
import { FILE_VARIABLE } from "./read-config.ts";
import { Config, SETTINGS } from "./settings.ts";

const INTRODUCTION = `# Configuration

Tessera runs without any. What is set comes from the environment or from one optional file (YAML or JSON) that
\`${FILE_VARIABLE}\` names; the environment comes first. A name that is no setting is a mistake and stops the start.
Variables marked *secret* can also be given as a file: \`TESSERA_SMTP_PASSWORD_FILE=/run/secrets/smtp\`.

What the owner can change while the program runs (name of the instance, usual schedule and retention, private hosts,
[caps](#caps)) is in the settings of the web app instead.

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
  return `${INTRODUCTION}${rows.join("\n")}\n${CAPS_INTRODUCTION}${capRows().join("\n")}\n`;
}

const CAPS_INTRODUCTION = `
## Caps

How much one person may have and do. The owner changes them in the settings of the web app, with \`tessera caps\` or over
the API (\`PATCH /api/v1/settings\`); they hold from then on, for everybody but the owner. Who has more already keeps it.
What is one too many is refused with the code \`cap-reached\` (or \`too-many\`, a minute), the cap and its limit.

| cap | default | of what |
|---|---|---|
`;

function capRows(): readonly string[] {
  const defaults = Caps.parse({});
  return CAPS.map(({ name, about }) => `| \`${name}\` | \`${defaults[name]}\` | ${about} |`);
}
