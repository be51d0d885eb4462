// Figures of the page in a browser, each the median of several tries: what the first load takes and
// weighs, how soon one's own move is drawn, and how soon that of an agent.
//
// usage: npm run figures [TRIES]. KVINTET and CHROMIUM as for the tests.
import { launch, makeMatch, myMove, press, service } from "./page.mjs";

const tries = Number(process.argv[2] ?? 15);
const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

// In the page: milliseconds from the next click until this many elements match a selector and a
// frame has been painted since.
const untilDrawn = ([selector, count]) =>
  new Promise((resolve) => {
    let clicked;
    addEventListener("click", (event) => (clicked ??= event.timeStamp), { capture: true });
    const look = () => {
      if (clicked === undefined || document.querySelectorAll(selector).length < count) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - clicked)));
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true });
  });

async function firstLoad(browser) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(service.url, { waitUntil: "load" });
  await page.locator("main a").first().waitFor();
  const seen = await page.evaluate(() => ({
    load: performance.getEntriesByType("navigation")[0].loadEventEnd,
    paint: performance.getEntriesByName("first-contentful-paint")[0].startTime,
    bytes: [
      ...performance.getEntriesByType("navigation"),
      ...performance.getEntriesByType("resource"),
    ].reduce((sum, entry) => sum + entry.transferSize, 0),
  }));
  await context.close();
  return seen;
}

// The third stone of a game of Renju, by a click, against this player.
async function thirdStone(browser, opponent, drawing) {
  const players = [{ person: "Ada" }, opponent];
  const begun = [
    [0, "h8"],
    [0, "i9"],
  ];
  const made = await makeMatch("renju", begun, { players });
  const page = await browser.newPage();
  await page.goto(`${service.url}/match/${made.match}#seat=${made.tokens[0]}`);
  await myMove(page);
  // A player looks at the board before a move.
  await page.waitForTimeout(1000);
  const drawn = page.evaluate(untilDrawn, drawing);
  await press(page, "j7");
  const took = await drawn;
  await page.close();
  return took;
}

const blackStones = [".board > g:first-child circle.fill-first", 2];
const listed = (moves) => [".moves li", moves];
const ownMove = (browser) => thirdStone(browser, { person: "Bob" }, blackStones);
const ownMoveAnswered = (browser) => thirdStone(browser, { person: "Bob" }, listed(3));
// The agent's first decision: whether to swap.
const agentsMove = (browser) => thirdStone(browser, { agent: { level: 1 } }, listed(4));

await service.start();
const browser = await launch();
try {
  const loads = [];
  const own = [];
  const answered = [];
  const agents = [];
  for (let i = 0; i < tries; i += 1) {
    loads.push(await firstLoad(browser));
    own.push(await ownMove(browser));
    answered.push(await ownMoveAnswered(browser));
    agents.push(await agentsMove(browser));
  }
  const of = (name) => median(loads.map((load) => load[name]));
  console.log(`first load: ${of("load").toFixed(0)} ms, first paint ${of("paint").toFixed(0)} ms,`);
  console.log(`  ${(of("bytes") / 1024).toFixed(0)} KiB over the network`);
  console.log(`own move drawn ${median(own).toFixed(0)} ms after the click`);
  console.log(
    `  and in the list of moves, by the service, after ${median(answered).toFixed(0)} ms`,
  );
  console.log(`move of an agent of level 1 drawn ${median(agents).toFixed(0)} ms after the click`);
} finally {
  await browser.close();
  service.stop();
}
