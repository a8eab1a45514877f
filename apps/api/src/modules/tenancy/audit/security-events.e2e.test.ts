import { AnnounceExpiredKeys } from '../api-keys/announce-expired-keys.js';
import { createKey } from '../organizations/index.js';
import type { Body, TestResponse } from '../../../../test/support/start-test-api.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';

describe('shapes 16.6: security events', () => {
  const api = useTestApi();
  let seen = '0';

  const send = async (method: string, path: string, body?: object): Promise<TestResponse> => {
    const answer = await api().call(path, { method, ...(body && { body }) });
    if (answer.status >= 300) throw new Error(answer.text);
    return answer;
  };
  /** Returns the events since the last call. */
  const announced = async (): Promise<readonly { event: string; payload: Body }[]> => {
    const { rows } = await api().pool.query<{ event: string; payload: Body; seq: string }>(
      `select event, payload, seq from outbox_events
       where organization_id = $1 and seq > $2 and event like 'security.%' order by seq, place`,
      [api().production.organizationId, seen],
    );
    seen = rows.at(-1)?.seq ?? seen;
    return rows;
  };
  const names = async (): Promise<readonly string[]> => (await announced()).map(({ event }) => event);

  beforeEach(() => announced());

  it('report the creation, rotation and revocation of API keys without their values', async () => {
    const { apiKey, key } = (await send('POST', '/api-keys', { name: 'k', permissions: ['data_lists:read'] })).body;
    const [made] = await announced();
    expect(made).toMatchObject({
      event: 'security.api_key.created',
      payload: {
        actionAt: expect.any(String),
        actor: { id: api().production.apiKeyId, email: null },
        affectedUser: null,
        description: 'API key k created',
        changes: { name: { current: 'k' }, permissions: { added: ['data_lists:read'], removed: [] } },
        context: { ipAddress: '127.0.0.1', scope: 'organization' },
      },
    });
    expect(JSON.stringify(made)).not.toContain(key);
    await send('POST', `/api-keys/${apiKey.id}/rotate`, {});
    expect(await names()).toEqual(['security.api_key.created']);
    await send('DELETE', `/api-keys/${apiKey.id}`);
    await send('DELETE', `/api-keys/${apiKey.id}`);
    expect(await names()).toEqual(['security.api_key.revoked']);
    const { organizationId } = api().production;
    await createKey(api().pool, { organizationId, name: 'of the command line', deployment: 'development' });
    const [{ payload } = { payload: null }] = await announced();
    expect(payload).toMatchObject({ actor: { id: null, displayName: 'administration' } });
  }); // prettier-ignore

  it('report the expiry of an API key once, and again after its expiry was extended', async () => {
    const { apiKey } = (await send('POST', '/api-keys', { name: 'short', permissions: ['rules:read'] })).body;
    const expire = (hours: number): Promise<unknown> =>
      api().pool.query(`update api_keys set expires_at = now() - make_interval(hours => $2) where id = $1`, [apiKey.id, hours]);
    const sweep = (): Promise<void> => api().app.get(AnnounceExpiredKeys, { strict: false }).announce();
    await announced();
    await expire(-1);
    await sweep();
    expect(await names()).toEqual([]);
    await expire(1);
    await Promise.all([sweep(), sweep()]);
    await sweep();
    const told = await announced();
    expect(told).toMatchObject([{ event: 'security.api_key.expired', payload: { changes: { status: { current: 'expired' } } } }]);
    await expire(2);
    await sweep();
    expect(await names()).toEqual(['security.api_key.expired']);
    await send('DELETE', `/api-keys/${apiKey.id}`);
    await expire(3);
    await sweep();
    expect(await names()).toEqual(['security.api_key.revoked']);
  }); // prettier-ignore

  it('report role changes with the added and removed permissions', async () => {
    const { role } = (await send('POST', '/roles', { name: 'Reader', permissions: ['rules:read', 'alerts:read'] })).body;
    await send('PATCH', `/roles/${role.id}`, { permissions: ['rules:read', 'cases:read'] });
    await send('DELETE', `/roles/${role.id}`);
    expect(await announced()).toMatchObject([
      { event: 'security.role.created', payload: { changes: { name: { current: 'Reader' } } } },
      { event: 'security.role.updated', payload: { changes: { permissions: { added: ['cases:read'], removed: ['alerts:read'] } } } },
      { event: 'security.role.deleted', payload: { description: 'role Reader deleted' } },
    ]);
  }); // prettier-ignore

  it('report every change of a member', async () => {
    const roles = (await send('GET', '/roles')).body.roles as readonly { id: string; name: string }[];
    const idOf = (name: string): string => roles.find((role) => role.name === name)!.id;
    const body = { email: 'ana@example.com', roleId: idOf('Member') };
    const { member } = (await send('POST', '/members/invite', body)).body;
    const path = `/members/${member.id}`;
    await send('PATCH', path, { roleId: idOf('Admin'), firstName: 'Ana' });
    await api().pool.query(`update members set status = 'active' where id = $1`, [member.id]);
    await send('PATCH', path, { status: 'deactivated' });
    await send('PATCH', path, { status: 'active' });
    await send('PATCH', path, { status: 'active' });
    await send('DELETE', path);
    const told = await announced();
    expect(told.map(({ event }) => event)).toEqual([
      'security.member.invited',
      'security.member.role_changed',
      'security.member.profile_updated',
      'security.member.deactivated',
      'security.member.activated',
      'security.member.removed',
    ]);
    expect(told[1]!.payload).toMatchObject({
      affectedUser: { id: member.id, email: 'ana@example.com', displayName: 'Ana' },
      changes: { role: { previous: 'Member', current: 'Admin' }, permissions: { removed: [] } },
      context: { roleName: 'Admin' },
    });
    expect(told[1]!.payload.changes.permissions.added).toContain('members:manage');
  });

  it('report organization settings that changed, and nothing when they stayed the same', async () => {
    const path = `/organizations/${api().production.organizationId}`;
    const body = { settings: { monitoringEnabled: false } };
    await send('PATCH', path, body);
    await send('PATCH', path, body);
    const told = await announced();
    expect(told).toMatchObject([{ event: 'security.settings.updated', payload: { description: 'settings changed: settings' } }]);
    expect(told[0]!.payload.changes.settings.current.monitoringEnabled).toBe(false);
  }); // prettier-ignore
});
