import { createKeyWith } from '../../../../test/support/create-key-with.js';
import { unknownId } from '../../../../test/support/rule-samples.js';
import type { Body, TestResponse } from '../../../../test/support/start-test-api.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';
import { waitUntil } from '../../../../test/support/wait-until.js';
import { automationLimits } from './domain/automation-limits.js';

const alertOn = (triggerType: string, more: object = {}): object => ({
  name: 'Watch',
  triggerType,
  actions: [{ type: 'create_alert', config: { name: 'Look at {{entity.name}}', severity: 'HIGH' } }],
  ...more,
});
const large = { field: 'amount', operator: 'gte', value: { $money: '1000 USD' } };
const trigger = { id: 't', type: 'trigger', data: {} };
const variable = (id: string): object => ({
  ...{ id, type: 'action' },
  data: { type: 'set_variable', config: { name: 'x', value: '1' } },
});
const edge = (source: string, target: string, sourceHandle?: string): object => ({
  ...{ id: `${source}-${target}`, source, target },
  ...(sourceHandle && { sourceHandle }),
});

describe('automations', () => {
  const api = useTestApi();
  const call = (path: string, body?: object, more: object = {}): Promise<TestResponse> =>
    api().call(path, { ...(body && { body }), ...more });
  const create = async (body: object): Promise<Body> => {
    const { status, body: made } = await call('/automations', body);
    if (status !== 201) throw new Error(JSON.stringify(made));
    return made;
  };
  const patch = (id: string, body: object): Promise<TestResponse> =>
    call(`/automations/${id}`, body, { method: 'PATCH' });

  it('are created, versioned on change, archived and restored', async () => {
    const { automation } = await create(alertOn('transaction_created', { conditions: [large] }));
    expect(automation).toMatchObject({
      ...{ name: 'Watch', type: 'realtime', triggerType: 'transaction_created', enabled: true, version: 1 },
      ...{
        archived: false,
        runCount: 0,
        lastRunAt: null,
        lastRunStatus: null,
        nextRunAt: null,
        steps: [],
        graph: null,
      },
    });
    const { id } = automation;
    expect((await patch(id, { name: 'Other', ifVersion: 1 })).body.automation).toMatchObject({
      name: 'Other',
      version: 2,
      conditions: [large],
    });
    expect((await patch(id, { name: 'Third', ifVersion: 1 })).body.error).toMatchObject({
      ...{ code: 'VERSION_CONFLICT', details: { currentVersion: 2 } },
    });
    expect((await patch(id, { name: 'Other' })).body.error.code).toBe('NO_CHANGES');
    expect((await patch(id, { layout: { at: 'x'.repeat(262_144) } })).status).toBe(400);
    const archived = await call(`/automations/${id}`, undefined, { method: 'DELETE' });
    expect(archived.body.automation).toMatchObject({ archived: true, enabled: false });
    expect((await patch(id, { name: 'Third' })).status).toBe(400);
    expect((await call('/automations?archived=true')).body.automations.map((each: Body) => each.id)).toContain(id);
    const listed = (await call('/automations')).body;
    expect(listed.automations.map((each: Body) => each.id)).not.toContain(id);
    expect(listed.totalArchived).toBeGreaterThan(0);
    expect((await call(`/automations/${id}/restore`, {})).body.automation).toMatchObject({
      archived: false,
      enabled: false,
    });
    const events = (await call(`/audit/events?resourceType=automation&resourceId=${id}`)).body.events;
    expect(events.map(({ event }: Body) => event).sort()).toEqual([
      ...['automation_archived', 'automation_created', 'automation_restored', 'automation_updated'],
    ]);
  });

  it('are listed by mode, trigger and enabled state', async () => {
    const on = await create(alertOn('alert_created'));
    const every = {
      every: { amount: 1, unit: 'hours' },
      entityFilter: [{ field: 'countryCode', operator: 'eq', value: 'BR' }],
    };
    const scheduled = await create(alertOn('scheduled', { type: 'scheduled', enabled: false, triggerConfig: every }));
    const ids = async (query: string): Promise<readonly string[]> =>
      (await call(`/automations?${query}`)).body.automations.map((each: Body) => each.id);
    expect(await ids('type=scheduled')).toEqual([scheduled.automation.id]);
    expect(await ids('triggerType=alert_created')).toEqual([on.automation.id]);
    expect(await ids('enabled=true')).toContain(on.automation.id);
    expect(await ids('enabled=false')).not.toContain(on.automation.id);
    expect((await call('/automations?triggerType=never')).status).toBe(400);
    expect((await call('/automations?type=never')).status).toBe(400);
    expect(scheduled.automation.nextRunAt).toBeNull();
    const { nextRunAt } = (await patch(scheduled.automation.id, { enabled: true })).body.automation;
    expect(new Date(nextRunAt as string).getTime()).toBeGreaterThan(Date.now());
  });

  it.each([
    ['no action', { actions: [] }, 'actions'],
    ['an unknown trigger', { triggerType: 'never' }, 'triggerType'],
    ['an unknown action', { actions: [{ type: 'never', config: {} }] }, 'actions[0].type'],
    ['a setting of another trigger', { triggerConfig: { cron: '0 8 * * *' } }, 'triggerConfig.cron'],
    ['a field that no entity has', { conditions: [{ field: 'amuont', operator: 'eq', value: 1 }] }, 'conditions[0]'],
    [
      'an operator that there is not',
      { conditions: [{ field: 'name', operator: 'never', value: 1 }] },
      'conditions[0]',
    ],
    [
      'a status that nothing sets by itself',
      { actions: [{ type: 'update_entity_status', config: { status: 'approved' } }] },
      'actions[0].config.status',
    ],
    [
      'a config that is not one',
      { actions: [{ type: 'create_alert', config: { name: 'x' } }] },
      'actions[0].config.severity',
    ],
    [
      'an identity validation that never ends',
      { actions: [{ type: 'start_kyc_validation', config: { expiresInHours: 721 } }] },
      'actions[0].config.expiresInHours',
    ],
    ['a graph without a trigger', { graph: { nodes: [variable('a')], edges: [] } }, 'graph.nodes'],
    [
      'form a cycle',
      {
        graph: {
          nodes: [trigger, variable('a'), variable('b')],
          edges: [edge('t', 'a'), edge('a', 'b'), edge('b', 'a')],
        },
      },
      'graph.edges',
    ],
    [
      'an edge to nowhere',
      { graph: { nodes: [trigger, variable('a')], edges: [edge('t', 'z')] } },
      'graph.edges[0].target',
    ],
    [
      'an action of a graph whose config is none',
      {
        graph: {
          nodes: [trigger, { id: 'a', type: 'action', data: { type: 'wait', config: null } }],
          edges: [edge('t', 'a')],
        },
      },
      'graph.nodes[1].data.config',
    ],
    ['a layout that is larger than an automation may be', { layout: { at: 'x'.repeat(262_144) } }, 'body'],
    ['a type that no entity has', { triggerConfig: { entityTypes: ['persona'] } }, 'triggerConfig.entityTypes'],
    [
      'a status that no entity has',
      { triggerType: 'entity_status_changed', triggerConfig: { to: ['aktive'] } },
      'triggerConfig.to',
    ],
    [
      'an unknown handle',
      { graph: { nodes: [trigger, variable('a')], edges: [edge('t', 'a', 'maybe')] } },
      'graph.edges[0].sourceHandle',
    ],
    [
      'a schedule every minute',
      { type: 'scheduled', triggerType: 'scheduled', triggerConfig: { cron: '* * * * *' } },
      'triggerConfig.cron',
    ],
    [
      'a schedule twice around midnight',
      { type: 'scheduled', triggerType: 'scheduled', triggerConfig: { cron: '0,59 0,23 * * *' } },
      'triggerConfig.cron',
    ],
    [
      'a schedule once every 28 years',
      { type: 'scheduled', triggerType: 'scheduled', triggerConfig: { cron: '0 0 * 2 1#5' } },
      'triggerConfig.cron',
    ],
    [
      'a schedule on a day that no month has',
      { type: 'scheduled', triggerType: 'scheduled', triggerConfig: { cron: '0 0 31 2 *' } },
      'triggerConfig.cron',
    ],
    [
      'a schedule that chooses its times itself',
      { type: 'scheduled', triggerType: 'scheduled', triggerConfig: { cron: '0 H(0-7) * * *' } },
      'triggerConfig.cron',
    ],
    [
      'a schedule of six fields',
      { type: 'scheduled', triggerType: 'scheduled', triggerConfig: { cron: '0 0 8 * * *' } },
      'triggerConfig.cron',
    ],
  ])('are rejected with %s, naming the invalid field', async (_, more, at) => {
    const { status, body } = await call('/automations', alertOn('entity_created', more));
    expect([status, body.error?.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(Object.keys(body.error.details as object)).toContain(at);
  });

  it('are rejected when the trigger does not provide what an action needs', async () => {
    const { status, body } = await call('/automations', {
      ...{ name: 'Wrong', triggerType: 'entity_created' },
      actions: [{ type: 'update_transaction_status', config: { status: 'REJECTED' } }],
    });
    expect([status, body.error.code]).toEqual([400, 'SYNERGY_ERROR']);
    expect(body.synergyErrors).toMatchObject([
      { nodeId: 'action-1', triggerType: 'entity_created', actionType: 'update_transaction_status' },
    ]);
  });

  it('warn on save when two automations can trigger each other', async () => {
    const first = await create({
      ...{ name: 'First', triggerType: 'entity_updated' },
      actions: [{ type: 'update_entity_status', config: { status: 'under_review' } }],
    });
    expect(first.warnings).toEqual([]);
    const second = await create({
      ...{ name: 'Second', triggerType: 'entity_status_changed' },
      actions: [{ type: 'update_entity_attributes', config: { attributes: { seen: true } } }],
    });
    expect(second.warnings).toMatchObject([expect.stringContaining('"First"')]);
  });

  it('warn on save of the permissions that who enables them lacks', async () => {
    const key = await createKeyWith(api(), 'automations:create', 'automations:edit');
    const { body: made } = await call('/automations', alertOn('entity_created'), { key });
    expect(made.warnings).toEqual([
      expect.stringContaining('entity_created requires the permission entities:read'),
      expect.stringContaining('create_alert requires the permission alerts:create'),
    ]);
    const path = `/automations/${made.automation.id}`;
    const off = await call(path, { enabled: false }, { method: 'PATCH', key });
    const on = await patch(made.automation.id, { enabled: true });
    const renamed = await call(path, { name: 'Watched' }, { method: 'PATCH', key });
    expect([off, on, renamed].map(({ body }) => body.warnings)).toEqual([[], [], []]);
  });

  it('can be changed by two concurrent requests', async () => {
    const actions = [{ type: 'set_variable', config: { name: 'x', value: '1' } }];
    const { id } = (await create(alertOn('entity_created', { actions }))).automation;
    const blocker = await api().pool.connect();
    try {
      await blocker.query('begin');
      await blocker.query('select from automations where id = $1 for update', [id]);
      const both = [
        patch(id, { triggerType: 'webhook_received' }),
        patch(id, { triggerConfig: { countries: ['BR'] } }),
      ];
      await waitUntil(async () => {
        const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
        return (await blocker.query(waiting)).rowCount === both.length;
      });
      await blocker.query('rollback');
      const answers = await Promise.all(both);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    } finally {
      await blocker.query('rollback');
      blocker.release();
    }
  });

  it('are listed up to a limit, including the newest archived ones', async () => {
    const { id } = (await create(alertOn('entity_created'))).automation;
    const { pool, production } = api();
    await pool.query(
      `insert into automations (organization_id, id, name, type, trigger_type, content, enabled, version, enabled_by, created_by, created_at,
         updated_at, archived_at)
       select organization_id, gen_random_uuid(), 'copy', type, trigger_type, content, false, 1, enabled_by, created_by,
         created_at - interval '1 hour', updated_at, now()
       from automations, generate_series(1, $2) where id = $1`,
      [id, automationLimits.automations],
    );
    await call(`/automations/${id}`, undefined, { method: 'DELETE' });
    const { automations, total } = (await call('/automations?archived=true')).body;
    expect(automations).toHaveLength(automationLimits.automations);
    expect(automations.at(-1).id).toBe(id);
    expect(total).toBeGreaterThan(automationLimits.automations);
    await pool.query(`delete from automations where organization_id = $1 and name = 'copy'`, [
      production.organizationId,
    ]);
  });

  it('can be disabled but not re-enabled once their actions have become impossible', async () => {
    const { id } = (await create(alertOn('entity_created'))).automation;
    const conditions = JSON.stringify([{ field: 'gone', operator: 'eq', value: 1 }]);
    await api().pool.query(
      `update automations set content = jsonb_set(content::jsonb, '{conditions}', $2::jsonb)::json where id = $1`,
      [id, conditions],
    );
    expect((await patch(id, { enabled: false, name: 'Off' })).body.automation).toMatchObject({ enabled: false });
    expect((await patch(id, { enabled: true })).status).toBe(400);
  });

  it('are limited per organization, including when one is restored', async () => {
    const { id } = (await create(alertOn('entity_created'))).automation;
    await call(`/automations/${id}`, undefined, { method: 'DELETE' });
    const { pool, production } = api();
    const all = (await call('/automations')).body.total as number;
    await pool.query(
      `insert into automations (organization_id, id, name, type, trigger_type, content, enabled, version, enabled_by, created_by, created_at,
         updated_at)
       select organization_id, gen_random_uuid(), 'copy', type, trigger_type, content, false, 1, enabled_by, created_by, created_at, updated_at
       from automations, generate_series(1, $2) where id = $1`,
      [id, automationLimits.automations - all],
    );
    const restored = await call(`/automations/${id}/restore`, {});
    expect([restored.status, restored.body.error?.code]).toEqual([400, 'TOO_MANY_ITEMS']);
    await pool.query(`delete from automations where organization_id = $1 and name = 'copy'`, [
      production.organizationId,
    ]);
    expect((await call(`/automations/${id}/restore`, {})).status).toBe(200);
  });

  it('run with the permissions of the caller who last changed their actions', async () => {
    const { automation } = await create(alertOn('entity_created'));
    const other = await createKeyWith(api(), 'automations:edit', 'automations:read');
    const asOther = (body: object): Promise<TestResponse> =>
      call(`/automations/${automation.id}`, body, { method: 'PATCH', key: other });
    expect((await asOther({ name: 'Renamed' })).body.automation.enabledBy).toBe(automation.enabledBy);
    const actions = [{ type: 'set_variable', config: { name: 'x', value: '1' } }];
    expect((await asOther({ actions })).body.automation.enabledBy).not.toBe(automation.enabledBy);
    expect((await call('/automations', alertOn('entity_created'), { key: other })).status).toBe(403);
    expect((await call(`/automations/${unknownId}`)).status).toBe(404);
  });
});
