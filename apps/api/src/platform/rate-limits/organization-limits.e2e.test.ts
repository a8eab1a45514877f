import { type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import { reportPromise } from '@tamis/testkit';

import {
  changePlan,
  createAccount,
  type CreatedOrganization,
  createKey,
} from '../../modules/tenancy/organizations/index.js';
import { RateLimiter } from './index.js';
import { startServer } from '../../../test/support/start-server.js';
import { send, startOwnTestApi, type TestApi, type TestResponse } from '../../../test/support/start-test-api.js';

// Two processes are started, on a machine that may be busy.
jest.setTimeout(60_000);

describe('rate limits of an organization', () => {
  let api: TestApi;
  let second: { child: ChildProcess; url: string };
  let accounts = 0;
  beforeAll(async () => {
    api = await startOwnTestApi();
    second = await startServer(api.pool.options.connectionString!);
  });
  afterAll(async () => {
    second?.child.kill();
    if (second) await once(second.child, 'exit');
    await api?.stop();
  });

  const newAccount = async (): Promise<Record<'production' | 'sandbox', CreatedOrganization>> => {
    const name = `Limited ${(accounts += 1)}`;
    const made = await createAccount(api.pool, { name, deployment: 'development', ifMissing: false });
    if (!made.ok || !made.value.created) throw new Error('no account');
    return made.value;
  };
  const withLimits = async (perHour: number, perMinute: number | null): Promise<CreatedOrganization> => {
    const { production } = await newAccount();
    await api.pool.query('update organizations set requests_per_hour = $2, requests_per_minute = $3 where id = $1', [
      production.organizationId,
      perHour,
      perMinute,
    ]);
    return production;
  };
  const furtherKeys = ({ organizationId }: CreatedOrganization, count: number): Promise<readonly string[]> =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const made = await createKey(api.pool, { organizationId, name: 'k', deployment: 'development' });
        if (!made.ok) throw new Error(made.error);
        return made.value.key;
      }),
    );
  const askAll = (keys: readonly string[], each: number): Promise<readonly TestResponse[]> =>
    Promise.all(
      keys.flatMap((key, at) =>
        Array.from({ length: each }, (_, n) =>
          send(`${(at + n) % 2 === 0 ? api.url : second.url}/permissions`, key, {}),
        ),
      ),
    );
  /** Waits until a process no longer caches a used-up window or holds requests reserved in advance. */
  const forgotten = () => new Promise((resolve) => setTimeout(resolve, 1_010));
  const windowOf = async ({ organizationId }: CreatedOrganization) =>
    (
      await api.pool.query<{ used: number; minute_used: number }>(
        'select used, minute_used from organization_windows where organization_id = $1',
        [organizationId],
      )
    ).rows[0];

  it('promise 29: exactly as many requests pass with a hundred keys as with one, over two processes', async () => {
    for (const [perHour, perMinute] of [
      [60, null],
      [1_000, 60],
    ] as const) {
      const organization = await withLimits(perHour, perMinute);
      const keys = [organization.key, ...(await furtherKeys(organization, 99))];
      const answers = await askAll(keys, 3);
      const passed = answers.filter(({ status }) => status === 200).length;
      const refused = answers.filter(({ status }) => status === 429);
      reportPromise(29, {
        figure: `${passed} of 300 simultaneous requests with 100 keys passed over two processes, limit of the organization 60`,
        target: 'exactly 60',
        holds: passed === 60 && refused.length === 240,
      });
      expect([passed, refused.length]).toEqual([60, 240]);
      expect(await windowOf(organization)).toEqual({ used: 60, minute_used: 60 });
      const per = perMinute === null ? 'hour' : 'minute';
      for (const { body } of refused) {
        expect(body).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', limit: 60, remaining: 0 });
        expect(body.message).toContain(
          `The organization, with all of its keys, has made its 60 requests of this ${per}`,
        );
      }
    }
  });

  it('leave nothing to a new key after another key has used them up', async () => {
    const { production, sandbox } = await newAccount();
    await changePlan(api.pool, {
      organizationId: production.organizationId,
      plan: 'free',
      agreedRequestsPerHour: null,
    });
    for (const { organizationId, key, apiKeyId } of [production, sandbox]) {
      const made = await api.call('/api-keys', { key, body: { name: 'n', permissions: ['rules:read'] } });
      const rotated = await api.call(`/api-keys/${apiKeyId}/rotate`, { key, body: {} });
      expect([made.status, rotated.status]).toEqual([201, 200]);
      await forgotten();
      await api.pool.query(
        `update organization_windows set used = 99, minute_used = least(minute_used, 50), minute_started_at = now() where organization_id = $1`,
        [organizationId],
      );
      const statuses: number[] = [];
      for (const next of [rotated.body.key, made.body.key, key])
        statuses.push((await api.call('/permissions', { key: next as string })).status);
      expect(statuses).toEqual([200, 429, 429]);
      // The window of an organization ends like that of a key.
      await api.pool.query(
        `update organization_windows set started_at = started_at - interval '1 hour', minute_started_at = minute_started_at - interval '1 minute'
         where organization_id = $1`,
        [organizationId],
      );
      await forgotten();
      expect((await api.call('/permissions', { key: made.body.key as string })).status).toBe(200);
    }
  });

  it('follow the plan, and are the same for a sandbox on every plan', async () => {
    const { production, sandbox } = await newAccount();
    const stored = async (): Promise<unknown> => {
      const { rows } = await api.pool.query<{ bounds: unknown }>(
        `select json_build_array(requests_per_hour, requests_per_minute) as bounds from organizations where id = any($1) order by environment`,
        [[production.organizationId, sandbox.organizationId]],
      );
      return rows.map(({ bounds }) => bounds);
    };
    const of = async (plan: 'free' | 'starter' | 'professional' | 'enterprise', agreed: number | null = null) => {
      const { organizationId } = production;
      await changePlan(api.pool, { organizationId, plan, agreedRequestsPerHour: agreed });
      return stored();
    };
    const inSandbox = [100, null];
    expect(await stored()).toEqual([[1_200, 600], inSandbox]);
    expect(await of('free')).toEqual([[100, 60], inSandbox]);
    expect(await of('starter')).toEqual([[300, 120], inSandbox]);
    expect(await of('professional')).toEqual([[1_200, 600], inSandbox]);
    expect(await of('enterprise')).toEqual([[72_000, 2_400], inSandbox]);
    expect(await of('enterprise', 600)).toEqual([[600, 20], inSandbox]);
  });

  it('return requests that were reserved in advance and not used', async () => {
    const organization = await withLimits(100_000, null);
    await api.pool.query('update api_keys set rate_limit = 100000, burst_limit = null where organization_id = $1', [
      organization.organizationId,
    ]);
    let sent = 0;
    let most = 0;
    for (let turn = 0; turn < 20; turn += 1) {
      sent += (await askAll([organization.key], 4)).length;
      most = Math.max(most, (await windowOf(organization))!.used - sent);
    }
    expect(most).toBeGreaterThan(0);
    for (let waits = 0; (await windowOf(organization))!.used > sent && waits < 100; waits += 1)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await windowOf(organization))!.used).toBe(sent);
  });

  it('count requests of people, who have no key, together with those of keys', async () => {
    const { organizationId, key } = await withLimits(2, null);
    const limiter = api.app.get(RateLimiter);
    const person = { organizationId, apiKeyId: null };
    const counted = await limiter.consume(person, performance.now());
    expect(counted).toMatchObject({ isAllowed: true, of: 'organization', per: 'hour', limit: 2, remaining: 1 });
    expect((await api.call('/permissions', { key })).status).toBe(200);
    expect(await limiter.consume(person, performance.now())).toMatchObject({ isAllowed: false, remaining: 0 });
    expect((await api.call('/permissions', { key })).status).toBe(429);
  });
});
