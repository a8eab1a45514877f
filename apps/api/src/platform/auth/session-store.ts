import { Injectable } from '@nestjs/common';

import {
  InjectPgPool,
  inTransaction,
  newId,
  type PgPool,
  sessionUserSql,
  type Transaction,
} from '../database/index.js';
import { limits } from '../limits.js';
import type { RequestOrigin } from './principal.js';
import { hashToken, generateToken } from './secret-token.js';

/** A session that can still be used. */
export interface StoredSession {
  readonly id: string;
  readonly userId: string;
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** First and last name, or the email address if there is none. */
  readonly name: string;
  /** Milliseconds from the look-up to the end of the session, by the clock of the database. */
  readonly endsInMs: number;
}

/** A session as its owner sees it. */
export interface ListedSession {
  readonly id: string;
  readonly ipAddress: string;
  readonly userAgent: string | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  readonly endsAt: Date;
}

/** SQL expression for the end of a session: some time after its last use, and at the latest a longer time after its start. */
const endsAtSql = `least(ends_at, last_used_at + interval '${limits.sessionIdleSeconds} seconds')`;

/** Makes every process drop its cached sessions and memberships. */
export async function invalidateSessionCaches(client: Transaction): Promise<void> {
  await client.query(`select pg_notify('tamis_sessions', '')`);
}

/** Starts a session and returns its secret. The transaction must be allowed to look up the user's id. */
export async function insertSession(client: Transaction, userId: string, from: RequestOrigin): Promise<string> {
  const token = generateToken();
  const hash = hashToken(token);
  await client.query(`delete from sessions where user_id = $1 and ${endsAtSql} < clock_timestamp()`, [userId]);
  await client.query(
    `delete from sessions where id in (select id from sessions where user_id = $1 order by last_used_at desc offset $2)`,
    [userId, limits.sessionsPerUser - 1],
  );
  await client.query(
    `insert into sessions (id, user_id, token_hash, ip_address, user_agent, ends_at)
     values ($1, $2, $3, $4, $5, now() + interval '${limits.sessionLifeSeconds} seconds')`,
    [newId(), userId, hash, from.ipAddress, from.userAgent],
  );
  // Tells every process that the session is real, so that it works even if many secrets are guessed from the same address.
  await client.query(`select pg_notify('tamis_new_sessions', $1)`, [hash.toString('hex')]);
  return token;
}

/** Ends all sessions of a user except one. The transaction must be allowed to look up the user's id. */
export async function deleteSessions(client: Transaction, userId: string, but: string | null): Promise<void> {
  await client.query('delete from sessions where user_id = $1 and id is distinct from $2', [userId, but]);
  await invalidateSessionCaches(client);
}

@Injectable()
export class SessionStore {
  constructor(@InjectPgPool() private readonly pool: PgPool) {}

  findByHash(hash: Buffer): Promise<StoredSession | null> {
    return inTransaction(this.pool, null, async (client) => {
      await client.allowLookup(hash.toString('hex'));
      const { rows } = await client.query<{ id: string; userId: string; endsInMs: number }>({
        name: 'session_by_hash',
        text: `select id, user_id as "userId", (extract(epoch from ${endsAtSql} - clock_timestamp()) * 1000)::float8 as "endsInMs"
               from sessions where token_hash = $1`,
        values: [hash],
      });
      const session = rows[0];
      if (!session) return null;
      await client.allowLookup(session.userId);
      const users = await client.query<Pick<StoredSession, 'email' | 'firstName' | 'lastName' | 'name'>>({
        name: 'user_of_session',
        text: sessionUserSql,
        values: [session.userId],
      });
      return users.rows[0] ? { ...session, ...users.rows[0] } : null;
    });
  }

  async recordUse({ id, userId }: StoredSession): Promise<void> {
    await this.inUserTransaction(userId, (client) =>
      client.query('update sessions set last_used_at = now() where user_id = $1 and id = $2', [userId, id]),
    );
  }

  /** Lists sessions that can still be used, most recently used first. */
  async list(userId: string): Promise<readonly ListedSession[]> {
    const { rows } = await this.inUserTransaction(userId, (client) =>
      client.query<ListedSession>(
        `select id, ip_address as "ipAddress", user_agent as "userAgent", created_at as "createdAt", last_used_at as "lastUsedAt",
           ${endsAtSql} as "endsAt"
         from sessions where user_id = $1 and ${endsAtSql} > clock_timestamp() order by last_used_at desc, id`,
        [userId],
      ),
    );
    return rows;
  }

  /** Deletes a session. Returns whether the user had it. */
  delete(userId: string, id: string): Promise<boolean> {
    return this.inUserTransaction(userId, async (client) => {
      const { rowCount } = await client.query('delete from sessions where user_id = $1 and id = $2', [userId, id]);
      await invalidateSessionCaches(client);
      return rowCount === 1;
    });
  }

  private inUserTransaction<T>(userId: string, work: (client: Transaction) => Promise<T>): Promise<T> {
    return inTransaction(this.pool, null, async (client) => {
      await client.allowLookup(userId);
      return work(client);
    });
  }
}
