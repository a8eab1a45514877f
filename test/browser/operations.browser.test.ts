import { publishRule } from '../../apps/api/test/support/publish-rule.js';
import type { Body } from '../../apps/api/test/support/start-test-api.js';
import { axeFindings } from './support/use-browser.js';
import { describePages } from './support/find-browser.js';
import { sendPayments, useConsole } from './support/use-console.js';

const source = `rule large_one "Large" {
  on transaction (created)
  category fraud
  score 100
  when transaction.amount >= 100 USD
  then suggest BLOCK
}
`;

describePages('operations', () => {
  const { api, openAs } = useConsole();

  it('follows decisions live from an empty organization on, without reloading the page', async () => {
    const { page } = await openAs('/operate');
    await page.getByRole('heading', { name: 'No payments yet' }).waitFor();
    expect(await page.locator('[data-curl]').textContent()).toContain(api().production.organizationId);
    await page.getByText('No rules are active').waitFor();
    await page.locator('[data-live="live"]').waitFor();
    expect(await axeFindings(page)).toEqual([]);

    await publishRule(api(), { source });
    const old = {
      externalId: 'old',
      type: 'PAYMENT',
      amount: 1,
      currency: 'USD',
      transactedAt: '2025-01-01T00:00:00Z',
    };
    await api().call('/transactions', { body: old });
    await page.getByText('None in the last 24 hours.').waitFor();
    await sendPayments(api(), [12, 500, 20], 'well');
    await page.getByRole('heading', { name: 'No payments yet' }).waitFor({ state: 'detached' });
    await page.getByText('Rule set 1 is active').waitFor();
    await page.locator('[data-payments]', { hasText: /^4$/ }).waitFor();
    await page.locator('[data-latency]', { hasText: /p99 [\d.]+ ms/ }).waitFor();
    const decisions = page.locator('[data-decisions]');
    // The figures are loaded every fifteen seconds.
    await decisions.getByText('33.3%').waitFor({ timeout: 45_000 });
    expect(await page.getByText('None in the last 24 hours.').count()).toBe(0);
    expect(await decisions.textContent()).toMatch(/Approve.*2.*Reject.*1/);

    const body = { name: 'Down', url: 'https://93.184.216.34/hooks', events: ['alert.*'] };
    const { webhook } = (await api().call('/webhook-config', { body })).body as { webhook: { id: string } };
    await api().pool.query('update webhooks set failing_since = now() where id = $1', [webhook.id]);
    await page.locator('[data-need="webhooksFailing"][data-count="1"]').waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it('opens from tripped guards the rules they belong to', async () => {
    const { page } = await openAs('/operate');
    await page.locator('[data-need="guardsTripped"]').getByRole('link').click();
    await page.waitForURL('**/rules?tripped=true');
    const tripped = page.getByRole('button', { name: 'guard tripped' });
    expect(await tripped.getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('heading', { name: 'No matching rules' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await tripped.click();
    await page.getByRole('link', { name: 'large_one', exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  it('navigates it with the keyboard, and shows it on a wall display', async () => {
    const { page } = await openAs('/rules', { colorScheme: 'dark' });
    await page.getByRole('heading', { name: 'Rules', level: 1 }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('o');
    await page.getByRole('heading', { name: 'Health' }).waitFor();
    for (const [key, name] of [
      ['6', 'attention'],
      ['1', 'state'],
      ['4', 'rules'],
    ] as const) {
      await page.keyboard.press(key);
      expect(await page.evaluate('document.activeElement.dataset.tile')).toBe(name);
    }
    await page.getByRole('link', { name: 'For a wall' }).click();
    await page.getByRole('navigation', { name: 'Screens' }).waitFor({ state: 'hidden' });
    expect(page.url()).toContain('kiosk');
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('navigation', { name: 'Screens' }).waitFor();
  });

  it('keeps the other tiles when one fails, also in another language', async () => {
    const { page } = await openAs('/operate', { locale: 'pt-BR' });
    await page.getByRole('heading', { name: 'Saúde' }).waitFor();
    await page.locator('[data-decisions]').waitFor();
    const broken = { success: false, error: { code: 'INTERNAL_ERROR', message: 'broken' }, requestId: 'none' };
    await page.route('**/transactions/stats*', (route) => route.fulfill({ status: 500, json: broken }));
    await page.reload();
    await page.locator('[data-tile="payments"]').getByRole('alert').waitFor();
    await page.locator('[data-payments]').waitFor();
    await page.locator('[data-need="guardsTripped"]').waitFor();
    expect(await page.locator('[data-tile]:not([data-tile="payments"])').getByRole('alert').count()).toBe(0);
    // Before the server recovers: the tile also retries automatically.
    await page.locator('[data-tile="payments"]').getByRole('alert').getByRole('button').first().click();
    await page.unroute('**/transactions/stats*');
    await page.locator('[data-decisions]').waitFor({ timeout: 45_000 });
  });

  it('sees which permission is missing, for the screen and for a part of it', async () => {
    const permissions = ['rules:read', 'operations:read'];
    const { role } = (await api().call('/roles', { body: { name: 'Keeper', permissions } })).body;
    const email = 'keeper@example.com';
    const { page } = await openAs('/operate', {}, email);
    await page.locator('[data-tile="work"]').waitFor();
    const setRole = async (roleId: string): Promise<void> => {
      const members = (await api().call('/members')).body.members as readonly Body[];
      const path = `/members/${members.find((each) => each.email === email)!.id as string}`;
      const answer = await api().call(path, { method: 'PATCH', body: { roleId } });
      if (answer.status !== 200) throw new Error(answer.text);
      await page.reload();
    };
    await setRole(role.id as string);
    await page.locator('[data-tile="work"]').getByText('needs batch:read').waitFor();
    await page.locator('[data-payments]').waitFor();
    await api().call(`/roles/${role.id as string}`, { method: 'PATCH', body: { permissions: ['rules:read'] } });
    await page.reload();
    await page.getByText('lacks the permission operations:read').waitFor();
  });
});
