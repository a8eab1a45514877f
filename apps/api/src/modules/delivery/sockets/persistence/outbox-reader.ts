import { randomUUID } from 'node:crypto';

import { Injectable } from '@nestjs/common';

import { InjectPgPool, type PgPool, TenantDatabase } from '../../../../platform/database/index.js';
import { beginReading, EventReaders, readOutbox } from '../../../../platform/outbox/index.js';
import type { AnnouncedEvent } from '../domain/socket-event.js';
import { socketLimits } from '../domain/socket-limits.js';
import { mappedEvents } from '../domain/socket-events.js';

/** The set of ended transactions, as returned by `pg_current_snapshot()`. */
export type Snapshot = string;

/** An event with the time at which it was written. */
export interface TimedEvent extends AnnouncedEvent {
  readonly at: Date;
}

/** Rows of one organization that are visible in `until` but were not in `since`. */
export interface OutboxRange {
  readonly organizationId: string;
  readonly since: Snapshot;
  readonly until: Snapshot;
  /** The last row that was read; `0` if there is none. */
  readonly after: string;
}

/** Reads the events that transactions announce, without deleting or locking anything. */
@Injectable()
export class OutboxReader {
  /** Id of this process. */
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

  /** Registers for some minutes that the organization's events are read here. From then on they are written for sockets. */
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

  /** Returns which transactions have ended now, across all organizations. */
  async snapshot(): Promise<Snapshot> {
    const { rows } = await this.pool.query<{ now: Snapshot }>({
      name: 'snapshot-now',
      text: 'select pg_current_snapshot()::text as now',
    });
    return rows[0]!.now;
  }

  /**
   * Reads the next events for sockets in a range, about a megabyte of the outbox. `after` is where to continue; `null` if there are no
   * more. Events of a transaction that was open in `since` are found regardless of what was written and read meanwhile, because that
   * transaction had not ended then.
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
