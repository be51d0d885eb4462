// The page in Chromium against a service of its own: whole games, lost connections, secrecy,
// accessibility. Needs the built bundle and the program `kvintet` (KVINTET=path).
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { Player } from "./player.mjs";
import { Service } from "./service.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const shots = new URL("../../build/web-shots/", import.meta.url).pathname;
const five = ["renju", "kontranto", "punct", "konkvest", "tantrix"];
const service = new Service();
let browser;

before(async () => {
  mkdirSync(shots, { recursive: true });
  await service.start();
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });
});

after(async () => {
  await browser?.close();
  service.stop();
});

// A page of a reader of its own, which reports faults and asks no other host.
async function open(path = "/", options = {}) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    bypassCSP: options.bypassCSP ?? false,
    ...options,
  });
  const page = await context.newPage();
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(error.message));
  page.on("request", (request) => {
    const { origin, search } = new URL(request.url());
    if (origin !== service.url) page.faults.push(`asks another host: ${origin}`);
    if (search) page.faults.push(`a query: ${search}`);
  });
  page.on("console", (message) => {
    if (/Content Security Policy/.test(message.text())) page.faults.push(message.text());
  });
  await page.goto(service.url + path);
  return page;
}

async function begin(page, game) {
  await page.goto(`${service.url}/play/${game}`);
  await page.locator("button.large").click();
  await page.waitForSelector(".status");
}

// Makes matches as another client would.
async function call(method, request) {
  const answer = await fetch(`${service.url}/kvintet.v1.MatchService/${method}`, {
    method: "POST",
    headers: { "content-type": "application/json", "connect-protocol-version": "1" },
    body: JSON.stringify(request),
  });
  return answer.json();
}

const close = async (page) => {
  assert.deepEqual(page.faults, []);
  await page.context().close();
};

for (const game of five) {
  test(`a whole game of ${game} by mouse`, async () => {
    const page = await open();
    await begin(page, game);
    const { phases } = await new Player(page, "mouse").play(900);
    assert.ok(phases.includes("OVER"), `ends, after ${phases}`);
    await page.screenshot({ path: `${shots}${game}.png` });
    await close(page);
  });
}

test("a whole game of renju by keyboard", async () => {
  const page = await open();
  await begin(page, "renju");
  const { phases } = await new Player(page, "keyboard").play(300);
  assert.ok(phases.includes("OVER"));
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
  const made = await call("CreateMatch", {
    game: "kontranto{board=4x3}",
    players: [{ person: "Ada" }, { person: "Bob" }],
  });
  const { match, tokens } = made;
  const commit = (player, expectedPly, move) =>
    call("CommitMove", { match, token: tokens[player], gameNumber: 1, expectedPly, move });
  for (const [stage, pair] of choices.entries()) {
    for (const player of [0, 1]) await commit(player, 2 * stage, pair[player]);
  }
  const page = await open(`/match/${match}#seat=${tokens[0]}`);
  assert.ok(!page.url().includes(tokens[0]), "the token leaves the address");
  await page.getByRole("button", { name: "Begin the two-step" }).click();
  await call("Act", { match, token: tokens[1], gameNumber: 1, kind: "KIND_CONSENT" });
  for (const [ply, choice] of [
    [10, "triangle"],
    [12, "stay"],
  ]) {
    await page.locator(`.tray button[data-action="${choice}"]`).click();
    await page.locator('[data-action="/confirm"]').click();
    await page.waitForSelector(".sealed");
    await commit(1, ply, choice);
  }
  await page.waitForSelector('.status[data-phase="OVER"]');
  assert.match(await page.locator(".status").textContent(), /final two-step/);
  await close(page);
});

test("moves as text, a draw between persons, and a rematch", async () => {
  const ada = await open();
  await ada.goto(`${service.url}/play/renju`);
  await ada.getByText("A person, by link").click();
  await ada.locator("button.large").click();
  await ada.waitForSelector('.status[data-phase="OPEN"]');
  const link = ada.url();
  const bob = await open(new URL(link).pathname);
  await bob.getByRole("button", { name: "Take the open seat" }).click();
  const type = async (page, move) => {
    await page.waitForSelector('.status[data-moving="true"]');
    await page.locator("#typed-move").fill(move);
    await page.locator(".typed button").click();
  };
  for (const stone of ["h8", "i9", "j7"]) await type(ada, stone);
  await type(bob, "keep");
  await bob.waitForSelector('.status[data-moving="true"]');
  await bob.getByText("Offer a draw with the move").click();
  await type(bob, "g7");
  await ada.getByRole("button", { name: "Accept the draw" }).click();
  await bob.waitForSelector('.status[data-phase="OVER"]');
  assert.match(await ada.locator(".status").textContent(), /A draw/);
  for (const page of [ada, bob]) await page.getByRole("button", { name: "Rematch" }).click();
  await bob.waitForSelector('.status[data-moving="true"]');
  await bob.getByRole("button", { name: "Resign", exact: true }).click();
  await bob.getByRole("alertdialog").getByRole("button", { name: "Resign" }).click();
  await ada.waitForSelector('.status[data-phase="OVER"]');
  assert.match(await ada.locator(".status").textContent(), /You have won/);
  await close(ada);
  await close(bob);
});

test("a small screen asks for a second press", async () => {
  const page = await open("/", { viewport: { width: 360, height: 740 }, hasTouch: true });
  await begin(page, "renju");
  await page.locator('[data-action="h8"]').tap({ force: true });
  await page.waitForSelector('[data-action="/confirm"]');
  assert.equal(await page.locator(".moves li").count(), 0);
  await page.locator('.place[data-action="/confirm"]').tap({ force: true });
  await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 1);
  await close(page);
});

test("two agents are watched, and Tantrix is paused and goes on", async () => {
  const page = await open();
  await page.goto(`${service.url}/play/renju`);
  await page.getByText("Watch two agents").click();
  await page.locator("button.large").click();
  await page.waitForSelector('.status[data-phase="OVER"]', { timeout: 60_000 });
  assert.match(await page.locator(".status").textContent(), /seat has won|A draw/);
  await begin(page, "tantrix");
  await page.getByRole("button", { name: "I am ready" }).click();
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Pause", exact: true }).click();
  await page.waitForSelector('.status[data-phase="PAUSED"]');
  await page.getByRole("button", { name: "Go on", exact: true }).click();
  await page.waitForSelector('.status[data-phase="TO_MOVE"]');
  await close(page);
});

test("a spectator learns neither a sealed choice nor a rack", async () => {
  const made = await call("CreateMatch", {
    game: "kontranto",
    players: [{ person: "Ada" }, { agent: { level: 1 } }],
  });
  const player = await open(`/match/${made.match}#seat=${made.tokens[0]}`);
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
  await close(player);
  await close(spectator);
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
  await service.restart();
  await page.waitForSelector(".lost", { state: "detached", timeout: 30_000 });
  assert.deepEqual(await page.locator(".moves li").allInnerTexts(), before);
  const { phases } = await player.play(300);
  assert.ok(phases.includes("OVER"));
  await page.reload();
  await page.waitForSelector('.status[data-phase="OVER"]');
  await close(page);
});

test("think analyses, and refuses a match in play; review marks mistakes", async () => {
  const record =
    "renju; 0 h8; 0 i9; 0 j7; 1 keep; 1 g7; 0 h9+h10; 1 h9; 1 a1; 0 h10; 1 a3; 0 h11; 1 a5; 0 h12";
  const page = await open(`/review#${new URLSearchParams({ record })}`);
  await page.getByRole("button", { name: "Review the game" }).click();
  await page.waitForSelector(".summary");
  assert.ok((await page.locator(".graph circle").count()) > 0);
  await page.keyboard.press("p");
  await page.waitForSelector(".verdict");
  await page.getByRole("link", { name: "Think" }).last().click();
  await page.waitForSelector(".candidates tbody tr");
  await page.waitForSelector(".board .best");
  await close(page);

  const made = await call("CreateMatch", {
    game: "renju",
    players: [{ person: "A" }, { person: "B" }],
  });
  const moves = [
    ...[0, 0, 0].map((player, i) => [player, ["h8", "i9", "j7"][i]]),
    ...[
      [1, "keep"],
      [1, "g7"],
      [0, "h9+h10"],
      [1, "h9"],
      [1, "b1"],
    ],
  ];
  for (const [ply, [player, move]] of moves.entries()) {
    const token = made.tokens[player];
    await call("CommitMove", { match: made.match, token, gameNumber: 1, expectedPly: ply, move });
  }
  const { state } = await call("GetMatch", { match: made.match, token: made.tokens[0] });
  const live = state.description.seatRecord;
  const asking = await open(`/think#${new URLSearchParams({ record: live })}`);
  await asking.getByText("belongs to a match in play").waitFor();
  await close(asking);
});

const views = [
  ["/", "home"],
  ["/play/tantrix", "setup"],
  ["/think", "think"],
  ["/review", "review"],
];

for (const scheme of ["light", "dark"]) {
  for (const width of [360, 768, 1440]) {
    test(`axe finds nothing serious at ${width}, ${scheme}`, async () => {
      const page = await open("/", {
        bypassCSP: true,
        colorScheme: scheme,
        viewport: { width, height: 900 },
      });
      const check = async (name) => {
        await page.waitForTimeout(800);
        await page.screenshot({ path: `${shots}${name}-${width}-${scheme}.png`, fullPage: true });
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => window.axe.run());
        const found = violations
          .filter(({ impact }) => impact === "serious" || impact === "critical")
          .map(({ id, nodes }) => `${name}: ${id}: ${nodes[0].html.slice(0, 160)}`);
        assert.deepEqual(found, []);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${name} is ${wide} px too wide`);
      };
      for (const [path, name] of views) {
        await page.goto("about:blank");
        await page.goto(service.url + path);
        await check(name);
      }
      for (const game of five) {
        await begin(page, game);
        await check(game);
      }
      await close(page);
    });
  }
}

test("every language is complete on the page", async () => {
  const page = await open();
  for (const [code, word] of [
    ["hr", "Odaberi igru"],
    ["bs", "Izaberi igru"],
    ["cs", "Vyber si hru"],
    ["hu", "Válassz játékot"],
  ]) {
    await page.getByRole("button").last().click();
    await page.locator("#preferences select").first().selectOption(code);
    await page.getByRole("heading", { name: word }).waitFor();
    await page.keyboard.press("Escape");
  }
  await close(page);
});
