import type { Page } from 'playwright-core';

import { publishRule } from '../../apps/api/test/support/publish-rule.js';
import type { Body } from '../../apps/api/test/support/start-test-api.js';
import { storePolicy } from '../../apps/api/test/support/store-policy.js';
import { axeFindings } from './support/use-browser.js';
import { describePages } from './support/find-browser.js';
import { sendPayments, useConsole } from './support/use-console.js';

const shared = `param limit = 500 USD between 100 USD and 1_000 USD step 50 USD
param fixed = 3
`;
const rule = `rule large "Large payment" {
  on transaction (created)
  category fraud
  score 40
  when transaction.amount >= limit
  then suggest SUSPEND
}
`;

const toast = (page: Page) => page.locator('[data-toast]');

describePages('rule parameters', () => {
  const { api, openAs } = useConsole();

  const decide = async (amount: number): Promise<string> => {
    const [id] = await sendPayments(api(), [amount], `paid-${amount}`);
    return (await api().call(`/transactions/${id!}`)).body.transaction.decision as string;
  };
  const limit = async (): Promise<unknown> => {
    const { params } = (await api().call('/rules/params')).body as { readonly params: readonly Body[] };
    return params.find(({ name }) => name === 'limit')?.value;
  };

  it('sees that there is none yet, and how to declare one', async () => {
    const { page } = await openAs('/rules/params', { colorScheme: 'dark', locale: 'pt-BR' });
    await page.getByRole('heading', { name: 'Ainda não há parâmetros' }).waitFor();
    await page.getByText(api().production.organizationId).waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it('C31: sets it within its range with a reason, and reverts it', async () => {
    const stored = await api().call('/rules/library', { method: 'PUT', body: { source: shared, ifVersion: 0 } });
    expect(stored.status).toBe(200);
    await publishRule(api(), { source: rule });
    const { page } = await openAs('/rules');
    await page.getByRole('link', { name: 'Parameters' }).click();
    await page.getByRole('link', { name: 'fixed' }).click();
    await page.getByText('It has no range, so it can only be changed in the text that declares it.').waitFor();
    // Uses only the keyboard from here on.
    await page.keyboard.press('k');
    await page.keyboard.press('Enter');
    await page.waitForURL(/name=limit/);
    const value = page.getByRole('textbox', { name: 'New value' });
    await page.getByText('100 USD to 1000 USD, in steps of 50 USD').waitFor();
    await value.focus();
    await page.keyboard.type('1001');
    await page.getByText('It must be between 100 USD and 1000 USD.').first().waitFor();
    expect(await value.getAttribute('aria-invalid')).toBe('true');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('275');
    await page.getByText('It must be on a step: 100 USD, then every 50 USD.').first().waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('250 USD');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Seen');
    const set = page.getByRole('button', { name: /^Set it/ });
    expect(await set.getAttribute('aria-disabled')).toBe('true');
    expect(await axeFindings(page)).toEqual([]);
    // None of this was sent.
    expect(await limit()).toEqual({ $money: '500 USD' });
    await page.keyboard.type(' in three cases');
    await page.keyboard.press('Enter');
    await toast(page).getByText('limit is 250 USD').waitFor();
    await page.getByText('now 250 USD').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await limit()).toEqual({ $money: '250 USD' });
    expect(await decide(300)).toBe('HOLD');
    await toast(page).getByRole('button', { name: 'Undo' }).focus();
    await page.keyboard.press('z');
    await page.getByText('now 500 USD').waitFor();
    expect(await limit()).toEqual({ $money: '500 USD' });
    expect(await decide(301)).toBe('APPROVE');
    const { events } = (await api().call('/audit/events?limit=20')).body as { readonly events: readonly Body[] };
    expect(events.find(({ event }) => event === 'rule_param_changed')).toMatchObject({
      context: { reason: 'Seen in three cases' },
    });
  });

  it('needs a second approver when the policy requires one', async () => {
    await storePolicy(api(), { requireSecondPerson: true });
    try {
      const { page } = await openAs('/rules/params?name=limit&value=150%20USD', { locale: 'es-AR' });
      await page.getByLabel('Motivo').fill('Visto en tres casos');
      await page.keyboard.press('Enter');
      await toast(page).waitFor();
      expect(
        await toast(page)
          .getByRole('button', { name: /Deshacer/ })
          .count(),
      ).toBe(0);
      expect(await limit()).toEqual({ $money: '500 USD' });
      expect(await axeFindings(page)).toEqual([]);
    } finally {
      await storePolicy(api(), { requireSecondPerson: false });
    }
  });

  it('reads them without permission to publish, and sees what is missing', async () => {
    const role = (await api().call('/roles', { body: { name: 'Reads rules', permissions: ['rules:read'] } })).body.role;
    const { page } = await openAs('/rules/params?name=limit', {}, 'reader@example.com');
    const { members } = (await api().call('/members?limit=100')).body as { readonly members: readonly Body[] };
    const { id } = members.find(({ email }) => email === 'reader@example.com')!;
    expect((await api().call(`/members/${id}`, { method: 'PATCH', body: { roleId: role.id } })).status).toBe(200);
    await page.reload();
    const set = page.getByRole('button', { name: /^Set it/ });
    await set.getByText('needs rules:publish').waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });
});
