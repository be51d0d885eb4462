import { expect, test } from "vitest";
import { longestName, within } from "./limit.js";

// What a field with this text says against it.
function refusal(text: string): string {
  let said = "";
  const field = { setCustomValidity: (why: string) => (said = why) };
  within(text, longestName)(field as unknown as HTMLInputElement);
  return said;
}

test("bytes are counted as the service counts them", () => {
  for (const text of ["a".repeat(64), "š".repeat(32), "象".repeat(21), "🀄".repeat(16)]) {
    expect(refusal(text)).toBe("");
    expect(refusal(`  ${text} `)).toBe("");
    expect(refusal(`${text}aš`)).toMatch(/^Too long: 6[67] of 64 bytes/);
  }
});
