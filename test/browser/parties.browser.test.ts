import type { Locator, Page } from 'playwright-core';

import type { Body } from '../../apps/api/test/support/start-test-api.js';
import { publishRule } from '../../apps/api/test/support/publish-rule.js';
import { axeFindings } from './support/use-browser.js';
import { waitUntil } from '../../apps/api/test/support/wait-until.js';
import { expectFocusSeen, tabTo } from './support/keyboard.js';
import { describePages } from './support/find-browser.js';
import { sendPayments, useConsole } from './support/use-console.js';

const node = (page: Page, id: string) => page.locator(`[data-node="${id}"]`);
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name });
/** Returns an attribute of all elements, in order. */
const attributes = async (elements: Locator, name: string): Promise<readonly (string | null)[]> =>
  Promise.all((await elements.all()).map((each) => each.getAttribute(name)));
const shownNodes = (page: Page): Promise<readonly (string | null)[]> =>
  attributes(page.locator('[data-node]'), 'data-node');

describePages('payments and parties', () => {
  const { api, openAs } = useConsole();
  let [ana, bo, cy, shop] = ['', '', '', ''];

  const send = async (path: string, body: object, method = 'POST'): Promise<Body> => {
    const answer = await api().call(path, { method, body });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
    return answer.body;
  };
  const person = async (name: string, more: object = {}): Promise<string> =>
    (await send('/entities', { type: 'person', name, countryCode: 'BR', ...more })).entity.id as string;

  beforeAll(async () => {
    ana = await person('Ana Gonçalves', { externalId: 'cust-1' });
    [bo, cy] = [await person('Bo Souza'), await person('Cy Lima')];
    const company = { type: 'company', countryCode: 'BR', taxId: '11.444.777/0001-61' };
    shop = (await send('/entities', { ...company, name: 'Padaria às Três Ltda' })).entity.id as string;
    await send(`/entities/${ana}/relationships`, { relatedEntityId: shop, relationshipType: 'owns', strength: 0.4 });
    for (const id of [ana, bo]) await send(`/devices/entity/${id}`, { deviceId: 'phone-17' });
    const paid = { externalId: 'bo-cy', type: 'TRANSFER', amount: 25, currency: 'USD' };
    await send('/transactions', { ...paid, originEntityId: bo, destinationEntityId: cy });
    await send('/rules', {
      source: `rule bakery_hours "Horário da padaria" {\n  on transaction (created)\n  category fraud\n  score 10\n  when transaction.amount >= 10 USD\n  then suggest FLAG\n}\n`,
    });
    await send('/intelligence/investigations', { name: 'Compras às pressas', entityId: shop });
    await sendPayments(
      api(),
      Array.from({ length: 70 }, (_, at) => 10 + at),
    );
  });

  it('C24: finds a payment, a party, a rule and a case by their known details', async () => {
    const { page } = await openAs('/payments');
    await page.getByRole('link', { name: 'bread-70' }).waitFor();
    const find = async (q: string): Promise<void> => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search or command' }).fill(q);
    };
    await find('bread-7');
    await option(page, /^bread-7 /).waitFor();
    await find('goncal');
    await option(page, /^Ana Gonçalves .*Party$/).waitFor();
    await find('11444777000161');
    await option(page, /^Padaria às Três Ltda .*Party$/).waitFor();
    await find('horario da');
    await option(page, /^bakery_hours – Horário da padaria Rule$/).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await find('as pressas');
    await option(page, /Compras às pressas Case$/).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/cases\//);
    await find('11.444.777/0001-61');
    await option(page, /^Padaria/).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Padaria às Três Ltda' }).waitFor();
  });

  it('C25: filters payments with chips, opens one, and returns to the same row', async () => {
    const { page } = await openAs('/payments');
    await page.getByRole('link', { name: 'bread-70' }).waitFor();
    await page.getByText('More filters').click();
    await page.getByLabel('Amount from').fill('20');
    await page.locator('[data-chip="amountMin"]').waitFor();
    await page.getByRole('combobox', { name: 'Type', exact: true }).selectOption('PAYMENT');
    await page.locator('[data-chip="type"]').waitFor();
    await page.getByRole('link', { name: 'bread-70' }).waitFor();
    await page.goto(page.url() + `&entityId=${ana}`);
    await page.locator('[data-chip="entityId"]').getByText('Of: Ana Gonçalves').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'Next', exact: true }).click();
    const link = page.getByRole('link', { name: 'bread-15', exact: true });
    await link.scrollIntoViewIfNeeded();
    await link.waitFor();
    await link.focus();
    const before = await page.evaluate<number>('scrollY');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'bread-15', level: 1 }).waitFor();
    await page.goBack();
    await link.waitFor();
    await waitUntil(async () => (await page.evaluate('document.activeElement.textContent')) === 'bread-15');
    await waitUntil(async () => Math.abs((await page.evaluate<number>('scrollY')) - before) < 2);
    const address = new URL(page.url()).searchParams;
    expect([...address.keys()].sort()).toEqual(['amountMin', 'cursor', 'entityId', 'row', 'type']);
    await page.locator('tr[aria-current="true"]').getByText('bread-15').waitFor();
    await page.locator('[data-chip="entityId"]').click();
    await page.locator('[data-chip="entityId"]').waitFor({ state: 'detached' });
    expect([...new URL(page.url()).searchParams.keys()].sort()).toEqual(['amountMin', 'type']);
  });

  it('finds payments with the same device, account and rule outcome from one payment, in local days', async () => {
    const source = `rule linked_seen "Seen" {\n  on transaction (created)\n  when transaction.amount >= 1000 USD\n  then suggest FLAG\n}\n`;
    await publishRule(api(), { source });
    const linked = {
      type: 'PAYMENT',
      currency: 'USD',
      deviceDetails: { deviceId: 'phone-9', ipAddress: '203.0.113.9' },
    };
    const account = { originDetails: { accountNumber: '7788 12345690' } };
    const late = { transactedAt: '2026-01-11T02:30:00Z', amount: 9 };
    await send('/transactions', { ...linked, ...account, externalId: 'linked-1', amount: 1000 });
    await send('/transactions', { ...linked, ...late, externalId: 'linked-2' });
    await send('/transactions', { ...linked, ...account, deviceDetails: {}, externalId: 'linked-3', amount: 8 });
    await api().pool.query(`update organizations set timezone = 'America/Sao_Paulo' where id = $1`, [
      api().production.organizationId,
    ]);
    const { page } = await openAs('/payments?deviceId=phone-9');
    const rows = async (): Promise<string> => (await page.locator('[data-row]').allTextContents()).sort().join(' ');
    const shows = (names: string) => waitUntil(async () => (await rows()) === names);
    await shows('linked-1 linked-2');
    await page.locator('[data-chip="deviceId"]').getByText('Device: phone-9').waitFor();
    await page.getByRole('combobox', { name: 'Time' }).selectOption('The last 7 days');
    await shows('linked-1');
    await page.locator('[data-chip="from"]').click();
    await page.getByText('More filters').click();
    await page.getByLabel('Until').fill('2026-01-10');
    await shows('linked-2');
    expect(await axeFindings(page)).toEqual([]);
    await page.locator('[data-chip="to"]').click();
    await page.getByRole('link', { name: 'linked-1', exact: true }).click();
    await page.locator('[data-linked]').getByRole('link', { name: 'account (from)' }).click();
    await shows('linked-1 linked-3');
    await page.goBack();
    await page.getByRole('link', { name: 'Payments with the same result' }).first().click();
    await shows('linked-1');
    await page.locator('[data-chip="ruleId"]').getByText('Rule: linked_seen').waitFor();
    await page.locator('[data-chip="outcome"]').getByText('Result of a rule: hit').waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it('C22: follows a shared device through a graph, and a link shows another person the same view', async () => {
    const { page } = await openAs(`/parties/${ana}`);
    await page.locator('[data-part="relationships"]').getByRole('link', { name: 'Padaria às Três Ltda' }).waitFor();
    await page.locator('[data-part="devices"]').getByText('phone-17').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'Graph' }).click();
    await node(page, ana).focus();
    await page.keyboard.press('ArrowRight');
    for (let at = 0; at < 3; at += 1) {
      if ((await page.evaluate(`document.activeElement.getAttribute('data-kind')`)) === 'device') break;
      await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('ArrowRight');
    expect(await page.evaluate(`document.activeElement.getAttribute('data-node')`)).toBe(bo);
    expect(await node(page, cy).count()).toBe(0);
    await page.keyboard.press('Enter');
    await node(page, cy).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const nodes = await shownNodes(page);
    expect(nodes).toEqual([ana, shop, 'device:phone-17', bo, cy]);
    const listed = page.locator('[data-listed]');
    // The list is rendered after the graph.
    await listed.nth(nodes.length - 1).waitFor();
    expect(await attributes(listed, 'data-listed')).toEqual(nodes);
    await listed.filter({ hasText: 'Bo Souza → Cy Lima: 1 payment, $25.00' }).waitFor();
    const other = await openAs(page.url().replace(/^.*?\/console\/[^/]+/, ''));
    await node(other.page, cy).waitFor();
    expect(await shownNodes(other.page)).toEqual(nodes);
    await node(other.page, bo).focus();
    await other.page.keyboard.press('Delete');
    await node(other.page, cy).waitFor({ state: 'detached' });
    await other.page.keyboard.press('o');
    await other.page.getByRole('heading', { name: 'Bo Souza', level: 1 }).waitFor();
  });

  it('C23: opens a party with 5,000 counterparties: few nodes, one group, and keyboard navigation works', async () => {
    const hub = await person('Hub Lima');
    await api().pool.query(
      `with made as (insert into entities (organization_id, id, type, name, status)
         select $1, gen_random_uuid(), 'person', 'Leaf ' || n, 'active' from generate_series(1, 5000) n returning id)
       insert into relationships (organization_id, id, source_entity_id, target_entity_id, relationship_type, created_at)
       select $1, gen_random_uuid(), id, $2, 'manages', now() from made`,
      [api().production.organizationId, hub],
    );
    const { page } = await openAs(`/parties/${hub}/graph`);
    const fold = node(page, `fold:${hub}`);
    await fold.getByText('4,980 more').waitFor();
    expect(await page.locator('[data-kind="fold"]').count()).toBe(1);
    await node(page, hub).focus();
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
    expect(await page.evaluate('document.activeElement.textContent')).toMatch(/^Leaf /);
    await fold.focus();
    await page.keyboard.press('Enter');
    await fold.getByText('4,950 more: see payments').waitFor();
    expect((await shownNodes(page)).length).toBeLessThanOrEqual(150);
    expect(await axeFindings(page)).toEqual([]);
  });

  it('C5: decides, adds notes, walks the graph and filters payments with only the keyboard and visible focus', async () => {
    const alert = { name: 'keys only', severity: 'HIGH', targetEntityId: ana, category: 'by_hand' };
    const id = (await send('/intelligence/alerts', alert)).alert.id as string;
    const { page } = await openAs('/inbox?q=keys');
    const toast = page.locator('[data-toast]');
    const press = async (...keys: readonly string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key);
      await expectFocusSeen(page);
    };
    await page.locator(`[data-work="${id}"]`).waitFor();
    await press('n');
    await toast.getByText('is yours').waitFor();
    await page.locator('[data-panel="alerts"]').getByText('by_hand').waitFor();
    await press('r');
    await page.getByRole('dialog', { name: 'Resolve 1 alert' }).waitFor();
    await press('1');
    await tabTo(page, 'dialog textarea');
    await page.keyboard.type('Seen by keys');
    await press('Control+Enter');
    await toast.getByText('Resolved 1 alert').waitFor();
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    await press('z');
    await toast.getByText('Taken back: 1 alert').waitFor();
    expect((await api().call(`/intelligence/alerts/${id}`)).body.alert.status).toBe('OPEN');

    const open = async (q: string, name: RegExp): Promise<void> => {
      await press('Control+k');
      await page.keyboard.type(q);
      await option(page, name).waitFor();
      await page.keyboard.press('Enter');
    };
    await open('as pressas', /Compras às pressas Case$/);
    await page.getByRole('heading', { name: /Compras às pressas/, level: 1 }).waitFor();
    await press('m');
    await page.keyboard.type('Called the bakery');
    await press('Control+Enter');
    await page.locator('[data-event="note"]').getByText('Called the bakery').waitFor();

    await open('goncal', /^Ana Gonçalves .*Party$/);
    await page.getByRole('heading', { name: 'Ana Gonçalves', level: 1 }).waitFor();
    await tabTo(page, 'main a[href$="/graph"]');
    await page.keyboard.press('Enter');
    await node(page, ana).waitFor();
    await tabTo(page, `[data-node="${ana}"]`);
    await press('ArrowRight');
    for (let at = 0; at < 3 && (await page.locator('[data-kind="device"]:focus').count()) === 0; at += 1)
      await press('ArrowDown');
    await press('ArrowRight', 'Enter');
    await node(page, cy).waitFor();
    await press('o');
    await page.getByRole('heading', { name: 'Bo Souza', level: 1 }).waitFor();

    await press('g', 'p');
    await page.getByRole('link', { name: 'bread-70' }).waitFor();
    await tabTo(page, 'main summary');
    await press('Enter');
    await tabTo(page, '[aria-label="Amount from"]');
    await page.keyboard.type('79');
    await page.locator('[data-chip="amountMin"]').waitFor();
    await page.getByRole('link', { name: 'bread-69' }).waitFor({ state: 'detached' });
    await tabTo(page, '[data-chip="amountMin"]');
    await press('Enter');
    await page.getByRole('link', { name: 'bread-69' }).waitFor();
    // Leaves the field, so that letters are shortcuts again.
    await tabTo(page, 'main [data-row]');
    await press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/why/);
  });

  it('changes the status of a party with a reason, and undoes it', async () => {
    await send(`/entities/${cy}`, { status: 'active', reason: 'to begin with' }, 'PATCH');
    const { page } = await openAs(`/parties?q=lima%20cy`);
    await page.getByRole('link', { name: 'Cy Lima' }).click();
    await page.getByRole('button', { name: 'Change status …' }).click();
    await page.getByRole('combobox', { name: 'Status' }).selectOption('blocked');
    await page.getByLabel('Why', { exact: true }).fill('Asked by the bank');
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.locator('[data-facts]').getByText('Blocked').waitFor();
    await page.locator('[data-toast]').getByRole('button', { name: 'Undo' }).click();
    await page.locator('[data-facts]').getByText('Active').waitFor();
    const moves = page.locator('[data-part="statuses"] li');
    await moves.nth(0).getByText('The previous change was reverted').waitFor();
    await moves.nth(1).getByText('Asked by the bank').waitFor();
    expect(await moves.nth(1).textContent()).toMatch(/^Active → .*Blocked/);
    expect(await axeFindings(page)).toEqual([]);
    const { body } = await api().call(`/entities/${cy}`);
    expect(body.status).toBe('active');
  });
});
