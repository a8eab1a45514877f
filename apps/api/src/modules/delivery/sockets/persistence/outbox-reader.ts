import { randomUUID } from 'node:crypto';

import { Injectable } from '@nestjs/common';

import { InjectPgPool, type PgPool, TenantDatabase } from '../../../../platform/database/index.js';
import { beginReading, EventReaders, readOutbox } from '../../../../platform/outbox/index.js';
import type { AnnouncedEvent } from '../domain/socket-event.js';
import { socketLimits } from '../domain/socket-limits.js';
import { mappedEvents } from '../domain/socket-events.js';

/** Which transactions are over, as `pg_current_snapshot()` says it. */
export type Snapshot = string;

/** An event, and when it was written. */
export interface TimedEvent extends AnnouncedEvent {
  readonly at: Date;
}

/** Rows of one organization that are visible in `until` and were not in `since`. */
export interface OutboxRange {
  readonly organizationId: string;
  readonly since: Snapshot;
  readonly until: Snapshot;
  /** The last row of it that was read; `0`: none. */
  readonly after: string;
}

/** Reads along what transactions announce; removes and locks nothing. */
@Injectable()
export class OutboxReader {
  /** Of this process. */
  private readonly listenerId = randomUUID();

  constructor(
    @InjectPgPool() private readonly pool: PgPool,
    private readonly database: TenantDatabase,
    readers: EventReaders,
  ) {
    readers.add(
      'sockets',
      'exists (select from socket_listeners where organization_id = $1 and listens_until > clock_timestamp())',
    );
  }

  /** Says for some minutes that what the organization announces is read here: from then on it is written for sockets. */
  async listen(organizationId: string): Promise<void> {
    await this.database.transaction(organizationId, async (client) => {
      beginReading(client, organizationId);
      await client.query({
        name: 'socket-listen',
        text: `with ended as (delete from socket_listeners where organization_id = $1 and listens_until < clock_timestamp() and listener <> $2)
          insert into socket_listeners (organization_id, listener, listens_until)
          values ($1, $2, clock_timestamp() + make_interval(secs => $3 / 1000.0))
          on conflict (organization_id, listener) do update set listens_until = excluded.listens_until`,
        values: [organizationId, this.listenerId, socketLimits.listenMs],
      });
    });
  }

  /** What is over now, of all organizations. */
  async snapshot(): Promise<Snapshot> {
    const { rows } = await this.pool.query<{ now: Snapshot }>({
      name: 'snapshot-now',
      text: 'select pg_current_snapshot()::text as now',
    });
    return rows[0]!.now;
  }

  /**
   * The next events of a stretch that sockets are told of, of about a megabyte of the outbox. `after`: from where it goes on; null: that
   * was all. Events of a transaction that was open in `since` are found whatever was written and read meanwhile: they are of none that was
   * over.
   */
  async read({ organizationId, since, until, after }: OutboxRange): Promise<{
    readonly events: readonly TimedEvent[];
    readonly after: string | null;
  }> {
    const client = this.database.forOrganization(organizationId);
    const cursor = { snapshot: since, until, after };
    const { events, next } = await readOutbox(client, organizationId, cursor, { names: mappedEvents, subscribers: [] });
    return {
      events: events.map(({ at, event, payload }) => ({
        ...{ at, event, payload: JSON.parse(payload) as AnnouncedEvent['payload'] },
      })),
      after: next.until === null ? null : next.after,
    };
  }
}
