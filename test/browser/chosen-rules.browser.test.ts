import { readFileSync } from 'node:fs';

import { publishRule } from '../../apps/api/test/support/publish-rule.js';
import { describePages } from './support/find-browser.js';
import { axeFindings } from './support/use-browser.js';
import { sendPayments, useConsole } from './support/use-console.js';

const source = (key: string, least: number): string =>
  `rule ${key} "${key} payments" {\n  on transaction (created)\n  category fraud\n  score 10\n  when transaction.amount >= ${least} USD\n  then suggest FLAG\n}\n`;

describePages('several rules at once', () => {
  const { api, openAs } = useConsole();
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    for (const [key, least] of Object.entries({ large: 500, middle: 100, tiny: 1 }))
      ids[key] = await publishRule(api(), { source: source(key, least) });
    await sendPayments(api(), [900, 300, 20]);
  });
  const statusOf = async (key: string): Promise<string> => (await api().call(`/rules/${ids[key]}`)).body.rule.status;
  const statuses = (): Promise<readonly string[]> => Promise.all(['large', 'middle', 'tiny'].map(statusOf));

  it('shows the hits per day, and selects rules by mouse and by keyboard', async () => {
    const { page, heard } = await openAs('/rules', { locale: 'pt-BR' });
    const row = (key: string) => page.locator(`[data-rule="${ids[key]}"]`);
    await row('tiny').locator('[data-sparkline]').waitFor();
    const days = await row('tiny').getByRole('img').getAttribute('aria-label');
    expect(days).toMatch(/^Acionamentos por dia: (0 ){13}3$/);
    // One request brings the rules with their hits.
    expect(heard.requests.filter((each) => /\/rules\?/.test(each))).toHaveLength(1);
    await row('large').getByRole('checkbox', { name: 'Selecionar large' }).check();
    await page.getByText('1 regra selecionada').waitFor();
    await row('tiny').getByRole('link', { name: 'tiny', exact: true }).focus();
    await page.keyboard.press('x');
    await page.getByText('2 regras selecionadas').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByLabel('Selecionar', { exact: true }).check();
    await page.getByText('3 regras selecionadas').waitFor();
    await page.getByLabel('Status').selectOption('active');
    await page.getByText('regras selecionadas').waitFor({ state: 'detached' });
    await page.getByLabel('Categoria').selectOption('aml');
    await page.getByText('Nenhuma regra corresponde aos filtros').waitFor();
    expect(page.url()).toContain('category=aml');
  });

  it('switches rules off together once, and puts them in force again with undo', async () => {
    const { page, heard } = await openAs('/rules');
    await page.getByRole('checkbox', { name: 'Select large' }).check();
    await page.getByRole('checkbox', { name: 'Select tiny' }).check();
    await page.getByRole('button', { name: 'Switch off …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Switch off 2 rules' });
    await dialog.getByLabel('Reason').fill('Too many alerts');
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Switch off', exact: true }).dblclick();
    const toast = page.locator('[data-toast]');
    await toast.getByText('2 rules switched off').waitFor();
    expect(await statuses()).toEqual(['inactive', 'active', 'inactive']);
    expect(heard.requests.filter((each) => /\/rules\/bulk$/.test(each))).toHaveLength(1);
    await page.getByText('rules selected').waitFor({ state: 'detached' });
    await toast.getByRole('button', { name: 'Undo' }).click();
    await toast.getByText(/is active/).waitFor();
    expect(await statuses()).toEqual(['active', 'active', 'active']);
  });

  it('changes none if one is refused, and all others once it is left out', async () => {
    const { page } = await openAs('/rules', { colorScheme: 'dark' });
    await page.getByRole('checkbox', { name: 'Select large' }).check();
    await page.getByRole('checkbox', { name: 'Select middle' }).check();
    await page.getByRole('button', { name: 'Run in shadow …' }).click();
    // Somebody else saves a new version of one of them meanwhile.
    const theirs = { source: source('large', 600), stage: true };
    expect((await api().call(`/rules/${ids['large']}`, { method: 'PATCH', body: theirs })).status).toBe(200);
    await page.route('**/rules/bulk', async (route) => {
      const body = route.request().postDataJSON() as { rules: { id: string; ifVersion: number }[] };
      const rules = body.rules.map((each) => (each.id === ids['large'] ? { ...each, ifVersion: 1 } : each));
      await route.continue({ postData: JSON.stringify({ ...body, rules }) });
    });
    await page.keyboard.press('Control+Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Nothing was changed, because of 1 rule:').waitFor();
    expect(await statuses()).toEqual(['active', 'active', 'active']);
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Leave these out' }).click();
    await page.getByText('1 rule selected').waitFor();
    await dialog.getByRole('button', { name: 'Run in shadow', exact: true }).click();
    await page.locator('[data-toast]').getByText('1 rule runs in shadow').waitFor();
    expect(await statuses()).toEqual(['active', 'shadow', 'active']);
  });

  it('exports the selected rules, and tries them together on the past', async () => {
    const { page } = await openAs('/rules');
    await page.getByRole('checkbox', { name: 'Select middle' }).check();
    await page.getByRole('checkbox', { name: 'Select tiny' }).check();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as text' }).click();
    const text = readFileSync(await (await download).path(), 'utf8');
    expect([/rule middle/, /rule tiny/, /rule large/].map((each) => each.test(text))).toEqual([true, true, false]);
    await page.getByRole('link', { name: 'Dry-run them together' }).click();
    await page.getByRole('combobox', { name: 'Rule' }).getByText('The 2 selected rules, together').waitFor({
      state: 'attached',
    });
    await page.reload();
    await page.getByRole('button', { name: 'Start' }).click();
    await page.waitForURL(/dry-runs\/[0-9a-f-]{36}/);
    const id = page.url().split('/').at(-1)!.split('?')[0]!;
    const { dryRun } = (await api().call(`/rules/dry-runs/${id}`)).body;
    expect(JSON.stringify(dryRun)).toContain(ids['middle']);
  });
});
