import { propertyRuns, propertyTimeoutMs } from '@tamis/testkit/arbitraries';
import fc from 'fast-check';

import { newId, TenantDatabase, type Transaction } from '../../../platform/database/index.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';
import type { NewEntry } from './domain/ledger-entry.js';
import { isOutOfMoney, Ledger, type Reservation } from './index.js';
import { insertTopUp } from './persistence/billing-store.js';
import { findLedgerFaults } from './persistence/ledger-faults.js';
import { postEntries } from './persistence/post-entries.js';

/** Number of sequences compared with the model: over 10,000 with TAMIS_RUNS=17000. */
const sequences = propertyRuns(600);

type Outcome = 'posted' | 'insufficient' | 'refused';

/** Reference model of the ledger. */
class Model {
  wallet = 0;
  reserved = 0;
  constructor(
    readonly topUps: ReadonlyMap<string, number>,
    private posted = new Map<string, number>(),
  ) {}

  post(entries: readonly NewEntry[]): Outcome {
    const before = { wallet: this.wallet, reserved: this.reserved, posted: new Map(this.posted) };
    const isNew = ({ kind, reference }: NewEntry): boolean => !this.posted.has(`${kind} ${reference}`);
    const needed = entries.filter((each) => each.kind === 'reserve' && isNew(each));
    if (needed.reduce((sum, { amountCents }) => sum + amountCents!, 0) > this.wallet) return 'insufficient';
    if (entries.every((each) => this.postOne(each)) && this.wallet >= 0) return 'posted';
    Object.assign(this, before);
    return 'refused';
  }

  private postOne({ kind, reference, executionId, amountCents }: NewEntry): boolean {
    const earlier = this.posted.get(`${kind} ${reference}`);
    if (earlier !== undefined) return earlier === (amountCents ?? earlier);
    const held = this.posted.get(`reserve ${reference}`);
    const amount = amountCents ?? held ?? 0;
    if (kind === 'charge' || kind === 'release') {
      const other = kind === 'charge' ? 'release' : 'charge';
      if (held !== amount || this.posted.has(`${other} ${reference}`)) return false;
    }
    if (kind === 'top_up' && this.topUps.get(reference) !== amount) return false;
    if (kind === 'refund') {
      const refunds = [...this.posted].filter(([key]) => key.startsWith(`refund ${executionId} `));
      const refunded = refunds.reduce((sum, [, cents]) => sum + cents, 0);
      if (refunded + amount > (this.posted.get(`charge ${executionId}`) ?? -1)) return false;
    }
    this.posted.set(`${kind} ${reference}`, amount);
    this.wallet += kind === 'reserve' ? -amount : kind === 'charge' ? 0 : amount;
    this.reserved += kind === 'reserve' ? amount : kind === 'charge' || kind === 'release' ? -amount : 0;
    return true;
  }
}

const executions = [newId(), newId()];
const topUps = new Map([
  [newId(), 50],
  [newId(), 20],
]);
const cents = fc.constantFrom(0, 20, 50);
const executionOf = fc.constantFrom(...executions);
const entry = fc.oneof(
  fc.record({ kind: fc.constant('reserve' as const), reference: executionOf, amountCents: cents }),
  fc.record({ kind: fc.constant('charge' as const), reference: executionOf, amountCents: cents }),
  fc.record({ kind: fc.constant('release' as const), reference: executionOf }),
  fc.record({ kind: fc.constant('top_up' as const), reference: fc.constantFrom(...topUps.keys()), amountCents: cents }),
  fc
    .record({ executionId: executionOf, number: fc.integer({ min: 1, max: 2 }), amountCents: cents })
    .map(({ number, ...refund }) => ({
      kind: 'refund' as const,
      reference: `${refund.executionId} ${number}`,
      ...refund,
    })),
  fc.record({
    kind: fc.constant('adjustment' as const),
    reference: fc.constantFrom('a', 'b'),
    amountCents: fc.constantFrom(-50, 10, 120),
  }),
);
const posting = fc.array(entry, { minLength: 1, maxLength: 4 });

/** Cases that random values rarely produce. */
const [execution = ''] = executions;
const refund = { kind: 'refund', executionId: execution } as const;
const refunded: NewEntry[][] = [
  [{ kind: 'reserve', reference: execution, amountCents: 50 }],
  [{ kind: 'charge', reference: execution, amountCents: 50 }],
  [{ ...refund, reference: `${execution} 1`, amountCents: 20 }],
  [{ ...refund, reference: `${execution} 2`, amountCents: 50 }],
  [{ ...refund, reference: `${execution} 2`, amountCents: 20 }],
];

const tooMuch: NewEntry[][] = [[{ kind: 'reserve', reference: execution, amountCents: 1_000 }]];

describe('ledger', () => {
  const api = useTestApi();
  const database = (): TenantDatabase => api().app.get(TenantDatabase);
  const ledger = (): Ledger => api().app.get(Ledger);

  const reservation = (organizationId: string, amountCents: number): Reservation => ({
    organizationId,
    executionId: newId(),
    integrationCode: 'br_test_data',
    entityId: null,
    apiKeyId: null,
    amountCents,
  });
  const inSandbox = <T>(work: (client: Transaction, organizationId: string) => Promise<T>): Promise<T> =>
    database().transaction(api().sandbox.organizationId, (client) => work(client, api().sandbox.organizationId));

  const postIn = async (client: Transaction, organizationId: string, entries: NewEntry[]): Promise<Outcome> => {
    try {
      const part = await client.savepoint(organizationId, (each) => postEntries(each, organizationId, entries));
      return part.isPosted ? 'posted' : 'insufficient';
    } catch (error) {
      const { code, constraint } = error as { code?: string; constraint?: string };
      if (/^TB00[1-4]$/.test(code ?? '') || constraint === 'billing_accounts_wallet') return 'refused';
      throw error;
    }
  };

  it(
    'behaves like its model for random sequences of all kinds of entries',
    async () => {
      const { organizationId } = api().production;
      const undone = new Error('undone');
      const seen = new Map<string, number>();
      const compare = async (postings: NewEntry[][]): Promise<void> => {
        const compared = database().transaction(organizationId, async (client) => {
          for (const [id, amountCents] of topUps)
            await insertTopUp(client, organizationId, id, { amountCents, paymentMethodId: null, reference: null });
          const model = new Model(topUps);
          for (const entries of [
            [{ kind: 'adjustment', reference: 'first', amountCents: 120 } as const],
            ...postings,
          ]) {
            const outcome = model.post(entries);
            expect(await postIn(client, organizationId, entries)).toBe(outcome);
            for (const { kind } of entries) seen.set(`${kind} ${outcome}`, (seen.get(`${kind} ${outcome}`) ?? 0) + 1);
            const { rows } = await client.query(
              'select wallet_cents::int as wallet, reserved_cents::int as reserved from billing_accounts where organization_id = $1',
              [organizationId],
            );
            expect(rows).toEqual([{ wallet: model.wallet, reserved: model.reserved }]);
          }
          expect(await findLedgerFaults(client, organizationId)).toEqual([]);
          throw undone;
        });
        await expect(compared).rejects.toBe(undone);
      };
      const property = fc.asyncProperty(fc.array(posting, { minLength: 4, maxLength: 20 }), compare);
      await fc.assert(property, { ...sequences, examples: [[refunded], [tooMuch]] });
      const kinds = ['reserve', 'charge', 'release', 'top_up', 'refund', 'adjustment'];
      expect(kinds.filter((kind) => !seen.has(`${kind} posted`) || !seen.has(`${kind} refused`))).toEqual([]);
      expect(seen.has('reserve insufficient')).toBe(true);
    },
    propertyTimeoutMs,
  );

  it('never lets concurrent reservations exceed the available balance', async () => {
    const each = (): Promise<unknown> =>
      inSandbox((client, organizationId) => ledger().reserve(client, [reservation(organizationId, 30_000)]));
    const outcomes = await Promise.all(Array.from({ length: 20 }, each));
    expect(outcomes.filter((outcome) => outcome === 'reserved')).toHaveLength(3);
    expect(outcomes.find((outcome) => outcome !== 'reserved')).toMatchObject({
      insufficient: true,
      neededCents: 30_000,
    });
    expect(await ledger().balance(api().sandbox.organizationId)).toEqual({
      balanceCents: 100_000,
      reservedCents: 90_000,
      availableCents: 10_000,
    });
  });

  it('reserves for a request all or nothing, and settles several executions together', async () => {
    const { organizationId } = api().sandbox;
    const two = [reservation(organizationId, 6_000), reservation(organizationId, 6_000)];
    expect(await inSandbox((client) => ledger().reserve(client, two))).toEqual({
      insufficient: true,
      availableCents: 10_000,
      neededCents: 12_000,
    });
    const three = [1_000, 0, 2_000].map((amount) => reservation(organizationId, amount));
    for (let time = 0; time < 2; time += 1)
      expect(await inSandbox((client) => ledger().reserve(client, three))).toBe('reserved');
    const before = await ledger().balance(organizationId);
    expect(before).toEqual({ balanceCents: 100_000, reservedCents: 93_000, availableCents: 7_000 });
    for (let time = 0; time < 2; time += 1)
      await inSandbox(async (client) => {
        await ledger().charge(client, three.slice(0, 2));
        await ledger().release(client, three.slice(2));
      });
    expect(await ledger().balance(organizationId)).toEqual({
      balanceCents: 99_000,
      reservedCents: 90_000,
      availableCents: 9_000,
    });
    await expect(inSandbox((client) => ledger().release(client, three.slice(0, 1)))).rejects.toThrow('does not settle');
    await expect(inSandbox((client) => ledger().charge(client, three.slice(2)))).rejects.toThrow('does not settle');
    const atOnce = (cents: number): Promise<unknown> =>
      inSandbox(async (client) => ledger().reserveAll(client, [reservation(organizationId, cents)]));
    expect(isOutOfMoney(await atOnce(9_001).catch((error: unknown) => error))).toBe(true);
    await atOnce(9_000);
    expect((await ledger().balance(organizationId)).availableCents).toBe(0);
    const never = reservation(organizationId, 10);
    await expect(inSandbox((client) => ledger().charge(client, [never]))).rejects.toThrow('does not settle');
  });

  describe('restricted to its database functions', () => {
    const tables = ['billing_accounts', 'ledger_entries', 'ledger_postings', 'top_ups'];
    const settings =
      /^(low_balance_threshold_cents|auto_top_up_(enabled|threshold_cents|amount_cents)|settings_version)$/;
    const refused = { code: '42501' };

    it('prevents adding and removing rows and changing any column except settings', async () => {
      const { rows } = await api().pool.query<{ table: string; column: string }>(
        `select table_name as table, column_name as column from information_schema.columns where table_name = any($1)`,
        [tables],
      );
      expect(rows.length).toBeGreaterThan(30);
      for (const table of tables) {
        const insert = `insert into ${table} select * from ${table}`;
        await expect(inSandbox((client) => client.query(insert))).rejects.toMatchObject(refused);
        await expect(inSandbox((client) => client.query(`delete from ${table}`))).rejects.toMatchObject(refused);
        await expect(inSandbox((client) => client.query(`truncate ${table}`))).rejects.toMatchObject(refused);
      }
      for (const { table, column } of rows) {
        const update = inSandbox((client) => client.query(`update ${table} set ${column} = ${column}`));
        if (table === 'billing_accounts' && settings.test(column)) await update;
        else await expect(update).rejects.toMatchObject(refused);
      }
    });

    it.each([
      [
        'ledger_entries_once',
        `insert into ledger_entries select organization_id, sequence + 1000, gen_random_uuid(), kind, reference,
        amount_cents, balance_after_cents from ledger_entries where organization_id = $1 limit 1`,
      ],
      ['billing_accounts_wallet', 'update billing_accounts set wallet_cents = -1 where organization_id = $1'],
      ['billing_accounts_reserved', 'update billing_accounts set reserved_cents = -1 where organization_id = $1'],
    ])('prevents even its owner from violating %s', async (constraint, text) => {
      await inSandbox((client, organizationId) => client.query('select billing_open($1)', [organizationId]));
      const written = api().pool.query(text, [api().sandbox.organizationId]);
      await expect(written).rejects.toMatchObject({ constraint });
    });

    it.each([
      ['another organization posts', `select billing_post($1, '[]')`],
      ['another organization opens an account', 'select billing_open($1)'],
      ['another organization tops up', `select billing_request_top_up($1, gen_random_uuid(), 100, null, null)`],
      ['a sandbox is reset by another', 'select billing_reset($1)'],
    ])('rejects a call in which %s', async (_, text) => {
      const of = api().stranger.organizationId;
      await expect(inSandbox((client) => client.query(text, [of]))).rejects.toMatchObject(refused);
    });

    it('rejects a reset of production', async () => {
      const { organizationId } = api().production;
      const reset = database().transaction(organizationId, (client) =>
        client.query('select billing_reset($1)', [organizationId]),
      );
      await expect(reset).rejects.toMatchObject(refused);
    });
  });
});
