import { propertyTimeoutMs, wholeRuns } from '@tamis/testkit/arbitraries';

import { allMatches, runDryRun } from '../../../../test/support/dry-run-calls.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import { type Body, startTestApi, type TestApi } from '../../../../test/support/start-test-api.js';

/** 100,000 with TAMIS_RUNS=500000. */
const payments = wholeRuns(200);
const isLarge = payments > 1_000;
const atOnce = 10;
const customers = 3;
const stepMs = 900_000;
const start = Date.parse('2026-03-01T00:00:00Z');
const lateMs = 3 * 3_600_000;

/** Returns the logical time of a payment: every fifth has the same time as the one before, and every eleventh is hours earlier. */
const timeOf = (index: number): number =>
  start + (index - (index % 5 === 0 && index > 0 ? 1 : 0)) * stepMs - (index % 11 === 0 ? lateMs : 0);

const dayOf = (index: number): string => new Date(timeOf(index)).toISOString().slice(0, 10);

const payment = (index: number): object => ({
  externalId: `p-${index}`,
  type: 'PAYMENT',
  amount: ((index * 7_919) % 100_000) / 100,
  currency: index % 4 === 0 ? 'EUR' : 'USD',
  originExternalId: `customer-${index % customers}`,
  ...(index % 3 > 0 && { channel: index % 3 === 1 ? 'web' : 'atm' }),
  transactedAt: new Date(timeOf(index)).toISOString(),
});

const ruleText = (key: string, when: string, then: string): string =>
  `rule ${key} "${key}" {\n  on transaction (created)\n  score 30\n  when ${when}\n  then ${then}\n}\n`;

interface Replayed {
  readonly decision: string;
  readonly totalScore: number;
  readonly hits: string[];
}

/** The response for a payment. */
interface Lived {
  readonly id: string;
  readonly version: string;
  readonly decision: string;
  readonly totalScore: number;
  readonly hits: readonly string[];
}

describe('dry run over live history', () => {
  let api: TestApi;
  let watched: string;
  beforeAll(async () => {
    api = await startTestApi();
    for (let customer = 0; customer < customers; customer += 1)
      await api.call('/entities', {
        body: { type: 'person', name: 'Ana', countryCode: 'BR', externalId: `customer-${customer}` },
      });
    const list = await api.call('/data-lists', { body: { name: 'watched', type: 'custom', source: 'internal' } });
    watched = list.body.data.id as string;
    // No rule names this list; it is found only by its type.
    const ofType = await api.call('/data-lists', { body: { name: 'machines', type: 'custom', source: 'internal' } });
    await expectStatus(201, `/data-lists/${ofType.body.data.id}/items`, { items: [{ primaryValue: 'atm' }] });
    await publishRule(api, { source: ruleText('large', 'transaction.amount as USD >= 500 USD', 'suggest FLAG') });
    await publishRule(api, {
      source: ruleText('often', 'count(transactions from origin in last 3h) >= 4', 'alert LOW "often"'),
    });
    await publishRule(api, {
      source: ruleText(
        'tried',
        'count(userEvents from origin in last 6h where eventType = "LOGIN_FAILED") >= 2',
        'key "tried"',
      ),
    });
    await publishRule(api, {
      source: ruleText('listed', 'origin.externalId in list "watched"', 'suggest SUSPEND'),
    });
    await publishRule(api, {
      source: ruleText('of_type', 'transaction.channel in lists of type "custom"', 'key "of_type"'),
    });
  });
  afterAll(() => api?.stop());

  const expectStatus = async (status: number, path: string, body: object, method = 'POST'): Promise<Body> => {
    const answer = await api.call(path, { method, body });
    if (answer.status !== status) throw new Error(`${path}: ${answer.text}`);
    return answer.body;
  };
  /** Every day has its own rate, which is loaded before its first payment; the first day has none. */
  const days = new Set([dayOf(0), dayOf(11)]);
  const loadRates = async (first: number, last: number): Promise<void> => {
    for (let index = first; index < last; index += 1) {
      const date = dayOf(index);
      if (days.has(date)) continue;
      days.add(date);
      const rates = [{ base: 'EUR', quote: 'USD', date, rate: 1 + (days.size % 7) / 10 }];
      await expectStatus(200, '/currency-rates', { rates }, 'PUT');
    }
  };
  const list = async (customer: number): Promise<void> => {
    await expectStatus(201, `/data-lists/${watched}/items`, { items: [{ primaryValue: `customer-${customer}` }] });
  };
  const sum = ruleText(
    'sum',
    'sum(amount as USD of transactions from origin in last 24h) >= 2_000 USD',
    'suggest BLOCK',
  );
  /** Changes made between equal parts of the payments. */
  const changes: readonly (() => Promise<unknown>)[] = [
    () => list(1),
    () => publishRule(api, { source: sum }),
    () => publishRule(api, { source: ruleText('web', 'transaction.channel = "web"', 'key "web"') }),
    () => list(2),
    async () => {
      const { body } = await api.call(`/data-lists/${watched}/items?search=customer-1`);
      await api.call(`/data-lists/${watched}/items/${body.items[0].id}`, { method: 'DELETE' });
    },
    async () => {
      const { body } = await api.call('/rules?search=often');
      const source = ruleText('often', 'count(transactions from origin in last 3h) >= 3', 'alert LOW "often"');
      await expectStatus(200, `/rules/${body.rules[0].id}`, { source }, 'PATCH');
    },
  ];

  /** Sends an event of a successful or failed login. */
  const failLogin = async (index: number): Promise<void> => {
    await expectStatus(201, '/events/user', {
      eventType: index % 4 === 0 ? 'LOGIN_SUCCESS' : 'LOGIN_FAILED',
      userId: 'ana',
      entityExternalId: `customer-${(index / atOnce) % customers}`,
      timestamp: new Date(timeOf(index)).toISOString(),
    });
  };

  const lived: Lived[] = [];
  const send = async (index: number): Promise<void> => {
    const { transaction, rulesResult } = await expectStatus(201, '/transactions', payment(index));
    const { rulesHit, totalScore } = rulesResult.rulesExecutionSummary;
    lived.push({
      id: transaction.id,
      version: rulesResult.ruleSetVersion,
      decision: rulesResult.decision,
      totalScore,
      hits: rulesHit.map(({ ruleKey }: Body) => ruleKey as string).sort(),
    });
  };
  const liveThrough = async (): Promise<void> => {
    const part = Math.ceil(payments / (changes.length + 1));
    for (let first = 0; first < payments; first += atOnce) {
      const last = Math.min(first + atOnce, payments);
      await loadRates(first, last);
      if (first % 3 > 0) for (let time = 0; time < 2; time += 1) await failLogin(first);
      await Promise.all(Array.from({ length: last - first }, (_, index) => send(first + index)));
      const before = Math.floor((first - 1) / part);
      const now = Math.floor((last - 1) / part);
      for (let change = Math.max(before, 0); change < now; change += 1) await changes[change]?.();
      if (last % 10_000 === 0) process.stdout.write(`${last} of ${payments} payments\n`);
    }
  };

  /** Reads page by page, or all at once if there would be thousands of pages. */
  const gainedOf = async (id: string): Promise<readonly Body[]> => {
    if (!isLarge) return allMatches(api, `/rules/dry-runs/${id}/matches?change=gained`);
    const { rows } = await api.pool.query<Body>(
      `select record_id as "recordId", rule_key as "ruleKey", decision_candidate as "decisionCandidate",
         total_score_candidate as "totalScoreCandidate"
       from dry_run_matches where dry_run_id = $1 and change = 'gained'`,
      [id],
    );
    return rows;
  };

  it(
    'gives the live outcome of every payment, whatever was published, listed or loaded in between',
    async () => {
      await liveThrough();
      const versions = [...new Set(lived.map(({ version }) => version))];
      const period = { from: '2026-02-01T00:00:00Z', to: new Date(timeOf(payments) + lateMs).toISOString() };
      let compared = 0;
      for (const ruleSetVersion of versions) {
        const run = await runDryRun(api, { ruleSetVersion, against: 'none', keepMatches: 1_000_000, ...period });
        expect(run).toMatchObject({ status: 'completed', records: { total: payments, replayed: payments } });
        const mine = lived.filter(({ version }) => version === ruleSetVersion);
        expect(run.reproduction).toMatchObject({ compared: mine.length, differing: 0, sample: [] });
        compared += mine.length;
        if (isLarge) process.stdout.write(`${compared} of ${payments} payments decided as they were\n`);
        const matches = await gainedOf(run.id);
        const replayed = new Map<string, Replayed>();
        for (const { recordId, ruleKey, decisionCandidate, totalScoreCandidate } of matches) {
          const known: Replayed = replayed.get(recordId) ?? {
            decision: decisionCandidate,
            totalScore: totalScoreCandidate,
            hits: [],
          };
          known.hits.push(ruleKey);
          replayed.set(recordId, known);
        }
        for (const { id, decision, totalScore, hits } of mine) {
          const found = replayed.get(id) ?? { decision: 'APPROVE', totalScore: 0, hits: [] };
          expect({ id, ...found, hits: found.hits.sort() }).toEqual({ id, decision, totalScore, hits });
        }
      }
      expect(compared).toBe(payments);
      expect(versions.length).toBe(4);
      expect(new Set(lived.flatMap(({ hits }) => hits)).size).toBe(7);
    },
    propertyTimeoutMs,
  );
});
