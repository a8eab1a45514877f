import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import type { Page } from 'playwright-core';

import { createWebhook } from '../../apps/api/test/support/create-webhook.js';
import { useReceivers } from '../../apps/api/test/support/use-receivers.js';
import { waitUntil } from '../../apps/api/test/support/wait-until.js';
import { describePages } from './support/find-browser.js';
import { axeFindings } from './support/use-browser.js';
import { drawSpecimen, useIdentity, zone } from './support/use-identity.js';

const files = resolve(__dirname, '../../apps/kyc-page/dist/pages/assets');

/** Executed in the browser: the accessible name of the focused element. */
const nameOfFocused = `
  document.activeElement.getAttribute('aria-label') ??
  (document.activeElement.labels?.[0] ?? document.activeElement).innerText`;

const heading = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('heading', { level: 1, name }).waitFor();

const choose = async (page: Page, type: string, country: string): Promise<void> => {
  await page.getByRole('main').getByRole('combobox').nth(0).selectOption(type);
  await page.getByRole('main').getByRole('combobox').nth(1).selectOption(country);
  await page.locator('button.main').click();
};

/** Chooses a picture from a file and sends it. */
const showFile = async (page: Page, picture: Buffer): Promise<void> => {
  const file = { name: 'picture.jpg', mimeType: 'image/jpeg', buffer: picture };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('img').waitFor();
  await page.locator('button.main').click();
};

describe('identity validation page', () => {
  it('is at most 60 kB compressed', () => {
    const sizes = readdirSync(files)
      .filter((name) => name.endsWith('.gz'))
      .map((name) => readFileSync(join(files, name)).length);
    const whole = sizes.reduce((sum, size) => sum + size, 0);
    console.log(`the page of a validation: ${whole} bytes compressed`);
    expect(sizes).toHaveLength(2);
    expect(whole).toBeLessThanOrEqual(60_000);
  });
});

describePages('page of an identity validation', () => {
  const { api, open, begin, statusOf, isVerified } = useIdentity();
  const openReceiver = useReceivers();

  it('presents a document, and is verified only after a manual review', async () => {
    const receiver = await openReceiver();
    await createWebhook((path, call) => api().call(path, call), receiver.url, { events: ['kyc.*'] });
    const begun = await begin({ language: 'pt', redirectUrl: 'https://example.com/done' });
    const { page } = await open(begun.path);
    await heading(page, 'Que documento você tem?');
    expect(await page.getByText('Olá, Anna.').count()).toBe(1);
    expect(await axeFindings(page)).toEqual([]);
    await choose(page, 'passport', 'BR');

    await heading(page, 'A página com a sua foto');
    const specimen = await drawSpecimen(page, zone);
    await page.locator('input[type=file]').setInputFiles({
      ...{ name: 'no-picture.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') },
    });
    await page.getByText('não é uma imagem que se possa ler').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await showFile(page, specimen);

    await heading(page, 'O seu rosto');
    await page.getByRole('button', { name: 'Usar a câmera' }).click();
    await page.getByRole('button', { name: 'Tirar a foto' }).click();
    await page.getByRole('button', { name: 'Tirar outra' }).click();
    await page.getByRole('button', { name: 'Usar a câmera' }).click();
    await page.getByRole('button', { name: 'Tirar a foto' }).click();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Usar esta foto' }).click();

    await heading(page, 'Os dados do seu documento');
    const lines = page.getByLabel('Linhas do documento');
    await lines.fill(zone.join('\n').replace('740812', '74O812'));
    expect(await page.locator('mark').allTextContents()).toEqual(['74O812']);
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByText('Restam 3 tentativas.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Corrigir para mim' }).click();
    expect(await lines.inputValue()).toBe(zone.join('\n'));
    await page.getByText('As linhas conferem.').waitFor();
    await page.getByRole('button', { name: 'Continuar' }).click();

    await heading(page, 'Está certo?');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Enviar para verificação' }).click();
    await heading(page, /Seus documentos estão sendo verificados/);
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.getByRole('link').getAttribute('href')).toBe('https://example.com/done');
    await page.reload();
    await heading(page, /Seus documentos estão sendo verificados/);

    expect([await statusOf(begun), await isVerified(begun)]).toEqual(['in_review', false]);
    const heard = (event: string): boolean => receiver.received.some(({ body }) => body.event === event);
    await waitUntil(() => heard('kyc.validation_in_review'));
    const body = { decision: 'approved', reason: 'Document and face were compared manually' };
    expect((await api().call(`/api/kyc/validations/${begun.id}/review`, { body })).status).toBe(200);
    await waitUntil(() => heard('kyc.validation_approved'));
    expect([await statusOf(begun), await isVerified(begun)]).toEqual(['approved', true]);
  });

  it('completes it with the keyboard only, in dark mode on a phone, and again after a lost connection', async () => {
    const begun = await begin({ language: 'es' });
    const viewport = { width: 360, height: 700 };
    const { page, context } = await open(begun.path, { locale: 'pt-BR', colorScheme: 'dark', viewport });
    await heading(page, '¿Qué documento tiene?');
    const focused = (): Promise<string> => page.evaluate<string>(nameOfFocused);
    const tabTo = async (name: string): Promise<void> => {
      for (let n = 0; n < 25 && (await focused()) !== name; n += 1) await page.keyboard.press('Tab');
      expect(await focused()).toBe(name);
    };
    const press = async (name: string): Promise<void> => {
      await tabTo(name);
      await page.keyboard.press('Enter');
    };
    expect(await focused()).toBe('¿Qué documento tiene?');
    await tabTo('Tipo de documento');
    await page.keyboard.type('Pasaporte');
    await tabTo('País que lo emitió');
    await page.keyboard.type('Brasil');
    await press('Continuar');

    await heading(page, 'La página con su foto');
    expect(await focused()).toBe('La página con su foto');
    await press('Usar la cámara');
    await page.getByRole('button', { name: 'Tomar la foto' }).waitFor();
    await press('Tomar la foto');
    await page.getByRole('img').waitFor();
    await context.setOffline(true);
    await press('Usar esta foto');
    await page.getByText('No hay conexión.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await context.setOffline(false);

    await heading(page, 'Su rostro');
    expect(await page.getByText('No hay conexión.').count()).toBe(0);
    await press('Usar la cámara');
    await page.getByRole('button', { name: 'Tomar la foto' }).waitFor();
    await press('Tomar la foto');
    await page.getByRole('img').waitFor();
    await press('Usar esta foto');

    await heading(page, 'Los datos de su documento');
    await tabTo('Líneas del documento');
    await page.keyboard.type(zone.join('\n'));
    expect(await axeFindings(page)).toEqual([]);
    await press('Continuar');
    await heading(page, '¿Es correcto?');
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(viewport.width);
    // The response is lost although the server accepted the request; the second time, the link no longer exists.
    await page.route('**/submit', async (route) => {
      await route.fetch();
      await route.abort();
      await page.unroute('**/submit');
    });
    await press('Enviar para revisar');
    await heading(page, /Se están revisando sus documentos/);
    expect(await statusOf(begun)).toBe('in_review');
  });

  it('may correct wrong check digits twice, and then gets a manual review', async () => {
    const begun = await begin({ language: 'en' });
    const { page } = await open(begun.path);
    await heading(page, 'Which document do you have?');
    const specimen = await drawSpecimen(page, zone);
    await choose(page, 'national_id', 'BR');
    for (const name of ['Front of your document', 'Back of your document', 'Your face']) {
      await heading(page, name);
      await showFile(page, specimen);
    }
    await heading(page, 'Data of your document');
    // A page that is reloaded continues where it was.
    await page.reload();
    await heading(page, 'Data of your document');
    await page.getByLabel('Lines of the document').fill(zone.join('\n').replace('740812', '740813'));
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('3 attempts are left.').waitFor();
    const asPrinted = page.getByRole('button', { name: 'They are printed like this: send them' });
    for (const left of ['2 attempts are left.', 'One attempt is left. Then a person reviews it.']) {
      await asPrinted.click();
      await page.getByText(left).waitFor();
    }
    await asPrinted.click();
    await heading(page, 'Is this right?');
    await page.getByRole('button', { name: 'Submit for review' }).click();
    await heading(page, /Thank you\. Your documents are being reviewed/);
    expect(await statusOf(begun)).toBe('in_review');
  });

  it('types a few fields for a document without machine-readable lines, and may cancel after confirming', async () => {
    const begun = await begin({ language: 'en' });
    const { page } = await open(begun.path);
    await heading(page, 'Which document do you have?');
    await page.getByLabel('Language').selectOption('Português');
    await heading(page, 'Que documento você tem?');
    await page.getByLabel('Idioma').selectOption('English');
    const specimen = await drawSpecimen(page, []);
    await choose(page, 'national_id', 'BR');
    for (const name of ['Front of your document', 'Back of your document', 'Your face']) {
      await heading(page, name);
      await showFile(page, specimen);
    }
    await page.getByLabel('My document has no such lines').check();
    await page.getByLabel('First names').fill('Anna Maria');
    await page.getByLabel('Last names').fill('Eriksson');
    await page.getByLabel('Document number').fill('12.345.678-9');
    await page.getByLabel('Birth date').fill('1974-08-12');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Continue' }).click();
    await heading(page, 'Is this right?');
    await page.getByRole('button', { name: 'Stop and cancel' }).click();
    await page.getByRole('button', { name: 'No, continue' }).click();
    expect(await statusOf(begun)).toBe('in_progress');
    await page.getByRole('button', { name: 'Stop and cancel' }).click();
    await page.getByRole('button', { name: 'Yes, cancel' }).click();
    await heading(page, 'This link is no longer active');
    expect(await statusOf(begun)).toBe('abandoned');
    const again = await open(begun.path, { locale: 'pt-BR' });
    await heading(again.page, 'Este link não funciona');
    expect(await axeFindings(again.page)).toEqual([]);
  });

  it('sees the language of the device when the link specifies none', async () => {
    const begun = await begin();
    const { page } = await open(begun.path, { locale: 'pt-BR', viewport: { width: 320, height: 640 } });
    await heading(page, 'Que documento você tem?');
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
  });

  it('gets a page whose policy blocks all other origins and allows the camera on this page only', async () => {
    const { path } = await begin();
    const answer = await fetch(api().url + path);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(answer.headers.get('permissions-policy')).toContain('camera=(self), microphone=()');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    const [, script = ''] = /src="(\/kyc\/assets\/[^"]+[.]js)"/.exec(await answer.text()) ?? [];
    const file = await fetch(api().url + script, { headers: { 'accept-encoding': 'br' } });
    expect([file.status, file.headers.get('content-encoding')]).toEqual([200, 'br']);
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const missing = await fetch(`${api().url}/kyc/assets/..%2f..%2fpackage.json`);
    expect(missing.status).toBe(404);
  });
});
