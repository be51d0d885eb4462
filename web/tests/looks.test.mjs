// Looks: every view in several widths, themes and languages; axe-core finds nothing serious.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { test } from "node:test";
import { seriousOn, tooWide } from "./axe.mjs";
import {
  begin,
  call,
  close,
  five,
  long,
  open,
  picture,
  service,
  speak,
  useBrowser,
} from "./page.mjs";

useBrowser();

const shots = new URL("../../build/web-shots/", import.meta.url).pathname;
const words = {
  hr: "Odaberi igru",
  bs: "Izaberi igru",
  cs: "Vyber si hru",
  hu: "Válassz játékot",
};
const views = [
  ["/", "home"],
  ["/play/tantrix", "setup"],
  ["/think", "think", ".candidates tbody tr"],
  ["/review", "review"],
  ["/tournaments", "tournaments"],
];
// The smallest screen in dark colours is the strictest look; the others are like it.
const looks = long
  ? ["light", "dark"].flatMap((scheme) => [360, 768, 1440].map((width) => [scheme, width]))
  : [
      ["dark", 360],
      ["light", 1440],
    ];

// `last`: what comes last on a page that is never done, since a stream goes on for as long as one
// looks.
async function check(page, name, last) {
  if (last) await page.locator(last).first().waitFor();
  else await page.waitForLoadState("networkidle", { timeout: 3000 }).catch(() => {});
  await page.screenshot({ path: `${shots}${name}.png`, fullPage: true });
  assert.deepEqual(await seriousOn(page, name), []);
  const wide = await tooWide(page);
  assert.ok(wide <= 0, `${name} is ${wide} px too wide`);
}

// A tournament with a table, as its director sees it.
async function directed() {
  const ask = (method, request) => service.call("TournamentService", method, request);
  const settings = { name: "Spring Cup", game: "tantrix" };
  const { tournament, token } = await ask("CreateTournament", { settings });
  const pairs = [
    ["Ada", "Bob"],
    ["Cid", "Dora"],
    ["Eva", "Filip"],
  ].map((names) => ({ players: names.map((person) => ({ person })) }));
  const { matches } = await ask("AddMatches", { tournament, token, round: 1, pairs });
  const decide = (match, points) =>
    ask("DecideMatch", { match, token, reason: "25 minutes", verdict: "VERDICT_POINTS", points });
  await decide(matches[0].match, [14.7, 5.3]);
  await decide(matches[1].match, [8, 12]);
  return { path: `/tournaments/${tournament}`, token };
}

mkdirSync(shots, { recursive: true });

for (const [scheme, width] of looks) {
  test(`axe finds nothing serious at ${width}, ${scheme}`, async () => {
    const viewport = { width, height: 900 };
    const page = await open("/", { bypassCSP: true, colorScheme: scheme, viewport });
    for (const [path, name, last] of views) {
      await page.goto("about:blank");
      await page.goto(service.url + path);
      await page.locator("h1").first().waitFor();
      await check(page, `${name}-${width}-${scheme}`, last);
    }
    const places = { game: "tantrix", players: [{ open: {} }, { open: {} }], closed: true };
    const { match } = await call("CreateMatch", places);
    await page.goto(`${service.url}/match/${match}`);
    await page.getByText("Tantrix: Colours").click();
    await check(page, `closed-${width}-${scheme}`);
    const { path, token } = await directed();
    await page.goto("about:blank");
    await page.goto(`${service.url}${path}#director=${token}`);
    await page.getByRole("row", { name: /Ada/ }).waitFor();
    await page.getByText("Add pairings").click();
    await page.getByRole("button", { name: "Direct" }).last().click();
    await page.getByRole("button", { name: "Forfeit" }).click();
    await check(page, `tournament-${width}-${scheme}`);
    for (const game of long ? five : ["renju"]) {
      await begin(page, game);
      await check(page, `${game}-${width}-${scheme}`, ".board .place");
    }
    await close(page);
  });
}

test("everyone reads the table of a tournament", async () => {
  const { path } = await directed();
  const page = await open(path);
  await page.getByRole("row", { name: /Ada.*14\.7/ }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Direct" }).count(), 0);
  await picture(page, "organiser-table", "main");
  await close(page);
});

test("every language is complete on the page", async () => {
  const page = await open();
  await page.getByRole("heading", { name: "Choose a game" }).waitFor();
  await picture(page, "home");
  for (const [language, word] of Object.entries(words)) {
    await speak(page, language);
    await page.getByRole("heading", { name: word }).waitFor();
  }
  await close(page);
});

// Words differ in length between languages; none may stick out.
test("no language makes a page too wide", async () => {
  const page = await open("/", { viewport: { width: 360, height: 740 } });
  for (const language of long ? Object.keys(words) : ["hu"]) {
    await page.goto(service.url);
    await speak(page, language);
    for (const [path, name] of views) {
      await page.goto(service.url + path);
      await page.locator("h1").first().waitFor();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      await page.screenshot({ path: `${shots}${name}-${language}.png`, fullPage: true });
      assert.ok(wide <= 0, `${name} is ${wide} px too wide in ${language}`);
    }
  }
  await close(page);
});
