// Play: matches by mouse, keyboard and touch, and what players do besides moving.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bridge, forced, opening, repetition } from "./games.mjs";
import * as pages from "./page.mjs";
import { Player } from "./player.mjs";

const { begin, button, call, close, five, long, makeMatch, myMove, open, picture, reach } = pages;
const { pictureAsItIs } = pages;
const { press, service, type, useBrowser } = pages;

useBrowser();

const seat = ({ match, tokens }, player) => `/match/${match}#seat=${tokens[player]}`;
const statusOf = (page) => page.locator(".status").textContent();

// A few steps of each game, or the whole of it.
for (const game of five) {
  test(`${game} by mouse`, async () => {
    const page = await open();
    await begin(page, game);
    const { steps, phases } = await new Player(page, "mouse").play(long ? 900 : 6);
    assert.ok(long ? phases.includes("OVER") : steps > 0 || phases.includes("OVER"), `${phases}`);
    await close(page);
  });
}

test("renju by keyboard", async () => {
  const page = await open();
  await begin(page, "renju");
  const { steps, phases } = await new Player(page, "keyboard").play(long ? 300 : 4);
  assert.ok(long ? phases.includes("OVER") : steps > 0);
  await close(page);
});

test("a final two-step of kontranto, with its consent", async () => {
  // The record of docs/notation.md, up to the level score.
  const choices = [
    ["triangle", "circle"],
    ["c A1 B3 t C1 D3", "c B1 C1 t D2 D3"],
    ["A1-A2 B3-C3 C1-C2 D3-D2", "B1-A2 C1-D2 D2-C3 D3-C2"],
    ["A2-B1 C2-B2 C3-B3 D2-D1", "A2-B1 C2-B2 C3-B3 D2-D1"],
    ["B1-A1 B2-A3 B3-x D1-x", "B1-x B2-A1 B3-A3 D1-x"],
  ];
  const made = await makeMatch("kontranto{board=4x3}");
  const page = await open(seat(made, 0));
  assert.ok(!page.url().includes(made.tokens[0]), "the token leaves the address");
  for (const [stage, [mine, other]] of choices.entries()) {
    if (stage === 2) {
      // One's own choice is sealed, then both are shown side by side, with the clashes.
      await type(page, mine);
      await page.locator(".sealed", { hasText: "Your sealed choice" }).waitFor();
      await picture(page, "kontranto-sealed");
    } else {
      await made.commit(0, mine, { expectedPly: 2 * stage });
    }
    await made.commit(1, other, { expectedPly: 2 * stage });
    await page.waitForFunction(
      (wanted) => document.querySelectorAll(".moves li").length === wanted,
      2 * stage + 2,
    );
    if (stage === 2) {
      // Whoever watches sees that each choice is the one that was sealed, and what met.
      const audience = await open(`/match/${made.match}`);
      await audience.locator(".sealed .fine").nth(1).waitFor();
      assert.match(await audience.locator(".clashes").textContent(), /A2\s+same shape/);
      await picture(audience, "kontranto-revealed");
      await close(audience);
    }
  }
  await button(page, "Begin the two-step").click();
  await made.act(1, "CONSENT");
  for (const [ply, choice] of [
    [10, "triangle"],
    [12, "stay"],
  ]) {
    await page.locator(`.tray button[data-action="${choice}"]`).click();
    await page.locator('[data-action="/confirm"]').click();
    await page.waitForSelector(".sealed");
    await made.commit(1, choice, { expectedPly: ply });
  }
  await reach(page, "OVER");
  assert.match(await statusOf(page), /final two-step/);
  await close(page);
});

test("a friend by link: draws declined and accepted, a rematch, resigning", async () => {
  const ada = await open("/play/renju");
  await ada.getByText("A person, by link").click();
  await ada.locator("button.large").click();
  await reach(ada, "OPEN");
  const link = await ada.getByLabel("Link to the match").inputValue();
  await picture(ada, "invitation");
  const bob = await open(new URL(link).pathname);
  await button(bob, "Take the open seat").click();
  for (const stone of ["h8", "i9", "j7"]) await type(ada, stone);
  await type(bob, "keep");
  await myMove(bob);
  await bob.getByText("Offer a draw with the move").click();
  await type(bob, "g7");
  await button(ada, "Accept the draw").waitFor();
  await picture(ada, "draw-offer");
  await button(ada, "Decline the draw").click();
  await button(ada, "Decline the draw").waitFor({ state: "detached" });
  await myMove(ada);
  await ada.getByText("Offer a draw with the move").click();
  await type(ada, "h9+h10");
  await button(bob, "Accept the draw").click();
  await reach(bob, "OVER");
  assert.match(await statusOf(ada), /A draw/);
  for (const page of [ada, bob]) await button(page, "Rematch").click();
  await myMove(bob);
  await button(bob, "Resign").click();
  await button(bob.getByRole("alertdialog"), "Resign").click();
  await reach(ada, "OVER");
  assert.match(await statusOf(ada), /You have won/);
  await close(ada, bob);
});

test("a closed match is joined by its link, and shown to its players only", async () => {
  const ada = await open("/play/renju");
  await ada.getByText("A person, by link").click();
  await ada.getByText("Only the players may watch").click();
  await ada.locator("button.large").click();
  await reach(ada, "OPEN");
  const path = new URL(await ada.getByLabel("Link to the match").inputValue()).pathname;
  const bob = await open(path);
  await bob.getByText("This match is closed").waitFor();
  assert.equal(await bob.locator(".board").count(), 0);
  await bob.getByLabel("Your name").fill("Bob");
  await button(bob, "Take the open seat").click();
  await reach(bob, "TO_MOVE");
  await ada.getByRole("region", { name: "Bob" }).waitFor();
  await type(ada, "h8");
  const carl = await open(path);
  await button(carl, "Take the open seat").click();
  await carl.getByText("No seat is open for you").waitFor();
  await close(ada, bob, carl);
});

test("a private link that is not whole is said to be so, and the match is watched", async () => {
  const made = await makeMatch("renju");
  const page = await open(`/match/${made.match}#seat=${made.tokens[0].slice(1)}`);
  await page.getByText("The private link is not valid here").waitFor();
  await reach(page, "TO_MOVE");
  assert.match(await statusOf(page), /The game is in progress/);
  await close(page);
});

test("a move with a clock that runs", async () => {
  const page = await open("/play/renju");
  await page.getByText("Time and increment").click();
  await page.locator("button.large").click();
  await myMove(page);
  const clock = page.locator(".player.running time");
  const shown = await clock.textContent();
  assert.match(shown, /^1[45]:\d\d$/);
  await page.waitForFunction(
    (then) => document.querySelector(".player.running time")?.textContent !== then,
    shown,
  );
  await picture(page, "clock");
  await close(page);
});

test("renju: a win is claimed, and a wrong claim is told to both", async () => {
  const made = await makeMatch("renju{forbidden=claimed,opening=free}", [
    ...["h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4"].map((move, i) => [i % 2, move]),
  ]);
  const [ada, bob] = [await open(seat(made, 0)), await open(seat(made, 1))];
  await myMove(ada);
  await button(ada, "Claim a win").click();
  await ada.getByText("Ada’s claim was wrong").last().waitFor();
  await bob.getByText("Ada’s claim was wrong").last().waitFor();
  await type(ada, "l8");
  await myMove(bob);
  await button(ada, "Claim a win").click();
  await reach(bob, "OVER");
  assert.match(await statusOf(ada), /You have won.*five in a row/);
  await picture(ada, "claim");
  await close(ada, bob);
});

test("renju: an expired clock counts when it is claimed", async () => {
  const clock = { kind: "KIND_STAGES", stages: [{ ms: 1500 }], claimed: true };
  const made = await makeMatch("renju{opening=free}", [[0, "h8"]], { clock });
  const page = await open(seat(made, 0));
  await reach(page, "TO_MOVE");
  await page
    .locator("time", { hasText: /^[−-]|^0:00/ })
    .first()
    .waitFor();
  while ((await page.locator('.status[data-phase="OVER"]').count()) === 0) {
    await button(page, "Claim time")
      .click()
      .catch(() => {});
    await page.waitForTimeout(300);
  }
  assert.match(await statusOf(page), /You have won.*on time/);
  await close(page);
});

test("konkvest: the hourglass runs, and a new beginning is offered and accepted", async () => {
  const made = await makeMatch("konkvest", repetition);
  const [ada, bob] = [await open(seat(made, 0)), await open(seat(made, 1))];
  await button(ada, "Offer to begin anew").click();
  await button(bob, "Agree to begin anew").waitFor();
  await bob.locator(".player.running time").waitFor();
  await picture(bob, "konkvest-reset");
  await button(bob, "Decline to begin anew").click();
  await button(bob, "Decline to begin anew").waitFor({ state: "detached" });
  await made.commit(0, "a1-a2");
  await made.commit(1, "m1-m2");
  await made.commit(0, "a2-a1");
  await made.commit(1, "m2-m1");
  await made.commit(0, "a1-a2");
  await made.commit(1, "m1-m2");
  await button(bob, "Offer to begin anew").click();
  await button(ada, "Agree to begin anew").click();
  await ada.waitForFunction(() => document.querySelectorAll(".moves li").length === 0);
  await close(ada, bob);
});

test("konkvest: a game longer than the server keeps counts for nothing", async () => {
  const made = await makeMatch("konkvest", repetition.slice(0, -4), { forcedReset: 0 });
  const round = repetition.slice(-4);
  for (let ply = 16; ply < 1000; ply += 1) await made.commit(...round[ply % 4]);
  const page = await open(seat(made, 0));
  await reach(page, "OVER");
  assert.match(await statusOf(page), /does not count.*longer than the server can keep/);
  await button(page, "Report").waitFor();
  await close(page);
});

test("tantrix: a pause, agreed and contested", async () => {
  const made = await makeMatch("tantrix");
  const [ada, bob] = [await open(seat(made, 0)), await open(seat(made, 1))];
  for (const page of [ada, bob]) await button(page, "I am ready").click();
  const pause = async () => {
    await button(ada, "Pause").click();
    await button(ada.getByRole("alertdialog"), "Pause").click();
    await reach(bob, "PAUSED");
  };
  await pause();
  for (const page of [ada, bob]) await button(page, "Resume").click();
  await reach(ada, "TO_MOVE");
  await pause();
  await button(bob, "Contest the pause").click();
  await picture(bob, "tantrix-pause");
  await button(bob.getByRole("alertdialog"), "Contest the pause").click();
  await reach(ada, "TO_MOVE");
  const { state } = await call("GetMatch", { match: made.match, token: made.tokens[0] });
  const [mine, other] = state.players.map((player) => Number(player.leftMs));
  assert.ok(other - mine > 30_000, `30 seconds go to the other: ${mine}, ${other}`);
  await close(ada, bob);
});

test("a small screen asks for a second press, and its places are 24 pixels wide", async () => {
  const page = await open("/", { viewport: { width: 360, height: 740 }, hasTouch: true });
  await begin(page, "renju");
  await myMove(page);
  await page.locator('[data-action="h8"]').tap({ force: true });
  await page.waitForSelector('[data-action="/confirm"]');
  assert.equal(await page.locator(".moves li").count(), 0);
  const { width } = await page.locator('.place[data-action="/confirm"]').boundingBox();
  assert.ok(width >= 23.5, `a place is ${width} px wide`);
  await picture(page, "small-screen");
  await page.locator('.place[data-action="/confirm"]').tap({ force: true });
  await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 1);
  await close(page);
});

test("who watches is not told of the other side's move", async () => {
  const made = await makeMatch("renju");
  const page = await open(`/match/${made.match}`);
  await reach(page, "TO_MOVE");
  assert.match(await statusOf(page), /The game is in progress/);
  await close(page);
});

test("two agents are watched", async () => {
  const page = await open("/play/renju");
  await page.getByText("Watch two agents").click();
  await page.locator("button.large").click();
  await page.waitForFunction(() => document.querySelectorAll(".moves li").length > 8);
  await picture(page, "agents");
  if (long) {
    await reach(page, "OVER");
    assert.match(await statusOf(page), /seat has won|A draw/);
  }
  await close(page);
});

test("agents play rules for which no model exists", async () => {
  const page = await open();
  for (const opponent of ["Agent", "Watch two agents"]) {
    await page.goto(`${service.url}/play/renju`);
    await page.getByText(opponent, { exact: true }).click();
    await page
      .getByLabel(/^Strength/)
      .first()
      .waitFor();
    await page.getByText(/rule options/).click();
    await page
      .locator("label.option", { hasText: "opening" })
      .locator("select")
      .selectOption("free");
    await page.getByText("There is no model for these rules").waitFor();
    assert.equal(await page.getByLabel(/^Strength/).count(), 0);
    await button(page, "Start").click();
    await page.waitForSelector(".status");
  }
  await close(page);
});

test("a form offers no match that the service refuses", async () => {
  const page = await open("/play/renju");
  await page.getByText(/rule options/).click();
  const rule = page.locator("label.option", { hasText: "forbidden" }).locator("select");
  await rule.selectOption("claimed");
  await page.getByText("both players must be persons").waitFor();
  assert.ok(await button(page, "Start").isDisabled());
  await page.getByText("A person, by link").click();
  await button(page, "Start").click();
  await reach(page, "OPEN");
  // Each clock that is offered is accepted.
  const clocks = { kontranto: 2, renju: 3, punct: 3, konkvest: 4, tantrix: 4 };
  for (const [game, count] of Object.entries(clocks)) {
    for (let i = 0; i < count; i += 1) {
      await page.goto(`${service.url}/play/${game}`);
      const offered = page.getByRole("group", { name: "Clock" }).getByRole("radio");
      await page.getByText(/rule options/).waitFor();
      assert.equal(await offered.count(), count);
      await offered.nth(i).check({ force: true });
      await button(page, "Start").click();
      await page.waitForSelector(".status");
    }
  }
  await close(page);
});

test("a name is as long as the service allows, in any script", async () => {
  const page = await open("/play/renju");
  await page.getByText("A person, by link").click();
  const name = page.getByLabel("Your name");
  await name.fill("š".repeat(33));
  await button(page, "Start").click();
  const said = await name.evaluate((field) => field.validationMessage);
  assert.match(said, /^Too long: 66 of 64 bytes/);
  await name.fill("a".repeat(64));
  await button(page, "Start").click();
  await page.getByRole("region", { name: "a".repeat(64) }).waitFor();
  await close(page);
});

test("sounds are played only if they are wished", async () => {
  const made = await makeMatch("renju", opening.slice(0, 3));
  const page = await open();
  await page.addInitScript(() => {
    window.tones = 0;
    const make = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function tone() {
      window.tones += 1;
      return make.call(this);
    };
  });
  await page.goto(service.url + seat(made, 0));
  await reach(page, "TO_MOVE");
  const tones = () => page.evaluate(() => window.tones);
  const moves = (count) =>
    page.waitForFunction((all) => document.querySelectorAll(".moves li").length === all, count);
  await moves(3);
  await made.commit(1, "keep");
  await moves(4);
  assert.equal(await tones(), 0);
  await button(page, "Settings").click();
  await page.getByLabel("Sound").check();
  await picture(page, "settings");
  await page.keyboard.press("Escape");
  await made.commit(1, "g7");
  await page.waitForFunction(() => window.tones === 1);
  await close(page);
});

test("a spectator learns neither a sealed choice nor a rack", async () => {
  const made = await call("CreateMatch", {
    game: "kontranto",
    players: [{ person: "Ada" }, { agent: { level: 1 } }],
  });
  const player = await open(seat(made, 0));
  const spectator = await open(`/match/${made.match}`);
  const bodies = [];
  spectator.on("response", (answer) =>
    answer
      .text()
      .then((text) => bodies.push(text))
      .catch(() => {}),
  );
  await player.locator('.tray button[data-action="triangle"]').click();
  await player.locator('[data-action="/confirm"]').click();
  await player.waitForFunction(() => document.querySelectorAll(".moves li").length >= 2);
  const stored = await spectator.evaluate(() =>
    JSON.stringify({ ...sessionStorage, ...localStorage }),
  );
  for (const seen of [await spectator.content(), stored, ...bodies]) {
    assert.ok(!seen.includes(made.tokens[0]));
  }
  assert.equal(await spectator.locator(".place.can").count(), 0);
  await close(player, spectator);
});

test("a connection that is lost and regained loses nothing", async () => {
  const page = await open();
  await begin(page, "renju");
  const player = new Player(page, "mouse");
  await player.play(3);
  await page.waitForSelector('.status[data-moving="true"], .status[data-phase="OVER"]');
  const before = await page.locator(".moves li").allInnerTexts();
  await service.crash();
  await page.waitForSelector(".lost");
  await picture(page, "connection-lost");
  await service.restart();
  await page.waitForSelector(".lost", { state: "detached" });
  // The agent may have answered meanwhile.
  const now = await page.locator(".moves li").allInnerTexts();
  assert.deepEqual(now.slice(0, before.length), before);
  if (long) {
    const { phases } = await player.play(300);
    assert.ok(phases.includes("OVER"));
    await page.reload();
    await reach(page, "OVER");
  }
  await close(page);
});

test("what happens together is announced together", async () => {
  const made = await makeMatch("kontranto{board=4x3}");
  const page = await open(`/match/${made.match}`);
  await reach(page, "COMMIT");
  await made.commit(0, "triangle", { expectedPly: 0 });
  await page.getByText("Ada has chosen").waitFor({ state: "attached" });
  await made.commit(1, "circle", { expectedPly: 0 });
  await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 2);
  const said = await page.locator("[aria-live]").textContent();
  assert.match(said, /Ada: triangle.*Bob: circle/);
  await close(page);
});

test("a second press asks for nothing more", async () => {
  const open2 = { players: [{ open: {} }, { open: {} }], game: "renju" };
  const { match } = await call("CreateMatch", open2);
  const page = await open(`/match/${match}`);
  await button(page, "Take the open seat").dblclick();
  await button(page, "Take the open seat").waitFor({ state: "detached" });
  const { state } = await call("GetMatch", { match });
  assert.equal(state.players.filter((player) => player.open).length, 1, "one place is taken");
  assert.equal(await page.locator(".problem").count(), 0);
  await close(page);
});

test("an answer for an earlier step is not taken for the present one", async () => {
  const made = await makeMatch("kontranto{board=4x3}");
  await made.commit(0, "triangle", { expectedPly: 0 });
  await made.commit(1, "circle", { expectedPly: 0 });
  const page = await open();
  // The first answer, from which a placement begins, is held back.
  const held = [];
  await page.route("**/ListMoves", async (route) => {
    if (held.length > 0) return route.continue();
    const answered = new Promise((resolve) => held.push(resolve));
    const response = await route.fetch();
    await answered;
    await route.fulfill({ response }).catch(() => {});
  });
  await page.goto(service.url + seat(made, 0));
  await myMove(page);
  while (held.length === 0) await page.waitForTimeout(50);
  await made.commit(0, "c A1 B3 t C1 D3", { expectedPly: 2 });
  await made.commit(1, "c B1 C1 t D2 D3", { expectedPly: 2 });
  await page.locator(".chip").first().waitFor();
  held[0]();
  await page.waitForTimeout(300);
  assert.equal(await page.locator(".chip").count(), 4, "the pieces' step goes on");
  await close(page);
});

test("a match that cannot be reached at first says so, and comes when it can", async () => {
  const made = await makeMatch("renju");
  const page = await open();
  await page.route("**/WatchMatch", (route) => route.abort());
  await page.goto(service.url + seat(made, 0));
  await page.getByRole("alert").getByText("The connection is lost").waitFor();
  await page.unroute("**/WatchMatch");
  await reach(page, "TO_MOVE");
  // A server without matches explains that; trying again would not help.
  const refused = await open();
  await refused.route("**/WatchMatch", async (route) => {
    const detail = { type: "google.rpc.ErrorInfo", value: "CgpOT19NQVRDSEVT" };
    const error = { code: "failed_precondition", message: "it keeps no matches" };
    const end = Buffer.from(JSON.stringify({ error: { ...error, details: [detail] } }));
    const body = Buffer.concat([Buffer.from([2, 0, 0, 0, end.length]), end]);
    await route.fulfill({ body, contentType: "application/connect+json" });
  });
  await refused.goto(`${service.url}/match/${made.match}`);
  await refused.getByText("it keeps no matches").waitFor();
  await close(page, refused);
});

test("a move is drawn before the service has answered, and goes if it is refused", async () => {
  const begun = [
    [0, "h8"],
    [0, "i9"],
  ];
  const made = await makeMatch("renju", begun);
  const page = await open(seat(made, 0));
  await myMove(page);
  let answer;
  const held = new Promise((resolve) => (answer = resolve));
  let commits = 0;
  await page.route("**/CommitMove", async (route) => {
    commits += 1;
    await held;
    await route.continue();
  });
  const black = page.locator(".board > g:first-child circle.fill-first");
  assert.equal(await black.count(), 1);
  await press(page, "j7");
  await black.nth(1).waitFor();
  await press(page, "g7");
  assert.equal(await black.count(), 2, "one move at a time");
  assert.equal(commits, 1);
  assert.equal(await page.locator(".moves li").count(), 2);
  // Meanwhile the game ends, so that the move is late.
  await made.act(1, "RESIGN");
  answer();
  await black.nth(1).waitFor({ state: "detached" });
  await close(page);
});

test("kontranto: six pieces have every move", async () => {
  const rules = "white=cccttt,black=cccttt,board=9x7,zones=none,colour_choice=false";
  const made = await makeMatch(`kontranto{${rules}}`);
  await made.commit(0, "c B2 D2 F2 t B5 D5 F5", { expectedPly: 0 });
  await made.commit(1, "c C4 E4 G4 t C6 E6 G6", { expectedPly: 0 });
  const page = await open(seat(made, 0));
  const chip = (text) => page.locator(".chip", { hasText: text });
  await chip("F5 → ?").waitFor();
  // A list that does not come is asked for again by the next press.
  const unanswered = (route) =>
    route.request().postData().includes("B2-A1") ? route.abort() : route.continue();
  await page.route("**/ListMoves", unanswered);
  await press(page, ">A1");
  await page.locator(".moveboard .problem").waitFor();
  await page.unroute("**/ListMoves", unanswered);
  await press(page, ">A1");
  await chip("B5 → ?").and(page.locator(".chosen")).waitFor();
  // The first piece may be sent elsewhere.
  await chip("B2 → A1").click();
  await press(page, ">C3");
  // The others may go in any order.
  await chip("F5 → ?").click();
  await press(page, ">G6");
  for (const cell of [">C6", ">E3", ">E6", ">G3"]) await press(page, cell);
  await page.locator('[data-action="/confirm"]').click();
  const move = "B2-C3 B5-C6 D2-E3 D5-E6 F2-G3 F5-G6";
  await page.locator(".sealed", { hasText: move }).waitFor();
  await close(page);
});

test("punct: a piece is seen before it is laid, turned, and laid as a bridge", async () => {
  const made = await makeMatch("punct", bridge);
  const page = await open(seat(made, 0));
  await myMove(page);
  await page.locator('.tray button[data-action="L"]').click();
  await page.locator('.place[data-action=">E10"]').hover({ force: true });
  await page.waitForSelector(".preview circle");
  assert.equal(await page.locator('[data-action="/place"]').count(), 0, "nothing is laid yet");
  await pictureAsItIs(page, "punct-preview", ".frame");
  await press(page, ">E10");
  const drawn = () => page.locator(".board > g").first().innerHTML();
  const before = await drawn();
  await page.keyboard.press("r");
  assert.notEqual(await drawn(), before, "it is turned");
  await button(page, "Cancel").click();
  // F5, between the two dots on which the piece will rest, is empty.
  await press(page, "F12");
  await press(page, ">F6");
  while ((await page.locator('[data-action="/place"]').count()) > 0) {
    await page.locator('[data-action="/place"]').click();
  }
  await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 7);
  assert.match(await page.locator(".moves li").last().textContent(), /F12-F6/);
  await picture(page, "punct-bridge", ".frame");
  await close(page);
});

test("tantrix: forced spaces and closed ones, with the reason", async () => {
  const page = await open(`/think#${new URLSearchParams({ record: forced })}`);
  await page.locator(".note-forced").first().waitFor();
  await page.locator(".note-closed").first().waitFor();
  await page.locator(".note-closed").first().hover({ force: true });
  await page.getByText("Closed: on or beside a space that would be filled by force").waitFor();
  await pictureAsItIs(page, "tantrix-closed", ".moveboard");
  await page.locator(".note-forced").first().hover({ force: true });
  await page.getByText("Forced: three tiles touch this space").waitFor();
  // Only a tile that fits may be chosen, and it can be laid on a forced space alone.
  await page.locator(".place.can").first().click({ force: true });
  await page.locator('.place.can[data-action^=">"], [data-action="/place"]').first().waitFor();
  await close(page);
});

test("a board that scrolls stays where it is while a move is made", async () => {
  const made = await makeMatch("renju{opening=free}", [
    [0, "h8"],
    [1, "i9"],
  ]);
  const page = await open(seat(made, 0), { viewport: { width: 360, height: 740 } });
  await myMove(page);
  await button(page, "Larger board").click();
  const frame = page.locator(".frame");
  const left = () => frame.evaluate((one) => one.scrollLeft);
  await frame.evaluate((one) => one.scrollTo(0, 0));
  await press(page, "a1");
  await page.waitForSelector('[data-action="/confirm"]');
  await page.waitForTimeout(200);
  assert.equal(await left(), 0);
  await close(page);
});

test("punct: the letter that turns a piece can be typed", async () => {
  const made = await makeMatch("punct", bridge);
  const page = await open(seat(made, 0));
  await myMove(page);
  await page.locator('.tray button[data-action="L"]').click();
  await press(page, ">E10");
  await page.locator('[data-action="/turn"]').first().waitFor();
  await page.locator("#typed-move").focus();
  await page.keyboard.type("r");
  assert.equal(await page.locator("#typed-move").inputValue(), "r");
  await close(page);
});

test("a rule whose field is emptied is as usual", async () => {
  const page = await open("/play/punct");
  await page.getByText(/rule options/).click();
  const turns = page.locator("label.option", { hasText: "max_plies" }).locator("input");
  await turns.fill("50");
  await turns.blur();
  await page.getByText("punct{max_plies=50}").waitFor();
  await turns.fill("");
  await turns.blur();
  await page.getByText("punct{").waitFor({ state: "detached" });
  await button(page, "Start").click();
  await reach(page, "TO_MOVE");
  await close(page);
});
