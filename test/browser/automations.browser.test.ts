import { sentDefinition, templates } from '../../apps/console/src/features/automations/model/definition.js';
import { axeFindings } from './support/use-browser.js';
import { describePages } from './support/find-browser.js';
import { sendPayments, useConsole } from './support/use-console.js';

interface Listed {
  readonly automations: readonly { readonly id: string; readonly name: string; readonly enabled: boolean }[];
}

describePages('automations', () => {
  const { api, openAs } = useConsole();

  const find = async (name: string) =>
    ((await api().call('/automations')).body as unknown as Listed).automations.find((each) => each.name === name)!;

  it('creates one from a template, changes it, tests it on past data, enables it and sees what it did', async () => {
    await sendPayments(api(), [20, 900], 'before');
    const { page } = await openAs('/automations');
    await page.getByRole('heading', { name: 'No automations yet' }).waitFor();
    await page.keyboard.press('c');
    await page.getByRole('dialog').getByLabel('Name').fill('Large ones');
    await page.getByRole('dialog').getByRole('button', { name: 'New automation' }).click();
    await page.getByRole('heading', { name: 'Large ones', level: 1 }).waitFor();
    await page.locator('[data-outline]').getByText('amount gte 10000 USD').waitFor();
    expect((await find('Large ones')).enabled).toBe(false);
    expect(await axeFindings(page)).toEqual([]);

    await page.getByRole('button', { name: 'JSON', exact: true }).click();
    const definition = page.getByRole('textbox', { name: 'Definition' });
    const written = await definition.inputValue();
    const save = page.getByRole('button', { name: /Save/ });
    await definition.fill(written.slice(0, -1));
    expect(await save.textContent()).toMatch(/not a JSON object/);
    await definition.fill(written.replace('"10000 USD"', '12345678901234567890'));
    expect(await save.textContent()).toMatch(/more than 15 digits/);
    await definition.fill(written.replace('"create_alert"', '"create_alarm"'));
    await save.click();
    await page.getByRole('alert').getByText('VALIDATION_ERROR').waitFor();
    await definition.fill(written.replace('10000 USD', '500 USD'));
    await save.click();
    await page.getByText('Large ones now has version 2').waitFor();
    await page.locator('[data-outline]').getByText('amount gte 500 USD').waitFor();

    await page.getByRole('button', { name: 'Test …' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Test', exact: true }).click();
    await page.locator('[data-report]').getByText('2 records of 30 days').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByText('It has not run yet').waitFor();

    await page.getByRole('button', { name: 'Switch on' }).click();
    await page.getByText('Large ones is on').waitFor();
    await sendPayments(api(), [10, 700], 'after');
    await page.getByRole('button', { name: /new/ }).or(page.locator('[data-execution="completed"]')).first().waitFor();
    if ((await page.locator('[data-execution]').count()) === 0) await page.keyboard.press('.');
    await page.locator('[data-execution="completed"]').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.locator('[data-panel] [data-step]').first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.locator('[data-panel]').getByRole('link').first().getAttribute('href')).toMatch(
      /payments\/.+\/why$/,
    );
    const { alerts } = (await api().call('/intelligence/alerts')).body as { alerts: readonly { name: string }[] };
    expect(alerts.map(({ name }) => name)).toContain('Large payment of 700 USD');
  });

  it('runs one manually that waits, continues it, archives it and undoes that', async () => {
    const body = {
      name: 'By hand',
      triggerType: 'manual_execution',
      steps: [
        { actions: [{ type: 'set_variable', config: { name: 'why', value: '{{reason}}' } }], waitAfterStep: true },
        { actions: [{ type: 'set_variable', config: { name: 'who', value: '{{payload.by}}' } }] },
      ],
    };
    const { automation } = (await api().call('/automations', { body })).body as { automation: { id: string } };
    const { page } = await openAs(`/automations/${automation.id}`);
    await page.getByRole('button', { name: 'Run …' }).click();
    await page.getByLabel('Further data, JSON').fill('{"reason": "asked by phone"}');
    await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('By hand ran').waitFor();
    await page.getByRole('button', { name: /new/ }).or(page.locator('[data-execution="waiting"]')).first().waitFor();
    if ((await page.locator('[data-execution]').count()) === 0) await page.keyboard.press('.');
    await page.locator('[data-execution="waiting"] a').click();
    await page.locator('[data-panel]').getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Data for the following steps, JSON').fill('{"by": "Ana"}');
    await page.getByRole('dialog').getByRole('button', { name: 'Continue', exact: true }).click();
    await page.locator('[data-execution="completed"]').waitFor();
    expect(await page.locator('[data-panel] [data-step="completed"]').count()).toBeGreaterThanOrEqual(2);

    await page.getByRole('button', { name: 'Archive' }).click();
    await page.getByText('By hand is archived').waitFor();
    expect(await find('By hand')).toBeUndefined();
    await page.keyboard.press('z');
    await page.getByText('By hand was restored, disabled').waitFor();
    expect((await find('By hand')).enabled).toBe(false);
    await page.goto(page.url().replace(/\/automations\/.*/, '/automations?state=off'));
    await page.locator('[data-automation="By hand"]').waitFor();
    await page.getByRole('searchbox').fill('nothing like it');
    await page.getByText('No matching automations').waitFor();
  });

  it('is told that somebody else saved, and keeps the typed input until choosing to load the new version', async () => {
    const body = { name: 'Two of us', triggerType: 'entity_created', actions: [] as object[] };
    body.actions = [{ type: 'create_alert', config: { name: 'New party', severity: 'LOW' } }];
    const { automation } = (await api().call('/automations', { body })).body as { automation: { id: string } };
    const { page } = await openAs(`/automations/${automation.id}`);
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('Mine');
    const path = `/automations/${automation.id}`;
    await api().call(path, { method: 'PATCH', body: { name: 'Theirs' } });
    await page.getByRole('button', { name: /Save/ }).click();
    await page.getByText('Someone saved another version in the meantime.').waitFor();
    expect(await name.inputValue()).toBe('Mine');
    await page.getByRole('button', { name: /Show that version/ }).click();
    expect(await name.inputValue()).toBe('Theirs');
  });

  it('is offered only templates that the server accepts', async () => {
    for (const { name, definition } of templates) {
      const body = { ...sentDefinition(definition), name, enabled: false };
      const { status, text } = await api().call('/automations', { body });
      expect([name, status, text]).toEqual([name, 201, text]);
    }
  });
});
