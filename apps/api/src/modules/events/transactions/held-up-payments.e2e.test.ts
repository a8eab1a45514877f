import { limits } from '../../../platform/limits.js';
import { type TestResponse } from '../../../../test/support/start-test-api.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';

describe('payments beside a transaction that has the external id of one of them', () => {
  const api = useOwnTestApi();
  const pay = (externalId: string, headers = {}): Promise<TestResponse> =>
    api().call('/transactions', { body: { externalId, type: 'FEE', amount: 1, currency: 'USD' }, headers });

  /** As a batch of all or nothing does until its end. */
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

  it('are stored soon; that one is told to come again', async () => {
    const release = await holding('held');
    const since = performance.now();
    const held = Promise.all([pay('held'), pay('held', { 'idempotency-key': 'held' })]);
    const others = await Promise.all(Array.from({ length: 20 }, (_, n) => pay(`beside-${n}`)));
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([201]));
    expect(performance.now() - since).toBeLessThan(limits.paymentLockMs);
    for (const { status, body, headers } of await held) {
      expect([status, body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
      expect(headers.get('retry-after')).not.toBeNull();
    }
    await release();
    expect((await pay('held', { 'idempotency-key': 'held' })).status).toBe(201);
  }, 60_000);
});
