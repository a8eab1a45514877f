import { transactionOf, rule, useInlineRecords } from '../../../../test/support/use-inline-records.js';

describe('rates sent with a record', () => {
  const { api, execute } = useInlineRecords();

  it('apply to earlier transactions too, when the organization has no rates', async () => {
    const { key } = api().stranger;
    const pesos = { amount: 500, currency: 'ARS', originExternalId: 'bea' };
    await api().call('/entities', { key, body: { type: 'person', name: 'Bea', countryCode: 'AR', externalId: 'bea' } });
    const before = transactionOf({ ...pesos, externalId: 'before', transactedAt: '2026-02-28T13:00:00Z' });
    expect((await api().call('/transactions', { key, body: before })).status).toBe(201);
    const source = rule('sum(amount as USD of transactions from origin in last 24h) = 1 USD');
    const outcome = async (rates: readonly object[]): Promise<unknown> =>
      (await execute(source, transactionOf({ ...pesos, rates }), {}, key)).body.results?.[0].outcome;
    expect(await outcome([{ base: 'USD', quote: 'ARS', rate: 1000 }])).toBe('hit');
    expect(await outcome([])).toBe('unknown');
  });
});
