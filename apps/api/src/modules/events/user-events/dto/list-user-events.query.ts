import { userEventTypes } from '@tamis/library';

import {
  InstantField,
  invalid,
  PageQuery,
  QueryEnumList,
  TextField,
  TrimmedField,
  UuidField,
} from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';

const short = { min: 1, max: 255 } as const;
const externalId = { max: limits.externalIdCharacters } as const;
const address = { ...short, description: 'in any notation' } as const;
const taxId = { min: 1, max: limits.taxIdCharacters } as const;

/**
 * Query of `GET /events/user`. Each filter has two names. If several of `userId`, `entityId`, `entityExternalId` and `taxId` are given, an
 * event must match one.
 */
export class ListUserEventsQuery extends PageQuery {
  @TextField(short) user_id?: string;
  @TextField(short) userId?: string;
  @UuidField() entity_id?: string;
  @UuidField() entityId?: string;
  @TrimmedField(externalId) entity_external_id?: string;
  @TrimmedField(externalId) entityExternalId?: string;
  @TextField(taxId) tax_id?: string;
  @TextField(taxId) taxId?: string;
  @QueryEnumList(userEventTypes, 'UserEventType') event_type?: string[];
  @QueryEnumList(userEventTypes, 'UserEventType') eventType?: string[];
  @InstantField({ description: 'inclusive' }) start_date?: string;
  @InstantField({ description: 'inclusive' }) startDate?: string;
  @InstantField({ description: 'inclusive' }) end_date?: string;
  @InstantField({ description: 'inclusive' }) endDate?: string;
  @TextField(short) device_id?: string;
  @TextField(short) deviceId?: string;
  @TextField(address) ip_address?: string;
  @TextField(address) ipAddress?: string;
}

const aliases = {
  user_id: 'userId',
  entity_id: 'entityId',
  entity_external_id: 'entityExternalId',
  tax_id: 'taxId',
  event_type: 'eventType',
  start_date: 'startDate',
  end_date: 'endDate',
  device_id: 'deviceId',
  ip_address: 'ipAddress',
} as const;

type Alias = keyof typeof aliases;

/** The query with one name for each filter, so that a cursor is valid with either name. */
export type UserEventsQuery = Omit<ListUserEventsQuery, Alias>;

/** Throws 400 if a filter is sent under both of its names. */
export function normalizeAliases(query: ListUserEventsQuery): UserEventsQuery {
  const twice = (Object.keys(aliases) as Alias[]).filter(
    (name) => query[name] !== undefined && query[aliases[name]] !== undefined,
  );
  if (twice.length > 0)
    throw invalid(Object.fromEntries(twice.map((name) => [name, `is a synonym of ${aliases[name]}; send only one`])));
  const nameOf = (name: string): string => (name in aliases ? aliases[name as Alias] : name);
  const entries = Object.entries(query).map(([name, value]) => [nameOf(name), value as unknown]);
  return Object.fromEntries(entries) as UserEventsQuery;
}
