import { describePages } from './support/find-browser.js';
import { axeFindings } from './support/use-browser.js';
import { useConsole } from './support/use-console.js';

describePages('creation blocks', () => {
  const { api, openAs } = useConsole();

  it('blocks parties by a list, and removes the block with undo', async () => {
    const { page } = await openAs('/lists', { locale: 'es-AR' });
    await page.getByRole('link', { name: 'Bloqueos de alta' }).click();
    await page.getByRole('heading', { name: 'Aún no hay bloqueos de alta' }).waitFor();
    await page.keyboard.press('c');
    const dialog = page.getByRole('dialog', { name: 'Nuevo bloqueo' });
    expect(await dialog.getByRole('button', { name: /^Bloquear/ }).textContent()).toContain('primero cree una lista');
    await page.keyboard.press('Escape');
    const made = await api().call('/data-lists', {
      body: { name: 'bad documents', type: 'document_blocklist', source: 'internal' },
    });
    const listId = made.body.data.id as string;
    await api().call(`/data-lists/${listId}/items`, { body: { items: [{ primaryValue: '12345678909' }] } });
    await page.reload();
    await page.getByRole('heading', { name: 'Aún no hay bloqueos de alta' }).waitFor();
    await page.keyboard.press('c');
    await dialog.getByLabel('Campo').fill('tax id');
    await page.keyboard.press('Enter');
    // The browser refuses what is not the path of a field.
    await dialog.locator('input:invalid:focus').waitFor();
    await dialog.getByLabel('Campo').fill('taxId');
    await dialog.getByLabel('Se aplica a').selectOption({ label: 'Personas' });
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Control+Enter');
    const row = page.locator('[data-block="taxId"]');
    await row.getByRole('link', { name: 'bad documents' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const person = { type: 'person', name: 'Ana', countryCode: 'BR', taxId: '123.456.789-09' };
    expect((await api().call('/entities', { body: person })).body.code).toBe('ENTITY_CREATION_LIST_BLOCK');

    await page.keyboard.press('c');
    await dialog.getByLabel('Campo').fill('taxId');
    await dialog.getByLabel('Se aplica a').selectOption({ label: 'Personas' });
    await page.keyboard.press('Control+Enter');
    await dialog.getByText('DUPLICATE_KEY').waitFor();
    await page.keyboard.press('Escape');

    const toast = page.locator('[data-toast]');
    await row.getByRole('button', { name: 'Quitar el bloqueo de taxId' }).click();
    await toast.getByText('El alta ya no se bloquea por taxId').waitFor();
    await row.waitFor({ state: 'detached' });
    await toast.getByRole('button', { name: 'Deshacer' }).click();
    await toast.getByText('El alta se bloquea por taxId').waitFor();
    await api().call(`/data-lists/${listId}/status?force=true`, { method: 'PATCH', body: { status: 'inactive' } });
    await page.reload();
    await row.getByText('lista desactivada').waitFor();
  });
});
