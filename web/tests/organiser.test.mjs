// Tournaments: a director's pairings and acts, players by invitation, and what a spectator learns.
import assert from "node:assert/strict";
import { test } from "node:test";
import { repetition } from "./games.mjs";
import {
  button,
  call,
  close,
  field,
  open,
  picture,
  reach,
  service,
  type,
  useBrowser,
} from "./page.mjs";

useBrowser();

const rowOf = (page, names) => page.locator(".event").filter({ hasText: names });

// Fills the form for a new tournament, as far as it differs from the usual.
async function create(page, name, game, more = async () => {}) {
  await page.goto(`${service.url}/tournaments`);
  await page.getByText("New tournament").click();
  await page.getByLabel("Name of the tournament").fill(name);
  await field(page, "Game").selectOption(game);
  await more();
  await button(page, "Create the tournament").click();
  await page.getByText("You direct this tournament").waitFor();
}

async function pair(page, pairs, begin = "When both are there") {
  for (const [i, [first, second]] of pairs.entries()) {
    if (i > 0) await button(page, "Another pair").click();
    const group = page.getByRole("group", { name: `Pair ${i + 1}` });
    await group.getByLabel("First player").fill(first);
    await group.getByLabel("Second player").fill(second);
  }
  await page.getByText(begin).click();
  await button(page, "Add the matches").click();
}

// What only the director may know: the token and the invitations of this tab.
const secretsOf = (page) =>
  page.evaluate(() =>
    Object.entries(sessionStorage).flatMap(([key, value]) =>
      key.startsWith("kvintet.director.") ? [value] : Object.values(JSON.parse(value)).flat(),
    ),
  );

async function act(page, names, name, fill = async () => {}) {
  const row = rowOf(page, names);
  const panel = row.locator(".acting");
  if (!(await panel.isVisible())) await button(row, "Direct").click();
  await button(panel, name).click();
  const dialog = row.getByRole("alertdialog");
  await fill(dialog);
  await dialog.getByLabel("Reason").fill(`for ${name.toLowerCase()}`);
  await button(dialog, `Confirm: ${name}`).click();
  await dialog.waitFor({ state: "detached" });
}

async function invitation(page, names, player) {
  const row = rowOf(page, names);
  await row.locator(`[data-invitation="${player}"] button`).click();
  return page.evaluate(() => navigator.clipboard.readText());
}

test("a round of Renju from its pairings to its table, with a director's acts", async () => {
  const director = await open("/tournaments");
  await create(director, "Spring Cup", "renju", async () => {
    await director.getByText("Time and increment").click();
  });
  const address = new URL(director.url()).pathname;
  await pair(
    director,
    [
      ["Ada", "Bob"],
      ["Cid", "Dora"],
    ],
    "When I start them",
  );
  await rowOf(director, "Ada – Bob").waitFor();
  await picture(director, "organiser-director", "main");
  const links = [
    await invitation(director, "Ada – Bob", 0),
    await invitation(director, "Ada – Bob", 1),
  ];
  const secrets = await secretsOf(director);
  assert.equal(secrets.length, 5, "a token and four invitations");

  // A spectator reads the table and follows a match, and learns no secret.
  const spectator = await open("/");
  const bodies = [];
  spectator.on("response", (answer) =>
    answer
      .text()
      .then((text) => bodies.push(text))
      .catch(() => {}),
  );
  await spectator.goto(service.url + address);
  await rowOf(spectator, "Ada – Bob").waitFor();
  assert.equal(await spectator.getByRole("button", { name: "Direct" }).count(), 0);

  const [ada, bob] = await Promise.all(links.map((link) => open(link.slice(service.url.length))));
  for (const page of [ada, bob]) {
    await button(page, "Take the open seat").click();
    await reach(page, "HELD");
    assert.ok(!page.url().includes("#"), "the invitation leaves the address");
  }
  await button(director, "Start the round").click();
  const calling = director.getByRole("alertdialog");
  assert.match(await calling.textContent(), /2 matches begin or continue/);
  await calling.getByLabel("Reason").fill("Round 1 begins");
  await button(calling, "Confirm: Start the round").click();
  await type(ada, "h8");
  await ada.getByText("Round 1 begins", { exact: true }).waitFor();

  await act(director, "Ada – Bob", "Pause");
  await reach(ada, "HELD");
  await ada.getByText("for pause", { exact: true }).waitFor();
  await button(rowOf(director, "Ada – Bob"), "Adjust the clocks").click();
  await director.getByRole("alertdialog").getByLabel("Bob: minutes to add").fill("5");
  await picture(director, "organiser-act", ".event:has(.acting)");
  await button(director.getByRole("alertdialog"), "Cancel").click();
  await act(director, "Ada – Bob", "Adjust the clocks", (dialog) =>
    dialog.getByLabel("Bob: minutes to add").fill("5"),
  );
  await bob.getByText("Bob +5").waitFor();
  // The next act begins with nothing of the last.
  await button(rowOf(director, "Ada – Bob"), "Adjust the clocks").click();
  const bobs = director.getByRole("alertdialog").getByLabel("Bob: minutes to add");
  assert.equal(await bobs.inputValue(), "0");
  await button(director.getByRole("alertdialog"), "Cancel").click();
  await act(director, "Ada – Bob", "Resume");
  await reach(ada, "TO_MOVE");
  await button(bob, "Resign").click();
  await button(bob.getByRole("alertdialog"), "Resign").click();
  await reach(ada, "OVER");
  await act(director, "Ada – Bob", "Adjust the points", async (dialog) => {
    await dialog.getByLabel("Ada: points").fill("0.5");
    await dialog.getByLabel("Bob: points").fill("0.5");
  });

  await act(director, "Cid – Dora", "Forfeit", (dialog) =>
    dialog.getByLabel("Who loses").selectOption({ label: "Dora" }),
  );
  await act(director, "Cid – Dora", "Make void");
  await act(director, "Cid – Dora", "Play again");
  await director.waitForFunction(() => document.querySelectorAll(".event").length === 3);
  const again = director.locator('.event[data-phase="OPEN"]');
  assert.match(await again.textContent(), /Cid – Dora/);
  assert.equal(await again.locator("[data-invitation]").count(), 2, "the invitations go on");

  await spectator.getByRole("row", { name: /Ada.*0\.5/ }).waitFor();
  await spectator.getByRole("row", { name: /Bob.*0\.5/ }).waitFor();
  await spectator.locator(".event").first().getByRole("link").click();
  await spectator.waitForSelector(".status");
  const stored = await spectator.evaluate(() =>
    JSON.stringify({ ...sessionStorage, ...localStorage }),
  );
  for (const seen of [await spectator.content(), stored, ...bodies]) {
    for (const secret of secrets) assert.ok(!seen.includes(secret));
  }
  await close(director, spectator, ada, bob);
});

test("a decision, a disqualification, and the director goes on elsewhere", async () => {
  const director = await open("/tournaments");
  await create(director, "Tantrix Open", "tantrix");
  await pair(director, [["Eva", "Filip"]]);
  await act(director, "Eva – Filip", "Decide by points", async (dialog) => {
    await dialog.getByLabel("Eva: points").fill("12.5");
    await dialog.getByLabel("Filip: points").fill("7.5");
  });
  await director.getByRole("row", { name: /Eva.*12\.5/ }).waitFor();
  await act(director, "Eva – Filip", "Disqualify", (dialog) =>
    dialog.getByLabel("Who loses").selectOption({ label: "Eva" }),
  );
  await act(director, "Eva – Filip", "Declare a draw");
  await director.getByRole("row", { name: /Filip.*10/ }).waitFor();
  await button(director, "Copy my private link, to direct elsewhere").click();
  const link = await director.evaluate(() => navigator.clipboard.readText());
  const elsewhere = await open(link.slice(service.url.length));
  await elsewhere.getByText("You direct this tournament").waitFor();
  assert.ok(!elsewhere.url().includes("#"), "the token leaves the address");
  await close(director, elsewhere);
});

test("a closed tournament is its director's alone", async () => {
  const director = await open("/tournaments");
  await create(director, "Closed Cup", "renju", async () => {
    await director.getByText("Ties, missed games, section").click();
    await director.getByText("Only the players and the director may watch").click();
  });
  await pair(director, [["Gita", "Hugo"]]);
  await rowOf(director, "Gita – Hugo").getByRole("link").click();
  await director.waitForSelector('.status[data-phase="OPEN"]');
  const stranger = await open(new URL(director.url()).pathname);
  await stranger.getByText("This match is closed").waitFor();
  await button(stranger, "Take the open seat").click();
  await stranger.getByText("No seat is open for you").waitFor();
  await stranger.goto(`${service.url}/tournaments`);
  await stranger.getByRole("heading", { name: "Tournaments" }).waitFor();
  assert.equal(await stranger.getByText("Closed Cup").count(), 0);
  await close(director, stranger);
});

test("Konkvest: the director begins the game anew after a repetition", async () => {
  const director = await open("/tournaments");
  await create(director, "Hourglass", "konkvest");
  await pair(director, [["Iva", "Jan"]]);
  const tokens = [];
  for (const player of [0, 1]) {
    const url = await invitation(director, "Iva – Jan", player);
    const found = /match\/([^#]+)#invitation=(.+)/.exec(url);
    const made = await call("JoinMatch", { match: found[1], invitation: found[2] });
    tokens.push(made.token);
    director.match = found[1];
  }
  for (const [ply, [player, move]] of repetition.entries()) {
    const asked = { match: director.match, token: tokens[player], gameNumber: 1 };
    await call("CommitMove", { ...asked, expectedPly: ply, move });
  }
  await director.reload();
  await act(director, "Iva – Jan", "Begin anew");
  const spectator = await open(`/match/${director.match}`);
  await spectator.getByText("for begin anew", { exact: true }).waitFor();
  await close(director, spectator);
});

const ask = (method, request) => service.call("TournamentService", method, request);

// A tournament with one pair in its first round.
async function onePair(settings, rest = {}) {
  const { tournament, token } = await ask("CreateTournament", { settings });
  const pairs = [{ players: [{ person: "Ada" }, { person: "Bob" }] }];
  const added = await ask("AddMatches", { tournament, token, round: 1, pairs, ...rest });
  assert.ok(added.matches, JSON.stringify(added));
  return { tournament, token, ...added.matches[0] };
}

test("an agent of a round plays rules for which no model exists", async () => {
  const settings = { name: "Free openings", game: "renju{opening=free}" };
  const { tournament, token } = await ask("CreateTournament", { settings });
  const page = await open();
  const answers = ["GetGame", "ListModels"].map((method) => page.waitForResponse(`**/${method}`));
  await page.goto(`${service.url}/tournaments/${tournament}#director=${token}`);
  await page.getByLabel("Person or agent").first().selectOption("agent");
  await Promise.all(answers);
  await page.waitForTimeout(200);
  assert.equal(await page.getByLabel("Strength").count(), 0);
  await pair(page, [["Engine", "Bob"]]);
  await rowOf(page, "Engine – Bob").waitFor();
  await close(page);
});

test("a round begins at a time that is to come", async () => {
  const settings = { name: "Timed", game: "renju" };
  const { tournament, token } = await ask("CreateTournament", { settings });
  const page = await open(`/tournaments/${tournament}#director=${token}`);
  await page.getByText("At a time").click();
  const time = page.getByLabel("Start", { exact: true });
  await time.fill("2020-01-01T10:00");
  assert.ok(await time.evaluate((field) => field.validity.rangeUnderflow));
  const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 16);
  await time.fill(tomorrow);
  assert.ok(await time.evaluate((field) => field.validity.valid));
  await pair(page, [["Ada", "Bob"]], "At a time");
  await rowOf(page, "Ada – Bob").waitFor();
  const invited = await invitation(page, "Ada – Bob", 0);
  const ada = await open(invited.slice(service.url.length));
  await button(ada, "Take the open seat").click();
  await button(ada, "I am ready").click();
  await button(ada, "I am ready").waitFor({ state: "detached" });
  await close(page, ada);
});

test("a match that ended before its game began offers no report of it", async () => {
  const { match, token, invitations } = await onePair({ name: "Cup", game: "renju" });
  const joined = await call("JoinMatch", { match, invitation: invitations[0] });
  await ask("Forfeit", { match, token, player: 1, reason: "late" });
  const page = await open(`/match/${match}#seat=${joined.token}`);
  await reach(page, "OVER");
  assert.match(await page.locator(".status").textContent(), /You have won/);
  for (const name of ["Rematch", "Report", "Report as PDF"]) {
    assert.equal(await button(page, name).count(), 0, name);
  }
  assert.equal(await page.locator("aside").getByRole("link", { name: "Review" }).count(), 0);
  await close(page);
});

test("players go on in the match that is played in place of a void one", async () => {
  const { match, token, invitations } = await onePair({ name: "Cup", game: "renju" });
  const ada = await open(`/match/${match}#invitation=${invitations[0]}`);
  await button(ada, "Take the open seat").click();
  await button(ada, "Copy my private link, to continue elsewhere").waitFor();
  const bob = await open(`/match/${match}#invitation=${invitations[1]}`);
  await button(bob, "Take the open seat").waitFor();
  await ask("VoidMatch", { match, token, reason: "a wrong board" });
  await ask("ReplayMatch", { match, token, reason: "once more" });
  for (const page of [ada, bob]) await page.getByRole("link", { name: "The new match" }).click();
  await button(ada, "Copy my private link, to continue elsewhere").waitFor();
  await button(bob, "Take the open seat").click();
  await type(ada, "h8");
  await close(ada, bob);
});

test("a tournament says whether it is closed or the link is wrong", async () => {
  const shown = await onePair({ name: "Open Cup", game: "renju" });
  const page = await open(`/tournaments/${shown.tournament}#director=${shown.token.slice(1)}`);
  await page.getByText("The private link is not valid here").waitFor();
  await rowOf(page, "Ada – Bob").waitFor();
  assert.equal(await button(page, "Direct").count(), 0);
  const hidden = await onePair({ name: "Closed Cup", game: "renju", closed: true });
  await page.goto(`${service.url}/tournaments/${hidden.tournament}`);
  await page.getByText("This tournament is closed").waitFor();
  await page.goto(`${service.url}/review/${hidden.match}`);
  await page.getByText("This match is closed").waitFor();
  await close(page);
});

test("an invitation to a closed tournament is taken up", async () => {
  const settings = { name: "Club evening", game: "tantrix", closed: true };
  const { match, invitations } = await onePair(settings);
  const page = await open(`/match/${match}#invitation=${invitations[1]}`);
  await page.getByText("This match is closed").waitFor();
  assert.equal(await page.getByLabel("Your name").count(), 0, "the director has named the player");
  await page.getByText("Tantrix: Colours").click();
  await page.getByLabel("First choice").selectOption("green");
  await button(page, "Take the open seat").click();
  await reach(page, "OPEN");
  await page.getByRole("region", { name: "Bob" }).waitFor();
  await close(page);
});

test("a director who plays in a closed tournament keeps the seat", async () => {
  const settings = { name: "Club evening", game: "renju", closed: true };
  const { tournament, token, match, invitations } = await onePair(settings);
  const page = await open(`/match/${match}#invitation=${invitations[0]}`);
  await button(page, "Take the open seat").waitFor();
  await page.goto(`${service.url}/tournaments/${tournament}#director=${token}`);
  await page.getByRole("link", { name: "Ada – Bob" }).click();
  await button(page, "Take the open seat").click();
  await button(page, "Copy my private link, to continue elsewhere").waitFor();
  await page.goto(`${service.url}/tournaments/${tournament}`);
  await page.getByRole("link", { name: "Ada – Bob" }).click();
  await page.locator(".status").waitFor();
  await button(page, "Copy my private link, to continue elsewhere").waitFor();
  await close(page);
});
