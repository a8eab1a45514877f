import { EnumField, InstantField, PageQuery, QueryInteger, UuidField } from '../../../platform/http/index.js';
import { type VersionChange, versionChanges } from '../domain/version-pair.js';
import type { CompareQuery } from '../use-cases/compare-versions.js';

const version = { required: true, min: 1, max: 1_000_000_000 };

/** Query of `GET /rules/{id}/compare`. */
export class CompareVersionsQuery implements CompareQuery {
  @QueryInteger({ ...version, description: 'The version before' }) base!: number;
  @QueryInteger({ ...version, description: 'The version after' }) head!: number;
  @InstantField({ description: 'Inclusive; 30 days before `to` when absent' }) from?: string;
  @InstantField({ description: 'Exclusive; now when absent' }) to?: string;
  @UuidField({ description: 'Looked at where the versions never ran together' }) dryRunId?: string;
}

/** Query of `GET /rules/{id}/compare/matches`. */
export class ComparedRecordsQuery extends PageQuery implements CompareQuery {
  @QueryInteger({ ...version, description: 'The version before' }) base!: number;
  @QueryInteger({ ...version, description: 'The version after' }) head!: number;
  @InstantField({ description: 'Inclusive; 30 days before `to` when absent' }) from?: string;
  @InstantField({ description: 'Exclusive; now when absent' }) to?: string;
  @UuidField({ description: 'Looked at where the versions never ran together' }) dryRunId?: string;
  @EnumField(versionChanges, 'VersionChange') change?: VersionChange;
}
