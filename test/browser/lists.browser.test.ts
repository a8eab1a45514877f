import { readFileSync } from 'node:fs';

import { publishRule } from '../../apps/api/test/support/publish-rule.js';
import { useFeed } from '../../apps/api/test/support/use-feed.js';
import { describePages } from './support/find-browser.js';
import { axeFindings } from './support/use-browser.js';
import { useConsole } from './support/use-console.js';

const source = `rule watched "Watched" {
  on transaction (created)
  category fraud
  score 40
  when transaction.category in list "watched_categories" and transaction.amount >= 100 USD
  then alert HIGH "Watched" suggest BLOCK
}
`;

describePages('data lists', () => {
  const { api, openAs } = useConsole();
  const feed = useFeed();

  it('C30: adds a value after seeing what it would have changed, and removes it with undo', async () => {
    const { page } = await openAs('/lists');
    await page.getByRole('heading', { name: 'No lists yet' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('c');
    await page.getByRole('dialog').getByLabel('Name').fill('watched_categories');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: 'watched_categories' }).waitFor();
    await page.getByRole('heading', { name: 'The list is empty' }).waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1)!;
    await publishRule(api(), { source });
    for (const [index, amount] of [500, 50, 600].entries()) {
      const payment = { externalId: `w-${index}`, type: 'PAYMENT', amount, currency: 'USD', category: 'games' };
      expect((await api().call('/transactions', { body: payment })).status).toBe(201);
    }
    const revision = async (): Promise<number> => (await api().call(`/data-lists/${id}`)).body.data.revision as number;
    const before = await revision();

    await page.reload();
    await page.getByText('read by').waitFor();
    await page.keyboard.press('a');
    await page.getByLabel('Values, one per line').fill('games');
    await page.getByLabel('Reason').fill('Seen in three cases');
    await page.getByRole('button', { name: 'Preview the effect on past decisions' }).click();
    const row = page.locator('[data-value="games"]');
    await row.waitFor();
    const asked = (await api().call(`/data-lists/${id}/impact`, { body: { values: ['games'] } })).body.data;
    expect(asked.items[0]).toMatchObject({ records: 3, alertsAdded: 2 });
    const cells = ['games', '3', '2 Approve ▸▸ Reject', '2'];
    expect((await row.getByRole('cell').allInnerTexts()).slice(0, -1)).toEqual(cells);
    expect(await row.getByRole('link').allInnerTexts()).toEqual(['no. 1', 'no. 2']);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Control+Enter');
    await page.locator('[data-item="games"]').getByText('Seen in three cases').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.locator('[data-toast]').getByText('Added 1 item').waitFor();
    expect(await revision()).toBe(before + 1);
    await page.locator('[data-toast]').getByRole('button', { name: 'Undo' }).click();
    await page.locator('[data-toast]').getByText('Removed 1 item again').waitFor();
    await page.locator('[data-item="games"]').waitFor({ state: 'detached' });
    expect(await revision()).toBe(before + 2);

    // Shows the revision in between: the address names it, and nothing can be changed there.
    await page.keyboard.press('[');
    await page.locator('[data-item="games"]').waitFor();
    expect(new URL(page.url()).searchParams.get('revision')).toBe(String(before + 1));
    expect(await page.getByRole('button', { name: 'Remove games' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: /^Add/ }).getAttribute('aria-disabled')).toBe('true');
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press(']');
    await page.getByRole('heading', { name: 'The list is empty' }).waitFor();
  });

  it('is told of a revision made by somebody else, and loads it with one key', async () => {
    const body = { name: 'shared', type: 'custom', source: 'manual_entry' };
    const { id } = (await api().call('/data-lists', { body })).body.data as { readonly id: string };
    const add = async (...values: readonly string[]): Promise<void> => {
      const items = values.map((primaryValue) => ({ primaryValue }));
      expect((await api().call(`/data-lists/${id}/items`, { body: { items } })).status).toBe(201);
    };
    await add('first');
    const { page } = await openAs(`/lists/${id}`);
    await page.locator('[data-item="first"]').waitFor();
    await page.locator('[data-live="live"]').waitFor();
    await add('second', 'third');
    await page.getByRole('button', { name: 'Changed in the meantime: revision 2' }).waitFor();
    expect(await page.locator('[data-item]').count()).toBe(1);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('.');
    await page.locator('[data-item="third"]').waitFor();
    await page.getByRole('button', { name: /^Changed in the meantime/ }).waitFor({ state: 'detached' });
  });

  it('gets back from a page number that no longer exists, in a list and in the rules', async () => {
    const body = { name: 'short', type: 'custom', source: 'manual_entry' };
    const { id } = (await api().call('/data-lists', { body })).body.data as { readonly id: string };
    await api().call(`/data-lists/${id}/items`, { body: { items: [{ primaryValue: 'only' }] } });
    const source = 'rule one_rule "One" {\n  on transaction\n  when transaction.amount > 1 USD\n}\n';
    expect((await api().call('/rules', { body: { source } })).status).toBe(201);
    const { page } = await openAs(`/lists/${id}?page=3`);
    await page.getByRole('button', { name: 'Previous', exact: true }).click();
    await page.locator('[data-item="only"]').waitFor();
    await page.goto(page.url().replace(/lists.*/, 'rules?page=3'));
    await page.getByRole('button', { name: 'Previous', exact: true }).click();
    await page.getByRole('link', { name: 'one_rule', exact: true }).waitFor();
  });

  it('imports a file, exports it again, and undoes a removal', async () => {
    const body = { name: 'cards', type: 'custom', source: 'manual_entry' };
    const { id } = (await api().call('/data-lists', { body })).body.data as { readonly id: string };
    const { page } = await openAs(`/lists/${id}`, { colorScheme: 'dark', locale: 'pt-BR' });
    await page.getByRole('button', { name: 'Importar' }).click();
    const text = 'primaryValue,reason,severity\r\n"a, b",eins,high\r\n=SUM(1),zwei,low\r\n';
    const file = { name: 'items.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
    await page.getByLabel(/^Arquivo/).setInputFiles(file);
    await page.getByText('2 itens:').waitFor();
    // Simulates the event of a browser when a file choice is cancelled.
    await page.getByLabel(/^Arquivo/).dispatchEvent('cancel', { bubbles: true });
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Importar' }).click();
    await page.getByText('2 adicionados, 0 alterados, 0 já estavam, 0 com erros').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('[data-item="a, b"]').getByText('alta').waitFor();

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Exportar' }).click(),
    ]);
    const lines = readFileSync(await download.path(), 'utf8').split('\r\n');
    expect(download.suggestedFilename()).toBe('cards.csv');
    expect(lines).toHaveLength(4);
    expect(lines.slice(1, 3).sort()).toEqual(['"\'=SUM(1)","","","low","zwei",""', '"a, b","","","high","eins",""']);

    const idOf = async (value: string): Promise<string | undefined> => {
      const { items } = (await api().call(`/data-lists/${id}/items`)).body as {
        items: { id: string; primaryValue: string }[];
      };
      return items.find(({ primaryValue }) => primaryValue === value)?.id;
    };
    const before = await idOf('a, b');
    await page.getByRole('button', { name: 'Remover a, b' }).click();
    await page.locator('[data-item="a, b"]').waitFor({ state: 'detached' });
    await page.locator('[data-toast]').getByText('a, b foi removido').waitFor();
    await page.keyboard.press('z');
    await page.locator('[data-item="a, b"]').getByText('eins').waitFor();
    expect([before, await idOf('a, b')]).toEqual([expect.any(String), before]);
    await page.getByRole('button', { name: 'Desativar' }).click();
    await page.locator('[data-toast]').getByText('cards: inativa').waitFor();
    expect((await api().call(`/data-lists/${id}`)).body.data.status).toBe('inactive');
    expect(await axeFindings(page)).toEqual([]);
  });

  it('sets the source of list items, syncs it, and must confirm before most of them are removed', async () => {
    const rows = Array.from({ length: 30 }, (_, n) => `10.0.0.${n},feed`);
    feed.say(['ip,reason', ...rows].join('\n'));
    const body = { name: 'feed', type: 'ip_blocklist', source: 'sync' };
    const { id } = (await api().call('/data-lists', { body })).body.data as { readonly id: string };
    const { page } = await openAs(`/lists/${id}`);
    await page.getByRole('button', { name: 'Source' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Address of the file').fill('http://feeds.example.com/ips.csv');
    await dialog.getByLabel('Fetch it regularly').check();
    await dialog.getByLabel('How often').selectOption('every week');
    await dialog.getByLabel(/^Columns/).fill('ip');
    await dialog.getByRole('button', { name: 'Save the source' }).hover();
    expect(await dialog.getByRole('button', { name: 'Save the source' }).getAttribute('aria-disabled')).toBe('true');
    await dialog.getByLabel(/^Columns/).fill('ip = primaryValue');
    await page.keyboard.press('Control+Enter');
    await dialog.getByText('must start with https://, not with').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByLabel('Address of the file').fill(`${feed.origin()}/ips.csv`);
    await page.keyboard.press('Control+Enter');
    await page.locator('[data-item="10.0.0.7"]').waitFor();
    await page.locator('[data-sync="idle"]').getByText('next in 7 days').waitFor();
    expect(await axeFindings(page)).toEqual([]);

    feed.say('ip,reason\n10.0.0.1,feed\n');
    await page.getByRole('button', { name: 'Sync now' }).click();
    await page.getByText('the file has only 1 of the 30 items').first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Accept the file anyway' }).click();
    await page.locator('[data-item="10.0.0.7"]').waitFor({ state: 'detached' });
    expect(await page.locator('[data-item]').count()).toBe(1);
    await page.getByText('Result').click();
    await page.getByText('0 added, 0 updated, 29 removed, 0 invalid').waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });
});
