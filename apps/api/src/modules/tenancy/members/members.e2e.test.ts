import { signInOwner } from '../../../../test/support/sign-in-member.js';
import { type Body, startTestApi, type TestApi } from '../../../../test/support/start-test-api.js';

const unknownId = '00000000-0000-7000-8000-000000000000';

describe('members and roles', () => {
  let api: TestApi;
  let roleIds: Record<string, string>;
  beforeAll(async () => {
    api = await startTestApi();
    const { body } = await api.call('/roles');
    roleIds = Object.fromEntries(body.roles.map(({ name, id }: Body) => [name, id]));
  });
  afterAll(() => api?.stop());

  const invite = (email: string, role = 'Member', more: object = {}, key = api.production.key) =>
    api.call('/members/invite', { body: { email, roleId: roleIds[role], ...more }, key });
  const invited = async (email: string, role?: string): Promise<Body> => {
    const answer = await invite(email, role);
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.body.member;
  };
  const change = (id: string, body: object, key = api.production.key) =>
    api.call(`/members/${id}`, { method: 'PATCH', body, key });

  it('start with three fixed roles', async () => {
    const { body } = await api.call('/roles');
    expect(body.roles.map(({ name, isSystem }: Body) => [name, isSystem])).toEqual([
      ['Owner', true],
      ['Admin', true],
      ['Member', true],
    ]);
    const [owner, admin, member] = body.roles.map(({ permissions }: Body) => permissions);
    expect(owner.filter((permission: string) => !admin.includes(permission))).toEqual(['billing:manage']);
    expect(member).toContain('rules:read');
    expect(member).toContain('alerts:resolve');
    expect(member).not.toContain('entities:read_sensitive');
    expect(member.filter((permission: string) => /^(api_keys|members|roles|rules):(?!read)/.test(permission))).toEqual(
      [],
    );
    for (const [method, to] of [
      ['PATCH', `/roles/${roleIds['Owner']}`],
      ['DELETE', `/roles/${roleIds['Member']}`],
    ] as const) {
      const answer = await api.call(to, { method, ...(method === 'PATCH' && { body: { name: 'x' } }) });
      expect(answer).toMatchObject({ status: 403, body: { error: { code: 'SYSTEM_ROLE' } } });
    }
  });

  it('are the same in both organizations of the pair, and in no other', async () => {
    const member = await invited('ana@example.com');
    expect(member).toEqual({
      id: expect.any(String),
      userId: null,
      email: 'ana@example.com',
      displayName: 'ana@example.com',
      firstName: null,
      lastName: null,
      role: { id: roleIds['Member'], name: 'Member' },
      environmentAccess: 'both',
      status: 'invited',
      teams: [],
      lastLoginAt: null,
      version: 1,
      createdAt: expect.any(String),
    });
    const changed = await change(member.id, { firstName: 'Ana', lastName: 'Lima' });
    expect(changed.body.member.displayName).toBe('Ana Lima');
    for (const key of [api.production.key, api.sandbox.key]) {
      const { body } = await api.call('/members', { key });
      expect(body.members).toEqual([changed.body.member]);
      expect(body.pagination).toMatchObject({ total: 1, hasMore: false });
    }
    expect((await api.call('/members', { key: api.stranger.key })).body.members).toEqual([]);
    for (const email of ['ana@example.com', 'ANA@example.com']) {
      const again = await invite(email);
      expect(again).toMatchObject({ status: 409, body: { error: { code: 'ALREADY_MEMBER' } } });
    }
    expect((await invite('ana@example.com', 'Member', {}, api.stranger.key)).status).toBe(201);
  });

  it.each([
    ['an address that is none', { email: 'ana' }, 'email'],
    ['a role there is not', { roleId: unknownId }, 'roleId'],
    ['an access there is not', { environmentAccess: 'all' }, 'environmentAccess'],
  ])('reject an invitation with %s', async (_, body, field) => {
    const answer = await invite('x@example.com', 'Member', body);
    expect(answer).toMatchObject({ status: 400, body: { error: { details: { [field]: expect.any(String) } } } });
  });

  it('announce a change of environment access once, with what it granted or revoked', async () => {
    const { id } = await invited('beto@example.com', 'Admin');
    let seen = '0';
    const announced = async () => {
      const { rows } = await api.pool.query<{ event: string; payload: Body; seq: string }>(
        `select event, payload, seq from outbox_events
         where organization_id = $1 and seq > $2 and event like 'security.%' order by seq, place`,
        [api.production.organizationId, seen],
      );
      seen = rows.at(-1)?.seq ?? seen;
      return rows;
    };
    const steps: [string, string[]][] = [
      ['production', ['environment_changed', 'environment_revoked']],
      ['production', []],
      ['both', ['environment_changed', 'environment_granted']],
      ['none', ['environment_changed']],
      ['sandbox', ['environment_changed', 'environment_granted']],
      ['production', ['environment_changed']],
    ];
    await announced();
    let fromAccess = 'both';
    for (const [environmentAccess, events] of steps) {
      const answer = await change(id, { environmentAccess });
      expect(answer.body.member.environmentAccess).toBe(environmentAccess);
      const rows = await announced();
      expect(rows.map(({ event }) => event)).toEqual(events.map((event) => `security.member.${event}`));
      for (const { payload } of rows) {
        expect(payload).toMatchObject({
          actionAt: expect.any(String),
          actor: { id: api.production.apiKeyId, email: null, displayName: 'Own, first key' },
          affectedUser: { id, email: 'beto@example.com', displayName: 'beto@example.com' },
          changes: { environmentAccess: { previous: fromAccess, current: environmentAccess } },
          context: { ipAddress: '127.0.0.1', roleName: 'Admin', fromAccess, toAccess: environmentAccess },
        });
      }
      fromAccess = environmentAccess;
    }
    expect((await change(id, { environmentAccess: 'sandbox', roleId: unknownId })).status).toBe(400);
    expect(await announced()).toEqual([]);
  });

  it('keep at least one owner, also for concurrent removals', async () => {
    const owners = [await invited('o1@example.com', 'Owner'), await invited('o2@example.com', 'Owner')];
    const removed = await Promise.all(owners.map(({ id }) => api.call(`/members/${id}`, { method: 'DELETE' })));
    expect(removed.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(removed.find(({ status }) => status === 409)!.body.error.code).toBe('LAST_OWNER');
    const last = owners[removed.findIndex(({ status }) => status === 409)]!;
    const demoted = await change(last.id, { roleId: roleIds['Admin'] });
    expect(demoted).toMatchObject({ status: 409, body: { error: { code: 'LAST_OWNER' } } });
    const started = await change(last.id, { status: 'active' });
    expect(started).toMatchObject({ status: 409, body: { error: { code: 'INVALID_STATUS_TRANSITION' } } });
    await invited('o3@example.com', 'Owner');
    expect((await change(last.id, { roleId: roleIds['Admin'] })).body.member.role.name).toBe('Admin');
  });

  it('keep an owner who can act: one only invited or without production access does not count', async () => {
    const { userId } = await signInOwner(api, 'acts@example.com');
    const waiting = await invited('waits@example.com', 'Owner');
    const { members } = (await api.call('/members?limit=100')).body;
    const acting = members.find((member: Body) => member.userId === userId);
    const refused = { status: 409, body: { error: { code: 'LAST_OWNER' } } };
    for (const body of [
      { status: 'deactivated' },
      { roleId: roleIds['Admin'] },
      { environmentAccess: 'none' },
      { environmentAccess: 'sandbox' },
    ])
      expect(await change(acting.id, body)).toMatchObject(refused);
    expect(await api.call(`/members/${acting.id}`, { method: 'DELETE' })).toMatchObject(refused);
    expect((await api.call(`/members/${waiting.id}`, { method: 'DELETE' })).status).toBe(200);
    expect((await change(acting.id, { environmentAccess: 'production' })).status).toBe(200);
    await signInOwner(api, 'acts-too@example.com');
    expect((await change(acting.id, { environmentAccess: 'none' })).status).toBe(200);
  });

  it('are changed with production permissions only, and are read-only in a sandbox', async () => {
    const member = await invited('shared@example.com');
    const role = (await api.call('/roles', { body: { name: 'Shared', permissions: ['rules:read'] } })).body.role;
    const key = api.sandbox.key;
    const before = [await api.call('/members'), await api.call('/roles')].map(({ body }) => body.members ?? body.roles);
    const attempts = [
      await invite('new@example.com', 'Owner', {}, key),
      await change(member.id, { environmentAccess: 'both', roleId: roleIds['Owner'] }, key),
      await api.call(`/members/${member.id}`, { method: 'DELETE', key }),
      await api.call('/roles', { body: { name: 'Wide', permissions: ['rules:read'] }, key }),
      await api.call(`/roles/${role.id}`, { method: 'PATCH', body: { permissions: ['rules:publish'] }, key }),
      await api.call(`/roles/${role.id}`, { method: 'DELETE', key }),
    ];
    for (const { status, body } of attempts) {
      expect([status, body.error.code]).toEqual([403, 'FORBIDDEN']);
      expect(body.error.message).toContain(api.production.organizationId);
    }
    const after = [await api.call('/members', { key }), await api.call('/roles', { key })];
    expect(after.map(({ body }) => body.members ?? body.roles)).toEqual(before);
    await api.call(`/roles/${role.id}`, { method: 'DELETE' });
  });

  it('cannot be changed by a caller with fewer permissions', async () => {
    const owner = await invited('above@example.com', 'Owner');
    const role = (await api.call('/roles', { body: { name: 'Publisher', permissions: ['rules:publish'] } })).body.role;
    const manager = { name: 'below', permissions: ['members:manage', 'members:read', 'roles:manage', 'rules:read'] };
    const { key } = (await api.call('/api-keys', { body: manager })).body;
    const attempts = [
      await change(owner.id, { status: 'deactivated' }, key),
      await change(owner.id, { firstName: 'Nobody' }, key),
      await api.call(`/members/${owner.id}`, { method: 'DELETE', key }),
      await api.call(`/roles/${role.id}`, { method: 'PATCH', body: { permissions: ['rules:read'] }, key }),
      await api.call(`/roles/${role.id}`, { method: 'DELETE', key }),
    ];
    for (const { status, body } of attempts) expect([status, body.error.code]).toEqual([403, 'PERMISSION_ESCALATION']);
    const { body } = await api.call('/members?limit=100');
    expect(body.members.find(({ id }: Body) => id === owner.id)).toEqual(owner);
    expect((await api.call('/roles')).body.roles).toContainEqual(role);
    await api.call(`/roles/${role.id}`, { method: 'DELETE' });
  });

  it('support custom roles, which allow no more than their creator may do', async () => {
    const body = { name: 'Builder', permissions: ['rules:create', 'rules:edit', 'rules:execute'] };
    const made = await api.call('/roles', { body });
    expect(made).toMatchObject({
      status: 201,
      body: { role: { name: 'Builder', isSystem: false, description: null } },
    });
    const { id } = made.body.role;
    expect((await api.call('/roles')).body.roles.at(-1)).toEqual(made.body.role);
    for (const name of ['builder', 'OWNER', ' owner\n', 'Builder ']) {
      const again = await api.call('/roles', { body: { ...body, name } });
      expect(again).toMatchObject({ status: 409, body: { error: { code: 'DUPLICATE_NAME' } } });
    }
    const changed = await api.call(`/roles/${id}`, { method: 'PATCH', body: { permissions: ['rules:read'] } });
    expect(changed.body.role).toMatchObject({ name: 'Builder', permissions: ['rules:read'] });
    const few = { name: 'few', permissions: ['roles:manage', 'members:manage', 'rules:read'] };
    const { key } = (await api.call('/api-keys', { body: few })).body;
    const beyond = [
      await api.call('/roles', { body: { name: 'More', permissions: ['rules:publish'] }, key }),
      await invite('more@example.com', 'Member', {}, key),
    ];
    for (const answer of beyond) {
      expect(answer).toMatchObject({ status: 403, body: { error: { code: 'PERMISSION_ESCALATION' } } });
    }
    const member = (await invite('few@example.com', 'Member', { roleId: id }, key)).body.member;
    const remove = () => api.call(`/roles/${id}`, { method: 'DELETE' });
    expect(await remove()).toMatchObject({ status: 409, body: { error: { code: 'ROLE_IN_USE' } } });
    await api.call(`/members/${member.id}`, { method: 'DELETE' });
    expect((await remove()).status).toBe(200);
    expect((await remove()).status).toBe(404);
  });

  it('are restored with their id and all fields if there is no conflict', async () => {
    const body = { name: 'Kept', description: 'Comes back', permissions: ['rules:publish', 'rules:read'] };
    const { role } = (await api.call('/roles', { body })).body;
    const restore = (key?: string) =>
      api.call(`/roles/${role.id}/restore`, { body: {}, ...(key !== undefined && { key }) });
    const remove = () => api.call(`/roles/${role.id}`, { method: 'DELETE' });
    expect([(await restore()).status, (await restore()).body.role]).toEqual([200, role]);
    await remove();
    const few = (await api.call('/api-keys', { body: { name: 'few roles', permissions: ['roles:manage'] } })).body.key;
    expect((await restore(few)).body.error.code).toBe('PERMISSION_ESCALATION');
    expect((await restore(api.stranger.key)).status).toBe(404);
    const other = (await api.call('/roles', { body: { ...body, name: 'KEPT' } })).body.role;
    expect((await restore()).body.error.code).toBe('DUPLICATE_NAME');
    await api.call(`/roles/${other.id}`, { method: 'DELETE' });
    expect((await restore()).body.role).toEqual(role);
    expect((await api.call('/roles')).body.roles).toContainEqual(role);
    const { events } = (await api.call(`/audit/events?resourceId=${role.id}`)).body;
    expect(events.map(({ event }: Body) => event)).toEqual(['role_created', 'role_deleted', 'role_created']);
    await remove();
    expect((await api.call(`/roles/${roleIds['Owner']}/restore`, { body: {} })).body.error.code).toBe('SYSTEM_ROLE');
  });
});
