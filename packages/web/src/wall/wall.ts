/** What the address of a wall says, and whether the app that shows it is still that of the server. */

import { MIN_WALL_SECONDS } from "../shell/place.ts";

const USUAL_SECONDS = 30;
const MAX_SHEETS = 21;

export interface Wall {
  readonly sheets: readonly string[];
  readonly seconds: number;
  readonly isLarge: boolean;
}

export function wallOf(asked: Readonly<Record<"sheets" | "seconds" | "large", string | null>>): Wall {
  const sheets = (asked.sheets ?? "").split(",").filter((id) => /^[\w-]{1,64}$/.test(id));
  const seconds = Number(asked.seconds ?? USUAL_SECONDS);
  return {
    sheets: [...new Set(sheets)].slice(0, MAX_SHEETS),
    seconds: Number.isFinite(seconds)
      ? Math.min(86_400, Math.max(MIN_WALL_SECONDS, Math.round(seconds)))
      : USUAL_SECONDS,
    isLarge: asked.large === "1",
  };
}

/** The scripts that a page loads at its start: named by what is in them. */
export function scriptsIn(html: string): readonly string[] {
  const tags = html.split("<script").slice(1);
  return tags.flatMap((tag) => / src="([^"]+)"/.exec(tag.split(">", 1)[0] ?? "")?.[1] ?? []).sort();
}

export async function isUpgraded(): Promise<boolean> {
  try {
    const answer = await fetch("/", { cache: "no-store" });
    const now = answer.ok ? scriptsIn(await answer.text()) : [];
    const here = scriptsIn(document.documentElement.outerHTML);
    return now.length > 0 && now.join() !== here.join();
  } catch {
    return false;
  }
}
