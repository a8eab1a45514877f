import { reportPromise } from '@tamis/testkit';

import { type PgPool, pgPoolToken } from '../database/index.js';
import { inventedKey } from '../../../test/support/invented-key.js';
import { signUpPerson } from '../../../test/support/person-emails.js';
import { startOwnTestApi, type TestApi } from '../../../test/support/start-test-api.js';
import { ApiKeyVerifier, generateToken, readApiKeyFormat } from './index.js';

// Sends thousands of requests, on a machine that may be busy.
jest.setTimeout(60_000);

describe('unknown credentials', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startOwnTestApi(undefined, { TRUSTED_PROXIES: '127.0.0.1' });
  });
  afterAll(() => api?.stop());

  /**
   * Returns the minimum number of database queries that `ask` causes. The server also queries the database by itself from time to time, but
   * not in every round.
   */
  async function leastQueries(ask: () => Promise<unknown>): Promise<number> {
    let asked = 0;
    const note = () => (asked += 1);
    const pool = api.app.get<PgPool>(pgPoolToken).on('acquire', note);
    let least = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 25 && least > 0; round += 1) {
      asked = 0;
      await ask();
      least = Math.min(least, asked);
    }
    pool.off('acquire', note);
    return least;
  }

  it('promise 5: keys ask the database nothing when they are mistyped or invented', async () => {
    const own = api.production.key;
    const typos = Array.from({ length: 100 }, (_, n) => {
      const at = 20 + (n % 30);
      return own.slice(0, at) + (own[at] === 'x' ? 'y' : 'x') + own.slice(at + 1);
    });
    let invented = 0;
    const wrong = () => [...typos, ...Array.from({ length: 100 }, () => inventedKey('development', (invented += 1)))];
    const least = await leastQueries(async () => {
      const answers = await Promise.all(wrong().map((key) => api.call('/auth/test', { key })));
      expect(answers.every(({ status, body }) => status === 401 && body.error.code === 'INVALID_API_KEY')).toBe(true);
    });
    const check = api.app.get(ApiKeyVerifier);
    const junk = Array.from({ length: 25 }, wrong).flat();
    const startedUs = process.cpuUsage().user;
    const refused = await Promise.allSettled(
      junk.map((key) => check.authenticate(check.present(`Bearer ${key}`, '192.0.2.1'), performance.now())),
    );
    const perSecond = Math.round((junk.length * 1e6) / (process.cpuUsage().user - startedUs));
    expect(refused.filter(({ status }) => status === 'rejected')).toHaveLength(junk.length);
    reportPromise(5, {
      figure: `${least} database queries for ${typos.length + invented} mistyped and invented keys, ${perSecond} refused in a second of processor time`,
      target: '0 queries; 5,000 junk keys/s',
      holds: least === 0 && perSecond >= 5_000,
    });
    expect(least).toBe(0);
    let asked = 0;
    const pool = api.app.get<PgPool>(pgPoolToken).on('acquire', () => (asked += 1));
    expect((await api.call('/auth/test')).status).toBe(200);
    pool.removeAllListeners('acquire');
    expect(asked).toBeGreaterThan(0);
  });

  it('are looked up sixty times a minute per address without affecting other addresses, valid keys or sessions', async () => {
    const format = await readApiKeyFormat(api.pool);
    const [address, other] = ['203.0.113.7', '203.0.113.8'];
    const ask = async (key: string | null, from: string, cookie?: string): Promise<number> => {
      const headers = { 'x-forwarded-for': from, ...(cookie !== undefined && { cookie }) };
      return (await api.call('/auth/test', { key, headers })).status;
    };
    const session = (): string => `__Host-tamis_session=${generateToken()}`;
    expect(await ask(api.production.key, address)).toBe(200);
    const statuses: number[] = [];
    for (let n = 0; n < 70; n += 1)
      statuses.push(await (n % 2 === 0 ? ask(format.generate('development'), address) : ask(null, address, session())));
    expect(statuses).toEqual([...Array<number>(60).fill(401), ...Array<number>(10).fill(429)]);
    const refused = await api.call('/auth/test', {
      key: format.generate('development'),
      headers: { 'x-forwarded-for': address },
    });
    expect(refused.body).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', limit: 60, remaining: 0, retryAfterMinutes: 1 });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await ask(format.generate('development'), other)).toBe(401);
    expect(await ask(api.production.key, address)).toBe(200);
    // A credential that is created now was never seen before.
    const made = await api.call('/api-keys', { body: { name: 'new', permissions: ['rules:read'] } });
    expect(await ask(made.body.key as string, address)).toBe(200);
    const cookie = await signUpPerson(api, 'new@example.com');
    expect(
      (await api.call('/auth/session', { key: null, headers: { cookie, 'x-forwarded-for': address } })).status,
    ).toBe(200);
  });
});
