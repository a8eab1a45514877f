import { describePages } from './support/find-browser.js';
import { axeFindings } from './support/use-browser.js';
import { useConsole } from './support/use-console.js';

const code = 'global_gleif_lei';

describePages('who pays for integrations', () => {
  const { api, openAs } = useConsole();

  it('sees the balance, asks for money, and is told of a low balance', async () => {
    const { page } = await openAs('/settings/billing');
    await page.getByText('Nothing has moved.').waitFor();
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
    // In production it waits until somebody has seen the money.
    await page.locator('[data-top-up="pending"]').getByText('$12.05').waitFor();
    expect(await page.locator('[data-balance]').getAttribute('data-balance')).toBe('0');

    await page.getByLabel('Low below, in US dollars').fill('3.50');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('[data-toast]').getByText('Low below 3.50 USD').waitFor();
    await page.getByText('the balance is low').waitFor();
    await page.locator('[data-toast]').getByRole('button', { name: 'Undo' }).click();
    await page.locator('[data-toast]').getByText('Low below 0.00 USD').waitFor();
    await page.getByText('the balance is low').waitFor({ state: 'detached' });
  });

  it('has play money at once in a sandbox, and finds it in the ledger', async () => {
    const { page } = await openAs('/settings/billing', { colorScheme: 'dark', locale: 'pt-BR' });
    const { production, sandbox } = api();
    await page.goto(page.url().replace(production.organizationId, sandbox.organizationId));
    await page.getByText('Dinheiro de teste do sandbox').first().waitFor();
    await page.getByRole('button', { name: 'Pôr saldo' }).click();
    await page.getByRole('dialog').getByLabel('Valor').fill('20');
    await page.keyboard.press('Control+Enter');
    await page.locator('[data-entry="top_up"]', { hasText: 'US$ 20,00' }).waitFor();
    await page.locator('[data-top-up="completed"]', { hasText: 'US$ 20,00' }).waitFor();
    await page.getByLabel('Movimento', { exact: true }).selectOption('charge');
    await page.getByText('Nada se moveu.').waitFor();
    expect(new URL(page.url()).searchParams.get('type')).toBe('charge');
    expect(await axeFindings(page)).toEqual([]);
  });

  it('switches an integration on with its settings, and takes it back', async () => {
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
});
