import type { Body } from '../../apps/api/test/support/start-test-api.js';
import { makeSignInLink } from '../../apps/api/src/modules/tenancy/people/index.js';
import { describePages } from './support/find-browser.js';
import { axeFindings } from './support/use-browser.js';
import { useConsole } from './support/use-console.js';

describePages('analysts', () => {
  const { api, openAs } = useConsole();
  let entityId: string;

  const make = async (path: string, body: object): Promise<Body> => {
    const answer = await api().call(path, { body });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
    return answer.body;
  };
  const raise = async (name: string, about = entityId): Promise<string> =>
    (await make('/intelligence/alerts', { name, severity: 'HIGH', targetEntityId: about })).alert.id as string;

  beforeAll(async () => {
    entityId = (await make('/entities', { type: 'person', name: 'Ana Souza', countryCode: 'BR' })).entity.id as string;
  });

  it('opens the parties of a case, and sees how they are linked', async () => {
    const { entity: other } = await make('/entities', { type: 'company', name: 'Padaria Souza', countryCode: 'BR' });
    const alertIds = [await raise('party 1'), await raise('party 2'), await raise('party 3', other.id as string)];
    const { investigation } = await make('/intelligence/investigations', { name: 'Two parties', alertIds });
    const { page } = await openAs(`/cases/${investigation.id as string}`);
    const parties = page.locator('[data-case-parties] li');
    await parties.nth(1).getByText('Padaria Souza').waitFor();
    expect(await parties.allTextContents()).toEqual(['Ana Souza · 2 alerts', 'Padaria Souza · 1 alert']);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('g');
    await page.keyboard.press('g');
    await page.getByRole('heading', { name: /Ana Souza/ }).waitFor();
    expect(new URL(page.url()).pathname).toContain(`/parties/${entityId}/graph`);
    expect(page.url()).toContain(other.id as string);
    await page.goBack();
    await page.getByRole('link', { name: 'Padaria Souza' }).click();
    await page.getByRole('heading', { name: 'Padaria Souza' }).waitFor();
  });

  it('saves filters as a view, finds it in another tab, opens it, and deletes it with undo', async () => {
    await raise('viewed one');
    const { page, context } = await openAs('/inbox?q=viewed&priority=HIGH');
    await page.getByRole('link', { name: 'viewed one' }).waitFor();
    await page.getByRole('button', { name: 'Save view …' }).click();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('dialog').getByLabel('Name').fill('My morning');
    await page.keyboard.press('Enter');
    const tab = await context.newPage();
    await tab.goto(page.url().split('?')[0]!);
    await tab.getByLabel('Saved views').selectOption('My morning');
    await tab.getByRole('link', { name: 'viewed one' }).waitFor();
    expect(Object.fromEntries(new URL(tab.url()).searchParams)).toEqual({ q: 'viewed', priority: 'HIGH' });
    expect(await axeFindings(tab)).toEqual([]);
    await tab.goBack();
    await tab.waitForURL((url) => url.search === '');
    await page.getByRole('button', { name: 'Delete view' }).click();
    await tab.getByLabel('Saved views').waitFor({ state: 'detached' });
    await page.locator('[data-toast]').getByRole('button', { name: /^Undo/ }).click();
    await tab.getByLabel('Saved views').waitFor();
    await page.getByLabel('Saved views').selectOption('Saved views');
    await page.waitForURL((url) => url.search === '');
    // Other filters under the same name replace those before, which are not lost.
    await page.goto(page.url().replace(/inbox.*/, 'inbox?q=other'));
    await page.getByRole('button', { name: 'Save view …' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('My morning');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Delete view' }).waitFor();
    await page.locator('[data-toast]').getByRole('button', { name: /^Undo/ }).click();
    await page.getByLabel('Saved views').selectOption('My morning');
    await page.waitForURL((url) => url.searchParams.get('q') === 'viewed');
  });

  it('offers only those as assignees who can do the work, and says what the others lack', async () => {
    const { organizationId } = api().production;
    const { role } = await make('/roles', { name: 'Readers', permissions: ['alerts:read', 'cases:read'] });
    const { role: assigning } = await make('/roles', {
      name: 'Leads',
      permissions: ['alerts:read', 'alerts:assign', 'members:read', 'roles:read', 'entities:read'],
    });
    for (const name of ['reader', 'able', 'elsewhere', 'lead'])
      await makeSignInLink(api().pool, { organizationId, email: `${name}@example.com` });
    const { members } = (await api().call('/members')).body;
    const change = async (name: string, body: object): Promise<void> => {
      const { id } = (members as readonly Body[]).find(({ email }) => email === `${name}@example.com`)!;
      expect((await api().call(`/members/${id as string}`, { method: 'PATCH', body })).status).toBe(200);
    };
    await change('reader', { roleId: role.id });
    await change('elsewhere', { environmentAccess: 'sandbox' });
    await change('lead', { roleId: assigning.id });
    const id = await raise('given to somebody');
    const { page } = await openAs(`/inbox?open=${id}`);
    await page.locator('[data-panel="alerts"]').getByText('given to somebody').first().waitFor();
    await page.keyboard.press('a');
    const dialog = page.getByRole('dialog', { name: 'Assign 1 alert' });
    const reader = dialog.getByRole('option', { name: 'reader@example.com · needs alerts:edit' });
    await reader.waitFor({ state: 'attached' });
    expect(await reader.isDisabled()).toBe(true);
    const all = await dialog.getByRole('option').allTextContents();
    expect(all).toEqual(expect.arrayContaining(['Me', 'Nobody', 'able@example.com']));
    expect(all.filter((each) => each.includes('elsewhere'))).toEqual([]);
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByLabel('To whom').selectOption('able@example.com');
    await page.keyboard.press('Control+Enter');
    await page.locator('[data-toast]').getByText('Assigned 1 alert').waitFor();

    // Somebody who may only assign is no assignee either.
    const { page: lead } = await openAs(`/inbox?open=${id}`, {}, 'lead@example.com');
    await lead.locator('[data-panel="alerts"]').getByText('given to somebody').first().waitFor();
    await lead.keyboard.press('a');
    await lead.getByRole('option', { name: 'able@example.com' }).waitFor({ state: 'attached' });
    expect(await lead.getByRole('option', { name: 'Me', exact: true }).count()).toBe(0);

    const { investigation } = await make('/intelligence/investigations', { name: 'For somebody' });
    await page.goto(page.url().replace(/inbox.*/, `cases/${investigation.id as string}`));
    await page.getByRole('heading', { name: /For somebody/ }).waitFor();
    await page.keyboard.press('a');
    await page.getByRole('option', { name: 'reader@example.com · needs cases:edit' }).waitFor({ state: 'attached' });
  });
});
