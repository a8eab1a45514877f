import { readFile } from 'node:fs/promises';

import type { Locator, Page, Route } from 'playwright-core';

import { replaceText } from './support/edit-rule.js';
import { axeFindings } from './support/use-browser.js';
import { describePages } from './support/find-browser.js';
import { ended, period, runLower, storePast, thresholdRule } from './support/past-payments.js';
import { useConsole } from './support/use-console.js';

const records = (page: Page) => page.locator('[data-record]');

/** Fills in the days of the form. */
async function chooseDays(page: Page): Promise<void> {
  await page.getByLabel('From day').fill('2026-03-01');
  await page.getByLabel('To day').fill('2026-03-31');
}

/** Makes it possible to delay responses of the API to requests about dry runs. */
async function holdReads(page: Page) {
  let waiting: Route[] | null = null;
  await page.route(/\/rules\/dry-runs/, (route) => {
    if (waiting === null || route.request().method() !== 'GET') return route.continue();
    waiting.push(route);
  });
  return {
    hold: () => void (waiting = []),
    letGo: () => {
      // A page that was left no longer needs its responses.
      for (const route of waiting ?? []) void route.continue().catch(() => undefined);
      waiting = null;
    },
  };
}

describePages('dry runs', () => {
  const { api, openAs } = useConsole();
  let ruleId: string;

  beforeAll(async () => {
    ({ ruleId } = await storePast(api()));
  });

  /** Holds the lock taken by a statement until it is released. */
  const hold = async (lock: string): Promise<{ readonly release: () => Promise<void> }> => {
    const client = await api().pool.connect();
    await client.query('begin');
    await client.query(lock);
    let isHeld = true;
    const release = async (): Promise<void> => {
      if (!isHeld) return;
      isHeld = false;
      await client.query('rollback');
      client.release();
    };
    return { release };
  };

  it('sees that there are no dry runs yet, and starts with the active rules', async () => {
    const { page } = await openAs('/dry-runs', { colorScheme: 'dark', locale: 'pt-BR' });
    await page.getByRole('heading', { name: 'Ainda não há simulações' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'Simular as regras em vigor no último mês' }).click();
    await page.getByRole('heading', { name: 'Nova simulação' }).waitFor();
    // The default period is the last month that has payments.
    await page.locator('input[type="date"][value="2026-03-03"]').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Iniciar' }).click();
    await page.getByText('sem comparação').waitFor();
    await page.getByRole('button', { name: 'big é acionada agora 11' }).waitFor(ended);
    expect(await axeFindings(page)).toEqual([]);
  });

  it('C12: dry-runs an unsaved text, watches it, reloads the page, and sees it run to completion', async () => {
    const { page } = await openAs(`/rules/${ruleId}`);
    await page.getByRole('heading', { name: 'No problems' }).waitFor();
    await replaceText(page, '50 USD', '40 USD');
    await page.getByText('Not saved; kept on this device').waitFor();
    await page.getByRole('link', { name: 'Dry run', exact: true }).click();
    await page.getByLabel(/the unsaved text on this device, of/).waitFor();
    await chooseDays(page);
    await page.getByLabel('Name', { exact: true }).fill('spree at 40');
    expect(await axeFindings(page)).toEqual([]);
    await page.locator('[data-live="live"]').waitFor();
    // First the records to replay cannot be read, then the results cannot be stored: the dry run continues until both locks are released.
    await api().pool.query(`create function wait_for_test() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock_shared(77); return null; end $$`);
    await api().pool.query(`create trigger wait_for_test before insert on dry_run_matches
      for each statement execute function wait_for_test()`);
    const unstored = await hold('select pg_advisory_xact_lock(77)');
    const unread = await hold('lock table transactions in access exclusive mode');
    const asked = await holdReads(page);
    try {
      await page.getByRole('button', { name: 'Start' }).click();
      await page.getByText('Counting the records').waitFor();
      asked.hold();
      await unread.release();
      // No response of the API reaches the page, so what it shows comes from notifications.
      await page.getByText('60 of 60 records').waitFor(ended);
      asked.letGo();
      const address = page.url();
      await page.reload();
      await page.getByText('60 of 60 records').waitFor();
      expect(await axeFindings(page)).toEqual([]);
      expect(page.url()).toBe(address);
      await page.locator('[data-live="live"]').waitFor();
    } finally {
      asked.letGo();
      await Promise.all([unread.release(), unstored.release()]);
    }
    await page.getByRole('button', { name: 'Approve becomes Review: 10' }).waitFor(ended);
    await page.getByText('60 records · against set 1').waitFor();
  });

  it('filters by decision, day, group, rule and clause, and the URL and the records follow', async () => {
    const run = await runLower(api());
    const { page } = await openAs(`/dry-runs/${run.id as string}`);
    await page.getByRole('heading', { name: '10 records' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await records(page).count()).toBe(10);
    await page.getByText('Caught of 1 known frauds').waitFor();
    await page.getByRole('button', { name: 'web 4' }).click();
    await page.getByRole('heading', { name: '4 records' }).waitFor();
    await page.getByRole('button', { name: 'Approve becomes Review: 4' }).click();
    await page.getByRole('button', { name: /^big: param limit/ }).click();
    await page.waitForURL(/clause=/);
    const search = new URL(page.url()).searchParams;
    expect(Object.fromEntries(search)).toMatchObject({
      segment: 'channel:web',
      from: 'APPROVE',
      to: 'REVIEW_REQUIRED',
      rule: 'big',
      change: 'gained',
      clause: 'param limit',
    });
    await page.getByRole('region', { name: 'By day' }).getByLabel('From day').fill('2026-03-03');
    await page.getByRole('heading', { name: '1 record', exact: true }).waitFor();
    expect(await records(page).allTextContents()).toEqual([expect.stringMatching(/^p-48.*\$49\.00.*Approve.*Review/)]);
    expect(await axeFindings(page)).toEqual([]);
    await page.reload();
    await page.getByRole('heading', { name: '1 record', exact: true }).waitFor();
    await page.getByTitle('Take away: channel:web').click();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('heading', { name: '10 records' }).waitFor();
    await page.getByRole('button', { name: 'cleared 1' }).click();
    await page.getByRole('heading', { name: '1 record', exact: true }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: '10 records' }).waitFor();
    const box = (await page.locator('svg[role="img"]').boundingBox())!;
    await page.mouse.move(box.x + box.width * 0.9, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.95, box.y + 20);
    await page.mouse.up();
    await page.getByRole('heading', { name: '1 record', exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('since')).toBe('2026-03-03');
  });

  it('C10: compares a record side by side with the keyboard, opens its page and test, and exports as CSV', async () => {
    const run = await runLower(api());
    const { page } = await openAs(`/dry-runs/${run.id as string}`, { colorScheme: 'dark' });
    await records(page).first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(/open=/);
    const before = page.getByRole('region', { name: 'Before', exact: true });
    await before.getByText('has a different result').waitFor();
    expect(await before.textContent()).toContain('no hit');
    const after = page.getByRole('region', { name: 'After', exact: true });
    expect(await after.locator('[data-outcome="true"]').count()).toBeGreaterThan(0);
    expect(await before.locator('[data-outcome="false"]').count()).toBeGreaterThan(0);
    const deciding = (side: Locator) => side.locator('li', { has: page.locator(':scope > [data-deciding]') });
    expect(await deciding(before).allTextContents()).toEqual([
      expect.stringMatching(/limit.*makes the difference: 50 USD/),
    ]);
    expect(await deciding(after).allTextContents()).toEqual([
      expect.stringMatching(/limit.*makes the difference: 40 USD/),
    ]);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('n');
    await page.getByRole('heading', { name: 'p-47' }).waitFor();
    await page.getByRole('button', { name: 'As a test' }).click();
    await page.getByText('expect no hit').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('[data-explained]').getByRole('link', { name: 'Why' }).click();
    await page.getByRole('heading', { name: 'p-47' }).waitFor();
    await page.goBack();
    await page.locator('[data-explained]').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('[data-explained]').waitFor({ state: 'detached' });
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as CSV' }).click(),
    ]);
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(11);
    expect(lines[1]).toContain('p-48,2026-03-03T00:00:00.000Z,');
  });

  it('stops a dry run, sees which ones block another, and restarts one', async () => {
    const { page } = await openAs('/dry-runs/new', { locale: 'es-AR' });
    await page.locator('input[type="date"][value="2026-03-03"]').waitFor();
    const begin = (name: string) =>
      api().call('/rules/dry-runs', { body: { source: thresholdRule(40), ...period, name } });
    const client = await api().pool.connect();
    try {
      await client.query('begin');
      await client.query('lock table transactions in access exclusive mode');
      const started = [await begin('uno'), await begin('dos'), await begin('tres')];
      expect(started.map(({ status }) => status)).toEqual([202, 202, 202]);
      await page.getByRole('button', { name: 'Iniciar' }).click();
      await page.getByText('Ya hay demasiadas simulaciones en curso.').waitFor();
      const stands = page.getByRole('list', { name: 'En curso' });
      await stands.getByText('tres').waitFor();
      expect(await axeFindings(page)).toEqual([]);
      for (let left = 3; left > 0; left -= 1) {
        await stands.getByRole('button', { name: 'Cancelar' }).first().click();
        await stands
          .getByRole('listitem')
          .nth(left - 1)
          .waitFor({ state: 'detached' });
      }
      const [first] = started as { body: { dryRunId: string } }[];
      await page.goto(`${api().url}/console/${api().production.organizationId}/dry-runs/${first!.body.dryRunId}`);
      await page.getByText('La simulación se canceló').waitFor();
    } finally {
      await client.query('rollback');
      client.release();
    }
    await page.getByRole('button', { name: 'Iniciarla otra vez' }).click();
    await page.getByRole('heading', { name: 'uno terminada' }).waitFor(ended);
    await page.getByRole('heading', { name: '10 registros' }).waitFor();
  });

  it('sees which permission is missing', async () => {
    const { page } = await openAs('/dry-runs');
    const role = await api().call('/roles', { body: { name: 'Reads rules', permissions: ['rules:read'] } });
    const { body } = await api().call('/members');
    const people = body.members as { id: string; email: string }[];
    const { id } = people.find(({ email }) => email === `owner-${people.length}@example.com`)!;
    const changed = await api().call(`/members/${id}`, { method: 'PATCH', body: { roleId: role.body.role.id } });
    expect(changed.status).toBe(200);
    await page.reload();
    await page.getByText('lacks the permission rules:execute').waitFor();
    expect(await page.getByRole('link', { name: /Dry runs/ }).count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
  });
});
