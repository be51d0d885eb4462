// Frame: what holds on every page, and what the page does where the browser refuses something.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as pages from "./page.mjs";

const { button, close, makeMatch, open, service, speak, useBrowser } = pages;

useBrowser();

test("the link to the content leaves the page and its address as they are", async () => {
  const record = new URLSearchParams({ record: "renju{opening=free}; 0 h8; 1 i9" });
  const page = await open(`/think#${record}`);
  await page.locator(".tree [aria-current]", { hasText: "i9" }).waitFor();
  const before = page.url();
  await page.locator(".skip").focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.id === "main");
  assert.equal(page.url(), before);
  await page.locator(".tree [aria-current]", { hasText: "i9" }).waitFor();
  await close(page);
});

test("an address that is not encoded well has a page too", async () => {
  const page = await open("/play/%E0%A4%A");
  await page.locator("h1").waitFor();
  await close(page);
});

test("a browser that keeps nothing can play", async () => {
  const page = await open();
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage"]) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException("The operation is insecure.", "SecurityError");
        },
      });
    }
  });
  await page.goto(service.url);
  await page.locator(".preferences > button").click();
  await page.getByLabel("Appearance").selectOption("dark");
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  await page.locator('.games a[href="/play/renju"]').click();
  await page.locator("button.large").click();
  await page.waitForSelector('.status[data-moving="true"]');
  await close(page);
});

test("a page whose code does not come says so", async () => {
  const page = await open();
  await page.route("**/assets/Review-*.js", (route) => route.abort());
  await page.getByRole("link", { name: "Review" }).click();
  await page.getByRole("alert").waitFor();
  await page.getByRole("link", { name: "Tournaments" }).click();
  await page.getByRole("heading", { name: "Tournaments" }).waitFor();
  await close(page);
});

test("the language that was chosen last is shown, in whatever order they come", async () => {
  const page = await open();
  await page.route("**/assets/hr-*.js", async (route) => {
    await page.waitForFunction(() => document.documentElement.lang === "cs");
    await route.continue();
  });
  const come = page.waitForResponse(/assets\/hr-/);
  await page.locator(".preferences > button").click();
  await page.locator("#preferences select").first().selectOption("hr");
  await page.locator("#preferences select").first().selectOption("cs");
  await come;
  await page.getByText("Vyber si hru").waitFor();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  assert.equal(await page.evaluate(() => document.documentElement.lang), "cs");
  await close(page);
});

test("two tabs have the same settings", async () => {
  const page = await open();
  const other = await page.context().newPage();
  await other.goto(service.url);
  await page.locator(".preferences > button").click();
  await page.getByLabel("Appearance").selectOption("dark");
  await other.waitForFunction(() => document.documentElement.dataset.theme === "dark");
  // What the other tab changes leaves this change as it is.
  await other.locator(".preferences > button").click();
  await other.getByLabel("Sound").check();
  await page.reload();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  await close(page);
});

test("what the browser refuses is said, and stops nothing else", async () => {
  const page = await open();
  await page.addInitScript(() => {
    const refuse = () => Promise.reject(new DOMException("Not allowed.", "NotAllowedError"));
    Object.defineProperty(navigator, "clipboard", { value: { writeText: refuse } });
    // As Safari does after 100 changes in a short time.
    history.replaceState = () => {
      throw new DOMException("Too many calls.", "SecurityError");
    };
  });
  const record = new URLSearchParams({ record: "renju{opening=free}; 0 h8; 1 i9" });
  await page.goto(`${service.url}/review#${record}`);
  await button(page, "Copy a link").click();
  const shown = page.getByRole("alert").getByLabel("The browser has not copied the link");
  assert.equal(await shown.inputValue(), `${service.url}/review#${record}`);
  await page.getByRole("link", { name: "Think" }).last().click();
  await page.locator(".tree [aria-current]", { hasText: "i9" }).waitFor();
  await page.locator(".candidates tbody tr").first().waitFor();
  await button(page, "Back").click();
  await page.waitForFunction(() => document.querySelectorAll(".board .place.can").length > 223);
  await close(page);
});

test("a link that is copied is announced; without a clipboard it is shown", async () => {
  const made = await makeMatch("renju");
  const page = await open(`/match/${made.match}#seat=${made.tokens[0]}`);
  const link = `${service.url}/match/${made.match}#seat=${made.tokens[0]}`;
  await button(page, "Copy my private link, to continue elsewhere").click();
  await page.locator("[aria-live]", { hasText: "Copied" }).waitFor({ state: "attached" });
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), link);
  const said = () => page.locator("[aria-live]").textContent();
  const before = await said();
  await button(page, "Copied").click();
  await page.waitForFunction(
    (text) => document.querySelector("[aria-live]").textContent !== text,
    before,
  );
  assert.equal((await said()).trim(), "Copied");
  // As for a page that came over plain HTTP from another machine.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, "clipboard", { value: undefined }),
  );
  await page.reload();
  await button(page, "Copy my private link, to continue elsewhere").click();
  const shown = page.getByRole("alert").getByLabel("The browser has not copied the link");
  assert.equal(await shown.inputValue(), link);
  await close(page);
});

const titled = (page, title) => page.waitForFunction((wanted) => document.title === wanted, title);

test("each page has a title of its own, in the reader's language", async () => {
  const { tournament } = await service.call("TournamentService", "CreateTournament", {
    settings: { name: "Spring Cup", game: "renju" },
  });
  const titles = [
    ["/", "Choose a game", "Vyber si hru"],
    ["/play/renju", "Renju · New match", "Renju · Nová partie"],
    ["/think", "Renju · Think", "Renju · Přemýšlet"],
    ["/think#record=kontranto", "Kontranto · Think", "Kontranto · Přemýšlet"],
    ["/review", "Review", "Rozbor"],
    ["/review#record=renju;+0+h8", "Renju · Review", "Renju · Rozbor"],
    ["/tournaments", "Tournaments", "Turnaje"],
    [`/tournaments/${tournament}`, "Spring Cup · Tournaments", "Spring Cup · Turnaje"],
    ["/runs", "Training runs", "Tréninky"],
    ["/runs/first", "first · Training runs", "first · Tréninky"],
    ["/studies", "Balance studies", "Studie vyváženosti"],
    ["/studies/first", "first · Balance studies", "first · Studie vyváženosti"],
  ];
  const page = await open();
  for (const [path, english] of titles) {
    await page.goto("about:blank");
    await page.goto(service.url + path);
    await titled(page, `${english} · Kvintet`);
  }
  await speak(page, "cs");
  for (const [path, , czech] of titles) {
    await page.goto("about:blank");
    await page.goto(service.url + path);
    await titled(page, `${czech} · Kvintet`);
  }
  // A link of the page changes it too, and so does the way back.
  await page.locator(".brand").click();
  await titled(page, "Vyber si hru · Kvintet");
  await page.goBack();
  await titled(page, "first · Studie vyváženosti · Kvintet");
  await close(page);
});

test("the title of a match says when it is the reader's turn", async () => {
  const made = await makeMatch("renju{opening=free}");
  const page = await open(`/match/${made.match}#seat=${made.tokens[0]}`);
  await titled(page, "Your move · Renju · Kvintet");
  await made.commit(0, "h8");
  await titled(page, "Renju · Kvintet");
  await made.commit(1, "h9");
  await titled(page, "Your move · Renju · Kvintet");
  await page.goto(`${service.url}/match/${"0".repeat(32)}`);
  await titled(page, "This match cannot be shown · Kvintet");
  await close(page);
});

test("on plain HTTP, where a browser checks no seals, choices are shown", async () => {
  const made = await makeMatch("kontranto{board=4x3}");
  for (const player of [0, 1]) await made.commit(player, "circle", { expectedPly: 0 });
  const page = await open();
  await page.addInitScript(() => Object.defineProperty(crypto, "subtle", { value: undefined }));
  await page.goto(`${service.url}/match/${made.match}`);
  await page.locator(".sealed").nth(1).waitFor();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
  await close(page);
});

test("Escape closes the settings and gives the focus back to their button", async () => {
  const page = await open();
  await button(page, "Settings").click();
  await page.getByLabel("Appearance").focus();
  await page.keyboard.press("Escape");
  await page.getByLabel("Appearance").waitFor({ state: "hidden" });
  assert.equal(await page.evaluate(() => document.activeElement.textContent.trim()), "Settings");
  await close(page);
});

test("a language whose texts do not come is not the chosen one", async () => {
  const page = await open();
  await page.route("**/assets/hr-*.js", (route) => route.abort());
  await button(page, "Settings").click();
  const language = page.locator("#preferences select").first();
  await language.selectOption("hr");
  await page.waitForFunction(() => document.querySelector("#preferences select").value === "en");
  await page.unroute("**/assets/hr-*.js");
  await language.selectOption("cs");
  await page.getByText("Vyber si hru").waitFor();
  await close(page);
});

test("what the server says is marked as English on a page in another language", async () => {
  const page = await open();
  await speak(page, "hr");
  await page.goto(`${service.url}/match/${"0".repeat(32)}`);
  await page.locator('.problem[lang="en"]').waitFor();
  await page.goto(`${service.url}/tournaments/${"0".repeat(32)}`);
  await page.locator('.problem[lang="en"]').waitFor();
  await close(page);
});
