import { CountEvaluations } from './index.js';
import { createRule, nextNumber, ruleText } from '../../../../test/support/rule-samples.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import type { Body } from '../../../../test/support/start-test-api.js';
import { useTransactions } from '../../../../test/support/use-transactions.js';

/** Number of newest records examined for an organization, and for a key. */
const [sampled, ofKey] = [20_000, 30_000];
const minuteMs = 60_000;
const start = Date.parse('2026-03-01T10:00:00.000Z');
const after = (minutes: number): string => new Date(start + minutes * minuteMs).toISOString();

describe('rule costs', () => {
  const { api, create, payment } = useTransactions();
  beforeAll(async () => {
    for (const externalId of ['bo', 'cy', 'di'])
      await api().call('/entities', { body: { type: 'person', name: externalId, countryCode: 'BR', externalId } });
  });

  const costOf = async (id: string): Promise<Body> => (await api().call(`/rules/${id}`)).body.rule.cost;
  const validated = async (source: string, key?: string): Promise<Body> => {
    const answer = await api().call('/rules/validate', { body: { source }, ...(key !== undefined && { key }) });
    expect(answer).toMatchObject({ status: 200, body: { valid: true } });
    return answer.body.cost;
  };
  const busiest = async (condition: string, key?: string): Promise<number | null> =>
    (await validated(ruleText(condition), key)).busiestKeyRows;
  const counted = (): Promise<unknown> => api().app.get(CountEvaluations).catchUp(api().production.organizationId);

  /** Creates copies of a stored payment, each a minute earlier than the one before it, with a payer or without. */
  async function copies(id: string, count: number, origin: string | null): Promise<void> {
    const { rows } = await api().pool.query<{ name: string }>(
      `select column_name as name from information_schema.columns where table_name = 'transactions' and is_generated = 'NEVER'`,
    );
    const changed: Readonly<Record<string, string>> = {
      id: 'gen_random_uuid()',
      external_id: 'gen_random_uuid()::text',
      seq: '-n',
      origin_entity_id: '$3::uuid',
      transacted_at: `transacted_at - n * interval '1 minute'`,
    };
    const names = rows.map(({ name }) => name);
    await api().pool.query(
      `insert into transactions (${names.join()}) overriding system value
       select ${names.map((name) => changed[name] ?? name).join()} from transactions, generate_series(1, $2) n where id = $1`,
      [id, count, origin],
    );
  }

  const window = 'count(transactions from origin in last 2h) >= 3';

  describe('without payments', () => {
    it('names the most expensive terms of a stored rule, and no measured values', async () => {
      const source = ruleText(`transaction.amount >= 7 USD and ${window}`);
      const rule = await createRule(api(), { source });
      const dearest = [
        { text: window, class: 'c3', weight: 21 },
        { text: 'transaction.amount >= 7 USD', class: 'c0', weight: 1 },
      ];
      const limits = { budget: 300, matrixTotal: 0, scanCap: 10_000 };
      const cost = { total: 23, ...limits, dearest, busiestKeyRows: 0, tooManyRowsShare: null };
      expect(rule.cost).toEqual(cost);
      expect(await costOf(rule.id)).toEqual(cost);
      expect((await api().call(`/rules/${rule.id}/versions/1`)).body.rule.cost).toEqual(cost);
      const listed = (await api().call(`/rules?key=${rule.key}`)).body.rules;
      expect(listed).toMatchObject([{ cost: { ...cost, busiestKeyRows: null } }]);
      expect(await validated(source)).toEqual(cost);
      expect((await api().call('/rules/export?format=json')).body.rules).toMatchObject([{ cost: { dearest } }]);
    });

    it('names at most ten terms', async () => {
      const terms = Array.from({ length: 12 }, (_, n) => `transaction.amount >= ${n + 1} USD`);
      expect((await validated(ruleText(terms.join(' or ')))).dearest).toHaveLength(10);
    });

    it('computes the most expensive terms of a version that was stored without them', async () => {
      const { id } = await createRule(api(), { source: ruleText('transaction.amount >= 8 USD') });
      await api().pool.query('update rule_versions set dearest = null where rule_id = $1', [id]);
      expect((await costOf(id)).dearest).toEqual([{ text: 'transaction.amount >= 8 USD', class: 'c0', weight: 1 }]);
    });

    it('reports no window measurements without windows, and no cost for source with errors', async () => {
      expect(await busiest('transaction.amount >= 9 USD')).toBeNull();
      const { id } = await createRule(api(), { source: ruleText('origin.contryCode = "BR"') });
      expect(await costOf(id)).toBeNull();
      const wrong = (await api().call('/rules/validate', { body: { source: 'rule x {' } })).body.cost;
      expect(wrong).toMatchObject({ busiestKeyRows: null, tooManyRowsShare: null });
    });

    it('sums the costs of all rules in the most expensive matrix of a rule', async () => {
      await api().call('/risk-matrices', { body: { key: 'kyt', name: 'KYT', status: 'active' } });
      const inMatrix = (condition: string): string => ruleText(condition).replace('  score', '  matrix kyt\n  score');
      const first = await publishRule(api(), { source: inMatrix('transaction.amount >= 10 USD') });
      expect((await costOf(first)).matrixTotal).toBe(1);
      await publishRule(api(), { source: inMatrix(window) });
      expect((await costOf(first)).matrixTotal).toBe(22);
      const rules = (await api().call('/rules?status=active')).body.rules as Body[];
      for (const { id } of rules) await api().call(`/rules/${id}`, { method: 'PATCH', body: { status: 'inactive' } });
    });
  });

  describe('with payments', () => {
    beforeAll(async () => {
      const device = { deviceDetails: { deviceId: 'd1', ipAddress: '10.0.0.1' } };
      const shop = { metadata: { shop: 'north' }, paymentMethod: 'PIX', originDetails: { accountNumber: 'A1' } };
      // Payments of ana: two in any hour, three in any two hours, four in any day, and later one to herself.
      for (const minutes of [0, 30, 60, 600])
        await create({ originExternalId: 'ana', transactedAt: after(minutes), ...device });
      await create({ originExternalId: 'ana', destinationExternalId: 'ana', transactedAt: after(3_000) });
      await create({ originExternalId: 'bo', destinationExternalId: 'ana', transactedAt: after(61), ...device });
      await create({ originExternalId: 'bo', destinationExternalId: 'cy', transactedAt: after(62), ...shop });
      await create({ originExternalId: 'cy', destinationExternalId: 'bo', transactedAt: after(63), ...shop });
      await create({ transactedAt: after(64), paymentMethod: 'PIX' });
    });

    it.each<[string, number]>([
      ['count(transactions from origin in last 1h) >= 1', 2],
      ['count(transactions from origin in last 61m) >= 1', 3],
      ['count(transactions from origin in current week) >= 1', 5],
      ['count(transactions from origin in previous day where status = "SENT") >= 1', 4],
      ['count(transactions from origin in last 1mo) >= 1', 5],
      ['count(transactions from origin in all time) >= 1', 5],
      ['count(last 3 transactions from origin) >= 1', 3],
      ['count(transactions to destination in last 1d) >= 1', 1],
      ['count(transactions involving origin in last 1d) >= 1', 5],
      ['count(transactions involving origin in last 3d) >= 1', 6],
      ['count(transactions between origin and destination in last 1d) >= 1', 2],
      ['count(transactions from origin to destination in last 1d) >= 1', 1],
      ['count(transactions per deviceDetails.deviceId in last 1d) >= 1', 5],
      ['count(transactions per deviceDetails.ipAddress in last 1d) >= 1', 5],
      ['count(transactions from origin per deviceDetails.deviceId in last 1d) >= 1', 4],
      ['count(transactions per metadata.shop in last 1d) >= 1', 2],
      ['count(transactions per paymentMethod in last 1d) >= 1', 3],
      ['count(transactions per originAccount.details.accountNumber in last 1d) >= 1', 2],
      ['count(transactions in last 1d) >= 1', 8],
      ['count(transactions from origin in last 1h) >= 1 or count(transactions in last 1h) >= 1', 6],
      ['count(alerts involving origin in last 1d) >= 1', 0],
      ['count(cases involving origin in last 1d) >= 1', 0],
      ['count(userEvents from origin in last 1d) >= 1', 0],
    ])('reports the most records per key of %s', async (condition, rows) => {
      expect(await busiest(condition)).toBe(rows);
    });

    it('reports only the five longest windows when there are more', async () => {
      const longest = [
        'from origin',
        'to destination',
        'per deviceDetails.deviceId',
        'per deviceDetails.ipAddress',
        'per metadata.shop',
      ];
      const windows = [...longest.map((of) => `${of} in last 200d`), 'in last 199d'];
      expect(await busiest(windows.map((of) => `count(transactions ${of}) >= 1`).join(' and '))).toBe(5);
      expect(await busiest('count(transactions in last 199d) >= 1')).toBe(9);
    });

    it('does not count payments of another organization', async () => {
      const condition = 'count(transactions from origin in last 3h) >= 1';
      expect(await busiest(condition, api().stranger.key)).toBe(0);
      expect(await busiest(condition)).toBe(3);
    });

    it('caches the busiest key for a minute, for every rule with the same window', async () => {
      const condition = 'count(transactions from origin in last 4h) >= 1';
      expect(await busiest(condition)).toBe(3);
      await create({ originExternalId: 'ana', transactedAt: after(65) });
      expect(await busiest(`${condition} and transaction.amount > 1 USD`)).toBe(3);
      expect(await busiest('count(transactions from origin in last 5h) >= 1')).toBe(4);
    });
  });

  describe('with more payments than the scan limit', () => {
    const median = (days: number): string =>
      `median(amount as USD of transactions from origin in last ${days}d) > 1000 USD`;

    it('reports by version the share of runs in which a window had too many rows', async () => {
      const key = `median_${nextNumber()}`;
      const source = ruleText(median(90)).replace(/rule rule_\d+/, `rule ${key}`);
      const id = await publishRule(api(), { source });
      await counted();
      expect((await costOf(id)).tooManyRowsShare).toBeNull();
      expect((await validated(source)).tooManyRowsShare).toBeNull();
      await create({ originExternalId: 'bo', transactedAt: after(70) });
      await counted();
      expect((await costOf(id)).tooManyRowsShare).toBe(0);
      const { id: paid, originEntityId } = await create({ originExternalId: 'cy', transactedAt: after(71) });
      await copies(paid, 10_000, originEntityId);
      await create({ originExternalId: 'cy', transactedAt: after(72) });
      await counted();
      const share = 1 / 3;
      expect((await costOf(id)).tooManyRowsShare).toBeCloseTo(share);
      expect((await api().call(`/rules?key=${key}`)).body.rules[0].cost.tooManyRowsShare).toBeCloseTo(share);
      expect((await validated(source)).tooManyRowsShare).toBeCloseTo(share);
      expect(
        (await api().call(`/rules/${id}`, { method: 'PATCH', body: { source: source.replace('90d', '80d') } })).status,
      ).toBe(200);
      expect(await costOf(id)).toMatchObject({ tooManyRowsShare: null, busiestKeyRows: 10_003 });
    });

    it('does not count other too_many_rows causes as window rows', async () => {
      const tags = Array.from({ length: 10_001 }, (_, n) => n);
      const many = { type: 'person', name: 'Many', countryCode: 'BR', externalId: 'many', attributes: { tags } };
      expect((await api().call('/entities', { body: many })).status).toBe(201);
      const id = await publishRule(api(), { source: ruleText('origin.attributes.tags contains any of ["x"]') });
      const { body } = await api().call('/transactions', { body: payment({ originExternalId: 'many' }) });
      expect(JSON.stringify(body.rulesExecutionSummary)).toContain('too_many_rows');
      await counted();
      expect((await costOf(id)).tooManyRowsShare).toBe(0);
    });

    it('ignores runs counted before too_many_rows was recorded, and runs two weeks old', async () => {
      const id = await publishRule(api(), { source: ruleText(median(70)) });
      await create({ originExternalId: 'bo', transactedAt: after(80) });
      await counted();
      expect((await costOf(id)).tooManyRowsShare).toBe(0);
      await api().pool.query(
        `update rule_counts set too_many_rows = null, at = at - interval '1 day' where rule_id = $1`,
        [id],
      );
      expect((await costOf(id)).tooManyRowsShare).toBeNull();
      await create({ originExternalId: 'cy', transactedAt: after(81) });
      await counted();
      expect((await costOf(id)).tooManyRowsShare).toBe(1);
      await api().pool.query(`update rule_counts set at = at - interval '15 days' where rule_id = $1`, [id]);
      expect((await costOf(id)).tooManyRowsShare).toBeNull();
    });

    it('scans only a limited number of the newest payments and the busiest keys', async () => {
      const { id: paid, originEntityId } = await create({ originExternalId: 'di', transactedAt: after(100) });
      await copies(paid, ofKey + 5, originEntityId);
      const { id: anonymous } = await create({ transactedAt: after(200_000) });
      // The newest records include some of di's.
      await copies(anonymous, sampled - 100, null);
      expect(await busiest('count(transactions from origin in last 300d) >= 1')).toBe(ofKey);
      expect(await busiest('count(transactions in last 299d) >= 1')).toBe(sampled);
      expect(await busiest('count(transactions per currency in last 299d) >= 1')).toBe(sampled);
    });
  });
});
