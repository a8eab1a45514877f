import type { Page } from 'playwright-core';

import { publishRule } from '../../apps/api/test/support/publish-rule.js';
import { editor, goTo } from './support/edit-rule.js';
import { axeFindings } from './support/use-browser.js';
import { describePages } from './support/find-browser.js';
import { sendPayments, useConsole } from './support/use-console.js';

const source = `param floor = 20 USD between 10 USD and 100 USD step 10 USD

rule spree "Spree" {
  on transaction (created)
  category fraud
  score 40

  let large = transaction.amount >= 500 USD

  // never small ones
  when large and transaction.amount > floor

  then suggest FLAG
}
`;

const toast = (page: Page) => page.locator('[data-toast]');
const written = async (page: Page): Promise<string> => (await page.locator('.cm-line').allTextContents()).join('\n');

describePages('words of a rule', () => {
  const { api, openAs } = useConsole();
  let ruleId: string;

  beforeAll(async () => {
    await sendPayments(api(), [10, 20, 30, 40, 50]);
    ruleId = await publishRule(api(), { source });
  });

  const open = async (): Promise<Page> => {
    const { page } = await openAs(`/rules/${ruleId}`);
    await page.getByRole('heading', { name: 'No problems' }).waitFor();
    return page;
  };

  it('describes a field with its values in the newest payments, with the pointer and with a key', async () => {
    const page = await open();
    await page.locator('.rule-property', { hasText: 'amount' }).first().hover();
    const described = page.locator('.cm-tooltip-hover');
    await described.getByText('In the newest records: present in 100%').waitFor();
    await described.getByText('half are at most $30.00').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.mouse.move(5, 5);
    await described.waitFor({ state: 'detached' });
    await goTo(page, 'transaction.amount');
    await page.keyboard.press('Control+i');
    await described.getByText('95 % are at most $50.00').waitFor();
    await page.keyboard.press('Escape');
    await described.waitFor({ state: 'detached' });
  });

  it('goes to the declaration of a name and gives it another one', async () => {
    const page = await open();
    await goTo(page, 'large and');
    for (let left = ' and'.length; left > 0; left -= 1) await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('F12');
    await page.waitForFunction("getSelection().toString() === 'large'");
    await page.keyboard.press('F2');
    const field = page.getByRole('textbox', { name: 'New name of large' });
    await field.fill('transaction');
    await page.keyboard.press('Enter');
    await toast(page).getByText('`transaction` is a').waitFor();
    await page.keyboard.press('F2');
    await field.fill('big');
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.locator('.cm-line', { hasText: 'let big = transaction.amount' }).waitFor();
    expect(await written(page)).toContain('when big and transaction.amount > floor');
    await page.keyboard.press('Control+z');
    await page.locator('.cm-line', { hasText: 'when large and' }).waitFor();
  });

  it('makes a number a parameter and opens the lab on it', async () => {
    const page = await open();
    await goTo(page, '500');
    await page.keyboard.press('Alt+p');
    const field = page.getByRole('textbox', { name: 'Name of the parameter' });
    await field.fill('floor');
    await page.keyboard.press('Enter');
    await toast(page).getByText('floor cannot be the name').waitFor();
    await page.keyboard.press('Alt+p');
    await field.fill('ceiling');
    await page.keyboard.press('Enter');
    const declared = 'param ceiling = 500 USD between 250 USD and 1000 USD step 10 USD';
    await page.locator('.cm-line', { hasText: declared }).waitFor();
    await page.getByRole('heading', { name: 'No problems' }).waitFor();
    expect(await written(page)).toContain('transaction.amount >= ceiling');
    await page.keyboard.press('Alt+l');
    await page.waitForURL('**/lab/new?**param=ceiling**');
    await page.locator('select', { hasText: 'ceiling' }).waitFor();
    expect(await page.locator('select', { hasText: 'ceiling' }).inputValue()).toBe('ceiling');
  });

  it('edits the rule as JSON, and keeps what only the text has', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'JSON', exact: true }).click();
    const json = page.getByRole('textbox', { name: 'The rule as JSON' });
    await json.waitFor();
    expect(JSON.parse(await json.inputValue())).toMatchObject({ key: 'spree', score: 40 });
    expect(await axeFindings(page)).toEqual([]);
    const changed = (await json.inputValue()).replace('"score": 40', '"score": 41').replace('500 USD', '25 USD');
    await json.fill(changed.slice(1));
    await page.getByText('This is not JSON').waitFor();
    expect(await page.getByRole('button', { name: 'Text', exact: false }).first().getAttribute('aria-disabled')).toBe(
      'true',
    );
    await json.fill(changed);
    await page.getByText('3 of 5 payments change').waitFor();
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    await editor(page).waitFor();
    const text = await written(page);
    expect(text).toContain('score 41');
    expect(text).toContain('// never small ones');
    expect(text).toContain('param floor = 20 USD');
  });
});
