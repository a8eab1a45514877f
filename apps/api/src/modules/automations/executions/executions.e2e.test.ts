import { publishRule } from '../../../../test/support/publish-rule.js';
import { useAutomations } from '../../../../test/support/use-automations.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';
import { waitUntil } from '../../../../test/support/wait-until.js';
import { ListenToOutbox } from './use-cases/listen-to-outbox.js';

describe('automation executions', () => {
  const api = useOwnTestApi();
  const { call, automation, newPerson, newPayment, finished, stepsOf, off } = useAutomations(api);

  it('start only on events after they were created, and use the values of the event', async () => {
    await newPerson();
    const id = await automation('entity_created', {
      conditions: [{ field: 'countryCode', operator: 'eq', value: 'BR' }],
      actions: [
        { type: 'create_alert', config: { name: 'Look at {{entity.name}}', severity: 'HIGH' } },
        { type: 'create_investigation', config: { name: 'Case of {{results.action-1.id}}' } },
      ],
    });
    const entityId = await newPerson({ name: 'Ana Silva' });
    const [row, ...others] = await finished(id);
    expect([row!.status, others]).toEqual(['completed', []]);
    expect(await stepsOf(row!.id)).toMatchObject([
      { node: 'conditions', status: 'completed', outcome: 'true' },
      { node: 'action-1', status: 'completed' },
      { node: 'action-2', status: 'completed' },
    ]);
    const { alerts } = (await call(`/intelligence/alerts?entityId=${entityId}`)).body;
    expect(alerts).toMatchObject([{ name: 'Look at Ana Silva', severity: 'HIGH', sourceSystem: 'automation' }]);
    await off(id);
  });

  it('start once when an event is read twice', async () => {
    const id = await automation('entity_created', {
      actions: [{ type: 'create_alert', config: { name: 'Once', severity: 'LOW' } }],
    });
    const { rows } = await api().pool.query<{ snapshot: string }>('select pg_current_snapshot()::text as snapshot');
    const entityId = await newPerson();
    await finished(id);
    await api().pool.query('update automation_cursors set snapshot = $1, until = null, after = 0', [rows[0]!.snapshot]);
    await api().app.get(ListenToOutbox).listen([api().production.organizationId]);
    expect(await finished(id)).toHaveLength(1);
    expect((await call(`/intelligence/alerts?entityId=${entityId}`)).body.alerts).toHaveLength(1);
    await off(id);
  });

  it('follow the edge of a graph that matches the outcome of its condition', async () => {
    const mark = (name: string): object => ({
      ...{ id: name, type: 'action' },
      data: { type: 'set_variable', config: { name: 'way', value: name } },
    });
    const edge = (target: string): object => ({ id: target, source: 'c', target, sourceHandle: target });
    const condition = { field: 'email', operator: 'eq', value: 'ana@example.com' };
    const id = await automation('entity_created', {
      graph: {
        nodes: [
          { id: 't', type: 'trigger' },
          { id: 'c', type: 'condition', data: { conditions: [condition] } },
          ...['true', 'false', 'unknown'].map(mark),
        ],
        edges: [{ id: 'first', source: 't', target: 'c' }, ...['true', 'false', 'unknown'].map(edge)],
      },
    });
    const ways: unknown[] = [];
    for (const email of ['ana@example.com', 'eva@example.com', undefined]) {
      await newPerson(email === undefined ? {} : { email });
      const rows = await finished(id, ways.length + 1);
      ways.push((await stepsOf(rows.at(-1)!.id)).map(({ node, outcome }) => outcome ?? node));
    }
    expect(ways).toEqual([
      ['true', 'true'],
      ['false', 'false'],
      ['unknown', 'unknown'],
    ]);
    await off(id);
  });

  it('start when a score crosses their threshold, but not while it stays beyond it', async () => {
    const source =
      'rule risky "Risky" {\n  on person\n  score 40\n  when entity.name = "Vera"\n  then suggest FLAG\n}\n';
    await publishRule(api(), { source });
    const actions = [{ type: 'set_variable', config: { name: 'seen', value: '{{riskScore}}' } }];
    const crossing = (direction: string): Promise<string> =>
      automation('risk_score_changed', { triggerConfig: { crosses: 30, direction }, actions });
    const [up, down] = [await crossing('up'), await crossing('down')];
    const entityId = await newPerson({ name: 'Vera' });
    const analyze = () => call(`/entities/${entityId}/analyze`, {});
    await analyze();
    await call(`/entities/${entityId}`, { name: 'Nina' }, { method: 'PATCH' });
    await analyze();
    await analyze();
    const last = await automation('entity_created', { actions });
    await newPerson();
    await finished(last);
    expect([await finished(up), await finished(down)].map((rows) => rows.length)).toEqual([1, 1]);
    for (const id of [up, down, last]) await off(id);
  });

  it('run a node once when several triggers of a graph lead to it', async () => {
    const data = { type: 'create_alert', config: { name: 'Once', severity: 'LOW' } };
    const id = await automation('entity_created', {
      graph: {
        nodes: [...['t', 'u'].map((trigger) => ({ id: trigger, type: 'trigger' })), { id: 'a', type: 'action', data }],
        edges: ['t', 'u'].map((source) => ({ id: source, source, target: 'a' })),
      },
    });
    const entityId = await newPerson();
    expect(await finished(id)).toMatchObject([{ status: 'completed' }]);
    expect((await call(`/intelligence/alerts?entityId=${entityId}`)).body.alerts).toHaveLength(1);
    await off(id);
  });

  it('continue with other branches when a step fails, and record the error', async () => {
    const id = await automation('entity_created', {
      graph: {
        nodes: [
          { id: 't', type: 'trigger' },
          {
            id: 'bad',
            type: 'action',
            data: { type: 'add_to_data_list', config: { listId: '{{entity.id}}', primaryValue: 'x' } },
          },
          { id: 'behind', type: 'action', data: { type: 'set_variable', config: { name: 'a', value: '1' } } },
          { id: 'beside', type: 'action', data: { type: 'set_variable', config: { name: 'b', value: '2' } } },
        ],
        edges: [
          { id: '1', source: 't', target: 'bad' },
          { id: '2', source: 'bad', target: 'behind' },
          { id: '3', source: 't', target: 'beside' },
        ],
      },
    });
    await newPerson();
    const [row] = await finished(id);
    expect(row!.status).toBe('failed');
    expect(await stepsOf(row!.id)).toMatchObject([
      { node: 'bad', status: 'failed', error: { code: 'LIST_NOT_WRITABLE' } },
      { node: 'beside', status: 'completed' },
    ]);
    await off(id);
  });

  it('start on the entity types and countries that they name, whatever the event contains', async () => {
    const actions = [{ type: 'set_variable', config: { name: 'x', value: '1' } }];
    const triggers = ['transaction_created', 'transaction_status_changed', 'alert_created'] as const;
    const wanted: string[] = [];
    for (const trigger of triggers)
      for (const triggerConfig of [{ entityTypes: ['person'] }, { countries: ['br'] }])
        wanted.push(await automation(trigger, { triggerConfig, actions }));
    const others: string[] = [];
    for (const trigger of triggers)
      for (const triggerConfig of [{ entityTypes: ['company'] }, { countries: ['AR'] }])
        others.push(await automation(trigger, { triggerConfig, actions }));
    const entityId = await newPerson();
    const payment = { externalId: 'P-of', type: 'PAYMENT', amount: 10, currency: 'USD', originEntityId: entityId };
    const made = await call('/transactions', payment);
    expect(made.status).toBe(201);
    const path = `/transactions/${made.body.transaction.id}/changeStatus`;
    await call(path, { status: 'PROCESSING' }, { method: 'PATCH' });
    await call('/intelligence/alerts', { name: 'Look', severity: 'LOW', targetEntityId: entityId });
    for (const id of wanted) expect(await finished(id)).toMatchObject([{ status: 'completed' }]);
    for (const id of others) expect((await call(`/automations/${id}/executions`)).body.executions).toEqual([]);
    await Promise.all([...wanted, ...others].map(off));
  });

  it('stop when an automation would trigger itself again through another one', async () => {
    const attributes = (name: string) => ({
      type: 'update_entity_attributes',
      config: { attributes: { [name]: '{{entity.updatedAt}}' } },
    });
    const first = await automation('entity_updated', { actions: [attributes('first')] });
    const second = await automation('entity_updated', { actions: [attributes('second')] });
    const entityId = await newPerson();
    await call(`/entities/${entityId}`, { name: 'Changed' }, { method: 'PATCH' });
    // Each is executed for the change of the person and for the other's change. Both are then stopped by their own id, three times each.
    const ends = async (id: string): Promise<readonly string[]> =>
      (await finished(id, 5)).map(({ status, reason }) => reason ?? status).sort();
    expect(await ends(first)).toEqual(['completed', 'completed', 'own_chain', 'own_chain', 'own_chain']);
    expect(await ends(second)).toEqual(['completed', 'completed', 'own_chain', 'own_chain', 'own_chain']);
    await Promise.all([off(first), off(second)]);
  });

  it('are disabled when they run too often on one record', async () => {
    const id = await automation('entity_updated', {
      actions: [{ type: 'set_variable', config: { name: 'x', value: '1' } }],
    });
    const entityId = await newPerson();
    for (let n = 0; n < 22; n += 1) await call(`/entities/${entityId}`, { name: `Name ${n}` }, { method: 'PATCH' });
    await waitUntil(async () => !(await call(`/automations/${id}`)).body.automation.enabled);
    expect((await call(`/automations/${id}`)).body.automation.pauseReason).toMatch(/more than 20/);
    // A user who read it before it was disabled does not enable it again unknowingly.
    const stale = await call(`/automations/${id}`, { enabled: true, ifVersion: 1 }, { method: 'PATCH' });
    expect([stale.status, stale.body.error.code]).toEqual([409, 'VERSION_CONFLICT']);
    const rows = await finished(id, 21);
    expect(rows.filter(({ status }) => status === 'completed')).toHaveLength(20);
    expect(rows.find(({ status }) => status === 'cancelled')).toMatchObject({ reason: 'too_many' });
  });

  it('perform the actions that are configured for payments', async () => {
    const id = await automation('transaction_created', {
      conditions: [{ field: 'amount', operator: 'gte', value: { $money: '1000 USD' } }],
      actions: [{ type: 'update_transaction_status', config: { status: 'SUSPENDED', comment: '{{amount}}' } }],
    });
    const entityId = await newPerson();
    const [small, large] = [await newPayment(entityId, 10), await newPayment(entityId, 5_000)];
    await finished(id, 2);
    const statusOf = async (payment: string): Promise<unknown> =>
      (await call(`/transactions/${payment}`)).body.transaction?.status;
    expect([await statusOf(small), await statusOf(large)]).toEqual(['CREATED', 'SUSPENDED']);
    await off(id);
  });
});
