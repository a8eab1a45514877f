import { waitUntil } from '../../apps/api/test/support/wait-until.js';
import { describePages } from './support/find-browser.js';
import { sendPayments, useConsole } from './support/use-console.js';

describePages('input', () => {
  const { api, openAs } = useConsole();

  it('takes amounts as they are written in the locale, and reports what fits no filter', async () => {
    await sendPayments(api(), [900, 1200]);
    const { page } = await openAs('/payments', { locale: 'pt-BR' });
    await page.getByRole('link', { name: 'bread-1' }).waitFor();
    await page.getByText('Mais filtros').click();
    await page.getByRole('searchbox', { name: 'Valor a partir de' }).fill('1.000,50');
    await page.waitForURL(/amountMin=%221000\.50%22/);
    await page.getByRole('link', { name: 'bread-1' }).waitFor({ state: 'detached' });
    await page.getByRole('searchbox', { name: 'Valor a partir de' }).fill('mil');
    await page.getByText('“mil” não serve para “Valor a partir de”').waitFor();
    // The filter before stays.
    expect(page.url()).toContain('amountMin=%221000.50%22');
    await page.getByRole('searchbox', { name: 'Valor a partir de' }).fill('');
    await page.getByRole('link', { name: 'bread-1' }).waitFor();
    await page.getByText('não serve').waitFor({ state: 'detached' });
  });

  it('keeps letters that are typed in a filter while the list follows the ones before', async () => {
    const { page } = await openAs('/rules');
    const field = page.getByRole('searchbox', { name: 'Key or name' });
    await field.waitFor();
    // The next letter is typed in the moment in which the address takes the ones before.
    await page.evaluate(`{
      const push = history.pushState;
      history.pushState = function (...given) {
        history.pushState = push;
        push.apply(this, given);
        const field = document.querySelector('input[data-filter]');
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, field.value + 'd');
        field.dispatchEvent(new Event('input', { bubbles: true }));
      };
    }`);
    await field.fill('spen');
    await page.waitForURL(/q=spend/);
    expect(await field.inputValue()).toBe('spend');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.waitForFunction(`document.querySelector('input[data-filter]').value === ''`);
    await page.goBack();
    await page.waitForFunction(`document.querySelector('input[data-filter]').value === 'spend'`);
  });

  it('keeps what is typed while a note is sent', async () => {
    const party = { type: 'person', name: 'Ana', countryCode: 'BR' };
    const targetEntityId = (await api().call('/entities', { body: party })).body.entity.id as string;
    const alert = { name: 'Seen', severity: 'HIGH', targetEntityId };
    const { id } = (await api().call('/intelligence/alerts', { body: alert })).body.alert as { readonly id: string };
    const { page } = await openAs(`/inbox?open=${id}`);
    let goOn = (): void => undefined;
    const isHeld = new Promise<void>((resume) => (goOn = resume));
    await page.route(`**/alerts/${id}/notes`, async (route) => {
      if (route.request().method() === 'POST') await isHeld;
      await route.continue();
    });
    await page.locator('#note').fill('Called them');
    await page.keyboard.press('Control+Enter');
    await page.locator('#note').fill('They call back at five');
    goOn();
    await page.locator('[data-toast]').waitFor();
    expect(await page.locator('#note').inputValue()).toBe('They call back at five');
  });

  it('asks before changed settings are left, and keeps typed points when the matrix is renamed', async () => {
    const { riskMatrix } = (await api().call('/risk-matrices', { body: { name: 'Points' } })).body;
    const { page } = await openAs('/settings/organization');
    await page.getByLabel('Name', { exact: true }).fill('Other name');
    for (const key of ['Tab', 'Escape']) await page.keyboard.press(key);
    await page.getByRole('link', { name: 'Members' }).click();
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await dialog.getByRole('button', { name: 'Stay' }).click();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Other name');
    await page.getByRole('link', { name: 'Risk matrices' }).click();
    await dialog.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('link', { name: 'Points' }).click();
    await page.getByLabel('Reject from').fill('77');
    await page.getByRole('textbox', { name: 'Name' }).fill('Other points');
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('heading', { name: 'Other points' }).waitFor();
    expect(await page.getByLabel('Reject from').inputValue()).toBe('77');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await waitUntil(async () => {
      const { body } = await api().call(`/risk-matrices/${riskMatrix.id as string}`);
      return JSON.stringify(body.riskMatrix.decisions).includes('77');
    });
  });

  it('asks before a changed role, key or integration is left, also for another one in the same list', async () => {
    await api().call('/roles', { body: { name: 'Analyst', permissions: ['alerts:read'] } });
    const { page } = await openAs('/settings/roles');
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await page.getByRole('link', { name: 'Analyst' }).click();
    const name = page.getByRole('form', { name: 'Analyst' }).getByLabel('Name');
    await name.fill('Senior analyst');
    await page.getByRole('link', { name: 'Owner', exact: true }).click();
    await dialog.getByRole('button', { name: 'Stay' }).click();
    expect(await name.inputValue()).toBe('Senior analyst');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'Senior analyst' }).waitFor();
    // What is saved can be left.
    await page.getByRole('button', { name: 'Close', exact: true }).first().click();
    await page.getByRole('heading', { name: 'Senior analyst' }).waitFor({ state: 'detached' });
    await page.keyboard.press('c');
    await page.getByRole('form', { name: 'New role' }).getByLabel('Name').fill('Half');
    await page.goBack();
    await dialog.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('form', { name: 'New role' }).waitFor({ state: 'detached' });

    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor();
    await page.keyboard.press('c');
    const key = page.getByRole('region', { name: 'New key' });
    await key.getByLabel('Name').fill('Ledger');
    await page.getByRole('link', { name: 'Integrations' }).click();
    await dialog.getByRole('button', { name: 'Stay' }).click();
    await key.getByRole('checkbox').first().check();
    await key.getByRole('button', { name: 'Create the key' }).click();
    await page.locator('[data-secret]').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'I have stored it' }).click();
    await key.waitFor({ state: 'detached' });

    await page.getByRole('link', { name: 'Integrations' }).click();
    await page.locator('[data-integration] a').first().click();
    const field = page.locator('[data-setting]').first();
    await field.fill('https://lei.example.com');
    await page.getByRole('button', { name: 'Close', exact: true }).first().click();
    await dialog.getByRole('button', { name: 'Stay' }).click();
    expect(await field.inputValue()).toBe('https://lei.example.com');
  });

  it('leaves a person on the page that was opened while a request was under way', async () => {
    const { page } = await openAs('/settings/roles?open=new');
    await page.getByRole('form', { name: 'New role' }).getByLabel('Name').fill('Late');
    await page.getByRole('checkbox', { name: 'rules:read' }).check();
    let goOn = (): void => undefined;
    const isHeld = new Promise<void>((resume) => (goOn = resume));
    await page.route('**/roles', async (route) => {
      if (route.request().method() === 'POST') await isHeld;
      await route.fallback();
    });
    await page.getByRole('button', { name: 'Create the role' }).click();
    await page.getByRole('link', { name: 'Members', exact: true }).click();
    await page.locator('[data-member]').first().waitFor();
    goOn();
    await page.locator('[data-toast]').getByText('Made: Late').waitFor();
    await page.locator('[data-member]').first().waitFor();
    expect(new URL(page.url()).pathname).toMatch(/settings\/members$/);
  });

  it('closes the menu of the person with Escape, elsewhere, and after a choice', async () => {
    const { page } = await openAs('/rules');
    await page.getByRole('heading', { level: 1, name: 'Rules' }).waitFor();
    const summary = page.locator('header summary');
    const menu = page.locator('header details[open]');
    await summary.click();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    expect(await summary.evaluate('document.activeElement.tagName')).toBe('SUMMARY');
    await summary.click();
    await page.getByRole('heading', { level: 1, name: 'Rules' }).click();
    await menu.waitFor({ state: 'detached' });
    await summary.click();
    await page.getByRole('button', { name: 'Keys' }).click();
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await menu.count()).toBe(0);
  });
});
