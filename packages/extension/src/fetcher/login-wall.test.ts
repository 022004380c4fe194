import { expect, test } from "vitest";
import { isLoginWall } from "./login-wall.ts";

const page = "https://shop.example/orders";
const arrived = { wanted: page, finalUrl: page, hasPassword: false, lacksBlocks: false };

test("a login in place of the page is a wall", () => {
  expect(isLoginWall({ ...arrived, finalUrl: "https://shop.example/login?next=/orders", hasPassword: true })).toBe(
    true,
  );
  expect(isLoginWall({ ...arrived, finalUrl: "https://id.example/authorize?x=1" })).toBe(true);
  expect(isLoginWall({ ...arrived, hasPassword: true, lacksBlocks: true })).toBe(true);
  expect(isLoginWall({ ...arrived, status: 401 })).toBe(true);
});

test("a page that has a field for a password beside what is followed is no wall, nor is a redesign", () => {
  expect(isLoginWall({ ...arrived, hasPassword: true })).toBe(false);
  expect(isLoginWall({ ...arrived, lacksBlocks: true })).toBe(false);
  expect(isLoginWall({ ...arrived, finalUrl: "https://shop.example/orders/?page=1" })).toBe(false);
  expect(isLoginWall({ ...arrived, finalUrl: "https://shop.example/my/orders" })).toBe(false);
  expect(isLoginWall({ ...arrived, wanted: "https://x.example/blog", finalUrl: "https://x.example/authors" })).toBe(
    false,
  );
});
