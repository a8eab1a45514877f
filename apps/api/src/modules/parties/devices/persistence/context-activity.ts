import { findOpenAlerts, type OpenAlert } from '../../../casework/alerts/index.js';
import { type Queryable, transactionsOfSql, userEventsOfSql } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import type { LocatedSighting } from '../domain/impossible-travel.js';
import { signalThresholds } from '../domain/risk-signals.js';

export interface RecentEvent {
  readonly id: string;
  readonly eventType: string;
  readonly userId: string;
  readonly timestamp: Date;
  readonly deviceId: string | null;
  readonly ipAddress: string | null;
  readonly country: string | null;
}

export interface RecentTransaction {
  readonly id: string;
  readonly externalId: string;
  readonly type: string;
  readonly status: string;
  /** The amount as decimal text. */
  readonly amount: string;
  readonly currency: string;
  readonly deviceId: string | null;
  readonly riskScore: number | null;
  readonly decision: string | null;
  readonly transactedAt: Date;
}

/** A part is `null` if the caller may not read it. */
export interface Activity {
  readonly events: readonly RecentEvent[] | null;
  readonly transactions: readonly RecentTransaction[] | null;
  readonly alerts: readonly OpenAlert[] | null;
  /** Locations in chronological order. */
  readonly whereabouts: readonly LocatedSighting[];
}

const events = `
  select id, event_type as "eventType", user_id as "userId", occurred_at as timestamp, device_id as "deviceId",
    ip_address as "ipAddress", country
  from ${userEventsOfSql('$2')} u order by occurred_at desc, seq desc limit $3`;

const sideSql = (name: 'origin' | 'destination'): string =>
  `(select * from ${transactionsOfSql(name, '$2')} t order by transacted_at desc, seq desc limit $3)`;

const transactions = `
  select id, external_id as "externalId", type, status, amount::text, currency, device_id as "deviceId",
    risk_score::float8 as "riskScore", decision, transacted_at as "transactedAt"
  from (select distinct on (id) * from (${sideSql('origin')} union all ${sideSql('destination')}) either order by id) t
  order by transacted_at desc, seq desc limit $3`;

const degreesSql = (name: string): string =>
  `case when json_typeof(device_details -> '${name}') = 'number' then (device_details ->> '${name}')::float8 end`;

const locatedSightings = `
  select device_id as "deviceId", occurred_at as at, country as "countryCode",
    ${degreesSql('latitude')} as latitude, ${degreesSql('longitude')} as longitude
  from ${userEventsOfSql('$2')} u where occurred_at >= $4
  order by occurred_at desc, seq desc limit $3`;

type LocatedSightingRow = Omit<LocatedSighting, 'place'> & { latitude: number | null; longitude: number | null };

export type ActivityPart = Exclude<keyof Activity, 'whereabouts'>;

/** Reads the recent activity of an entity and its open alerts. */
export async function readActivity(
  client: Queryable,
  { organizationId, entityId }: { readonly organizationId: string; readonly entityId: string },
  mayRead: (part: ActivityPart) => boolean,
  now: Date,
): Promise<Activity> {
  const read = <T extends object>(name: string, text: string, limit: number, ...more: readonly unknown[]) =>
    client.query<T>({ name: `context_${name}`, text, values: [organizationId, entityId, limit, ...more] });
  const since = new Date(now.getTime() - signalThresholds.travelMs);
  const [seen, paid, raised, been] = await Promise.all([
    mayRead('events') ? read<RecentEvent>('events', events, limits.contextRecentRows) : null,
    mayRead('transactions') ? read<RecentTransaction>('transactions', transactions, limits.contextRecentRows) : null,
    mayRead('alerts') ? findOpenAlerts(client, organizationId, entityId, limits.contextAlerts) : null,
    read<LocatedSightingRow>('whereabouts', locatedSightings, limits.contextTravelEvents, since),
  ]);
  const places = been.rows.reverse().map(({ latitude, longitude, ...row }) => ({
    ...row,
    place: latitude === null || longitude === null ? null : { latitude, longitude },
  }));
  return { events: seen?.rows ?? null, transactions: paid?.rows ?? null, alerts: raised, whereabouts: places };
}
