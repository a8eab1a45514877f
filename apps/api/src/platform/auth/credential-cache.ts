import { LRUCache } from 'lru-cache';

import { limits } from '../limits.js';
import type { UnknownLookups } from './unknown-lookups.js';

/** A look-up and the time at which it was started. */
export interface CachedLookup<T> {
  readonly lookup: Promise<T | null>;
  readonly cachedAtMs: number;
}

/** Credentials that are looked up. */
export interface PresentedSecret {
  /** In hexadecimal. */
  readonly hash: string;
  /** Address the credentials were sent from. */
  readonly address: string;
}

/**
 * Caches what credentials resolve to. A look-up is valid for one second at most. Credentials that were found before are looked up again
 * without limit, unknown ones only as `UnknownLookups` allows. Credentials that do not exist are not looked up again, since new credentials
 * are always ones that were never tried. All times are milliseconds of one monotonic clock.
 */
export class CredentialCache<T extends object> {
  private readonly lookups: LRUCache<string, CachedLookup<T>>;
  private readonly found: LRUCache<string, T>;
  /** Look-ups of credentials that were never found, kept apart so that they do not evict known ones. */
  private readonly pending = new Map<string, CachedLookup<T>>();
  /** Credentials that a process has just created or changed. */
  private readonly announced: LRUCache<string, true>;
  private readonly missing = new LRUCache<string, true>({
    max: limits.unknownCredentialEntries,
    ttl: limits.unknownCredentialMs,
  });

  constructor(
    private readonly unknown: UnknownLookups,
    entries: number,
    private readonly lifeMs: number,
    private readonly load: (hash: string) => Promise<T | null>,
  ) {
    this.lookups = new LRUCache({ max: entries });
    this.found = new LRUCache({ max: entries });
    this.announced = new LRUCache({ max: entries });
  }

  find({ hash, address }: PresentedSecret, nowMs: number): CachedLookup<T> {
    const remembered = this.lookups.get(hash);
    if (remembered && nowMs - remembered.cachedAtMs < this.lifeMs) return remembered;
    const pending = this.pending.get(hash);
    if (pending) return pending;
    if (this.missing.has(hash)) return { lookup: Promise.resolve(null), cachedAtMs: nowMs };
    const isKnown = this.found.has(hash) || this.announced.has(hash);
    return isKnown ? this.refresh(hash, nowMs) : this.ask(hash, address, nowMs);
  }

  /** Returns the most recent value for these credentials, however old it is. */
  lastFound(hash: string): T | undefined {
    return this.found.get(hash);
  }

  /** Marks credentials as created or changed: the next request looks them up again, even if a look-up is in progress. */
  announce(hash: string): void {
    this.lookups.delete(hash);
    this.pending.delete(hash);
    this.missing.delete(hash);
    this.announced.set(hash, true);
  }

  expireAll(): void {
    this.lookups.clear();
    this.pending.clear();
  }

  private refresh(hash: string, nowMs: number): CachedLookup<T> {
    const fresh = { lookup: this.load(hash), cachedAtMs: nowMs };
    this.lookups.set(hash, fresh);
    fresh.lookup.then(
      (value) => this.learn(hash, value),
      () => this.lookups.delete(hash),
    );
    return fresh;
  }

  private ask(hash: string, address: string, nowMs: number): CachedLookup<T> {
    const first = { lookup: this.unknown.admit(address, nowMs, () => this.load(hash)), cachedAtMs: nowMs };
    this.pending.set(hash, first);
    const end = (value: T | null): void => {
      if (this.pending.get(hash) !== first) return;
      this.pending.delete(hash);
      if (value) this.lookups.set(hash, first);
    };
    first.lookup.then(
      (value) => {
        this.learn(hash, value);
        end(value);
      },
      () => end(null),
    );
    return first;
  }

  private learn(hash: string, value: T | null): void {
    this.announced.delete(hash);
    if (value) {
      this.found.set(hash, value);
      return;
    }
    this.found.delete(hash);
    this.lookups.delete(hash);
    this.missing.set(hash, true);
  }
}
