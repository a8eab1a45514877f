import { signInOwner } from '../../../../test/support/sign-in-member.js';
import type { Body } from '../../../../test/support/start-test-api.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';
import { limits } from '../../../platform/limits.js';
import { ownerRole } from '../../tenancy/members/index.js';
import { ReleaseWork } from './release-work.js';

const assignmentTo = (to: string | object): object => (typeof to === 'string' ? { assignedTo: to } : to);

describe('work of a member who can no longer do it', () => {
  const api = useOwnTestApi();
  let people = 0;
  beforeAll(() => signInOwner(api(), 'owner@example.com'));

  const send = async (path: string, body?: object, method?: string, key?: string): Promise<Body> => {
    const answer = await api().call(path, { ...(body && { body }), ...(method && { method }), ...(key && { key }) });
    expect([answer.status < 300, answer.text]).toEqual([true, answer.text]);
    return answer.body;
  };
  const newMember = async (): Promise<{ readonly userId: string; readonly path: string }> => {
    const { userId } = await signInOwner(api(), `analyst-${(people += 1)}@example.com`);
    const { members } = await send('/members?limit=100');
    return { userId, path: `/members/${(members as readonly Body[]).find((each) => each.userId === userId)!.id}` };
  };
  const newAlert = async (to: string | object, key?: string): Promise<string> => {
    const person = { type: 'person', name: 'Ana', countryCode: 'BR' };
    const { entity } = await send('/entities', person, 'POST', key);
    const asked = { name: 'Look', severity: 'HIGH', targetEntityId: entity.id };
    const { alert } = await send('/intelligence/alerts', asked, 'POST', key);
    await send(`/intelligence/alerts/${alert.id}/assign`, assignmentTo(to), 'PUT', key);
    return alert.id as string;
  };
  const newCase = async (to: string | object): Promise<string> => {
    const { investigation } = await send('/intelligence/investigations', { name: 'Look' });
    await send(`/intelligence/investigations/${investigation.id}/assign`, assignmentTo(to), 'PUT');
    return investigation.id as string;
  };
  const alertOf = async (id: string, key?: string): Promise<Body> =>
    (await send(`/intelligence/alerts/${id}`, undefined, 'GET', key)).alert;
  const caseOf = async (id: string): Promise<Body> => (await send(`/intelligence/investigations/${id}`)).investigation;
  const releaseDue = (): Promise<number> => api().app.get(ReleaseWork).release();
  const release = async (): Promise<number> => {
    await api().pool.query('update work_releases set starts_at = least(starts_at, now())');
    return releaseDue();
  };

  it('returns to the queue with an audit entry and an event, in production and sandbox', async () => {
    const { userId, path } = await newMember();
    const [open, done, investigation] = [await newAlert(userId), await newAlert(userId), await newCase(userId)];
    const played = await newAlert(userId, api().sandbox.key);
    await send(`/intelligence/alerts/${done}/resolve`, {});
    await send(path, undefined, 'DELETE');
    expect(await release()).toBe(3);
    const nobody = { assignedTo: null, assignedToType: null };
    expect(await alertOf(open)).toMatchObject({ ...nobody, assignedAt: null, status: 'OPEN' });
    expect(await alertOf(done)).toMatchObject({ assignedTo: userId });
    expect(await alertOf(played, api().sandbox.key)).toMatchObject(nobody);
    expect(await caseOf(investigation)).toMatchObject({ ...nobody, version: 3 });
    const told = { actor: { type: 'system' }, changes: { assignedTo: { previous: userId, current: null } } };
    for (const [id, event] of [
      [open, 'alert_assigned'],
      [investigation, 'investigation_assigned'],
    ] as const)
      expect((await send(`/audit/events?resourceId=${id}&limit=1`)).events).toMatchObject([
        { event, ...told, context: { reason: 'the assignee can no longer work on it' } },
      ]);
    const { rows } = await api().pool.query<{ event: string }>(
      `select event from outbox_events where payload ->> 'previousAssignedTo' = $1`,
      [userId],
    );
    expect(new Set(rows.map(({ event }) => event))).toEqual(new Set(['alert.assigned', 'investigation.assigned']));
    expect(await release()).toBe(0);
  });

  it('is released in batches, however much it is', async () => {
    const { userId, path } = await newMember();
    const id = await newAlert(userId);
    const more = limits.workReleaseItems * 2 + 7;
    const { rows } = await api().pool.query<{ columns: string }>(
      `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
       where attrelid = 'alerts'::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname <> 'id'`,
    );
    const { columns } = rows[0]!;
    await api().pool.query(
      `insert into alerts (id, ${columns}) select gen_random_uuid(), ${columns} from alerts, generate_series(1, $2) where id = $1`,
      [id, more],
    );
    await send(path, { status: 'deactivated' }, 'PATCH');
    expect(await release()).toBe(more + 1);
    expect((await send(`/intelligence/alerts?assignedTo=${userId}&limit=1`)).count).toBe(0);
  });

  it('is released when a role or an access no longer includes it, and stays while it does', async () => {
    const { userId, path } = await newMember();
    const [alert, investigation] = [await newAlert(userId), await newCase(userId)];
    const played = await newAlert(userId, api().sandbox.key);
    const permissions = ['alerts:read', 'alerts:edit', 'cases:edit'];
    const { role } = await send('/roles', { name: 'Handler', permissions });
    await send(path, { roleId: role.id }, 'PATCH');
    expect(await release()).toBe(0);
    await send(path, { environmentAccess: 'production' }, 'PATCH');
    expect(await release()).toBe(1);
    expect(await alertOf(played, api().sandbox.key)).toMatchObject({ assignedTo: null });
    await send(`/roles/${role.id}`, { permissions: ['alerts:read', 'cases:edit'] }, 'PATCH');
    expect(await release()).toBe(1);
    expect(await alertOf(alert)).toMatchObject({ assignedTo: null });
    await send(path, { roleId: ownerRole.id }, 'PATCH');
    expect(await release()).toBe(0);
    expect(await caseOf(investigation)).toMatchObject({ assignedTo: userId });
  });

  it('stays theirs if the change is undone in time', async () => {
    const { userId, path } = await newMember();
    const [alert, investigation] = [await newAlert(userId), await newCase(userId)];
    await send(path, { status: 'deactivated' }, 'PATCH');
    expect(await releaseDue()).toBe(0);
    await send(path, { status: 'active' }, 'PATCH');
    expect(await release()).toBe(0);
    expect(await alertOf(alert)).toMatchObject({ assignedTo: userId });
    expect(await caseOf(investigation)).toMatchObject({ assignedTo: userId, version: 2 });
  });

  it.each([
    ['team', { name: 'Fraud' }],
    ['role', { name: 'Fraud', permissions: ['alerts:edit', 'cases:edit'] }],
  ])('is released if it belongs to a removed %s that is not restored', async (type, body) => {
    const { id } = (await send(`/${type}s`, body))[type];
    const given = { assignedTo: id as string, assignedToType: type };
    const [alert, closed, investigation] = [await newAlert(given), await newAlert(given), await newCase(given)];
    await send(`/intelligence/alerts/${closed}/resolve`, {});
    await send(`/${type}s/${id}`, undefined, 'DELETE');
    expect(await releaseDue()).toBe(0);
    await send(`/${type}s/${id}/restore`, {});
    expect(await release()).toBe(0);
    expect(await alertOf(alert)).toMatchObject(given);
    await send(`/${type}s/${id}`, undefined, 'DELETE');
    await release();
    const nobody = { assignedTo: null, assignedToType: null };
    for (const record of [await alertOf(alert), await caseOf(investigation)]) expect(record).toMatchObject(nobody);
    await send(`/intelligence/alerts/${closed}/status`, { status: 'IN_PROGRESS', reason: 'A new lead' }, 'PATCH');
    await release();
    expect(await alertOf(closed)).toMatchObject({ ...nobody, status: 'IN_PROGRESS' });
  });

  it('does not come back to them when it is reopened or an assignment is reverted', async () => {
    const { userId, path } = await newMember();
    const [alert, investigation] = [await newAlert(userId), await newCase(userId)];
    const closed = { status: 'CLOSED', closureReason: 'Done' };
    await send(`/intelligence/alerts/${alert}/resolve`, {});
    await send(`/intelligence/investigations/${investigation}/status`, closed, 'PATCH');
    const moved = await newAlert(userId);
    const given = { alertIds: [moved], action: 'assign', assignedTo: 'unassigned' };
    const { changed } = await send('/intelligence/alerts/bulk', given);
    await send(path, undefined, 'DELETE');
    await release();
    await api().pool.query('delete from work_releases');
    const reopened = { status: 'IN_PROGRESS', reason: 'A new lead' };
    await send(`/intelligence/alerts/${alert}/status`, reopened, 'PATCH');
    await send(`/intelligence/investigations/${investigation}/status`, reopened, 'PATCH');
    expect(await release()).toBe(2);
    expect(await alertOf(alert)).toMatchObject({ assignedTo: null, status: 'IN_PROGRESS' });
    expect(await caseOf(investigation)).toMatchObject({ assignedTo: null, status: 'IN_PROGRESS' });
    const reverted = await send('/intelligence/alerts/revert', { changes: changed as readonly Body[] });
    expect(reverted).toMatchObject({ changed: [], failed: [{ alertId: moved, code: 'VALIDATION_ERROR' }] });
  });
});
