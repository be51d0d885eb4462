// Think: live analysis of positions, with variations, and what it refuses.
import assert from "node:assert/strict";
import { test } from "node:test";
import { opening } from "./games.mjs";
import { button, call, close, makeMatch, open, picture, useBrowser } from "./page.mjs";

useBrowser();

const at = (path, record) => `${path}#${new URLSearchParams({ record })}`;
const press = (page, place) =>
  page.locator(`.place[data-action="${place}"]`).first().click({ force: true });

test("a win bar, candidates, the expected line, a heat map and variations", async () => {
  const record = "renju; 0 h8; 0 i9; 0 j7; 1 keep; 1 g7; 0 h9+h10; 1 h9; 1 a1";
  const page = await open(at("/think", record));
  await page.locator(".candidates tbody tr").first().waitFor();
  await page.locator(".winbar [role=img]").waitFor();
  assert.match(await page.locator(".winbar").textContent(), /First seat: \d+% win/);
  await page.waitForSelector(".board .best");
  await page.locator(".pv").first().waitFor();
  await page.getByLabel("Policy as a heat map").check();
  await page.waitForSelector(".board .heat");
  await picture(page, "think");
  // Two moves from the same position: the second is a variation of the first.
  await press(page, "h10");
  await page.locator(".tree [aria-current]", { hasText: "h10" }).waitFor();
  await button(page, "Back").click();
  await page.locator(".tree [aria-current]", { hasText: "a1" }).waitFor();
  await press(page, "i8");
  await page.locator(".tree [aria-current]", { hasText: "i8" }).waitFor();
  assert.match(await page.locator(".tree").textContent(), /h10\s*\(\s*9\s*i8\s*\)/);
  await picture(page, "think-tree", ".side");
  assert.match(decodeURIComponent(page.url()), /i8$/, "the address has the variation");
  await close(page);
});

test("kontranto: a mixed strategy, with how likely each choice is", async () => {
  const page = await open(at("/think", "kontranto; 0 triangle; 1 circle"));
  // Forty choices are drawn; their shares add up when all of them are there.
  await page.locator(".mixed > div").first().waitFor();
  const shares = async () => {
    const texts = await page.locator(".mixed > div span:last-child").allInnerTexts();
    return texts.map((text) => Number.parseInt(text, 10)).reduce((sum, share) => sum + share, 0);
  };
  assert.ok((await shares()) >= 95);
  await picture(page, "think-mixed", ".side");
  await close(page);
});

test("a position of a match in play is refused", async () => {
  const moves = [...opening, [1, "b1"]];
  const made = await makeMatch("renju", moves);
  const { state } = await call("GetMatch", { match: made.match, token: made.tokens[0] });
  const page = await open(at("/think", state.description.seatRecord));
  await page.getByText("belongs to a match in play").waitFor();
  await picture(page, "think-refused", ".side");
  await close(page);
});
