// Think: live analysis of positions, with variations, and what it refuses.
import assert from "node:assert/strict";
import { test } from "node:test";
import { seriousOn, tooWide } from "./axe.mjs";
import { lateTantrix, opening } from "./games.mjs";
import * as pages from "./page.mjs";

const { button, call, close, long, makeMatch, open, picture, press, speak, useBrowser } = pages;

useBrowser();

const at = (path, record) => `${path}#${new URLSearchParams({ record })}`;

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

// The pieces are placed; both seats choose their first step.
const kontrantoStep = "kontranto; 0 circle; 1 circle; 0 c F3 G1 t E4 G3; 1 c D1 G5 t D2 F5";
const percents = async (places) =>
  (await places.allInnerTexts()).map((text) => Number.parseInt(text, 10));
const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);
// The smallest screen in dark colours, where axe can look.
const small = {
  bypassCSP: true,
  colorScheme: "dark",
  viewport: { width: 360, height: 900 },
};

// A small screen has room, and axe finds nothing serious; the long form looks in all languages.
async function fits(page, name) {
  for (const language of long ? ["hr", "bs", "cs", "hu", "en"] : ["en"]) {
    if (long) await speak(page, language);
    assert.deepEqual(await seriousOn(page, `${name}, ${language}`), []);
    assert.ok((await tooWide(page)) <= 0, `${name}, ${language}`);
  }
}

test("kontranto: the payoff table behind the mixed strategy", async () => {
  const page = await open(at("/think", kontrantoStep), small);
  await page.locator('.payoffs[aria-busy="false"] tbody tr').first().waitFor();
  await fits(page, "payoffs");
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.emulateMedia({ colorScheme: "light" });
  await button(page, "Show more").click();
  // Shares of all choices that are told, and of those left out, add up.
  const own = sum(await percents(page.locator(".payoffs tbody td:nth-child(2)")));
  const other = sum(await percents(page.locator(".payoffs thead tr:nth-child(2) td")));
  const notes = await page.locator(".payoffs > small").allInnerTexts();
  const left = (whose) => {
    const note = notes.find((text) => text.startsWith(`Not shown for ${whose} seat`)) ?? "0%";
    return Number.parseInt(/(\d+)%/.exec(note)[1], 10);
  };
  assert.ok(Math.abs(own + left("this") - 100) <= 6, `${own} and ${left("this")}`);
  assert.ok(Math.abs(other + left("the other") - 100) <= 6, `${other} and ${left("the other")}`);
  const rows = await page.locator(".payoffs tbody tr").count();
  const columns = await page.locator(".payoffs thead tr:first-child .move").count();
  assert.equal(await page.locator(".payoffs td.payoff").count(), rows * columns);
  // A best response is named, and is worth the most.
  const best = page.locator(".payoffs tbody tr", { hasText: "best response" }).first();
  const value = (row) => row.locator("td:nth-child(3)").textContent();
  const values = await page.locator(".payoffs tbody td:nth-child(3)").allInnerTexts();
  const numbers = values.map((text) => Number.parseFloat(text.replace("−", "-")));
  assert.equal(Number.parseFloat((await value(best)).replace("−", "-")), Math.max(...numbers));
  await button(page, "Show less").click();
  await page.locator(".payoffs").scrollIntoViewIfNeeded();
  await picture(page, "think-payoffs", ".payoffs");
  await close(page);
});

test("tantrix: what the other rack may hold", async () => {
  const page = await open(at("/think", lateTantrix), small);
  await page.getByText(/^6 of these, judging by 1,024 positions/).waitFor();
  await fits(page, "belief");
  // Of the 14 tiles that seat 1 has not seen, play has shown six to be absent.
  const names = await page.locator(".belief li > span:first-of-type").allTextContents();
  assert.deepEqual(names.toSorted(), ["14", "19", "23", "25", "26", "36", "41", "55"]);
  assert.equal(await page.locator(".belief li .still").count(), 8, "tiles are drawn");
  const shares = await percents(page.locator(".belief .count"));
  assert.deepEqual(
    shares,
    shares.toSorted((a, b) => b - a),
  );
  assert.ok(Math.abs(sum(shares) - 600) <= 4, `${shares}`);
  await page.emulateMedia({ colorScheme: "light" });
  await picture(page, "think-belief", ".belief");
  await close(page);
});

test("goofspiel: a mixed strategy as it is drawn, where no search solves the stage", async () => {
  const page = await open(at("/think", "goofspiel; chance prize 5"));
  const shares = () => percents(page.locator(".mixed > div span:last-child"));
  await page.locator(".mixed > div").first().waitFor();
  assert.ok(sum(await shares()) >= 80);
  await close(page);
});

test("what is shown belongs to the position that is meant", async () => {
  const record = "renju{opening=free}; 0 h8; 1 a1; 0 i8; 1 a2; 0 j8; 1 a3; 0 k8; 1 a4";
  const page = await open(at("/think", record));
  const judged = page.locator(".candidates tbody tr, .board .best, .winbar");
  await judged.first().waitFor();
  // The description of the next position is held back.
  let answer;
  const held = new Promise((resolve) => (answer = resolve));
  await page.route("**/Describe", async (route) => {
    await held;
    await route.continue().catch(() => {});
  });
  const current = (move) => page.locator(".tree [aria-current]", { hasText: move }).waitFor();
  await button(page, "Back").click();
  await current("k8");
  assert.equal(await judged.count(), 0, "no judgement of the position before");
  // The board still shows the position before, so a press on it is not meant for this one.
  await press(page, "l8");
  answer();
  await page.locator(".board .place.can").first().waitFor();
  await judged.first().waitFor();
  await current("k8");
  assert.ok(!(await page.locator(".tree").textContent()).includes("l8"));
  // A game that is over is not judged, whether or not positions are analysed.
  for (const analysed of [true, false]) {
    await page.locator(".tree button", { hasText: "a4" }).click();
    await page.getByLabel("Analyse").setChecked(true);
    await judged.first().waitFor();
    await page.getByLabel("Analyse").setChecked(analysed);
    await press(page, "l8");
    await current("l8");
    await page.waitForFunction(() => document.querySelector(".board .place.can") === null);
    assert.equal(await judged.count(), 0, `analysed: ${analysed}`);
  }
  await close(page);
});

test("a choice that waits for the other belongs to its own tree", async () => {
  const page = await open(at("/think", "kontranto"));
  await page.locator('.tray button[data-action="circle"]').click();
  await button(page, "first seat ✓").waitFor();
  await page.locator("details summary", { hasText: "Another record" }).click();
  await page.getByRole("textbox", { name: "Record" }).fill("kontranto{board=4x3}");
  await button(page, "Open").click();
  await page.waitForFunction(() => location.hash.includes("4x3"));
  assert.equal(await page.getByText("seat ✓").count(), 0);
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
