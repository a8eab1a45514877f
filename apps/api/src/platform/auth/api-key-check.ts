import { Injectable } from '@nestjs/common';

import { limits } from '../limits.js';
import { ApiError } from '../http/index.js';
import { hashApiKey, isApiKey } from './api-key-text.js';
import { ApiKeyStore } from './api-key-store.js';
import type { StoredApiKey } from './stored-api-key.js';

interface Remembered {
  readonly found: Promise<StoredApiKey | null>;
  readonly untilMs: number;
}

const invalidKey = (): ApiError => new ApiError('INVALID_API_KEY', 'The API key is not valid');

/** From the `Authorization` header to a key that may be used now. Throws the three 401s. */
@Injectable()
export class ApiKeyCheck {
  private readonly cache = new Map<string, Remembered>();
  private readonly useWrittenMs = new Map<string, number>();

  constructor(private readonly store: ApiKeyStore) {}

  async check(authorization: string | undefined, nowMs: number): Promise<StoredApiKey> {
    const text = /^Bearer +(\S+)\s*$/i.exec(authorization ?? '')?.[1];
    if (text === undefined) {
      throw new ApiError('UNAUTHORIZED', 'Send an API key with `Authorization: Bearer <API_KEY>`');
    }
    if (!isApiKey(text)) throw invalidKey();
    const key = await this.find(hashApiKey(text), nowMs);
    if (!key || key.status !== 'active') throw invalidKey();
    if (key.expiresAt && key.expiresAt.getTime() <= nowMs)
      throw new ApiError('EXPIRED_API_KEY', 'The API key has expired');
    await this.noteUse(key, nowMs);
    return key;
  }

  private find(hash: Buffer, nowMs: number): Promise<StoredApiKey | null> {
    const name = hash.toString('base64');
    const remembered = this.cache.get(name);
    if (remembered && remembered.untilMs > nowMs) return remembered.found;
    if (this.cache.size >= limits.apiKeyCacheEntries) this.cache.clear();
    const found = this.store.findByHash(hash);
    this.cache.set(name, { found, untilMs: nowMs + limits.apiKeyCacheMs });
    found.catch(() => this.cache.delete(name));
    return found;
  }

  /** Once a minute per key and process: `lastUsedAt` must not cost every request a write. */
  private async noteUse(key: StoredApiKey, nowMs: number): Promise<void> {
    if (nowMs - (this.useWrittenMs.get(key.id) ?? 0) < limits.apiKeyUseWriteMs) return;
    if (this.useWrittenMs.size >= limits.apiKeyCacheEntries) this.useWrittenMs.clear();
    this.useWrittenMs.set(key.id, nowMs);
    await this.store.noteUse(key, new Date(nowMs));
  }
}
