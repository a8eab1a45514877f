import { useReceivers } from '../../apps/api/test/support/use-receivers.js';
import { axeFindings } from './support/use-browser.js';
import { describePages } from './support/find-browser.js';
import { sendPayments, useConsole } from './support/use-console.js';

describePages('webhooks', () => {
  const { api, openAs } = useConsole();
  const openReceiver = useReceivers();

  it('C34: creates a webhook, copies its secret once, shows a failed delivery and resends it', async () => {
    let isUp = false;
    // Asks for a retry after an hour, so that only the reader sends it again.
    const receiver = await openReceiver(
      (response) =>
        void response
          .writeHead(isUp ? 200 : 503, { 'retry-after': '3600', 'x-secret': 'opens-everything' })
          .end('came in'),
    );
    const { page, context } = await openAs('/operate/webhooks');
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();
    await page.keyboard.press('c');
    await page.getByLabel('Name', { exact: true }).fill('Ledger');
    await page.getByLabel('Address').fill('https://127.0.0.1/hooks');
    await page.getByLabel('transaction.*', { exact: true }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'New webhook' }).click();
    await page.getByRole('alert').getByText('INVALID_URL').waitFor();
    await page.getByLabel('Address').fill(receiver.url);
    await page.getByRole('dialog').getByRole('button', { name: 'New webhook' }).click();
    const secret = await page.locator('[data-secret]').inputValue();
    expect(secret).toMatch(/^whsec_/);
    expect(await axeFindings(page)).toEqual([]);
    // Neither a key nor the button closes the dialog before the secret is copied.
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /Done/ }).click({ force: true });
    expect(await page.locator('[data-secret]').count()).toBe(1);
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret);
    await page.getByRole('link', { name: 'Ledger' }).click();
    await page.getByText('Nothing has been sent yet').waitFor();
    expect(await page.content()).not.toContain(secret);

    await sendPayments(api(), [12], 'told');
    await page.getByRole('button', { name: '1 new' }).or(page.locator('[data-delivery]')).first().waitFor();
    if ((await page.locator('[data-delivery]').count()) === 0) await page.keyboard.press('.');
    await page.locator('[data-delivery="failed"]').getByText('503').waitFor();
    isUp = true;
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.locator('[data-sent]').getByText('"externalId": "told-1"').waitFor();
    expect(await page.locator('[data-attempt]').count()).toBe(1);
    await page.getByText('Response of the receiver').click();
    const said = await page.locator('[data-response]').textContent();
    expect(said).toMatch(/retry-after: 3600[^]*\n\ncame in$/);
    expect(said).toContain('x-secret: ••••hing');
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('r');
    await page.locator('[data-delivery="delivered"]').getByText('200').waitFor();
    expect(await page.locator('[data-attempt]').count()).toBe(2);
    expect(receiver.received.map(({ headers }) => headers['x-webhook-attempt'])).toEqual(['1', '2']);
    expect(receiver.received[1]!.text).toBe(receiver.received[0]!.text);
    await page.getByRole('button', { name: 'Switch off' }).click();
    await page.getByText('the webhook is disabled').waitFor();
    await page.keyboard.press('r');
    expect(await page.getByRole('button', { name: /Send again/ }).getAttribute('aria-disabled')).toBe('true');
    expect(await page.getByText('INVALID_STATUS_TRANSITION').count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.locator('[data-panel]').waitFor({ state: 'detached' });
  });

  it('disables a webhook and undoes that, and deletes it only after its name is entered', async () => {
    const body = { name: 'Old ledger', url: 'https://93.184.216.34/hooks', events: ['alert.*'] };
    const { webhook } = (await api().call('/webhook-config', { body })).body as { webhook: { id: string } };
    const { page } = await openAs(`/operate/webhooks/${webhook.id}`);
    const isEnabled = async (): Promise<boolean> =>
      (await api().call(`/webhook-config/${webhook.id}`)).body.webhook.enabled as boolean;
    await page.getByRole('button', { name: 'Switch off' }).click();
    await page.getByText('Old ledger is off').waitFor();
    expect(await isEnabled()).toBe(false);
    await page.keyboard.press('z');
    await page.getByText('Old ledger is on').waitFor();
    expect(await isEnabled()).toBe(true);
    await page.getByRole('button', { name: 'Delete …' }).click();
    const inDialog = page.getByRole('dialog');
    await inDialog.getByRole('button', { name: /type the name first/ }).click({ force: true });
    await inDialog.getByLabel('Type Old ledger to continue').fill('Old ledger');
    expect(await axeFindings(page)).toEqual([]);
    await inDialog.getByRole('button', { name: 'Delete …', exact: true }).click();
    await page.getByText('Old ledger is deleted').waitFor();
    expect((await api().call(`/webhook-config/${webhook.id}`)).status).toBe(404);
  });
});
