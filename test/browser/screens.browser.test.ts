import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from 'playwright-core';

import { waitForDryRun } from '../../apps/api/test/support/dry-run-calls.js';
import { sendForm } from '../../apps/api/test/support/send-form.js';
import { waitUntil } from '../../apps/api/test/support/wait-until.js';
import type { Body } from '../../apps/api/test/support/start-test-api.js';
import { replaceText } from './support/edit-rule.js';
import { axeFindings, colorFindings } from './support/use-browser.js';
import { describePages } from './support/find-browser.js';
import { period, runLower, storePast, thresholdRule } from './support/past-payments.js';
import { useConsole } from './support/use-console.js';

const pictures = join(__dirname, '../../apps/docs/pictures');

/** Takes the screenshot for the docs again if requested: `npm run pictures`. */
async function drawPicture(page: Page, name: string): Promise<void> {
  if (process.env['TAMIS_PICTURES'] === undefined) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`), animations: 'disabled', caret: 'hide' });
}

interface Screen {
  readonly path: string;
  /** Waits for content that appears once the screen is shown. */
  readonly shows: (page: Page) => Promise<void>;
  readonly picture?: { readonly name: string; readonly theme: 'light' | 'dark' };
}

const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name }).first().waitFor();

describePages('every screen', () => {
  const { api, openAs, open } = useConsole();
  let screens: readonly Screen[];

  /** Stores two people with one device and a payment between them, and returns the id of the first. */
  const storeParties = async (): Promise<string> => {
    const send = async (path: string, body: object): Promise<Body> => {
      const answer = await api().call(path, { body });
      if (answer.status >= 300) throw new Error(answer.text);
      return answer.body;
    };
    const ids: string[] = [];
    for (const name of ['Ana Souza', 'Rui Lima', 'Padaria Souza']) {
      const type = name.startsWith('Padaria') ? 'company' : 'person';
      ids.push((await send('/entities', { type, name, countryCode: 'BR' })).entity.id as string);
    }
    const [ana, rui, shop] = ids as [string, string, string];
    for (const id of [ana, rui]) await send(`/devices/entity/${id}`, { deviceId: 'shared-17' });
    await send(`/entities/${ana}/relationships`, { relatedEntityId: shop, relationshipType: 'owns', strength: 0.6 });
    return ana;
  };

  beforeAll(async () => {
    const past = await storePast(api());
    const { ruleId } = past;
    const ana = await storeParties();
    const staged = { source: thresholdRule(40), stage: true };
    expect((await api().call(`/rules/${ruleId}`, { method: 'PATCH', body: staged })).status).toBe(200);
    const run = await runLower(api(), 'Review from 40 USD');
    const asked = { ruleIds: [ruleId], param: 'limit', steps: 10, ...period };
    const inline = ['p-45', 'p-55', 'p-58'].map((externalId) => ({ externalId, label: 'positive' }));
    const labels = { inline: [...inline, { externalId: 'p-20', label: 'negative' }] };
    const { body } = await api().call('/rules/sweeps', { body: { ...asked, labels } });
    const sweep = await waitForDryRun(api(), `/rules/sweeps/${body.sweepId as string}`);
    const delivery = await tryWebhook();
    const jobId = await importBadRow();
    const list = { name: 'watched', type: 'custom', source: 'manual_entry' };
    const { id: listId } = (await api().call('/data-lists', { body: list })).body.data as { readonly id: string };
    const items = [{ primaryValue: 'games', reason: 'Seen in three cases' }];
    expect((await api().call(`/data-lists/${listId}/items`, { body: { items } })).status).toBe(201);
    const { riskMatrix } = (await api().call('/risk-matrices', { body: { name: 'Payments' } })).body;
    const row = (name: string) => (page: Page) => page.locator(`[data-${name}]`).first().waitFor();
    screens = [
      { path: '/lists', shows: (page) => page.getByRole('link', { name: 'watched' }).waitFor() },
      { path: `/lists/${listId}`, shows: row('item') },
      { path: '/settings/organization', shows: heading('Release requirements') },
      { path: '/settings/members', shows: row('member') },
      { path: '/settings/roles?open=new', shows: (page) => page.getByLabel('rules:publish').waitFor() },
      { path: '/settings/keys?open=new', shows: (page) => page.getByLabel('rules:publish').waitFor() },
      { path: '/settings/matrices', shows: row('matrix') },
      { path: `/settings/matrices/${riskMatrix.id as string}`, shows: heading('Decisions by points') },
      { path: '/settings/rates', shows: heading('No rates yet') },
      { path: '/lists/blocks', shows: heading('No creation blocks yet') },
      { path: '/settings/billing', shows: row('balance') },
      { path: '/settings/integrations?open=global_gleif_lei', shows: (page) => page.getByLabel('baseUrl').waitFor() },
      { path: '/settings/executions', shows: heading('No integration has been called yet') },
      { path: '/inbox?kind=matches', shows: heading('Nothing is waiting') },
      { path: '/inbox?kind=reviews&who=me', shows: heading('Nothing is assigned to you') },
      { path: '/rules', shows: (page) => page.getByRole('link', { name: 'big', exact: true }).waitFor() },
      { path: '/rules/files', shows: heading('Rules as files') },
      { path: '/rules/new', shows: heading('No problems') },
      {
        path: `/rules/${ruleId}?release=true`,
        shows: (page) => page.locator('[data-gate="checks"]').waitFor(),
        picture: { name: 'release', theme: 'light' },
      },
      {
        path: `/rules/${ruleId}`,
        shows: async (page) => {
          await heading('No problems')(page);
          await replaceText(page, '40 USD', '20 USD');
          await page.getByText(/payments change/).waitFor();
        },
        picture: { name: 'editor', theme: 'light' },
      },
      { path: `/rules/${ruleId}/history`, shows: (page) => page.locator('[data-version="1"]').waitFor() },
      { path: `/rules/${ruleId}/health`, shows: heading('What it reads, then and now') },
      { path: '/rules/approvals', shows: heading('Nothing is waiting') },
      { path: '/rules/sets', shows: (page) => page.locator('[data-row]').first().waitFor() },
      { path: '/rules/params', shows: heading('No parameters yet') },
      { path: '/recent', shows: heading('In the audit log') },
      { path: '/payments', shows: (page) => page.getByRole('link', { name: 'p-59' }).waitFor() },
      {
        path: `/payments/${past.ids[58]!}/why`,
        shows: heading('Hit (1)'),
        picture: { name: 'why', theme: 'dark' },
      },
      { path: '/payments?amountMin=9000000', shows: heading('No matching payments') },
      { path: '/parties', shows: (page) => page.getByRole('link', { name: 'Ana Souza' }).waitFor() },
      { path: `/parties/${ana}`, shows: (page) => page.locator('[data-part="payments"]').waitFor() },
      {
        path: `/parties/${ana}/graph`,
        shows: (page) => page.locator('[data-node="device:shared-17"]').waitFor(),
        picture: { name: 'graph', theme: 'light' },
      },
      { path: '/dry-runs', shows: (page) => page.getByText('Review from 40 USD').first().waitFor() },
      { path: '/dry-runs/new', shows: (page) => page.locator('input[type="date"][value="2026-03-03"]').waitFor() },
      { path: '/dry-runs/file', shows: (page) => page.locator('input[type="file"]').waitFor({ state: 'attached' }) },
      {
        path: `/dry-runs/${run.id as string}`,
        shows: heading('10 records'),
        picture: { name: 'dry-run', theme: 'light' },
      },
      { path: '/operate', shows: (page) => page.locator('[data-payments]').waitFor() },
      { path: '/operate/webhooks', shows: (page) => page.getByRole('link', { name: 'Ledger' }).waitFor() },
      {
        path: `/operate/webhooks/${delivery.webhookId}?open=${delivery.id}`,
        shows: (page) => page.locator('[data-sent]').waitFor(),
      },
      { path: '/operate/imports', shows: (page) => page.locator('[data-job]').first().waitFor() },
      { path: '/operate/imports/new', shows: (page) => page.locator('input[type="file"]').waitFor() },
      { path: `/operate/imports/${jobId}`, shows: (page) => page.locator('[data-failure]').first().waitFor() },
      {
        path: '/operate/audit?open=1',
        shows: (page) => page.locator('[data-panel] dl').first().waitFor(),
      },
      { path: '/lab/new', shows: (page) => page.getByRole('combobox').first().waitFor() },
      {
        path: `/lab/${sweep.id as string}`,
        shows: (page) => page.getByRole('slider', { name: 'Value' }).waitFor(),
        picture: { name: 'lab', theme: 'dark' },
      },
    ];
  });

  /** Makes a delivery that fails, and returns its ids. */
  const tryWebhook = async (): Promise<{ readonly id: string; readonly webhookId: string }> => {
    const hook = { name: 'Ledger', url: 'https://93.184.216.34/hooks', events: ['transaction.*'], enabled: false };
    const { webhook } = (await api().call('/webhook-config', { body: hook })).body as { webhook: { id: string } };
    // A test of this webhook fails immediately, because the address is not allowed.
    await api().pool.query(`update webhooks set url = 'https://127.0.0.1/hooks' where id = $1`, [webhook.id]);
    const { delivery } = (await api().call(`/webhook-config/${webhook.id}/test`, { body: {} })).body;
    return { id: delivery.id as string, webhookId: webhook.id };
  };
  /** Makes a completed import with one row that cannot be stored. */
  const importBadRow = async (): Promise<string> => {
    const csv = 'externalId,type,amount,currency\nbad-1,PAYMENT,a lot,USD\n';
    const { jobId } = (await sendForm(api(), '/batch-import/import/transactions', [['bad.csv', csv]])).body;
    await waitUntil(
      async () => (await api().call(`/batch-import/jobs/${jobId as string}`)).body.job.completedAt !== null,
    );
    return jobId as string;
  };

  /** Checks the light and the dark theme; a screenshot for the docs is taken in its own theme. */
  const expectNoFindings = async (page: Page, name: string, picture?: Screen['picture']): Promise<void> => {
    expect([name, 'light', await axeFindings(page)]).toEqual([name, 'light', []]);
    if (picture?.theme === 'light') await drawPicture(page, picture.name);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect([name, 'dark', await colorFindings(page)]).toEqual([name, 'dark', []]);
    if (picture?.theme === 'dark') await drawPicture(page, picture.name);
    await page.emulateMedia({ colorScheme: 'light' });
  };

  // Every screen of the console, each in both themes.
  it('C40: has no accessibility findings', async () => {
    const { page } = await openAs('/rules');
    const base = page.url().replace(/\/rules.*/, '');
    for (const { path, shows, picture } of screens) {
      await page.goto(base + path);
      await shows(page);
      await expectNoFindings(page, path, picture);
    }
  });

  it('reports that the record of an address does not exist and offers a link to continue', async () => {
    const { page } = await openAs('/nowhere');
    await page.getByRole('heading', { level: 1, name: 'This page does not exist' }).waitFor();
    const base = page.url().replace(/\/nowhere.*/, '');
    const gone = '00000000-0000-4000-8000-000000000000';
    const records = [
      ...[
        'rules/@',
        'rules/@/health',
        'cases/@',
        'payments/@/why',
        'parties/@',
        'parties/@/graph',
        'dry-runs/@',
        'lab/@',
        'lists/@',
      ],
      ...['operate/webhooks/@', 'operate/imports/@', 'settings/matrices/@'],
    ];
    for (const path of records) {
      await page.goto(`${base}/${path.replace('@', gone)}`);
      await page.getByText('This record does not exist.').waitFor();
      // The record is requested once more if notifications may have been missed.
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.getByRole('main').getByRole('link').first().waitFor();
    }
    expect(await axeFindings(page)).toEqual([]);
  });

  it('keeps typed input when the data around it cannot be reloaded', async () => {
    const pathOf = (form: RegExp): string => screens.find(({ path }) => form.test(path))!.path;
    const { page } = await openAs('/rules');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const base = page.url().replace(/\/rules.*/, '');
    await page.clock.install();
    const failAgain = async (path: string, minutes: number): Promise<void> => {
      const json = { success: false, error: { code: 'INTERNAL_ERROR', message: 'No' } };
      await page.route(
        (url) => url.pathname === path,
        (route) => route.fulfill({ status: 500, json }),
      );
      await page.clock.fastForward(minutes * 60_000);
      const answer = page.waitForResponse((response) => response.status() === 500);
      // Outdated data is loaded again when the network is back.
      await page.evaluate(`for (const name of ['offline', 'online']) dispatchEvent(new Event(name))`);
      await answer;
    };
    const party = pathOf(/^\/parties\/[0-9a-f-]{36}$/);
    await page.goto(base + party);
    await page.getByRole('button', { name: /^Change status/ }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('Seen in three cases');
    await failAgain(party.replace('parties', 'entities'), 1);
    await page.getByText('The server had an internal error.').waitFor();
    expect(await page.getByRole('dialog').getByRole('textbox').inputValue()).toBe('Seen in three cases');

    await page.goto(base + pathOf(/^\/rules\/[0-9a-f-]{36}$/));
    await replaceText(page, '40 USD', '21 USD');
    await failAgain('/rules/library', 6);
    await page.clock.runFor(1_000);
    expect(await page.locator('.cm-content').textContent()).toContain('21 USD');
  });

  it('keeps the menu when a screen fails or its script does not load', async () => {
    const { page, heard } = await openAs('/parties');
    const menu = page.getByRole('navigation', { name: 'Screens' });
    const broken = page.getByRole('heading', { level: 1, name: 'This screen does not work' });
    await page.route(
      (url) => url.pathname === '/rules',
      (route) => route.fulfill({ json: { success: true, rules: 7 } }),
    );
    await menu.getByRole('link', { name: 'Rules' }).click();
    await broken.waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await menu.getByRole('link', { name: 'Parties' }).click();
    await page.getByRole('link', { name: 'Ana Souza' }).waitFor();
    await page.route(/audit-page/, (route) => route.abort());
    await menu.getByRole('link', { name: 'Audit' }).click();
    await broken.waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Reload the page' }).click();
    await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor();
    // Both failures were reported to the browser's console.
    heard.problems.splice(0);
  });

  it('C40: has no accessibility findings before sign-in', async () => {
    for (const path of ['/sign-in', '/sign-up', '/forgot-password', '/reset-password', '/accept-invitation']) {
      const { page, context } = await open(`/console${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expectNoFindings(page, path);
      await context.close();
    }
  });
});
