import { LRUCache } from 'lru-cache';

import { limits } from '../limits.js';
import type { UnknownLookups } from './unknown-lookups.js';

/** A look-up, and when it was asked for. */
export interface CachedLookup<T> {
  readonly lookup: Promise<T | null>;
  readonly cachedAtMs: number;
}

/** Credentials by which something is looked up. */
export interface PresentedSecret {
  /** In hexadecimal. */
  readonly hash: string;
  /** Where they come from. */
  readonly address: string;
}

/**
 * What credentials led to. A look-up holds for a second at most; what was found once is looked up again as often as it takes, what never
 * was only as `UnknownLookups` allows; and what does not exist is not asked for again: new credentials are those that nobody knew.
 * All times are milliseconds of one clock that only goes forward.
 */
export class CredentialCache<T extends object> {
  private readonly lookups: LRUCache<string, CachedLookup<T>>;
  private readonly found: LRUCache<string, T>;
  /** Of what was never found, so that it drives out nothing that was. */
  private readonly pending = new Map<string, CachedLookup<T>>();
  /** Those that some process has just made or changed. */
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

  /** What they led to at last, however long ago that is. */
  lastFound(hash: string): T | undefined {
    return this.found.get(hash);
  }

  /** They were made or changed: the next request looks again, also where a look-up is under way. */
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
