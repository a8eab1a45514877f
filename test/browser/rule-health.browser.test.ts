import { copyEvaluations } from '../../apps/api/test/support/copy-evaluations.js';
import { publishRule } from '../../apps/api/test/support/publish-rule.js';
import { ruleHealth as es } from '../../apps/console/src/i18n/es/admin/rule-health.js';
import { axeFindings } from './support/use-browser.js';
import { describePages } from './support/find-browser.js';
import { useConsole } from './support/use-console.js';

const source = (key: string, least: number): string => `rule ${key} "Of ${least} and more" {
  on transaction (created)
  category fraud
  score 20
  when transaction.amount >= ${least} USD
  then alert HIGH "Large"
}
`;

describePages('rule health', () => {
  const { api, openAs } = useConsole();
  const ids: Record<string, string> = {};

  const pay = async (amount: number): Promise<string> => {
    const payment = { externalId: `health-${amount}`, type: 'PAYMENT', amount, currency: 'USD' };
    const answer = await api().call('/transactions', { body: payment });
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.body.rulesResult.evaluationId as string;
  };

  beforeAll(async () => {
    for (const [key, least] of [
      ['large', 100],
      ['larger', 200],
      ['idle', 9_000],
    ] as const)
      ids[key] = await publishRule(api(), { source: source(key, least) });
    ids['draft'] = (await api().call('/rules', { body: { source: source('unused', 5) } })).body.rule.id as string;
    const [one, both] = [await pay(150), await pay(250)];
    await copyEvaluations(api(), { id: one, days: 20, from: 0, without: 300 });
    await copyEvaluations(api(), { id: both, days: 2, from: 300, without: 4 });
  });

  it('opens it from the list, and sees hits, edits, overlapping rules and what has changed', async () => {
    const { page } = await openAs('/rules');
    await page.getByRole('link', { name: /^Health, large: \d+$/ }).click();
    await page.waitForURL(`**/rules/${ids['large']!}/health`);
    await page.getByRole('heading', { level: 1, name: 'Health of large' }).waitFor();
    await page.getByText('Counted up to').waitFor();
    await page.getByText('As a table').click();
    expect(await page.locator('[data-bucket]').count()).toBe(14);
    const { totals } = (await api().call(`/rules/${ids['large']!}/stats`)).body;
    await page
      .locator('[data-figures]')
      .getByText(`${totals.hits as number} (100%)`)
      .waitFor();
    await page.locator('[data-overlap="larger"]').waitFor();
    expect(await page.locator('[data-overlap="idle"]').count()).toBe(0);
    await page.locator('[data-edit="2"]').getByText('status in_progress → active').waitFor();
    await page.locator('[data-input="transaction.amount"]').getByText('has changed').waitFor();
    expect(await axeFindings(page)).toEqual([]);

    await page.getByLabel('Time looked at').selectOption('30 days');
    await page.waitForURL('**/health?days=30');
    await page.locator('[data-bucket]').nth(29).waitFor();
    await page.getByLabel('Time looked at').selectOption('24 hours');
    await page.locator('[data-bucket]').nth(29).waitFor({ state: 'detached' });
    expect(await page.locator('[data-bucket]').count()).toBe(24);
    await page.locator('[data-overlap="larger"]').getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'Health of larger' }).waitFor();
    await page.getByRole('link', { name: 'Payments that it hit' }).click();
    await page.getByRole('link', { name: 'health-250', exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'health-150', exact: true }).count()).toBe(0);
  });

  it('sees that a rule has not run, and returns to its text', async () => {
    const { page } = await openAs(`/rules/${ids['draft']!}`);
    await page.getByRole('link', { name: 'Health', exact: true }).last().click();
    await page.getByRole('heading', { name: 'It has not run in this time' }).waitFor();
    await page.getByText('It reads no field of the record itself, or does not run.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('link', { name: '← unused' }).click();
    await page.getByRole('heading', { name: 'No problems' }).waitFor();
  });

  it('keeps seeing the figures when the comparison fails', async () => {
    const { page } = await openAs('/rules');
    const json = { success: false, error: { code: 'INTERNAL_ERROR', message: 'No' } };
    await page.route('**/drift', (route) => route.fulfill({ status: 500, json }));
    await page.getByRole('link', { name: /^Health, large: / }).click();
    const drift = page.getByRole('region', { name: 'What it reads, then and now' });
    await drift.getByRole('alert').waitFor();
    await page.locator('[data-figures]').waitFor();
    await page.unroute('**/drift');
    await drift.getByRole('button').first().click();
    await page.locator('[data-input="transaction.amount"]').waitFor();
  });

  it('can read it in a narrow window and in another language', async () => {
    const viewport = { width: 360, height: 800 };
    const { page } = await openAs(`/rules/${ids['large']!}/health`, { locale: 'es-AR', viewport });
    await page.getByRole('heading', { level: 1, name: es.title('large') }).waitFor();
    await page.getByText(es.states.drifted).first().waitFor();
    await page.locator('[data-figures]').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
  });
});
