import { createKeyWith } from '../../../../test/support/create-key-with.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import { type Body } from '../../../../test/support/start-test-api.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';
import { inTransaction } from '../../../platform/database/index.js';

const account = 'AR01-7788 12345690';
const injection = `' or '1'='1`;

const payments: Readonly<Record<string, object>> = {
  a: { amount: 500, deviceDetails: { deviceId: 'd-1', ipAddress: '203.0.113.7' }, originDetails: { accountNumber: account } },
  b: { amount: 10, deviceDetails: { deviceId: 'd-1', ipAddress: '::ffff:203.0.113.7' }, metadata: { odd: 1 } },
  c: { amount: 10, deviceDetails: { deviceId: 'D-1', ipAddress: '2001:db8::1' }, destinationDetails: { accountNumber: account } },
  d: { amount: 900, originDetails: { cardFingerprint: 'card~1' } },
  e: { amount: 10, destinationDetails: { cardFingerprint: 'card~1' }, deviceDetails: { deviceId: injection } },
  f: { amount: 900, executeRules: false },
}; // prettier-ignore

const ruleOf = (key: string, condition: string): { source: string } => ({
  source: `rule ${key} "${key}" {\n  on transaction (created)\n  when ${condition}\n  then suggest FLAG\n}`,
});

describe('payment search by linked data', () => {
  const api = useTestApi();
  let large: string;
  let unknowing: string;

  beforeAll(async () => {
    large = await publishRule(api(), ruleOf('large', 'transaction.amount >= 100 USD'));
    unknowing = await publishRule(api(), ruleOf('unknowing', 'transaction.channel = "web"'));
    for (const [externalId, more] of Object.entries(payments)) {
      const body = { externalId, type: 'PAYMENT', currency: 'USD', ...more };
      const { status, text } = await api().call('/transactions', { body });
      if (status !== 201) throw new Error(text);
    }
  });

  const list = (query: Record<string, string>, key?: string) =>
    api().call(`/transactions?${new URLSearchParams(query).toString()}`, key === undefined ? {} : { key });
  const found = async (query: Record<string, string>): Promise<string> => {
    const { status, body, text } = await list(query);
    if (status !== 200) throw new Error(text);
    expect(body.pagination.total).toBe(body.transactions.length);
    return body.transactions
      .map((each: Body) => each.externalId)
      .sort()
      .join('');
  };

  it.each([
    [{ deviceId: 'd-1' }, 'ab'],
    [{ deviceId: 'D-1' }, 'c'],
    [{ deviceId: injection }, 'e'],
    [{ deviceId: 'd' }, ''],
    [{ ipAddress: '203.0.113.7' }, 'ab'],
    [{ ipAddress: '::ffff:203.0.113.7' }, 'ab'],
    [{ ipAddress: '2001:0DB8:0:0::1' }, 'c'],
    [{ ipAddress: '203.0.113.8' }, ''],
    [{ accountNumber: account }, 'ac'],
    [{ accountNumber: account.slice(0, -1) }, ''],
    [{ accountNumber: injection }, ''],
    [{ cardFingerprint: 'card~1' }, 'de'],
    [{ cardFingerprint: '%' }, ''],
    [{ cardFingerprint: 'card~1', amountMin: '100' }, 'd'],
    [{ deviceId: 'd-1', accountNumber: account }, 'a'],
  ])('finds payments with %j', async (query, expected) => {
    expect(await found(query)).toBe(expected);
  });

  it('finds payments by the rule outcomes recorded for them', async () => {
    expect(await found({ ruleId: large, outcome: 'hit' })).toBe('ad');
    expect(await found({ ruleId: large.toUpperCase() })).toBe('ad');
    expect(await found({ ruleId: large, outcome: 'no_hit' })).toBe('bce');
    expect(await found({ ruleId: large, outcome: 'unknown' })).toBe('');
    expect(await found({ ruleId: unknowing })).toBe('abcde');
    expect(await found({ ruleId: unknowing, outcome: 'unknown', deviceId: 'd-1' })).toBe('ab');
    expect(await found({ ruleId: unknowing, outcome: 'hit' })).toBe('');
    expect(await found({ outcome: 'hit' })).toBe('ad');
    expect(await found({ outcome: 'no_hit' })).toBe('bce');
    expect(await found({ outcome: 'unknown' })).toBe('abcde');
    expect(await found({ ruleId: '00000000-0000-7000-8000-000000000000', outcome: 'no_hit' })).toBe('');
  });

  it('continues by cursor within the found payments', async () => {
    const first = await list({ ruleId: unknowing, limit: '2', sortBy: 'amount' });
    const query = {
      ruleId: unknowing,
      limit: '2',
      sortBy: 'amount',
      cursor: first.body.pagination.nextCursor as string,
    };
    const next = await list(query);
    expect([...first.body.transactions, ...next.body.transactions].map((each: Body) => each.amount)).toEqual([900, 500, 10, 10]); // prettier-ignore
    expect(next.body.pagination).toMatchObject({ total: 5, hasMore: true });
    expect((await list({ ...query, ruleId: large })).body.error.code).toBe('INVALID_CURSOR');
  });

  it.each([
    ['deviceId', ''],
    ['deviceId', 'x'.repeat(256)],
    ['ipAddress', ''],
    ['ipAddress', '999.1.1.1'],
    ['ipAddress', '203.0.113.7/8'],
    ['ipAddress', 'fe80::1%eth0'],
    ['ipAddress', '1'.repeat(46)],
    ['ipAddress', `203.0.113.7${injection}`],
    ['accountNumber', ''],
    ['accountNumber', '9'.repeat(256)],
    ['cardFingerprint', ''],
    ['cardFingerprint', 'c'.repeat(256)],
    ['ruleId', 'large'],
    ['ruleId', injection],
    ['outcome', 'miss'],
    ['outcome', 'hit,unknown'],
  ])('rejects %s=%j with 400 and names the field', async (name, value) => {
    const { status, body } = await list({ [name]: value });
    expect([status, body.error.code, Object.keys(body.error.details)]).toEqual([400, 'VALIDATION_ERROR', [name]]);
  });

  it.each(['deviceId', 'accountNumber', 'cardFingerprint', 'ipAddress'])(
    'rejects a text in %s that no stored value can contain',
    async (name) => {
      const { status, body } = await list({ [name]: 'a\u0000b' });
      expect([status, body.success]).toEqual([400, false]);
    },
  );

  it('rejects searches by account number without the permission to read account numbers', async () => {
    const key = await createKeyWith(api(), 'transactions:read');
    for (const accountNumber of [account, 'nobody’s']) {
      const { status, body } = await list({ accountNumber }, key);
      expect([status, body.error.code]).toEqual([403, 'FORBIDDEN']);
      expect(body.error.message).toContain('entities:read_sensitive');
    }
    expect((await list({ deviceId: 'd-1' }, key)).body.transactions).toHaveLength(2);
  });

  it('finds nothing of another organization', async () => {
    const { key } = api().stranger;
    const asked: readonly Record<string, string>[] = [
      { deviceId: 'd-1' },
      { ipAddress: '203.0.113.7' },
      { accountNumber: account },
      { cardFingerprint: 'card~1' },
    ];
    for (const query of [...asked, { ruleId: large }, { ruleId: large, outcome: 'no_hit' }, { outcome: 'hit' }])
      expect((await list(query, key)).body).toMatchObject({ transactions: [], pagination: { total: 0 } });
  });

  // Tests each side separately: with so few rows, the planner would read one index instead of two.
  it.each([
    ['t.device_id = $2', 'device_id'],
    ['t.device_address = address_of($2)', 'device_address'],
    ['t.origin_account = $2', 'origin_account'],
    ['t.destination_account = $2', 'destination_account'],
    ['t.origin_card = $2', 'origin_card'],
    ['t.destination_card = $2', 'destination_card'],
  ])('reads %s from an index under row-level security', async (condition, column) => {
    const { organizationId } = api().production;
    const plan = await inTransaction(api().pool, organizationId, async (client) => {
      await client.query('set local enable_seqscan = off');
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain (costs off) select t.id from transactions t where t.organization_id = $1 and (${condition})`,
        [organizationId, '203.0.113.7'],
      );
      return rows.map((line) => line['QUERY PLAN']);
    });
    const conditions = plan.filter((line) => line.includes('Index Cond:'));
    expect(conditions.filter((line) => line.includes(`(${column} = `)).length).toBeGreaterThan(0);
    expect(plan.filter((line) => line.includes('Seq Scan'))).toEqual([]);
  });
});
