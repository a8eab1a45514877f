import {
  EnumField,
  InstantField,
  PageQuery,
  QueryInteger,
  UuidField,
  TextField,
} from '../../../../platform/http/index.js';
import { type VersionChange, versionChanges } from '../domain/version-pair.js';
import type { CompareQuery } from '../use-cases/compare-versions.js';
import type { RecordType } from '../../../decisions/evaluations/index.js';
import { ListRulesQuery } from '../../../rules/rules/index.js';
import type { StatsPeriod } from '../domain/stats-period.js';

const granularities = ['hour', 'day', 'week'] as const;

/** Query of `GET /rules/{id}/stats`. */
export class RuleStatsQuery implements StatsPeriod {
  @EnumField(granularities, 'StatsGranularity', { description: 'Days and weeks in the time zone of the organization' })
  granularity: (typeof granularities)[number] = 'day';
  @InstantField({ description: 'Inclusive, by the hour; default: the last 14 days' }) from?: string;
  @InstantField({ description: 'Exclusive, by the hour; default: now' }) to?: string;
  @QueryInteger({ min: 1, max: 1_000_000_000 }) version?: number;
}

/** Query of `GET /rules/stats`: that of `GET /rules`, and the period. */
export class AllRuleStatsQuery extends ListRulesQuery implements StatsPeriod {
  @InstantField({ description: 'Inclusive, by the hour; default: the last 14 days' }) from?: string;
  @InstantField({ description: 'Exclusive, by the hour; default: now' }) to?: string;
}

const recordTypes: readonly RecordType[] = ['person', 'company', 'transaction', 'user_event'];

/** Query of `GET /rules/fields`. */
export class RuleFieldsQuery {
  @EnumField(recordTypes, 'RuleTarget', { required: true }) targetEntityType!: RecordType;
  @TextField({ min: 1, max: 200, description: 'Searched in path, label and description' }) search?: string;
  @TextField({ min: 1, max: 200, description: 'Prefix of the path or the JSON path' }) prefix?: string;
  @EnumField(['stats', 'none'], 'FieldInclusion', { description: 'Whether records are sampled' })
  include: 'stats' | 'none' = 'stats';
}

const version = { required: true, min: 1, max: 1_000_000_000 };

/** Query of `GET /rules/{id}/compare`. */
export class CompareVersionsQuery implements CompareQuery {
  @QueryInteger({ ...version, description: 'Base version' }) base!: number;
  @QueryInteger({ ...version, description: 'Head version' }) head!: number;
  @InstantField({ description: 'Inclusive; default: 30 days before `to`' }) from?: string;
  @InstantField({ description: 'Exclusive; default: now' }) to?: string;
  @UuidField({ description: 'Looked at where the versions never ran together' }) dryRunId?: string;
}

/** Query of `GET /rules/{id}/compare/matches`. */
export class ComparedRecordsQuery extends PageQuery implements CompareQuery {
  @QueryInteger({ ...version, description: 'Base version' }) base!: number;
  @QueryInteger({ ...version, description: 'Head version' }) head!: number;
  @InstantField({ description: 'Inclusive; default: 30 days before `to`' }) from?: string;
  @InstantField({ description: 'Exclusive; default: now' }) to?: string;
  @UuidField({ description: 'Looked at where the versions never ran together' }) dryRunId?: string;
  @EnumField(versionChanges, 'VersionChange') change?: VersionChange;
}
