import {
  change,
  type Change,
  storedVariations,
  windowTexts,
  always,
  at,
  compiled,
  conditions,
  contextOf,
  loadNumbers,
  run,
  transaction,
  type TransactionVariation,
} from '../../../../test/support/window-cases.js';
import { gatherFacts as factsAtHand, InMemoryFacts, type Facts, type EvaluationParams } from '@tamis/engine';
import { propertyRuns, propertyTimeoutMs } from '@tamis/testkit/arbitraries';
import fc from 'fast-check';
import type { PoolClient } from 'pg';

import { LargeWindowCache } from './domain/large-window-cache.js';
import { ClearWindowParts } from './use-cases/clear-window-parts.js';
import { recordTables } from './persistence/record-tables.js';
import { gatherFacts } from './use-cases/gather-facts.js';
import { insertTransactions } from '../../events/transactions/persistence/transaction-store.js';
import type { Transaction } from '../../events/transactions/domain/transaction.js';
import {
  dropExpiredPartitions,
  inTransaction,
  type Queryable,
  Transaction as DatabaseTransaction,
} from '../../../platform/database/index.js';
import { waitUntil } from '../../../../test/support/wait-until.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';

const hourMs = 3_600_000;
/** Counts all records at once, without stored parts. */
const atOnce = { divideAfter: 1_000_000 };
describe('windows with totals stored in parts', () => {
  const api = useOwnTestApi();
  const organizationId = (): string => api().production.organizationId;

  const clear = async (): Promise<void> => {
    for (const table of ['transactions', 'transaction_keys', 'window_parts', 'window_changes', 'window_marks'])
      await api().pool.query(`delete from ${table}`);
  };

  const mark = (ago: string): Promise<unknown> =>
    api().pool.query(
      `insert into window_marks values (date_trunc('hour', now()) - $1::interval, pg_current_xact_id()::text::bigint)`,
      [ago],
    );

  /** Waits until all other transactions, on any database of the server, have ended. */
  const settled = (): Promise<unknown> =>
    waitUntil(async () => {
      const { rows } = await api().pool.query<{ over: boolean }>(
        `select max(fence) <= pg_snapshot_xmin(pg_current_snapshot())::text::bigint as over from window_marks`,
      );
      return rows[0]!.over;
    });

  /** Marks the hour, and waits until everything stored is visible. */
  const ready = async (): Promise<void> => {
    await mark('0h');
    await settled();
  };

  const become = async (client: Queryable, id: string, to: TransactionVariation): Promise<void> => {
    const next = transaction(organizationId(), to);
    await client.query(
      `update transactions set transacted_at = $3, amount = $4, status = $5, channel = $6, payment_method = $7, amount_in_usd = $8,
         flagged = $9, destination_entity_id = $10, device_details = $11 where organization_id = $1 and id = $2`,
      [organizationId(), id, next.transactedAt, next.amount, next.status, next.channel, next.paymentMethod,
        next.amountInUsd, next.flagged, next.destination.entityId, next.deviceDetails],
    ); // prettier-ignore
  };

  /** Executes work on a connection whose transaction is rolled back unless it is committed. */
  const withClient = async (work: (client: PoolClient) => Promise<void>): Promise<void> => {
    const client = await api().pool.connect();
    try {
      await work(client);
    } finally {
      await client.query('rollback');
      client.release();
    }
  };

  const remove = async (client: Queryable, id: string): Promise<void> => {
    await client.query('delete from transactions where organization_id = $1 and id = $2', [organizationId(), id]);
  };

  const insert = (connection: PoolClient, payment: Transaction): Promise<void> =>
    DatabaseTransaction.begin(connection, organizationId(), async (client) =>
      insertTransactions(client, [payment], null),
    );

  /** Applies a change. The first payment is kept. */
  const happen = async (client: PoolClient, kept: Transaction[], each: Change): Promise<void> => {
    if (each.kind === 'come') {
      const late = transaction(organizationId(), each.to);
      await insert(client, late);
      kept.push(late);
      return;
    }
    const place = 1 + (each.place % (kept.length - 1));
    const { id } = kept[place]!;
    if (each.kind === 'go') {
      await remove(client, id);
      kept.splice(place, 1);
    } else {
      await become(client, id, each.to);
      kept.splice(place, 1, { ...transaction(organizationId(), each.to), id, externalId: id });
    }
  };

  const partsStored = async (where = 'true'): Promise<number> =>
    (await api().pool.query<{ n: number }>(`select count(*)::int as n from window_parts where ${where}`)).rows[0]!.n;

  /** Returns the facts of an evaluation, from parts or counted at once. */
  const factsOf = async (
    client: Queryable,
    set: ReturnType<typeof compiled>,
    context: Record<string, unknown>,
    {
      asked = run,
      divideAfter = 0,
      ...known
    }: { readonly asked?: EvaluationParams; readonly divideAfter?: number; readonly large?: LargeWindowCache } = {},
  ): Promise<Facts> => {
    const requests = set.requests(context, asked);
    const read = { organizationId: organizationId(), requests, loadNumbers, rates: null, divideAfter, ...known };
    const { json } = await gatherFacts(client, read);
    return JSON.parse(json) as Facts;
  };

  const sampled = (): Transaction =>
    transaction(organizationId(), { ...fc.sample(storedVariations, 1)[0]!, minutes: 0, device: 'phone' });

  const storeAll = (count: number, other: (index: number) => Partial<Transaction> = () => ({})): Promise<void> =>
    withClient(async (client) => {
      for (const [index, each] of fc.sample(storedVariations, count).entries()) {
        const stored = transaction(organizationId(), { ...each, device: 'phone' });
        await insert(client, { ...stored, ...other(index) });
      }
    });

  it(
    'gives the same totals as the rules, whatever records came late, changed or were removed, at any time',
    async () => {
      let stored = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(storedVariations, { minLength: 60, maxLength: 90, size: 'max' }),
          storedVariations,
          fc.array(conditions, { minLength: 1, maxLength: 4 }),
          fc.array(change, { minLength: 1, maxLength: 4 }),
          fc.record({
            later: fc.oneof(fc.constant(0), fc.integer({ min: -hourMs, max: 40 * 24 * hourMs })),
            timezone: fc.constantFrom('UTC', 'America/New_York', 'Asia/Kolkata'),
          }),
          async (first, own, texts, changes, { later, timezone }) => {
            await clear();
            const kept = first.map((each) => transaction(organizationId(), each));
            const set = compiled([...texts, always], timezone);
            const asked = { ...run, now: at + later };
            // The subject is either one of the stored payments or a new one.
            const context = contextOf(own.flagged ? kept[0]! : transaction(organizationId(), { ...own, minutes: 0 }));
            const large = new LargeWindowCache();
            const told = async (): Promise<void> => {
              const atHand = new InMemoryFacts();
              for (const each of kept) atHand.add(contextOf(each));
              const facts = await factsOf(api().pool, set, context, { asked, large });
              const expected = set.examine(context, factsAtHand(set, context, asked, atHand), asked);
              expect(JSON.stringify(set.examine(context, facts, asked))).toBe(JSON.stringify(expected));
            };
            await withClient(async (client) => {
              for (const each of kept) await insert(client, each);
              await ready();
              for (let i = 0; i < 2; i += 1) await told();
              for (const each of changes) {
                await happen(client, kept, each);
                for (let i = 0; i < 2; i += 1) await told();
              }
            });
            stored += await partsStored();
          },
        ),
        { ...propertyRuns(6), endOnFailure: true },
      );
      expect(stored).toBeGreaterThan(0);
    },
    propertyTimeoutMs,
  );

  it('is correct in every snapshot while others store, change, remove and roll back late payments', async () => {
    await clear();
    const cases = fc.sample(storedVariations, 120);
    await storeAll(100);
    const { rows } = await api().pool.query<{ id: string }>('select id from transactions');
    const set = compiled(windowTexts);
    const context = contextOf(sampled());
    let writing = 3;
    const write = async (writer: number, client: PoolClient): Promise<void> => {
      for (const [index, each] of cases.slice(40 * writer, 40 * (writer + 1)).entries()) {
        const { id } = rows[(index * 3 + writer) % rows.length]!;
        const takenBack = new Error('taken back');
        const written = DatabaseTransaction.begin(client, organizationId(), async (own) => {
          if (index % 3 === 0) await become(own, id, each);
          else if (index % 7 === 6) await remove(own, id);
          else insertTransactions(own, [transaction(organizationId(), each)], null);
          await own.query('select pg_sleep(0.002)');
          if (index % 5 === 4) throw takenBack;
        });
        await written.catch((error: unknown) => expect(error).toBe(takenBack));
      }
    };
    let read = 0;
    const reading = async (client: PoolClient): Promise<void> => {
      while (writing > 0 || read < 10) {
        await client.query('begin isolation level repeatable read');
        const parts = await factsOf(client, set, context);
        const records = await factsOf(client, set, context, atOnce);
        await client.query('commit');
        expect(parts).toEqual(records);
        read += 1;
      }
    };
    await ready();
    const writers = [0, 1, 2].map((writer) =>
      withClient((client) => write(writer, client)).finally(() => (writing -= 1)),
    );
    await Promise.all([...writers, withClient(reading), withClient(reading)]);
    await ready();
    expect(await factsOf(api().pool, set, context)).toEqual(await factsOf(api().pool, set, context, atOnce));
    expect(await partsStored()).toBeGreaterThan(20);
  });

  it('waits until an hour is over for all transactions, so payments in progress at its end are counted', async () => {
    await clear();
    const { pool } = api();
    // The end of the current hour, or of the next if that is about to begin.
    const end = Math.floor((Date.now() + 60_000) / hourMs + 1) * hourMs;
    await storeAll(60, (index) => ({ transactedAt: new Date(end - 2 * hourMs - index) }));
    const asked = { ...run, now: end + 5 * 60_000 };
    const set = compiled(['count(transactions from origin in last 24h) >= 1']);
    const context = contextOf(sampled());
    const inHour = async (): Promise<unknown> => {
      await factsOf(pool, set, context, { asked });
      const { rows } = await pool.query('select row_count::int as n from window_parts where ends = $1', [
        new Date(end),
      ]);
      return rows;
    };
    await inTransaction(pool, organizationId(), async (underWay) => {
      insertTransactions(underWay, [{ ...sampled(), transactedAt: new Date(end - 1) }], null);
      const noted = await underWay.query('select from window_changes where happened_at = $1', [new Date(end - 1)]);
      expect(noted.rowCount).toBe(0);
      // Simulates the end of the hour.
      await pool.query('insert into window_marks values ($1, pg_current_xact_id()::text::bigint)', [new Date(end)]);
      expect([await inHour(), await inHour()]).toEqual([[], []]);
    });
    await settled();
    expect(await inHour()).toEqual([{ n: 1 }]);
  });

  it('refreshes parts before they get too old, and removes unused parts together with their change notes', async () => {
    await clear();
    const { pool } = api();
    const clearing = api().app.get(ClearWindowParts);
    const set = compiled(windowTexts);
    const context = contextOf(sampled());
    await storeAll(70);
    await ready();
    await factsOf(pool, set, context);
    const before = await partsStored();
    expect(before).toBeGreaterThan(20);
    await pool.query(`update window_marks set ended = ended - interval '30 hours'`);
    await mark('14h');
    await ready();
    for (let i = 0; i < 12; i += 1) await factsOf(pool, set, context);
    await pool.query(
      `update window_marks set ended = ended - interval '12 hours' where ended < now() - interval '12 hours'`,
    );
    await clearing.clear();
    expect((await pool.query('select from window_changes')).rowCount).toBe(0);
    expect(await partsStored()).toBe(before);
    expect(await factsOf(pool, set, context)).toEqual(await factsOf(pool, set, context, atOnce));
    expect(await partsStored()).toBe(before);
    await pool.query(`update window_marks set ended = ended - interval '25 hours'`);
    await clearing.clear();
    expect(await partsStored()).toBe(0);
  });

  it('refreshes parts behind many unrelated changes, so that no later read scans those changes again', async () => {
    await clear();
    const [set, context] = [compiled(windowTexts), contextOf(sampled())];
    const behind = `distinct on (key, starts, ends) seen from window_parts order by key, starts, ends, seen desc`;
    /** Returns the number of stored parts that do not yet include this many changes of one hour. */
    const afterLate = async (count: number): Promise<number> => {
      await storeAll(count, () => ({ transactedAt: new Date(at - 50 * hourMs) }));
      await ready();
      for (let i = 0; i < 12; i += 1) await factsOf(api().pool, set, context);
      const late = await api().pool.query(
        `select from (select ${behind}) part where seen <= (select max(changed_by) from window_changes)`,
      );
      return late.rowCount!;
    };
    await storeAll(70);
    await ready();
    await factsOf(api().pool, set, context);
    expect(await afterLate(10)).toBeGreaterThan(20);
    expect(await afterLate(2_100)).toBe(0);
    expect(await factsOf(api().pool, set, context)).toEqual(await factsOf(api().pool, set, context, atOnce));
  });

  it('notes changes of every field that windows of the source link by, filter by or aggregate', async () => {
    for (const source of ['transactions', 'userEvents'] as const) {
      const { plain, table, notedBy = [] } = recordTables[source];
      const { rows } = await api().pool.query<{ name: string; text: string }>(
        `select tgname as name, pg_get_functiondef(tgfoid) as text from pg_trigger where tgrelid = $1::regclass and tgname like 'note_%'`,
        [table.split(' ')[0]],
      );
      expect(rows.map(({ name }) => name).sort()).toEqual(['note_delete', 'note_insert', 'note_update']);
      const update = rows.find(({ name }) => name === 'note_update')!.text;
      for (const { sql } of Object.values(plain)) expect(update).toContain(sql.replace('r.', 'old.'));
      for (const path of notedBy) expect(Object.keys(plain)).toContain(path);
    }
  });

  it('counts no record of a dropped quarter', async () => {
    await clear();
    const set = compiled(windowTexts);
    const context = contextOf(sampled());
    const end = Date.parse('2026-04-01T00:00:00Z');
    const facts = (how = {}) =>
      factsOf(api().pool, set, context, { asked: { ...run, now: end + 24 * hourMs }, ...how });
    await storeAll(130, (index) => ({ transactedAt: new Date(end + (index % 2 ? -index : index) * 60_000) }));
    await ready();
    await facts();
    const before = await facts();
    await dropExpiredPartitions(api().pool.options.connectionString!, 'transactions', new Date(end));
    const after = await facts();
    expect(after).toEqual(await facts(atOnce));
    expect(after).not.toEqual(before);
  });
});
