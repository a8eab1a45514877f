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
  readonly resetsAt: Date;
  /** Milliseconds from the count to the window's end, by the clock of the database. */
  readonly resetsInMs: number;
}

@Injectable()
export class RateWindowStore {
  constructor(@InjectPgPool() private readonly pool: PgPool) {}

  /** Counts `wanted` requests of the key of this hash: as many are granted as its window still has. Null: there is no such key. */
  async count(hash: Buffer, wanted: number): Promise<CountedWindow | null> {
    const { rows } = await this.pool.query<CountedWindow>({
      name: 'count_requests',
      text: `select rate_limit as "limit", used, granted, resets_at as "resetsAt", resets_in_ms as "resetsInMs"
             from count_requests($1, $2)`,
      values: [hash, wanted],
    });
    return rows[0] ?? null;
  }
}
