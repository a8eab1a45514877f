import { isUUID } from 'class-validator';
import type { QueryConfig } from 'pg';
import { tenantSettings } from './app-role.js';
import { checkpointDeferred } from './deferred-statements.js';
import type { Queryable, TransactionClient } from './pg-pool.js';

/**
 * Sends what begins a transaction of one organization, without waiting for the answer: what follows on the connection comes after
 * it. A null organization sees no tenant's rows.
 */
export function beginTransaction(client: Queryable, organizationId: string | null): Promise<unknown> {
  // One message of two statements that need no planning; the values of SET cannot be parameters.
  return send(client, organizationId === null ? 'begin' : `begin; ${setOrganization(organizationId)}`, organizationId);
}

const failedTransactionCode = '25P02';

/** Whom the transaction on a connection is for. */
const organizationOf = new WeakMap<Queryable, string | null>();

/** What `sendAhead` has sent in the open transaction of a connection, and nobody has waited for. */
const pendingStatements = new WeakMap<Queryable, Promise<unknown>[]>();

function send(client: Queryable, statements: string, organizationId: string | null): Promise<unknown> {
  organizationOf.set(client, organizationId);
  return ignoreUnhandledRejection(client.query(statements));
}

/** Whoever waits for it later gets the error; a connection that breaks first must not end the process. */
function ignoreUnhandledRejection<T>(sent: Promise<T>): Promise<T> {
  sent.catch(() => undefined);
  return sent;
}

/**
 * Sends a statement and does not wait for the answer: what follows it at once, be it the next statement or the commit, leaves in the
 * same write. What it locks is held no longer than the database itself needs. The transaction, or the savepoint, throws its error.
 */
export async function pipelineStatement(client: TransactionClient, statement: QueryConfig): Promise<void> {
  const open = pendingStatements.get(client);
  if (!open) {
    await client.query(statement);
    return;
  }
  corkUntilNextTick(client);
  open.push(ignoreUnhandledRejection(client.query(statement)));
}

/** What is sent until nothing else is left to do at once leaves in one write: one call of the kernel, one packet, one wake-up. */
const corkUntilNextTick = (client: TransactionClient): void => flushOnNextTick(client, () => undefined);

/** Calls `send` when nothing else is left to do at once: what it sends leaves in one write with what was sent meanwhile. */
export function flushOnNextTick(client: Queryable, send: () => void): void {
  const stream = 'connection' in client ? (client as TransactionClient).connection.stream : null;
  stream?.cork();
  process.nextTick(() => {
    try {
      send();
    } finally {
      stream?.uncork();
    }
  });
}

/** Throws the first error among answers, when all are there. */
async function throwFirstRejection(answers: readonly Promise<unknown>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(answers)) if (outcome.status === 'rejected') throw outcome.reason;
}

let savepointCount = 0;

/** What is called undoes everything that the transaction does from here on. */
export async function createSavepoint(client: TransactionClient): Promise<() => Promise<void>> {
  // Of a name of its own: one that is set later, and never called, must not stand for it.
  const name = `undo_${(savepointCount += 1)}`;
  const forget = checkpointDeferred(client);
  await client.query(`savepoint ${name}`);
  return async () => {
    forget();
    await client.query(`rollback to savepoint ${name}`);
  };
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
  const last: Promise<unknown>[] = [];
  pendingStatements.set(client, last);
  corkUntilNextTick(client);
  const begun = beginTransaction(client, organizationId);
  try {
    const result = await work();
    pendingStatements.delete(client);
    // A commit after a statement that failed undoes the transaction, and says nothing of why.
    await throwFirstRejection([...last, begun, client.query('commit')]);
    return result;
  } catch (error) {
    pendingStatements.delete(client);
    // A connection whose transaction cannot be ended is of no use to anyone: the pool throws away what has ended.
    await client.query('rollback').catch(() => void (client as unknown as { end(): Promise<void> }).end());
    await throwRootCause(error, last);
    throw error;
  }
}

/** What follows a statement that failed is refused for that alone: throws the error of the one that was sent ahead. */
async function throwRootCause(error: unknown, sent: readonly Promise<unknown>[]): Promise<void> {
  if ((error as { code?: unknown } | null)?.code === failedTransactionCode) await throwFirstRejection(sent);
}

/**
 * Runs `work` for an organization within the open transaction of the connection: what it did is undone when it throws. Afterwards
 * the transaction is for the organization it was for before.
 */
export async function runInSavepoint<T>(
  client: TransactionClient,
  organizationId: string,
  work: () => Promise<T>,
): Promise<T> {
  const outer = organizationOf.get(client) ?? null;
  const forget = checkpointDeferred(client);
  corkUntilNextTick(client);
  const begun = send(client, `savepoint joined; ${setOrganization(organizationId)}`, organizationId);
  try {
    const result = await work();
    await throwFirstRejection([...(pendingStatements.get(client)?.splice(0) ?? []), begun]);
    await send(client, `release savepoint joined; ${setOrganization(outer)}`, outer);
    return result;
  } catch (error) {
    const sent = pendingStatements.get(client)?.splice(0) ?? [];
    forget();
    // What cannot be undone leaves a transaction that cannot be committed either.
    await send(client, 'rollback to savepoint joined; release savepoint joined', outer).catch(() => undefined);
    await throwRootCause(error, sent);
    throw error;
  }
}

/**
 * The organizations that have something to be done, which `statement` selects as `id`. The transaction of `client` is of none.
 *
 * @param something what the rows of all organizations are read for
 */
export async function findOrganizations(
  client: TransactionClient,
  something: string,
  statement: string,
  values: unknown[] = [],
): Promise<readonly string[]> {
  await allowLookup(client, something);
  const { rows } = await client.query<{ id: string }>(statement, values);
  return rows.map(({ id }) => id);
}
