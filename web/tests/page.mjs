// Pages of a browser in front of one service, for the tests of a file.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { after, afterEach, before } from "node:test";
import { chromium } from "playwright-core";
import { smaller } from "./png.mjs";
import { Service } from "./service.mjs";

export const five = ["renju", "kontranto", "punct", "konkvest", "tantrix"];
// Whole games, all widths, themes and languages; otherwise each kind of thing once.
export const long = process.env.KVINTET_LONG === "1";
export const service = new Service();

// A step on a busy machine may take this long; what does not come by then does not come.
const patienceMs = Number(process.env.KVINTET_PATIENCE_MS ?? 120_000);
// A folder: the tests take the pictures of docs/page.md.
const pictures = process.env.KVINTET_PICTURES;
let browser;

// A browser: CHROMIUM, or Debian's.
export const launch = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
    timeout: patienceMs,
  });

// Starts the service and the browser before the tests of the file, and ends them after.
export function useBrowser() {
  before(async () => {
    if (pictures) mkdirSync(pictures, { recursive: true });
    await service.start();
    browser = await launch();
  });
  // A test that has failed leaves pages open.
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
  after(async () => {
    await browser?.close();
    service.stop();
  });
}

// A page of a reader of its own, which notes faults, requests to other hosts and queries.
export async function open(path = "/", options = {}) {
  const context = await browser.newContext({
    viewport: { width: 1024, height: 768 },
    reducedMotion: "reduce",
    permissions: ["clipboard-read", "clipboard-write"],
    ...options,
  });
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(error.message));
  page.on("request", (request) => {
    const { origin, search, protocol } = new URL(request.url());
    if (protocol === "blob:") return;
    if (origin !== service.url) page.faults.push(`asks another host: ${origin}`);
    if (search) page.faults.push(`a query: ${search}`);
  });
  page.on("console", (message) => {
    if (/Content Security Policy/.test(message.text())) page.faults.push(message.text());
  });
  await page.goto(service.url + path);
  return page;
}

export async function close(...pages) {
  for (const page of pages) {
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
}

// Begins a match with the usual settings of a game.
export async function begin(page, game) {
  await page.goto(`${service.url}/play/${game}`);
  await page.locator("button.large").click();
  await page.waitForSelector(".status");
}

export const call = (method, request) => service.call("MatchService", method, request);

// A match between persons, with their tokens; `moves` are pairs of a player and a move.
export async function makeMatch(game, moves = [], rest = {}) {
  const players = [{ person: "Ada" }, { person: "Bob" }];
  const made = await call("CreateMatch", { game, players, ...rest });
  assert.ok(made.match, JSON.stringify(made));
  const { match, tokens } = made;
  let ply = 0;
  const commit = async (player, move, other = {}) => {
    const asked = { match, token: tokens[player], gameNumber: 1, expectedPly: ply, move };
    const answer = await call("CommitMove", { ...asked, ...other });
    assert.ok(!answer.code, `${move}: ${JSON.stringify(answer)}`);
    if (other.expectedPly === undefined) ply += 1;
  };
  const act = async (player, kind) => {
    const asked = { match, token: tokens[player], gameNumber: 1, kind: `KIND_${kind}` };
    const answer = await call("Act", asked);
    assert.ok(!answer.code, `${kind}: ${JSON.stringify(answer)}`);
  };
  for (const [player, move] of moves) await commit(player, move);
  return { match, tokens, commit, act };
}

// Presses a place of the board.
export const press = (page, place) =>
  page.locator(`.place[data-action="${place}"]`).first().click({ force: true });

// Chooses the language of a page.
export async function speak(page, language) {
  await page.locator(".preferences > button").click();
  await page.locator("#preferences select").first().selectOption(language);
  await page.keyboard.press("Escape");
  await page.waitForFunction((code) => document.documentElement.lang.startsWith(code), language);
}

export const reach = (page, phase) => page.waitForSelector(`.status[data-phase="${phase}"]`);

export const myMove = (page) => page.waitForSelector('.status[data-moving="true"]');

// Types a whole move and plays it. Returns when the page shows it, or that others are to act.
export async function type(page, move) {
  await myMove(page);
  const before = await page.locator(".moves li").count();
  await page.locator("#typed-move").fill(move);
  await page.locator(".typed button").click();
  await page.waitForFunction(
    (moves) =>
      document.querySelectorAll(".moves li").length > moves ||
      !document.querySelector('.status[data-moving="true"]'),
    before,
  );
}

// The field whose label says this and nothing else.
export const field = (page, label) =>
  page
    .locator("label", { has: page.getByText(label, { exact: true }) })
    .locator("input, select, textarea");

export const button = (page, name) => page.getByRole("button", { name, exact: true });

// Takes the picture of a point of docs/page.md, of a part of the page or of all that is in sight.
export async function picture(page, name, part) {
  if (!pictures) return;
  await page.mouse.move(0, 0);
  await page.waitForTimeout(300);
  await keep(name, part ? await page.locator(part).first().screenshot() : await page.screenshot());
}

// The same without moving the mouse away, for what shows under it.
export async function pictureAsItIs(page, name, part) {
  if (!pictures) return;
  await keep(name, await page.locator(part).first().screenshot());
}

function keep(name, file) {
  const small = smaller(file);
  assert.ok(small.length <= 60 * 1024, `${name} has ${small.length} bytes`);
  writeFileSync(join(resolve(pictures), `${name}.png`), small);
}
