/** Fills the hand-written template of a paper's page with the tables, plots and numbers of a run. */
import type { Presentation } from "./experiment.ts";

const PLACE = /\{\{(table|plot|number) ([a-z0-9-]+)\}\}/g;

export interface PaperPage {
  readonly markdown: string;
  /** SVG text by file name, to be written into the folder that `plotFolder` names. */
  readonly plots: ReadonlyMap<string, string>;
}

/** Throws where template and presentation do not name the same things: a table nobody shows is a mistake. */
export function fillPage(template: string, presentation: Presentation, plotFolder: string): PaperPage {
  const unused = new Set([
    ...Object.keys(presentation.tables).map((name) => `table ${name}`),
    ...Object.keys(presentation.plots).map((name) => `plot ${name}`),
    ...Object.keys(presentation.numbers ?? {}).map((name) => `number ${name}`),
  ]);
  const plots = new Map<string, string>();
  const markdown = template.replace(PLACE, (_place, kind: string, name: string) => {
    unused.delete(`${kind} ${name}`);
    const content = presentation[`${kind as "table" | "plot" | "number"}s`]?.[name];
    if (content === undefined) throw new RangeError(`the template asks for ${kind} ${name}, which no part gives`);
    if (kind !== "plot") return content;
    plots.set(`${name}.svg`, content);
    return `![${titleOf(content) ?? name}](${plotFolder}/${name}.svg)`;
  });
  if (unused.size > 0) throw new RangeError(`the template does not show ${[...unused].join(", ")}`);
  return { markdown, plots };
}

function titleOf(svg: string): string | null {
  return /<title>([^<]*)<\/title>/.exec(svg)?.[1] ?? null;
}
