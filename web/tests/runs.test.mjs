// Runs and studies in Chromium, from the program's own door: a run while it trains, a server that
// comes back, a study, damaged runs, accessibility. Needs the program `kvintet` (KVINTET=path) with
// the built bundle in it.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { seriousOn, tooWide } from "./axe.mjs";
import { Reports } from "./reports.mjs";

const shots = new URL("../../build/web-shots/", import.meta.url).pathname;
const reports = new Reports();
let browser;

before(async () => {
  mkdirSync(shots, { recursive: true });
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });
});

after(async () => {
  await browser?.close();
  reports.stop();
});

// A page that reports faults and asks no other host.
async function open(path, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(error.message));
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== reports.url) page.faults.push(request.url());
  });
  page.on("console", (message) => {
    if (/Content Security Policy/.test(message.text())) page.faults.push(message.text());
  });
  await page.goto(reports.url + path);
  return page;
}

const close = async (page) => {
  assert.deepEqual(page.faults, []);
  await page.context().close();
};

// The table of the policy loss, which has a row for each point of its curve.
const policyLoss = (page) => page.locator(".curves", { hasText: "Policy loss" });
// The games at which the curve ends. They grow with each point; the number of points does not, since
// a long history is thinned out.
const curveEnd = async (page) => {
  const rows = await policyLoss(page).locator("tbody th").allTextContents();
  return Number((rows.at(-1) ?? "0").replace(/\D/g, ""));
};
const games = async (page) =>
  Number((await page.locator('[data-figure="games"]').textContent()).replace(/\D/g, ""));
const until = async (what, meets, ms = 30_000) => {
  const end = Date.now() + ms;
  let found;
  do {
    found = await what();
    if (meets(found)) return found;
    await new Promise((resolve) => setTimeout(resolve, 200));
  } while (Date.now() < end);
  throw new Error(`waited for ${what}, found ${found}`);
};

test("the start page has no links to what the server does not show", async () => {
  await reports.serve(0, false);
  const page = await open("/");
  await page.locator(".games a").first().waitFor();
  await page.waitForLoadState("networkidle");
  assert.equal(await page.locator('a[href="/runs"], a[href="/studies"]').count(), 0);
  await page.goto(`${reports.url}/runs`);
  await page.getByText("This server shows no runs.").waitFor();
  await close(page);
  await reports.crash();
});

test("a run is followed while it trains, through a crash of the server, to its end", async () => {
  await reports.serve();
  const trained = reports.train("first", 0.5);
  const list = await open("/runs");
  await list.getByRole("link", { name: /first/ }).waitFor();
  assert.match(await list.locator(".phase").textContent(), /working/);
  await list.getByRole("link", { name: /first/ }).click();
  const page = list;
  const before = await until(
    () => curveEnd(page),
    (end) => end > 0,
  );
  const played = await games(page);
  await until(
    () => curveEnd(page),
    (end) => end > before,
  );
  await until(
    () => games(page),
    (count) => count > played,
  );
  assert.match(await page.locator('[data-figure="left"]').textContent(), /^0:00:\d\d$/);

  const port = Number(new URL(reports.url).port);
  await reports.crash();
  await page.waitForSelector(".lost");
  const missed = await curveEnd(page);
  await reports.serve(port);
  await page.waitForSelector(".lost", { state: "detached", timeout: 30_000 });
  await until(
    () => curveEnd(page),
    (end) => end > missed,
  );

  assert.equal(await trained, 0);
  await page.locator(".phase.finished").waitFor();
  // The table has the same numbers as the graph.
  const policy = policyLoss(page);
  await policy.locator("summary").click();
  const drawn = await policy.locator("polyline").getAttribute("points");
  assert.equal(await policy.locator("tbody tr").count(), drawn.split(" ").length);
  await page.getByRole("button", { name: "Time worked" }).click();
  assert.match(await policy.locator("tbody th").first().textContent(), /^0:00:\d\d$/);
  await close(page);
});

test("rated models are a ladder, which the page shows by itself", async () => {
  const page = await open("/runs/first");
  await page.locator(".standing").waitFor();
  assert.equal(await page.locator(".ladder").count(), 0);
  reports.call("ladder", `${reports.runs}/first`, "--pairs", "16");
  await page.locator(".ladder .intervals .dot").first().waitFor();
  const rows = await page.locator(".ladder tbody tr").count();
  assert.ok(rows >= 3, `${rows} players`);
  assert.match(await page.locator(".ladder tbody").textContent(), /random/);
  await close(page);
});

test("a damaged run says what is wrong and hides no other; a name may have dots", async () => {
  reports.breakRun("damaged");
  reports.copyRun("first", "v1.2 copy");
  const page = await open("/runs");
  await page.getByText(/damaged\/metrics\.jsonl:1/).waitFor();
  assert.equal(await page.locator(".reports li").count(), 3);
  await page.getByRole("link", { name: /v1\.2 copy/ }).click();
  await page.locator(".curves").first().waitFor();
  await page.reload();
  await page.locator(".curves").first().waitFor();
  await page.goto(`${reports.url}/runs/damaged`);
  await page
    .getByRole("alert")
    .getByText(/metrics\.jsonl:1/)
    .waitFor();
  await page.goto(`${reports.url}/runs/nowhere`);
  await page
    .getByRole("alert")
    .getByText(/no run named/)
    .waitFor();
  await close(page);
});

test("a study is a page with an address of its own, to print", async () => {
  reports.study("first", "tic_tac_toe");
  const page = await open("/");
  await page.getByRole("link", { name: "Balance studies" }).click();
  await page.getByRole("link", { name: /first/ }).click();
  await page.waitForSelector('.light[data-question="fair"]');
  assert.equal(await page.locator(".light").count(), 5);
  assert.equal(new URL(page.url()).pathname, "/studies/first");
  const strengths = page.locator(".strengths");
  assert.ok((await strengths.locator("tbody tr").count()) >= 3);
  assert.match(await strengths.textContent(), /rollouts:32/);
  assert.ok((await page.locator(".shape .card").count()) >= 2);
  await page.emulateMedia({ media: "print" });
  assert.ok(await page.getByRole("button", { name: "Print" }).isHidden());
  assert.ok(await page.locator("header").isHidden());
  const pdf = await page.pdf({ format: "A4" });
  assert.ok(pdf.length > 10_000);
  await close(page);
});

test("a study of two variants says what they change", async () => {
  const chosen = ["--strength", "random", "--strength", "greedy"];
  reports.study("pair", "hex{size=3}", "--against", "hex{size=4}", ...chosen);
  const page = await open("/studies/pair");
  await page.locator("#differences").waitFor();
  assert.equal(await page.locator(".game").count(), 2);
  await close(page);
});

for (const scheme of ["light", "dark"]) {
  const narrow = scheme === "dark" ? [360] : [1024];
  for (const width of process.env.KVINTET_LONG === "1" ? [360, 768, 1024] : narrow) {
    test(`axe finds nothing serious at ${width}, ${scheme}`, async () => {
      const page = await open("/", {
        bypassCSP: true,
        colorScheme: scheme,
        viewport: { width, height: 900 },
      });
      for (const [path, ready] of [
        ["/runs", ".reports li"],
        ["/runs/first", ".ladder"],
        ["/studies", ".reports li"],
        ["/studies/first", ".light"],
        ["/studies/pair", "#differences"],
      ]) {
        await page.goto(reports.url + path);
        await page.waitForSelector(ready);
        await page.waitForTimeout(300);
        const name = path.slice(1).replaceAll("/", "-");
        await page.screenshot({ path: `${shots}${name}-${width}-${scheme}.png`, fullPage: true });
        assert.deepEqual(await seriousOn(page, path), []);
        const wide = await tooWide(page);
        assert.ok(wide <= 0, `${path} is ${wide} px too wide`);
      }
      await close(page);
    });
  }
}
