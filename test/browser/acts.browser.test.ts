import { describePages } from './support/find-browser.js';
import { useConsole } from './support/use-console.js';

describePages('actions', () => {
  const { api, openAs } = useConsole();

  it('show a new status in the list of parties', async () => {
    const party = { type: 'person', name: 'Ana Souza', countryCode: 'BR' };
    expect((await api().call('/entities', { body: party })).status).toBe(201);
    const { page } = await openAs('/parties');
    await page.getByRole('link', { name: 'Ana Souza' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ana Souza' }).waitFor();
    await page.getByRole('button', { name: 'Change status …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox').selectOption('blocked');
    await dialog.getByLabel('Why').fill('Seen in two cases');
    await page.keyboard.press('Enter');
    await page.locator('[data-toast]').waitFor();
    await page.goBack();
    const row = page.getByRole('row').filter({ hasText: 'Ana Souza' });
    await row.getByText('blocked').waitFor();
  });

  it('happen once while a key is held', async () => {
    const target = (await api().call('/entities', { body: { type: 'person', name: 'Rui', countryCode: 'BR' } })).body
      .entity.id as string;
    for (const name of ['One', 'Two', 'Three'])
      await api().call('/intelligence/alerts', { body: { name, severity: 'HIGH', targetEntityId: target } });
    const { page } = await openAs('/inbox');
    await page.getByRole('link', { name: 'One' }).waitFor();
    for (let held = 0; held < 4; held += 1) {
      await page.keyboard.down('n');
      await page.waitForTimeout(400);
    }
    await page.keyboard.up('n');
    await page.waitForTimeout(800);
    const alerts = (await api().call('/intelligence/alerts')).body.alerts as { assignedTo: string | null }[];
    expect(alerts.filter(({ assignedTo }) => assignedTo !== null)).toHaveLength(1);
  });

  it('do without a clipboard, which a browser may not offer or may refuse', async () => {
    const { page, context } = await openAs('/settings/keys?open=new');
    await context.addInitScript('delete Navigator.prototype.clipboard');
    await page.reload();
    await page.getByLabel('rules:read').check();
    await page.getByLabel('Name').fill('Reader');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.locator('[data-secret]').waitFor();
    await dialog.getByRole('button', { name: 'Copy' }).click();
    await dialog.getByRole('button', { name: 'I have stored it' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('y');
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor();
    // Errors that nobody handles fail the test afterwards.
  });
});
