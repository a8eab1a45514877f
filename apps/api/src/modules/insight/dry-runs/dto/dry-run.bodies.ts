import { ArrayMaxSize, ArrayMinSize, IsArray, IsInt, Max, Min } from 'class-validator';
import {
  BooleanField,
  EnumArrayField,
  EnumField,
  Field,
  InstantField,
  IntegerField,
  JsonArrayField,
  JsonObjectField,
  NameField,
  NestedField,
  NumberField,
  TextArrayField,
  TextField,
  UuidArrayField,
  UuidField,
  PageQuery,
  QueryNumber,
  withPagination,
} from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { dryRunLimits } from '../domain/dry-run-limits.js';
import {
  labelSources,
  type LabelSource,
  replayedTypes,
  type ReplayedType,
  visibilities,
  type Visibility,
} from '../domain/replay-plan.js';
import { decisions } from '@tamis/library';
import { dryRunStatuses, type DryRunStatus } from '../domain/dry-run.js';
import { type MatchChange, matchChanges } from '../domain/match-collector.js';

/** Query of `GET /rules/dry-runs`. Results match all filters. */
export class ListDryRunsQuery extends PageQuery {
  @EnumField(dryRunStatuses, 'DryRunStatus') status?: DryRunStatus;
  @UuidField({ description: 'A rule of the candidate' }) ruleId?: string;
  @TextField({ min: 1, max: 100 }) createdBy?: string;
}

const labels = ['positive', 'negative', 'unlabelled'] as const;
const sorts = ['amount', 'occurredAt'] as const;

/** Query of `GET /rules/sweeps`. Results match all filters. */
export class ListSweepsQuery extends PageQuery {
  @EnumField(dryRunStatuses, 'DryRunStatus') status?: DryRunStatus;
  @UuidField({ description: 'A rule of the candidates' }) ruleId?: string;
}

/** Query of `GET /rules/dry-runs/{id}/counts`. Results match all filters. */
export class MatchFilterQuery {
  @EnumField(matchChanges, 'MatchChange') change?: MatchChange;
  @UuidField() ruleId?: string;
  @TextField({ min: 1, max: 64 }) ruleKey?: string;
  @EnumField(decisions, 'Decision') decisionFrom?: string;
  @EnumField(decisions, 'Decision') decisionTo?: string;
  @EnumField(labels, 'MatchLabel') label?: (typeof labels)[number];
  @TextField({ min: 1, max: 1_000 }) clause?: string;
  @TextField({ min: 1, max: 300, description: '`dimension:value`, such as `country:BR`' }) segment?: string;
  @InstantField({ description: 'Logical time of the record, inclusive' }) from?: string;
  @InstantField({ description: 'Inclusive' }) to?: string;
}

/** Query of `GET /rules/dry-runs/{id}/matches`. Results match all filters. */
export class ListMatchesQuery extends withPagination(MatchFilterQuery) {
  @EnumField(sorts, 'MatchSort', { description: 'Default `occurredAt`; the largest or newest first' })
  sort?: (typeof sorts)[number];
}

/** Query of `GET /rules/sweeps/{id}/matches`. */
export class SweepMatchesQuery extends ListMatchesQuery {
  @TextField({ required: true, min: 1, max: 200, description: 'The value of the parameter, as JSON or rule text' })
  value!: string;
}

/** Query of `GET /rules/sweeps/{id}`. */
export class ReadSweepQuery {
  @QueryNumber({ min: 0, description: 'A budget; the best value within it is suggested' }) alertsPerDay?: number;
  @TextField({ min: 1, max: 64, description: 'Count hits, caught and false alarms for this rule only' })
  ruleKey?: string;
}

export class SampleBody {
  @NumberField({ required: true, min: 0, max: 1, description: 'Share of records to evaluate' }) rate!: number;
  @IntegerField({ min: 0, max: 2_147_483_647, description: 'Default 1; the same seed selects the same records' })
  seed?: number;
}

const knownLabels = ['positive', 'negative'] as const;

/** Label of one record, identified by one of its two ids. */
export class InlineLabelBody {
  @UuidField() recordId?: string;
  @NameField({ max: limits.externalIdCharacters, description: 'Instead of `recordId`: the external id of the record' })
  externalId?: string;
  @EnumField(knownLabels, 'RecordLabel', { required: true }) label!: (typeof knownLabels)[number];
}

const labelTexts = { max: 100, maxText: 100 } as const;

/** How to determine whether a hit on a record was correct. */
export class LabelsBody {
  @EnumArrayField(labelSources, 'LabelSource', {
    max: labelSources.length,
    description: 'Default: alerts and cases',
  })
  from?: LabelSource[];
  @TextArrayField({ ...labelTexts, description: 'Resolutions, outcomes and reasons that count as confirmed' })
  positive?: string[];
  @TextArrayField({ ...labelTexts, description: 'Those that count as cleared' }) negative?: string[];
  /** Labels are validated one by one. */
  @Field({}, { type: () => InlineLabelBody, isArray: true, maxItems: dryRunLimits.inlineLabels }, [
    ArrayMaxSize(dryRunLimits.inlineLabels),
    IsArray(),
  ])
  inline?: unknown[];
}

/** Body of `POST /rules/dry-runs`: one of `source`, `ruleIds`, `matrixId` and `ruleSetVersion`. */
export class StartDryRunBody {
  @TextField({
    min: 1,
    max: 1_000_000,
    description:
      'Rules as text, replacing rules with the same key. With several rules, unchanged shadow rules stay in shadow; all others decide',
  })
  source?: string;
  @UuidArrayField({
    max: dryRunLimits.rules,
    description: 'Stored rules in their newest versions: all of them decide, including shadow rules',
  })
  @ArrayMinSize(1)
  ruleIds?: string[];
  @UuidField({
    description: 'The rules of a matrix in their newest versions; unchanged shadow rules stay in shadow',
  })
  matrixId?: string;
  @TextField({ min: 1, max: 67, description: 'A stored rule set: its version, a prefix of it, or its number' })
  ruleSetVersion?: string;
  @JsonObjectField({ description: 'With `ruleIds`: versions by rule id' }) versions?: Record<string, number>;
  @BooleanField({ description: 'Default false; true: the candidate consists of only these rules' }) only?: boolean;
  @JsonObjectField({ description: "Values of the candidate's parameters, by name" }) params?: Record<string, unknown>;
  @EnumField(replayedTypes, 'ReplayedRecord', { description: 'Default `transaction`' }) recordType?: ReplayedType;
  @InstantField({ required: true, description: 'Logical time of the records, inclusive' }) from!: string;
  @InstantField({ required: true, description: 'Inclusive' }) to!: string;
  @EnumField(visibilities, 'RecordVisibility', {
    description: 'Default `arrival`; `event_time` for history that was imported later',
  })
  visibility?: Visibility;
  @BooleanField({
    description:
      'Default false: effects of rules are seen as they were recorded, and `exactness` names them where the candidate reads what it would have changed. True: each side sees the effects of its own rules (list items, statuses, alerts, decisions of earlier payments) and none of the recorded ones; an alert it raises that was really raised is assigned and closed as that one was',
  })
  overlay?: boolean;
  @JsonObjectField({ description: 'A condition in JSON form: which records are evaluated' }) filter?: object;
  @TextField({ min: 1, max: 67, description: 'Default `active`; a rule set, or `none`' }) against?: string;
  @NestedField(() => SampleBody, { description: 'Selected by a hash of their ids; windows still read all records' })
  sample?: SampleBody;
  @NestedField(() => LabelsBody) labels?: LabelsBody;
  @NumberField({ min: 0, max: 10_000, description: 'Default 10' }) analystMinutesPerAlert?: number;
  @IntegerField({ min: 0, max: dryRunLimits.keptMatches, description: 'Default 100000; totals count all records' })
  keepMatches?: number;
  @TextField({ max: dryRunLimits.nameCharacters }) name?: string;
}

/** Body of `POST /rules/sweeps`. */
export class StartSweepBody extends StartDryRunBody {
  @TextField({ required: true, min: 1, max: 64, description: 'The parameter whose values are compared' })
  param!: string;
  @JsonArrayField(dryRunLimits.sweepValues, { description: 'Values of its type, in JSON form' })
  @ArrayMinSize(1)
  values?: unknown[];
  @Field(
    { description: 'Number of values, spread evenly over the declared range, instead of `values`' },
    { type: 'integer', minimum: 2, maximum: dryRunLimits.sweepValues },
    [Min(2), Max(dryRunLimits.sweepValues), IsInt()],
  )
  steps?: number;
}
