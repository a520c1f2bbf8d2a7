import { expect, test } from "vitest";

import { ago } from "./time";

test("times are said as people say them, from text, seconds and milliseconds", () => {
  const now = Date.parse("2024-05-02T12:00:00Z");
  expect(ago(now - 5_000, now)).toBe("just now");
  expect(ago(now - 300_000, now)).toBe("5 minutes ago");
  expect(ago((now - 7_200_000) / 1000, now)).toBe("2 hours ago");
  expect(ago("2024-05-01T12:00:00Z", now)).toBe("yesterday");
  expect(ago("nonsense", now)).toBe("");
});
