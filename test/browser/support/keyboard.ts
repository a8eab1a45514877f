import type { Page } from 'playwright-core';

/**
 * Returns whether the focused element shows its focus, as `:focus-visible`: with its own outline, or that of the editor or row around it.
 */
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
    // After the last element the focus is in the browser window, not in the page.
    if (!focused || focused.tagName === 'BODY') return true;
    // In a date field, a part of the field has the focus.
    if (!focused.matches(':focus-visible, input[type="date"]')) return false;
    for (let part: Part | null = focused; part && part.tagName !== 'BODY'; part = part.parentElement) {
      const { outlineStyle, outlineWidth } = getComputedStyle(part);
      if (outlineStyle !== 'none' && outlineWidth !== '0px') return true;
    }
    return false;
  });

const focused = (page: Page) => page.evaluate<string>('document.activeElement.outerHTML.slice(0, 120)');

/** Fails with the focused element if it does not show its focus. */
export async function expectFocusSeen(page: Page): Promise<void> {
  const place = await focused(page);
  expect([place, await isFocusSeen(page)]).toEqual([place, true]);
}

/** Presses the key until the element has the focus; each element on the way must show its focus. */
export async function tabTo(page: Page, selector: string, key = 'Tab'): Promise<void> {
  const isThere = async (): Promise<boolean> => (await page.locator(`${selector}:focus`).count()) > 0;
  for (let left = 80; left > 0 && !(await isThere()); left -= 1) {
    await page.keyboard.press(key);
    await expectFocusSeen(page);
  }
  expect([selector, await isThere()]).toEqual([selector, true]);
}
