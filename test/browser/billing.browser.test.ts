import { waitUntil } from '../../apps/api/test/support/wait-until.js';
import { describePages } from './support/find-browser.js';
import { axeFindings } from './support/use-browser.js';
import { useConsole } from './support/use-console.js';

const code = 'global_gleif_lei';

describePages('billing and integrations', () => {
  const { api, openAs } = useConsole();

  it('sees the balance, requests a top-up, and is warned of a low balance', async () => {
    const { page } = await openAs('/settings/billing');
    await page.getByText('No transactions yet.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Top up' }).click();
    const dialog = page.getByRole('dialog');
    const send = dialog.getByRole('button', { name: /^Top up/ });
    await dialog.getByLabel('Amount').fill('0.5');
    expect(await send.getAttribute('aria-disabled')).toBe('true');
    await dialog.getByLabel('Amount').fill('12.05');
    await dialog.getByLabel('Your reference').fill('invoice 7');
    expect(await axeFindings(page)).toEqual([]);
    await send.click();
    // In production the top-up is pending until somebody confirms the payment.
    await page.locator('[data-top-up="pending"]').getByText('$12.05').waitFor();
    expect(await page.locator('[data-balance]').getAttribute('data-balance')).toBe('0');

    await page.getByLabel('Low balance threshold, in US dollars').fill('3.50');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.locator('[data-toast]').getByText('Low below 3.50 USD').waitFor();
    await page.getByText('the balance is low').waitFor();
    await page.locator('[data-toast]').getByRole('button', { name: 'Undo' }).click();
    await page.locator('[data-toast]').getByText('Low below 0.00 USD').waitFor();
    await page.getByText('the balance is low').waitFor({ state: 'detached' });
  });

  it('gets test money immediately in a sandbox, and finds it in the ledger', async () => {
    const { page } = await openAs('/settings/billing', { colorScheme: 'dark', locale: 'pt-BR' });
    const { production, sandbox } = api();
    await page.goto(page.url().replace(production.organizationId, sandbox.organizationId));
    await page.getByText('Dinheiro de teste do sandbox').first().waitFor();
    await page.getByRole('button', { name: 'Recarregar saldo' }).click();
    await page.getByRole('dialog').getByLabel('Valor').fill('20');
    await page.keyboard.press('Control+Enter');
    await page.locator('[data-entry="top_up"]', { hasText: 'US$ 20,00' }).waitFor();
    await page.locator('[data-top-up="completed"]', { hasText: 'US$ 20,00' }).waitFor();
    await page.getByLabel('Movimentação', { exact: true }).selectOption('charge');
    await page.getByText('Não há movimentações.').waitFor();
    expect(new URL(page.url()).searchParams.get('type')).toBe('charge');
    expect(await axeFindings(page)).toEqual([]);
  });

  it('enables an integration with its settings, and undoes it', async () => {
    const { page } = await openAs('/settings/integrations', { locale: 'es-AR' });
    const row = page.locator(`[data-integration="${code}"]`);
    await row.getByText('inactiva').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await row.getByRole('link').click();
    await page.getByLabel('baseUrl').fill('https://lei.example.com');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Activar' }).click();
    await row.getByText(/^●activa$/).waitFor();
    const stored = async () => (await api().call(`/marketplace/integrations/${code}`)).body.integration;
    expect((await stored()).organization.enabled).toBe(true);
    expect((await stored()).settings).toMatchObject([{ name: 'baseUrl', value: 'https://lei.example.com' }]);
    await page.locator('[data-toast]').getByRole('button', { name: 'Deshacer' }).click();
    await row.getByText('inactiva').waitFor();
    expect((await stored()).organization.enabled).toBe(false);
    await page.getByLabel('Solo las activas').check();
    await row.waitFor({ state: 'detached' });
  });

  it('sets up automatic top-ups, and undoes it', async () => {
    const { page } = await openAs('/settings/billing', { colorScheme: 'dark' });
    await page.getByRole('checkbox', { name: 'Automatic top-up' }).check();
    await page.getByLabel('Below, in US dollars', { exact: true }).fill('5');
    await page.getByLabel('Amount, in US dollars').fill('50');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save automatic top-up' }).click();
    await page.locator('[data-toast]').getByText('Tops up 50.00 USD below 5.00 USD').waitFor();
    const stored = async () => (await api().call('/billing/settings')).body.settings.autoTopUp as object;
    expect(await stored()).toEqual({ enabled: true, thresholdCents: 500, amountCents: 5_000 });
    await page.locator('[data-toast]').getByRole('button', { name: 'Undo' }).click();
    await page.locator('[data-toast]').getByText('Automatic top-up is off').waitFor();
    expect(await stored()).toMatchObject({ enabled: false });
  });

  it('finds integration requests by entity and result, and repeats one', async () => {
    const { production, sandbox } = api();
    const { key } = sandbox;
    await api().call(`/marketplace/integrations/${code}`, { method: 'PUT', key, body: { enabled: true } });
    await api().call('/billing/top-ups', { key, body: { amountCents: 10_000 } });
    const company = { type: 'company', name: 'Padaria Souza', countryCode: 'BR', taxId: '11.222.333/0001-81' };
    const entityId = (await api().call('/entities', { key, body: company })).body.entity.id as string;
    const ask = (parameters: object) => {
      const body = { entityId, integrationCodes: [code], parameters };
      return api().call('/integration-execution/marketplace/enrichment', { key, body });
    };
    const simulated = { simulate: 'PROVIDER_TIMEOUT' };
    expect((await ask(simulated)).body.results[0].error.code).toBe('PROVIDER_TIMEOUT');
    const { page } = await openAs('/settings/executions', { locale: 'pt-BR' });
    await page.getByText('Nenhuma integração foi consultada ainda').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.goto(page.url().replace(production.organizationId, sandbox.organizationId));
    const failed = page.locator('[data-execution="failed"]');
    await failed.getByRole('link', { name: 'Padaria Souza' }).waitFor();
    await failed.getByText('PROVIDER_TIMEOUT').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await failed.getByRole('button', { name: 'Só sobre Padaria Souza' }).click();
    await page.waitForURL(new RegExp(`entity=${entityId}`));
    await failed.getByRole('button', { name: 'Consultar de novo' }).click();
    await page.locator('[data-toast]').getByText('Consultada de novo').waitFor();
    await page.getByLabel('Status', { exact: true }).selectOption('failed');
    await page.waitForURL(/state=failed/);
    await page.locator('[data-execution]').nth(1).waitFor({ state: 'detached' });
    await failed.waitFor();
    await page.getByLabel('Status', { exact: true }).selectOption('succeeded');
    const delivered = async (): Promise<boolean> => {
      const found = await api().call('/integration-execution/executions?state=succeeded', { key });
      return (found.body.executions as readonly object[]).length === 1;
    };
    await waitUntil(delivered);
    await page.reload();
    await page.locator('[data-execution="succeeded"]').waitFor();
  });
});
