import { createPersonAgent } from '../../../../test/support/person-agent.js';
import type { TestResponse, Body } from '../../../../test/support/start-test-api.js';
import { waitUntilFound } from '../../../../test/support/wait-until.js';
import { password, usePeople } from '../../../../test/support/use-people.js';

describe('people', () => {
  const { api, newEmail, signedUp, owner, signIn, letters } = usePeople();

  describe('sign-up and sign-in', () => {
    it('set an HttpOnly cookie and reveal nothing of the secret in a response body or in the database', async () => {
      const person = await signedUp();
      const answer = await person.call('/auth/sign-in', { body: { email: person.email, password } });
      expect(answer).toMatchObject({ status: 200, body: { success: true, organizations: [] } });
      const [cookie, device, ...more] = answer.headers.getSetCookie();
      expect(more).toEqual([]);
      for (const part of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/'])
        for (const each of [cookie, device]) expect(each).toContain(part);
      expect([cookie!.startsWith('__Host-tamis_session='), device!.startsWith('__Host-tamis_device=')]).toEqual([
        true,
        true,
      ]);
      const secret = /=([^;]+)/.exec(cookie!)![1]!;
      expect(answer.text).not.toContain(secret);
      const { rows } = await api().pool.query(
        'select s::text || u::text as t from sessions s join users u on u.id = user_id',
      );
      expect(rows.map(({ t }: Body) => t as string).join()).not.toContain(secret);
      expect(rows.map(({ t }: Body) => t as string).join()).not.toContain(password);
      expect(rows.map(({ t }: Body) => t as string).join()).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
      expect((await person.call('/auth/session')).body.user).toMatchObject({ displayName: 'Ana Reis' });
    });

    it.each([
      ['in capital letters', (email: string) => email.toUpperCase()],
      ['in letters of full width', (email: string) => email.replace('person', 'ｐｅｒｓｏｎ')],
      ['with the sign of Kelvin and white space', (email: string) => `${email.replace('k', '\u212a')} `.trim()],
    ])('accept an email address once, also %s', async (_, spell) => {
      const { email } = await signedUp(`k-${newEmail()}`);
      const again = await createPersonAgent(api()).call('/auth/sign-up', { body: { email: spell(email) } });
      expect(again.status).toBe(202);
      await waitUntilFound(() => letters('mail.sign_up_again', email));
      expect((await signIn(spell(email))).status).toBe(200);
    });

    it.each(['', 'eleven char', 'x'.repeat(257)])('reject the password %j', async (wrong) => {
      const answer = await createPersonAgent(api()).call('/auth/sign-up/complete', {
        body: { token: 'x'.repeat(43), password: wrong },
      });
      expect([answer.status, Object.keys(answer.body.error.details as object)]).toEqual([400, ['password']]);
    });

    it('respond to a wrong password as to an unknown address', async () => {
      const { email } = await signedUp();
      const ask = async (address: string): Promise<TestResponse> =>
        createPersonAgent(api()).call('/auth/sign-in', {
          body: { email: address, password: 'another long password' },
          headers: { 'x-request-id': 'same' },
        });
      const [wrong, unknown] = [await ask(email), await ask(newEmail())];
      expect([wrong.status, wrong.body.error.code]).toEqual([401, 'INVALID_CREDENTIALS']);
      expect(wrong.text).toBe(unknown.text);
      expect(wrong.headers.get('set-cookie')).toBeNull();
    });

    it.each([true, false])(
      'require a wait after five wrong passwords from an address, also for the right one (account: %s)',
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
          await api().pool.query(unlock);
          await signIn(email, 'wrong password!');
          const answer = await signIn(email, 'wrong password!');
          return Number(answer.headers.get('retry-after'));
        };
        expect([await wait(), await wait(), await wait()]).toEqual([2, 4, 8]);
        await api().pool.query(unlock);
        expect((await signIn(email)).status).toBe(exists ? 200 : 401);
      },
    );

    it('allow as many parallel guesses as sequential ones', async () => {
      const { email } = await signedUp();
      const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(email, 'wrong password!')));
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
    });

    it('are also throttled by address regardless of the accounts tried', async () => {
      const email = (await signedUp()).email;
      await api().pool.query(
        `update sign_in_attempts set attempts = 50, locked_until = clock_timestamp() + interval '1 minute'`,
      );
      expect((await signIn(newEmail())).status).toBe(429);
      expect((await signIn(email)).status).toBe(429);
    });
  });

  describe('authentication events', () => {
    it('are announced and recorded in the audit log for right and wrong passwords and for sign-outs', async () => {
      const person = await owner();
      expect((await signIn(person.email)).status).toBe(200);
      expect((await signIn(person.email, 'not the password')).status).toBe(401);
      const { id } = person.production;
      const failed = await waitUntilFound(async () => (await told(id)).filter(({ event }) => event.endsWith('failed')));
      expect(failed).toMatchObject([
        {
          payload: { actor: { id: null }, affectedUser: { email: person.email }, context: { ipAddress: '127.0.0.1' } },
        },
      ]);
      await person.call('/auth/sign-out', { method: 'POST' });
      expect((await told(id)).map(({ event }) => event.split('.').at(-1))).toEqual([
        'login_succeeded',
        'login_failed',
        'logout',
      ]);
      await person.call('/auth/sign-in', { body: { email: person.email, password } });
      const { events } = (await person.inOrganization(id).call('/audit/events?sortOrder=asc')).body as {
        events: Body[];
      };
      const userId = events.find(({ event }) => event === 'logout')!.actor.id as string;
      expect(events.filter(({ resourceType }) => resourceType === 'user')).toMatchObject([
        { event: 'login_succeeded', resourceId: userId, actor: { id: userId, name: 'Ana Reis' } },
        { event: 'login_failed', resourceId: userId, actor: { type: 'user', id: null } },
        { event: 'logout', resourceId: userId },
        { event: 'login_succeeded', resourceId: userId },
      ]);
    });

    it('include a password change in the audit log of the organizations', async () => {
      const person = await owner();
      const body = { currentPassword: password, newPassword: 'another good password' };
      expect((await person.call('/auth/password', { body })).status).toBe(200);
      const { events } = (
        await person.inOrganization(person.production.id).call('/audit/events?event=member_password_changed')
      ).body;
      expect(events).toMatchObject([{ summary: 'Ana Reis changed the password' }]);
    });

    const told = async (organizationId: string): Promise<readonly { event: string; payload: Body }[]> =>
      (
        await api().pool.query<{ event: string; payload: Body }>(
          `select event, payload from outbox_events where organization_id = $1 and event like 'security.auth%' order by seq, place`,
          [organizationId],
        )
      ).rows;
  });

  describe('writes by session', () => {
    const body = { type: 'person', name: 'Forged' };
    it.each<[string, Record<string, string>]>([
      ['another site', { origin: 'https://evil.example' }],
      ['no site', { origin: 'null' }],
      ['nowhere', { origin: '' }],
    ])('are rejected from %s', async (_, headers) => {
      const person = await owner();
      const answer = await person.inOrganization(person.production.id).call('/entities', { body, headers });
      expect([answer.status, answer.body.error?.code ?? answer.body.code]).toEqual([403, 'CROSS_SITE_REQUEST']);
      expect((await person.call('/auth/sign-out', { method: 'POST', headers })).status).toBe(403);
      expect((await person.inOrganization(person.production.id).call('/entities', { headers })).status).toBe(200);
    });
  });
});
