import { createPersonAgent, type PersonAgent } from '../../../../test/support/person-agent.js';
import type { Email } from '../../../../test/support/person-emails.js';
import type { TestResponse } from '../../../../test/support/start-test-api.js';
import { waitUntil, waitUntilFound } from '../../../../test/support/wait-until.js';
import { password, usePeople } from '../../../../test/support/use-people.js';
import { BackgroundTasks } from './use-cases/background-tasks.js';
import { Passwords } from './use-cases/passwords.js';
import { RemoveExpired } from './use-cases/remove-expired.js';

const theirs = 'what the attacker chose';

describe('email address', () => {
  const { api, newEmail, signedUp, owner, signIn, letters } = usePeople();

  const ask = (path: string, body: object): Promise<TestResponse> =>
    createPersonAgent(api()).call(path, { body, headers: { 'x-request-id': 'same' } });
  const complete = (token: string, chosen = password): Promise<TestResponse> =>
    ask('/auth/sign-up/complete', { token, password: chosen });
  const codesOf = (answers: readonly TestResponse[]): unknown[] =>
    answers.map(({ status, body }) => [status, body.error?.code]).sort();
  /** Waits until all background work of the responses above is done. */
  const settled = (): Promise<void> => api().app.get(BackgroundTasks, { strict: false }).beforeApplicationShutdown();
  const invite = async (by: Awaited<ReturnType<typeof owner>>, email: string): Promise<string> => {
    const place: PersonAgent = by.inOrganization(by.production.id);
    const roleId = (await place.call('/members')).body.members[0].role.id as string;
    expect((await place.call('/members/invite', { body: { email, roleId } })).status).toBe(201);
    return (await letters('mail.invitation', email.toLowerCase())).at(-1)!.token;
  };

  describe('used by somebody else to sign up', () => {
    it('gives them nothing: no session, no account, and no password that remains valid', async () => {
      const email = newEmail();
      const answer = await ask('/auth/sign-up', { email });
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([202, []]);
      const { rows } = await api().pool.query('select from users where email = $1', [email]);
      expect(rows).toHaveLength(0);
      const [{ token }] = (await waitUntilFound(() => letters('mail.sign_up', email))) as [Email];
      // The person who receives the email, and therefore owns the address, chooses the password; nobody else has.
      expect((await complete(token)).status).toBe(201);
      expect((await signIn(email)).status).toBe(200);
    });

    it('still belongs to its owner after repeated sign-ups, by any of the emails and by an invitation', async () => {
      const [byLetter, byInvitation] = [newEmail(), newEmail()];
      for (const email of [byLetter, byInvitation])
        for (let n = 0; n < 8; n += 1) expect((await ask('/auth/sign-up', { email })).status).toBe(202);
      await settled();
      const sent = await letters('mail.sign_up', byLetter);
      expect((await complete(sent[2]!.token)).status).toBe(201);
      const accepting = { token: await invite(await owner(), byInvitation), password };
      expect((await ask('/auth/invitations/accept', accepting)).status).toBe(200);
      // Tokens that were sent before are no longer valid.
      for (const { token } of [...sent, ...(await letters('mail.sign_up', byInvitation))])
        expect((await complete(token, theirs)).body.error.code).toBe('INVALID_TOKEN');
      for (const email of [byLetter, byInvitation]) {
        expect((await signIn(email)).status).toBe(200);
        expect((await signIn(email, theirs)).status).toBe(401);
      }
    });

    it('receives the emails meant for it, not a mailbox with a similar spelling', async () => {
      const by = await owner();
      const plain = newEmail();
      const spelled = plain.replace('person', 'ＰＥＲＳＯＮ');
      await invite(by, spelled.replace('ＰＥＲＳＯＮ', 'PERSON'));
      await ask('/auth/sign-up', { email: spelled });
      await settled();
      const { rows } = await api().pool.query<{ to: string }>(
        `select recipient as to from outgoing_emails where event = 'mail.invitation' and organization_id = $1
         union all select recipient from person_emails where lower(recipient) in ($2, $3)`,
        [by.production.id, plain, spelled.toLowerCase()],
      );
      expect(rows).toEqual([{ to: plain }, { to: plain }]);
    });
  });

  describe('receives emails with a token that', () => {
    it('works once, however many requests send it concurrently and however many emails there are', async () => {
      const email = newEmail();
      for (let n = 0; n < 2; n += 1) await ask('/auth/sign-up', { email });
      await settled();
      const [first, second] = await letters('mail.sign_up', email);
      const answers = await Promise.all(
        [first, first, first, second, second, second].map((letter) => complete(letter!.token)),
      );
      expect(codesOf(answers)).toEqual([[201, undefined], ...Array.from({ length: 5 }, () => [400, 'INVALID_TOKEN'])]);
      await ask('/auth/password/forgot', { email });
      await settled();
      const { token } = (await letters('mail.password_reset', email))[0]!;
      const resets = await Promise.all(
        Array.from({ length: 6 }, () => ask('/auth/password/reset', { token, password: 'remembered at last' })),
      );
      expect(codesOf(resets)).toEqual([[200, undefined], ...Array.from({ length: 5 }, () => [400, 'INVALID_TOKEN'])]);
    });

    it.each([
      ['mail.sign_up', 24 * 60 * 60],
      ['mail.password_reset', 30 * 60],
    ] as const)('(%s) expires after %i seconds by the database clock and is removed', async (event, seconds) => {
      const email = event === 'mail.sign_up' ? newEmail() : (await signedUp()).email;
      await ask(event === 'mail.sign_up' ? '/auth/sign-up' : '/auth/password/forgot', { email });
      await settled();
      const [{ token, validForSeconds }, ...more] = (await letters(event, email)) as [Email, ...Email[]];
      expect([validForSeconds, more]).toEqual([seconds, []]);
      await api().pool.query('update person_emails set expires_at = clock_timestamp() where recipient = $1', [email]);
      const path = event === 'mail.sign_up' ? '/auth/sign-up/complete' : '/auth/password/reset';
      const late = await ask(path, { token, password });
      expect([late.status, late.body.error.code]).toEqual([400, 'INVALID_TOKEN']);
      expect(await api().app.get(RemoveExpired, { strict: false }).removeExpired()).toBeGreaterThan(0);
      expect(await letters(event, email)).toEqual([]);
    });

    it('is valid only for its purpose', async () => {
      const [known, unknown] = [(await signedUp()).email, newEmail()];
      await ask('/auth/sign-up', { email: unknown });
      await ask('/auth/password/forgot', { email: known });
      await settled();
      const signUp = (await letters('mail.sign_up', unknown))[0]!.token;
      const reset = (await letters('mail.password_reset', known))[0]!.token;
      const invitation = await invite(await owner(), newEmail());
      const paths = ['/auth/sign-up/complete', '/auth/password/reset', '/auth/invitations/accept'];
      const wrong = [
        [paths[0]!, reset],
        [paths[0]!, invitation],
        [paths[1]!, signUp],
        [paths[1]!, invitation],
        [paths[2]!, signUp],
        [paths[2]!, reset],
      ] as const;
      for (const [path, token] of wrong) {
        const answer = await ask(path, { token, password: theirs });
        expect([path, answer.status, answer.body.error?.code]).toEqual([path, 400, 'INVALID_TOKEN']);
      }
      expect((await ask(paths[0]!, { token: signUp, password })).status).toBe(201);
      expect((await ask(paths[1]!, { token: reset, password })).status).toBe(200);
    });
  });

  it('receives at most five emails of a kind in half an hour, independently of other kinds', async () => {
    const { email } = await signedUp();
    const paths = ['/auth/sign-up', '/auth/password/forgot'];
    for (const path of paths) {
      const answers = await Promise.all(Array.from({ length: 12 }, () => ask(path, { email })));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => (path === paths[0] ? 202 : 200)));
    }
    await settled();
    expect(await letters('mail.sign_up_again', email)).toHaveLength(5);
    const resets = await letters('mail.password_reset', email);
    expect(resets).toHaveLength(5);
    // The first one is still valid: requesting more does not invalidate it.
    expect((await ask('/auth/password/reset', { token: resets[0]!.token, password })).status).toBe(200);
    // Changing the password invalidates the tokens that were sent for that purpose.
    for (const { token } of resets)
      expect((await ask('/auth/password/reset', { token, password: theirs })).body.error.code).toBe('INVALID_TOKEN');
    await api().pool.query(`update person_emails set created_at = created_at - interval '31 minutes'`);
    await ask('/auth/password/forgot', { email });
    await settled();
    expect(await letters('mail.password_reset', email)).toHaveLength(1);
  });

  describe('is not revealed to have an account by a response or by the work done for it', () => {
    const cases: readonly (readonly [path: string, body: object])[] = [
      ['/auth/sign-up', {}],
      ['/auth/sign-in', { password: 'not the password' }],
      ['/auth/password/forgot', {}],
    ];
    it.each(cases)('%s', async (path, body) => {
      const passwords = api().app.get(Passwords, { strict: false });
      const counted = async (email: string): Promise<object> => {
        const hashed: string[] = [];
        const [hash, matches] = [passwords.hash.bind(passwords), passwords.matches.bind(passwords)];
        Object.assign(passwords, {
          hash: (given: string) => hashed.push('hash') && hash(given),
          matches: (stored: string, given: string) => hashed.push('matches') && matches(stored, given),
        });
        const { status, text, headers } = await ask(path, { email, ...body });
        Object.assign(passwords, { hash, matches });
        return { status, text, hashed, headers: [...headers.keys()].sort() };
      };
      const known = await counted((await signedUp()).email);
      expect(known).toEqual(await counted(newEmail()));
      expect(known).toMatchObject({ hashed: path === '/auth/sign-in' ? ['matches'] : [] });
    });
  });

  it('cannot be signed in to with a password that is changed while it is checked', async () => {
    const { email } = await signedUp();
    const client = await api().pool.connect();
    try {
      await client.query('begin');
      await client.query('select from users where email = $1 for update', [email]);
      const signing = signIn(email);
      const isWaiting = async (): Promise<boolean> =>
        (
          await api().pool.query(
            `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
          )
        ).rowCount === 1;
      await waitUntil(isWaiting);
      await client.query(`update users set password_hash = 'another' where email = $1`, [email]);
      await client.query('commit');
      const answer = await signing;
      expect([answer.status, answer.body.error?.code]).toEqual([401, 'INVALID_CREDENTIALS']);
    } finally {
      client.release();
    }
  });
});
