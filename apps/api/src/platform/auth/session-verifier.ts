import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

import { Notifications } from '../database/index.js';
import { ApiError } from '../http/index.js';
import { limits } from '../limits.js';
import { type CachedLookup, CredentialCache } from './credential-cache.js';
import { type Membership, Memberships } from './memberships.js';
import { hashToken, isToken } from './secret-token.js';
import { SessionStore, type StoredSession } from './session-store.js';
import { UnknownLookups } from './unknown-lookups.js';

const sessionEndedError = (): ApiError => new ApiError('UNAUTHORIZED', 'The session has expired: sign in again');

/**
 * Resolves a session secret to its person, and to what they may do in an organization. A look-up is cached for one second at most, and
 * dropped at once when a process announces that a session has ended. All times are milliseconds of one monotonic clock.
 */
@Injectable()
export class SessionVerifier implements BeforeApplicationShutdown {
  private readonly logger = new Logger('auth');
  private readonly sessions: CredentialCache<StoredSession>;
  private readonly memberships = new LRUCache<string, CachedLookup<Membership>>({ max: limits.sessionCacheEntries });
  private readonly lastUseWrittenMs = new Map<string, number>();
  private readonly pendingWrites = new Set<Promise<void>>();

  constructor(
    private readonly store: SessionStore,
    private readonly members: Memberships,
    unknown: UnknownLookups,
    notifications: Notifications,
  ) {
    this.sessions = new CredentialCache(unknown, limits.sessionCacheEntries, limits.sessionCacheMs, (hash) =>
      store.findByHash(Buffer.from(hash, 'hex')),
    );
    notifications.on('tamis_new_sessions', (hash) => this.sessions.announce(hash));
    notifications.on('tamis_sessions', () => {
      this.sessions.expireAll();
      this.memberships.clear();
    });
  }

  /** Returns the session and records its use. Throws 401. `address` is where the secret was sent from. */
  async authenticate(token: string, address: string, nowMs: number): Promise<StoredSession> {
    const session = await this.verify(token, address, nowMs);
    this.recordUse(session, nowMs);
    return session;
  }

  /** Does the same without recording a use, for callers that only check whether the session is still active. */
  async verify(token: string, address: string, nowMs: number): Promise<StoredSession> {
    if (!isToken(token)) throw sessionEndedError();
    const hash = hashToken(token).toString('hex');
    const { lookup: found, cachedAtMs: sinceMs } = this.sessions.find({ hash, address }, nowMs);
    const session = await found;
    if (!session || nowMs - sinceMs >= session.endsInMs) throw sessionEndedError();
    return session;
  }

  /** Returns the user of the session, or `null` if it does not exist or has ended. */
  async findUserId(token: string, address: string, nowMs: number): Promise<string | null> {
    try {
      return (await this.verify(token, address, nowMs)).userId;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'UNAUTHORIZED') return null;
      throw error;
    }
  }

  /** Returns `null` if the person may not act in the organization. */
  findMembership(userId: string, organizationId: string, nowMs: number): Promise<Membership | null> {
    const name = `${userId} ${organizationId}`;
    const remembered = this.memberships.get(name);
    if (remembered && nowMs - remembered.cachedAtMs < limits.sessionCacheMs) return remembered.lookup;
    const lookup = this.members.find(userId, organizationId);
    this.memberships.set(name, { lookup, cachedAtMs: nowMs });
    lookup.catch(() => this.memberships.delete(name));
    return lookup;
  }

  /** Waits for pending writes of session usage. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.pendingWrites);
  }

  /** Writes at most once a minute per session and process, without delaying the request. */
  private recordUse(session: StoredSession, nowMs: number): void {
    if (nowMs - (this.lastUseWrittenMs.get(session.id) ?? -Infinity) < limits.sessionUseWriteMs) return;
    if (this.lastUseWrittenMs.size >= limits.sessionCacheEntries) this.lastUseWrittenMs.clear();
    this.lastUseWrittenMs.set(session.id, nowMs);
    const written = this.store.recordUse(session).catch((error: unknown) => {
      this.lastUseWrittenMs.delete(session.id);
      this.logger.warn(`recording the use of the session ${session.id} failed: ${String(error)}`);
    });
    this.pendingWrites.add(written);
    void written.then(() => this.pendingWrites.delete(written));
  }
}
