import type { Body } from '../../../../test/support/start-test-api.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import { createKeyWith } from '../../../../test/support/create-key-with.js';
import { useAutomations } from '../../../../test/support/use-automations.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';

describe('automation tests', () => {
  const api = useOwnTestApi();
  const { call, made, automation, newPerson, newPayment, finished, stepsOf, off } = useAutomations(api);
  const conditions = [
    { field: 'amount', operator: 'gte', value: { $money: '100 USD' } },
    { field: 'channel', operator: 'eq', value: 'web' },
  ];
  const mark = { type: 'set_variable', config: { name: 'x', value: '1' } };
  let count = 0;
  const actions = [{ type: 'create_alert', config: { name: 'Payment {{transactionId}}', severity: 'LOW' } }];

  it('report what would be done without doing it', async () => {
    const id = await automation('transaction_created', { conditions, actions, enabled: false });
    const transactionId = await newPayment(await newPerson(), 500);
    const { body } = await call(`/automations/${id}/test`, { transactionId });
    expect(body).toMatchObject({
      ...{ success: true, mode: 'record' },
      nodes: [
        {
          ...{ nodeId: 'conditions', reached: true, outcome: 'unknown' },
          because: [{ cause: 'missing', path: 'channel' }],
          conditions: [
            { field: 'amount', outcome: 'true' },
            { field: 'channel', outcome: 'unknown' },
          ],
        },
        { nodeId: 'action-1', kind: 'action', reached: false },
      ],
    });
    const told = { actions: [{ type: 'create_alert', config: { name: '{{amount}} {{currency}}', severity: 'LOW' } }] };
    const all = await automation('transaction_created', { ...told, enabled: false });
    expect((await call(`/automations/${all}/test`, { transactionId })).body.nodes[0].action).toMatchObject({
      ...{ config: { name: '500 USD' }, missingPaths: [] },
    });
    const sample = {
      type: 'PAYMENT',
      amount: 500,
      currency: 'USD',
      channel: 'web',
      externalId: 'sample',
      transactionId: 'T',
    };
    const sampled = (await call(`/automations/${id}/test`, { data: { transaction: sample, transactionId: 'T' } })).body;
    expect(sampled.nodes[1]).toMatchObject({ reached: true, action: { config: { name: 'Payment T' } } });
    expect((await call('/intelligence/alerts')).body.alerts).toEqual([]);
    expect((await call(`/automations/${id}/executions`)).body.executions).toEqual([]);
    for (const wrong of [{}, { data: {}, transactionId }])
      expect((await call(`/automations/${id}/test`, wrong)).status).toBe(400);
    const blind = await createKeyWith(api(), 'automations:execute');
    expect((await call(`/automations/${id}/test`, { transactionId }, { key: blind })).status).toBe(403);
  });

  it('design 8.1, 19: report for past records what happened while the automation was on', async () => {
    const from = new Date(Date.now() - 1_000).toISOString();
    const amount = [{ field: 'amount', operator: 'gte', value: { $money: '100 USD' } }];
    const id = await automation('transaction_created', { conditions: amount, actions });
    const entityId = await newPerson();
    for (let n = 0; n < 12; n += 1) await newPayment(entityId, n % 3 === 0 ? 10 : 500);
    const rows = await finished(id, 12);
    const live = (await Promise.all(rows.map(({ id: execution }) => stepsOf(execution)))).map(
      ([step]) => step!.outcome,
    );
    const { report } = (
      await call(`/automations/${id}/test`, { history: { from, to: new Date(Date.now() + 60_000).toISOString() } })
    ).body;
    const own = report.samples.filter(({ record }: Body) => record.transactionId !== undefined);
    const [counts] = report.nodes.filter(({ nodeId }: Body) => nodeId === 'conditions');
    expect(own).toHaveLength(report.records);
    // The payment of the previous test is within the same period.
    const before = report.records - 12;
    expect([counts.true - before, counts.false]).toEqual([
      live.filter((outcome) => outcome === 'true').length,
      live.filter((outcome) => outcome === 'false').length,
    ]);
    expect(report).toMatchObject({
      estimatedCostCents: 0,
      unknownCauses: {},
      startsPerDay: [{ starts: report.records }],
    });
    await off(id);
  });

  it('design 8.1, 19: report the same for every trigger whose history is stored', async () => {
    const source =
      'rule seen "Seen" {\n  on transaction (created)\n  when transaction.amount >= 100 USD\n  then suggest FLAG\n}\n';
    const ruleIds = [await publishRule(api(), { source })];
    const isBrazilian = [{ field: 'countryCode', operator: 'eq', value: 'BR' }];
    const isLarge = [{ field: 'amount', operator: 'gte', value: { $money: '300 USD' } }];
    const isLogin = [{ field: 'eventType', operator: 'eq', value: 'LOGIN_SUCCESS' }];
    const settings: readonly (readonly [string, object, object[]?])[] = [
      ['entity_created', { entityTypes: ['company'] }, isBrazilian],
      ['entity_updated', {}, isBrazilian],
      ['entity_status_changed', { to: ['active'], entityTypes: ['person'] }, isBrazilian],
      ['transaction_updated', {}, isLarge],
      ['transaction_status_changed', { from: ['CREATED'], to: ['PROCESSING'] }, isLarge],
      ['user_event_created', {}, isLogin],
      ['rule_triggered', { ruleIds }, isLarge],
      ['alert_created', {}, isBrazilian],
      ['alert_status_changed', { to: ['IN_PROGRESS'] }, isBrazilian],
      ['investigation_created', {}, isBrazilian],
      ['investigation_status_changed', { to: ['CLOSED'] }, isBrazilian],
      ['data_list_item_added', {}],
      ['batch_job_completed', {}],
    ];
    const from = new Date().toISOString();
    const ids = await Promise.all(
      settings.map(([triggerType, triggerConfig, when = []]) =>
        automation(triggerType, { triggerConfig, conditions: when, actions: [mark] }),
      ),
    );
    const marker = await automation('entity_created', { triggerConfig: { entityTypes: ['person'] }, actions: [mark] });
    for (const countryCode of ['BR', 'BR', 'AR']) {
      const entityId = await newPerson({ countryCode, externalId: `past-${(count += 1)}` });
      await newPerson({ type: 'company', countryCode });
      const patch = (path: string, body: object) => call(path, body, { method: 'PATCH' });
      await patch(`/entities/${entityId}`, { name: 'Eva' });
      await patch(`/entities/${entityId}`, { status: 'active', reason: 'asked for' });
      await patch(`/entities/${entityId}`, { status: 'blocked', reason: 'asked for' });
      for (const amount of [200, 400]) {
        const transactionId = await newPayment(entityId, amount);
        await patch(`/transactions/${transactionId}`, { channel: 'app' });
        await patch(`/transactions/${transactionId}/changeStatus`, { status: 'PROCESSING', executeRules: false });
      }
      for (const eventType of ['LOGIN_SUCCESS', 'LOGIN_FAILED'])
        await made('/events/user', { eventType, userId: 'u', entityExternalId: `past-${count}` });
      const alert = await made('/intelligence/alerts', { name: 'A', severity: 'LOW', targetEntityId: entityId });
      await call(`/intelligence/alerts/${alert['alert'].id}/acknowledge`, {});
      const { investigation } = await made('/intelligence/investigations', { name: 'C', entityId });
      const moved = { status: 'CLOSED', outcome: 'FALSE_POSITIVE', closureReason: 'nothing in it' };
      await patch(`/intelligence/investigations/${investigation.id}/status`, moved);
      const { data } = await made('/data-lists', { name: `L ${count}`, type: 'custom', source: 'internal' });
      await made(`/data-lists/${data.id}/items`, { items: [{ primaryValue: 'A-7' }] });
    }
    const payment = { externalId: 'past-batch', type: 'PAYMENT', amount: 5, currency: 'USD' };
    await call('/transactions/batch', { transactions: [payment] });
    const to = new Date(Date.now() + 60_000).toISOString();
    // Once it has started for the last event, all earlier events have been read.
    await newPerson();
    await finished(marker, 4);
    const rows = await Promise.all(ids.map((id) => finished(id)));
    const found: unknown[] = [];
    const happened: unknown[] = [];
    for (const [at, id] of ids.entries()) {
      const [triggerType] = settings[at]!;
      const { report } = (await call(`/automations/${id}/test`, { history: { from, to } })).body;
      const [first] = report.nodes as Body[];
      found.push([triggerType, report.records, first!.true, first!.false, first!.unknown]);
      const steps = await Promise.all(rows[at]!.map(async ({ id: of }) => (await stepsOf(of))[0]!.outcome));
      const countOf = (outcome: string): number => steps.filter((each) => each === outcome).length;
      happened.push([triggerType, steps.length, ...['true', 'false', 'unknown'].map(countOf)]);
    }
    expect(found).toEqual(happened);
  });

  it('report the history of a trigger only to callers who may read its events', async () => {
    const id = await automation('alert_created', { actions: [mark] });
    const history = { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' };
    const statusFor = async (...permissions: readonly string[]): Promise<number> => {
      const key = await createKeyWith(api(), 'automations:execute', ...permissions);
      return (await call(`/automations/${id}/test`, { history }, { key })).status;
    };
    expect([await statusFor(), await statusFor('alerts:read')]).toEqual([403, 200]);
  });

  it.each(['webhook_received', 'manual_execution'])('report that %s has no history', async (triggerType) => {
    const id = await automation(triggerType, { actions: [mark] });
    const history = { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' };
    const { status, body } = await call(`/automations/${id}/test`, { history });
    expect([status, Object.keys(body.error.details)]).toEqual([400, ['history']]);
  });
});
