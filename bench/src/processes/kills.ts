import { setTimeout as sleep } from 'node:timers/promises';

import type pg from 'pg';

import type { Cluster } from './cluster.js';
import { publish, type Tenant } from './exactness.js';
import { ask, inLanes } from './requests.js';

export interface Killed extends Readonly<Record<string, number>> {
  readonly kills: number;
  /** Payments that were repeated until each succeeded. */
  readonly payments: number;
  /** Number of these that are missing, were not evaluated, or raised no alert. */
  readonly lost: number;
  /** Number of payments that were stored twice, were evaluated twice, or raised an alert twice. */
  readonly doubled: number;
}

const betweenMs = 1_500;

/** Sends payments through the load balancer, each repeated until it succeeds, while processes and the pooler are killed in turn. */
export async function payThroughKills(
  cluster: Cluster,
  admin: pg.Pool,
  tenants: readonly Tenant[],
  kills: number,
): Promise<Killed> {
  const source = 'rule every { on transaction when transaction.amount >= 1 USD then alert LOW "every" }';
  for (const { key } of tenants) await publish(cluster, key, source);
  let isOver = false;
  let payments = 0;
  const lane = async ({ key }: Tenant, place: number): Promise<void> => {
    for (let n = 0; !isOver; n += 1) {
      const externalId = `killed-${place}-${n}`;
      const body = { externalId, type: 'PAYMENT', amount: 1, currency: 'USD' };
      await untilStored(cluster.balancer.url, key, body);
      payments += 1;
    }
  };
  const lanes = tenants.map(lane);
  for (let kill = 0; kill < kills; kill += 1) {
    await sleep(betweenMs);
    if (kill % (cluster.size + 1) < cluster.size) await cluster.kill(kill % (cluster.size + 1));
    else {
      await cluster.pooler.kill();
      await cluster.pooler.restart();
    }
  }
  await sleep(betweenMs);
  isOver = true;
  await Promise.all(lanes);
  const { rows } = await admin.query<{
    stored: number;
    runs: number;
    runTwice: number;
    alerts: number;
    toldTwice: number;
  }>(
    `with paid as (select organization_id, id from transactions where external_id like 'killed-%'),
       runs as (select e.record_id, count(*) as n from evaluations e join paid p on p.organization_id = e.organization_id and p.id = e.record_id group by 1),
       told as (select a.transaction_id, count(*) as n from alerts a join paid p on p.organization_id = a.organization_id and p.id = a.transaction_id group by 1)
     select (select count(*)::int from paid) as stored,
       (select count(*)::int from runs) as runs, (select coalesce(sum(n - 1), 0)::int from runs) as "runTwice",
       (select count(*)::int from told) as alerts, (select coalesce(sum(n - 1), 0)::int from told) as "toldTwice"`,
  );
  const { stored, runs, alerts, runTwice, toldTwice } = rows[0]!;
  const lost = [stored, runs, alerts].reduce((sum, found) => sum + Math.max(0, payments - found), 0);
  return { kills, payments, lost, doubled: runTwice + toldTwice + Math.max(0, stored - payments) };
}

/** The response to a request that a killed process started is 409 until its claim has expired. */
async function untilStored(url: string, key: string, body: { readonly externalId: string }): Promise<void> {
  const headers = { 'idempotency-key': body.externalId };
  while ((await ask(url, { key, path: '/transactions', body, headers })).status !== 201) await sleep(200);
}

export interface RollingRestart extends Readonly<Record<string, number>> {
  readonly sentInRollingRestart: number;
  /** Number of these without the expected response. */
  readonly droppedByRollingRestart: number;
}

/** Sends payments while every process is restarted. */
export async function payThroughRestart(cluster: Cluster, tenants: readonly Tenant[]): Promise<RollingRestart> {
  let [isOver, sent, dropped] = [false, 0, 0];
  const lanes = inLanes(tenants.length, tenants.length, async (place) => {
    for (let n = 0; !isOver; n += 1) {
      const body = { externalId: `rolled-${place}-${n}`, type: 'PAYMENT', amount: 1, currency: 'USD' };
      const { status } = await ask(cluster.balancer.url, { key: tenants[place]!.key, path: '/transactions', body });
      sent += 1;
      if (status !== 201) dropped += 1;
    }
  });
  for (let place = 0; place < cluster.size; place += 1) await cluster.replace(place);
  isOver = true;
  await lanes;
  return { sentInRollingRestart: sent, droppedByRollingRestart: dropped };
}
