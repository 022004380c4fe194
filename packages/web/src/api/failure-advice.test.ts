import { expect, test } from "vitest";
import { ApiError } from "../api/api-error.ts";
import { adviceOn } from "./failure-advice.ts";

const asOwner = { isOwner: true, isInBrowser: false };

test("words that are no address are answered as an address that is wrong", () => {
  const failure = new ApiError({ code: "invalid", issues: [{ path: "body.source.url", message: "not a URL" }] });
  expect(adviceOn(failure, asOwner)).toEqual({ sentence: "pick.fail.address", remedies: ["address"] });
});

test("what is for the owner to change is offered to nobody else, the browser not to a page that is in it", () => {
  const robots = new ApiError({ code: "capture-failed", failure: { code: "robots", message: "refused" } as never });
  expect(adviceOn(robots, asOwner).remedies).toContain("robots");
  expect(adviceOn(robots, { ...asOwner, isOwner: false }).remedies).toEqual(["address"]);
  const slow = new ApiError({ code: "capture-failed", failure: { code: "timeout", message: "slow" } as never });
  expect(adviceOn(slow, asOwner).remedies).toContain("browser");
  expect(adviceOn(slow, { ...asOwner, isInBrowser: true }).remedies).toEqual(["again"]);
});

test("a page that walls off the browser of the server too needs one's own, and says how to get it", () => {
  const blocked = new ApiError({ code: "capture-failed", failure: { code: "blocked", message: "a wall" } as never });
  const advice = adviceOn(blocked, { isOwner: false, isInBrowser: true });
  expect(advice.sentence).toBe("pick.fail.ownBrowser");
  expect(advice.remedies[0]).toBe("own-browser");
  expect(adviceOn(blocked, { isOwner: false, isInBrowser: false }).remedies).toContain("own-browser");
});
