import { isUUID } from 'class-validator';

import { tenantSettings } from './app-role.js';
import type { Queryable, TransactionClient } from './pg-pool.js';

/**
 * Sends what begins a transaction of one organization, without waiting for the answer: what follows on the connection comes after
 * it. A null organization sees no tenant's rows.
 */
export function begin(client: Queryable, organizationId: string | null): Promise<unknown> {
  // One message of two statements that need no planning; the values of SET cannot be parameters.
  const begun = client.query(organizationId === null ? 'begin' : `begin; ${setOrganization(organizationId)}`);
  // Whoever waits for it later gets the error; a connection that breaks first must not end the process.
  begun.catch(() => undefined);
  return begun;
}

/** Lets the rest of the transaction be for another organization: an account has two, and a parent makes its children. */
export async function switchOrganization(client: TransactionClient, organizationId: string): Promise<void> {
  await client.query(setOrganization(organizationId));
}

/** Lets the rest of the transaction find the rows of `value`: the hexadecimal hash of a key, the short name of an account. */
export async function allowLookup(client: Queryable, value: string): Promise<void> {
  await client.query('select set_config($1, $2, true)', [tenantSettings.lookup, value]);
}

function setOrganization(organizationId: string): string {
  if (!isUUID(organizationId)) throw new Error('an organization is named by a UUID');
  return `set local ${tenantSettings.organization} = '${organizationId}'`;
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
