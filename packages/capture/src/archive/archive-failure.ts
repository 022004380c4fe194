/** An archive that cannot be read. */
import { CaptureFailure } from "@tessera/network/failure";

/** Trying again does not help: the file or the answer itself is wrong. */
export function unreadable(message: string, cause?: unknown): CaptureFailure {
  return new CaptureFailure("protocol", { message, retry: "never", cause });
}
