import { decisions } from '@tamis/library';

import { EnumField, PageQuery, QueryNumber, TextField, UuidField } from '../../../platform/http/index.js';
import { dryRunStatuses, type DryRunStatus } from '../domain/dry-run.js';
import { type MatchChange, matchChanges } from '../domain/match-collector.js';

/** Query of `GET /rules/dry-runs`; all filters must hold. */
export class ListDryRunsQuery extends PageQuery {
  @EnumField(dryRunStatuses, 'DryRunStatus') status?: DryRunStatus;
  @UuidField({ description: 'A rule of the candidate' }) ruleId?: string;
  @TextField({ min: 1, max: 100 }) createdBy?: string;
}

const labels = ['positive', 'negative', 'unlabelled'] as const;
const sorts = ['amount', 'occurredAt'] as const;

/** Query of `GET /rules/dry-runs/{id}/matches`; all filters must hold. */
export class ListMatchesQuery extends PageQuery {
  @EnumField(matchChanges, 'MatchChange') change?: MatchChange;
  @UuidField() ruleId?: string;
  @TextField({ min: 1, max: 64 }) ruleKey?: string;
  @EnumField(decisions, 'Decision') decisionFrom?: string;
  @EnumField(decisions, 'Decision') decisionTo?: string;
  @EnumField(labels, 'MatchLabel') label?: (typeof labels)[number];
  @TextField({ min: 1, max: 1_000 }) clause?: string;
  @TextField({ min: 1, max: 300, description: '`dimension:value`, such as `country:BR`' }) segment?: string;
  @EnumField(sorts, 'MatchSort', { description: 'Default `occurredAt`; the largest or newest first' })
  sort?: (typeof sorts)[number];
}

/** Query of `GET /rules/sweeps/{id}/matches`. */
export class SweepMatchesQuery extends ListMatchesQuery {
  @TextField({ required: true, min: 1, max: 200, description: 'A value that was tried, as JSON or as text of rules' })
  value!: string;
}

/** Query of `GET /rules/sweeps/{id}`. */
export class ReadSweepQuery {
  @QueryNumber({ min: 0, description: 'A budget, for which the best value is suggested' }) alertsPerDay?: number;
  @TextField({ min: 1, max: 64, description: 'Hits, caught and false alarms are those of this rule' }) ruleKey?: string;
}
