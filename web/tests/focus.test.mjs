// Focus: where a keyboard is when what it has pressed is gone, and while others move.
import assert from "node:assert/strict";
import { test } from "node:test";
import { forced } from "./games.mjs";
import * as pages from "./page.mjs";

const { button, call, close, makeMatch, myMove, open, press, reach, useBrowser } = pages;

useBrowser();

const seat = ({ match, tokens }, player) => `/match/${match}#seat=${tokens[player]}`;

test("a question gets the focus, and gives it back", async () => {
  const made = await makeMatch("renju");
  const page = await open(seat(made, 0));
  await myMove(page);
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("role"));
  await button(page, "Resign").focus();
  // A key that is held down repeats itself.
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  assert.equal(await focused(), "alertdialog");
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").waitFor({ state: "detached" });
  await page.waitForFunction(() => document.activeElement?.textContent === "Resign");
  await reach(page, "TO_MOVE");
  await close(page);
});

test("a button that goes when it is pressed leaves the focus to the page", async () => {
  const made = await call("CreateMatch", {
    game: "tantrix",
    players: [{ open: {} }, { open: {} }],
  });
  const page = await open(`/match/${made.match}`);
  const other = await open(`/match/${made.match}`);
  for (const one of [page, other]) {
    await button(one, "Take the open seat").focus();
    await one.keyboard.press("Enter");
    await button(one, "Copy my private link, to continue elsewhere").waitFor();
    await one.waitForFunction(() => document.activeElement?.id === "main");
  }
  await button(page, "I am ready").focus();
  await page.keyboard.press("Enter");
  await button(page, "I am ready").waitFor({ state: "detached" });
  await page.waitForFunction(() => document.activeElement?.id === "main");
  await close(page, other);
});

test("a keyboard keeps its place while moves are made", async () => {
  const made = await makeMatch("renju{opening=free}");
  const page = await open(seat(made, 0));
  const focused = (name) =>
    page.evaluate((attribute) => document.activeElement?.getAttribute(attribute), name);
  await myMove(page);
  // In the field for typed moves, where the next move can be typed meanwhile.
  await page.locator("#typed-move").fill("h8");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 1);
  assert.equal(await focused("id"), "typed-move");
  await page.keyboard.type("j8");
  await made.commit(1, "a1", { expectedPly: 1 });
  await myMove(page);
  assert.equal(await focused("id"), "typed-move");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 3);
  assert.match(await page.locator(".moves li").last().textContent(), /j8/);
  await made.commit(1, "a2", { expectedPly: 3 });
  await myMove(page);
  // On the board, after a button beside it has gone.
  await button(page, "Settings").click();
  await page.getByLabel("Confirm each move").selectOption("always");
  await page.keyboard.press("Escape");
  for (const name of ["Cancel", "Play l8"]) {
    await press(page, "l8");
    await button(page, name).focus();
    await page.keyboard.press("Enter");
    await button(page, name).waitFor({ state: "detached" });
    await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "gridcell");
  }
  await close(page);
});

test("tantrix: a cell keeps the focus when a row above it goes or comes", async () => {
  const page = await open(`/think#${new URLSearchParams({ record: forced })}`);
  const cell = page.locator('.place[aria-label^="0,0,"]');
  await cell.focus();
  for (const move of ["1@0,1/4", "51@2,-1/1"]) {
    // The rows above are those of spaces beside tiles.
    const step = page.locator(".tree button", { hasText: ` ${move}` });
    const rows = await page.locator(".board [role=row]").count();
    await step.evaluate((one) => one.click());
    await page.waitForFunction(
      (before) => document.querySelectorAll(".board [role=row]").length !== before,
      rows,
    );
    assert.ok(await cell.evaluate((one) => one === document.activeElement), move);
  }
  await close(page);
});
