import { compileRuleSet, gatherFacts as factsAtHand, InMemoryFacts, type Facts, type Run } from '@tamis/engine';
import { schema } from '@tamis/library';
import { propertyRuns, propertyTimeoutMs } from '@tamis/testkit/arbitraries';
import fc from 'fast-check';

import { gatherFacts } from '../src/modules/evaluations/use-cases/gather-facts.js';
import { transactionContextJson } from '../src/modules/transactions/domain/transaction-view.js';
import type { Party, Transaction } from '../src/modules/transactions/domain/transaction.js';
import { insertTransaction } from '../src/modules/transactions/persistence/transaction-store.js';
import { newId } from '../src/platform/database/index.js';
import { useTestApi } from './support/use-test-api.js';

const at = Date.parse('2026-03-10T12:00:00Z');
const origin = '0190a0f0-0000-7000-8000-00000000000a';
const payees = ['b', 'c', 'd'].map((letter) => `0190a0f0-0000-7000-8000-00000000000${letter}`);

const party = (entityId: string | null): Party => ({
  entityId,
  externalId: null,
  taxId: null,
  name: null,
  country: null,
  details: null,
});

/** What differs from payment to payment. */
interface Varied {
  readonly minutes: number;
  readonly amount: string;
  readonly currency: string;
  readonly status: string;
  readonly channel: string | null;
  readonly paymentMethod: string | null;
  readonly amountInUsd: string | null;
  readonly flagged: boolean;
  readonly payee: string | null;
  readonly device: string | null;
  readonly address: string | null;
}

const amounts = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 12n }), fc.integer({ min: 0, max: 9 }))
  .map(([units, digits]) => {
    const text = units.toString().padStart(digits + 1, '0');
    return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
  });

const orNull = <T>(values: readonly T[]): fc.Arbitrary<T | null> => fc.constantFrom(null, ...values);

const varied = (currencies: readonly string[], channels: readonly string[]): fc.Arbitrary<Varied> =>
  fc.record({
    minutes: fc.integer({ min: -10, max: 60 * 24 * 12 }),
    amount: amounts,
    currency: fc.constantFrom(...currencies),
    status: fc.constantFrom('CREATED', 'SUCCESSFUL', 'DECLINED'),
    channel: orNull(channels),
    paymentMethod: orNull(['CARD', 'PIX']),
    amountInUsd: fc.oneof(fc.constant(null), amounts),
    flagged: fc.boolean(),
    payee: orNull(payees),
    device: orNull(['phone', 'tablet']),
    address: orNull(['203.0.113.7', '::ffff:203.0.113.7', '2001:DB8::1', '2001:db8:0::1', 'nowhere']),
  });

const transaction = (organizationId: string, each: Varied): Transaction => {
  const time = new Date(at - each.minutes * 60_000);
  const id = newId();
  const device = { deviceId: each.device, ipAddress: each.address };
  return {
    id,
    organizationId,
    externalId: id,
    type: 'PAYMENT',
    status: each.status,
    reason: 'OTHER',
    paymentMethod: each.paymentMethod,
    channel: each.channel,
    amount: each.amount,
    currency: each.currency,
    amountInUsd: each.amountInUsd,
    currenciesExchange: '{}',
    description: null,
    category: null,
    origin: party(origin),
    destination: party(each.payee),
    locationDetails: null,
    deviceDetails: JSON.stringify(Object.fromEntries(Object.entries(device).filter(([, value]) => value !== null))),
    metadata: '{}',
    flagged: each.flagged,
    last: null,
    statusHistory: '[]',
    batchJobId: null,
    transactedAt: time,
    createdAt: time,
    updatedAt: time,
  };
};

const contextOf = (stored: Transaction): Record<string, unknown> =>
  JSON.parse(
    transactionContextJson(stored, { origin: null, destination: null }, { origin: 'null', destination: 'null' }),
  ) as Record<string, unknown>;

const filters = [
  '',
  'where status = "SUCCESSFUL"',
  'where status in ["CREATED", "DECLINED"] and not (channel = "Web")',
  'where channel != "web" or flagged',
  'where channel is missing',
  'where paymentMethod is present and amount >= 500 USD',
  'where amountInUsd > 1000 or paymentMethod = "PIX"',
  'where amount between 10 USD and 90000 USD',
  'where none { flagged, channel in ["atm", "app"] }',
  'where at least 2 of { flagged, channel = "web", amount < 100 USD }',
] as const;
const records = ['transactions from origin', 'prior transactions from origin', 'transactions per deviceDetails.deviceId',
  'transactions per deviceDetails.ipAddress'] as const; // prettier-ignore
const windows = ['in last 24h', 'in last 30d', 'in previous week', 'in all time'] as const;
const functions = [
  ['count(', ' >= 5'],
  ['exists(', ''],
  ['sum(amount as USD of ', ' > 1000 USD'],
  ['avg(amountInUsd of ', ' > 1000'],
  ['min(amount as USD of ', ' > 1000 USD'],
  ['max(amountInUsd of ', ' > 1000'],
  ['count(distinct destination of ', ' > 2'],
  ['count(distinct channel of ', ' > 2'],
  ['stddev(amount as USD of ', ' > 1 USD'],
  ['share(', ' > 0.5'],
] as const;

const conditions = fc
  .record({
    made: fc.constantFrom(...functions),
    of: fc.constantFrom(...records),
    window: fc.constantFrom(...windows),
    filter: fc.constantFrom(...filters),
  })
  .filter(({ made, filter }) => made[0] !== 'share(' || filter !== '')
  .map(({ made, of, window, filter }) => `${made[0]}${of} ${window} ${filter})${made[1]}`);

const compiled = (texts: readonly string[]) => {
  const result = compileRuleSet({
    rules: texts.map((text, index) => ({
      ruleId: `r${index}`,
      version: 1,
      status: 'active',
      source: `rule r${index} "r${index}" {\n on transaction (created)\n when ${text}\n then alert LOW "x"\n}`,
      externalId: null,
      createdAt: '2026-01-01T00:00:00Z',
    })),
    lists: {},
    baseCurrency: 'USD',
    timezone: 'America/Sao_Paulo',
  });
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
};

const run: Run = { evaluationId: 'e', target: 'transaction', trigger: 'created', now: at };

describe('the totals a database makes of a window', () => {
  const api = useTestApi();

  /** What the rules come to by the database and by all records, and how many aggregates the database computed. */
  const bothWays = async (payments: readonly Varied[], own: Varied, texts: readonly string[]) => {
    const { organizationId } = api().production;
    await api().pool.query('delete from transactions where organization_id = $1', [organizationId]);
    const atHand = new InMemoryFacts();
    const client = await api().pool.connect();
    for (const each of payments) {
      const stored = transaction(organizationId, each);
      await insertTransaction(client, stored);
      atHand.add(contextOf(stored));
    }
    const set = compiled(texts);
    // Those that ask for windows of the same kinds are answered by one statement.
    const contexts = [{}, { device: 'tablet', address: '203.0.113.7' }, {}]
      .map((other) => ({ ...own, minutes: 0, ...other }))
      .map((varied) => contextOf(transaction(organizationId, varied)));
    const gathered = await Promise.all(
      contexts.map((context) =>
        gatherFacts(client, { organizationId, requests: set.requests(context, run), rates: null }),
      ),
    );
    client.release();
    const facts = gathered.map(({ json }) => JSON.parse(json) as Facts);
    return {
      told: contexts.map((context, index) => JSON.stringify(set.examine(context, facts[index]!, run))).join(),
      expected: contexts
        .map((context) => JSON.stringify(set.examine(context, factsAtHand(set, context, run, atHand), run)))
        .join(),
      totals: Object.keys(facts[0]!.totals ?? {}).length,
    };
  };

  it(
    'are what the rules make of the records, whatever is aggregated, filtered or missing',
    async () => {
      let totals = 0;
      const few = fc.array(varied(['USD'], ['web', 'Web', 'atm', 'app']), {
        minLength: 150,
        maxLength: 200,
        size: 'max',
      });
      await fc.assert(
      fc.asyncProperty(few, varied(['USD'], ['web']), fc.array(conditions, { minLength: 1, maxLength: 6 }), async (payments, own, texts) => {
        const found = await bothWays(payments, own, texts);
        totals += found.totals;
        expect(found.told).toBe(found.expected);
      }),
      { ...propertyRuns(12), endOnFailure: true },
    ); // prettier-ignore
      expect(totals).toBeGreaterThan(0);
    },
    propertyTimeoutMs,
  );

  it(
    'are not asked for where only the rules can tell: other currencies, letters beyond ASCII',
    async () => {
      const odd = fc.array(varied(['USD', 'BRL'], ['wéb', 'WEB', 'app']), { minLength: 55, maxLength: 70 });
      const texts = ['count(transactions from origin in all time where channel = "web") >= 1',
      'sum(amount as USD of transactions from origin in last 30d) > 5 USD'] as const; // prettier-ignore
      await fc.assert(
        fc.asyncProperty(odd, varied(['USD'], ['web']), async (payments, own) => {
          const foreign = { ...own, currency: 'BRL', channel: 'wéb', minutes: 5 };
          const found = await bothWays([...payments, foreign], own, texts);
          expect(found).toMatchObject({ told: found.expected, totals: 0 });
        }),
        { ...propertyRuns(4), endOnFailure: true },
      );
    },
    propertyTimeoutMs,
  );

  it('and the fields of every source are read where any record has them', async () => {
    const { organizationId } = api().production;
    for (const source of ['transactions', 'userEvents', 'alerts', 'cases', 'relationships', 'accounts'] as const) {
      const { name, timePath } = schema.sources.find((each) => each.name === source)!;
      const columns = schema.recordFields(name).map(({ jsonPath }) => jsonPath);
      const link = { recordPath: ['sourceEntityId'], type: { kind: 'entity' as const }, key: origin };
      const links = source === 'relationships' ? [[[link]]] : [];
      const window = {
        id: 0,
        source,
        timePath,
        links,
        from: 0,
        to: at,
        toInclusive: true,
        columns,
        cap: 5,
        except: null,
      };
      const requests = { windows: [window], reads: [], rates: [] };
      const ask = () => gatherFacts(api().pool, { organizationId, requests, rates: null });
      for (const { json } of [await ask(), ...(await Promise.all([ask(), ask()]))])
        expect(Object.keys((JSON.parse(json) as Facts).windows)).toEqual(['0']);
    }
  });
});
