import type { StatusChange } from '@tamis/dry-run';

import type { Queryable } from '../../../../platform/database/index.js';

/** A status change of an entity with its time. */
export interface TimedStatusChange {
  readonly at: Date;
  readonly move: StatusChange;
}

interface StatusChangeRow extends Omit<StatusChange, 'kind'> {
  readonly at: Date;
  readonly seq: string;
}

/** Yields the status changes between two times, in order. Entities that were created in between do not begin with one. */
export async function* readPastStatuses(
  client: Queryable,
  organizationId: string,
  { from, to }: { readonly from: Date; readonly to: Date },
  count: number,
): AsyncGenerator<readonly TimedStatusChange[]> {
  for (let after: string = '0'; ;) {
    const { rows } = await client.query<StatusChangeRow>({
      name: 'replayed-statuses',
      text: `select entity_id as "entityId", previous_status as "from", status as "to", changed_at as at, seq::text as seq,
          case when changed_by ->> 'type' = 'rule' then 'rule' else 'person' end as by
        from entity_status_history
        where organization_id = $1 and changed_at >= $2 and changed_at <= $3 and previous_status is not null and seq > $4
        order by entity_status_history.seq limit $5`,
      values: [organizationId, from, to, after, count],
    });
    yield rows.map(({ at, seq: _, ...move }) => ({ at, move: { kind: 'status', ...move } }));
    const last = rows.at(-1);
    if (!last || rows.length < count) return;
    after = last.seq;
  }
}
