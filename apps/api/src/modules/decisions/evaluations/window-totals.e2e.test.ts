import { gatherFacts as factsAtHand, InMemoryFacts, type Facts } from '@tamis/engine';
import { schema } from '@tamis/library';
import { propertyRuns, propertyTimeoutMs } from '@tamis/testkit/arbitraries';
import fc from 'fast-check';

import { gatherFacts } from './use-cases/gather-facts.js';
import { inTransaction, TenantDatabase } from '../../../platform/database/index.js';
import { insertTransactions } from '../../events/transactions/persistence/transaction-store.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';
import {
  at,
  compiled,
  conditions,
  contextOf,
  loadNumbers,
  origin,
  run,
  transaction,
  variations,
  type TransactionVariation,
} from '../../../../test/support/window-cases.js';

describe('window totals computed by the database', () => {
  const api = useTestApi();

  /**
   * Returns the results of the rules with totals from the database and with all records, and the number of aggregates that the database
   * computed.
   */
  const bothWays = async (
    payments: readonly TransactionVariation[],
    own: TransactionVariation,
    texts: readonly string[],
  ) => {
    const { organizationId } = api().production;
    await api().pool.query('delete from transactions where organization_id = $1', [organizationId]);
    const atHand = new InMemoryFacts();
    await inTransaction(api().pool, organizationId, async (client) => {
      for (const each of payments) {
        const stored = transaction(organizationId, each);
        insertTransactions(client, [stored], null);
        atHand.add(contextOf(stored));
      }
    });
    const set = compiled(texts);
    // Windows of the same kinds are read by one statement.
    const contexts = [{}, { device: 'tablet', address: '203.0.113.7' }, {}]
      .map((other) => ({ ...own, minutes: 0, ...other }))
      .map((varied) => contextOf(transaction(organizationId, varied)));
    const gathered = await inTransaction(api().pool, organizationId, (client) =>
      Promise.all(
        contexts.map((context) =>
          gatherFacts(client, { organizationId, requests: set.requests(context, run), loadNumbers, rates: null }),
        ),
      ),
    );
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
    'gives the same totals as the rules, whatever is aggregated, filtered or missing',
    async () => {
      let totals = 0;
      const few = fc.array(variations(['USD'], ['web', 'Web', 'atm', 'app']), {
        minLength: 150,
        maxLength: 200,
        size: 'max',
      });
      await fc.assert(
      fc.asyncProperty(few, variations(['USD'], ['web']), fc.array(conditions, { minLength: 1, maxLength: 6 }), async (payments, own, texts) => {
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
    'leaves totals to the rules where the database cannot compute them: other currencies, non-ASCII letters',
    async () => {
      const odd = fc.array(variations(['USD', 'BRL'], ['wéb', 'WEB', 'app']), { minLength: 55, maxLength: 70 });
      const texts = ['count(transactions from origin in all time where channel = "web") >= 1',
      'sum(amount as USD of transactions from origin in last 30d) > 5 USD'] as const; // prettier-ignore
      await fc.assert(
        fc.asyncProperty(odd, variations(['USD'], ['web']), async (payments, own) => {
          const foreign = { ...own, currency: 'BRL', channel: 'wéb', minutes: 5 };
          const found = await bothWays([...payments, foreign], own, texts);
          expect(found).toMatchObject({ told: found.expected, totals: 0 });
        }),
        { ...propertyRuns(4), endOnFailure: true },
      );
    },
    propertyTimeoutMs,
  );

  it('reads the fields of every source wherever a record has them', async () => {
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
      const client = api().app.get(TenantDatabase).forOrganization(organizationId);
      const ask = () => gatherFacts(client, { organizationId, requests, loadNumbers, rates: null });
      for (const { json } of [await ask(), ...(await Promise.all([ask(), ask()]))])
        expect(Object.keys((JSON.parse(json) as Facts).windows)).toEqual(['0']);
    }
  });
});
