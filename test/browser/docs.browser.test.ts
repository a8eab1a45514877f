import { execFile } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { waitUntil } from '../../apps/api/test/support/wait-until.js';
import { describePages } from './support/find-browser.js';
import { axeFindings } from './support/use-browser.js';
import { useConsole } from './support/use-console.js';

const chunks = join(__dirname, '../../apps/docs/dist/pages/assets/chunks');

describePages('docs site', () => {
  // Done before the server starts, which looks for these files.
  beforeAll(async () => {
    await promisify(execFile)(process.execPath, [join(__dirname, '../../apps/docs/build.mjs')]);
  }, 600_000);
  const { api, open } = useConsole();

  it.each(['light', 'dark'] as const)('can be read by everybody without an account: %s', async (colorScheme) => {
    for (const path of ['/docs', '/docs/learn/missing-data', '/docs/errors/E0201', '/docs/reference/functions/abs']) {
      const { page } = await open(path, { colorScheme });
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect([path, await axeFindings(page)]).toEqual([path, []]);
    }
  });

  it('has the page that diagnostics and API errors link to', async () => {
    const { page } = await open('/docs/errors/E0201');
    await page.getByRole('heading', { level: 1, name: /^E0201/ }).waitFor();
    await page.goto(`${api().url}/docs/errors/VALIDATION_ERROR`);
    await page.getByText('The request is not valid.').waitFor();
  });

  it('finds the search text, with exact names first', async () => {
    const { page } = await open('/docs/');
    const input = page.locator('#localsearch-input');
    // The page accepts keys only once its code is active.
    await waitUntil(async () => {
      await page.keyboard.press('Control+k');
      return input.isVisible();
    });
    const results = page.locator('.VPLocalSearchBox .result');
    for (const [typed, found] of [
      ['E0201', 'E0201'],
      ['transactions.create', 'transaction'],
      ['missing data', 'Missing data'],
    ] as const) {
      await input.fill(typed);
      await results.first().getByText(found, { exact: false }).first().waitFor();
    }
    await input.fill('E0201');
    await results.first().getByText('E0201').first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/docs\/errors\/E0201/);
  });

  it('navigates within the content security policy, and reports missing pages', async () => {
    const { page } = await open('/docs/');
    await page.getByRole('main').getByRole('link', { name: 'The first ten minutes' }).click();
    await page.getByRole('heading', { level: 1, name: 'The first ten minutes' }).waitFor();
    await page.getByRole('link', { name: 'language.md' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'The rule language' }).waitFor();
    const missing = await api().call('/docs/no-such-page', { key: null });
    expect([missing.status, missing.body.error.code]).toEqual([404, 'NOT_FOUND']);
  });

  it('is also available to programs, and lets people try the API', async () => {
    const list = await api().call('/docs/llms.txt', { key: null });
    const [, path] = /\((\/docs\/learn\/money\.md)\)/.exec(list.text) ?? [];
    expect((await api().call(path!, { key: null })).text).toMatch(/^# Money/);
    const { page } = await open('/docs/try');
    await page.getByText('List all error codes').waitFor();
  });

  it('evaluates a thousand payments in the playground: what changes, why, and as a link', async () => {
    const { page, context } = await open('/docs/play');
    const says = page.getByRole('status');
    await says.getByText('0 of 1000 decisions change').waitFor();
    await page.getByText('Tests: 1 passed, 0 failed.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const text = page.getByRole('textbox', { name: 'Text of the rules' });
    await text.getByText('5_000').first().dblclick();
    await page.keyboard.type('500');
    await says.getByText(/^[1-9]\d* of 1000 decisions change/).waitFor();
    await page.getByRole('row').nth(1).getByText('large_payment').waitFor();
    const [first] = await page.getByRole('row').nth(1).getByRole('button').allTextContents();
    await page.getByRole('row').nth(1).getByRole('button').focus();
    await page.keyboard.press('t');
    await page.getByRole('button', { name: first!, pressed: true }).waitFor();
    const other = await context.newPage();
    await other.goto(page.url());
    await other
      .getByRole('status')
      .getByText(/^[1-9]\d* of 1000 decisions change/)
      .waitFor();
    await other.getByRole('button', { name: first!, pressed: true }).waitFor();
  });

  it('shows errors in a text, keeps the last results, and opens examples from the guide', async () => {
    const { page } = await open('/docs/learn/your-first-rule');
    await page.getByRole('link', { name: 'Try it' }).first().click();
    await page
      .getByRole('status')
      .getByText(/of 1000 decisions change/)
      .waitFor();
    const text = page.getByRole('textbox', { name: 'Text of the rules' });
    await text.getByText('large_cash').first().waitFor();
    await text.getByText('paymentMethod').first().dblclick();
    await page.keyboard.type('paymentMetod');
    await page.getByRole('status').getByText('1 error in the text').waitFor();
    await page.getByRole('link', { name: 'E0201' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it('loads at most 600 kB for the playground', () => {
    const play = join(chunks, '../../playground');
    const needed = readdirSync(play).filter((name) => name.endsWith('.gz') && !name.startsWith('letters'));
    expect(needed.reduce((sum, name) => sum + statSync(join(play, name)).size, 0)).toBeLessThan(600_000);
  });

  it('loads at most 300 kB for a search', () => {
    const index = readdirSync(chunks).find((name) => /^@localSearchIndex.*\.gz$/.test(name));
    expect(statSync(join(chunks, index!)).size).toBeLessThan(300_000);
  });
});
