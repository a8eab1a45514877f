import type { Page } from 'playwright-core';

import { publishRule } from '../../apps/api/test/support/publish-rule.js';
import { generateEntries } from '@tamis/testkit/watchlists';
import { listedPerson, useListFiles } from '../../apps/api/test/support/list-files.js';
import type { Body } from '../../apps/api/test/support/start-test-api.js';
import { storeAlerts } from '../../apps/api/test/support/store-alerts.js';
import { waitUntil } from '../../apps/api/test/support/wait-until.js';
import { inTransaction, newId } from '../../apps/api/src/platform/database/index.js';
import { axeFindings } from './support/use-browser.js';
import { describePages } from './support/find-browser.js';
import { sendPayments, useConsole } from './support/use-console.js';

const source = (limit: number, key = 'large'): string => `rule ${key} "Payment that is ${key}" {
  on transaction (created)
  category fraud
  score 90
  when transaction.amount >= ${limit} USD
  then alert CRITICAL "Large payment"
       suggest BLOCK
}
`;

const toast = (page: Page) => page.locator('[data-toast]');
const row = (page: Page, id: string) => page.locator(`[data-work="${id}"]`);
const isLive = (page: Page) => page.locator('[data-live="live"]').waitFor();

describePages('inbox', () => {
  const { api, openAs } = useConsole();
  const { serve } = useListFiles();
  let entityId: string;

  const call = async (path: string, body?: object, method = body ? 'POST' : 'GET'): Promise<Body> => {
    const answer = await api().call(path, { method, ...(body && { body }) });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
    return answer.body;
  };
  const raise = async (name: string, more: object = {}): Promise<string> => {
    const body = { name, severity: 'HIGH', targetEntityId: entityId, category: 'by_hand', ...more };
    return (await call('/intelligence/alerts', body)).alert.id as string;
  };
  const alertOf = async (id: string): Promise<Body> => (await call(`/intelligence/alerts/${id}`)).alert;
  /** Raises many alerts at once, as rules would, without one request for each. */
  const raiseMany = (count: number, title: string): Promise<unknown> => {
    const { organizationId } = api().production;
    const alert = {
      title,
      severity: 'LOW',
      type: 'FRAUD',
      ruleId: newId(),
      ruleVersion: 1,
      riskContribution: 1,
    } as const;
    const alerts = Array.from({ length: count }, (_, at) => {
      return { ...alert, title: `${title} ${at}`, evaluationId: newId(), ruleSetVersion: 'rs_1' };
    });
    return inTransaction(api().pool, organizationId, (client) =>
      storeAlerts(client, organizationId, alerts, new Date()),
    );
  };

  beforeAll(async () => {
    entityId = (await call('/entities', { type: 'person', name: 'Ana Souza', countryCode: 'BR' })).entity.id as string;
  });

  it('C15: takes the next alert, reads why, resolves it with a reason, and undoes that', async () => {
    await publishRule(api(), { source: source(500) });
    await sendPayments(api(), [900], 'c15');
    const [alert] = (await call('/intelligence/alerts?status=OPEN')).alerts as readonly Body[];
    const id = alert!.id as string;
    const { page } = await openAs('/inbox');
    await row(page, id).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('n');
    await toast(page).getByText('is yours').waitFor();
    await page.locator('[data-panel="alerts"] [data-because]').getByText('amount is 900 USD').waitFor();
    await page.locator('[data-would-be]').getByText('transaction.amount as USD < 500 USD').waitFor();
    await page.locator('[data-history]').getByText('raised it').waitFor();
    await page.locator('h1').click();
    await page.keyboard.press('m');
    await page.keyboard.type('Called, no answer');
    await page.keyboard.press('Control+Enter');
    await page.locator('[data-history] blockquote').getByText('Called, no answer').waitFor();
    await page.locator('h1').click();
    expect(page.url()).toContain(`open=${id}`);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('r');
    await page.getByRole('dialog', { name: 'Resolve 1 alert' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('1');
    await page.getByLabel('Why', { exact: true }).fill('The customer knows nothing of it');
    await page.keyboard.press('Control+Enter');
    await toast(page).getByText('Resolved 1 alert').waitFor();
    await page.locator(`[data-work="${id}"][data-gone]`).waitFor();
    expect(await alertOf(id)).toMatchObject({
      status: 'RESOLVED',
      resolution: 'CONFIRMED_RISK',
      resolutionNotes: 'The customer knows nothing of it',
    });
    await page.keyboard.press('z');
    await toast(page).getByText('Taken back: 1 alert').waitFor();
    await page.locator(`[data-work="${id}"]:not([data-gone])`).waitFor();
    expect(await alertOf(id)).toMatchObject({ status: 'OPEN', resolution: null });
    const { timeline } = await call(`/intelligence/alerts/${id}`);
    const events = (timeline as readonly Body[]).map(({ event }) => event as string);
    expect(events.slice(0, 4)).toEqual(['alert_updated', 'alert_resolved', 'note_added', 'alert_assigned']);
  });

  it('sees the entity of an alert beside it, scrolled into view in a narrow window', async () => {
    const payment = { externalId: 'around-1', type: 'PAYMENT', amount: 12, currency: 'USD', originEntityId: entityId };
    await call('/transactions', payment);
    const raised = await call('/intelligence/alerts', { name: 'About Ana', severity: 'LOW', targetEntityId: entityId });
    const { page } = await openAs('/inbox', { viewport: { width: 390, height: 700 }, locale: 'pt-BR' });
    await row(page, raised.alert.id as string)
      .getByRole('link')
      .click();
    const panel = page.locator('[data-panel="alerts"]');
    await panel.locator('[data-around]').getByText('around-1').waitFor();
    expect((await panel.boundingBox())!.y).toBeLessThan(350);
    await panel.getByRole('link', { name: 'Com quem tem vínculos' }).click();
    await page.waitForURL(`**/parties/${entityId}/graph`);
  });

  it('C16: resolves all filtered alerts beyond the page, and those changed meanwhile stay selected', async () => {
    await raiseMany(130, 'bulk');
    const { page } = await openAs('/inbox?q=bulk');
    await page.getByRole('button', { name: 'All 130 matching this filter …' }).waitFor();
    const [changed] = (await call('/intelligence/alerts?search=bulk%2017')).alerts as readonly Body[];
    await call(`/intelligence/alerts/${changed!.id}/acknowledge`, {});
    await page.getByRole('button', { name: 'All 130 matching this filter …' }).click();
    await page.keyboard.press('r');
    await page.getByRole('dialog', { name: 'Resolve 130 alerts' }).waitFor();
    await page.keyboard.press('Control+Enter');
    await toast(page).getByText('Resolved 129 alerts').waitFor();
    await page.locator(`[data-refused="${changed!.id}"]`).getByText('changed since the list was read').waitFor();
    await page.locator('[data-chosen-count="1"]').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect((await call('/intelligence/alerts?search=bulk&status=RESOLVED&limit=1')).count).toBe(129);
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await toast(page).getByText('Taken back: 129 alerts').waitFor();
    expect((await call('/intelligence/alerts?search=bulk&status=OPEN&limit=1')).count).toBe(129);
  });

  it('scrolls through more than a page with only a few rows in the DOM', async () => {
    await raiseMany(250, 'long');
    const { page } = await openAs('/inbox?q=long');
    const list = page.getByRole('region', { name: 'Work' });
    await page.locator('[data-work]').first().waitFor();
    for (const shown of [100, 200]) {
      await list.hover();
      await page.mouse.wheel(0, 20_000);
      await page.locator(`[data-work][aria-rowindex="${shown + 2}"]`).waitFor();
    }
    expect(await page.locator('[data-work]').count()).toBeLessThanOrEqual(80);
    expect(await list.locator('table').getAttribute('aria-rowcount')).toBe('251');
  });

  it('C26, C27: sees no row move while alerts arrive and others work, and loads them with one key', async () => {
    const ids = [await raise('calm 1'), await raise('calm 2'), await raise('calm 3')];
    const { page } = await openAs('/inbox?q=calm');
    await isLive(page);
    await row(page, ids[0]!).waitFor();
    const names = () => page.locator('[data-row]').allTextContents();
    expect(await names()).toEqual(['calm 3', 'calm 2', 'calm 1']);
    await row(page, ids[1]!).getByRole('checkbox').check();
    await raise('calm 4', { severity: 'CRITICAL' });
    await raise('calm 5');
    await page.getByRole('button', { name: '2 new' }).waitFor();
    expect(await names()).toEqual(['calm 3', 'calm 2', 'calm 1']);
    await call(`/intelligence/alerts/${ids[2]}/resolve`, {});
    await page.locator(`[data-work="${ids[2]}"][data-gone]`).waitFor();
    expect(await names()).toEqual(['calm 3', 'calm 2', 'calm 1']);
    await page.keyboard.press('.');
    await row(page, ids[2]!).waitFor({ state: 'detached' });
    expect(await names()).toEqual(['calm 4', 'calm 5', 'calm 2', 'calm 1']);
    await page.locator('[data-chosen-count="1"]').waitFor();
  });

  it('C20: adds three alerts to a case, writes a note, assigns and closes it, while a second person watches', async () => {
    for (const at of [1, 2, 3]) await raise(`joined ${at}`);
    const { page } = await openAs('/inbox?q=joined');
    await page.getByRole('link', { name: 'joined 3' }).waitFor();
    await page.keyboard.press('j');
    for (let at = 0; at < 3; at += 1) {
      await page.keyboard.press('x');
      await page.locator(`[data-chosen-count="${at + 1}"]`).waitFor();
      await page.keyboard.press('j');
    }
    await page.keyboard.press('c');
    await page.getByLabel('Name of the case').fill('Souza, three alerts');
    await page.keyboard.press('Enter');
    await toast(page).getByText('3 alerts joined in INV-').waitFor();
    await page.getByRole('button', { name: /^Cases/ }).click();
    await page.getByRole('link', { name: /Souza, three alerts/ }).click();
    await page.getByRole('heading', { name: /Souza, three alerts/ }).waitFor();
    await page.locator('[data-event="decision"]').nth(2).waitFor();
    const caseId = /cases\/([0-9a-f-]{36})/.exec(page.url())![1]!;

    const { page: other } = await openAs(`/cases/${caseId}`, { locale: 'pt-BR', colorScheme: 'dark' });
    await other.getByRole('heading', { name: 'O que aconteceu' }).waitFor();
    await isLive(other);
    expect(await axeFindings(other)).toEqual([]);
    await page.keyboard.press('m');
    await page.keyboard.type('Called, no answer');
    await page.keyboard.press('Control+Enter');
    await other.locator('[data-event="note"]').getByText('Called, no answer').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('h1').click();
    await page.keyboard.press('a');
    await page.getByRole('dialog', { name: 'Assign the case' }).getByRole('button', { name: 'Assign' }).click();
    await other.locator('[data-case-owner]').getByText('sem responsável').waitFor({ state: 'detached' });
    await page.locator('[data-case-owner]').getByText('me').waitFor();
    await page.getByRole('button', { name: /^Close …/ }).click();
    await page.getByText('3 open alerts are resolved with it.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByLabel('Why', { exact: true }).fill('Her own account');
    await page.keyboard.press('Control+Enter');
    await other.locator('[data-case-status="CLOSED"]').waitFor();
    await other.locator('[data-event="resolved"]').nth(2).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.locator('h1').click();
    await page.keyboard.press('z');
    await other.locator('[data-case-status="IN_PROGRESS"]').waitFor();
    await toast(page).getByText('is now: In progress').waitFor();
    const { alerts } = await call(`/intelligence/investigations/${caseId}`);
    expect((alerts as readonly Body[]).map(({ status }) => status as string)).toEqual(['OPEN', 'OPEN', 'OPEN']);
  });

  it('C21: sees in a case what each rule knew at the time, and its outcome today', async () => {
    const ruleId = await publishRule(api(), { source: source(600, 'changing') });
    await sendPayments(api(), [650], 'c21');
    const [alert] = (await call(`/intelligence/alerts?ruleId=${ruleId}`)).alerts as readonly Body[];
    const body = { name: 'As of today', alertIds: [alert!.id] };
    const { investigation } = await call('/intelligence/investigations', body);
    for (const rule of (await call('/rules?status=active')).rules as readonly Body[])
      await call(`/rules/${rule.id}`, { status: 'inactive' }, 'PATCH');
    await publishRule(api(), { source: source(9_000, 'later') });
    const { page } = await openAs(`/cases/${investigation.id}`);
    await page.locator('[data-today="APPROVE"]').waitFor();
    await page.locator('[data-today]').getByText('Reject').waitFor();
    await page.getByRole('button', { name: 'What each rule knew at the time' }).click();
    await page.getByRole('region', { name: 'Rules' }).getByText('650 USD').first().waitFor();
    expect(page.url()).toContain(`at=${alert!.id}`);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'People' }).click();
    await page.locator('[data-event="decision"]').waitFor({ state: 'detached' });
  });

  it('C28: keeps an unsent note in its place', async () => {
    const { investigation } = await call('/intelligence/investigations', { name: 'Unsent', entityId });
    const { page } = await openAs(`/cases/${investigation.id}`);
    await page.getByText('The case has no alerts yet.').waitFor();
    await page.getByLabel('Note').fill('half a th');
    await page.reload();
    await waitUntil(async () => (await page.getByLabel('Note').inputValue()) === 'half a th');
  });

  it('decides a screening match in the same inbox', async () => {
    await serve(api(), 'un_sc', [listedPerson('6908555', 'Omar Haddad'), ...generateEntries(26, 30)]);
    const profile = `/screening-profiles/${api().production.organizationId}`;
    await call(profile, { lists: ['un_sc'] }, 'PATCH');
    const person = { type: 'person', name: 'Omar Haddad', countryCode: 'BR' };
    const screened = (await call('/entities', person)).entity.id as string;
    await call(`/entities/${screened}/screenings`, {});
    const { page } = await openAs('/inbox?kind=matches', { locale: 'es-AR', colorScheme: 'dark' });
    await page.getByRole('link', { name: /Omar Haddad/ }).click();
    await page.locator('[data-panel="matches"]').getByRole('button', { name: 'Es otra persona …' }).click();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByLabel('Motivo', { exact: true }).fill('Otro año de nacimiento');
    await page.keyboard.press('Control+Enter');
    await toast(page).getByText('Se decidió sobre la coincidencia').waitFor();
    await page.locator('[data-work][data-gone]').waitFor();
    const { matches } = await call(`/screening-matches?entityId=${screened}`);
    expect((matches as readonly Body[]).map(({ state }) => state as string)).toEqual(['dismissed']);
    await page.getByRole('button', { name: /^Revisiones de identidad/ }).click();
    await page.getByRole('heading', { name: 'No hay nada pendiente' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it('drops unknown parameters from a URL and shows the rest', async () => {
    const id = await raise('kept in the address');
    const { page } = await openAs('/inbox?kind=letters&status=LOST&open=nobody&q=kept&priority=HIGH');
    await row(page, id).waitFor();
    expect(new URL(page.url()).search).toBe('?priority=HIGH&q=kept');
    await page.goto(page.url().replace(/inbox.*/, 'rules?page=0&status=lost'));
    await page.getByRole('heading', { name: 'Rules', level: 1 }).waitFor();
    await page.waitForURL(/rules$/);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('is offered only what the role permits, and sees what is missing', async () => {
    const id = await raise('read only');
    const role = (await call('/roles', { name: 'Reads alerts', permissions: ['alerts:read'] })).role;
    const { page } = await openAs('/inbox?q=read%20only', {}, 'reader@example.com');
    const members = (await call('/members?limit=100')).members as readonly Body[];
    const member = members.find(({ email }) => email === 'reader@example.com')!;
    await call(`/members/${member.id}`, { roleId: role.id }, 'PATCH');
    await page.reload();
    await row(page, id).getByRole('checkbox').check();
    const resolve = page.getByRole('button', { name: /^Resolve/ });
    expect(await resolve.textContent()).toContain('needs alerts:resolve');
    expect(await page.getByRole('button', { name: /^Take next/ }).getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.press('r');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.getByRole('button', { name: /^Cases/ }).count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    await page.goto(page.url().replace(/inbox.*/, `cases/${id}`));
    await page.getByText('lacks the permission cases:read').waitFor();
  });

  it('assigns work to any of more than a hundred members', async () => {
    const id = await raise('for the newest');
    const { roles } = (await call('/roles')) as { readonly roles: readonly Body[] };
    const roleId = roles.find(({ name }) => name === 'Member')!.id;
    for (let made = 0; made < 100; made += 1)
      await call('/members/invite', { email: `member-${made}@example.com`, roleId });
    await openAs('/inbox', {}, 'newest@example.com');
    const { page } = await openAs(`/inbox?open=${id}`, {}, 'gives@example.com');
    await page.getByRole('button', { name: /^Assign/ }).click();
    const choice = page.getByRole('dialog').getByRole('combobox');
    await choice.getByRole('option', { name: 'newest@example.com' }).waitFor({ state: 'attached' });
  });
});
