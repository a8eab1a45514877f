import { createKeyWith } from '../../../../test/support/create-key-with.js';
import { unknownId } from '../../../../test/support/rule-samples.js';
import { useAutomations } from '../../../../test/support/use-automations.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';
import { waitUntil } from '../../../../test/support/wait-until.js';
import { automationLimits } from '../definitions/index.js';
import { StartScheduled } from './use-cases/start-scheduled.js';

const asked = [
  { type: 'set_variable', config: { name: 'before', value: '{{why}}' } },
  { type: 'wait', config: { message: 'Is it fine?' } },
  { type: 'create_alert', config: { name: 'Asked {{variables.before}}, told {{payload.told}}', severity: 'LOW' } },
];

describe('automations run by people', () => {
  const api = useOwnTestApi();
  const { call, automation, newPerson, finished, stepsOf, rowsOf } = useAutomations(api);
  const alertsOf = async (entityId: string): Promise<readonly string[]> =>
    (await call(`/intelligence/alerts?entityId=${entityId}`)).body.alerts.map(({ name }: { name: string }) => name);

  it('wait, are continued once with their token, and proceed with the values given', async () => {
    const id = await automation('manual_execution', { actions: asked });
    const entityId = await newPerson();
    const first = (await call(`/automations/${id}/run`, { entityId, data: { why: 'why' } })).body;
    expect(first).toMatchObject({
      ...{ success: true, waiting: true, automationId: id, pausedAtStep: 2, totalSteps: 3 },
      ...{ pausedAtNodeId: 'action-2', nextNodeId: 'action-3', callbackToken: expect.any(String) },
    });
    const { executionId, callbackToken } = first;
    const { rows } = await api().pool.query('select result::text from automation_steps where execution_id = $1', [
      executionId,
    ]);
    expect(JSON.stringify(rows)).not.toContain(callbackToken);
    const continued = await call(`/automations/executions/${executionId}/continue`, { payload: { told: 'yes' } });
    expect(continued.body).toMatchObject({ success: true, executionId, completed: true, continuedToStep: 'action-3' });
    expect(await alertsOf(entityId)).toEqual(['Asked why, told yes']);
    expect((await call(`/automations/executions/${executionId}/continue`, {})).status).toBe(409);
    const [listed] = (await call(`/automations/${id}/executions`)).body.executions;
    expect(listed).toMatchObject({
      id: executionId,
      status: 'completed',
      trigger: { type: 'manual_execution', entityId },
    });
    expect(listed.steps.map(({ nodeId, status }: { nodeId: string; status: string }) => [nodeId, status])).toEqual([
      ['action-1', 'completed'],
      ['action-2', 'completed'],
      ['action-3', 'completed'],
    ]);
  });

  it('are continued once from a page, where reading the page does not use up the token', async () => {
    const id = await automation('manual_execution', { name: '<b>Ask</b>', actions: asked });
    const entityId = await newPerson();
    const { executionId, callbackToken } = (await call(`/automations/${id}/run`, { entityId })).body;
    const path = `/automations/executions/${executionId}/continue`;
    for (let read = 0; read < 2; read += 1) {
      const page = await call(`${path}?token=${callbackToken}`, undefined, { key: null });
      expect([page.status, page.text]).toEqual([200, expect.stringContaining('&#60;b&#62;Ask')]);
      expect(page.text).toContain('<button>');
    }
    const confirm = () => call(`${path}/confirm?token=${callbackToken}`, undefined, { method: 'POST', key: null });
    const answers = await Promise.all([confirm(), confirm(), confirm()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(await alertsOf(entityId)).toHaveLength(1);
    const used = await call(`${path}?token=${callbackToken}`, undefined, { key: null });
    expect(used.text).not.toContain('<button>');
    const wrong = `${path}/confirm?token=${callbackToken.slice(0, -3)}abc`;
    expect((await call(wrong, undefined, { method: 'POST', key: null })).body.error.code).toBe('INVALID_TOKEN');
  });

  it('can be cancelled, and expire when nobody continues them', async () => {
    const id = await automation('manual_execution', { actions: asked });
    const entityId = await newPerson();
    const run = async (): Promise<string> => (await call(`/automations/${id}/run`, { entityId })).body.executionId;
    const [cancelled, expired] = [await run(), await run()];
    expect((await call(`/automations/executions/${cancelled}/cancel`, {})).body).toMatchObject({
      success: true,
      executionId: cancelled,
    });
    expect((await call(`/automations/executions/${cancelled}/cancel`, {})).status).toBe(409);
    const { events } = (await call(`/audit/events?resourceType=automation&resourceId=${id}`)).body;
    expect(events.map(({ event }: { event: string }) => event)).toContain('automation_execution_cancelled');
    await api().pool.query("update automation_executions set due_at = now() - interval '1 second' where id = $1", [
      expired,
    ]);
    await waitUntil(async () => (await rowsOf(id)).every(({ status }) => status === 'cancelled'));
    expect((await rowsOf(id)).map(({ reason }) => reason)).toEqual(['cancelled_by_request', 'expired']);
    expect((await call(`/automations/${id}/continue`, {})).status).toBe(409);
    expect(await alertsOf(entityId)).toEqual([]);
  });

  it('are cancelled when their entity was deleted in the meantime', async () => {
    const id = await automation('manual_execution', { actions: asked });
    const entityId = await newPerson();
    const { executionId } = (await call(`/automations/${id}/run`, { entityId })).body;
    await call(`/entities/${entityId}`, undefined, { method: 'DELETE' });
    const { body } = await call(`/automations/executions/${executionId}/continue`, {});
    expect(body).toMatchObject({ success: false, executionId, completed: true, continuedToStep: 'action-2' });
    expect((await finished(id))[0]).toMatchObject({ status: 'cancelled', reason: 'subject_deleted' });
  });

  it('keep the version that they started with', async () => {
    const id = await automation('manual_execution', { actions: asked });
    const entityId = await newPerson();
    const { executionId } = (await call(`/automations/${id}/run`, { entityId })).body;
    const actions = [{ type: 'set_variable', config: { name: 'x', value: '1' } }];
    await call(`/automations/${id}`, { actions }, { method: 'PATCH' });
    await call(`/automations/executions/${executionId}/continue`, {});
    expect(await alertsOf(entityId)).toEqual(['Asked , told ']);
  });

  it('are rejected for another trigger, when disabled, without a subject and without permission', async () => {
    const other = await automation('alert_created', { actions: [asked[0]] });
    expect((await call(`/automations/${other}/run`, {})).status).toBe(403);
    const id = await automation('manual_execution', { actions: [asked[0]], enabled: false });
    expect((await call(`/automations/${id}/run`, {})).status).toBe(409);
    await call(`/automations/${id}`, { enabled: true }, { method: 'PATCH' });
    expect((await call(`/automations/${id}/run`, { entityId: unknownId })).status).toBe(422);
    const reader = await createKeyWith(api(), 'automations:read');
    expect((await call(`/automations/${id}/run`, {}, { key: reader })).status).toBe(403);
    expect((await call(`/automations/${unknownId}/run`, {})).status).toBe(404);
  });

  it('fail when the user who enabled them lost the permission', async () => {
    const key = await createKeyWith(api(), 'automations:create', 'alerts:create', 'entities:read');
    const actions = [{ type: 'create_alert', config: { name: 'Mine', severity: 'LOW' } }];
    const body = { name: 'Of a key', triggerType: 'manual_execution', actions };
    const { automation: made } = (await call('/automations', body, { key })).body;
    const entityId = await newPerson();
    const run = async () => (await call(`/automations/${made.id}/run`, { entityId })).body;
    expect(await run()).toMatchObject({ success: true });
    await call(`/api-keys/${made.createdBy}`, undefined, { method: 'DELETE' });
    const failed = await run();
    expect(failed).toMatchObject({ success: false });
    expect(await stepsOf(failed.executionId)).toMatchObject([{ status: 'failed', error: { code: 'FORBIDDEN' } }]);
    expect(await alertsOf(entityId)).toEqual(['Mine']);
  });

  it('start from an external call that presents the token', async () => {
    const actions = [{ type: 'set_variable', config: { name: 'x', value: '{{order}}' } }];
    const { automation: made, hookToken } = (
      await call('/automations', { name: 'Hook', triggerType: 'webhook_received', actions })
    ).body;
    const hook = (token: string) => call(`/automations/hooks/${token}`, { data: { order: 'A-7' } }, { key: null });
    expect((await hook(hookToken)).status).toBe(202);
    expect(await finished(made.id)).toMatchObject([{ status: 'completed' }]);
    expect((await hook(`${hookToken.slice(0, -3)}abc`)).status).toBe(404);
    expect((await hook('nothing')).status).toBe(404);
    expect(JSON.stringify((await call(`/automations/${made.id}`)).body)).not.toContain(hookToken);
    const statuses: number[] = [];
    // Callers without an API key may have only a few requests in flight.
    for (let n = 0; n < 7; n += 1)
      statuses.push(
        ...(await Promise.all(Array.from({ length: 9 }, () => hook(hookToken)))).map(({ status }) => status),
      );
    expect(statuses.filter((status) => status === 202)).toHaveLength(59);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
  });

  it('start once when an external call is sent again with its Idempotency-Key', async () => {
    const actions = [{ type: 'set_variable', config: { name: 'x', value: '{{order}}' } }];
    const { automation: made, hookToken } = (
      await call('/automations', { name: 'Repeats', triggerType: 'webhook_received', actions })
    ).body;
    const hook = (token: string, key: string, order = 'A-8') =>
      call(`/automations/hooks/${token}`, { data: { order } }, { key: null, headers: { 'idempotency-key': key } });
    const kept = async () => (await api().pool.query('select from idempotent_answers')).rowCount;
    const before = await kept();
    expect((await hook(`${hookToken.slice(0, -3)}abc`, 'order-8')).status).toBe(404);
    expect(await kept()).toBe(before);
    const first = await hook(hookToken, 'order-8');
    const again = await hook(hookToken, 'order-8');
    expect([first.status, again.status, again.body, again.headers.get('idempotency-replayed')]).toEqual([
      ...[202, 202, first.body, 'true'],
    ]);
    const other = await hook(hookToken, 'order-8', 'A-9');
    expect([other.status, other.body.error.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    const atOnce = await Promise.all([1, 2, 3].map(() => hook(hookToken, 'order-9')));
    const ids = atOnce.flatMap(({ status, body }) => (status === 202 ? [String(body.executionId)] : []));
    expect(new Set(ids).size).toBe(1);
    expect(await finished(made.id, 2)).toHaveLength(2);
  });

  it('start at their scheduled time, and once for all missed times', async () => {
    const actions = [{ type: 'set_variable', config: { name: 'x', value: '{{scheduledAt}}' } }];
    const triggerConfig = { every: { amount: 5, unit: 'minutes' } };
    const id = await automation('scheduled', { type: 'scheduled', triggerConfig, actions });
    await api().pool.query("update automations set next_run_at = now() - interval '3 hours' where id = $1", [id]);
    await Promise.all([1, 2, 3].map(() => api().app.get(StartScheduled).start([api().production.organizationId])));
    expect(await finished(id)).toMatchObject([{ status: 'completed' }]);
    const { nextRunAt, runCount } = (await call(`/automations/${id}`)).body.automation;
    expect([new Date(nextRunAt).getTime() > Date.now(), runCount]).toEqual([true, 1]);
  });

  it('start at their scheduled time for each entity that matches their filter', async () => {
    const [far, near] = [await newPerson({ countryCode: 'AR', name: 'Far' }), await newPerson({ name: 'Near' })];
    const firm = await newPerson({ type: 'company', countryCode: 'AR', name: 'Firm' });
    const entityFilter = [{ field: 'countryCode', operator: 'eq', value: 'AR' }];
    const id = await automation('scheduled', {
      type: 'scheduled',
      triggerConfig: { cron: '0 8 * * 1', entityFilter, entityTypes: ['person'] },
      actions: [{ type: 'create_alert', config: { name: 'Weekly', severity: 'LOW' } }],
    });
    await api().pool.query("update automations set next_run_at = now() - interval '1 minute' where id = $1", [id]);
    await finished(id);
    expect([await alertsOf(far), await alertsOf(near), await alertsOf(firm)]).toEqual([['Weekly'], [], []]);
  });

  it('start for a matching entity however many newer entities do not match', async () => {
    const old = await newPerson({ countryCode: 'PY', name: 'Old' });
    await api().pool.query(
      `insert into entities (organization_id, id, type, name, country_code, status, created_at, updated_at)
       select organization_id, gen_random_uuid(), type, 'Newer', 'BR', status, now(), now()
       from entities, generate_series(1, $2) where id = $1`,
      [old, automationLimits.scheduledEntities + 1],
    );
    const entityFilter = [{ field: 'name', operator: 'eq', value: 'Old' }];
    const id = await automation('scheduled', {
      type: 'scheduled',
      triggerConfig: { cron: '0 8 * * 1', entityFilter, entityTypes: ['person'] },
      actions: [{ type: 'create_alert', config: { name: 'Weekly', severity: 'LOW' } }],
    });
    await api().pool.query("update automations set next_run_at = now() - interval '1 minute' where id = $1", [id]);
    await finished(id);
    expect(await alertsOf(old)).toEqual(['Weekly']);
  });

  it('are limited per record and hour and in waiting executions, also when started concurrently', async () => {
    const id = await automation('manual_execution', { actions: asked });
    const entityId = await newPerson();
    const { perEntityAndHour, waiting } = automationLimits;
    const many = Array.from({ length: perEntityAndHour + 5 }, () => call(`/automations/${id}/run`, { entityId }));
    const statuses = (await Promise.all(many)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(perEntityAndHour);
    const other = await automation('manual_execution', { actions: asked });
    const { executionId } = (await call(`/automations/${other}/run`, { entityId })).body;
    await api().pool.query(
      `insert into automation_executions select (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid(), 'event_key', n))).*
       from automation_executions e, generate_series(1, $2) n where e.id = $1`,
      [executionId, waiting - 3],
    );
    const few = await Promise.all(
      Array.from({ length: 6 }, async () => call(`/automations/${other}/run`, { entityId: await newPerson() })),
    );
    expect(few.filter(({ body }) => body.waiting === true)).toHaveLength(2);
  });

  it('keep a schedule that is changed while their entities are being looked up', async () => {
    await newPerson({ countryCode: 'UY' });
    const triggerConfig = { cron: '0 8 * * 1', entityFilter: [{ field: 'countryCode', operator: 'eq', value: 'UY' }] };
    const actions = [{ type: 'set_variable', config: { name: 'x', value: 'y' } }];
    const id = await automation('scheduled', { type: 'scheduled', triggerConfig, actions });
    const { pool } = api();
    const blocker = await pool.connect();
    try {
      await blocker.query('begin');
      await blocker.query('lock table automation_executions in share mode');
      await pool.query("update automations set next_run_at = now() - interval '1 minute' where id = $1", [id]);
      await waitUntil(async () => {
        const { rows } = await pool.query('select from automations where id = $1 and leased_until > now()', [id]);
        return rows.length === 1;
      });
      const yearly = { triggerConfig: { ...triggerConfig, cron: '30 9 1 1 *' } };
      expect((await call(`/automations/${id}`, yearly, { method: 'PATCH' })).status).toBe(200);
    } finally {
      await blocker.query('rollback');
      blocker.release();
    }
    expect(await finished(id)).toMatchObject([{ status: 'completed' }]);
    const { nextRunAt } = (await call(`/automations/${id}`)).body.automation;
    expect(nextRunAt).toMatch(/-01-01T09:30:00/);
  });
});
