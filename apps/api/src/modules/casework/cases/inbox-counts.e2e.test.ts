import { countInbox } from './persistence/inbox-store.js';
import { AggregateInbox } from './use-cases/aggregate-inbox.js';
import type { Body } from '../../../../test/support/start-test-api.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';
import { createTeam } from '../../../../test/support/create-team.js';

const runs = Number(process.env['TAMIS_RUNS'] ?? 1);

describe('inbox summary', () => {
  const api = useOwnTestApi();
  const send = async (method: string, path: string, body: object): Promise<Body> =>
    (await api().call(path, { method, body })).body;

  /** Returns the stored counts and an actual count, taken at the same moment. */
  const both = async (assignee: string | null | undefined): Promise<readonly unknown[]> => {
    const { organizationId } = api().production;
    const client = await api().pool.connect();
    try {
      await client.query('begin isolation level repeatable read');
      const kept = await countInbox(client, organizationId, assignee);
      const counted = await client.query<{ key: string; count: number }>(
        `select kind || ' ' || status || ' ' || priority as key, count(*)::int as count from (
           select 'alert' as kind, case status when 'RESOLVED' then 'CLOSED' else status end as status, priority, assigned_to, organization_id from alerts
           union all select 'case', status, priority, assigned_to, organization_id from cases) r
         where organization_id = $1 and ($2 or assigned_to is not distinct from $3::uuid) group by 1 order by 1`,
        [organizationId, assignee === undefined, assignee ?? null],
      );
      await client.query('commit');
      const shown = kept.map(({ kind, status, priority, count }) => ({ key: `${kind} ${status} ${priority}`, count }));
      return [shown.sort((a, b) => (a.key < b.key ? -1 : 1)), counted.rows];
    } finally {
      client.release();
    }
  };
  const check = async (assignee?: string | null): Promise<void> => {
    const [kept, counted] = await both(assignee);
    expect(kept).toEqual(counted);
  };

  it('equals a full count while records are created, moved and assigned and counts are aggregated', async () => {
    const entity = await send('POST', '/entities', { type: 'person', name: 'I', countryCode: 'BR' });
    const team = await createTeam(api());
    const severities = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'];
    let working = 4;
    const work = async (worker: number): Promise<void> => {
      for (let step = 0; step < 6 * runs; step += 1) {
        const severity = severities[(worker + step) % 4];
        const raised = { name: `a${worker} ${step}`, severity, targetEntityId: entity.entity.id };
        const { alert } = await send('POST', '/intelligence/alerts', raised);
        const path = `/intelligence/alerts/${alert.id}`;
        if (step % 2 === 0)
          await send('PUT', `${path}/assign`, { assignedTo: team, assignedToType: 'team', priority: 'LOW' });
        if (step % 3 === 0) await send('POST', `${path}/resolve`, {});
        else await send('PATCH', `${path}/status`, { status: 'ESCALATED' });
        const { investigation } = await send('POST', '/intelligence/investigations', {
          name: 'c',
          alertIds: [alert.id],
        });
        const closed = { status: 'CLOSED', closureReason: 'seen' };
        if (step % 3 === 1) await send('PATCH', `/intelligence/investigations/${investigation.id}/status`, closed);
      }
      working -= 1;
    };
    const counting = async (): Promise<void> => {
      while (working > 0) {
        await api().app.get(AggregateInbox).aggregate();
        for (const assignee of [undefined, null, team]) await check(assignee);
      }
    };
    await Promise.all([...[0, 1, 2, 3].map(work), counting()]);
    for (const assignee of [undefined, null, team]) await check(assignee);
    await api().pool.query(`delete from cases where id in (select id from cases order by id limit 3)`);
    await check();
    await api().app.get(AggregateInbox).aggregate();
    await check();
    const { rows } = await api().pool.query('select 1 from inbox_changes');
    expect(rows).toEqual([]);
    const { summary } = (await api().call('/intelligence/inbox')).body;
    expect(summary).toMatchObject({ totalAlerts: 24 * runs, totalCases: 24 * runs - 3 });
  });
});
