/** Addresses of what the server shows by itself: frames, pictures and plain text. */

/** The block of an observation as it looks on its page, for a frame without scripts and origin. */
export const tileAddress = (followId: string, observationId: string, padPx = 0): string =>
  `/api/v1/follows/${followId}/observations/${observationId}/tile?pad=${padPx}`;

/** The captured page for a frame with a script of ours only, without an origin. */
export const capturedPageAddress = (captureId: string): string => `/api/v1/captures/${captureId}/page`;
