import { createApp } from '../src/create-app.js';
import { readConfig } from '../src/platform/config/index.js';
import { type PgPool, pgPoolToken } from '../src/platform/database/index.js';
import { newPerson, type PersonAgent } from './support/person-agent.js';
import { type Answer, type Body, startTestApi, type TestApi } from './support/start-test-api.js';

const password = 'a long enough password';

describe('people', () => {
  let api: TestApi;
  let made = 0;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api?.stop());

  /** What the tests above did from this address is no matter of the next. */
  beforeEach(() => api.pool.query('delete from sign_in_attempts'));

  const newEmail = (): string => `person-${(made += 1)}@example.com`;
  const signedUp = async (email = newEmail()): Promise<PersonAgent & { email: string }> => {
    const person = newPerson(api);
    const answer = await person.call('/auth/sign-up', {
      body: { email, password, firstName: 'Ana', lastName: 'Reis' },
    });
    expect(answer.status).toBe(201);
    return { ...person, email };
  };
  const owner = async (): Promise<PersonAgent & { email: string; production: Body; sandbox: Body }> => {
    const person = await signedUp();
    const answer = await person.call('/organizations', { body: { name: `Firm ${made}`, countryCode: 'BR' } });
    expect(answer.status).toBe(201);
    return { ...person, production: answer.body.production, sandbox: answer.body.sandbox };
  };
  const signIn = (email: string, given = password): Promise<Answer> =>
    newPerson(api).call('/auth/sign-in', { body: { email, password: given } });
  const letters = async (event: string, to: string): Promise<readonly Body[]> =>
    (
      await api.pool.query(
        `select payload from outbox where event = $1 and payload ->> 'to' = $2 order by created_at, seq`,
        [event, to],
      )
    ).rows.map(({ payload }) => payload);
  const joined = async (by: Awaited<ReturnType<typeof owner>>, more: object): Promise<PersonAgent & { id: string }> => {
    const email = newEmail();
    const roles = (await by.in(by.production.id).call('/roles')).body.roles as { id: string; name: string }[];
    const roleId = roles.find(({ name }) => name === 'Member')!.id;
    const invited = await by.in(by.production.id).call('/members/invite', { body: { email, roleId, ...more } });
    expect(invited.status).toBe(201);
    const [{ token }] = (await letters('mail.invitation', email)) as [{ token: string }];
    const person = newPerson(api);
    expect((await person.call('/auth/invitations/accept', { body: { token, password } })).status).toBe(200);
    return { ...person, id: invited.body.member.id };
  };

  describe('sign up and in', () => {
    it('get a cookie that pages cannot read, and nothing of the secret in a body or in the database', async () => {
      const person = newPerson(api);
      const answer = await person.call('/auth/sign-up', { body: { email: newEmail(), password } });
      expect(answer).toMatchObject({ status: 201, body: { success: true, organizations: [] } });
      const cookie = answer.headers.get('set-cookie')!;
      for (const part of ['__Host-tamis_session=', 'HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/'])
        expect(cookie).toContain(part);
      const secret = /=([^;]+)/.exec(cookie)![1]!;
      expect(answer.text).not.toContain(secret);
      const { rows } = await api.pool.query(
        'select s::text || u::text as t from sessions s join users u on u.id = user_id',
      );
      expect(rows.map(({ t }: Body) => t as string).join()).not.toContain(secret);
      expect(rows.map(({ t }: Body) => t as string).join()).not.toContain(password);
      expect(rows.map(({ t }: Body) => t as string).join()).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
      expect((await person.call('/auth/session')).body.user).toMatchObject({ displayName: answer.body.user.email });
    });

    it('take an address once, in whatever letters', async () => {
      const { email } = await signedUp();
      const again = await newPerson(api).call('/auth/sign-up', { body: { email: email.toUpperCase(), password } });
      expect([again.status, again.body.error.code]).toEqual([409, 'EMAIL_IN_USE']);
      expect((await signIn(email.toUpperCase())).status).toBe(200);
    });

    it.each(['', 'eleven char', 'x'.repeat(257)])('refuse the password %j', async (wrong) => {
      const answer = await newPerson(api).call('/auth/sign-up', { body: { email: newEmail(), password: wrong } });
      expect([answer.status, Object.keys(answer.body.error.details as object)]).toEqual([400, ['password']]);
    });

    it('answer a wrong password as an address that nobody has', async () => {
      const { email } = await signedUp();
      const ask = async (address: string): Promise<Answer> =>
        newPerson(api).call('/auth/sign-in', {
          body: { email: address, password: 'another long password' },
          headers: { 'x-request-id': 'same' },
        });
      const [wrong, unknown] = [await ask(email), await ask(newEmail())];
      expect([wrong.status, wrong.body.error.code]).toEqual([401, 'INVALID_CREDENTIALS']);
      expect(wrong.text).toBe(unknown.text);
      expect(wrong.headers.get('set-cookie')).toBeNull();
    });

    it.each([true, false])(
      'have to wait after five wrong passwords, also with the right one (account: %s)',
      async (exists) => {
        const email = exists ? (await signedUp()).email : newEmail();
        const codes: string[] = [];
        for (let n = 0; n < 6; n += 1) codes.push((await signIn(email, 'wrong password!')).body.error.code as string);
        expect(codes).toEqual([...Array.from({ length: 5 }, () => 'INVALID_CREDENTIALS'), 'TOO_MANY_ATTEMPTS']);
        const locked = await signIn(email);
        expect([locked.status, locked.body.error.code]).toEqual([429, 'TOO_MANY_ATTEMPTS']);
        expect(Number(locked.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
        // The wait doubles with every attempt.
        const unlock = `update sign_in_attempts set locked_until = clock_timestamp()`;
        const wait = async (): Promise<number> => {
          await api.pool.query(unlock);
          await signIn(email, 'wrong password!');
          const answer = await signIn(email, 'wrong password!');
          return Number(answer.headers.get('retry-after'));
        };
        expect([await wait(), await wait(), await wait()]).toEqual([2, 4, 8]);
        await api.pool.query(unlock);
        expect((await signIn(email)).status).toBe(exists ? 200 : 401);
      },
    );

    it('let in as many of parallel guesses as of guesses one after the other', async () => {
      const { email } = await signedUp();
      const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(email, 'wrong password!')));
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
    });

    it('are slowed by address too, whatever accounts they try', async () => {
      const email = (await signedUp()).email;
      await api.pool.query(
        `update sign_in_attempts set attempts = 50, locked_until = clock_timestamp() + interval '1 minute'`,
      );
      expect((await signIn(newEmail())).status).toBe(429);
      expect((await signIn(email)).status).toBe(429);
    });
  });

  describe('own organizations', () => {
    it('begin as a production organization and its sandbox with one owner, who acts in both', async () => {
      const { production, sandbox, ...person } = await owner();
      expect(production).toMatchObject({ environment: 'production', pairedOrganizationId: sandbox.id, plan: 'free' });
      expect(sandbox).toMatchObject({ environment: 'sandbox', pairedOrganizationId: production.id });
      const { organizations } = (await person.call('/auth/session')).body;
      expect(organizations).toEqual(
        [production, sandbox].map(({ id, name, environment }: Body) => ({
          organizationId: id,
          name,
          environment,
          role: { id: expect.any(String), name: 'Owner' },
        })),
      );
      const members = await person.in(sandbox.id).call('/members');
      expect(members.body.members).toMatchObject([
        { email: person.email, role: { name: 'Owner' }, status: 'active', displayName: 'Ana Reis' },
      ]);
      const listed = await person.in(sandbox.id).call('/organizations');
      expect(listed.body.organizations.map(({ id }: Body) => id as string).sort()).toEqual(
        [production.id, sandbox.id].sort(),
      );
    });

    it('may be called alike', async () => {
      const [first, second] = [await signedUp(), await signedUp()];
      const body = { name: 'Same Name', countryCode: 'BR' };
      const slugs = [await first.call('/organizations', { body }), await second.call('/organizations', { body })].map(
        (answer) => answer.body.production.slug as string,
      );
      expect(new Set(slugs).size).toBe(2);
    });

    it('are made by people, not by keys', async () => {
      const answer = await api.call('/organizations', { body: { name: 'X', countryCode: 'BR' } });
      expect([answer.status, answer.body.error.code]).toEqual([403, 'FORBIDDEN']);
    });
  });

  describe('in an organization', () => {
    it('act where the request says, and must say it where there is a choice', async () => {
      const person = await owner();
      const unnamed = await person.call('/entities');
      expect([unnamed.status, unnamed.body.code]).toEqual([401, 'MISSING_ORGANIZATION']);
      const body = { type: 'person', name: 'In the sandbox', countryCode: 'BR' };
      expect((await person.in(person.sandbox.id).call('/entities', { body })).status).toBe(201);
      expect((await person.in(person.sandbox.id).call('/entities')).text).toContain('In the sandbox');
      expect((await person.in(person.production.id).call('/entities')).text).not.toContain('In the sandbox');
    });

    it('see and change nothing where they are no member, and nothing tells whether the organization exists', async () => {
      const person = await owner();
      const ask = (id: string): Promise<Answer> =>
        person.in(id).call('/entities', { headers: { 'x-request-id': 'same' } });
      const [foreign, unknown] = [
        await ask(api.stranger.organizationId),
        await ask('00000000-0000-7000-8000-0000000000f1'),
      ];
      expect(foreign.status).toBe(403);
      expect(foreign.text).toBe(unknown.text);
    });

    it('hold the permissions of their role, at once when it changes', async () => {
      const by = await owner();
      const member = await joined(by, {});
      const place = member.in(by.production.id);
      expect((await place.call('/entities')).status).toBe(200);
      const refused = await place.call('/api-keys', { body: { name: 'k', permissions: ['rules:read'] } });
      expect([refused.status, refused.body.error.requiredPermission]).toEqual([403, 'api_keys:manage']);
      const roles = (await by.in(by.production.id).call('/roles')).body.roles as { id: string; name: string }[];
      const roleId = roles.find(({ name }) => name === 'Admin')!.id;
      await by.in(by.production.id).call(`/members/${member.id}`, { method: 'PATCH', body: { roleId } });
      let key: Answer = refused;
      const body = { name: 'k', permissions: ['rules:read'] };
      await atLatestAfterASecond(async () => (key = await place.call('/api-keys', { body })).status === 201);
      expect(key.body.apiKey.rateLimit).toBe(100);
    });

    it.each([
      ['both', 200, 200],
      ['production', 200, 403],
      ['sandbox', 403, 200],
      ['none', 403, 403],
    ])(
      'with access to %s reach production with %i and the sandbox with %i',
      async (environmentAccess, inProduction, inSandbox) => {
        const by = await owner();
        const member = await joined(by, { environmentAccess });
        expect((await member.in(by.production.id).call('/entities')).status).toBe(inProduction);
        expect((await member.in(by.sandbox.id).call('/entities')).status).toBe(inSandbox);
        const only = await member.call('/entities');
        expect(only.status).toBe(['both', 'none'].includes(environmentAccess) ? 401 : 200);
      },
    );

    it('lose it within a second of being deactivated or removed', async () => {
      const by = await owner();
      for (const end of [
        (id: string) =>
          by.in(by.production.id).call(`/members/${id}`, { method: 'PATCH', body: { status: 'deactivated' } }),
        (id: string) => by.in(by.production.id).call(`/members/${id}`, { method: 'DELETE' }),
      ]) {
        const member = await joined(by, {});
        expect((await member.in(by.production.id).call('/entities')).status).toBe(200);
        expect((await end(member.id)).status).toBe(200);
        await atLatestAfterASecond(async () => (await member.in(by.production.id).call('/entities')).status === 403);
      }
    });

    it('are named in the audit trail and in what is announced', async () => {
      const by = await owner();
      const member = await joined(by, {});
      const place = by.in(by.production.id);
      await place.call(`/members/${member.id}`, { method: 'PATCH', body: { environmentAccess: 'sandbox' } });
      const user = (await by.call('/auth/session')).body.user;
      const { rows } = await api.pool.query(
        `select content -> 'actor' as actor from audit_events where organization_id = $1 and event = 'member_updated' order by sequence`,
        [by.production.id],
      );
      expect(rows.at(-1)).toEqual({ actor: { type: 'user', id: user.id, name: 'Ana Reis' } });
      const events = await api.pool.query(
        `select payload -> 'actor' as actor from outbox where event = 'security.member.environment_changed' and organization_id = $1`,
        [by.production.id],
      );
      expect(events.rows).toEqual([{ actor: { id: user.id, email: by.email, displayName: 'Ana Reis' } }]);
    });
  });

  describe('write only from pages of this server', () => {
    const body = { type: 'person', name: 'Forged' };
    it.each<[string, Record<string, string>]>([
      ['another site', { origin: 'https://evil.example' }],
      ['no site', { origin: 'null' }],
      ['nowhere', { origin: '' }],
    ])('and not from %s', async (_, headers) => {
      const person = await owner();
      const answer = await person.in(person.production.id).call('/entities', { body, headers });
      expect([answer.status, answer.body.error?.code ?? answer.body.code]).toEqual([403, 'CROSS_SITE_REQUEST']);
      expect((await person.call('/auth/sign-out', { method: 'POST', headers })).status).toBe(403);
      expect((await person.in(person.production.id).call('/entities', { headers })).status).toBe(200);
    });
  });

  describe('invitations', () => {
    it('are accepted once, by whoever holds the secret', async () => {
      const by = await owner();
      const member = await joined(by, {});
      const { email } = (await member.call('/auth/session')).body.user;
      const [{ token }] = (await letters('mail.invitation', email as string)) as [{ token: string }];
      for (const secret of [token, 'x'.repeat(43), 'short']) {
        const again = await newPerson(api).call('/auth/invitations/accept', { body: { token: secret, password } });
        expect([again.status, again.body.error.code]).toEqual([422, 'INVALID_TOKEN']);
      }
      const { rows } = await api.pool.query('select status, user_id, invitation_hash from members where email = $1', [
        email,
      ]);
      expect(rows).toEqual([{ status: 'active', user_id: expect.any(String), invitation_hash: null }]);
    });

    it('end after seven days', async () => {
      const by = await owner();
      const email = newEmail();
      const roleId = (await by.in(by.production.id).call('/members')).body.members[0].role.id as string;
      await by.in(by.production.id).call('/members/invite', { body: { email, roleId } });
      const { rows } = await api.pool.query(
        `update members set invitation_expires_at = clock_timestamp() where email = $1
         returning extract(epoch from invitation_expires_at - created_at) >= 0 as ended`,
        [email],
      );
      expect(rows).toEqual([{ ended: true }]);
      const [{ token, validForSeconds }] = (await letters('mail.invitation', email)) as [Body];
      expect(validForSeconds).toBe(7 * 24 * 60 * 60);
      const late = await newPerson(api).call('/auth/invitations/accept', { body: { token, password } });
      expect(late.body.error.code).toBe('INVALID_TOKEN');
    });

    it('do not open the account of somebody who signed up before, without its password', async () => {
      const by = await owner();
      const { email } = await signedUp();
      const roleId = (await by.in(by.production.id).call('/members')).body.members[0].role.id as string;
      await by.in(by.production.id).call('/members/invite', { body: { email, roleId } });
      const [{ token }] = (await letters('mail.invitation', email)) as [{ token: string }];
      const accept = (given: string): Promise<Answer> =>
        newPerson(api).call('/auth/invitations/accept', { body: { token, password: given } });
      expect((await accept('some other password')).body.error.code).toBe('INVALID_CREDENTIALS');
      expect((await accept(password)).body).toMatchObject({ organizations: [{}, {}] });
    });
  });

  describe('passwords', () => {
    it('are changed with the one before, which ends all other sessions', async () => {
      const person = await signedUp();
      const other = newPerson(api);
      await other.call('/auth/sign-in', { body: { email: person.email, password } });
      const change = (currentPassword: string): Promise<Answer> =>
        person.call('/auth/password', { body: { currentPassword, newPassword: 'the next password' } });
      expect((await change('not my password')).status).toBe(401);
      expect((await change(password)).status).toBe(200);
      expect((await person.call('/auth/session')).status).toBe(200);
      await atLatestAfterASecond(async () => (await other.call('/auth/session')).status === 401);
      expect((await signIn(person.email)).status).toBe(401);
      expect((await signIn(person.email, 'the next password')).status).toBe(200);
    });

    it('that are forgotten are changed once with the secret of a letter, which ends all sessions', async () => {
      const person = await owner();
      const forget = (email: string): Promise<Answer> =>
        newPerson(api).call('/auth/password/forgot', { body: { email }, headers: { 'x-request-id': 'same' } });
      const [known, unknown] = [await forget(person.email), await forget(newEmail())];
      expect([known.status, known.text]).toEqual([200, unknown.text]);
      const found = await untilFound(() => letters('mail.password_reset', person.email));
      const { token } = found[0] as { token: string };
      const reset = (secret: string): Promise<Answer> =>
        newPerson(api).call('/auth/password/reset', { body: { token: secret, password: 'remembered at last' } });
      expect((await reset('x'.repeat(43))).body.error.code).toBe('INVALID_TOKEN');
      expect((await reset(token)).status).toBe(200);
      expect((await reset(token)).body.error.code).toBe('INVALID_TOKEN');
      await atLatestAfterASecond(async () => (await person.call('/auth/session')).status === 401);
      expect((await signIn(person.email)).status).toBe(401);
      expect((await signIn(person.email, 'remembered at last')).status).toBe(200);
    });
  });

  describe('sessions', () => {
    it('are listed with where they were begun, and ended one by one', async () => {
      const person = await signedUp();
      const other = newPerson(api);
      await other.call('/auth/sign-in', {
        body: { email: person.email, password },
        headers: { 'user-agent': 'other' },
      });
      const { sessions } = (await person.call('/auth/sessions')).body as { sessions: Body[] };
      expect(sessions).toHaveLength(2);
      expect(sessions.find(({ isCurrent }) => !isCurrent)).toMatchObject({
        userAgent: 'other',
        ipAddress: '127.0.0.1',
      });
      const { id } = sessions.find(({ isCurrent }) => !isCurrent)!;
      expect((await (await signedUp()).call(`/auth/sessions/${id}`, { method: 'DELETE' })).status).toBe(404);
      expect((await other.call('/auth/session')).status).toBe(200);
      expect((await person.call(`/auth/sessions/${id}`, { method: 'DELETE' })).status).toBe(200);
      await atLatestAfterASecond(async () => (await other.call('/auth/session')).status === 401);
      expect((await person.call('/auth/session')).status).toBe(200);
    });

    it('end with a sign-out, after their idle time and after their whole time', async () => {
      const person = await owner();
      expect((await person.call('/auth/sign-out', { method: 'POST' })).status).toBe(200);
      expect((await person.call('/auth/session')).status).toBe(401);
      const events = await api.pool.query(
        `select event from outbox where organization_id = $1 and event like 'security.auth%' order by seq`,
        [person.production.id],
      );
      expect(events.rows).toEqual([{ event: 'security.auth.logout' }]);
      for (const end of [`last_used_at = now() - interval '12 hours'`, `ends_at = now()`]) {
        const later = await signedUp();
        await api.pool.query(`update sessions set ${end} where user_id in (select id from users where email = $1)`, [
          later.email,
        ]);
        expect((await later.call('/auth/session')).status).toBe(401);
      }
    });

    it('are ended in another process within a second', async () => {
      const config = readConfig({ DATABASE_URL: api.pool.options.connectionString, PORT: '0', LOG: 'silent' });
      if (!config.ok) throw new Error(config.error.join());
      const second = await createApp(config.value);
      try {
        await second.listen(0, '127.0.0.1');
        const at = await second.getUrl();
        const person = await signedUp();
        expect((await person.call('/auth/session', { at })).status).toBe(200);
        await person.call('/auth/sign-out', { method: 'POST' });
        await atLatestAfterASecond(async () => (await person.call('/auth/session', { at })).status === 401);
      } finally {
        await second.close();
      }
    });

    it('count for nothing beside a key that is sent, and open no route that tests keys', async () => {
      const person = await owner();
      const both = await person.call('/auth/test', { key: 'tms_development_wrong' });
      expect(both.status).toBe(401);
      const test = await person.in(person.production.id).call('/auth/test');
      expect([test.status, test.body.error.code]).toEqual([403, 'FORBIDDEN']);
    });
  });

  it('are seen in the database by nobody who does not name them', async () => {
    const { email } = await signedUp();
    await signIn(email, 'wrong password!');
    const server = api.app.get<PgPool>(pgPoolToken);
    for (const table of ['users', 'sessions', 'sign_in_attempts']) {
      const count = `select count(*)::int as n from ${table}`;
      expect([table, (await api.pool.query(count)).rows[0].n > 0]).toEqual([table, true]);
      expect([table, (await server.query(count)).rows[0].n]).toEqual([table, 0]);
    }
  });
});

/** Fails where it does not come true within a second. */
async function atLatestAfterASecond(holds: () => Promise<boolean>): Promise<void> {
  const endMs = performance.now() + 1_000;
  while (performance.now() < endMs) if (await holds()) return;
  expect(await holds()).toBe(true);
}

async function untilFound<T>(find: () => Promise<readonly T[]>): Promise<readonly T[]> {
  for (let n = 0; n < 100; n += 1) {
    const found = await find();
    if (found.length > 0) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return find();
}
