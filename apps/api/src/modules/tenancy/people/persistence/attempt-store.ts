import { Injectable } from '@nestjs/common';

import { InjectPgPool, inTransaction, type PgPool, type Transaction } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';

/**
 * A subject for which attempts are counted: `freeAttempts` attempts have no effect, and each further one doubles the wait until the next is
 * allowed.
 */
export interface AttemptSubject {
  readonly name: string;
  readonly freeAttempts: number;
  /** The seconds after which one attempt is forgotten; if absent, all are forgotten some time after the last one. */
  readonly forgetSeconds?: number;
}

const resetInterval = `interval '${limits.signInMemorySeconds} seconds'`;

const nextAttemptsSql = `case when a.last_at < clock_timestamp() - ${resetInterval} then 1
  else 1 + greatest(0, a.attempts - extract(epoch from clock_timestamp() - a.last_at)::float8 / $4::float8) end`;

const acquireText = `insert into sign_in_attempts as a (subject, attempts, last_at, locked_until)
  values ($1, 1, clock_timestamp(), clock_timestamp())
  on conflict (subject) do update set attempts = ${nextAttemptsSql}, last_at = clock_timestamp(),
    locked_until = clock_timestamp() + make_interval(secs =>
      case when ${nextAttemptsSql} < $2::float8 then 0 else least($3::float8, 2 ^ least(${nextAttemptsSql} - $2, 30)) end)
  where a.locked_until <= clock_timestamp()`;

/** Counts the attempts of all processes in the database. */
@Injectable()
export class AttemptStore {
  constructor(@InjectPgPool() private readonly pool: PgPool) {}

  /**
   * Returns the seconds until another attempt is allowed; 0 means now, and the attempt is then counted for all subjects, so that no two are
   * allowed at once. Callers must name the subjects in the same order, so that no two of them wait for each other.
   */
  async acquire(subjects: readonly AttemptSubject[]): Promise<number> {
    try {
      await inTransaction(this.pool, null, async (client) => {
        for (const subject of subjects) await acquireOne(client, subject);
      });
      return 0;
    } catch (error) {
      // This also undoes the counts for the other subjects.
      if (error instanceof LockedError) return error.seconds;
      throw error;
    }
  }

  /** Undoes the last counted attempt, because it was correct. */
  async release(names: readonly string[]): Promise<void> {
    await inTransaction(this.pool, null, async (client) => {
      for (const name of names) {
        await client.allowLookup(name);
        await client.query(
          `update sign_in_attempts set attempts = greatest(0, attempts - 1), locked_until = clock_timestamp() where subject = $1`,
          [name],
        );
      }
    });
  }

  /** Forgets all attempts. */
  async reset(name: string): Promise<void> {
    await inTransaction(this.pool, null, async (client) => {
      await client.allowLookup(name);
      await client.query(`delete from sign_in_attempts where subject = $1`, [name]);
    });
  }

  /** Whether so many attempts were counted that the next one has to wait. */
  async isSlowed({ name, freeAttempts }: AttemptSubject): Promise<boolean> {
    return inTransaction(this.pool, null, async (client) => {
      await client.allowLookup(name);
      const { rowCount } = await client.query('select from sign_in_attempts where subject = $1 and attempts >= $2', [
        name,
        freeAttempts,
      ]);
      return rowCount === 1;
    });
  }
}

class LockedError extends Error {
  constructor(readonly seconds: number) {
    super('locked');
  }
}

async function acquireOne(client: Transaction, { name, freeAttempts, forgetSeconds }: AttemptSubject): Promise<void> {
  await client.allowLookup(name);
  const { rowCount } = await client.query(acquireText, [
    name,
    freeAttempts,
    limits.signInLockSeconds,
    forgetSeconds ?? Infinity,
  ]);
  if (rowCount === 1) return;
  const { rows } = await client.query<{ seconds: number }>(
    `select greatest(1, ceil(extract(epoch from locked_until - clock_timestamp())))::int as seconds
     from sign_in_attempts where subject = $1`,
    [name],
  );
  throw new LockedError(rows[0]?.seconds ?? 1);
}

/** Removes attempts that are too old to count. Returns the number of removed rows. */
export async function deleteOldAttempts(client: Transaction, most: number): Promise<number> {
  await client.allowLookup('old attempts');
  const { rowCount } = await client.query(
    `delete from sign_in_attempts where subject in
       (select subject from sign_in_attempts where last_at < now() - ${resetInterval} order by last_at limit $1)`,
    [most],
  );
  return rowCount ?? 0;
}
