import type { Page } from 'playwright-core';

import { publishRule } from '../../apps/api/test/support/publish-rule.js';
import { storePolicy } from '../../apps/api/test/support/store-policy.js';
import { describePages } from './support/find-browser.js';
import { axeFindings } from './support/use-browser.js';
import { useConsole } from './support/use-console.js';

const toast = (page: Page) => page.locator('[data-toast]');

describePages('organization settings', () => {
  const { api, openAs } = useConsole();
  const policy = async (): Promise<object> => {
    const { organizationId } = api().production;
    const { organization } = (await api().call(`/organizations/${organizationId}`)).body;
    return organization.settings.rulePolicy as object;
  };

  it('tightens the release policy immediately, and undoes it', async () => {
    const { page } = await openAs('/settings');
    await page.waitForURL(/\/settings\/organization$/);
    const reason = page.getByLabel('A reason');
    await reason.check();
    await page.getByLabel('Minimum number of tests').fill('3');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await toast(page).getByText('The settings are saved').waitFor();
    expect(await policy()).toMatchObject({ requireReason: true, minTests: 3 });
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await page.getByLabel('A reason').and(page.locator(':not(:checked)')).waitFor();
    expect(await policy()).toMatchObject({ requireReason: false, minTests: 0 });
  });

  it('keeps what was typed when somebody else has saved other settings, until their version is read', async () => {
    const { page } = await openAs('/settings/organization');
    await page.getByLabel('Minimum number of tests').fill('7');
    const path = `/organizations/${api().production.organizationId}`;
    await api().call(path, { method: 'PATCH', body: { language: 'es' } });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Someone saved a newer version in the meantime.').waitFor();
    expect(await page.getByLabel('Minimum number of tests').inputValue()).toBe('7');
    expect(await policy()).toMatchObject({ minTests: 0 });
    await page.getByRole('button', { name: /Show that version/ }).click();
    await page.locator('input[value="es"]').waitFor();
    expect(await page.getByLabel('Minimum number of tests').inputValue()).toBe('0');
  });

  it('empties a sandbox after typing its name, which is not offered for production', async () => {
    const { organizationId, key } = api().sandbox;
    const body = { externalId: 'to-go', type: 'PAYMENT', amount: 5, currency: 'USD' };
    expect(await api().call('/transactions', { key, body })).toMatchObject({ status: 201 });
    const { page } = await openAs('/settings/organization', { locale: 'es-AR', viewport: { width: 390, height: 800 } });
    await page.getByRole('heading', { name: 'Organización', level: 1 }).waitFor();
    expect(await page.getByRole('button', { name: 'Vaciar el sandbox …' }).count()).toBe(0);
    await page.goto(`${api().url}/console/${organizationId}/settings/organization`);
    await page.getByRole('button', { name: 'Vaciar el sandbox …' }).click();
    const dialog = page.getByRole('dialog');
    const send = dialog.getByRole('button', { name: /^Vaciar el sandbox/ });
    expect(await send.getAttribute('aria-disabled')).toBe('true');
    expect(await axeFindings(page)).toEqual([]);
    const { organization } = (await api().call(`/organizations/${organizationId}`, { key })).body;
    await dialog.getByRole('textbox').fill(organization.name as string);
    await send.click();
    await toast(page).getByText('El sandbox está vacío').waitFor();
    expect((await api().call('/transactions', { key })).body).toMatchObject({ transactions: [] });
  });

  it('has a loosened policy approved by a second person', async () => {
    await storePolicy(api(), { requireSecondPerson: true, requireReason: true });
    try {
      const { page } = await openAs('/settings/organization', { colorScheme: 'dark', locale: 'pt-BR' });
      await page.getByLabel('Um motivo').uncheck();
      await page.getByRole('button', { name: 'Salvar' }).click();
      await toast(page).getByText('O que flexibiliza a política aguarda uma segunda pessoa').waitFor();
      expect(await policy()).toMatchObject({ requireReason: true });
      const second = (await openAs('/rules/approvals')).page;
      await second.getByText('Settings of the organization').waitFor();
      await second.getByRole('button', { name: /^Approve/ }).click();
      await toast(second).getByText('Approved').waitFor();
      expect(await policy()).toMatchObject({ requireReason: false });
    } finally {
      await storePolicy(api(), { requireSecondPerson: false, requireReason: false });
    }
  });

  it('creates a child organization', async () => {
    const { page } = await openAs('/settings/organization', { locale: 'es-AR' });
    await page.getByText('No hay ninguna.').waitFor();
    await page.getByRole('button', { name: 'Nueva suborganización' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Nombre').fill('Filial Sur');
    await dialog.getByLabel('País').fill('ar');
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Control+Enter');
    await page.locator('[data-child="Filial Sur"]').getByText('AR').waitFor();
  });

  it('sets the score from which a matrix decides, and undoes it', async () => {
    const { riskMatrix } = (await api().call('/risk-matrices', { body: { name: 'Payments', status: 'active' } })).body;
    const ruleId = await publishRule(api(), {
      source: 'rule large "Large" {\n  on transaction (created)\n  score 40\n  when transaction.amount >= 500 USD\n}\n',
    });
    const path = `/risk-matrices/${riskMatrix.id as string}`;
    const ruleIds = { method: 'PUT', body: { ruleIds: [ruleId] } };
    expect((await api().call(`${path}/rules`, ruleIds)).status).toBe(200);
    const decisions = async (): Promise<unknown> => (await api().call(path)).body.riskMatrix.decisions;
    const before = await decisions();

    const { page } = await openAs('/settings/matrices');
    await page.getByRole('link', { name: 'Payments', exact: true }).last().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.locator('[data-matrix="Payments"]').getByRole('link').click();
    await page.getByRole('link', { name: 'large' }).waitFor();
    await page.getByLabel('Review from').fill('60');
    await page.getByLabel('Reject from').fill('50');
    const save = page.getByRole('button', { name: /^Save/ });
    expect(await save.textContent()).toContain('points must increase from decision to decision');
    await page.getByLabel('Reject from').fill('90');
    expect(await axeFindings(page)).toEqual([]);
    await save.click();
    await toast(page).getByText('Saved: Payments').waitFor();
    expect(await decisions()).toMatchObject([
      { decision: 'APPROVE' },
      { decision: 'REVIEW_REQUIRED', from: 60 },
      { decision: 'REJECT', from: 90 },
    ]);
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await page.getByLabel('Reject from').and(page.locator('[value=""]')).waitFor();
    expect(await decisions()).toEqual(before);
  });

  it('creates a matrix, chooses its rules, renames it, makes it the default and archives it', async () => {
    const ruleId = await publishRule(api(), {
      source:
        'rule night "At night" {\n  on transaction (created)\n  score 10\n  when transaction.amount >= 700 USD\n}\n',
    });
    const { page } = await openAs('/settings/matrices', { colorScheme: 'dark', locale: 'es-AR' });
    await page.getByRole('button', { name: 'Nueva matriz' }).click();
    await page.getByRole('dialog').getByLabel('Nombre').fill('Alta');
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/settings\/matrices\/[0-9a-f-]{36}$/);
    const path = `/risk-matrices/${page.url().split('/').at(-1)!}`;
    const stored = async () => (await api().call(path)).body as { riskMatrix: object; rules: { id: string }[] };
    expect((await stored()).riskMatrix).toMatchObject({
      name: 'Alta',
      status: 'draft',
      targetEntityTypes: ['transaction'],
    });

    await page.getByRole('button', { name: 'Elegir reglas …' }).click();
    await page.getByRole('dialog').getByLabel('night At night').check();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click();
    await toast(page).getByText('Alta: 1 regla').waitFor();
    expect((await stored()).rules.map(({ id }) => id)).toEqual([ruleId]);
    await toast(page).getByRole('button', { name: 'Deshacer' }).click();
    await toast(page).getByText('Como antes').waitFor();
    expect((await stored()).rules).toEqual([]);

    await page.getByRole('textbox', { name: 'Nombre' }).fill('Alta de pagos');
    await page.getByRole('button', { name: 'Renombrar' }).click();
    await page.getByRole('heading', { name: 'Alta de pagos' }).waitFor();

    const payments = page.locator('[data-defaults]').getByLabel('pagos');
    const defaults = async () => (await api().call('/risk-matrices/defaults')).body.defaults.transaction as string[];
    // Uses `click`, because the checkbox follows the server: `check` would expect the change immediately.
    await payments.click();
    await toast(page).getByText('Se guardó para qué').waitFor();
    expect([await payments.isChecked(), (await defaults()).length]).toEqual([true, 1]);
    await toast(page).getByRole('button', { name: 'Deshacer' }).click();
    await toast(page).getByText('Como antes').waitFor();
    expect([await payments.isChecked(), await defaults()]).toEqual([false, []]);

    await page.getByRole('button', { name: 'Archivar …' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('Alta de pagos');
    await page.getByRole('dialog').getByRole('button', { name: 'Archivar', exact: true }).click();
    await page.waitForURL(/settings\/matrices$/);
    expect((await stored()).riskMatrix).toMatchObject({ status: 'archived' });
  });
});
