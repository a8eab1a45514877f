import { isApiKey, hashApiKey } from './api-key-format.js';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Notifications } from '../database/index.js';
import { limits } from '../limits.js';
import { ApiError } from '../http/index.js';
import { ApiKeyStore } from './api-key-store.js';
import type { StoredApiKey } from './stored-api-key.js';

interface CacheEntry {
  readonly lookup: Promise<StoredApiKey | null>;
  readonly cachedAtMs: number;
}

const invalidKeyError = (): ApiError => new ApiError('INVALID_API_KEY', 'The API key is not valid');

/** What an `Authorization` header holds. */
export interface PresentedKey {
  /** Of the key, in hexadecimal; null: there is none, or one that no deployment can have made. */
  readonly hash: string | null;
  readonly isMissing: boolean;
}

export function parseAuthorizationHeader(authorization: string | undefined): PresentedKey {
  const text = /^Bearer +(\S+)\s*$/i.exec(authorization ?? '')?.[1];
  if (text === undefined) return { hash: null, isMissing: true };
  return { hash: isApiKey(text) ? hashApiKey(text).toString('hex') : null, isMissing: false };
}

/**
 * From what an `Authorization` header holds to a key that may be used now. A look-up is kept for a second at most, and forgotten at once when
 * any process announces that the key has changed. All times are milliseconds of one clock that only goes forward.
 */
@Injectable()
export class ApiKeyVerifier implements BeforeApplicationShutdown {
  private readonly logger = new Logger('auth');
  /** By the hash of the key, in hexadecimal. */
  private readonly cache = new Map<string, CacheEntry>();
  private readonly lastUseWrittenMs = new Map<string, number>();
  private readonly pendingWrites = new Set<Promise<void>>();

  constructor(
    private readonly store: ApiKeyStore,
    notifications: Notifications,
  ) {
    notifications.on('tamis_api_keys', (hash) => this.cache.delete(hash));
  }

  /** Throws the three 401s. */
  async authenticate(sent: PresentedKey, nowMs: number): Promise<StoredApiKey> {
    const key = await this.verify(sent, nowMs);
    this.recordUse(key, nowMs);
    return key;
  }

  /** The same for who only asks whether the key may still be used: that is no use of it. */
  async verify({ hash, isMissing }: PresentedKey, nowMs: number): Promise<StoredApiKey> {
    if (isMissing) {
      throw new ApiError('UNAUTHORIZED', 'Send an API key with `Authorization: Bearer <API_KEY>`');
    }
    if (hash === null) throw invalidKeyError();
    const { lookup: found, cachedAtMs: sinceMs } = this.lookUp(hash, nowMs);
    const key = await found;
    if (!key || key.status !== 'active') throw invalidKeyError();
    if (key.expiresInMs !== null && nowMs - sinceMs >= key.expiresInMs)
      throw new ApiError('EXPIRED_API_KEY', 'The API key has expired');
    return key;
  }

  /** Waits for what is still being written about the use of keys. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.pendingWrites);
  }

  private lookUp(name: string, nowMs: number): CacheEntry {
    const remembered = this.cache.get(name);
    if (remembered && nowMs - remembered.cachedAtMs < limits.apiKeyCacheMs) return remembered;
    if (this.cache.size >= limits.apiKeyCacheEntries) this.cache.clear();
    const fresh = { lookup: this.store.findByHash(Buffer.from(name, 'hex')), cachedAtMs: nowMs };
    this.cache.set(name, fresh);
    fresh.lookup.catch(() => this.cache.delete(name));
    return fresh;
  }

  /** Once a minute per key and process, beside the request: `lastUsedAt` must not cost every request a write. */
  private recordUse(key: StoredApiKey, nowMs: number): void {
    if (nowMs - (this.lastUseWrittenMs.get(key.id) ?? -Infinity) < limits.apiKeyUseWriteMs) return;
    if (this.lastUseWrittenMs.size >= limits.apiKeyCacheEntries) this.lastUseWrittenMs.clear();
    this.lastUseWrittenMs.set(key.id, nowMs);
    const written = this.store.recordUse(key).catch((error: unknown) => {
      this.lastUseWrittenMs.delete(key.id);
      this.logger.warn(`the use of the key ${key.id} was not noted: ${String(error)}`);
    });
    this.pendingWrites.add(written);
    void written.then(() => this.pendingWrites.delete(written));
  }
}
