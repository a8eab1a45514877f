import { inTransaction, newId, type Transaction } from '../../../platform/database/index.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';
import { deliveryLimits } from './domain/delivery-limits.js';
import {
  endDueDeliveries,
  findDueWebhooks,
  leaseDeliveries,
  lockDeliveryQuery,
  settleDelivery,
} from './persistence/delivery-queue.js';
import { requeueDelivery } from './persistence/delivery-store.js';

const stored = 10_000;
const waiting = 40_000;
/** Rows that a step may read of each table: those it changes, and a few to find them. */
const mostRows = 20;

describe('The queue of a webhook', () => {
  const api = useOwnTestApi();
  const webhookId = newId();
  const key = () => ({ organizationId: api().production.organizationId, webhookId });

  beforeAll(async () => {
    // Nobody else sends them meanwhile.
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
    // With what the planner then knows it has read all rows for each that it took.
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
        await settleDelivery(client, taken!, { ...result, status: 'delivered', nextAttemptAt: null });
        const [next] = await lease(client);
        return settleDelivery(client, next!, { ...result, status: 'failed', nextAttemptAt: new Date() });
      },
    ],
    [
      'is given one again',
      mostRows,
      async (client) => {
        const { organizationId } = key();
        const [taken] = await lease(client);
        const result = { attempts: [], statusCode: 200 } as const;
        await settleDelivery(client, taken!, { ...result, status: 'delivered', nextAttemptAt: null });
        return requeueDelivery(client, organizationId, webhookId, taken!.id, 10);
      },
    ],
    [
      'ends some of a webhook that is off',
      // Each is found, locked and changed.
      4 * deliveryLimits.endedDeliveries,
      (client) => endDueDeliveries(client, key(), { at: '', statusCode: null, durationMs: 0 }),
    ],
  ])('%s: no more than %i of its rows are read, however many there are', async (_step, most, act) => {
    // More often than a plan for the values at hand is made anew each time.
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
});
