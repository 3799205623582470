import type { Locator, Page } from 'playwright-core';

/** More than a page has elements that take the focus. */
const MOST_STEPS = 300;

/**
 * A person who uses the keyboard alone. What is chosen is counted: with a mouse, it would be a click. Keys go to the element that was
 * reached, because a page or a dialog that has just opened may take the focus for itself in between.
 */
export class Keyboard {
  clicks = 0;

  constructor(private readonly page: Page) {}

  /** Chooses a link, a button, or an item of a list: it is reached by `step`, and chosen by Enter. */
  async choose(target: Locator, step: 'Tab' | 'ArrowDown' = 'Tab'): Promise<void> {
    await this.#reach(target, step);
    await target.press('Enter');
    this.clicks += 1;
  }

  /** Types over what a field has. */
  async type(target: Locator, text: string): Promise<void> {
    await this.#reach(target, 'Tab');
    await target.press('Control+A');
    await target.pressSequentially(text);
  }

  /** Sends the form of a field of one line, which is no click. */
  async send(): Promise<void> {
    await this.page.keyboard.press('Enter');
  }

  async #reach(target: Locator, step: string): Promise<void> {
    await target.waitFor();
    for (let steps = 0; steps < MOST_STEPS; steps++) {
      if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return;
      await this.page.keyboard.press(step);
    }
    throw new Error(`The focus does not come to ${String(target)}.`);
  }
}
