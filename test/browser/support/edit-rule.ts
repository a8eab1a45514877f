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
