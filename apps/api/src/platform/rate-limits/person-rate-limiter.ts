import { Inject, Injectable } from '@nestjs/common';

import { InjectPgPool, type PgPool } from '../database/index.js';
import { limits } from '../limits.js';
import { RateLimiter, type RateWindow, type RateWindowRequest, type WindowStore } from './rate-limiter.js';

type Counted = Pick<RateWindow, 'used' | 'granted' | 'resetsAtMs' | 'resetsInMs'> & { readonly person: string };

const peopleSql = 'unnest($1::uuid[], $2::int[]) as w (person, requests)';

/** Windows of people: one for all of their sessions, so that signing in again does not grant further requests. Keyed by user id. */
@Injectable()
export class PersonWindowStore implements WindowStore<string> {
  constructor(@InjectPgPool() private readonly pool: PgPool) {}

  nameOf(userId: string): string {
    return userId;
  }

  async consume(wanted: readonly RateWindowRequest<string>[]): Promise<ReadonlyMap<string, RateWindow>> {
    const most = limits.personRequestsPerMinute;
    const { rows } = await this.pool.query<Counted>({
      name: 'count_person_requests',
      text: `select w.person, c.used, c.granted, c.resets_in_ms as "resetsInMs",
               (extract(epoch from c.resets_at) * 1000)::float8 as "resetsAtMs"
             from ${peopleSql}, count_person_requests(w.person, w.requests, $3) c`,
      values: [...columnsOf(wanted), most],
    });
    return new Map(
      rows.map(({ person, ...window }) => [
        person,
        { ...window, of: 'person', per: 'minute', limit: most, free: most - window.used },
      ]),
    );
  }

  async returnUnused(unused: readonly RateWindowRequest<string>[]): Promise<void> {
    await this.pool.query({
      name: 'return_person_requests',
      text: `select return_person_requests(w.person, w.requests) from ${peopleSql}`,
      values: columnsOf(unused),
    });
  }
}

/** Sorts requests into a fixed order, so that no two processes wait for each other. */
function columnsOf(requests: readonly RateWindowRequest<string>[]): [readonly string[], readonly number[]] {
  const sorted = [...requests].sort((a, b) => (a.owner < b.owner ? -1 : 1));
  return [sorted.map(({ owner }) => owner), sorted.map((each) => each.requests)];
}

/** Counts the requests of people like those of keys. */
@Injectable()
export class PersonRateLimiter extends RateLimiter<string> {
  // Needs its own injection token, otherwise it would get the store of the base class.
  constructor(@Inject(PersonWindowStore) store: WindowStore<string>) {
    super(store);
  }
}
