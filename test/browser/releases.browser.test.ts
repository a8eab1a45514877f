import type { Page } from 'playwright-core';

import { CheckGuards } from '../../apps/api/src/modules/rules/rule-guards/index.js';
import { publishRule } from '../../apps/api/test/support/publish-rule.js';
import type { Body } from '../../apps/api/test/support/start-test-api.js';
import { storePolicy } from '../../apps/api/test/support/store-policy.js';
import { axeFindings } from './support/use-browser.js';
import { describePages } from './support/find-browser.js';
import { sendPayments, useConsole } from './support/use-console.js';

const source = (key: string, limit: number): string => `rule ${key} "Rule ${key}" {
  on transaction (created)
  category fraud
  score 40
  when transaction.amount >= ${limit} USD
  then alert HIGH "Large" suggest SUSPEND
}
`;

const gate = (page: Page, name: string) => page.locator(`[data-gate="${name}"]`);
const toast = (page: Page) => page.locator('[data-toast]');

describePages('releases', () => {
  const { api, openAs } = useConsole();

  const stage = async (ruleId: string, text: string): Promise<void> => {
    const body = { source: text, stage: true };
    expect((await api().call(`/rules/${ruleId}`, { method: 'PATCH', body })).status).toBe(200);
  };
  const activeSet = async (): Promise<number> => (await api().call('/rule-sets/active')).body.ruleSet.number as number;
  const decide = async (amount: number): Promise<string> => {
    const [id] = await sendPayments(api(), [amount], `paid-${amount}-${await activeSet()}`);
    return (await api().call(`/transactions/${id!}`)).body.transaction.decision as string;
  };

  it('C14: stages, shadows beside the active version, publishes with all gates shown, and restores the old set', async () => {
    const ruleId = await publishRule(api(), { source: source('spree', 500) });
    await stage(ruleId, source('spree', 250));
    const before = await activeSet();
    const { page } = await openAs(`/rules/${ruleId}`);
    await page.getByRole('heading', { name: 'No problems' }).waitFor();
    await page.keyboard.press('Alt+Shift+P');
    await page.getByRole('heading', { name: 'Release spree, version 3' }).waitFor();
    expect(new URL(page.url()).searchParams.get('release')).toBe('true');
    await page.getByRole('heading', { name: 'From version 2 to version 3' }).waitFor();
    await page.getByText('added: ').waitFor({ state: 'attached' });
    expect(await gate(page, 'checks').getAttribute('data-state')).toBe('met');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Shadow beside version 2' }).click();
    await toast(page)
      .getByText(`Rule set ${before + 1} is active`)
      .waitFor();
    const shadowed = (await api().call(`/rules/${ruleId}`)).body.rule;
    expect([shadowed.activeVersion, shadowed.shadowVersion]).toEqual([2, 3]);
    expect(await decide(300)).toBe('APPROVE');

    await page.getByRole('button', { name: 'Release …' }).click();
    await gate(page, 'checks').waitFor();
    await page.getByLabel('Reason').fill('Seen in three cases');
    await page.keyboard.press('Control+Enter');
    await toast(page)
      .getByText(`Rule set ${before + 2} is active`)
      .waitFor();
    expect(await decide(301)).toBe('HOLD');
    expect(await axeFindings(page)).toEqual([]);
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await toast(page)
      .getByText(`Rule set ${before + 2} is active`)
      .waitFor({ state: 'detached' });
    await toast(page).getByText('is active').waitFor();
    expect(await decide(302)).toBe('APPROVE');
  });

  it('sees every unmet gate before publishing, and sets the required guard', async () => {
    const ruleId = await publishRule(api(), { source: source('gated', 9_000) });
    await stage(ruleId, source('gated', 8_000));
    await storePolicy(api(), { requireReason: true, requireGuard: true, minTests: 1 });
    try {
      const { page } = await openAs(`/rules/${ruleId}?release=true`, { colorScheme: 'dark', locale: 'es-AR' });
      await gate(page, 'tests').waitFor();
      for (const name of ['tests', 'guard', 'reason'])
        expect([name, await gate(page, name).getAttribute('data-state')]).toEqual([name, 'unmet']);
      expect(await axeFindings(page)).toEqual([]);
      const publish = page.getByRole('button', { name: /^Publicar Ctrl/ });
      expect(await publish.getAttribute('aria-disabled')).toBe('true');
      await page.getByLabel('Motivo').fill('Visto en tres casos');
      await page.getByLabel('Definir una salvaguarda').check();
      await page.getByLabel('Límite', { exact: true }).fill('60');
      await page.locator('[data-gate="guard"][data-state="met"]').waitFor();
      expect(await gate(page, 'reason').getAttribute('data-state')).toBe('met');
      expect(await axeFindings(page)).toEqual([]);
      await storePolicy(api(), { minTests: 0 });
      await page.reload();
      await gate(page, 'tests').waitFor();
      await page.getByLabel('Motivo').fill('Visto en tres casos');
      await page.getByLabel('Definir una salvaguarda').check();
      await page.getByLabel('Límite', { exact: true }).fill('60');
      await publish.click();
      await toast(page).getByText('está vigente').waitFor();
      const { guard } = (await api().call(`/rules/${ruleId}`)).body.rule;
      expect(guard).toMatchObject({ action: 'notify', limits: [{ metric: 'hits', value: 60, window: '24h' }] });
    } finally {
      await storePolicy(api(), { requireReason: false, requireGuard: false, minTests: 0 });
    }
  });

  it('C32: asks a second person, who approves while the first one sees it become active', async () => {
    const ruleId = await publishRule(api(), { source: source('joint', 700) });
    await stage(ruleId, source('joint', 600));
    await storePolicy(api(), { requireSecondPerson: true });
    try {
      const first = await openAs(`/rules/${ruleId}?release=true`);
      await first.page.getByText('Nothing changes until another person has approved it.').waitFor();
      const third = await openAs('/rules');
      await third.page.locator('[data-live="live"]').waitFor();
      const second = await openAs('/rules/approvals', { colorScheme: 'dark', locale: 'pt-BR' });
      await second.page.getByRole('heading', { name: 'Nada pendente' }).waitFor();
      expect(await axeFindings(second.page)).toEqual([]);
      await first.page.getByRole('button', { name: /^Ask for approval/ }).click();
      await toast(first.page).getByText('It waits for a second person').waitFor();

      await first.page.goto(first.page.url().replace(/rules\/.*/, 'rules/approvals'));
      const own = first.page.getByRole('button', { name: /^Approve/ });
      await own.waitFor();
      expect(await own.getAttribute('aria-disabled')).toBe('true');
      expect(await own.textContent()).toContain('another person must approve it');
      expect(await axeFindings(first.page)).toEqual([]);

      await third.page.locator('[data-waiting]').getByText('1 waiting').waitFor();
      await second.page.getByRole('button', { name: '1 novo' }).waitFor();
      await second.page.keyboard.press('.');
      await second.page.getByRole('button', { name: /^Aprovar/ }).click();
      await toast(second.page).getByText('está em vigor').waitFor();
      await first.page.getByText('decided meanwhile').waitFor();
      await third.page.locator('[data-waiting]').waitFor({ state: 'detached' });
      expect((await api().call(`/rules/${ruleId}`)).body.rule.activeVersion).toBe(3);
    } finally {
      await storePolicy(api(), { requireSecondPerson: false });
    }
  });

  it('C33: sees a guard trip, and restores the rule', async () => {
    const ruleId = await publishRule(api(), { source: source('held', 40) });
    const limits = [{ metric: 'hits', operator: 'lte', value: 0, window: '24h' }];
    expect((await api().call(`/rules/${ruleId}/guard`, { method: 'PUT', body: { limits } })).status).toBe(200);
    const { page } = await openAs('/rules');
    const row = page.locator('tr', { has: page.getByRole('link', { name: 'held', exact: true }) });
    const heard: string[] = [];
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (payload.toString().includes('rule:guard-tripped')) heard.push('told');
      }),
    );
    page.on('request', (request) => {
      if (request.isNavigationRequest()) heard.push('loaded');
      else if (/\/rules\?/.test(request.url())) heard.push('read');
    });
    await page.reload();
    await row.getByText('active').waitFor();
    await page.locator('[data-live="live"]').waitFor();
    const order = await page.locator('[data-row]').allTextContents();
    await sendPayments(api(), [41], 'held');
    expect(await api().app.get(CheckGuards).checkAll(new Date())).toBe(1);
    await row.getByText('guard tripped').waitFor();
    expect(await row.textContent()).toContain('⚠');
    // The page was notified and then loaded the data; the page itself was not loaded again.
    expect(heard.filter((each) => each === 'loaded')).toHaveLength(1);
    expect(heard.indexOf('told')).toBeGreaterThan(0);
    expect(heard.lastIndexOf('read')).toBeGreaterThan(heard.indexOf('told'));
    expect(await page.locator('[data-row]').allTextContents()).toEqual(order);
    expect(await axeFindings(page)).toEqual([]);
    await row.getByRole('link', { name: 'held', exact: true }).click();
    await page.getByText('The guard has tripped').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Release it again …' }).click();
    await page.getByLabel('Reason').fill('The test was ours');
    await page.getByRole('button', { name: /^Publish/ }).click();
    await toast(page).getByText('is active').waitFor();
    const events = (await api().call(`/audit/events?resourceId=${ruleId}`)).body.events as readonly Body[];
    // Events are listed newest first: the guard tripped, then the rule was restored.
    const [back, tripped] = ['rule_status_changed', 'rule_guard_tripped'].map((name) =>
      events.findIndex(({ event }) => event === name),
    ) as [number, number];
    expect([back >= 0, tripped > back]).toEqual([true, true]);
    expect(events[back]).toMatchObject({ context: { reason: 'The test was ours' } });
    expect((await api().call(`/rules/${ruleId}`)).body.rule.status).toBe('active');
  });

  it('returns to earlier rule sets, and can still undo it from the audit log after a reload', async () => {
    const ruleId = await publishRule(api(), { source: source('timed', 5_000) });
    const before = await activeSet();
    await stage(ruleId, source('timed', 4_000));
    const { page } = await openAs(`/rules/${ruleId}?release=true`);
    await page.getByRole('button', { name: /^Publish/ }).click();
    await toast(page)
      .getByText(`Rule set ${before + 1} is active`)
      .waitFor();
    // A newly loaded page has forgotten what was done in this tab; the audit trail has not.
    await page.goto(page.url().replace(/rules\/.*/, 'recent'));
    await page.getByRole('heading', { name: 'In the audit log' }).waitFor();
    const back = page.getByRole('button', { name: `Back to rule set ${before}` }).first();
    await back.waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await back.click();
    await toast(page).getByText('is active').waitFor();
    expect((await api().call(`/rules/${ruleId}`)).body.rule.source).toContain('5000');

    await page.goto(page.url().replace('recent', `rules/sets?set=${before + 1}`));
    await page.getByRole('heading', { name: /Changes compared with rule set/ }).waitFor();
    await page
      .getByRole('region', { name: `Set ${before + 1}` })
      .getByText('timed')
      .first()
      .waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('[');
    await page.waitForFunction(`!location.search.includes('set=${before + 1}')`);
    await page.goBack();
  });

  it('sees what is missing without permission to publish, and cannot release', async () => {
    const ruleId = await publishRule(api(), { source: source('read', 6_000) });
    const permissions = ['rules:read', 'rules:edit', 'transactions:read'];
    const role = (await api().call('/roles', { body: { name: 'Builder only', permissions } })).body.role;
    const { page } = await openAs(`/rules/${ruleId}`, {}, 'builder@example.com');
    const { members } = (await api().call('/members?limit=100')).body as { readonly members: readonly Body[] };
    const member = members.find(({ email }) => email === 'builder@example.com')!;
    const body = { roleId: role.id };
    expect((await api().call(`/members/${member.id}`, { method: 'PATCH', body })).status).toBe(200);
    await page.reload();
    const release = page.getByRole('button', { name: /^Release/ });
    await release.waitFor();
    expect(await release.textContent()).toContain('needs rules:publish');
    expect(await release.getAttribute('aria-disabled')).toBe('true');
    await page.goto(page.url().replace(/rules\/.*/, 'rules/approvals'));
    await page.getByText('lacks the permission rules:publish').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.goto(page.url().replace('rules/approvals', 'recent'));
    await page.getByText('requires audit:read').waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });
});
