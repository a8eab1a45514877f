import { createPersonAgent } from '../../../../test/support/person-agent.js';
import type { TestResponse } from '../../../../test/support/start-test-api.js';
import { password, usePeople } from '../../../../test/support/use-people.js';
import { makeSignInLink, type SignInLink } from './use-cases/make-sign-in-link.js';

describe('sign-in link', () => {
  const { api, newEmail, owner, signIn } = usePeople();

  const make = async (email: string, organizationId = api().production.organizationId): Promise<SignInLink> => {
    const made = await makeSignInLink(api().pool, { organizationId, email });
    if (!made.ok) throw new Error(made.error);
    return made.value;
  };
  const follow = (token: string): Promise<TestResponse> =>
    createPersonAgent(api()).call('/auth/link', { body: { token } });

  it('creates a person with the email address as owner of both organizations, and works once', async () => {
    const email = newEmail();
    const { token, validForSeconds } = await make(email);
    expect(validForSeconds).toBe(600);
    const [first, second] = [await follow(token), await follow(token)];
    expect([first.status, second.status, second.body.error.code]).toEqual([200, 400, 'INVALID_TOKEN']);
    const { user, organizations } = first.body as {
      user: { email: string };
      organizations: { environment: string; timezone: string; role: { name: string }; permissions: string[] }[];
    };
    expect(user.email).toBe(email);
    expect(organizations.map(({ environment }) => environment).sort()).toEqual(['production', 'sandbox']);
    for (const { role, timezone, permissions } of organizations) {
      expect([role.name, timezone]).toEqual(['Owner', 'UTC']);
      expect(permissions).toEqual(expect.arrayContaining(['rules:read', 'rules:publish', 'organization:edit']));
    }
    const { rows } = await api().pool.query<{ event: string }>(
      `select event from audit_events where organization_id = $1 and event in ('member_created', 'login_succeeded')`,
      [api().production.organizationId],
    );
    expect(rows.map(({ event }) => event).sort()).toEqual(['login_succeeded', 'member_created']);
  });

  it('signs in an existing member and changes nothing about them', async () => {
    const by = await owner();
    const { token } = await make(by.email.toUpperCase(), by.production.id);
    expect((await follow(token)).body.organizations).toHaveLength(2);
    const members = await by.inOrganization(by.production.id).call('/members');
    expect(members.body.members).toHaveLength(1);
    expect((await signIn(by.email)).status).toBe(200);
  });

  it('becomes invalid when a newer one is created, the password changes or it expires', async () => {
    const by = await owner();
    const remade = await make(by.email, by.production.id);
    const last = await make(by.email, by.production.id);
    expect((await follow(remade.token)).status).toBe(400);
    const body = { currentPassword: password, newPassword: 'another long enough password' };
    expect((await by.call('/auth/password', { body })).status).toBe(200);
    expect((await follow(last.token)).status).toBe(400);
    const late = await make(by.email, by.production.id);
    await api().pool.query(`update sign_in_links set expires_at = now() - interval '1 second' where user_id = $1`, [
      late.userId,
    ]);
    expect((await follow(late.token)).status).toBe(400);
  });

  it('is not created for a sandbox or for a person with a pending invitation', async () => {
    const by = await owner();
    const place = by.inOrganization(by.production.id);
    const roleId = (await place.call('/members')).body.members[0].role.id as string;
    const email = newEmail();
    expect((await place.call('/members/invite', { body: { email, roleId } })).status).toBe(201);
    const refused = [by.sandbox.id, by.production.id].map((organizationId) =>
      makeSignInLink(api().pool, { organizationId, email }),
    );
    expect(await Promise.all(refused)).toEqual([
      { ok: false, error: 'no-organization' },
      { ok: false, error: 'invited' },
    ]);
  });
});
