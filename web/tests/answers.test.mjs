// Answers: what comes late, twice or not at all, and what is pressed meanwhile.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as pages from "./page.mjs";

const { button, call, close, makeMatch, myMove, open, press, service, useBrowser } = pages;

useBrowser();

const home = (page) => page.getByRole("heading", { name: "Choose a game" });

// Holds the first answers to a method back until the returned function is called.
async function hold(page, method, most = Number.POSITIVE_INFINITY) {
  let release;
  let asked = 0;
  const released = new Promise((resolve) => (release = resolve));
  await page.route(`**/${method}`, async (route) => {
    asked += 1;
    if (asked > most) return route.continue();
    const response = await route.fetch();
    await released;
    await route.fulfill({ response }).catch(() => {});
  });
  return release;
}

// Whether something becomes true soon.
async function soon(what) {
  for (let i = 0; i < 100 && !(await what()); i += 1) await pause(50);
  return what();
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

test("a seat that is given after its page has been left is kept", async () => {
  const players = [{ open: {} }, { open: {} }];
  const { match } = await call("CreateMatch", { game: "renju", players });
  const page = await open(`/match/${match}`);
  const answer = await hold(page, "JoinMatch");
  await button(page, "Take the open seat").click();
  await page.locator(".brand").click();
  await home(page).waitFor();
  let followed = 0;
  page.on("request", (request) => {
    followed += Number(request.url().endsWith("/WatchMatch"));
  });
  const come = page.waitForResponse("**/JoinMatch");
  answer();
  await come;
  await page.waitForFunction((one) => sessionStorage.getItem(`kvintet.seat.${one}`), match);
  await pause(300);
  assert.equal(followed, 0, "a match that has been left is not followed");
  await close(page);
});

test("a move is sent again to its own match, even from another page", async () => {
  const made = await makeMatch("renju{opening=free}");
  const page = await open(`/match/${made.match}#seat=${made.tokens[0]}`);
  await myMove(page);
  let sent = 0;
  await page.route("**/CommitMove", (route) => {
    sent += 1;
    return sent === 1 ? route.abort() : route.continue();
  });
  const failed = page.waitForEvent("requestfailed");
  await press(page, "h8");
  await failed;
  await page.locator(".brand").click();
  const moved = async () => {
    const { state } = await call("GetMatch", { match: made.match, token: made.tokens[0] });
    return state.ply === 1;
  };
  assert.ok(await soon(moved));
  await close(page);
});

const ask = (method, request) => service.call("TournamentService", method, request);

test("earlier tournaments are listed once", async () => {
  for (let i = 0; i < 51; i += 1) {
    await ask("CreateTournament", { settings: { name: `Cup ${i}`, game: "renju" } });
  }
  const page = await open("/tournaments");
  await page.locator(".events li").nth(49).waitFor();
  const answer = await hold(page, "ListTournaments");
  await button(page, "Earlier ones").dblclick();
  answer();
  await button(page, "Earlier ones").waitFor({ state: "detached" });
  await pause(300);
  const names = await page.locator(".events strong").allTextContents();
  assert.equal(names.filter((name) => name === "Cup 0").length, 1);
  await close(page);
});
