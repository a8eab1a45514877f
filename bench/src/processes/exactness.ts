import type pg from 'pg';

import type { Cluster } from './cluster.js';
import { ask, inLanes } from './requests.js';

export interface Tenant {
  readonly organizationId: string;
  readonly key: string;
}

interface Decided {
  readonly rulesResult?: { readonly alerts: readonly unknown[] };
}

const sentAtOnce = 60;
const isOver = 20;
const allowed = 40;

export interface Wrong extends Readonly<Record<string, number>> {
  /** The sum of the following numbers. */
  readonly wrong: number;
  readonly wrongWindows: number;
  readonly wrongRepeats: number;
  readonly wrongLimits: number;
}

/**
 * Counts results that differ between requests to all processes at once and sequential requests to one: windows, idempotency keys and rate
 * limits.
 */
export async function countWrong(
  cluster: Cluster,
  admin: pg.Pool,
  tenant: Tenant,
  /** A tenant whose key is hardly used, so that no process has counted its requests in advance. */
  quiet: Tenant,
): Promise<Wrong> {
  const wrongWindows = await findWrongWindows(cluster, tenant);
  const wrongRepeats = await findWrongRepeats(cluster, tenant);
  const wrongLimits = await findWrongLimits(cluster, admin, quiet);
  return { wrong: wrongWindows + wrongRepeats + wrongLimits, wrongWindows, wrongRepeats, wrongLimits };
}

/** Sends concurrent payments of one customer. Each one sees all that were decided before, so exactly the last ones exceed the limit. */
async function findWrongWindows(cluster: Cluster, { key }: Tenant): Promise<number> {
  const source = `rule busy { on transaction when count(transactions from origin in last 1h) > ${isOver} then alert HIGH "busy" }`;
  await publish(cluster, key, source);
  // The same time for all payments, because those that arrive at different processes would otherwise have times in a different order than
  // their decisions.
  const transactedAt = new Date().toISOString();
  const hits = async (customer: string, lanes: number): Promise<number> => {
    const person = { type: 'person', name: customer, countryCode: 'BR', externalId: customer };
    await ask(cluster.urlOf(0), { key, path: '/entities', body: person });
    let count = 0;
    await inLanes(sentAtOnce, lanes, async (n) => {
      const body = {
        externalId: `${customer}-${n}`,
        type: 'PAYMENT',
        amount: 1,
        currency: 'USD',
        originExternalId: customer,
        transactedAt,
      };
      const { status, text } = await ask(cluster.urlOf(lanes === 1 ? 0 : n % cluster.size), {
        key,
        path: '/transactions',
        body,
      });
      if (status !== 201) throw new Error(text);
      count += (JSON.parse(text) as Decided).rulesResult?.alerts.length ?? 0;
    });
    return count;
  };
  return Math.abs((await hits('one-by-one', 1)) - (await hits('at-once', sentAtOnce)));
}

/** Activates a rule. */
export async function publish(cluster: Cluster, key: string, source: string): Promise<void> {
  const made = await ask(cluster.urlOf(0), { key, path: '/rules', body: { source } });
  if (made.status !== 201) throw new Error(made.text);
  const { id } = (JSON.parse(made.text) as { readonly rule: { readonly id: string } }).rule;
  const response = await fetch(`${cluster.urlOf(0)}/rules/${id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ status: 'active' }),
  });
  if (response.status !== 200) throw new Error(await response.text());
}

/** Sends requests with one idempotency key to all processes. All successful responses must refer to the same payment. */
async function findWrongRepeats(cluster: Cluster, { key }: Tenant): Promise<number> {
  const found = new Set<string>();
  await inLanes(sentAtOnce, sentAtOnce, async (n) => {
    const body = { externalId: 'repeated', type: 'PAYMENT', amount: 1, currency: 'USD' };
    const sent = { key, path: '/transactions', body, headers: { 'idempotency-key': 'repeated' } };
    const { status, text } = await ask(cluster.urlOf(n % cluster.size), sent);
    if (status === 201)
      found.add((JSON.parse(text) as { readonly transaction: { readonly id: string } }).transaction.id);
    else if (status !== 409) found.add(text);
  });
  return Math.abs(found.size - 1);
}

/** Sends more requests with one key than its limit allows. Exactly as many as allowed must succeed over all processes. */
async function findWrongLimits(cluster: Cluster, admin: pg.Pool, { organizationId, key }: Tenant): Promise<number> {
  await admin.query('delete from rate_windows');
  await admin.query('update api_keys set rate_limit = $1 where organization_id = $2', [allowed, organizationId]);
  // Keys are cached for a second.
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  let passed = 0;
  await inLanes(3 * allowed, 3 * allowed, async (n) => {
    const { status } = await ask(cluster.urlOf(n % cluster.size), { key, path: '/auth/test' });
    if (status === 200) passed += 1;
  });
  return Math.abs(passed - allowed);
}
