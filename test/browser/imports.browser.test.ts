import { readFileSync } from 'node:fs';

import { publishRule } from '../../apps/api/test/support/publish-rule.js';
import { waitUntil } from '../../apps/api/test/support/wait-until.js';
import { axeFindings } from './support/use-browser.js';
import { describePages } from './support/find-browser.js';
import { useConsole } from './support/use-console.js';

const csvOf = (lines: readonly string[]): Buffer => Buffer.from(`${lines.join('\n')}\n`);

describePages('imports', () => {
  const { api, openAs } = useConsole();

  it('C35: sees a bad row before starting, follows the import, and downloads the failed rows', async () => {
    const { page } = await openAs('/operate/imports');
    await page.getByRole('heading', { name: 'No imports yet' }).waitFor();
    await page.keyboard.press('c');
    const buffer = csvOf([
      'externalId,type,amount,currency',
      'csv-1,PAYMENT,12.50,USD',
      'csv-2,PAYMENT,a lot,USD',
      'csv-3,PAYMENT,7,USD',
    ]);
    await page.locator('input[type="file"]').setInputFiles({ name: 'march.csv', mimeType: 'text/csv', buffer });
    await page.locator('[data-checked="bad"]').getByText('2 rows would be stored, 1 would not').waitFor();
    expect(await page.locator('[data-line="3"]').count()).toBeGreaterThan(0);
    expect(await axeFindings(page)).toEqual([]);
    expect((await api().call('/transactions')).body.transactions).toEqual([]);
    await page.getByRole('button', { name: 'Start without these rows' }).click();
    await page.locator('[data-succeeded="2"]').waitFor();
    await page.locator('[data-failed="1"]').waitFor();
    await page.getByText(/Ended$/).waitFor();
    await page.locator('[data-failure]').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const jobId = page.url().split('/').at(-1)!;
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Failures as CSV' }).click();
    const saved = readFileSync(await (await coming).path(), 'utf8');
    const answer = await api().call(`/batch-import/transaction-jobs/${jobId}/failures.csv`);
    expect(saved.replace(/^\ufeff/, '')).toBe(answer.text.replace(/^\ufeff/, ''));
    expect(saved).toContain('csv-2,VALIDATION_ERROR');
    await page.getByRole('link', { name: '← Imports' }).click();
    await page.locator('[data-job="completed"]').getByText('3 of 3').waitFor();
  });

  it('sees which rule sets evaluated the rows, with links to them', async () => {
    const source = (limit: number): string =>
      `rule seen "Seen" {\n  on transaction (created)\n  score 10\n  when transaction.amount >= ${limit} USD\n}\n`;
    const ruleId = await publishRule(api(), { source: source(1) });
    const transactions = [1, 2].map((n) => ({ externalId: `set-${n}`, type: 'FEE', amount: n, currency: 'USD' }));
    const { jobId } = (await api().call('/transactions/batch/background', { body: { transactions } })).body;
    await waitUntil(async () => (await api().call(`/batch-import/jobs/${jobId}`)).body.job.completedAt !== null);
    const change = { method: 'PATCH', body: { source: source(2) } } as const;
    expect((await api().call(`/rules/${ruleId}`, change)).status).toBe(200);
    const { page } = await openAs(`/operate/imports/${jobId}`);
    await page.getByText('Decided by').waitFor();
    await page.locator('[data-set]').getByRole('link', { name: 'Set 1' }).click();
    await page.getByRole('heading', { name: 'Changes compared with rule set 2' }).waitFor();
    await page.getByRole('heading', { name: 'Set 1' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const { id } = (await api().call('/transactions?externalId=set-1')).body.transactions[0];
    const { page: why } = await openAs(`/payments/${id}/why`);
    await why.getByRole('link', { name: /^set rs_/ }).click();
    await why.getByRole('heading', { name: 'Set 1' }).waitFor();
  });

  it('maps the columns of a file, which is then validated with the mapping', async () => {
    const { page } = await openAs('/operate/imports/new');
    const buffer = csvOf(['Reference;Kind;Sum;Currency', 'map-1;PAYMENT;5;USD']);
    await page.locator('input[type="file"]').setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer });
    await page.locator('[data-checked="bad"]').waitFor();
    await page.getByRole('button', { name: 'New mapping …' }).click();
    const dialog = page.getByRole('dialog');
    for (const [column, path] of [
      ['Reference', 'externalId'],
      ['Kind', 'type'],
      ['Sum', 'amount'],
      ['Currency', 'currency'],
    ] as const)
      await dialog.getByLabel(column, { exact: true }).fill(path);
    await dialog.getByLabel('Name of the mapping').fill('Bank');
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save the mapping' }).click();
    await page.locator('[data-checked="good"]').getByText('1 rows would be stored, 0 would not').waitFor();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.locator('[data-succeeded="1"]').waitFor();
  });
});
