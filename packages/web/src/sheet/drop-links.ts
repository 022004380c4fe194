/** Links that are dropped on a sheet beside the tiles that take them: they become a tile of links. */
import type { Link } from "@tessera/model";
import { tick } from "svelte";
import { showFailure, showToast } from "../components/toasts.svelte.ts";
import { t } from "../i18n/words.svelte.ts";
import { kindOf } from "../kinds/kinds.ts";
import { DRAGGED, linksFrom, withLinks } from "../kinds/links/link-groups.ts";
import { mayChange } from "../tile/sheet-role.ts";
import type { OpenSheet, SheetTravel } from "./open-sheet.svelte.ts";

interface DropOptions {
  readonly open: OpenSheet;
  readonly travel: SheetTravel;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/** Said while they are above the sheet, for its looks. */
const ABOVE = "linksAbove";
const TAKEN: ReadonlySet<string> = new Set(["text/uri-list", "text/x-moz-url", "text/html", "text/plain"]);

export function takeLinks({ open, travel, signal }: DropOptions): void {
  const { dataset } = document.documentElement;
  const leave = (): void => void delete dataset[ABOVE];
  const isForSheet = (event: DragEvent): boolean =>
    open.sheet !== null && mayChange(open.sheet.role) && !travel.isOn && !isForOthers(event);

  const over = (event: DragEvent): void => {
    leave();
    if (!event.dataTransfer || !isForSheet(event) || !event.dataTransfer.types.some((type) => TAKEN.has(type))) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    dataset[ABOVE] = "";
  };
  const drop = (event: DragEvent): void => {
    leave();
    const links = event.dataTransfer && isForSheet(event) ? linksFrom(event.dataTransfer) : [];
    if (links.length === 0) return;
    event.preventDefault();
    void addLinks(open, links);
  };
  document.addEventListener("dragover", over, { signal });
  document.addEventListener("drop", drop, { signal });
  document.addEventListener("dragleave", ({ relatedTarget }) => relatedTarget === null && leave(), { signal });
  document.addEventListener("dragend", leave, { signal });
  signal.addEventListener("abort", leave);
}

/** Taken by what it is above: a tile of links, a field or a window; or a link of such a tile, which is sorted. */
function isForOthers({ defaultPrevented, target, dataTransfer }: DragEvent): boolean {
  const isInside = target instanceof Element && target.closest("input, textarea, dialog, [popover]") !== null;
  return defaultPrevented || isInside || dataTransfer?.types.includes(DRAGGED) === true;
}

async function addLinks(open: OpenSheet, links: readonly Link[]): Promise<void> {
  const groups = withLinks([], links);
  const content = { kind: "links", title: t("kind.links"), groups, opens: "here" } as const;
  const id = await open.add(content, kindOf({ content }));
  if (id === null) return;
  await tick();
  document.getElementById(`tile-${id}`)?.scrollIntoView({ block: "nearest" });
  const undo = (): void => void open.takeOff(new Set([id])).catch(showFailure);
  showToast(t("links.dropped", { count: groups[0]?.links.length ?? 0 }), { undo });
}
