import { setTimeout as sleep } from 'node:timers/promises';

import { limits } from '../../../platform/limits.js';
import { type TestResponse } from '../../../../test/support/start-test-api.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';

describe('payments concurrent with a blocked transaction', () => {
  const api = useOwnTestApi();
  const pay = (externalId: string, headers = {}): Promise<TestResponse> =>
    api().call('/transactions', { body: { externalId, type: 'FEE', amount: 1, currency: 'USD' }, headers });

  /** Holds its locks until the end, as an all-or-nothing batch does. */
  const holding = async (externalId: string): Promise<() => Promise<unknown>> => {
    const writer = await api().pool.connect();
    await writer.query('begin');
    await writer.query('insert into transaction_keys values ($1, $2, gen_random_uuid(), now())', [
      api().production.organizationId,
      externalId,
    ]);
    return async () => {
      await writer.query('rollback');
      writer.release();
    };
  };

  it('are stored promptly, while the blocked one gets 503 with Retry-After', async () => {
    const release = await holding('held');
    let isHeldOver = false;
    const held = Promise.all([pay('held'), pay('held', { 'idempotency-key': 'held' })]);
    void held.finally(() => (isHeldOver = true));
    const others = await Promise.all(Array.from({ length: 20 }, (_, n) => pay(`beside-${n}`)));
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([201]));
    expect(isHeldOver).toBe(false);
    for (const { status, body, headers } of await held) {
      expect([status, body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
      expect(headers.get('retry-after')).not.toBeNull();
    }
    await release();
    expect((await pay('held', { 'idempotency-key': 'held' })).status).toBe(201);
  });

  it('wait for the audit log as long as other writers append to it', async () => {
    expect((await pay('before')).status).toBe(201);
    const writer = await api().pool.connect();
    await writer.query('begin');
    await writer.query('select from audit_heads where organization_id = $1 for update', [
      api().production.organizationId,
    ]);
    const waiting = pay('behind');
    await sleep(limits.paymentGroupLockMs + limits.paymentLockMs + 1_000);
    await writer.query('rollback');
    writer.release();
    expect((await waiting).status).toBe(201);
  });
});
