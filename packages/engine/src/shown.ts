/** What a person would say of a block: what it is called, whether there is anything to see of it, where it has gone. */
export { blockName, blockTitle, type NameOptions, pageName } from "./segment/name-block.ts";
export { interstitialOf } from "./tracer/fused/blocked-reason.ts";
export { type MovedLink, movedLinks } from "./tracer/moved/moved-links.ts";
export { SCRIPT_SIGNS, type ScriptSign, scriptSigns } from "./visible/script-signs.ts";
export { hasRunnableScript } from "./visible/script-text.ts";
export { isBlank, isPictureAddress, type VisibleParts, visibleParts } from "./visible/visible-parts.ts";
