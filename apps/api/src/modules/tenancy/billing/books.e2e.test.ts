import { newId, type PgPool, pgPoolToken, TenantDatabase } from '../../../platform/database/index.js';
import type { Body } from '../../../../test/support/start-test-api.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';
import { waitUntil } from '../../../../test/support/wait-until.js';
import { runBilling } from '../../../admin/billing-commands.js';
import { bookByHand, checkLedgers, Ledger, OpenExecutions, type Reservation } from './index.js';
import { WatchLedgers } from './use-cases/watch-ledgers.js';

describe('ledgers of organizations', () => {
  const api = useTestApi();
  const ledger = (): Ledger => api().app.get(Ledger);

  const get = async (path: string): Promise<Body> => {
    const { status, text, body } = await api().call(`/billing/${path}`);
    if (status !== 200) throw new Error(text);
    return body;
  };
  const reservation = (organizationId: string, amountCents: number): Reservation => ({
    organizationId,
    executionId: newId(),
    integrationCode: 'br_cnpj_basic_data',
    entityId: null,
    apiKeyId: null,
    amountCents,
  });

  it('are adjusted by the server operator with a mandatory reason', async () => {
    const { organizationId } = api().production;
    const requested = (await api().call('/billing/top-ups', { body: { tokens: 50 } })).body;
    expect([requested.topUp.status, requested.balance.balanceCents]).toEqual(['pending', 0]);
    const booked = (booking: object) =>
      bookByHand(api().pool, { organizationId, reason: 'paid by wire', ...booking } as Parameters<
        typeof bookByHand
      >[1]);
    const confirm = { kind: 'confirm', topUpId: requested.topUp.id };
    for (let time = 0; time < 2; time += 1)
      expect(await booked(confirm)).toMatchObject({ ok: true, value: { balanceCents: 5_000 } });
    const { rows: told } = await api().pool.query<Body>(
      `select event from outbox_events where organization_id = $1 and event like 'billing%' order by seq, place`,
      [organizationId],
    );
    expect(told.map(({ event }) => event)).toEqual(['billing:balance-updated', 'billing.topped_up']);
    expect((await get('top-ups')).topUps).toMatchObject([{ status: 'completed', completedAt: expect.any(String) }]);
    const execution = reservation(organizationId, 100);
    const database = api().app.get(TenantDatabase);
    await database.transaction(organizationId, (client) => ledger().reserve(client, [execution]));
    await database.transaction(organizationId, (client) => ledger().charge(client, [execution]));
    const refund = { kind: 'refund', executionId: execution.executionId, number: 1, amountCents: 60 };
    for (let time = 0; time < 2; time += 1)
      expect(await booked(refund)).toMatchObject({ value: { balanceCents: 4_960 } });
    const faults: [object, string][] = [
      [{ ...refund, amountCents: 50 }, 'was posted with 60 cents'],
      [{ ...refund, number: 2, amountCents: 41 }, 'exceeds what was charged'],
      [{ ...refund, executionId: newId() }, 'exceeds what was charged'],
      [{ kind: 'confirm', topUpId: newId() }, 'does not exist'],
      [{ kind: 'adjust', reference: 'all', amountCents: -4_961 }, 'the balance is not sufficient'],
      [{ kind: 'adjust', reference: 'much', amountCents: 999_999_999_999_999 }, '10 trillion'],
      [{ ...confirm, organizationId: newId() }, 'does not exist'],
    ];
    for (const [booking, error] of faults)
      expect(await booked(booking)).toEqual({ ok: false, error: expect.stringContaining(error) });
    expect(await booked({ kind: 'adjust', reference: 'gift', amountCents: -960 })).toMatchObject({
      value: { balanceCents: 4_000 },
    });
    expect((await get('usage')).usage).toMatchObject([{ executions: 1, successes: 1, costCents: 40 }]);
    const { body } = await api().call(
      '/audit/events?event=billing_confirm,billing_refund,billing_adjust&sortOrder=asc',
    );
    expect(body.events.map(({ event, context }: Body) => [event, context.reason])).toEqual(
      ['confirm', 'confirm', 'refund', 'refund', 'adjust'].map((kind) => [`billing_${kind}`, 'paid by wire']),
    );
  });

  it('announce a top-up once that two operators confirm at the same time', async () => {
    const { organizationId } = api().production;
    const { topUp } = (await api().call('/billing/top-ups', { body: { tokens: 70 } })).body;
    const pool = api().app.get<PgPool>(pgPoolToken);
    const holder = await api().pool.connect();
    try {
      await holder.query('begin');
      await holder.query('select from billing_accounts where organization_id = $1 for update', [organizationId]);
      const confirm = { kind: 'confirm', topUpId: topUp.id as string, organizationId, reason: 'paid by wire' } as const;
      const both = Promise.all([bookByHand(pool, confirm), bookByHand(pool, confirm)]);
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await waitUntil(async () => (await api().pool.query(waiting)).rowCount === 2);
      await holder.query('commit');
      expect(await both).toMatchObject([{ ok: true }, { ok: true }]);
    } finally {
      holder.release();
    }
    const { rows } = await api().pool.query(
      `select from outbox_events where organization_id = $1 and event = 'billing.topped_up' and payload::text like $2`,
      [organizationId, `%${String(topUp.id)}%`],
    );
    expect(rows).toHaveLength(1);
  });

  it('are checked, and faults in a ledger are found and counted', async () => {
    const { organizationId } = api().stranger;
    const { pool } = api();
    const lost = reservation(organizationId, 0);
    const open = reservation(organizationId, 0);
    const database = api().app.get(TenantDatabase);
    await database.transaction(organizationId, (client) => ledger().reserve(client, [lost, open]));
    const known = new OpenExecutions().register(() => Promise.resolve(new Set([open.executionId])));
    const check = (executions: OpenExecutions | null = null) => checkLedgers(pool, executions, organizationId);
    expect(await check()).toMatchObject({ organizations: 1, faults: [], openReserves: 2 });
    expect((await check(known)).faults).toEqual([{ organizationId, fault: 'lost_reserve', at: lost.executionId }]);
    // Like the server, the command asks for executions that have not ended: nothing knows these two.
    const exitCode = process.exitCode;
    const commanded = await runBilling(pool, 'check', { organization: organizationId });
    process.exitCode = exitCode;
    const lostOnes = [lost, open].map(({ executionId }) => ({
      organizationId,
      fault: 'lost_reserve',
      at: executionId,
    }));
    expect(commanded).toMatchObject({ faults: expect.arrayContaining(lostOnes), openReserves: 2 });
    const breakIt = async (text: string): Promise<readonly string[]> => {
      await pool.query(text, [organizationId]);
      return (await check()).faults.map(({ fault, at }) => `${fault} ${at}`);
    };
    expect(await breakIt(`update billing_accounts set wallet_cents = 5 where organization_id = $1`)).toEqual([
      'account_differs wallet',
    ]);
    expect(await breakIt(`insert into ledger_postings values ($1, 1, 'wallet', 5)`)).toEqual(['unbalanced_entry 1']);
    expect(
      await breakIt(`update ledger_entries set balance_after_cents = 1 where organization_id = $1 and sequence = 2`),
    ).toEqual(['balance_differs 2', 'unbalanced_entry 1']);
    expect(await breakIt(`delete from ledger_entries where organization_id = $1 and sequence = 2`)).toEqual([
      'missing_entry 2',
      'unbalanced_entry 1',
    ]);
    await api().app.get(WatchLedgers).check();
    const { text } = await api().call('/metrics', { key: null });
    expect(Number(/^tamis_billing_faults (\d+)$/m.exec(text)?.[1])).toBeGreaterThanOrEqual(2);
    expect(text).toMatch(/^tamis_billing_oldest_reserve_seconds \d/m);
    for (const table of ['billing_accounts', 'ledger_entries', 'ledger_postings'])
      await pool.query(`delete from ${table} where organization_id = $1`, [organizationId]);
    expect((await checkLedgers(pool, null)).faults).toEqual([]);
  });
});
