import { Injectable } from '@nestjs/common';

import { InjectPgPool, inTransaction, type PgPool, type Transaction } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';

/** Attempts of one account or one address: `free` cost nothing, each further one doubles the time until the next is let in. */
export interface AttemptSubject {
  readonly name: string;
  readonly freeAttempts: number;
}

const resetInterval = `interval '${limits.signInMemorySeconds} seconds'`;
const nextAttemptsSql = `case when a.last_at < clock_timestamp() - ${resetInterval} then 1 else a.attempts + 1 end`;

/** Counts, in the database, what all processes are asked. */
@Injectable()
export class AttemptStore {
  constructor(@InjectPgPool() private readonly pool: PgPool) {}

  /** Seconds until it may be tried again; 0: now, and that attempt is counted, so that no two are let in at once. */
  acquire({ name, freeAttempts: free }: AttemptSubject): Promise<number> {
    return this.withSubject(name, async (client) => {
      const { rowCount } = await client.query(
        `insert into sign_in_attempts as a (subject, attempts, last_at, locked_until)
         values ($1, 1, clock_timestamp(), clock_timestamp())
         on conflict (subject) do update set attempts = ${nextAttemptsSql}, last_at = clock_timestamp(),
           locked_until = clock_timestamp() + make_interval(secs =>
             case when ${nextAttemptsSql} < $2 then 0 else least($3::float8, 2 ^ least(${nextAttemptsSql} - $2, 30)) end)
         where a.locked_until <= clock_timestamp()`,
        [name, free, limits.signInLockSeconds],
      );
      if (rowCount === 1) return 0;
      const { rows } = await client.query<{ seconds: number }>(
        `select greatest(1, ceil(extract(epoch from locked_until - clock_timestamp())))::int as seconds
         from sign_in_attempts where subject = $1`,
        [name],
      );
      return rows[0]?.seconds ?? 1;
    });
  }

  /** Undoes the attempt that was counted last: it was right. */
  async release(name: string): Promise<void> {
    await this.withSubject(name, (client) =>
      client.query(
        `update sign_in_attempts set attempts = greatest(0, attempts - 1), locked_until = clock_timestamp() where subject = $1`,
        [name],
      ),
    );
  }

  /** Forgets all of them, and what is too old to count. */
  async reset(name: string): Promise<void> {
    await this.withSubject(name, (client) =>
      client.query(
        `delete from sign_in_attempts where subject = $1 or last_at < clock_timestamp() - ${resetInterval}`,
        [name],
      ),
    );
  }

  private withSubject<T>(name: string, work: (client: Transaction) => Promise<T>): Promise<T> {
    return inTransaction(this.pool, null, async (client) => {
      await client.allowLookup(name);
      return work(client);
    });
  }
}
