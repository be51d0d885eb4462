// What axe-core finds on a page.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

// Its serious findings, each with the element; `name` says where. The page must have been opened
// with bypassCSP.
export async function seriousOn(page, name) {
  await page.evaluate(axe);
  // All rules; only what they find is gathered, which is quicker.
  const { violations } = await page.evaluate(() =>
    window.axe.run({ resultTypes: ["violations"], preload: false }),
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${name}: ${id}: ${nodes[0].html.slice(0, 160)}`);
}

// By how many pixels a page is too wide for its window.
export const tooWide = (page) =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
