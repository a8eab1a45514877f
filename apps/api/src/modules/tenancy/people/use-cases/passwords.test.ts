import { limits } from '../../../../platform/limits.js';
import { Passwords } from './passwords.js';

const { running, waiting } = limits.passwordHashes;

describe('passwords', () => {
  it('sent concurrently are hashed a few at a time, and excess requests are rejected', async () => {
    const passwords = new Passwords();
    const stored = await passwords.hash('a long enough password');
    const asked = running + waiting + 10;
    const found = await Promise.allSettled(
      Array.from({ length: asked }, (_, n) => passwords.matches(stored, n % 2 === 0 ? 'a long enough password' : 'x')),
    );
    const values = found.map((each) => (each.status === 'fulfilled' ? each.value : (each.reason as object)));
    expect(values.slice(0, running + waiting)).toEqual(
      Array.from({ length: running + waiting }, (_, n) => n % 2 === 0),
    );
    for (const refused of values.slice(running + waiting))
      expect(refused).toMatchObject({ code: 'SERVICE_UNAVAILABLE', status: 503 });
    // All slots were released.
    expect(await passwords.matches(stored, 'a long enough password')).toBe(true);
  });

  it('are equal in any Unicode form', async () => {
    const passwords = new Passwords();
    const stored = await passwords.hash('Ｃafe\u0301 am Abend');
    expect(await passwords.matches(stored, 'Caf\u00e9 am Abend')).toBe(true);
    expect(await passwords.matches(null, 'Caf\u00e9 am Abend')).toBe(false);
  });
});
