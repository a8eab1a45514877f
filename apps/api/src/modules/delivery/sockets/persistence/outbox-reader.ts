import { Injectable } from '@nestjs/common';

import { InjectPgPool, type PgPool, TenantDatabase } from '../../../../platform/database/index.js';
import type { AnnouncedEvent } from '../domain/socket-event.js';
import { socketLimits } from '../domain/socket-limits.js';

/** Which transactions are over, as `pg_current_snapshot()` says it. */
export type Snapshot = string;

/** Events of one write. */
export interface WrittenEvents {
  readonly at: Date;
  readonly events: readonly AnnouncedEvent[];
}

/** Rows of one organization that are visible in `until` and were not in `since`. */
export interface OutboxRange {
  readonly organizationId: string;
  readonly since: Snapshot;
  readonly until: Snapshot;
  /** The last row of it that was read; `0`: none. */
  readonly after: string;
}

interface OutboxRow {
  readonly seq: string;
  readonly events: string;
  readonly at: Date;
  readonly bytes: number;
}

/** Reads along what transactions announce; removes and locks nothing. */
@Injectable()
export class OutboxReader {
  constructor(
    @InjectPgPool() private readonly pool: PgPool,
    private readonly database: TenantDatabase,
  ) {}

  /** What is over now, of all organizations. */
  async snapshot(): Promise<Snapshot> {
    const { rows } = await this.pool.query<{ now: Snapshot }>({
      name: 'snapshot-now',
      text: 'select pg_current_snapshot()::text as now',
    });
    return rows[0]!.now;
  }

  /**
   * The next rows of a stretch in the order in which they were written, about a megabyte of them. `after`: from where it goes on;
   * null: that was all. Rows of a transaction that was open in `since` are found whatever was written and read meanwhile: they are of
   * none that was over. Letters are left out.
   */
  async read({ organizationId, since, until, after }: OutboxRange): Promise<{
    readonly written: readonly WrittenEvents[];
    readonly after: string | null;
  }> {
    const { rows } = await this.database.forOrganization(organizationId).query<OutboxRow>({
      name: 'outbox-stretch',
      text: `select seq, events, at, bytes::int from (
               select seq, events, created_at as at, sum(octet_length(events)) over (order by seq) as bytes
               from outbox
               where organization_id = $1 and written_by >= pg_snapshot_xmin($2::pg_snapshot)
                 and not pg_visible_in_snapshot(written_by, $2::pg_snapshot) and pg_visible_in_snapshot(written_by, $3::pg_snapshot)
                 and seq > $4 and secret is null
             ) rows
             where bytes - octet_length(events) < $5
             order by seq`,
      values: [organizationId, since, until, after, socketLimits.pageBytes],
    });
    const last = rows.at(-1);
    const isFull = last !== undefined && last.bytes >= socketLimits.pageBytes;
    const written = rows.map(({ at, events }) => ({ at, events: JSON.parse(events) as readonly AnnouncedEvent[] }));
    return { written, after: isFull ? last.seq : null };
  }
}
