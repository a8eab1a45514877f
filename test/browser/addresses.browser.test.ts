import type { Page } from 'playwright-core';

import { publishRule } from '../../apps/api/test/support/publish-rule.js';
import { describePages } from './support/find-browser.js';
import { axeFindings } from './support/use-browser.js';
import { sendPayments, useConsole } from './support/use-console.js';

const rule = (key: string, owner: string): string => `rule ${key} "Rule ${key}" {
  on transaction (created)
  owner "${owner}"
  when transaction.amount >= 500 USD
  then alert HIGH "Large" suggest FLAG
}
`;

const notice = (page: Page) => page.getByText('Some values of the address are not valid here and were left out');
const focusRow = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('link', { name, exact: true }).waitFor();
  for (let left = 5; left > 0; left -= 1) {
    if ((await page.evaluate('document.activeElement.textContent')) === name) return;
    await page.keyboard.press('j');
  }
};

describePages('addresses and keys', () => {
  const { api, openAs } = useConsole();

  beforeAll(async () => {
    await publishRule(api(), { source: rule('one', 'Risk team') });
    await publishRule(api(), { source: rule('two', 'Fraud team') });
    await sendPayments(api(), [900]);
  });

  it('says which values of an address were left out', async () => {
    const { page } = await openAs('/rules?status=asleep&category=fraud&colour=red&page=1');
    await notice(page).filter({ hasText: ': status, colour' }).waitFor();
    await page.getByText('No matching rules').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close' }).click();
    await notice(page).waitFor({ state: 'detached' });
    const other = await openAs('/rules?status=active&page=1&tripped=false');
    await other.page.getByRole('link', { name: 'one', exact: true }).waitFor();
    expect(await notice(other.page).count()).toBe(0);
  });

  it('reports values that are usual on other pages only', async () => {
    const { page } = await openAs('/rules?days=14&colour=false');
    await notice(page).filter({ hasText: ': days, colour' }).waitFor();
    for (const [path, title] of [
      ['/settings/billing?group=integration', 'Money'],
      ['/rules/approvals?status=pending&page=1', 'Approvals'],
      ['/inbox?kind=alerts', 'Inbox'],
    ] as const) {
      const { page: usual } = await openAs(path);
      await usual.getByRole('heading', { name: title, level: 1 }).waitFor();
      expect([path, await notice(usual).count()]).toEqual([path, 0]);
    }
  });

  it('filters rules by owner', async () => {
    const { page } = await openAs('/rules');
    await page.getByRole('link', { name: 'one', exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'Owner' }).fill('Fraud team');
    await page.waitForURL('**/rules?owner=Fraud+team');
    await page.getByRole('link', { name: 'one', exact: true }).waitFor({ state: 'detached' });
    expect(await page.getByRole('link', { name: 'two', exact: true }).count()).toBe(1);
  });

  it('dry-runs and shadows the selected rules, and opens the set before, with keys', async () => {
    const { page } = await openAs('/rules');
    await focusRow(page, 'one');
    await page.keyboard.press('x');
    await page.getByText('1 rule selected').waitFor();
    await page.keyboard.press('s');
    await page.getByRole('dialog', { name: /shadow/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('d');
    await page.waitForURL('**/dry-runs/new?rules=**');
    await page.goBack();
    await page.getByRole('link', { name: 'one', exact: true }).waitFor();
    await page.keyboard.press('[');
    await page.waitForURL('**/rules/sets?set=1');
    await page.getByRole('heading', { level: 1, name: 'Rule sets' }).waitFor();
  });

  it('opens the page of a row of the inbox with a key', async () => {
    const { page } = await openAs('/inbox');
    await page.locator('[data-work]').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('o');
    await page.waitForURL('**/payments/*/why**');
    await page.getByRole('heading', { level: 1, name: 'bread-1' }).waitFor();
  });
});
