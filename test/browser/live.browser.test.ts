import { publishRule } from '../../apps/api/test/support/publish-rule.js';
import { axeFindings } from './support/use-browser.js';
import { describePages } from './support/find-browser.js';
import { sendPayments, useConsole } from './support/use-console.js';

const source = (key: string, limit: number): string => `rule ${key} "Rule ${key}" {
  on transaction (created)
  category fraud
  score 40
  when transaction.amount >= ${limit} USD
  then suggest FLAG
}
`;

describePages('live updates', () => {
  const { api, openAs } = useConsole();

  it('sees why no rule evaluated a payment: none was active, or none was requested', async () => {
    const [early] = await sendPayments(api(), [9], 'early');
    const body = { externalId: 'unasked', type: 'PAYMENT', amount: 9, currency: 'USD', executeRules: false };
    const unasked = (await api().call('/transactions', { body })).body as { transaction: { id: string } };
    const { page } = await openAs(`/payments/${early!}/why`);
    await page.getByText('No active rule applied to such payments at the time').waitFor();
    await page.getByRole('heading', { name: 'Hit (0)', exact: true }).waitFor();
    expect(await page.getByText('This payment was stored without evaluation').count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    await page.goto(page.url().replace(early!, unasked.transaction.id));
    await page.getByText('Its sender requested no evaluation, so no decision was made.').waitFor();
  });

  it('C26: sees no row move while payments arrive, and loads them with one key', async () => {
    await publishRule(api(), { source: source('seen', 500) });
    await sendPayments(api(), [1, 2, 3], 'old');
    const { page } = await openAs('/payments');
    const names = () => page.locator('[data-row]').allTextContents();
    await page.locator('[data-live="live"]').waitFor();
    await page.getByRole('link', { name: 'old-3' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    const before = await names();
    await sendPayments(api(), [4, 5], 'new');
    await page.getByRole('button', { name: '2 new' }).waitFor();
    expect(await names()).toEqual(before);
    expect(await page.evaluate('document.activeElement.textContent')).toBe('old-2');
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('.');
    await page.getByRole('link', { name: 'new-2' }).waitFor();
    expect(await names()).toEqual(['new-2', 'new-1', ...before]);
  });

  it('C29: is told of a version saved by somebody else, and merges it with the typed text', async () => {
    const ruleId = await publishRule(api(), { source: source('merged', 500) });
    const { page } = await openAs(`/rules/${ruleId}`);
    await page.getByRole('heading', { name: 'No problems' }).waitFor();
    await page.locator('[data-live="live"]').waitFor();
    const editor = page.getByRole('textbox', { name: 'Text of the rule' });
    await editor.click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('// mine\n');
    const theirs = source('merged', 700).replace('score 40', 'score 55');
    const body = { source: theirs, stage: true };
    expect((await api().call(`/rules/${ruleId}`, { method: 'PATCH', body })).status).toBe(200);
    await page.getByText('saved version 3 in the meantime').waitFor();
    expect(await editor.textContent()).toContain('500 USD');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Merge …' }).click();
    await page.getByText('Your changes do not overlap: both were merged.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save the merged text' }).click();
    await page.getByText('version 4 is staged, 2 decides').waitFor();
    const { rule } = (await api().call(`/rules/${ruleId}`)).body;
    expect(rule.source).toContain('// mine');
    expect(rule.source).toContain('score 55');
    expect(rule.source).toContain('700 USD');
  });

  it('sees who else has a rule or a case open until they leave it', async () => {
    const ruleId = await publishRule(api(), { source: source('shared', 500) });
    const { body } = await api().call('/intelligence/investigations', { body: { name: 'Shared' } });
    const caseId = (body as { investigation: { id: string } }).investigation.id;
    for (const path of [`/rules/${ruleId}`, `/cases/${caseId}`]) {
      const { page } = await openAs(path, {}, 'ana@example.com');
      await page.locator('[data-live="live"]').waitFor();
      const others = page.locator('[data-here="1"]');
      const { page: other, context } = await openAs(path, { locale: 'pt-BR', colorScheme: 'dark' }, 'bo@example.com');
      await others.getByText(/bo.* is here too/).waitFor();
      await other
        .locator('[data-here="1"]')
        .getByText(/ana.* também está aqui/)
        .waitFor();
      expect(await axeFindings(page)).toEqual([]);
      expect(await axeFindings(other)).toEqual([]);
      await other.goto(`${api().url}/console/${api().production.organizationId}/payments`);
      await others.waitFor({ state: 'detached' });
      await other.goBack();
      await others.waitFor();
      await context.close();
      await others.waitFor({ state: 'detached' });
    }
  });

  it('C28: loses the connection and gets the missed updates after reconnecting', async () => {
    const ruleId = await publishRule(api(), { source: source('away', 500) });
    const { page, context } = await openAs('/rules');
    const row = page.locator('tr', { has: page.getByRole('link', { name: 'away', exact: true }) });
    await row.getByText('active').waitFor();
    await page.locator('[data-live="live"]').waitFor();
    await context.setOffline(true);
    await page.locator('[data-live="live"]').waitFor({ state: 'detached' });
    expect((await api().call(`/rules/${ruleId}`, { method: 'PATCH', body: { status: 'inactive' } })).status).toBe(200);
    await context.setOffline(false);
    await page.locator('[data-live="live"]').waitFor();
    await row.getByText('inactive').waitFor();
  });

  it('C28: keeps the current screen when the next one cannot load, and opens it after reconnecting', async () => {
    const { page, context } = await openAs('/payments');
    await page.getByRole('heading', { name: 'Payments', level: 1 }).waitFor();
    await page.locator('[data-live="live"]').waitFor();
    await page.evaluate('window.isSamePage = true');
    await context.setOffline(true);
    await page.locator('[data-live="live"]').waitFor({ state: 'detached' });
    await page.keyboard.press('g');
    await page.keyboard.press('e');
    await page.waitForRequest((request) => request.method() === 'HEAD');
    await page.getByRole('heading', { name: 'Payments', level: 1 }).waitFor();
    await context.setOffline(false);
    await page.getByRole('heading', { name: 'Parties', level: 1 }).waitFor();
    expect(await page.evaluate('window.isSamePage')).toBe(true);
  });

  it('C28: loses the connection with an unsent note, misses nothing, and sends it after reconnecting', async () => {
    const { body } = await api().call('/intelligence/investigations', { body: { name: 'Away' } });
    const { id } = (body as { investigation: { id: string } }).investigation;
    const { page, context } = await openAs(`/cases/${id}`);
    await page.locator('[data-live="live"]').waitFor();
    const note = page.getByLabel('Note');
    await note.fill('called, no reply');
    await context.setOffline(true);
    await page.locator('[data-live="live"]').waitFor({ state: 'detached' });
    await page.getByText('◐').or(page.getByText('○')).first().waitFor();
    const told = { body: { body: 'written by another' } };
    expect((await api().call(`/intelligence/investigations/${id}/notes`, told)).status).toBe(201);
    await context.setOffline(false);
    await page.locator('[data-live="live"]').waitFor();
    await page.locator('[data-event="note"]').getByText('written by another').waitFor();
    expect(await note.inputValue()).toBe('called, no reply');
    await note.press('Control+Enter');
    await page.locator('[data-event="note"]').getByText('called, no reply').waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });
});
