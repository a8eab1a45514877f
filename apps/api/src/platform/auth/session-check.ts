import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';

import { Notifications } from '../database/index.js';
import { ApiError } from '../http/index.js';
import { limits } from '../limits.js';
import { type Membership, Memberships } from './memberships.js';
import { hashToken, isToken } from './secret-token.js';
import { SessionStore, type StoredSession } from './session-store.js';

interface Remembered<T> {
  readonly found: Promise<T>;
  readonly sinceMs: number;
}

const noSession = (): ApiError => new ApiError('UNAUTHORIZED', 'The session has ended: sign in again');

/**
 * From the secret of a session to who that is, and to what they may do in an organization. A look-up is kept for a second at most,
 * and forgotten at once when any process announces an end. All times are milliseconds of one clock that only goes forward.
 */
@Injectable()
export class SessionCheck implements BeforeApplicationShutdown {
  private readonly logger = new Logger('auth');
  private readonly sessions = new Map<string, Remembered<StoredSession | null>>();
  private readonly memberships = new Map<string, Remembered<Membership | null>>();
  private readonly useWrittenMs = new Map<string, number>();
  private readonly writing = new Set<Promise<void>>();

  constructor(
    private readonly store: SessionStore,
    private readonly members: Memberships,
    notifications: Notifications,
  ) {
    notifications.on('tamis_sessions', () => {
      this.sessions.clear();
      this.memberships.clear();
    });
  }

  /** Throws 401. */
  async session(token: string, nowMs: number): Promise<StoredSession> {
    const session = await this.usable(token, nowMs);
    this.noteUse(session, nowMs);
    return session;
  }

  /** The same for who only asks whether the session goes on: that is no use of it. */
  async usable(token: string, nowMs: number): Promise<StoredSession> {
    if (!isToken(token)) throw noSession();
    const hash = hashToken(token);
    const { found, sinceMs } = remember(this.sessions, hash.toString('hex'), nowMs, () => this.store.findByHash(hash));
    const session = await found;
    if (!session || nowMs - sinceMs >= session.endsInMs) throw noSession();
    return session;
  }

  /** Null: the person may not act in the organization. */
  membership(userId: string, organizationId: string, nowMs: number): Promise<Membership | null> {
    const name = `${userId} ${organizationId}`;
    return remember(this.memberships, name, nowMs, () => this.members.find(userId, organizationId)).found;
  }

  /** Waits for what is still being written about the use of sessions. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.writing);
  }

  /** Once a minute per session and process, beside the request. */
  private noteUse(session: StoredSession, nowMs: number): void {
    if (nowMs - (this.useWrittenMs.get(session.id) ?? -Infinity) < limits.sessionUseWriteMs) return;
    if (this.useWrittenMs.size >= limits.sessionCacheEntries) this.useWrittenMs.clear();
    this.useWrittenMs.set(session.id, nowMs);
    const written = this.store.noteUse(session).catch((error: unknown) => {
      this.useWrittenMs.delete(session.id);
      this.logger.warn(`the use of the session ${session.id} was not noted: ${String(error)}`);
    });
    this.writing.add(written);
    void written.then(() => this.writing.delete(written));
  }
}

function remember<T>(
  cache: Map<string, Remembered<T>>,
  name: string,
  nowMs: number,
  find: () => Promise<T>,
): Remembered<T> {
  const remembered = cache.get(name);
  if (remembered && nowMs - remembered.sinceMs < limits.sessionCacheMs) return remembered;
  if (cache.size >= limits.sessionCacheEntries) cache.clear();
  const fresh = { found: find(), sinceMs: nowMs };
  cache.set(name, fresh);
  fresh.found.catch(() => cache.delete(name));
  return fresh;
}
