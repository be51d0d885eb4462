// Review: a record with judgements, luck apart from skill, links and files.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { forced } from "./games.mjs";
import { button, close, makeMatch, open, picture, service, useBrowser } from "./page.mjs";

useBrowser();

const blundered =
  "renju; 0 h8; 0 i9; 0 j7; 1 keep; 1 g7; 0 h9+h10; 1 h9; 1 a1; 0 h10; 1 a3; 0 h11; 1 a5; 0 h12";
const at = (record) => `/review#${new URLSearchParams({ record })}`;

async function saved(page, name) {
  const [file] = await Promise.all([page.waitForEvent("download"), button(page, name).click()]);
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

async function review(page) {
  await page.getByLabel("Simulations").selectOption("16");
  await button(page, "Review the game").click();
  await page.waitForSelector(".summary");
}

test("mistakes are marked, with what was better, and files are saved", async () => {
  const page = await open(at(blundered));
  await review(page);
  assert.ok((await page.locator(".graph circle").count()) > 0);
  await page.keyboard.press("p");
  await page.waitForSelector(".verdict");
  await page.waitForSelector(".board .best");
  await picture(page, "review");
  const record = await saved(page, "Save the record");
  assert.equal(record.name, "renju.txt");
  assert.equal(String(record.bytes).trim(), blundered);
  const judged = JSON.parse(String((await saved(page, "Save the judgements")).bytes));
  assert.ok(judged.some((one) => one.mistake !== "" && one.best !== one.played));

  await button(page, "Copy a link").click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await open(link.slice(service.url.length));
  await other.getByText("13 / 13").waitFor();
  await page.getByRole("link", { name: "Think" }).last().click();
  await page.locator(".candidates tbody tr").first().waitFor();
  await close(page, other);
});

test("a finished match is opened by its link, with its report as PDF", async () => {
  const made = await makeMatch("renju", [[0, "h8"]]);
  await made.act(1, "RESIGN");
  const page = await open("/review");
  await page
    .getByLabel("A record, or the link of a finished match")
    .fill(`${service.url}/match/${made.match}`);
  await button(page, "Open").click();
  await page.getByText("1 / 1").waitFor();
  const pdf = await saved(page, "Report as PDF");
  assert.match(pdf.name, /^renju-.*\.pdf$/);
  assert.equal(pdf.bytes.subarray(0, 5).toString(), "%PDF-");
  await button(page, "Copy a link").click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(link, `${service.url}/review/${made.match}`);
  await picture(page, "review-match");
  await close(page);
});

test("tantrix: luck is shown apart from skill", async () => {
  const page = await open(at(forced));
  await page.locator(".steps li.chance").first().waitFor();
  await review(page);
  assert.ok((await page.locator(".graph rect.luck").count()) > 2);
  assert.match(
    await page.locator(".summary").textContent(),
    /Luck, apart from the decisions: [+−-]/,
  );
  await page.locator(".steps .luck").first().waitFor();
  await picture(page, "review-luck", ".side");
  await close(page);
});

test("shortcuts of the browser stay its own", async () => {
  const page = await open(at(blundered));
  await page.getByText("13 / 13").waitFor();
  const keys = [
    { key: "p", ctrlKey: true },
    { key: "ArrowLeft", altKey: true },
    { key: "ArrowLeft", metaKey: true },
  ];
  const press = (key) =>
    page.evaluate((init) => {
      const event = new KeyboardEvent("keydown", { ...init, bubbles: true, cancelable: true });
      return document.activeElement.dispatchEvent(event);
    }, key);
  for (const key of keys) assert.ok(await press(key), JSON.stringify(key));
  await page.locator('[role=gridcell][tabindex="0"]').focus();
  for (const key of keys) assert.ok(await press(key), `on the board: ${JSON.stringify(key)}`);
  assert.ok(await page.getByText("13 / 13").isVisible());
  await page.getByRole("button", { name: "Back", exact: true }).focus();
  await press({ key: "ArrowLeft" });
  await page.getByText("12 / 13").waitFor();
  await close(page);
});

test("another game is shared and saved as itself, and shown if it is one", async () => {
  const made = await makeMatch("renju", [[0, "h8"]]);
  await made.act(1, "RESIGN");
  const page = await open(`/review/${made.match}`);
  await page.getByText("1 / 1").waitFor();
  const another = async (record) => {
    await button(page, "Another game").click();
    await page.getByLabel("A record, or the link of a finished match").fill(record);
    await button(page, "Open").click();
  };
  await another(blundered);
  await page.getByText("13 / 13").waitFor();
  assert.equal(await button(page, "Report as PDF").count(), 0);
  await button(page, "Copy a link").click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(link, service.url + at(blundered).replace(/%20/g, "+"));
  // A text that is no record is not shown on the board of the game before.
  await another("renju; 0 z99");
  await page.getByRole("alert").waitFor();
  assert.equal(await page.locator(".board").count(), 0);
  await close(page);
});

test("tantrix: a record of what one seat knows is shown as that seat sees it", async () => {
  const { description } = await service.call("RulesService", "Describe", {
    state: { record: forced, seat: "SEAT_1" },
  });
  assert.match(description.seatRecord, / \?;/);
  const page = await open(at(description.seatRecord));
  await page.locator(".board").waitFor();
  assert.equal(await page.getByLabel("As seen by").inputValue(), "2");
  await close(page);
});
