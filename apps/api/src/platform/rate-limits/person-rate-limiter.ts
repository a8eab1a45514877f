import { Inject, Injectable } from '@nestjs/common';

import { InjectPgPool, type PgPool } from '../database/index.js';
import { limits } from '../limits.js';
import { RateLimiter, type RateWindow, type RateWindowRequest, type WindowStore } from './rate-limiter.js';

/** SQL: whom requests are of, in one order, so that no two processes wait for each other. */
const peopleSql = `(select w.hash, w.requests, person_of_session(decode(w.hash, 'hex')) as person
  from unnest($1::text[], $2::int[]) as w (hash, requests) order by person) w`;

/** Windows of people, found by the hash of the token of any of their sessions. */
@Injectable()
export class PersonWindowStore implements WindowStore {
  constructor(@InjectPgPool() private readonly pool: PgPool) {}

  /** By hash; sessions that do not exist are left out. */
  async consume(wanted: readonly RateWindowRequest[]): Promise<ReadonlyMap<string, RateWindow>> {
    const most = limits.personRequestsPerMinute;
    const { rows } = await this.pool.query<Omit<RateWindow, 'per' | 'limit' | 'free'> & { hash: string }>({
      name: 'count_person_requests',
      text: `select w.hash, c.used, c.granted, c.resets_in_ms as "resetsInMs",
               (extract(epoch from c.resets_at) * 1000)::float8 as "resetsAtMs"
             from ${peopleSql}, count_person_requests(w.person, w.requests, $3) c`,
      values: [...columnsOf(wanted), most],
    });
    return new Map(
      rows.map(({ hash, ...window }) => [hash, { ...window, per: 'minute', limit: most, free: most - window.used }]),
    );
  }

  async returnUnused(unused: readonly RateWindowRequest[]): Promise<void> {
    await this.pool.query({
      name: 'return_person_requests',
      text: `select return_person_requests(w.person, w.requests) from ${peopleSql}`,
      values: columnsOf(unused),
    });
  }
}

const columnsOf = (requests: readonly RateWindowRequest[]): [readonly string[], readonly number[]] => [
  requests.map(({ hash }) => hash),
  requests.map((each) => each.requests),
];

/** Counts the requests of people, as those of keys are: by the hash of the token of a session. */
@Injectable()
export class PersonRateLimiter extends RateLimiter {
  // Without a name of its own, it would be given what the class above is.
  constructor(@Inject(PersonWindowStore) store: WindowStore) {
    super(store);
  }
}
