import type { Locator, Page } from 'playwright-core';

import { waitUntil } from '../../apps/api/test/support/wait-until.js';

import {
  definitionText,
  sentDefinition,
  templates,
} from '../../apps/console/src/features/automations/model/definition.js';
import { axeFindings } from './support/use-browser.js';
import { describePages } from './support/find-browser.js';
import { sendPayments, useConsole } from './support/use-console.js';

interface Stored {
  readonly automation: {
    readonly id: string;
    readonly version: number;
    readonly triggerType: string;
    readonly triggerConfig: Readonly<Record<string, unknown>>;
    readonly conditions: readonly object[];
    readonly actions: readonly object[];
    readonly steps: readonly object[];
    readonly graph: {
      readonly nodes: readonly {
        readonly id: string;
        readonly type: string;
        readonly data: Readonly<Record<string, unknown>>;
      }[];
      readonly edges: readonly { readonly source: string; readonly target: string; readonly sourceHandle?: string }[];
    } | null;
  };
}

const save = (page: Page) => page.getByRole('button', { name: /^Save/ });
const view = (page: Page, name: 'Steps' | 'JSON') => page.getByRole('button', { name, exact: true });
const card = (page: Page, name: string) => page.locator(`[data-card="${name}"]`);
const json = (page: Page) => page.getByRole('textbox', { name: 'Definition' });
const expectValue = (field: Locator, value: string) => waitUntil(async () => (await field.inputValue()) === value);
const checked = (page: Page, count: number) => page.locator(`[data-found="${count}"]`).waitFor();

describePages('automation editor', () => {
  const { api, openAs } = useConsole();

  const make = async (body: object): Promise<string> =>
    ((await api().call('/automations', { body: { name: 'Made', enabled: false, ...body } })).body as unknown as Stored)
      .automation.id;
  const stored = async (id: string): Promise<Stored['automation']> =>
    ((await api().call(`/automations/${id}`)).body as unknown as Stored).automation;
  const addStep = async (page: Page, place: RegExp, type: string): Promise<void> => {
    await page.getByRole('button', { name: place }).click();
    await page.getByRole('dialog').locator(`[data-choose="${type}"]`).click();
  };

  it('builds an automation from scratch by clicking, sees errors at their fields, saves and tests it', async () => {
    await sendPayments(api(), [20, 900], 'built');
    const { page } = await openAs('/automations');
    await page.getByRole('button', { name: /New automation/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Begin with').selectOption('blank');
    await dialog.getByLabel('Name').fill('Built');
    await dialog.getByRole('button', { name: 'New automation' }).click();
    await page.getByRole('heading', { name: 'Built', level: 1 }).waitFor();
    const id = page.url().split('/').at(-1)!;

    await page.getByLabel('It starts').selectOption('transaction_created');
    await card(page, 'wait').getByRole('button', { name: 'Remove' }).click();
    await addStep(page, /Add a step: Then/, 'create_alert');
    await checked(page, 2);
    await card(page, 'create_alert').getByLabel('Name *').fill('Large: ');
    await card(page, 'create_alert').getByLabel('Insert a value into Name').selectOption('amount');
    await checked(page, 1);
    await card(page, 'create_alert')
      .locator('[data-problem]')
      .getByText(/severity/)
      .waitFor();
    await save(page).click();
    await page.getByRole('alert').getByText('VALIDATION_ERROR').waitFor();
    await card(page, 'create_alert').getByLabel('Severity *').selectOption('HIGH');
    await checked(page, 0);

    await page.getByRole('region', { name: 'Only if' }).getByRole('button', { name: 'Edit the condition' }).click();
    const text = page.locator('[data-condition-text] .cm-content');
    await text.click();
    await page.keyboard.type('transaction.amount >=');
    await page.locator('[data-unread]').waitFor();
    expect(await save(page).textContent()).toMatch(/cannot be read yet/);
    await page.keyboard.type(' 500 USD');
    await page.locator('[data-unread]').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    await page.getByRole('region', { name: 'Only if' }).getByText('amount gte 500 USD').waitFor();
    await checked(page, 0);
    expect(await axeFindings(page)).toEqual([]);
    await save(page).click();
    await page.getByText('Built now has version 2').waitFor();
    expect(await stored(id)).toMatchObject({
      triggerType: 'transaction_created',
      conditions: [{ operator: 'gte', value: { $money: '500 USD' } }],
      actions: [{ type: 'create_alert', config: { name: 'Large: {{amount}}', severity: 'HIGH' } }],
    });

    await page.getByRole('button', { name: 'Test …' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Test', exact: true }).click();
    await page.locator('[data-report]').getByText('2 records of 30 days').waitFor();
  });

  it('picks a party and a payment by name with the keyboard, and tests and runs the automation on them', async () => {
    await sendPayments(api(), [31], 'picked');
    const { entity } = (
      await api().call('/entities', { body: { type: 'person', name: 'Zoë Picked', countryCode: 'BR' } })
    ).body as { readonly entity: { readonly id: string } };
    const actions = [{ type: 'create_alert', config: { name: 'By hand', severity: 'LOW' } }];
    const id = await make({ triggerType: 'manual_execution', actions, enabled: true });
    const { page } = await openAs(`/automations/${id}`, { locale: 'pt-BR', colorScheme: 'dark' });
    const alert = card(page, 'create_alert');
    const pick = async (within: Locator, label: string, typed: string, found: string): Promise<void> => {
      await within.getByRole('combobox', { name: label, exact: true }).fill(typed);
      await within.getByRole('option', { name: found }).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await page.keyboard.press('Enter');
      await within.locator('[data-picked] input').last().waitFor();
    };
    await alert.locator('[aria-expanded]').first().click();
    await pick(alert, 'Parte', 'zoe', 'Zoë Picked');
    await expectValue(alert.getByLabel('Parte', { exact: true }), 'Zoë Picked');
    await page.getByRole('button', { name: /^Salvar/ }).click();
    await page.getByText('Made agora é a versão 2').waitFor();
    expect((await stored(id)).actions).toMatchObject([{ config: { targetEntityId: entity.id } }]);

    await page.getByRole('button', { name: 'Testar …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox').first().selectOption({ label: 'um pagamento' });
    await dialog
      .getByRole('button', { name: /^Testar/ })
      .getByText('Escolha um antes')
      .waitFor();
    await pick(dialog, 'Pagamento', 'picked', 'picked-1');
    await expectValue(dialog.getByLabel('Pagamento', { exact: true }), 'picked-1');
    await dialog.getByRole('button', { name: 'Testar', exact: true }).click();
    await dialog.locator('[data-tested]').waitFor();
    await dialog.getByRole('button', { name: 'Escolher outro' }).click();
    await dialog.getByRole('combobox', { name: 'Pagamento' }).fill('nobody knows it');
    await dialog.getByRole('status').waitFor();
  });

  it('sees an error at its step, even if the same text was there before', async () => {
    const actions = [{ type: 'create_alert', config: { name: 'Large', severity: 'HIGH' } }];
    const id = await make({ triggerType: 'transaction_created', actions });
    const { page } = await openAs(`/automations/${id}`);
    await view(page, 'JSON').click();
    const right = await json(page).inputValue();
    const wrong = right.replace('"HIGH"', '"NONE"');
    for (const [text, count] of [
      [wrong, 1],
      [right, 0],
      [wrong, 1],
    ] as const) {
      await json(page).fill(text);
      await checked(page, count);
    }
    await view(page, 'Steps').click();
    await card(page, 'create_alert').locator('[data-card-findings]').waitFor({ timeout: 10_000 });
  });

  it('branches, moves, copies and removes steps, undoes it, and can insert an earlier variable into a later step', async () => {
    const list = (await api().call('/data-lists', { body: { name: 'Watched', type: 'custom', source: 'internal' } }))
      .body;
    const { id: listId } = (list as unknown as { data: { id: string } }).data;
    const id = await make({
      triggerType: 'entity_created',
      actions: [{ type: 'set_variable', config: { name: 'who', value: '{{entity.name}}' } }],
    });
    const { page } = await openAs(`/automations/${id}`);
    await addStep(page, /Add a step: Then/, 'condition');
    await addStep(page, /Add a step: 2 If true/, 'add_to_data_list');
    await card(page, 'add_to_data_list').getByLabel('List *').selectOption({ label: 'Watched' });
    await card(page, 'add_to_data_list').getByLabel('Value *').fill('a');
    await card(page, 'add_to_data_list').getByLabel('Insert a value into Value').selectOption('variables.who');
    await addStep(page, /Add a step: 2 Otherwise/, 'assign_investigation');
    await card(page, 'assign_investigation')
      .getByText(/does not provide/)
      .first()
      .waitFor();
    await card(page, 'assign_investigation').getByRole('button', { name: 'Remove' }).click();
    await addStep(page, /Add a step: 2 Otherwise/, 'update_entity_status');
    await card(page, 'update_entity_status').getByLabel('Status *').selectOption('under_review');
    await page.getByRole('button', { name: 'Edit the condition' }).last().click();
    await page.locator('[data-condition-text] .cm-content').click();
    await page.keyboard.type('entity.name = "Ana');
    await page.keyboard.press('End');
    await page.locator('[data-unread]').waitFor({ state: 'detached' });
    await checked(page, 0);
    await save(page).click();
    await page.getByText('Made now has version 2').waitFor();
    const { graph } = await stored(id);
    expect(graph!.nodes.map(({ type, data }) => data['type'] ?? type)).toEqual([
      ...['trigger', 'set_variable', 'condition', 'add_to_data_list', 'update_entity_status'],
    ]);
    expect(graph!.nodes[3]!.data['config']).toEqual({ listId, primaryValue: 'a{{variables.who}}' });
    expect(
      graph!.edges.map(({ source, target, sourceHandle = 'true' }) => `${source} ${sourceHandle} ${target}`),
    ).toEqual([
      ...[
        'trigger-1 true action-1',
        'action-1 true condition-1',
        'condition-1 true action-2',
        'condition-1 false action-3',
      ],
    ]);

    // Uses only the keyboard: moves the first step into the condition.
    const down = card(page, 'set_variable').getByRole('button', { name: 'Move down' });
    await down.focus();
    await page.keyboard.press('Enter');
    await page.locator('[data-lane="true"] [data-card="set_variable"]').waitFor();
    await page.keyboard.press('Control+z');
    await page.locator('[data-lane="true"] [data-card="set_variable"]').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+Shift+z');
    await page.locator('[data-lane="true"] [data-card="set_variable"]').waitFor();
    await card(page, 'update_entity_status').getByRole('button', { name: 'Duplicate' }).click();
    expect(await card(page, 'update_entity_status').count()).toBe(2);
    await card(page, 'update_entity_status').first().getByRole('button', { name: 'Wrap in a condition' }).click();
    expect(await card(page, 'condition').count()).toBe(2);
    await page.getByRole('button', { name: /Undo/ }).click();
    expect(await card(page, 'condition').count()).toBe(1);
    expect(await axeFindings(page)).toEqual([]);
  });

  it('sets a schedule in words, in its time zone, with the next run times', async () => {
    const id = await make({ triggerType: 'manual_execution', actions: [{ type: 'wait', config: {} }] });
    const { page } = await openAs(`/automations/${id}`);
    await page.getByLabel('It starts').selectOption('scheduled');
    await page.getByLabel('How often').selectOption('weekly');
    await page.getByLabel('At', { exact: true }).fill('06:30');
    await page.getByLabel('Fri').uncheck();
    await page.getByLabel('Time zone').selectOption('America/Sao_Paulo');
    await page.locator('[data-next-times] li').getByText(/06:30/).first().waitFor();
    await save(page).click();
    await page.getByText('Made now has version 2').waitFor();
    expect((await stored(id)).triggerConfig).toEqual({ cron: '30 6 * * 1-4', timezone: 'America/Sao_Paulo' });
    await page.getByLabel('How often').selectOption('every');
    await page.getByLabel('Unit').selectOption('minutes');
    await page
      .locator('[data-trigger] [data-finding]')
      .getByText(/at least 5 minutes/)
      .waitFor();
  });

  it('opens the templates in both views, without losing content the forms do not support', async () => {
    for (const { definition, name } of templates) {
      const id = await make(sentDefinition(definition));
      const { page } = await openAs(`/automations/${id}`);
      const written = definitionText((await stored(id)) as never);
      await view(page, 'JSON').click();
      expect([name, await json(page).inputValue()]).toEqual([name, written]);
      await view(page, 'Steps').click();
      await page.locator('[data-forms] [data-card]').first().waitFor();
      expect(await save(page).textContent()).toMatch(/nothing was changed/);
      await checked(page, 0);
      await page.context().close();
    }
    const data = { ...{ type: 'set_variable', config: { name: 'a', value: '1' } }, colour: 'red' };
    const graph = {
      nodes: [
        { id: 't', type: 'trigger', data: { x: 7 } },
        { id: 'a', type: 'action', data },
      ],
      edges: [{ id: 'e', source: 't', target: 'a' }],
    };
    const id = await make({ triggerType: 'entity_created', graph });
    const { page } = await openAs(`/automations/${id}`);
    await card(page, 'set_variable')
      .getByRole('button', { name: /Set a variable/ })
      .click();
    await card(page, 'set_variable').getByLabel('Value *').fill('2');
    await save(page).click();
    await page.getByText('Made now has version 2').waitFor();
    expect((await stored(id)).graph).toEqual({
      ...graph,
      nodes: [graph.nodes[0], { ...graph.nodes[1], data: { ...data, config: { name: 'a', value: '2' } } }],
    });
    await view(page, 'JSON').click();
    await json(page).fill(
      JSON.stringify({
        triggerType: 'entity_created',
        graph: { nodes: graph.nodes, edges: [...graph.edges, { ...graph.edges[0], id: 'f' }] },
      }),
    );
    await view(page, 'Steps').click();
    await page.locator('[data-not-shown]').waitFor();
  });

  it('does not turn one kind of field into another while its choices load, or while placeholders are typed away', async () => {
    const list = (await api().call('/data-lists', { body: { name: 'Kept', type: 'custom', source: 'internal' } })).body;
    const listIds = [list.data.id as string, '{{entity.externalId}}'];
    const actions = listIds.map((listId) => ({ type: 'add_to_data_list', config: { listId, primaryValue: '1' } }));
    const id = await make({ triggerType: 'entity_created', actions });
    const { page } = await openAs('/automations');
    let goOn = (): void => undefined;
    const isHeld = new Promise<void>((resume) => (goOn = resume));
    await page.route('**/data-lists?*', async (route) => {
      await isHeld;
      await route.continue();
    });
    await page.goto(`${page.url()}/${id}`);
    const fields = page.getByLabel('List *', { exact: true });
    await card(page, 'add_to_data_list').nth(1).waitFor();
    for (const step of await card(page, 'add_to_data_list').all())
      await step.locator('[aria-expanded="false"]').first().click();
    const kinds = () => fields.evaluateAll((all) => all.map((each) => (each as { tagName: string }).tagName));
    await waitUntil(async () => (await kinds()).length === 2);
    expect([await kinds(), await fields.first().isDisabled()]).toEqual([['SELECT', 'INPUT'], true]);
    goOn();
    await fields.first().locator('option:checked', { hasText: 'Kept' }).waitFor({ state: 'attached' });
    await fields.last().fill('{{entity.country');
    expect(await kinds()).toEqual(['SELECT', 'INPUT']);
    await fields.last().fill('typed');
    expect([await kinds(), await fields.last().inputValue()]).toEqual([['SELECT', 'INPUT'], 'typed']);
  });

  it('is asked to confirm before unsaved input is lost', async () => {
    const id = await make({ triggerType: 'entity_created', actions: [{ type: 'wait', config: {} }] });
    const { page } = await openAs(`/automations/${id}`);
    await page.getByLabel('Description').fill('half');
    await page.getByRole('link', { name: '← Automations' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click();
    expect(await page.getByLabel('Description').inputValue()).toBe('half');
    await page.getByRole('link', { name: '← Automations' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { name: 'Automations', level: 1 }).waitFor();
  });

  it('can use the editor in a narrow window and in another language', async () => {
    const actions = [{ type: 'create_alert', config: { name: 'x'.repeat(90), severity: 'LOW' } }];
    const steps = [{ conditions: [{ field: 'name', operator: 'eq', value: 'Ana' }], actions }];
    const id = await make({ triggerType: 'entity_created', steps });
    const { page } = await openAs(`/automations/${id}`, { viewport: { width: 320, height: 700 }, locale: 'pt-BR' });
    await card(page, 'create_alert')
      .getByRole('button', { name: /Criar|Abrir|alerta/i })
      .first()
      .click();
    await page.getByLabel('Gravidade *').waitFor();
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(320);
    expect(await axeFindings(page)).toEqual([]);
  });
});
