import { unknownId } from '../../../../test/support/rule-samples.js';
import type { Body, Call } from '../../../../test/support/start-test-api.js';
import { usePeople } from '../../../../test/support/use-people.js';
import { limits } from '../../../platform/limits.js';

describe('teams', () => {
  const { api, owner, joined } = usePeople();
  type Place = ReturnType<Awaited<ReturnType<typeof owner>>['inOrganization']>;
  const made = async (place: Place, name: string): Promise<string> => {
    const answer = await place.call('/teams', { body: { name } });
    expect(answer.status).toBe(201);
    return (answer.body.team as { id: string }).id;
  };
  const put: Call = { method: 'PUT' };
  const remove: Call = { method: 'DELETE' };

  it('are created, renamed, joined, left and deleted, with audit log entries', async () => {
    const boss = await owner();
    const place = boss.inOrganization(boss.production.id);
    const member = await joined(boss, { environmentAccess: 'both' });
    const id = await made(place, 'Desk');
    const renamed = await place.call(`/teams/${id}`, { method: 'PATCH', body: { name: 'Sanctions desk' } });
    expect(renamed.body.team).toMatchObject({ id, name: 'Sanctions desk', description: null, memberCount: 0 });
    for (let twice = 0; twice < 2; twice += 1) {
      const joining = await place.call(`/teams/${id}/members/${member.id}`, put);
      expect(joining).toMatchObject({ status: 200, body: { team: { memberCount: 1 } } });
    }
    const inTeam = (await place.call(`/teams/${id}/members`)).body;
    expect(inTeam).toMatchObject({
      members: [{ id: member.id, teams: [{ id, name: 'Sanctions desk' }] }],
      pagination: { total: 1 },
    });
    // Teams belong to the account: the sandbox can read but not change them.
    const sandbox = boss.inOrganization(boss.sandbox.id);
    expect((await sandbox.call('/teams')).body.teams).toMatchObject([{ id }]);
    expect((await sandbox.call(`/teams/${id}`, remove)).status).toBe(403);
    const left = await place.call(`/teams/${id}/members/${member.id}`, remove);
    expect(left.body.team.memberCount).toBe(0);
    await place.call(`/teams/${id}/members/${member.id}`, put);
    expect((await place.call(`/teams/${id}`, remove)).body).toMatchObject({ success: true, id });
    const members = (await place.call('/members')).body.members as Body[];
    expect(members.map(({ teams }) => teams)).toEqual(members.map(() => []));
    const { events } = (await place.call(`/audit/events?resourceId=${id}&sortOrder=asc`)).body;
    expect(events.map(({ event }: Body) => event)).toEqual(['team_created', 'team_updated', 'team_deleted']);
    const changes = (await place.call(`/audit/events?resourceId=${member.id}&event=member_updated&sortOrder=asc`)).body;
    const moves = (changes.events as Body[]).flatMap((event) => (event.changes as { teams?: object }).teams ?? []);
    const joining = { previous: [], current: ['Sanctions desk'] };
    expect(moves).toEqual([joining, { previous: joining.current, current: [] }, joining]);
  });

  it('are restored as they were when deleted, with those who are still members', async () => {
    const boss = await owner();
    const place = boss.inOrganization(boss.production.id);
    const [staying, leaving] = [
      await joined(boss, { environmentAccess: 'both' }),
      await joined(boss, { environmentAccess: 'both' }),
    ];
    const made = await place.call('/teams', { body: { name: 'Night desk', description: 'At night' } });
    const { id } = made.body.team as { id: string };
    for (const member of [staying, leaving]) await place.call(`/teams/${id}/members/${member.id}`, put);
    const restore = () => place.call(`/teams/${id}/restore`, { body: {} });
    expect((await restore()).body.team).toMatchObject({ id, memberCount: 2 });
    await place.call(`/teams/${id}`, remove);
    await place.call(`/members/${leaving.id}`, remove);
    const other = await place.call('/teams', { body: { name: 'night DESK' } });
    expect((await restore()).body.error.code).toBe('DUPLICATE_NAME');
    await place.call(`/teams/${other.body.team.id as string}`, remove);
    expect((await restore()).body.team).toMatchObject({
      id,
      name: 'Night desk',
      description: 'At night',
      memberCount: 1,
    });
    expect((await place.call(`/teams/${id}/members`)).body.members).toMatchObject([{ id: staying.id }]);
    const { events } = (await place.call(`/audit/events?resourceId=${id}&sortOrder=asc`)).body;
    expect(events.map(({ event }: Body) => event)).toEqual(['team_created', 'team_deleted', 'team_created']);
    expect((await place.call(`/teams/${unknownId}/restore`, { body: {} })).status).toBe(404);
  });

  it('have unique names and limits', async () => {
    const boss = await owner();
    const place = boss.inOrganization(boss.production.id);
    const id = await made(place, 'Fraud');
    for (const name of ['FRAUD', ' Fraud\t'])
      expect((await place.call('/teams', { body: { name } })).body.error.code).toBe('DUPLICATE_NAME');
    const other = await made(place, 'Other');
    const taken = await place.call(`/teams/${other}`, { method: 'PATCH', body: { name: 'fraud' } });
    expect([taken.status, taken.body.error.code]).toEqual([409, 'DUPLICATE_NAME']);
    expect((await place.call('/teams', { body: { name: ' ' } })).status).toBe(400);
    const unknown = [`/teams/${unknownId}/members/${unknownId}`, `/teams/${id}/members/${unknownId}`];
    for (const path of unknown) expect((await place.call(path, put)).status).toBe(404);
    const first = (await place.call('/teams?limit=1')).body;
    expect([first.teams.length, first.pagination.total]).toEqual([1, 2]);
    await api().pool.query(
      `insert into teams (organization_id, id, name) select $1, gen_random_uuid(), 'many ' || n from generate_series(1, $2) n`,
      [boss.production.id, limits.teams.account - 2],
    );
    expect((await place.call('/teams', { body: { name: 'One more' } })).body.error.code).toBe('TEAM_LIMIT_REACHED');
  });

  it('stay within their limits under concurrent creation and joining', async () => {
    const boss = await owner();
    const place = boss.inOrganization(boss.production.id);
    const id = await made(place, 'Full');
    const statusesOf = async (calls: readonly Promise<{ readonly status: number }>[]): Promise<number[]> =>
      (await Promise.all(calls)).map(({ status }) => status).sort();
    await api().pool.query(
      `with made as (insert into members (organization_id, id, email, role_id, environment_access, status)
         select m.organization_id, gen_random_uuid(), 'full-' || n || '@example.com', m.role_id, 'none', 'deactivated'
         from members m, generate_series(1, $2) n where m.organization_id = $1 returning organization_id, id)
       insert into team_members (organization_id, team_id, member_id)
         select organization_id, $3, id from made limit $4`,
      [boss.production.id, limits.teams.members + 3, id, limits.teams.members - 1],
    );
    const { rows } = await api().pool.query<{ id: string }>(
      `select id from members m where organization_id = $1 and status = 'deactivated'
         and not exists (select from team_members t where t.member_id = m.id)`,
      [boss.production.id],
    );
    const joins = rows.map((member) => place.call(`/teams/${id}/members/${member.id}`, put));
    expect(await statusesOf(joins)).toEqual([200, 409, 409, 409]);
    expect((await place.call(`/teams/${id}`)).body.team.memberCount).toBe(limits.teams.members);
    await api().pool.query(
      `insert into teams (organization_id, id, name) select $1, gen_random_uuid(), 'many ' || n from generate_series(1, $2) n`,
      [boss.production.id, limits.teams.account - 2],
    );
    const makes = [1, 2, 3, 4].map((n) => place.call('/teams', { body: { name: `At once ${n}` } }));
    expect(await statusesOf(makes)).toEqual([201, 409, 409, 409]);
  });

  it('lose a member who is removed from the organization', async () => {
    const boss = await owner();
    const place = boss.inOrganization(boss.production.id);
    const member = await joined(boss, { environmentAccess: 'both' });
    const id = await made(place, 'Left');
    await place.call(`/teams/${id}/members/${member.id}`, put);
    await place.call(`/members/${member.id}`, remove);
    expect((await place.call(`/teams/${id}`)).body.team.memberCount).toBe(0);
  });
});
