import { setTimeout as sleep } from 'node:timers/promises';

import { partSeed, wholeOrPart } from '@tamis/testkit';

import { type KillableServer, startKillable } from '../../../../test/support/killable-server.js';
import { useAutomations } from '../../../../test/support/use-automations.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';
import { waitUntil } from '../../../../test/support/wait-until.js';

const kills = wholeOrPart(100, 3);

/** Returns a number between 0 and 1, always the same for the same seed. */
const seeded = (n: number): number => Math.abs(Math.sin((n + 1) * 77.771 + partSeed) * 43758.5453) % 1;

describe('automation effects when processes die', () => {
  const api = useOwnTestApi();
  let server: KillableServer;
  const { automation, finished, made } = useAutomations(() => ({
    pool: api().pool,
    call: async (path, call = {}) => (await server.ask(path, call))!,
  }));
  beforeAll(async () => {
    await api().app.close();
    server = await startKillable(api(), { LOG: 'silent' });
  });
  afterAll(() => server.kill());

  it('design 8.1, 18: happen once when a process dies between any two steps', async () => {
    const { data } = await made('/data-lists', { name: 'Seen', type: 'custom', source: 'internal' });
    const id = await automation('entity_created', {
      actions: [
        { type: 'create_alert', config: { name: 'Alert of {{entity.externalId}}', severity: 'LOW' } },
        { type: 'add_to_data_list', config: { listId: data.id, primaryValue: '{{entity.externalId}}' } },
        { type: 'create_investigation', config: { name: 'Case of {{entity.externalId}}' } },
        {
          type: 'add_note',
          config: { investigationId: '{{results.action-3.id}}', body: 'Note of {{entity.externalId}}' },
        },
        { type: 'update_entity_status', config: { status: 'blocked' } },
        { type: 'update_entity_attributes', config: { attributes: { seen: 'yes' } } },
        {
          type: 'send_email',
          config: { to: ['ana@example.com'], subject: 'S', body: 'Letter of {{entity.externalId}}' },
        },
        { type: 'set_variable', config: { name: 'x', value: '{{entity.externalId}}' } },
      ],
    });
    let [isOver, stored] = [false, 0];
    const lane = async (number: number): Promise<void> => {
      for (let n = 0; !isOver; n += 1) {
        const body = { type: 'person', name: 'A', countryCode: 'BR', externalId: `kill-${number}-${n}` };
        if ((await server.ask('/entities', { body }))?.status === 201) stored += 1;
        else await sleep(20);
      }
    };
    const load = [1, 2, 3].map(lane);
    for (let kill = 0; kill < kills; kill += 1) {
      const before = stored;
      await waitUntil(() => stored > before + 3);
      await sleep(seeded(kill) * 300);
      await server.kill();
      // Executions of the killed process are due now.
      await api().pool.query(
        "update automation_executions set leased_until = now() - interval '1 second' where finished_at is null and leased_until is not null",
      );
      server = await startKillable(api(), { LOG: 'silent' });
    }
    isOver = true;
    await Promise.all(load);
    const counts = async () =>
      (
        await api().pool.query<Readonly<Record<string, number>>>(
          `select (select count(*)::int from entities) as entities,
             (select count(*)::int from automation_executions where automation_id = $1 and status = 'completed') as completed,
             (select count(*)::int from automation_executions where status <> 'completed') as others,
             (select count(*)::int from alerts) as alerts, (select count(distinct name)::int from alerts) as "differentAlerts",
             (select count(*)::int from cases) as cases, (select count(distinct name)::int from cases) as "differentCases",
             (select count(*)::int from data_list_items) as items, (select count(*)::int from automation_steps) as steps,
             (select count(*)::int from notes) as notes, (select count(distinct body)::int from notes) as "differentNotes",
             (select count(*)::int from entity_status_history where source = 'automation') as moves,
             (select count(*)::int from audit_events where event = 'entity_attributes_updated') as changes,
             (select count(*)::int from outgoing_emails where event = 'mail.automation') as letters,
             (select count(distinct payload ->> 'body')::int from outgoing_emails where event = 'mail.automation') as "differentLetters"`,
          [id],
        )
      ).rows[0]!;
    await waitUntil(async () => {
      const { entities, completed } = await counts();
      return completed === entities;
    }, 600_000);
    const { entities: all, ...found } = await counts();
    expect(all).toBeGreaterThan(3 * kills);
    expect(found).toEqual({
      ...{ completed: all, others: 0, alerts: all, differentAlerts: all, cases: all, differentCases: all, items: all },
      ...{ notes: all, differentNotes: all, moves: all, changes: all, letters: all, differentLetters: all },
      steps: 8 * all!,
    });
  }, 1_800_000);

  it('happen at the scheduled time even if the process that looked for the entities died', async () => {
    const { entity } = await made('/entities', { type: 'person', name: 'Far', countryCode: 'AR' });
    const entityFilter = [{ field: 'countryCode', operator: 'eq', value: 'AR' }];
    const id = await automation('scheduled', {
      type: 'scheduled',
      triggerConfig: { cron: '0 8 * * 1', entityFilter },
      actions: [{ type: 'create_alert', config: { name: 'Weekly', severity: 'LOW' } }],
    });
    const { pool } = api();
    const schedule = async () =>
      (
        await pool.query<{ due: boolean; leased: boolean }>(
          'select next_run_at <= now() as due, leased_until > now() as leased from automations where id = $1',
          [id],
        )
      ).rows[0]!;
    const blocker = await pool.connect();
    try {
      await blocker.query('begin');
      await blocker.query('lock table automation_executions in share mode');
      await pool.query("update automations set next_run_at = now() - interval '1 minute' where id = $1", [id]);
      await waitUntil(async () => (await schedule()).leased);
      expect(await schedule()).toEqual({ due: true, leased: true });
      await server.kill();
      await blocker.query('rollback');
    } finally {
      blocker.release();
    }
    server = await startKillable(api(), { LOG: 'silent' });
    await pool.query("update automations set leased_until = now() - interval '1 second' where id = $1", [id]);
    await waitUntil(async () => !(await schedule()).due);
    expect(await finished(id)).toMatchObject([{ status: 'completed' }]);
    const { rows } = await pool.query("select target_entity_id as entity from alerts where name = 'Weekly'");
    expect(rows).toEqual([{ entity: entity.id }]);
  });
});
