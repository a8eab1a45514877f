import { readFileSync } from 'node:fs';

import { publishRule } from '../../apps/api/test/support/publish-rule.js';
import { ruleFiles as es } from '../../apps/console/src/i18n/es/admin/rule-files.js';
import { axeFindings } from './support/use-browser.js';
import { describePages } from './support/find-browser.js';
import { useConsole } from './support/use-console.js';

const source = (key: string, least: number): string => `rule ${key} "Of ${least} and more" {
  on transaction (created)
  category fraud
  score 20
  when transaction.amount >= ${least} USD

  test "a small one is fine" {
    when transaction { amount: 1 USD }
    expect no hit
  }
}
`;
const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

describePages('rule files', () => {
  const { api, openAs } = useConsole();
  let ruleId: string;

  beforeAll(async () => {
    ruleId = await publishRule(api(), { source: source('large', 100) });
  });

  it('exports rules, changes the text, and sees the plan before it is applied', async () => {
    const { page } = await openAs('/rules');
    await page.getByRole('link', { name: 'Files', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Rules as files' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save the file' }).click(),
    ]);
    const text = readFileSync(await download.path(), 'utf8');
    expect([download.suggestedFilename(), text.includes('rule large')]).toEqual(['rules.rules', true]);

    const chosen = page.getByLabel('Files of rules');
    await chosen.setInputFiles(file('rules.rules', text));
    const plan = page.getByRole('button', { name: 'Show what would change' });
    await plan.click();
    await page.getByText('Nothing: the files say what is stored.').waitFor();
    await chosen.setInputFiles([
      file('rules.rules', text.replace('100 USD', '300 USD')),
      file('more.rules', source('larger', 900)),
    ]);
    await plan.click();
    await page.locator('[data-change="create"]', { hasText: 'larger' }).waitFor();
    await page.locator('[data-change="update"]', { hasText: 'large' }).waitFor();
    await page.getByText('Tests of what would change: 2 pass, 0 fail').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByLabel('Reason').fill('As agreed');
    await page.getByRole('button', { name: 'Bring it in' }).click();
    await page.locator('[data-toast]').getByText('2 rules brought in').waitFor();
    await page.getByRole('link', { name: 'larger', exact: true }).waitFor();
    await page.getByText('(version 3 waits)').waitFor();
    const { rule } = (await api().call(`/rules/${ruleId}`)).body;
    expect([rule.activeVersion, rule.source.includes('300 USD')]).toEqual([2, true]);
  });

  it('sees the line of an error and what would be removed, in another language and a narrow window', async () => {
    const viewport = { width: 360, height: 800 };
    const { page } = await openAs('/rules/files', { locale: 'es-AR', viewport });
    const chosen = page.getByLabel(es.choose);
    await chosen.setInputFiles(
      file('wrong.rules', source('wrong', 5).replace('transaction.amount', 'transaction.amuont')),
    );
    await page.getByRole('button', { name: es.plan }).click();
    await page.getByText(es.unreadable).waitFor();
    await page.locator('[data-findings]').getByText('did you mean `amount`?').waitFor();
    expect(await page.getByRole('button', { name: es.apply }).count()).toBe(0);
    await chosen.setInputFiles(file('one.rules', source('only', 5)));
    await page.getByLabel(es.prune).check();
    await page.getByRole('button', { name: es.plan }).click();
    await page.locator('[data-change="archive"]', { hasText: 'large' }).first().waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
  });
});
