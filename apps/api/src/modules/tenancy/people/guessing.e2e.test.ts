import { createPersonAgent, type PersonAgent } from '../../../../test/support/person-agent.js';
import type { Email } from '../../../../test/support/person-emails.js';
import type { TestResponse } from '../../../../test/support/start-test-api.js';
import { waitUntilFound } from '../../../../test/support/wait-until.js';
import { password, usePeople } from '../../../../test/support/use-people.js';
import { newDeviceToken } from './domain/known-device.js';

describe('password guessing', () => {
  const { api, newEmail, signedUp, signIn, letters } = usePeople({ TRUSTED_PROXIES: '127.0.0.1' });

  const at = (address: string): Record<string, string> => ({ 'x-forwarded-for': address });
  const guess = (email: string, address: string, given = 'wrong password!'): Promise<TestResponse> =>
    createPersonAgent(api()).call('/auth/sign-in', { body: { email, password: given }, headers: at(address) });
  const codeOf = ({ status, body }: TestResponse): unknown => (status === 200 ? 200 : body.error.code);
  /** Extends existing waits of a second to a minute, and no others, because the tests may take longer than a second. */
  const lengthenWaits = (): Promise<unknown> =>
    api().pool.query(
      `update sign_in_attempts set locked_until = locked_until + interval '1 minute' where attempts >= 5 and locked_until > last_at`,
    );
  /** Guesses from many addresses, slightly more often than is possible without waiting. */
  const attack = async (email: string): Promise<void> => {
    await guess(email, '203.0.113.1');
    await api().pool.query(`update sign_in_attempts set attempts = 110 where subject like 'strangers:%'`);
    await guess(email, '203.0.113.2');
  };

  it('locks out the guesser, not the person at another address or on a known device at the same address', async () => {
    const { email, ...person } = await signedUp();
    const codes: unknown[] = [];
    for (let n = 0; n < 5; n += 1) codes.push(codeOf(await guess(email, '203.0.113.7')));
    await lengthenWaits();
    for (let n = 0; n < 2; n += 1) codes.push(codeOf(await guess(email, '203.0.113.7')));
    expect(codes.slice(4)).toEqual(['INVALID_CREDENTIALS', 'TOO_MANY_ATTEMPTS', 'TOO_MANY_ATTEMPTS']);
    expect(codeOf(await guess(email, '198.51.100.4', password))).toBe(200);
    // At the address of the guesser, only a person who has signed in on this device before is let in.
    expect(codeOf(await guess(email, '203.0.113.7', password))).toBe('TOO_MANY_ATTEMPTS');
    const known = await person.call('/auth/sign-in', { body: { email, password }, headers: at('203.0.113.7') });
    expect(codeOf(known)).toBe(200);
  });

  it.each([true, false])('from many addresses is throttled as one (account: %s)', async (exists) => {
    const { email } = exists ? await signedUp() : { email: newEmail() };
    await attack(email);
    const refused = await guess(email, '203.0.113.99');
    expect([refused.status, codeOf(refused)]).toEqual([429, 'TOO_MANY_ATTEMPTS']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    // Other accounts are not affected.
    expect(codeOf(await guess(newEmail(), '203.0.113.99'))).toBe('INVALID_CREDENTIALS');
    // One attempt is forgotten every six minutes.
    await api().pool.query(
      `update sign_in_attempts set last_at = last_at - interval '12 hours', locked_until = clock_timestamp()
       where subject like 'strangers:%'`,
    );
    expect(codeOf(await guess(email, '203.0.113.98'))).toBe('INVALID_CREDENTIALS');
    expect(codeOf(await guess(email, '203.0.113.97'))).toBe('INVALID_CREDENTIALS');
  });

  it('does not lock out a known device, and the victim is notified once a day', async () => {
    const { email, ...person } = await signedUp();
    await attack(email);
    expect(await waitUntilFound(() => letters('mail.sign_in_attempts', email))).toHaveLength(1);
    const wait = (): Promise<unknown> =>
      api().pool.query(`update sign_in_attempts set locked_until = clock_timestamp() where subject like 'strangers:%'`);
    await wait();
    await guess(email, '203.0.113.5');
    expect(codeOf(await guess(email, '198.51.100.4', password))).toBe('TOO_MANY_ATTEMPTS');
    // The person can still use a known device, a session, and the email about a forgotten password.
    const again = await person.call('/auth/sign-in', { body: { email, password }, headers: at('198.51.100.4') });
    expect(codeOf(again)).toBe(200);
    const next = 'the next password';
    const change = await person.call('/auth/password', { body: { currentPassword: password, newPassword: next } });
    expect(change.status).toBe(200);
    const elsewhere: PersonAgent = createPersonAgent(api());
    await elsewhere.call('/auth/password/forgot', { body: { email } });
    const [{ token }] = (await waitUntilFound(() => letters('mail.password_reset', email))) as [Email];
    expect((await elsewhere.call('/auth/password/reset', { body: { token, password } })).status).toBe(200);
    expect(codeOf(await elsewhere.call('/auth/sign-in', { body: { email, password } }))).toBe(200);
    expect(await letters('mail.sign_in_attempts', email)).toHaveLength(1);
  });

  it('is not exempted by a device cookie of another person, a forged one or one from before a password change', async () => {
    const { email, ...person } = await signedUp();
    const other = await signedUp();
    const deviceOf = async (of: PersonAgent, address: string): Promise<string> => {
      const answer = await of.call('/auth/sign-in', { body: { email: address, password } });
      return /__Host-tamis_device=[^;]+/.exec(answer.headers.getSetCookie().join('\n'))![0];
    };
    const before = await deviceOf(person, email);
    const body = { currentPassword: password, newPassword: 'the next password' };
    expect((await person.call('/auth/password', { body })).status).toBe(200);
    const { rows } = await api().pool.query<{ id: string }>('select id from users where email = $1', [email]);
    const forged = newDeviceToken({ id: rows[0]!.id, passwordHash: '' });
    const cookies = [
      before,
      await deviceOf(other, other.email),
      `__Host-tamis_device=${forged}`,
      '__Host-tamis_device=.',
    ];
    await api().pool.query('delete from sign_in_attempts');
    const codes: unknown[] = [];
    for (const cookie of [...cookies, ...cookies]) {
      if (codes.length === 5) await lengthenWaits();
      codes.push(
        codeOf(
          await createPersonAgent(api()).call('/auth/sign-in', {
            body: { email, password: 'wrong password!' },
            headers: { ...at('203.0.113.7'), cookie },
          }),
        ),
      );
    }
    expect(codes.slice(4)).toEqual(['INVALID_CREDENTIALS', ...Array.from({ length: 3 }, () => 'TOO_MANY_ATTEMPTS')]);
  });

  it('is limited on a known device as elsewhere', async () => {
    const { email, ...person } = await signedUp();
    const codes: unknown[] = [];
    for (let n = 0; n < 6; n += 1) {
      if (n === 5) await lengthenWaits();
      codes.push(codeOf(await person.call('/auth/sign-in', { body: { email, password: 'wrong password!' } })));
    }
    expect(codes.slice(4)).toEqual(['INVALID_CREDENTIALS', 'TOO_MANY_ATTEMPTS']);
  });

  it.each<[string, object]>([
    ['/auth/sign-up', { email: 'a@example.com' }],
    ['/auth/sign-up/complete', { token: 'x'.repeat(43), password }],
    ['/auth/sign-in', { email: 'a@example.com', password }],
    ['/auth/invitations/accept', { token: 'x'.repeat(43), password }],
    ['/auth/password/forgot', { email: 'a@example.com' }],
    ['/auth/password/reset', { token: 'x'.repeat(43), password }],
  ])('and guessing of email tokens is throttled by address at %s', async (path, body) => {
    await guess(newEmail(), '203.0.113.7');
    await api().pool.query(`update sign_in_attempts set attempts = 60 where subject like 'address:%'`);
    const ask = (): Promise<TestResponse> => createPersonAgent(api()).call(path, { body, headers: at('203.0.113.7') });
    expect((await ask()).status).not.toBe(429);
    const refused = await ask();
    expect([refused.status, codeOf(refused)]).toEqual([429, 'TOO_MANY_ATTEMPTS']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect((await signIn(newEmail())).status).toBe(401);
  });
});
