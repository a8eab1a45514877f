import { createKeyWith } from '../../../../test/support/create-key-with.js';
import { signInOwner } from '../../../../test/support/sign-in-member.js';
import { newId } from '../../../platform/database/index.js';
import { createTeam } from '../../../../test/support/create-team.js';
import type { Body } from '../../../../test/support/start-test-api.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';
import { ownerRole } from '../../tenancy/members/index.js';

describe('members to whom an alert is assigned', () => {
  const api = useTestApi();

  const member = async (access: string): Promise<string> => {
    const [userId, roleId] = [newId(), access === 'none' ? newId() : ownerRole.id];
    await api().pool.query(
      `insert into members (organization_id, id, user_id, email, role_id, environment_access, status)
       values ($1, $2, $3, $4, $5, $6, 'active')`,
      [api().production.organizationId, newId(), userId, `${access}@example.com`, roleId, access],
    );
    return userId;
  };
  const raise = async (key: string): Promise<string> => {
    const person = { type: 'person', name: 'Ana', countryCode: 'BR' };
    const { entity } = (await api().call('/entities', { key, body: person })).body;
    const body = { name: 'Look', severity: 'HIGH', targetEntityId: entity.id };
    return (await api().call('/intelligence/alerts', { key, body })).body.alert.id as string;
  };

  it('have access to its environment', async () => {
    const [production, sandbox] = [api().production.key, api().sandbox.key];
    const [real, played] = [await raise(production), await raise(sandbox)];
    const assign = async (alertId: string, key: string, assignedTo: string): Promise<number> => {
      const asked = { key, method: 'PUT', body: { assignedTo } };
      return (await api().call(`/intelligence/alerts/${alertId}/assign`, asked)).status;
    };
    const statuses: [string, number, number][] = [];
    for (const access of ['both', 'production', 'sandbox', 'none']) {
      const userId = await member(access);
      statuses.push([access, await assign(real, production, userId), await assign(played, sandbox, userId)]);
    }
    expect(statuses).toEqual([
      ['both', 200, 200],
      ['production', 200, 400],
      ['sandbox', 400, 200],
      ['none', 400, 400],
    ]);
  });

  it('have a permission with which they can work on it', async () => {
    const reader = await signInOwner(api(), 'reader@example.com');
    const { userId } = reader;
    const send = (path: string, method: string, body?: object) => api().call(path, { method, ...(body && { body }) });
    const { rows } = await api().pool.query<{ id: string }>(
      'select id from members where user_id = $1 and organization_id = $2',
      [userId, api().production.organizationId],
    );
    const give = async (roleId: string) =>
      expect((await send(`/members/${rows[0]!.id}`, 'PATCH', { roleId })).status).toBe(200);
    const roleOf = async (...permissions: readonly string[]): Promise<string> =>
      (await send('/roles', 'POST', { name: permissions.join(' '), permissions })).body.role.id as string;
    const reads = await roleOf('alerts:read', 'alerts:assign', 'cases:read');
    await give(reads);
    const alert = await raise(api().production.key);
    const { investigation } = (await send('/intelligence/investigations', 'POST', { name: 'Look' })).body;
    const team = await createTeam(api());
    const asked = async (to: object): Promise<readonly (string | undefined)[]> => {
      const answers = [
        await send(`/intelligence/alerts/${alert}/assign`, 'PUT', to),
        await send('/intelligence/alerts/bulk', 'POST', { alertIds: [alert], action: 'assign', ...to }),
        await send(`/intelligence/investigations/${investigation.id}/assign`, 'PUT', to),
        await send('/intelligence/investigations', 'POST', { name: 'Given', ...to }),
      ];
      return answers.map(({ body }) => body.error?.details?.assignedTo as string | undefined);
    };
    const lacks = 'assignedTo cannot work on this without the permission ';
    const [alerts, cases] = [`${lacks}alerts:edit or alerts:resolve`, `${lacks}cases:edit`];
    expect(await asked({ assignedTo: userId })).toEqual([alerts, alerts, cases, cases]);
    expect((await asked({ assignedTo: reads, assignedToType: 'role' })).slice(0, 3)).toEqual([alerts, alerts, cases]);
    const next = await reader.call('/intelligence/alerts/next', { body: {} });
    expect([next.status, next.body.error.requiredPermission]).toEqual([403, 'alerts:edit']);
    const done = [undefined, undefined, undefined];
    expect((await asked({ assignedTo: team, assignedToType: 'team' })).slice(0, 3)).toEqual(done);
    await give(await roleOf('alerts:resolve'));
    expect(await asked({ assignedTo: userId })).toEqual([undefined, undefined, cases, cases]);
  });

  it('are given what they already have without a change', async () => {
    const { userId: assignedTo } = await signInOwner(api(), 'same@example.com');
    const send = async (path: string, method: string, body?: object): Promise<Body> =>
      (await api().call(path, { method, ...(body && { body }) })).body;
    const alert = `/intelligence/alerts/${await raise(api().production.key)}`;
    const { investigation } = await send('/intelligence/investigations', 'POST', { name: 'Look' });
    const records = [alert, `/intelligence/investigations/${investigation.id}`];
    const given = { assignedTo, priority: 'LOW', dueDate: '2030-01-01T00:00:00.000Z' };
    const first = [];
    for (const path of records) {
      expect((await send(`${path}/assign`, 'PUT', given)).assignmentId).toEqual(expect.any(String));
      first.push(await send(path, 'GET'));
    }
    for (const path of records)
      expect(await send(`${path}/assign`, 'PUT', { ...given, assignedTo: assignedTo.toUpperCase() })).toMatchObject({
        ...{ success: true, assignmentId: null, assignedTo },
      });
    const body = { alertIds: [alert.split('/').at(-1)], action: 'assign', assignedTo };
    const bulk = await send('/intelligence/alerts/bulk', 'POST', body);
    expect(bulk).toMatchObject({ matched: 1, changed: [], failed: [] });
    const now = [];
    for (const path of records) now.push({ ...(await send(path, 'GET')), requestId: expect.any(String) as string });
    expect(first).toEqual(now);
    await send(`${alert}/assign`, 'PUT', { assignedTo, priority: 'HIGH' });
    const { assignedAt } = first[0]!.alert;
    expect((await send(alert, 'GET')).alert).toMatchObject({ assignedAt, priority: 'HIGH' });
  });

  it('are given a case that is opened only by somebody who may assign cases', async () => {
    const { userId: assignedTo } = await signInOwner(api(), 'assignee@example.com');
    const open = async (...permissions: readonly string[]) => {
      const key = await createKeyWith(api(), ...permissions);
      return api().call('/intelligence/investigations', { key, body: { name: 'Given at once', assignedTo } });
    };
    const refused = await open('cases:create');
    expect([refused.status, refused.body.error.requiredPermission]).toEqual([403, 'cases:assign']);
    expect((await api().call('/intelligence/investigations?search=Given+at')).body.count).toBe(0);
    expect((await open('cases:create', 'cases:assign')).body.investigation).toMatchObject({ assignedTo });
  });
});
