import { createKeyWith } from '../../../../test/support/create-key-with.js';
import type { Body } from '../../../../test/support/start-test-api.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import { unknownId } from '../../../../test/support/rule-samples.js';
import { useAutomations } from '../../../../test/support/use-automations.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';
import { waitUntil } from '../../../../test/support/wait-until.js';

describe('automation actions', () => {
  const api = useOwnTestApi();
  const { call, made, automation, newPerson, newPayment, finished, stepsOf, off } = useAutomations(api);
  /** Executes an action manually on a person and returns its step. */
  const run = async (type: string, config: object, about: object = {}): Promise<Body> => {
    const id = await automation('manual_execution', { actions: [{ type, config }] });
    const { executionId } = (await call(`/automations/${id}/run`, about)).body;
    return (await stepsOf(executionId))[0]!;
  };
  const statusOf = async (id: string): Promise<unknown> => (await call(`/entities/${id}`)).body.status;

  it('set the status of an entity as a rule would, and fail on a locked entity', async () => {
    const entityId = await newPerson();
    const config = { status: 'blocked', reason: 'Told by {{data}}' };
    expect(await run('update_entity_status', config, { entityId })).toMatchObject({
      status: 'completed',
      result: { outcome: 'set', status: 'blocked' },
    });
    expect(await run('update_entity_status', config, { entityId })).toMatchObject({ result: { outcome: 'unchanged' } });
    const [first] = (await call(`/entities/${entityId}/status-history`)).body.history;
    expect(first).toMatchObject({ status: 'blocked', source: 'automation', changedBy: { type: 'automation' } });
    const locked = await newPerson();
    await call(`/entities/${locked}`, { statusLocked: true }, { method: 'PATCH' });
    expect(await run('update_entity_status', config, { entityId: locked })).toMatchObject({
      status: 'failed',
      error: { code: 'STATUS_LOCKED' },
    });
    expect([await statusOf(entityId), await statusOf(locked)]).toEqual(['blocked', 'under_review']);
  });

  it('change attributes and the status of a payment, and do nothing when the value is unchanged', async () => {
    const entityId = await newPerson();
    const attributes = { attributes: { level: 'gold' } };
    expect(await run('update_entity_attributes', attributes, { entityId })).toMatchObject({
      result: { outcome: 'set' },
    });
    expect(await run('update_entity_attributes', attributes, { entityId })).toMatchObject({
      result: { outcome: 'unchanged' },
    });
    const transactionId = await newPayment(entityId, 10);
    const suspended = { status: 'SUSPENDED' };
    expect(await run('update_transaction_status', suspended, { transactionId })).toMatchObject({
      result: { outcome: 'set' },
    });
    expect(await run('update_transaction_status', suspended, { transactionId })).toMatchObject({
      result: { outcome: 'unchanged' },
    });
  });

  it('add each value once to lists of their own organization', async () => {
    const list = (await made('/data-lists', { name: 'Watched', type: 'custom', source: 'internal' })).data.id as string;
    const config = { listId: list, primaryValue: 'A-7', reason: 'why' };
    expect(await run('add_to_data_list', config)).toMatchObject({ result: { outcome: 'added' } });
    expect(await run('add_to_data_list', config)).toMatchObject({ result: { outcome: 'duplicate' } });
    const inCapitals = { ...config, listId: list.toUpperCase() };
    expect(await run('add_to_data_list', inCapitals)).toMatchObject({ result: { outcome: 'duplicate' } });
    expect((await call(`/data-lists/${list}/items`)).body.items).toMatchObject([
      { primaryValue: 'A-7', addedBy: { type: 'automation' } },
    ]);
    expect(await run('add_to_data_list', { ...config, listId: unknownId })).toMatchObject({
      error: { code: 'LIST_NOT_WRITABLE' },
    });
  });

  it('create, assign and annotate cases', async () => {
    const entityId = await newPerson();
    const opened = await run('create_investigation', { name: 'Look', priority: 'HIGH' }, { entityId });
    const investigationId = opened.result.id as string;
    expect(await run('add_note', { investigationId, body: 'Noted' })).toMatchObject({ status: 'completed' });
    const { notes } = (await call(`/intelligence/investigations/${investigationId}/notes`)).body;
    expect(notes).toMatchObject([{ body: 'Noted', author: { type: 'automation' } }]);
    expect(await run('add_note', { investigationId: unknownId, body: 'x' })).toMatchObject({
      error: { code: 'NOT_FOUND' },
    });
    expect(await run('assign_investigation', { investigationId, assignedTo: unknownId })).toMatchObject({
      error: {
        code: 'VALIDATION_ERROR',
        message: 'The request is not valid; assignedTo: assignedTo is no active member',
      },
    });
  });

  it('annotate alerts only for those who may change alerts', async () => {
    const alert = { name: 'Mule', severity: 'HIGH', targetEntityId: await newPerson() };
    const { id } = (await made('/intelligence/alerts', alert)).alert;
    const stepBy = async (...permissions: readonly string[]): Promise<Body> => {
      const key = await createKeyWith(api(), 'automations:create', 'cases:edit', ...permissions);
      const actions = [{ type: 'add_note', config: { alertId: id, body: 'Noted' } }];
      const body = { name: 'Annotate', triggerType: 'manual_execution', actions };
      const { automation: created } = (await call('/automations', body, { key })).body;
      const { executionId } = (await call(`/automations/${created.id}/run`, {})).body;
      return (await stepsOf(executionId))[0]!;
    };
    expect(await stepBy()).toMatchObject({ status: 'failed', error: { code: 'FORBIDDEN' } });
    expect(await stepBy('alerts:edit')).toMatchObject({ status: 'completed' });
    expect((await call(`/intelligence/alerts/${id}/notes`)).body.notes).toHaveLength(1);
  });

  it('run rules on a record, and fail for an unknown integration', async () => {
    const source =
      'rule all "All" {\n  on person, company\n  score 40\n  when entity.countryCode = "BR"\n  then suggest FLAG\n}\n';
    await publishRule(api(), { source });
    const entityId = await newPerson();
    expect(await run('run_risk_matrix', {}, { entityId })).toMatchObject({
      status: 'completed',
      result: { evaluationId: expect.any(String), riskScore: expect.any(Number) },
    });
    expect(await run('run_enrichment', { integrationCodes: ['no_such'] }, { entityId })).toMatchObject({
      error: { code: 'INTEGRATION_NOT_FOUND' },
    });
  });

  it('send to enabled webhooks and notify people', async () => {
    const hook = { name: 'Out', url: 'https://93.184.216.34/hooks', events: ['alert.created'] };
    const webhookId = (await made('/webhook-config', hook)).webhook.id as string;
    expect(await run('send_webhook', { webhookId, payload: { told: 'yes' } })).toMatchObject({ status: 'completed' });
    const { rows } = await api().pool.query<{ event: string; body: string }>(
      'select event, body from webhook_deliveries',
    );
    expect(rows.map(({ event, body }) => [event, JSON.parse(body).payload.data])).toEqual([
      ['automation.message', { told: 'yes' }],
    ]);
    await call(`/webhook-config/${webhookId}`, { enabled: false }, { method: 'PATCH' });
    expect(await run('send_webhook', { webhookId })).toMatchObject({ error: { code: 'INVALID_STATUS_TRANSITION' } });
    expect(await run('send_notification', { title: 'Look', recipients: ['nobody@example.com'] })).toMatchObject({
      error: { code: 'NOT_FOUND' },
    });
  });

  it('send emails to addresses', async () => {
    const letter = { to: ['Ana@example.com', 'eva@example.com'], subject: 'Look at\n{{why}}', body: 'Please.' };
    const id = await automation('manual_execution', { actions: [{ type: 'send_email', config: letter }] });
    await call(`/automations/${id}/run`, { data: { why: 'A-7' } });
    const { rows } = await api().pool.query(
      "select recipient, payload ->> 'subject' as subject from outgoing_emails where event = 'mail.automation' order by recipient",
    );
    expect(rows).toEqual([
      { recipient: 'ana@example.com', subject: 'Look at A-7' },
      { recipient: 'eva@example.com', subject: 'Look at A-7' },
    ]);
    expect(await run('send_email', { ...letter, to: ['{{nobody}}'] })).toMatchObject({
      error: { code: 'VALIDATION_ERROR' },
    });
  });

  it('are started by rules, which are rejected when they name an unknown automation', async () => {
    const id = await automation('rule_triggered', {
      triggerConfig: { ruleIds: [unknownId] },
      actions: [{ type: 'set_variable', config: { name: 'x', value: '{{ruleId}}' } }],
    });
    const rule = (automationId: string): string =>
      `rule starts "Starts" {\n  on transaction (created)\n  when transaction.amount >= 1000 USD\n  then run automation "${automationId}"\n}\n`;
    const codes = async (source: string): Promise<readonly string[]> =>
      (await call('/rules/validate', { source })).body.diagnostics.map(({ code }: Body) => code);
    expect(await codes(rule(id))).toEqual([]);
    expect(await codes(rule(unknownId))).toEqual(['E0806']);
    await publishRule(api(), { source: rule(id) });
    await newPayment(await newPerson(), 5_000);
    expect(await finished(id)).toMatchObject([{ status: 'completed' }]);
    await call(`/automations/${id}`, undefined, { method: 'DELETE' });
    await newPayment(await newPerson(), 6_000);
    const [evaluation] = (await call('/evaluations?limit=1')).body.evaluations as Body[];
    const shown = await call(`/evaluations/${evaluation!.id}`);
    expect(shown.text).toContain('AUTOMATION_NOT_FOUND');
  });

  it('read of a rule hit only what those who enabled them may read', async () => {
    const source =
      'rule told "Told" {\n  on transaction (created)\n  when transaction.amount >= 900 EUR\n  then suggest FLAG\n}\n';
    const ruleId = await publishRule(api(), { source });
    const records = ['entities:read', 'transactions:read', 'events:read'];
    const enabledWith = async (...permissions: readonly string[]): Promise<string> => {
      const key = await createKeyWith(api(), 'automations:create', 'rules:read', ...permissions);
      const actions = [{ type: 'set_variable', config: { name: 'x', value: '{{entity.name}}' } }];
      const body = { name: 'Told', triggerType: 'rule_triggered', triggerConfig: { ruleIds: [ruleId] }, actions };
      return (await call('/automations', body, { key })).body.automation.id as string;
    };
    const blind = await Promise.all(records.map((each) => enabledWith(...records.filter((other) => other !== each))));
    const seeing = await enabledWith(...records);
    const origin = { entityId: await newPerson() };
    await made('/transactions', { externalId: 'told', type: 'PAYMENT', amount: 950, currency: 'EUR', origin });
    expect(await finished(seeing)).toMatchObject([{ status: 'completed' }]);
    for (const id of blind) {
      const [execution] = await finished(id);
      expect(await stepsOf(execution!.id)).toMatchObject([{ status: 'failed', error: { code: 'FORBIDDEN' } }]);
    }
  });

  it('design 8.1, 18: stop when automations trigger each other through rules', async () => {
    const [first, second] = await Promise.all(
      ['first', 'second'].map((name) =>
        automation('entity_updated', {
          name,
          actions: [{ type: 'update_entity_attributes', config: { attributes: { [name]: '{{entity.updatedAt}}' } } }],
        }),
      ),
    );
    const third = await automation('rule_triggered', {
      actions: [{ type: 'update_entity_attributes', config: { attributes: { third: '{{evaluationId}}' } } }],
    });
    const source =
      'rule changed "Changed" {\n  on person (updated)\n  when entity.countryCode = "AR"\n  then suggest FLAG\n}\n';
    await publishRule(api(), { source });
    const entityId = await newPerson({ countryCode: 'AR' });
    await call(`/entities/${entityId}`, { name: 'Begins' }, { method: 'PATCH' });
    const rows = async (id: string) => finished(id);
    await waitUntil(async () => {
      const { rows: open } = await api().pool.query(
        "select from automation_executions where status in ('queued', 'running')",
      );
      // Between two executions, none is open. All is done once each has been stopped by its own chain.
      const stopped = await Promise.all([first!, second!, third].map(rows));
      return open.length === 0 && stopped.every((own) => own.some(({ reason }) => reason === 'own_chain'));
    });
    for (const id of [first!, second!, third]) {
      const own = await rows(id);
      expect(own.length).toBeLessThanOrEqual(20);
      expect(new Set(own.map(({ reason, status }) => reason ?? status))).toEqual(new Set(['completed', 'own_chain']));
    }
    await Promise.all([first!, second!, third].map(off));
  });
});
