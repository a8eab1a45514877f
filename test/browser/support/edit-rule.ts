import type { Page } from 'playwright-core';

/** Where the text of a rule is written. */
export const editor = (page: Page) => page.getByRole('textbox', { name: 'Text of the rule' });

/** Puts a text in place of another one in the editor, by its keys. */
export async function replaceText(page: Page, from: string, to: string): Promise<void> {
  await editor(page).click();
  await page.keyboard.press('Control+f');
  await page.locator('.cm-search [name="search"]').fill(from);
  await page.locator('.cm-search input[name="replace"]').fill(to);
  await page.locator('.cm-search [name="replaceAll"]').click();
  await page.locator('.cm-search [name="close"]').click();
}
