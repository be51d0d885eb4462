// A player at the page: makes whole moves by mouse or by keyboard, at random.

export class Player {
  constructor(page, hand, random = Math.random) {
    this.page = page;
    this.hand = hand;
    this.random = random;
  }

  // Presses a button as the hand does.
  async button(locator) {
    if (this.hand === "mouse") return locator.click({ timeout: 3000 });
    await locator.focus({ timeout: 3000 });
    await this.page.keyboard.press("Enter");
  }

  // Presses one of the places that may be pressed.
  async place(count) {
    const wanted = Math.floor(this.random() * count);
    if (this.hand === "mouse") {
      const cell = this.page.locator(".place.can").nth(wanted);
      return cell.click({ timeout: 3000, force: true });
    }
    await this.page.locator('[role=gridcell][tabindex="0"]').focus({ timeout: 3000 });
    await this.page.keyboard.press(["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"][wanted % 4]);
    for (let i = 0; i <= wanted % 12; i += 1) await this.page.keyboard.press("PageDown");
    await this.page.keyboard.press("Enter");
  }

  // One step towards a move: a button of the tray if there is one that ends it, or a place.
  async step() {
    const tray = this.page.locator(".tray button[data-action]");
    const actions = await tray.evaluateAll((all) => all.map((one) => one.dataset.action));
    const ending = actions.findIndex((action) => /^\/(confirm|place)$/.test(action));
    const turning = actions.indexOf("/turn");
    if (turning >= 0 && this.random() < 0.4) return this.button(tray.nth(turning));
    if (ending >= 0) return this.button(tray.nth(ending));
    const places = await this.page.locator(".place.can").count();
    const free = actions
      .map((action, i) => ({ action, i }))
      .filter(({ action }) => action !== "pass");
    if (free.length > 0 && (places === 0 || this.random() < 0.25)) {
      return this.button(tray.nth(free[Math.floor(this.random() * free.length)].i));
    }
    if (places > 0) await this.place(places);
  }

  // Plays until the match is over or so many steps are made; says how it went.
  async play(most) {
    const seen = new Set();
    const status = this.page.locator(".status");
    let steps = 0;
    for (; steps < most; ) {
      const { phase, moving } = await status.evaluate((one) => ({ ...one.dataset }), null, {
        timeout: 10_000,
      });
      seen.add(phase);
      if (phase === "OVER") break;
      const answer = this.page.locator(".acts button.primary");
      if (moving !== "true" && (await answer.count()) > 0) {
        await this.button(answer.first()).catch(() => {});
        await this.page.waitForTimeout(100);
      } else if (moving === "true") {
        steps += 1;
        await this.step().catch(() => {});
        await this.page.waitForTimeout(15);
      } else {
        await this.page.waitForTimeout(50);
      }
    }
    return { steps, phases: [...seen] };
  }
}
