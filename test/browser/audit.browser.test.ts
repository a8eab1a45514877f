import { readFileSync } from 'node:fs';

import { publishRule } from '../../apps/api/test/support/publish-rule.js';
import { axeFindings } from './support/use-browser.js';
import { describePages } from './support/find-browser.js';
import { thresholdRule } from './support/past-payments.js';
import { useConsole } from './support/use-console.js';

describePages('audit log', () => {
  const { api, openAs } = useConsole();

  /** Changes an event as the owner of the database could, bypassing every trigger. */
  const tamper = async (sequence: number): Promise<void> => {
    const client = await api().pool.connect();
    try {
      await client.query('begin');
      await client.query('set local session_replication_role = replica');
      await client.query(
        `update audit_events set content = replace(content::text, '"big', '"bad')::json where organization_id = $1 and sequence = $2`,
        [api().production.organizationId, sequence],
      );
      await client.query('commit');
    } finally {
      client.release();
    }
  };

  it('C38: finds who changed what, verifies the hash chain in the page, and sees which entry was tampered with', async () => {
    const ruleId = await publishRule(api(), { source: thresholdRule(50) });
    const staged = { source: thresholdRule(40), stage: true };
    expect((await api().call(`/rules/${ruleId}`, { method: 'PATCH', body: staged })).status).toBe(200);
    const { page } = await openAs(`/operate/audit?resourceType=rule&resourceId=${ruleId}`);
    await page.locator('[data-entry]').first().waitFor();
    const { events } = (await api().call(`/audit/events?resourceType=rule&resourceId=${ruleId}`)).body as {
      events: { sequence: number; summary: string }[];
    };
    expect(await page.locator('[data-row]').allTextContents()).toEqual(events.map(({ summary }) => summary));
    // The newest event shows what was staged, before and after.
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.locator('[data-changes]').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByText('As hashed').click();
    const copy = JSON.parse((await page.locator('[data-hashed]').textContent())!) as {
      sequence: number;
      content: string;
    };
    expect(copy.sequence).toBe(events[0]!.sequence);
    await page.keyboard.press('v');
    await page.locator('[data-chain="whole"]').waitFor();

    await page.getByRole('button', { name: 'Compare a copy …' }).click();
    const compare = async (text: string): Promise<void> => {
      await page.getByLabel('Copy of an entry, as JSON').fill(text);
      await page.getByRole('button', { name: 'Compare', exact: true }).click();
    };
    await compare('{"sequence": 1}');
    await page
      .getByText('This is not a copy of an entry: it needs organizationId, sequence, previousHash, hash and')
      .waitFor();
    await compare(JSON.stringify(copy));
    await page.locator('[data-copy="same"]').waitFor();
    await compare(JSON.stringify({ ...copy, content: copy.content.replace('"summary"', '"Summary"') }));
    await page.getByText(`Entry ${copy.sequence} was changed`).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');

    const created = events.at(-1)!.sequence;
    await tamper(created);
    await page.keyboard.press('v');
    await page.locator('[data-chain="broken"]').getByText(`Entry ${created} is invalid.`).waitFor();
    await page.getByRole('button', { name: `Open entry ${created}` }).click();
    await page.getByRole('heading', { name: `Entry ${created}`, exact: true }).waitFor();
  });

  it('exports the filtered events as a file, which is recorded in the audit log', async () => {
    const { page } = await openAs('/operate/audit?event=member_created', { locale: 'pt-BR', colorScheme: 'dark' });
    await page.locator('[data-entry]').first().waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Exportar como CSV' }).click(),
    ]);
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\n');
    const shown = (await api().call('/audit/events?event=member_created&limit=100')).body.events as readonly object[];
    expect([download.suggestedFilename(), lines.length]).toEqual(['audit-events.csv', shown.length + 1]);
    expect(lines.slice(1).every((line) => line.includes('member_created'))).toBe(true);
    expect((await api().call('/audit/events?event=audit_exported')).body.events).toHaveLength(1);
    expect(await axeFindings(page)).toEqual([]);
  });

  it('keeps the filter in the URL, and sees a message when nothing matches', async () => {
    const { page } = await openAs('/operate/audit');
    await page.locator('[data-entry]').first().waitFor();
    await page.getByLabel('Type of actor').selectOption('automation');
    await page.getByRole('heading', { name: 'No matching entries' }).waitFor();
    expect(new URL(page.url()).search).toBe('?actorType=automation');
    await page.getByLabel('From').fill('2020-01-01');
    await page.waitForURL(/from=2020-01-01/);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.locator('[data-entry]').first().waitFor();
  });
});
