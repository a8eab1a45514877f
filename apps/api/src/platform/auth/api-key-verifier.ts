import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Notifications } from '../database/index.js';
import { limits } from '../limits.js';
import { ApiError } from '../http/index.js';
import type { RateLimitOwner } from '../rate-limits/index.js';
import { ApiKeyFormat, hashApiKey } from './api-key-format.js';
import { ApiKeyStore } from './api-key-store.js';
import { CredentialCache } from './credential-cache.js';
import type { StoredApiKey } from './stored-api-key.js';
import { UnknownLookups } from './unknown-lookups.js';

const invalidKeyError = (): ApiError => new ApiError('INVALID_API_KEY', 'The API key is not valid');

/** Content of an `Authorization` header. */
export interface PresentedKey {
  /** Hash of the key in hexadecimal; `null` if there is no key, or one that this deployment cannot have created. */
  readonly hash: string | null;
  readonly isMissing: boolean;
  /** Address the key was sent from. */
  readonly address: string;
}

/**
 * Resolves the content of an `Authorization` header to a usable key. A look-up is cached for one second at most, and dropped at once when a
 * process announces that the key has changed. All times are milliseconds of one monotonic clock.
 */
@Injectable()
export class ApiKeyVerifier implements BeforeApplicationShutdown {
  private readonly logger = new Logger('auth');
  /** Keyed by the hash of the key, in hexadecimal. */
  private readonly cache: CredentialCache<StoredApiKey>;
  private readonly lastUseWrittenMs = new Map<string, number>();
  private readonly pendingWrites = new Set<Promise<void>>();

  constructor(
    private readonly store: ApiKeyStore,
    private readonly format: ApiKeyFormat,
    unknown: UnknownLookups,
    notifications: Notifications,
  ) {
    this.cache = new CredentialCache(unknown, limits.apiKeyCacheEntries, limits.apiKeyCacheMs, (hash) =>
      store.findByHash(Buffer.from(hash, 'hex')),
    );
    notifications.on('tamis_api_keys', (hash) => this.cache.announce(hash));
  }

  present(authorization: string | undefined, address: string): PresentedKey {
    const text = /^Bearer +(\S+)\s*$/i.exec(authorization ?? '')?.[1];
    if (text === undefined) return { hash: null, isMissing: true, address };
    const hash = hashApiKey(text).toString('hex');
    // A key that was found before is known to have a valid format. Computing its checksum takes several times as long as its hash.
    const mayExist = this.cache.lastFound(hash) !== undefined || this.format.fits(text);
    return { hash: mayExist ? hash : null, isMissing: false, address };
  }

  /** Returns the owner that requests with the key are counted for, whether or not the key may be used; `null` if there is no such key. */
  async findOwner({ hash, address }: PresentedKey, nowMs: number): Promise<RateLimitOwner | null> {
    if (hash === null) return null;
    const key = this.cache.lastFound(hash) ?? (await this.cache.find({ hash, address }, nowMs).lookup);
    return key && { organizationId: key.organizationId, apiKeyId: key.id };
  }

  /** Returns the key and records its use. Throws the three 401 errors. */
  async authenticate(sent: PresentedKey, nowMs: number): Promise<StoredApiKey> {
    const key = await this.verify(sent, nowMs);
    this.recordUse(key, nowMs);
    return key;
  }

  /** Does the same without recording a use, for callers that only check whether the key may still be used. */
  async verify({ hash, isMissing, address }: PresentedKey, nowMs: number): Promise<StoredApiKey> {
    if (isMissing) {
      throw new ApiError('UNAUTHORIZED', 'Send an API key with `Authorization: Bearer <API_KEY>`');
    }
    if (hash === null) throw invalidKeyError();
    const { lookup: found, cachedAtMs: sinceMs } = this.cache.find({ hash, address }, nowMs);
    const key = await found;
    if (!key || key.status !== 'active') throw invalidKeyError();
    if (key.expiresInMs !== null && nowMs - sinceMs >= key.expiresInMs)
      throw new ApiError('EXPIRED_API_KEY', 'The API key has expired');
    return key;
  }

  /** Waits for pending writes of key usage. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.pendingWrites);
  }

  /** Writes at most once a minute per key and process, without delaying the request: `lastUsedAt` must not cost every request a write. */
  private recordUse(key: StoredApiKey, nowMs: number): void {
    if (nowMs - (this.lastUseWrittenMs.get(key.id) ?? -Infinity) < limits.apiKeyUseWriteMs) return;
    if (this.lastUseWrittenMs.size >= limits.apiKeyCacheEntries) this.lastUseWrittenMs.clear();
    this.lastUseWrittenMs.set(key.id, nowMs);
    const written = this.store.recordUse(key).catch((error: unknown) => {
      this.lastUseWrittenMs.delete(key.id);
      this.logger.warn(`recording the use of the key ${key.id} failed: ${String(error)}`);
    });
    this.pendingWrites.add(written);
    void written.then(() => this.pendingWrites.delete(written));
  }
}
