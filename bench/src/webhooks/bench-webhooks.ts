import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';

import { inTransaction, newId } from '@tamis/api/dist/platform/database/index.js';
import { writeEvents } from '@tamis/api/dist/platform/outbox/index.js';
import type pg from 'pg';

import { withApiServer, type ApiOnDatabase } from '../api-server.js';
import { ApiClient } from '../entities/api-client.js';
import { machine, machineLine, median } from '../machine.js';
import { openReceiver, type CountingReceiver } from './counting-receiver.js';
import { postAll } from './post-all.js';

export interface WebhooksBenchOptions {
  /** The number of deliveries stored in the larger of the two databases. */
  readonly stored: number;
  /** The number of events of one round; each is sent to all webhooks. */
  readonly events: number;
  readonly rounds: number;
  readonly json: string | null;
}

const few = 1_000;
const webhookCount = 4;
/** The maximum number of concurrent requests to all webhooks, with the server's limit for one webhook. */
const requestsAtOnce = 5 * webhookCount;

/** One of the two databases with its server, and the receiver of its webhooks. */
interface Contender {
  readonly pool: pg.Pool;
  readonly organizationId: string;
  readonly receiver: CountingReceiver;
}

interface Figures {
  readonly storedFew: number;
  readonly storedMany: number;
  readonly perSecondFew: number;
  readonly perSecondMany: number;
  /** The deliveries per second with many stored divided by those with few: the median of the rounds. */
  readonly storedRatio: number;
  readonly barePostsPerSecond: number;
  readonly ratioToBarePosts: number;
  readonly events: number;
  /** The number of delivered requests, counted once for each event and webhook, and the number that was due. */
  readonly delivered: number;
  readonly due: number;
}

/** Compares two servers with a PostgreSQL each, one with a thousand stored deliveries and the other with many, which deliver in turn. */
export async function benchWebhooks({ stored, events, rounds, json }: WebhooksBenchOptions): Promise<void> {
  const settings = { shared_buffers: '512MB', max_wal_size: '4GB', max_connections: '60' };
  const environment = {
    DEPLOYMENT: 'development',
    WEBHOOK_LOOPBACK: 'on',
    TAMIS_MASTER_KEY: randomBytes(32).toString('base64'),
  };
  const withStored = (kept: number, work: (contender: Contender) => Promise<void>): Promise<void> =>
    withApiServer({ name: `webhooks-${kept}`, settings, environment }, async (api) => {
      const contender = await prepare(api, kept);
      await work(contender).finally(() => contender.receiver.close());
    });
  await withStored(few, (small) =>
    withStored(stored, async (large) => {
      const load = loadavg()[0]!;
      const figures = { storedFew: few, storedMany: stored, ...(await measure(small, large, events, rounds)) };
      console.log(machineLine(load));
      for (const [name, value] of Object.entries(figures))
        console.log(`${name.padEnd(20)}${Math.round(value * 1_000) / 1_000}`);
      if (json !== null) writeFileSync(json, `${JSON.stringify({ machine: machine(), load, ...figures })}\n`);
    }),
  );
}

async function prepare({ pool, organizationId, key, start }: ApiOnDatabase, stored: number): Promise<Contender> {
  const receiver = await openReceiver();
  const { port } = await start();
  const client = new ApiClient(port, key);
  const webhookIds: string[] = [];
  for (let n = 0; n < webhookCount; n += 1) {
    const body = { name: `Webhook ${n}`, url: `${receiver.url}/${n}`, events: ['alert.created'] };
    const [made] = await client.sendAll([{ method: 'POST', path: '/webhook-config', body }], 1, 201);
    webhookIds.push((JSON.parse(made!.text) as { readonly webhook: { readonly id: string } }).webhook.id);
  }
  client.close();
  await storeDeliveries(pool, organizationId, webhookIds, stored);
  return { pool, organizationId, receiver };
}

/** Stores deliveries of the last twenty days, evenly distributed over the webhooks. */
async function storeDeliveries(
  pool: pg.Pool,
  organizationId: string,
  webhookIds: readonly string[],
  stored: number,
): Promise<void> {
  await pool.query(
    `insert into webhook_deliveries (organization_id, id, webhook_id, event_organization_id, event_id, event, body, status, attempts,
       attempt, created_at)
     select $1, (left(ms, 8) || '-' || right(ms, 4) || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, ($2::uuid[])[1 + n % $3], $1,
       'evt_' || n, 'alert.created', repeat('x', 400), 'delivered', '[{"statusCode":204}]', 1, at
     from generate_series(1, $4::int) n, lateral (select now() - n * interval '20 days' / $4 as at) a,
       lateral (select lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') as ms) m`,
    [organizationId, webhookIds, webhookIds.length, stored],
  );
  await pool.query('vacuum analyze');
  await pool.query('checkpoint');
}

async function measure(
  small: Contender,
  large: Contender,
  events: number,
  rounds: number,
): Promise<Omit<Figures, 'storedFew' | 'storedMany'>> {
  await deliver(small, events);
  await deliver(large, events);
  const [withFew, withMany, bare, ratios]: number[][] = [[], [], [], []];
  let delivered = 0;
  for (let round = 0; round < rounds; round += 1) {
    // The two servers take turns in being first.
    const order = round % 2 === 0 ? [small, large] : [large, small];
    const perSecond = new Map<Contender, number>();
    for (const contender of order) {
      perSecond.set(contender, await deliver(contender, events));
      delivered += contender.receiver.different;
    }
    bare!.push(await postAll(small.receiver.url, webhookCount * events, requestsAtOnce));
    withFew!.push(perSecond.get(small)!);
    withMany!.push(perSecond.get(large)!);
    ratios!.push(perSecond.get(large)! / perSecond.get(small)!);
  }
  const [perSecondFew, perSecondMany, barePostsPerSecond] = [median(withFew!), median(withMany!), median(bare!)];
  return {
    perSecondFew,
    perSecondMany,
    storedRatio: median(ratios!),
    barePostsPerSecond,
    ratioToBarePosts: perSecondMany / barePostsPerSecond,
    events,
    delivered,
    due: 2 * rounds * webhookCount * events,
  };
}

/** Returns the deliveries per second, from the commit of the events to the last of their deliveries. */
async function deliver({ pool, organizationId, receiver }: Contender, events: number): Promise<number> {
  const count = webhookCount * events;
  receiver.forget();
  const begun = performance.now();
  await inTransaction(pool, null, (client) =>
    writeEvents(
      client,
      Array.from({ length: events }, () => ({ organizationId, event: 'alert.created', payload: { alertId: newId() } })),
    ),
  );
  await receiver.hasDifferent(1);
  // Autovacuum does this sooner or later: with these statistics on waiting deliveries, the planner once read all of them for each one.
  await pool.query('analyze webhook_deliveries');
  await receiver.hasDifferent(count);
  return (count / (performance.now() - begun)) * 1_000;
}
