import { isUUID } from 'class-validator';

import { tenantSettings } from './app-role.js';
import type { Queryable, TransactionClient } from './pg-pool.js';

/**
 * Sends what begins a transaction of one organization, without waiting for the answer: what follows on the connection comes after
 * it. A null organization sees no tenant's rows.
 */
export function begin(client: Queryable, organizationId: string | null): Promise<unknown> {
  // One message of two statements that need no planning; the values of SET cannot be parameters.
  return send(client, organizationId === null ? 'begin' : `begin; ${setOrganization(organizationId)}`, organizationId);
}

/** Whom the transaction on a connection is for. */
const organizationOf = new WeakMap<Queryable, string | null>();

function send(client: Queryable, statements: string, organizationId: string | null): Promise<unknown> {
  organizationOf.set(client, organizationId);
  const sent = client.query(statements);
  // Whoever waits for it later gets the error; a connection that breaks first must not end the process.
  sent.catch(() => undefined);
  return sent;
}

/** Lets the rest of the transaction be for another organization: an account has two, and a parent makes its children. */
export async function switchOrganization(client: TransactionClient, organizationId: string): Promise<void> {
  await send(client, setOrganization(organizationId), organizationId);
}

/** Lets the rest of the transaction find the rows of `value`: the hexadecimal hash of a key, the short name of an account. */
export async function allowLookup(client: Queryable, value: string): Promise<void> {
  await client.query('select set_config($1, $2, true)', [tenantSettings.lookup, value]);
}

function setOrganization(organizationId: string | null): string {
  if (organizationId !== null && !isUUID(organizationId)) throw new Error('an organization is named by a UUID');
  return `set local ${tenantSettings.organization} = '${organizationId ?? ''}'`;
}

/** Runs `work` on the connection in one transaction of the organization; commits when it returns, rolls back when it throws. */
export async function runTransaction<T>(
  client: TransactionClient,
  organizationId: string | null,
  work: () => Promise<T>,
): Promise<T> {
  const begun = begin(client, organizationId);
  try {
    const result = await work();
    await begun;
    await client.query('commit');
    return result;
  } catch (error) {
    // A connection whose transaction cannot be ended is of no use to anyone: the pool throws away what has ended.
    await client.query('rollback').catch(() => void (client as unknown as { end(): Promise<void> }).end());
    throw error;
  }
}

/**
 * Runs `work` for an organization within the open transaction of the connection: what it did is undone when it throws. Afterwards
 * the transaction is for the organization it was for before.
 */
export async function runSavepoint<T>(
  client: TransactionClient,
  organizationId: string,
  work: () => Promise<T>,
): Promise<T> {
  const outer = organizationOf.get(client) ?? null;
  const begun = send(client, `savepoint joined; ${setOrganization(organizationId)}`, organizationId);
  try {
    const result = await work();
    await begun;
    await send(client, `release savepoint joined; ${setOrganization(outer)}`, outer);
    return result;
  } catch (error) {
    // What cannot be undone leaves a transaction that cannot be committed either.
    await send(client, 'rollback to savepoint joined; release savepoint joined', outer).catch(() => undefined);
    throw error;
  }
}
