import { publishRule } from '../../apps/api/test/support/publish-rule.js';
import { unknowns as es } from '../../apps/console/src/i18n/es/admin/unknowns.js';
import { unknowns as pt } from '../../apps/console/src/i18n/pt/admin/unknowns.js';
import { axeFindings } from './support/use-browser.js';
import { describePages } from './support/find-browser.js';
import { replaceText } from './support/edit-rule.js';
import { useConsole } from './support/use-console.js';

const source = `rule tiers "Tier of the customer" {
  on transaction (created)
  category fraud
  score 40
  when transaction.metadata.tier = 3 and transaction.amount / transaction.metadata.parts > 10 USD
  unknown review
}
`;

describePages('unknown rules', () => {
  const { api, openAs } = useConsole();
  let ruleId: string;

  beforeAll(async () => {
    ruleId = await publishRule(api(), { source });
    for (const [index, metadata] of [{}, { tier: 3, parts: 0 }, { tier: 2, parts: 2 }, {}].entries()) {
      const payment = { externalId: `tier-${index}`, type: 'PAYMENT', amount: 5, currency: 'USD', metadata };
      expect((await api().call('/transactions', { body: payment })).status).toBe(201);
    }
  });

  it('shows from the rule list how often it was unknown, why, and in which decisions', async () => {
    const { page } = await openAs('/rules');
    await page.getByRole('link', { name: 'Unknown, tiers: 75%' }).click();
    await page.waitForURL(`**/rules/${ruleId}?unknowns=true`);
    const panel = page.getByRole('region', { name: 'What leaves it unknown' });
    await panel.getByText('In the last 14 days it was unknown in 3 of 4 evaluations (75%).').waitFor();
    await panel.getByText('If unknown, it requires a review (unknown review).').waitFor();
    await panel.getByText('Measured on the newest 4 records of the last 30 days').waitFor();
    const rows = panel.locator('[data-unknownable]');
    expect(await rows.allTextContents()).toEqual([
      'metadata.partsthe record does not have it50%',
      'metadata.tierthe record does not have it50%',
    ]);
    expect(await page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe('What leaves it unknown');
    const runs = panel.locator('[data-undecided]');
    expect(await runs.allTextContents()).toEqual([
      expect.stringMatching(/^Payment tier-3 .*the record does not have it \(metadata\.tier\)/),
      expect.stringMatching(/^Payment tier-1 .*it divides by zero/),
      expect.stringMatching(/^Payment tier-0 .*the record does not have it \(metadata\.tier\)/),
    ]);
    expect(await axeFindings(page)).toEqual([]);

    await replaceText(page, 'transaction.metadata.tier', 'transaction.metadata.grade');
    await panel.getByText('metadata.grade').waitFor();
    await panel.getByRole('link', { name: 'All payments for which it was unknown' }).click();
    await page.waitForURL(`**/payments?*outcome=unknown*`);
    await page.getByRole('heading', { name: 'Payments' }).waitFor();
    await page.getByRole('link', { name: 'tier-1', exact: true }).waitFor();
    await page.getByText('tier-2').waitFor({ state: 'detached' });
    await page.goBack();
    await panel.getByRole('link', { name: 'Payment tier-1' }).click();
    await page.getByRole('heading', { name: 'Unknown (1)' }).waitFor();
  });

  it('explains it in the language of the user, also in a narrow window', async () => {
    const viewport = { width: 360, height: 800 };
    const { page } = await openAs(`/rules/${ruleId}?unknowns=true`, { locale: 'pt-BR', viewport });
    const panel = page.getByRole('region', { name: pt.title });
    await panel.getByText(pt.causes.division_by_zero).waitFor();
    await panel.getByText(pt.policies.review).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
  });

  it('shows the causes of one decision in the language of the user, next to the values found', async () => {
    const { transactions } = (await api().call('/transactions?externalId=tier-1')).body as {
      readonly transactions: readonly { readonly id: string }[];
    };
    const { page } = await openAs(`/payments/${transactions[0]!.id}/why`, { locale: 'es-AR', colorScheme: 'dark' });
    await page.getByRole('heading', { name: 'Quedaron indeterminadas (1)' }).waitFor();
    await page.locator('summary').filter({ hasText: 'tiers' }).click();
    await page.locator('[data-cause="division_by_zero"]').first().getByText(es.causes.division_by_zero).waitFor();
    expect(await page.locator('main [lang="en"]').count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
  });
});
