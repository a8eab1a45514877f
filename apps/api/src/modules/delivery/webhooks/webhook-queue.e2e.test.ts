import { inTransaction, newId, type Transaction } from '../../../platform/database/index.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';
import { deliveryLimits } from './domain/delivery-limits.js';
import {
  type DeliveryResult,
  endDueDeliveries,
  findDueWebhooks,
  type LeasedDelivery,
  leaseDeliveries,
  lockDeliveryQuery,
  type SentDelivery,
  settleDeliveries,
} from './persistence/delivery-queue.js';
import { requeueDelivery } from './persistence/delivery-store.js';
import { AttemptDelivery } from './use-cases/attempt-delivery.js';

const stored = 10_000;
const waiting = 40_000;
/** Number of rows that a step may read of each table: those it changes, and a few to find them. */
const mostRows = 20;

const over = { attempts: [], nextAttemptAt: null } as const;
const delivered: DeliveryResult = { status: 'delivered', attempts: [], nextAttemptAt: null, statusCode: 200 };
const failed: DeliveryResult = { status: 'failed', attempts: [], nextAttemptAt: new Date(), statusCode: 503 };
const endedInTurn = (delivery: LeasedDelivery, place: number) => ({ delivery, result: place % 2 ? failed : delivered });

describe('webhook queue', () => {
  const api = useOwnTestApi();
  const webhookId = newId();
  const key = () => ({ organizationId: api().production.organizationId, webhookId });

  beforeAll(async () => {
    // No other process sends them meanwhile.
    await api().app.close();
    const { organizationId } = key();
    await api().pool.query(
      `insert into webhooks (organization_id, id, name, url, events, filters, enabled, status, timeout_ms, secret, secret_preview,
         created_by, authorized_by, created_at, updated_at)
       values ($1, $2, 'Many', 'https://receiver.test/', '{alert.created}', '{}', true, 'active', 5000, '', '', 't', 't', now(), now())`,
      [organizationId, webhookId],
    );
    await api().pool.query(
      `with d as (
         insert into webhook_deliveries
           (organization_id, id, webhook_id, event_organization_id, event_id, event, body, status, created_at)
         select $1, gen_random_uuid(), $2, $1, 'evt_' || n, 'alert.created', '{}',
           case when n > $3 then 'pending' else 'delivered' end, now()
         from generate_series(1, $3 + $4::int) n returning organization_id, id, webhook_id, event_organization_id, status)
       insert into webhook_queue (organization_id, delivery_id, webhook_id, event_organization_id, attempt, due_at)
       select organization_id, id, webhook_id, event_organization_id, 0, now() from d where status = 'pending'`,
      [organizationId, webhookId, stored, waiting],
    );
    // With the statistics the planner then has, it used to read all rows for each delivery taken.
    await api().pool.query('analyze webhook_deliveries, webhook_queue');
  });

  const rowsRead = async (client: Transaction): Promise<number> => {
    const { rows } = await client.query<{ read: number }>(
      `select coalesce(max(seq_tup_read + idx_tup_fetch), 0)::int as read from pg_stat_xact_user_tables
       where relname in ('webhook_deliveries', 'webhook_queue')`,
    );
    return rows[0]!.read;
  };
  const lease = (client: Transaction) => leaseDeliveries(client, key(), { most: 1, leaseMs: 60_000 });

  it.each<[string, number, (client: Transaction) => Promise<unknown>]>([
    [
      'finds that something is due',
      mostRows,
      async (client) => {
        await client.allowLookup('webhooks');
        return findDueWebhooks(client);
      },
    ],
    ['is taken from', mostRows, lease],
    [
      'is told what became of one',
      mostRows,
      async (client) => {
        const [taken] = await lease(client);
        const result = { attempts: [], statusCode: 200 } as const;
        await settleDeliveries(client, key(), [
          { delivery: taken!, result: { ...result, status: 'delivered', nextAttemptAt: null } },
        ]);
        const [next] = await lease(client);
        return settleDeliveries(client, key(), [
          { delivery: next!, result: { ...result, status: 'failed', nextAttemptAt: new Date() } },
        ]);
      },
    ],
    [
      'is told what became of several',
      5 * mostRows,
      async (client) => {
        const taken = await leaseDeliveries(client, key(), { most: 5, leaseMs: 60_000 });
        return settleDeliveries(client, key(), taken.map(endedInTurn));
      },
    ],
    [
      'is given one again',
      mostRows,
      async (client) => {
        const { organizationId } = key();
        const [taken] = await lease(client);
        const result = { attempts: [], statusCode: 200 } as const;
        await settleDeliveries(client, key(), [
          { delivery: taken!, result: { ...result, status: 'delivered', nextAttemptAt: null } },
        ]);
        return requeueDelivery(client, organizationId, webhookId, taken!.id, 10);
      },
    ],
    [
      'ends some of a webhook that is off',
      // Each one is found, locked and changed.
      4 * deliveryLimits.endedDeliveries,
      (client) => endDueDeliveries(client, key(), { at: '', statusCode: null, durationMs: 0 }),
    ],
  ])('%s: reads at most %i of its rows, however many there are', async (_step, most, act) => {
    // More often than PostgreSQL creates a new plan for the actual values.
    const read: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      await inTransaction(api().pool, key().organizationId, async (client) => {
        await client.query(lockDeliveryQuery(key()));
        const before = await rowsRead(client);
        const undo = await client.undoPoint();
        await act(client);
        read.push((await rowsRead(client)) - before);
        await undo();
      });
    }
    expect(Math.max(...read)).toBeLessThanOrEqual(most);
    expect(Math.max(...read)).toBeGreaterThan(0);
  });

  /** Returns what `settleDeliveries` returns for five leased deliveries, and the resulting state of the webhook. */
  const settleFive = async (endings: (taken: readonly LeasedDelivery[]) => readonly SentDelivery[]) =>
    inTransaction(api().pool, key().organizationId, async (client) => {
      const undo = await client.undoPoint();
      await client.query(lockDeliveryQuery(key()));
      const taken = await leaseDeliveries(client, key(), { most: 5, leaseMs: 60_000 });
      const settled = await settleDeliveries(client, key(), endings(taken));
      const { rows } = await client.query<{ status: string; inQueue: boolean }>(
        `select d.status, exists (select from webhook_queue q where q.delivery_id = d.id) as "inQueue" from webhook_deliveries d
         where d.id = any($1) order by array_position($1, d.id)`,
        [taken.map(({ id }) => id)],
      );
      await undo();
      return { taken, settled, rows };
    });

  it('settles several deliveries at once: each has its own result, the last sets the webhook state', async () => {
    const { taken, settled, rows } = await settleFive((all) => all.map(endedInTurn));
    expect(new Set(settled!.ids)).toEqual(new Set(taken.map(({ id }) => id)));
    expect(rows.map(({ status, inQueue }) => `${status} ${inQueue}`)).toEqual(
      taken.map((_, place) => (place % 2 ? 'failed true' : 'delivered false')),
    );
    expect(settled!.failingSince).toBeNull();
    const other = await settleFive((all) =>
      all.toReversed().map((delivery, place) => endedInTurn(delivery, place + 1)),
    );
    expect(other.settled!.failingSince).toBeInstanceOf(Date);
  });

  it('skips deliveries whose lease has passed to another process', async () => {
    const lost = '2020-01-01 00:00:00+00';
    const { taken, settled, rows } = await settleFive((all) =>
      all.map((delivery, place) => ({
        delivery: place === 4 ? { ...delivery, leasedUntil: lost } : delivery,
        result: delivered,
      })),
    );
    expect(new Set(settled!.ids)).toEqual(new Set(taken.slice(0, 4).map(({ id }) => id)));
    expect(rows.at(-1)).toEqual({ status: 'pending', inQueue: true });
    const none = await settleFive((all) =>
      all.map((delivery) => ({ delivery: { ...delivery, leasedUntil: lost }, result: delivered })),
    );
    expect(none.settled).toBeNull();
  });

  it('disables the webhook when a receiver reports 410, even if another delivery succeeds concurrently', async () => {
    const status = await inTransaction(api().pool, key().organizationId, async (client) => {
      const undo = await client.undoPoint();
      await client.query(lockDeliveryQuery(key()));
      const [gone, accepted] = await leaseDeliveries(client, key(), { most: 2, leaseMs: 60_000 });
      await api()
        .app.get(AttemptDelivery)
        .settle(client, key(), [
          { delivery: gone!, result: { ...over, status: 'failed', statusCode: 410 } },
          { delivery: accepted!, result: { ...over, status: 'delivered', statusCode: 200 } },
        ]);
      const { rows } = await client.query<{ status: string }>('select status from webhooks where id = $1', [webhookId]);
      await undo();
      return rows[0]!.status;
    });
    expect(status).toBe('disabled_by_failures');
  });
});
