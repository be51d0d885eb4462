// Answers: what comes late, twice or not at all, and what is pressed meanwhile.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as pages from "./page.mjs";

const { button, call, close, makeMatch, myMove, open, press, service, type, useBrowser } = pages;

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
    // The page may have been closed before the answer comes.
    const response = await route.fetch().catch(() => undefined);
    await released;
    if (response) await route.fulfill({ response }).catch(() => {});
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

test("what is typed and asked for before a move is answered stays", async () => {
  const opening = ["h8", "i9", "j7"].map((move) => [0, move]);
  const made = await makeMatch("renju", opening);
  const page = await open(`/match/${made.match}#seat=${made.tokens[1]}`);
  const answer = await hold(page, "CommitMove", 1);
  await type(page, "keep");
  await myMove(page);
  const typed = page.locator("#typed-move");
  const draw = page.getByLabel("Offer a draw with the move");
  await typed.fill("g7");
  await draw.check();
  const come = page.waitForResponse("**/CommitMove");
  answer();
  await come;
  await pause(300);
  assert.equal(await typed.inputValue(), "g7");
  assert.ok(await draw.isChecked());
  await button(page, "Play").click();
  await page.getByText("g7").first().waitFor();
  await close(page);
});

const ask = (method, request) => service.call("TournamentService", method, request);

// A page of the director of a new tournament of Renju, with this many pairs in its first round.
async function direct(pairs) {
  const settings = { name: "Spring Cup", game: "renju" };
  const { tournament, token } = await ask("CreateTournament", { settings });
  const players = Array.from({ length: pairs }, (_, i) => ({
    players: [{ person: `Ada ${i}` }, { person: `Bob ${i}` }],
  }));
  const round = { tournament, token, round: 1, pairs: players };
  const { matches } = pairs > 0 ? await ask("AddMatches", round) : { matches: [] };
  const page = await open(`/tournaments/${tournament}#director=${token}`);
  await page.getByText("You direct this tournament").waitFor();
  return { page, tournament, token, matches };
}

async function fillPair(page, first, second) {
  await page.getByLabel("First player").fill(first);
  await page.getByLabel("Second player").fill(second);
}

test("a round is called once, however often it is confirmed", async () => {
  const { page, token, matches } = await direct(2);
  const answer = await hold(page, "PauseMatch");
  await button(page, "Pause the round").click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByLabel("Reason").fill("a break");
  const asked = page.waitForRequest("**/PauseMatch");
  await button(dialog, "Confirm: Pause the round").click();
  await asked;
  await dialog.getByLabel("Reason").press("Enter");
  await pause(200);
  answer();
  await dialog.waitFor({ state: "detached" });
  await button(page, "Start the round").waitFor();
  for (const { match } of matches) {
    const { state } = await call("GetMatch", { match, token });
    assert.equal(state.acts.length, 1);
  }
  assert.equal(await page.locator(".problem").count(), 0);
  await close(page);
});

test("pairings that are typed while a round comes stay", async () => {
  const { page } = await direct(0);
  const answer = await hold(page, "GetTournament");
  await fillPair(page, "Ada", "Bob");
  await button(page, "Add the matches").click();
  await page.waitForFunction(() => document.querySelector("input[type=number]")?.value === "2");
  await fillPair(page, "Cid", "Dora");
  answer();
  await page.locator(".event", { hasText: "Ada – Bob" }).waitFor();
  assert.equal(await page.getByLabel("First player").inputValue(), "Cid");
  assert.ok(await page.getByLabel("First player").isVisible());
  await close(page);
});

test("an older answer does not take away what a newer one has brought", async () => {
  const { page } = await direct(0);
  const answer = await hold(page, "GetTournament", 1);
  await page.waitForRequest("**/GetTournament");
  await pause(200);
  await fillPair(page, "Ada", "Bob");
  await button(page, "Add the matches").click();
  const match = page.locator(".event", { hasText: "Ada – Bob" });
  await match.waitFor();
  answer();
  await pause(300);
  assert.equal(await match.count(), 1);
  await close(page);
});

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

test("the start page shows all there is as soon as the server answers", async () => {
  const page = await open("/tournaments");
  await page.route("**/ListGames", (route) => route.abort());
  const failed = page.waitForEvent("requestfailed");
  await page.locator(".brand").click();
  await failed;
  await page.unroute("**/ListGames");
  await page.getByRole("heading", { name: "Small games" }).waitFor({ timeout: 15_000 });
  await page.getByRole("link", { name: "tic tac toe" }).waitFor();
  await close(page);
});

test("a position is asked for again when the server does not answer", async () => {
  const record = new URLSearchParams({ record: "renju{opening=free}; 0 h8; 1 i9" });
  const page = await open(`/think#${record}`);
  await page.locator(".tree [aria-current]", { hasText: "i9" }).waitFor();
  await page.locator(".board .place.can").first().waitFor();
  await page.route("**/Describe", (route) => route.abort());
  await button(page, "Back").click();
  await page.getByRole("alert").first().waitFor();
  await page.unroute("**/Describe");
  await page.locator('.board .place.can[data-action="i9"]').waitFor({ timeout: 15_000 });
  await close(page);
});

test("what went wrong is no longer said when it goes well", async () => {
  const record = new URLSearchParams({ record: "renju{opening=free}; 0 h8; 1 i9; 0 j7" });
  const page = await open(`/review#${record}`);
  await page.getByText("3 / 3").waitFor();
  await page.route("**/Describe", (route) => route.abort());
  await page.keyboard.press("ArrowLeft");
  await page.getByRole("alert").waitFor();
  await page.unroute("**/Describe");
  await page.keyboard.press("ArrowLeft");
  await page.getByRole("alert").waitFor({ state: "detached", timeout: 10_000 });
  await close(page);
});

test("a match whose making was not answered is made once", async () => {
  const page = await open("/play/renju");
  let asked = 0;
  await page.route("**/CreateMatch", async (route) => {
    asked += 1;
    if (asked > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  const live = async () => {
    const { matches = [] } = await call("ListMatches", { live: true, pageSize: 100 });
    return matches.length;
  };
  const before = await live();
  await button(page, "Start").click();
  await page.waitForURL("**/match/*", { timeout: 5000 }).catch(() => button(page, "Start").click());
  await myMove(page);
  assert.equal(await live(), before + 1);
  await close(page);
});

test("a question that no longer arises goes", async () => {
  const made = await makeMatch("renju");
  const page = await open(`/match/${made.match}#seat=${made.tokens[0]}`);
  await button(page, "Resign").click();
  await page.getByRole("alertdialog").waitFor();
  await made.act(1, "RESIGN");
  await button(page, "Rematch").waitFor({ timeout: 10_000 });
  await close(page);
});
