import type { Page } from 'playwright-core';

import { specimenImage } from '../../apps/api/test/support/specimens.js';
import { specimenPdf, useDocumentRequests } from '../../apps/api/test/support/use-document-requests.js';
import { useOwnTestApi } from '../../apps/api/test/support/use-test-api.js';
import { describePages } from './support/find-browser.js';
import { axeFindings, useBrowser } from './support/use-browser.js';

const heading = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('heading', { level: 1, name }).waitFor();

const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: specimenPdf(name) });

describePages('page of a document request', () => {
  const api = useOwnTestApi();
  const browser = useBrowser(() => api().url);
  const { newCompany, requested, read, entityOf } = useDocumentRequests(api);
  const begin = async (more: object = {}) => {
    const entityId = await newCompany();
    const { id, url } = await requested(entityId, more);
    return { id, entityId, path: new URL(url).pathname };
  };

  it('uploads files, removes one, and submits them once all are there', async () => {
    const { id, entityId, path } = await begin({ language: 'pt', message: 'Bitte als PDF.\n<b>Danke</b>' });
    const { page } = await browser.open(path);
    await heading(page, 'Envie seus documentos');
    expect(await page.title()).toBe('Enviar documentos solicitados');
    // A message is plain text, regardless of its content.
    expect(await page.getByText('<b>Danke</b>').count()).toBe(1);
    expect(await axeFindings(page)).toEqual([]);
    const submit = page.getByRole('button', { name: 'Entregar os documentos' });
    await submit.click();
    await page.getByText('Falta: Articles of incorporation.').waitFor();

    const statute = page.getByRole('region', { name: 'Articles of incorporation' });
    const choose = statute.locator('input[type=file]');
    await choose.setInputFiles([pdf('one.pdf'), pdf('two.pdf'), { ...pdf('page.html'), mimeType: 'text/html' }]);
    await statute.getByText('page.html não é um arquivo PDF, JPEG ou PNG.').waitFor();
    expect(await statute.getByRole('listitem').count()).toBe(2);
    expect(await axeFindings(page)).toEqual([]);
    await statute.getByRole('button', { name: 'Remover one.pdf' }).click();
    await statute.getByRole('button', { name: 'Remover one.pdf' }).waitFor({ state: 'detached' });
    expect(await page.evaluate<string>('document.activeElement.innerText')).toBe('Articles of incorporation');
    // The server determines the type of a file from its bytes.
    await choose.setInputFiles({ ...pdf('false.pdf'), buffer: Buffer.from('no pdf') });
    await page.getByText('Isto não foi aceito:').waitFor();
    const address = page.getByRole('region', { name: 'Proof of address' }).locator('input[type=file]');
    await address.setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: specimenImage(4) });
    await page.getByRole('button', { name: 'Remover photo.png' }).waitFor();
    // A page that is reloaded continues where it was.
    await page.reload();
    await page.getByRole('button', { name: 'Remover two.pdf' }).waitFor();
    await submit.click();
    await heading(page, 'Obrigado. Seus documentos foram enviados');
    expect(await axeFindings(page)).toEqual([]);
    await page.reload();
    await heading(page, 'Obrigado. Seus documentos foram enviados');
    const { status, files } = await read(id);
    expect([status, files.map(({ name }: { name: string }) => name)]).toEqual(['submitted', ['two.pdf', 'photo.png']]);
    expect((await entityOf(entityId)).status).toBe('active');
    const again = await browser.open(path, { locale: 'es-MX' });
    await heading(again.page, 'Este enlace no funciona');
  });

  it('continues after a lost connection, in dark mode on a phone, in the chosen language', async () => {
    const { id, path } = await begin({ language: 'es', documents: [{ label: 'x'.repeat(200) }] });
    const viewport = { width: 360, height: 700 };
    const { page, context } = await browser.open(path, { colorScheme: 'dark', viewport });
    await heading(page, 'Envíe sus documentos');
    await page.getByLabel('Idioma').selectOption('English');
    await heading(page, 'Send your documents');
    await context.setOffline(true);
    await page.locator('input[type=file]').setInputFiles(pdf('statute.pdf'));
    await page.getByText('There is no connection.').waitFor();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Remove statute.pdf' }).waitFor();
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(viewport.width);
    expect(await axeFindings(page)).toEqual([]);
    // The response is lost although the server accepted the request; the second time, the link no longer exists.
    await page.route('**/submit', async (route) => {
      await route.fetch();
      await route.abort();
      await page.unroute('**/submit');
    });
    await page.getByRole('button', { name: 'Submit the documents' }).click();
    await heading(page, 'Thank you. Your documents were sent');
    expect((await read(id)).status).toBe('submitted');
  });
});
