/**
 * What a person would say of a block: what it is called, whether there is anything to see of it, whether it looks very
 * different now, where it has gone; and which blocks a person would be offered.
 */
export {
  type BlockPatterns,
  blockChange,
  blockPatterns,
  changeOfPatterns,
  isLargeBlockChange,
  LARGE_BLOCK_CHANGE,
  type PlacedBlock,
} from "./papers/dynamic-blocks/pattern-change.ts";
export { blockName, blockTitle, type NameOptions, pageName } from "./segment/name-block.ts";
export { type OfferedFragment, offerBlocks } from "./segment/offer-blocks.ts";
export { type Offering, offerComponents } from "./segment/offer-components.ts";
export {
  describeFragment,
  type Fragment,
  type ProposeOptions,
  proposeFragments,
} from "./segment/propose-fragments.ts";
export { SECTION_MODE } from "./segment/section-blocks.ts";
export {
  type FragmentedPage,
  type FragmentMode,
  type PageIndex,
  type PageIndexEntry,
  trainPage,
} from "./segment/train-page.ts";
export { type PageUpdate, type UpdateWay, updatePage } from "./segment/update-page.ts";
export { interstitialOf } from "./tracer/fused/blocked-reason.ts";
export { type MovedLink, movedLinks } from "./tracer/moved/moved-links.ts";
export { pictureAddressOf } from "./visible/picture-address.ts";
export { SCRIPT_SIGNS, type ScriptSign, scriptSigns } from "./visible/script-signs.ts";
export { hasRunnableScript } from "./visible/script-text.ts";
export { hasUnpictured, isBlank, type VisibleParts, visibleParts } from "./visible/visible-parts.ts";
