import { Injectable } from '@nestjs/common';

import { InjectPgPool, type PgPool } from '../database/index.js';

/** What the database says after it has counted requests of one key. */
export interface CountedWindow {
  /** Requests of a window. */
  readonly limit: number;
  /** Requests of this window so far, those that were just granted among them. */
  readonly used: number;
  /** How many of the requests that were counted may pass. */
  readonly granted: number;
  /** When the window ends: milliseconds since 1970. */
  readonly resetsAtMs: number;
  /** Milliseconds from the count to the window's end, by the clock of the database. */
  readonly resetsInMs: number;
}

/** Requests of one key. */
export interface Wanted {
  /** Of the key, in hexadecimal. */
  readonly hash: string;
  readonly requests: number;
}

@Injectable()
export class RateWindowStore {
  constructor(@InjectPgPool() private readonly pool: PgPool) {}

  /**
   * Counts requests of several keys: of each as many are granted as its window still has. By hash; keys that do not exist are left
   * out. One statement; its order is that of the hashes, so that no two processes wait for each other.
   */
  async count(wanted: readonly Wanted[]): Promise<ReadonlyMap<string, CountedWindow>> {
    const sorted = [...wanted].sort((a, b) => (a.hash < b.hash ? -1 : 1));
    const [hashes, requests] = [sorted.map(({ hash }) => hash), sorted.map((each) => each.requests)];
    // For an array of one the database would make a new plan each time, as it takes one row for cheaper than many.
    const [name, asked, values] =
      sorted.length === 1
        ? ['count_requests', '(select $1::text as hash, $2::int as requests) w', [hashes[0], requests[0]]]
        : ['count_many', 'unnest($1::text[], $2::int[]) as w (hash, requests)', [hashes, requests]];
    const { rows } = await this.pool.query<CountedWindow & { hash: string }>({
      name,
      text: `select w.hash, c.rate_limit as "limit", c.used, c.granted, c.resets_in_ms as "resetsInMs",
               (extract(epoch from c.resets_at) * 1000)::float8 as "resetsAtMs"
             from ${asked}, count_requests(decode(w.hash, 'hex'), w.requests) c`,
      values,
    });
    return new Map(rows.map(({ hash, ...window }) => [hash, window]));
  }

  /** Takes back requests that were counted and did not come. Keys and windows that are no more are left out. */
  async giveBack(unused: readonly Wanted[]): Promise<void> {
    const sorted = [...unused].sort((a, b) => (a.hash < b.hash ? -1 : 1));
    await this.pool.query({
      name: 'return_requests',
      text: `select return_requests(decode(u.hash, 'hex'), u.requests) from unnest($1::text[], $2::int[]) as u (hash, requests)`,
      values: [sorted.map(({ hash }) => hash), sorted.map(({ requests }) => requests)],
    });
  }
}
