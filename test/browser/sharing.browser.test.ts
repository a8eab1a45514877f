import { makeSignInLink } from '../../apps/api/src/modules/tenancy/people/index.js';
import type { Body } from '../../apps/api/test/support/start-test-api.js';
import { describePages } from './support/find-browser.js';
import { axeFindings, type OpenedPage } from './support/use-browser.js';
import { useConsole } from './support/use-console.js';

describePages('sharing with children', () => {
  const { api, open, openAs } = useConsole();
  let child: { readonly id: string; readonly key: string };
  let matrixId: string;
  let listId: string;

  const make = async (path: string, body: object): Promise<Body> => {
    const answer = await api().call(path, { body });
    if (answer.status >= 300) throw new Error(answer.text);
    return answer.body;
  };
  const openInChild = async (path: string, options: Parameters<typeof open>[1] = {}): Promise<OpenedPage> => {
    const link = await makeSignInLink(api().pool, { organizationId: child.id, email: 'ana@example.com' });
    if (!link.ok) throw new Error(link.error);
    return open(`/console/${child.id}${path}`, options, async ({ request }) => {
      const answer = await request.post(`${api().url}/auth/link`, { data: { token: link.value.token } });
      if (!answer.ok()) throw new Error(await answer.text());
    });
  };
  const sharedWith = async (path: string): Promise<readonly string[]> =>
    ((await api().call(`${path}/child-share`)).body.data.sharedWith as { name: string }[]).map(({ name }) => name);

  beforeAll(async () => {
    const decisions = [{ decision: 'REJECT', from: 50 }];
    matrixId = (await make('/risk-matrices', { key: 'lent', name: 'Of all', status: 'active', decisions })).riskMatrix
      .id as string;
    listId = (await make('/data-lists', { name: 'bad people', type: 'person_blocklist', source: 'internal' })).data
      .id as string;
  });

  it('shows nothing about sharing where there are no children', async () => {
    const { page } = await openAs(`/lists/${listId}`);
    await page.getByRole('heading', { name: 'The list is empty' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.locator('[data-sharing]').count()).toBe(0);
  });

  it('shares a list with a child, which starts using it, and takes it back with undo', async () => {
    const children = `/organizations/${api().production.organizationId}/children`;
    await make(children, { name: 'Other branch', countryCode: 'BR' });
    child = (await make(children, { name: 'Branch', countryCode: 'BR' })).production as typeof child;
    const { page } = await openAs(`/lists/${listId}`, { colorScheme: 'dark' });
    const section = page.locator('[data-sharing]');
    await section.getByText('Not shared with any child organization.').waitFor();
    await section.getByRole('button', { name: 'Choose child organizations …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share bad people' });
    expect(await dialog.getByRole('button', { name: /^Share/ }).textContent()).toContain('nothing changed');
    await dialog.getByLabel('Branch', { exact: true }).check();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Control+Enter');
    await section.locator('[data-shared-with="Branch"]').getByText('not in use').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await sharedWith(`/data-lists/${listId}`)).toEqual(['Branch']);

    const there = (await openInChild(`/lists/${listId}`, { locale: 'pt-BR' })).page;
    await there.getByText('Não está em uso aqui.').waitFor();
    expect(await axeFindings(there)).toEqual([]);
    await there.getByRole('button', { name: 'Começar a usar' }).dblclick();
    await there.locator('[data-toast]').getByText('bad people está em uso agora').waitFor();
    await there.getByText('Está em uso aqui.').waitFor();
    await there.goto(`${api().url}/console/${child.id}/settings/organization`);
    await there.getByRole('heading', { name: 'Compartilhado pela organização principal' }).waitFor();
    // A child cannot have children.
    expect(await there.getByRole('button', { name: 'Nova suborganização' }).count()).toBe(0);
    const row = there.locator('[data-shared="bad people"]');
    await row.getByText(/^●?em uso$/).waitFor();
    expect(await axeFindings(there)).toEqual([]);
    await row.getByRole('button', { name: 'Deixar de usar: bad people' }).click();
    await row.getByText('sem uso').waitFor();
    await there.locator('[data-toast]').getByRole('button', { name: 'Desfazer' }).click();
    await row.getByText(/^●?em uso$/).waitFor();

    await page.reload();
    await section.locator('[data-shared-with="Branch"]').getByText('in use there').waitFor();
    await section.getByRole('button', { name: 'Choose child organizations …' }).click();
    await dialog.getByLabel('Branch', { exact: true }).uncheck();
    await dialog.getByText('In use now, and lost at once by: Branch').waitFor();
    await dialog.getByLabel('Other branch').check();
    await page.keyboard.press('Control+Enter');
    await section.locator('[data-shared-with="Other branch"]').waitFor();
    expect(await sharedWith(`/data-lists/${listId}`)).toEqual(['Other branch']);
    await page.locator('[data-toast]').getByRole('button', { name: 'Undo' }).click();
    await section.locator('[data-shared-with="Branch"]').waitFor();
    expect(await sharedWith(`/data-lists/${listId}`)).toEqual(['Branch']);
  });

  it('takes a matrix back from a child that has assigned it only once that is confirmed', async () => {
    await make(`/risk-matrices/${matrixId}/child-share`, { childOrganizationIds: [child.id] });
    const there = (await openInChild(`/settings/matrices/${matrixId}`)).page;
    await there.getByRole('button', { name: 'Start using it' }).click();
    await there.getByText('It is in use here.').waitFor();
    const payments = there.locator('[data-defaults]').getByLabel('payments');
    await payments.click();
    await there.locator('[data-toast]').getByText('The defaults of Of all were saved').waitFor();

    const { page } = await openAs(`/settings/matrices/${matrixId}`, { locale: 'es-AR' });
    await page.getByRole('button', { name: 'Elegir suborganizaciones …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Compartir Of all' });
    await dialog.getByLabel('Branch', { exact: true }).uncheck();
    await page.keyboard.press('Control+Enter');
    await dialog.getByText('Una suborganización asignó esta matriz').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByLabel('Retirarla de todos modos').check();
    await page.keyboard.press('Control+Enter');
    await page.locator('[data-sharing]').getByText('No se comparte con ninguna suborganización.').waitFor();
    expect(await sharedWith(`/risk-matrices/${matrixId}`)).toEqual([]);
  });
});
