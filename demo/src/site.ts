/** What a demo site is: pages as pure functions of a moment. */
import type { Markup } from "./markup.ts";

/** The state of a site: how far its content has moved on, and which of its designs it wears. */
export interface Moment {
  /** Counts up; a few seconds of real time in the demo. */
  readonly tick: number;
  /** Counts up; the site takes its designs in turn. */
  readonly design: number;
}

export interface Answer {
  readonly contentType:
    | "text/html; charset=utf-8"
    | "text/css; charset=utf-8"
    | "image/svg+xml"
    | "application/rss+xml; charset=utf-8";
  readonly body: string;
}

export interface DemoSite {
  readonly name: string;
  readonly title: string;
  readonly designs: number;
  /** The answer for a path at a moment, or null where there is nothing. */
  readonly answer: (path: string, moment: Moment) => Answer | null;
}

/** The pieces of which every site is made. */
export interface SiteParts {
  readonly name: string;
  readonly title: string;
  /** One function a design; each gives the whole document at `/`. */
  readonly designs: readonly ((tick: number) => Markup)[];
  /** The style sheet of each design. */
  readonly styles: readonly string[];
  /** The picture at `/pictures/<seed>.svg`. */
  readonly picture: (seed: string) => Markup;
  /** The feed at `/feed.xml`, where the site has one. */
  readonly feed?: (tick: number) => Markup;
}

const PICTURE = /^\/pictures\/([\w-]+)\.svg$/;
const STYLE = /^\/style-(\d+)\.css$/;

export function siteOf({ name, title, designs, styles, picture, feed }: SiteParts): DemoSite {
  return {
    name,
    title,
    designs: designs.length,
    answer: (path, { tick, design }) => {
      const seed = PICTURE.exec(path)?.[1];
      if (seed !== undefined) return { contentType: "image/svg+xml", body: picture(seed).markup };
      const style = styles[Number(STYLE.exec(path)?.[1] ?? Number.NaN)];
      if (style !== undefined) return { contentType: "text/css; charset=utf-8", body: style };
      if (feed && path === "/feed.xml") {
        return {
          contentType: "application/rss+xml; charset=utf-8",
          body: `<?xml version="1.0"?>\n${feed(tick).markup}\n`,
        };
      }
      const page = path === "/" ? designs[design % designs.length] : undefined;
      return page ? { contentType: "text/html; charset=utf-8", body: `<!doctype html>\n${page(tick).markup}\n` } : null;
    },
  };
}
