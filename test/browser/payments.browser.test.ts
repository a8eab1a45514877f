import type { Page } from 'playwright-core';

import { publishRule } from '../../apps/api/test/support/publish-rule.js';
import type { Body } from '../../apps/api/test/support/start-test-api.js';
import { describePages } from './support/find-browser.js';
import { axeFindings } from './support/use-browser.js';
import { useConsole } from './support/use-console.js';

const source = `rule spree "A spree" {
  on transaction (created)
  category fraud
  score 40
  when count(prior transactions from origin in last 24h) >= 1
  then alert HIGH "spree" suggest SUSPEND
}
`;

const toast = (page: Page) => page.locator('[data-toast]');
const status = (page: Page, name: string) => page.locator(`[data-payment-status="${name}"]`);

describePages('page of a payment', () => {
  const { api, openAs } = useConsole();
  const call = async (path: string, body?: object, method = body ? 'POST' : 'GET'): Promise<Body> => {
    const answer = await api().call(path, { method, ...(body && { body }) });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
    return answer.body;
  };
  const send = async (externalId: string, executeRules = true): Promise<string> => {
    const body = { externalId, type: 'PAYMENT', amount: 5, currency: 'USD', originExternalId: 'payer', executeRules };
    return (await call('/transactions', body)).transaction.id as string;
  };

  beforeAll(async () => {
    await call('/entities', { type: 'person', externalId: 'payer', name: 'Payer', countryCode: 'BR' });
    await publishRule(api(), { source });
  });

  it('changes the status with a reason, and reverts it where that transition is allowed', async () => {
    const id = await send('moved-1');
    const { page } = await openAs(`/payments/${id}/why`, { locale: 'pt-BR', viewport: { width: 390, height: 800 } });
    await status(page, 'CREATED').getByText('Criado').waitFor();
    await page.getByRole('button', { name: 'Mudar o status …' }).click();
    const dialog = page.getByRole('dialog');
    const choose = async (to: string): Promise<void> => {
      await dialog.getByLabel('Status').selectOption(to);
      await dialog.getByLabel('Motivo').fill('O pagador pediu');
      expect(await axeFindings(page)).toEqual([]);
      await page.keyboard.press('Control+Enter');
      await status(page, to).waitFor();
    };
    await dialog.getByText('Não poderá voltar a: Criado').waitFor();
    await choose('SENT');
    expect(await toast(page).getByRole('button', { name: 'Desfazer' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Mudar o status …' }).click();
    await choose('SUSPENDED');
    await toast(page).getByText('moved-1 agora está: Suspenso').waitFor();
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(390);
    await page.keyboard.press('z');
    await status(page, 'SENT').waitFor();
    await call(`/transactions/${id}/changeStatus`, { status: 'DECLINED' }, 'PATCH');
    await page.reload();
    await status(page, 'DECLINED').waitFor();
    expect(await page.getByRole('button', { name: 'Mudar o status …' }).count()).toBe(0);
  });

  it('evaluates a payment that was stored without rules, and sees the records behind a count', async () => {
    const id = await send('late-1', false);
    const { page } = await openAs(`/payments/${id}/why`, { colorScheme: 'dark' });
    await page.getByText('This payment was stored without evaluation').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Let the rules in force decide' }).click();
    await page.getByRole('heading', { name: 'Hit (1)' }).waitFor();
    const focused = (): Promise<string> => page.evaluate('document.activeElement.textContent');
    for (const [key, heading] of [
      ['w', 'What would change the decision'],
      ['u', 'Unknown (0)'],
      ['h', 'Hit (1)'],
    ] as const) {
      await page.keyboard.press(key);
      expect(await focused()).toBe(heading);
    }
    const rows = page.locator('[data-window]').first();
    await rows.locator('summary').press('Enter');
    await rows.locator('[data-counts="true"]').first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await rows.getByRole('link', { name: 'Why' }).first().click();
    await page.getByRole('heading', { name: 'moved-1', level: 1 }).waitFor();
  });
});
