import type { Page } from 'playwright-core';

/** Returns the field in which the text of a rule is written. */
export const editor = (page: Page) => page.getByRole('textbox', { name: 'Text of the rule' });

/** Replaces a text in the editor, using the keyboard. */
export async function replaceText(page: Page, from: string, to: string): Promise<void> {
  await editor(page).click();
  await page.keyboard.press('Control+f');
  await page.locator('.cm-search [name="search"]').fill(from);
  await page.locator('.cm-search input[name="replace"]').fill(to);
  await page.locator('.cm-search [name="replaceAll"]').click();
  await page.locator('.cm-search [name="close"]').click();
}

/** Places the cursor behind a text, using the keyboard. */
export async function goTo(page: Page, text: string): Promise<void> {
  await editor(page).click();
  await page.keyboard.press('Control+f');
  // The selected text of the last search is replaced.
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowRight');
}
