import { describePages } from './support/find-browser.js';
import { axeFindings } from './support/use-browser.js';
import { useConsole } from './support/use-console.js';

describePages('currency rates', () => {
  const { api, openAs } = useConsole();
  const stored = async (query: string) =>
    (await api().call(`/currency-rates?${query}`)).body.rates as { base: string; rate: number; source: string }[];

  it('loads a rate with all its digits, replaces it, and restores the previous one with undo', async () => {
    const { page } = await openAs('/settings/rates', { locale: 'pt-BR' });
    await page.getByRole('heading', { level: 1, name: 'Taxas de câmbio' }).waitFor();
    await page.getByRole('heading', { name: 'Ainda não há taxas de câmbio' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const load = async (rate: string): Promise<void> => {
      await page.keyboard.press('c');
      const dialog = page.getByRole('dialog', { name: 'Nova taxa' });
      await dialog.getByLabel('Da moeda').fill('jpy');
      await dialog.getByLabel('Para a moeda').fill('BRL');
      await dialog.getByLabel('Dia').fill('2026-03-01');
      await dialog.getByLabel('Um JPY em BRL').fill(rate);
    };
    await load('0');
    const dialog = page.getByRole('dialog', { name: 'Nova taxa' });
    await dialog.locator('input[aria-invalid="true"]').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await load('0,0341234567');
    await page.keyboard.press('Control+Enter');
    const row = page.locator('[data-rate="JPY BRL"]');
    await row.getByText('0,0341234567', { exact: true }).waitFor();
    await row.getByText('1 de mar. de 2026').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await load('0.04');
    await page.keyboard.press('Control+Enter');
    await row.getByText('0,04', { exact: true }).waitFor();
    await page.locator('[data-toast]').getByRole('button', { name: 'Desfazer' }).click();
    await row.getByText('0,0341234567', { exact: true }).waitFor();
    expect(await stored('base=JPY')).toMatchObject([{ base: 'JPY', rate: 0.0341234567, source: 'organization' }]);
  });

  it('imports a file once its lines are right, and filters by pair and by days typed with the keyboard', async () => {
    const { page } = await openAs('/settings/rates', { colorScheme: 'dark' });
    await page.getByRole('button', { name: 'Import a file' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import a file' });
    const choose = (text: string) =>
      dialog.getByLabel('File').setInputFiles({ name: 'rates.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await choose('base,quote,date,rate\nUSD,BRL,2026-03-01,5.25\n\nUSD,BRL,2026-02-30,5.25\n');
    await dialog.getByText('USD, BRL, 2026-02-30, 5.25').waitFor();
    expect(await dialog.getByRole('button', { name: /^Load/ }).textContent()).toContain('correct the file first');
    expect(await axeFindings(page)).toEqual([]);
    const lines = Array.from({ length: 130 }, (_, index) => {
      const day = new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10);
      return `${day};5,${100 + index};usd;brl`;
    });
    await choose(`\uFEFFDate;Rate;Base;Quote\r\n${lines.join('\r\n')}`);
    await dialog.getByText('130 rates found').waitFor();
    await dialog.getByRole('button', { name: 'Load', exact: true }).dblclick();
    await page.locator('[data-toast]').getByText('Loaded 130 rates').waitFor();
    expect((await stored('base=USD&from=2026-01-02&to=2026-01-02'))[0]!.rate).toBe(5.101);

    await page.getByLabel('From currency').fill('us');
    await page.getByText('A currency code has 3 or 4 letters or digits').waitFor();
    await page.getByLabel('From currency').fill('usd');
    await page.waitForURL('**?base=USD');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.waitForURL('**?base=USD&page=2');
    await page.reload();
    await page.locator('[data-rate="USD BRL"]').first().waitFor();
    expect(await page.locator('[data-rate="USD BRL"]').count()).toBe(30);
    await page.getByLabel('From', { exact: true }).focus();
    await page.keyboard.type('05012026');
    await page.waitForURL('**?base=USD&from=2026-05-01');
    await page.locator('[data-rate="USD BRL"]').nth(10).waitFor({ state: 'detached' });
    expect(await page.locator('[data-rate="USD BRL"]').count()).toBe(10);
    await page.goBack();
    await page.waitForURL('**?base=USD&page=2');
    expect(await page.getByLabel('From', { exact: true }).inputValue()).toBe('');
  });
});
