import { ArrayMaxSize, IsArray, Matches } from 'class-validator';

import {
  EnumField,
  Field,
  InstantField,
  QueryInteger,
  TextField,
  withPagination,
} from '../../../platform/http/index.js';
import { limits } from '../../../platform/limits.js';

export const actorTypes = ['user', 'api_key', 'system', 'rule', 'automation', 'provider'] as const;
export type ActorType = (typeof actorTypes)[number];

const eventNames = (value: unknown): unknown => (typeof value === 'string' ? value.split(',') : value);

const EventsField = (): PropertyDecorator =>
  Field(
    { description: 'one or several of these events, comma-separated', example: 'rule_created,rule_updated' },
    { type: String },
    [
      Matches(/^[a-z_]{1,64}$/, { each: true, message: '$property must be event names separated by commas' }),
      ArrayMaxSize(limits.auditEventsPerFilter),
      IsArray(),
    ],
    { parse: eventNames },
  );

class TimelineFilters {
  @EventsField() event?: string[];
  @InstantField({ description: 'inclusive' }) from?: string;
  @InstantField({ description: 'inclusive' }) to?: string;
  @EnumField(actorTypes, 'AuditActorType') actorType?: ActorType;
  @EnumField(['asc', 'desc'], 'SortOrder') sortOrder: 'asc' | 'desc' = 'desc';
}

/** Query of a timeline. */
export class TimelineQuery extends withPagination(TimelineFilters) {}

/** Query of `GET /audit/events/export`. */
export class AuditExportQuery extends TimelineFilters {
  @TextField({ min: 1, max: 64, description: 'rule' }) resourceType?: string;
  @TextField({ min: 1, max: limits.externalIdCharacters }) resourceId?: string;
  @TextField({ min: 1, max: limits.externalIdCharacters }) actorId?: string;
}

/** Query of `GET /audit/events`. */
export class AuditEventsQuery extends withPagination(AuditExportQuery) {}

/** Query of `GET /audit/chain`. */
export class ChainQuery {
  @QueryInteger({ min: 0, max: 999_999_999_999_999, description: 'entries after this sequence' }) after: number = 0;
  @QueryInteger({ min: 1, max: limits.auditChainRows }) limit: number = limits.auditChainRows;
}
