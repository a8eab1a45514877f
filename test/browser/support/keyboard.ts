import type { Page } from 'playwright-core';

/** What has the focus shows it, as `:focus-visible`: an outline of its own, or of the editor or row that it is in. */
export const isFocusSeen = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const { document, getComputedStyle } = globalThis as unknown as {
      document: { activeElement: Part | null };
      getComputedStyle: (of: Part) => { outlineStyle: string; outlineWidth: string };
    };
    interface Part {
      readonly parentElement: Part | null;
      readonly tagName: string;
      matches(selector: string): boolean;
    }
    const focused = document.activeElement;
    // Behind the last one the focus is in the window, not in the page.
    if (!focused || focused.tagName === 'BODY') return true;
    // Of a field of days a part has it.
    if (!focused.matches(':focus-visible, input[type="date"]')) return false;
    for (let part: Part | null = focused; part && part.tagName !== 'BODY'; part = part.parentElement) {
      const { outlineStyle, outlineWidth } = getComputedStyle(part);
      if (outlineStyle !== 'none' && outlineWidth !== '0px') return true;
    }
    return false;
  });

const focused = (page: Page) => page.evaluate<string>('document.activeElement.outerHTML.slice(0, 120)');

/** Fails where what has the focus does not show it, and says what that is. */
export async function expectFocusSeen(page: Page): Promise<void> {
  const place = await focused(page);
  expect([place, await isFocusSeen(page)]).toEqual([place, true]);
}

/** Goes on by the key until the focus is there; each place on the way shows that it is. */
export async function tabTo(page: Page, selector: string, key = 'Tab'): Promise<void> {
  const isThere = async (): Promise<boolean> => (await page.locator(`${selector}:focus`).count()) > 0;
  for (let left = 80; left > 0 && !(await isThere()); left -= 1) {
    await page.keyboard.press(key);
    await expectFocusSeen(page);
  }
  expect([selector, await isThere()]).toEqual([selector, true]);
}
