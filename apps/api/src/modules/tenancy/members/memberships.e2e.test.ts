import { createPersonAgent } from '../../../../test/support/person-agent.js';
import type { TestResponse, Body } from '../../../../test/support/start-test-api.js';
import { expectWithinOneSecond } from '../../../../test/support/wait-until.js';
import { systemRoles } from './index.js';
import { password, usePeople } from '../../../../test/support/use-people.js';

describe('people', () => {
  const { api, newEmail, signedUp, owner, letters, joined } = usePeople();

  describe('own organizations', () => {
    it('start as a production organization and its sandbox with one owner, who has access to both', async () => {
      const { production, sandbox, ...person } = await owner();
      expect(production).toMatchObject({ environment: 'production', pairedOrganizationId: sandbox.id, plan: 'free' });
      expect(sandbox).toMatchObject({ environment: 'sandbox', pairedOrganizationId: production.id });
      const { organizations } = (await person.call('/auth/session')).body;
      expect(organizations).toEqual(
        [production, sandbox].map(({ id, name, environment, slug, timezone, language, baseCurrency }: Body) => ({
          organizationId: id,
          ...{ name, environment, slug, timezone, language, baseCurrency },
          role: { id: expect.any(String), name: 'Owner' },
          permissions: expect.arrayContaining(['rules:publish', 'members:manage']),
        })),
      );
      const members = await person.inOrganization(sandbox.id).call('/members');
      expect(members.body.members).toMatchObject([
        { email: person.email, role: { name: 'Owner' }, status: 'active', displayName: 'Ana Reis' },
      ]);
      const listed = await person.inOrganization(sandbox.id).call('/organizations');
      expect(listed.body.organizations.map(({ id }: Body) => id as string).sort()).toEqual(
        [production.id, sandbox.id].sort(),
      );
    });

    it('may have equal names', async () => {
      const [first, second] = [await signedUp(), await signedUp()];
      const body = { name: 'Same Name', countryCode: 'BR' };
      const slugs = [await first.call('/organizations', { body }), await second.call('/organizations', { body })].map(
        (answer) => answer.body.production.slug as string,
      );
      expect(new Set(slugs).size).toBe(2);
    });

    it('are created by people, not by API keys', async () => {
      const answer = await api().call('/organizations', { body: { name: 'X', countryCode: 'BR' } });
      expect([answer.status, answer.body.error.code]).toEqual([403, 'FORBIDDEN']);
    });
  });

  describe('child organizations', () => {
    it('have the owners of the parent as owners with full access, and no other members', async () => {
      const person = await owner();
      const member = await joined(person, { environmentAccess: 'both' });
      const inParent = person.inOrganization(person.production.id);
      const body = { name: 'Branch', countryCode: 'BR' };
      const made = await inParent.call(`/organizations/${person.production.id}/children`, { body });
      expect(made.status).toBe(201);
      const [child, sandbox] = [made.body.production.id as string, made.body.sandbox.id as string];
      for (const id of [child, sandbox]) {
        expect((await person.inOrganization(id).call('/members')).body.members).toMatchObject([
          { email: person.email, role: { name: 'Owner' } },
        ]);
        expect((await member.inOrganization(id).call('/entities')).status).toBe(403);
      }
      const entity = { type: 'person', name: 'Of the branch', countryCode: 'BR' };
      expect((await person.inOrganization(child).call('/entities', { body: entity })).status).toBe(201);
      expect((await inParent.call('/entities')).text).not.toContain('Of the branch');
      const key = (await inParent.call('/api-keys', { body: { name: 'k', permissions: ['entities:read'] } })).body.key;
      const crossing = await api().call('/entities', { key, headers: { 'x-organization-id': child } });
      expect(crossing.status).toBe(403);
      const own = (
        await person.inOrganization(child).call('/api-keys', { body: { name: 'k', permissions: ['entities:read'] } })
      ).body;
      expect((await api().call('/entities', { key: own.key })).text).toContain('Of the branch');
      const trail = await person.inOrganization(child).call('/audit/events?event=member_created');
      expect(trail.body.events).toMatchObject([{ actor: { type: 'user', name: 'Ana Reis' } }]);
      const told = await api().pool.query(
        'select payload from outbox_events where organization_id = $1 and event = $2',
        [person.production.id, 'security.member.channel_granted'],
      );
      expect(told.rows).toMatchObject([
        { payload: { changes: { channel: { current: child } }, affectedUser: { email: person.email } } },
      ]);
    });
  });

  describe('members who lose rights in a parent organization', () => {
    type Boss = Awaited<ReturnType<typeof owner>>;
    const roleOf = async (boss: Boss, wanted: string): Promise<string> => {
      const { roles } = (await boss.inOrganization(boss.production.id).call('/roles')).body;
      return (roles as Body[]).find(({ name }) => name === wanted).id as string;
    };
    /** Creates a child organization, owned only by a second owner of its parent, with somebody who was invited to both. */
    async function withChild() {
      const boss = await owner();
      const other = await joined(boss, { roleId: await roleOf(boss, 'Owner'), environmentAccess: 'both' });
      const call = (path: string, more: object): Promise<TestResponse> =>
        boss.inOrganization(boss.production.id).call(path, more);
      const body = { name: 'Branch', countryCode: 'BR' };
      const made = await other.inOrganization(boss.production.id).call(`/organizations/${boss.production.id}/children`, { body });
      const [child, sandbox] = [made.body.production.id as string, made.body.sandbox.id as string];
      const inChild = async (of: { inOrganization: typeof boss.inOrganization }): Promise<readonly number[]> =>
        Promise.all([child, sandbox].map(async (id) => (await of.inOrganization(id).call('/entities')).status));
      return { boss, other, call, child, sandbox, inChild };
    } // prettier-ignore

    const ends: readonly [string, object | null][] = [
      ['deactivated', { status: 'deactivated' }],
      ['removed', null],
      ['an owner no more', { roleId: 'Admin' }],
    ];
    it.each(ends)('lose access to its children immediately when they are %s', async (title, body) => {
      const { boss, other, call, child, inChild } = await withChild();
      expect(await inChild(other)).toEqual([200, 200]);
      const change = body && 'roleId' in body ? { roleId: await roleOf(boss, 'Admin') } : body;
      const method = change ? 'PATCH' : 'DELETE';
      expect((await call(`/members/${other.id}`, { method, ...(change && { body: change }) })).status).toBe(200);
      const isOut = title !== 'an owner no more';
      await expectWithinOneSecond(async () => {
        const got = await inChild(other);
        return got.every((status) => status === (isOut ? 401 : 403));
      });
      expect((await other.call('/auth/session')).status).toBe(isOut ? 401 : 200);
      expect(await inChild(boss)).toEqual([200, 200]);
      const trail = await boss.inOrganization(child).call('/audit/events?resourceType=member&limit=1&event=member_updated');
      expect(trail.body.events).toMatchObject([{ context: { reason: 'as in the parent organization' } }]);
    }); // prettier-ignore

    it('keep sessions used in other organizations', async () => {
      const { boss, other, call, inChild } = await withChild();
      const own = await other.call('/organizations', { body: { name: 'Of their own', countryCode: 'BR' } });
      expect((await call(`/members/${other.id}`, { method: 'PATCH', body: { status: 'deactivated' } })).status).toBe(200);
      await expectWithinOneSecond(async () => (await inChild(other)).every((status) => status === 403));
      expect((await other.inOrganization(own.body.production.id as string).call('/entities')).status).toBe(200);
      expect((await other.inOrganization(boss.production.id).call('/entities')).status).toBe(403);
    }); // prettier-ignore

    it('have no more environments in the children than in the parent', async () => {
      const { other, call, inChild } = await withChild();
      const body = { environmentAccess: 'sandbox' };
      expect((await call(`/members/${other.id}`, { method: 'PATCH', body })).status).toBe(200);
      await expectWithinOneSecond(async () => (await inChild(other)).join() === '403,200');
    });

    const partings: readonly [string, object | null][] = [
      ['are no members of it', null],
      ['have another role in it', { roleId: systemRoles[2]!.id }],
      ['are deactivated in it', { status: 'deactivated' }],
    ];
    it.each(partings)('leave a child without owners to the owners of its parent, who %s', async (_, body) => {
      const { boss, other, call, child, inChild } = await withChild();
      const asOther = other.inOrganization(child);
      const { members } = (await asOther.call('/members')).body;
      const { id } = (members as Body[]).find(({ email }) => email === boss.email);
      expect(
        (await asOther.call(`/members/${id}`, body ? { method: 'PATCH', body } : { method: 'DELETE' })).status,
      ).toBe(200);
      const invite = { body: { email: newEmail(), roleId: systemRoles[2]!.id } };
      const inviteByBoss = () => boss.inOrganization(child).call('/members/invite', invite);
      expect((await call(`/members/${other.id}`, { method: 'DELETE' })).status).toBe(200);
      await expectWithinOneSecond(async () => (await inChild(boss)).join() === '200,200');
      expect((await inviteByBoss()).status).toBe(201);
    });

    it('are announced in the parent as channel changes and in the child as members who left and joined', async () => {
      const { boss, other, call, child } = await withChild();
      const { email } = (await other.call('/auth/session')).body.user;
      const { members } = (await other.inOrganization(child).call('/members')).body;
      const bossInChild = (members as Body[]).find((member) => member.email === boss.email).id as string;
      expect((await other.inOrganization(child).call(`/members/${bossInChild}`, { method: 'DELETE' })).status).toBe(200);
      const before = await api().pool.query('select max(seq) as seq from outbox_events');
      expect((await call(`/members/${other.id}`, { method: 'PATCH', body: { status: 'deactivated' } })).status).toBe(200);
      const told = await api().pool.query(
        `select organization_id = $2 as "inChild", event, payload -> 'affectedUser' ->> 'email' as email,
           payload -> 'changes' -> 'channel' as channel
         from outbox_events where organization_id in ($1, $2) and seq > $3 order by seq`,
        [boss.production.id, child, before.rows[0].seq],
      );
      expect(told.rows).toEqual([
        { inChild: false, event: 'security.member.deactivated', email, channel: null },
        { inChild: true, event: 'security.member.deactivated', email, channel: null },
        { inChild: true, event: 'security.member.created', email: boss.email, channel: null },
        { inChild: false, event: 'security.member.channel_revoked', email, channel: { previous: child, current: null } },
        { inChild: false, event: 'security.member.channel_granted', email: boss.email, channel: { previous: null, current: child } },
      ]);
    }); // prettier-ignore
  });

  describe('access to an organization', () => {
    it('applies to the organization named in the request, which is required if there are several', async () => {
      const person = await owner();
      const unnamed = await person.call('/entities');
      expect([unnamed.status, unnamed.body.code]).toEqual([401, 'MISSING_ORGANIZATION']);
      const body = { type: 'person', name: 'In the sandbox', countryCode: 'BR' };
      expect((await person.inOrganization(person.sandbox.id).call('/entities', { body })).status).toBe(201);
      expect((await person.inOrganization(person.sandbox.id).call('/entities')).text).toContain('In the sandbox');
      expect((await person.inOrganization(person.production.id).call('/entities')).text).not.toContain(
        'In the sandbox',
      );
    });

    it('is denied to non-members without revealing whether the organization exists', async () => {
      const person = await owner();
      const ask = (id: string): Promise<TestResponse> =>
        person.inOrganization(id).call('/entities', { headers: { 'x-request-id': 'same' } });
      const [foreign, unknown] = [
        await ask(api().stranger.organizationId),
        await ask('00000000-0000-7000-8000-0000000000f1'),
      ];
      expect(foreign.status).toBe(403);
      expect(foreign.text).toBe(unknown.text);
    });

    it('follows the permissions of the role, immediately after a change', async () => {
      const by = await owner();
      const member = await joined(by, {});
      const place = member.inOrganization(by.production.id);
      expect((await place.call('/entities')).status).toBe(200);
      const refused = await place.call('/api-keys', { body: { name: 'k', permissions: ['rules:read'] } });
      expect([refused.status, refused.body.error.requiredPermission]).toEqual([403, 'api_keys:manage']);
      const roles = (await by.inOrganization(by.production.id).call('/roles')).body.roles as {
        id: string;
        name: string;
      }[];
      const roleId = roles.find(({ name }) => name === 'Admin')!.id;
      await by.inOrganization(by.production.id).call(`/members/${member.id}`, { method: 'PATCH', body: { roleId } });
      let key: TestResponse = refused;
      const body = { name: 'k', permissions: ['rules:read'] };
      await expectWithinOneSecond(async () => (key = await place.call('/api-keys', { body })).status === 201);
      expect(key.body.apiKey.rateLimit).toBe(100);
    });

    it.each([
      ['both', 200, 200],
      ['production', 200, 403],
      ['sandbox', 403, 200],
      ['none', 403, 403],
    ])(
      'with environment access %s responds %i in production and %i in the sandbox',
      async (environmentAccess, inProduction, inSandbox) => {
        const by = await owner();
        const member = await joined(by, { environmentAccess });
        expect((await member.inOrganization(by.production.id).call('/entities')).status).toBe(inProduction);
        expect((await member.inOrganization(by.sandbox.id).call('/entities')).status).toBe(inSandbox);
        const only = await member.call('/entities');
        expect(only.status).toBe(['both', 'none'].includes(environmentAccess) ? 401 : 200);
      },
    );

    it('ends within a second of deactivation or removal', async () => {
      const by = await owner();
      for (const end of [
        (id: string) =>
          by
            .inOrganization(by.production.id)
            .call(`/members/${id}`, { method: 'PATCH', body: { status: 'deactivated' } }),
        (id: string) => by.inOrganization(by.production.id).call(`/members/${id}`, { method: 'DELETE' }),
      ]) {
        const member = await joined(by, {});
        expect((await member.inOrganization(by.production.id).call('/entities')).status).toBe(200);
        expect((await end(member.id)).status).toBe(200);
        await expectWithinOneSecond(
          async () => (await member.inOrganization(by.production.id).call('/entities')).status === 401,
        );
      }
    });

    it('is attributed to the person in the audit log and in announced events', async () => {
      const by = await owner();
      const member = await joined(by, {});
      const place = by.inOrganization(by.production.id);
      await place.call(`/members/${member.id}`, { method: 'PATCH', body: { environmentAccess: 'sandbox' } });
      const user = (await by.call('/auth/session')).body.user;
      const { rows } = await api().pool.query(
        `select content -> 'actor' as actor from audit_events where organization_id = $1 and event = 'member_updated' order by sequence`,
        [by.production.id],
      );
      expect(rows.at(-1)).toEqual({ actor: { type: 'user', id: user.id, name: 'Ana Reis' } });
      const events = await api().pool.query(
        `select payload -> 'actor' as actor from outbox_events where event = 'security.member.environment_changed' and organization_id = $1`,
        [by.production.id],
      );
      expect(events.rows).toEqual([{ actor: { id: user.id, email: by.email, displayName: 'Ana Reis' } }]);
    });
  });

  describe('invitations', () => {
    it('are accepted once by the holder of the secret', async () => {
      const by = await owner();
      const member = await joined(by, {});
      const { email } = (await member.call('/auth/session')).body.user;
      const { token } = (await letters('mail.invitation', email as string))[0]!;
      for (const secret of [token, 'x'.repeat(43), 'short']) {
        const again = await createPersonAgent(api()).call('/auth/invitations/accept', {
          body: { token: secret, password },
        });
        expect([again.status, again.body.error.code]).toEqual([400, 'INVALID_TOKEN']);
      }
      const { rows } = await api().pool.query('select status, user_id, invitation_hash from members where email = $1', [
        email,
      ]);
      expect(rows).toEqual([{ status: 'active', user_id: expect.any(String), invitation_hash: null }]);
    });

    it('are accepted once when many send the secret concurrently, and rejected for the others', async () => {
      const by = await owner();
      const email = newEmail();
      const roleId = (await by.inOrganization(by.production.id).call('/members')).body.members[0].role.id as string;
      await by.inOrganization(by.production.id).call('/members/invite', { body: { email, roleId } });
      const { token } = (await letters('mail.invitation', email))[0]!;
      const answers = await Promise.all(
        Array.from({ length: 8 }, () =>
          createPersonAgent(api()).call('/auth/invitations/accept', { body: { token, password } }),
        ),
      );
      const refused = answers.filter(({ status }) => status !== 200 && status !== 201);
      expect(refused.map(({ status, body }) => [status, body.error.code])).toEqual(
        Array.from({ length: 7 }, () => [400, 'INVALID_TOKEN']),
      );
    });

    it('expire after seven days', async () => {
      const by = await owner();
      const email = newEmail();
      const roleId = (await by.inOrganization(by.production.id).call('/members')).body.members[0].role.id as string;
      await by.inOrganization(by.production.id).call('/members/invite', { body: { email, roleId } });
      const { rows } = await api().pool.query(
        `update members set invitation_expires_at = clock_timestamp() where email = $1
         returning extract(epoch from invitation_expires_at - created_at) >= 0 as ended`,
        [email],
      );
      expect(rows).toEqual([{ ended: true }]);
      const [{ token, validForSeconds }] = (await letters('mail.invitation', email)) as [Body];
      expect(validForSeconds).toBe(7 * 24 * 60 * 60);
      const late = await createPersonAgent(api()).call('/auth/invitations/accept', { body: { token, password } });
      expect(late.body.error.code).toBe('INVALID_TOKEN');
    });

    it('do not open the account of a person who signed up before without its password', async () => {
      const by = await owner();
      const { email } = await signedUp();
      const roleId = (await by.inOrganization(by.production.id).call('/members')).body.members[0].role.id as string;
      await by.inOrganization(by.production.id).call('/members/invite', { body: { email, roleId } });
      const { token } = (await letters('mail.invitation', email))[0]!;
      const accept = (given: string): Promise<TestResponse> =>
        createPersonAgent(api()).call('/auth/invitations/accept', { body: { token, password: given } });
      expect((await accept('some other password')).body.error.code).toBe('INVALID_CREDENTIALS');
      expect((await accept(password)).body).toMatchObject({ organizations: [{}, {}] });
    });
  });
});
