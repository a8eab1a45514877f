import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { decisions } from '@tamis/library';

import { anyValueOrNull, Pagination } from '../../../platform/http/index.js';
import { dryRunStatuses } from '../domain/dry-run.js';
import { matchChanges } from '../domain/match-collector.js';
import { unexplainedReasons } from '../domain/unexplained.js';

const object = (description: string) => ({ type: 'object', additionalProperties: true, description }) as const;
const objects = (description: string) =>
  ({ type: 'array', items: { type: 'object', additionalProperties: true }, description }) as const;
const instant = { type: String, format: 'date-time' } as const;
const nullableNumber = { type: Number, nullable: true } as const;
const nullableText = { type: String, nullable: true } as const;

class DryRunProgressDto {
  @ApiProperty() recordsDone!: number;
  @ApiProperty({ ...nullableNumber, description: 'Null until they are counted' }) recordsTotal!: number | null;
  @ApiProperty(nullableNumber) recordsPerSecond!: number | null;
  @ApiProperty(nullableNumber) secondsLeft!: number | null;
}

class DryRunSideDto {
  @ApiProperty() ruleSetVersion!: string;
  @ApiProperty({ ...nullableNumber, description: 'Null: the set was never in force' }) number!: number | null;
  @ApiProperty(object('By key of the rule')) contentHashes!: object;
  @ApiProperty(object('Values of parameters by name')) params!: object;
}

class DryRunEvidenceDto {
  @ApiProperty({ format: 'uuid' }) ruleId!: string;
  @ApiProperty() version!: number;
}

/** What dry runs and sweeps have in common. */
class DryRunItemDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty(nullableText) name!: string | null;
  @ApiProperty({ enum: dryRunStatuses, enumName: 'DryRunStatus' }) status!: string;
  @ApiProperty() progress!: DryRunProgressDto;
  @ApiProperty(object('As it was sent, but for labels of single records')) request!: object;
  @ApiProperty(nullableText) createdBy!: string | null;
  @ApiProperty(instant) createdAt!: Date;
  @ApiProperty({ ...instant, nullable: true }) startedAt!: Date | null;
  @ApiProperty({ ...instant, nullable: true }) finishedAt!: Date | null;
  @ApiPropertyOptional(object('`code` and `message`, of one that failed')) error?: object;
  @ApiProperty() candidate!: DryRunSideDto;
  @ApiProperty({ type: DryRunSideDto, nullable: true, description: 'Null: compared with nothing' })
  baseline!: DryRunSideDto | null;
  @ApiProperty({ type: [DryRunEvidenceDto], description: 'Rule versions that were published with it' })
  evidenceOf!: readonly DryRunEvidenceDto[];
}

/** A dry run; what it came to is there once it is completed. */
export class DryRunDto extends DryRunItemDto {
  @ApiPropertyOptional(object('`total`, `replayed`, `late`, `skipped`, `labelled`')) records?: object;
  @ApiPropertyOptional(objects('All four decisions on both sides')) decisions?: readonly object[];
  @ApiPropertyOptional(objects('`from`, `to`, `count`')) flips?: readonly object[];
  @ApiPropertyOptional(object('Records with a rule that could not be decided, on both sides')) unknown?: object;
  @ApiPropertyOptional(objects('What became of each rule')) rules?: readonly object[];
  @ApiPropertyOptional(object('How decisions agree with labels, on both sides')) labels?: object;
  @ApiPropertyOptional(object('`perDay` and `analystHoursPerDay` on both sides')) alerts?: object;
  @ApiPropertyOptional(objects('By day of UTC')) perDay?: readonly object[];
  @ApiPropertyOptional(objects('`dimension`, `value`, `gained`, `lost`, `share`')) segments?: readonly object[];
  @ApiPropertyOptional(object('Amounts only one side stops, by currency')) amounts?: object;
  @ApiPropertyOptional(objects('Items the candidate would add to lists')) lists?: readonly object[];
  @ApiPropertyOptional(objects('Rules that hit the same records')) overlap?: readonly object[];
  @ApiPropertyOptional({ description: 'SHA-256 of the figures: equal inputs give equal hashes' }) hash?: string;
  @ApiPropertyOptional(object('How recorded decisions of the sides came out once more')) reproduction?: object;
  @ApiPropertyOptional(object('`level`, and for `approximate` the `reasons`')) exactness?: object;
  @ApiPropertyOptional() matchesKept?: number;
  @ApiPropertyOptional() matchesTruncated?: boolean;
  @ApiProperty({ type: [String] }) warnings!: readonly string[];
}

export class DryRunStartedDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ format: 'uuid' }) dryRunId!: string;
  @ApiProperty() dryRun!: DryRunDto;
}

export class DryRunAnswerDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() dryRun!: DryRunDto;
}

export class DryRunListDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [DryRunItemDto] }) dryRuns!: readonly DryRunItemDto[];
  @ApiProperty({ type: Pagination }) pagination!: Pagination;
}

/** A sweep; its points are there once it is completed. */
export class SweepDto extends DryRunItemDto {
  @ApiProperty() param!: string;
  @ApiProperty({ ...anyValueOrNull, description: 'The value there is' }) current!: unknown;
  @ApiPropertyOptional({ type: String, nullable: true, description: 'Whose hits are counted; null: all rules' })
  rule?: string | null;
  @ApiPropertyOptional(object('Records that were replayed; absent: none were')) records?: object;
  @ApiPropertyOptional({ description: 'Equal requests over equal records give equal hashes' }) hash?: string;
  @ApiProperty(objects('What each value comes to, in their order')) points!: readonly object[];
  @ApiProperty({
    type: 'array',
    items: {},
    description: 'Values for which no other catches more with fewer false alarms',
  })
  frontier!: readonly unknown[];
  @ApiPropertyOptional(object('How hits go along the values')) monotone?: object;
  @ApiPropertyOptional({ ...object('With `alertsPerDay`: the best point within it'), nullable: true })
  suggestion?: object | null;
  @ApiProperty({ type: [String] }) warnings!: readonly string[];
}

export class SweepStartedDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ format: 'uuid' }) sweepId!: string;
  @ApiProperty() sweep!: SweepDto;
}

export class SweepAnswerDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() sweep!: SweepDto;
}

/** A record behind a number. */
export class MatchDto {
  @ApiProperty({ enum: ['transaction', 'person', 'company', 'user_event'], enumName: 'EvaluatedRecord' })
  recordType!: string;
  @ApiProperty({ format: 'uuid' }) recordId!: string;
  @ApiProperty(nullableText) externalId!: string | null;
  @ApiProperty(instant) occurredAt!: Date;
  @ApiProperty({ ...object('`id`, `externalId`, `name`, `type`'), nullable: true }) entity!: object | null;
  @ApiProperty({ ...nullableNumber, description: 'Digit for digit' }) amount!: number | null;
  @ApiProperty(nullableText) currency!: string | null;
  @ApiProperty({ ...nullableText, enum: ['positive', 'negative', null] }) label!: string | null;
  @ApiProperty({ enum: matchChanges, enumName: 'MatchChange' }) change!: string;
  @ApiProperty({ ...nullableText, description: 'Null: of the decision' }) ruleKey!: string | null;
  @ApiProperty(nullableText) clause!: string | null;
  @ApiProperty({ ...nullableText, enum: [...decisions, null] }) decisionBaseline!: string | null;
  @ApiProperty({ enum: decisions, enumName: 'Decision' }) decisionCandidate!: string;
  @ApiProperty(nullableNumber) totalScoreBaseline!: number | null;
  @ApiProperty() totalScoreCandidate!: number;
  @ApiPropertyOptional(objects('Why the rule could not be decided')) unknownBecause?: readonly object[];
}

export class MatchListDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [MatchDto] }) matches!: readonly MatchDto[];
  @ApiProperty({ type: Pagination }) pagination!: Pagination;
}

export class EndedDryRunDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ enum: ['cancelled', 'deleted'] }) status!: string;
}

class ExplainedSideDto {
  @ApiProperty({ enum: decisions, enumName: 'Decision' }) decision!: string;
  @ApiProperty() totalScore!: number;
  @ApiProperty(objects('The condition of each rule as a tree, with the values it came to')) rules!: readonly object[];
}

class UnexplainedDto {
  @ApiProperty({ enum: unexplainedReasons, enumName: 'UnexplainedReason' }) reason!: string;
  @ApiProperty({ description: 'What is in the way, and what would be explained' }) message!: string;
}

export class ExplainedMatchDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [MatchDto], description: 'Everything that became of the record' }) matches!: readonly MatchDto[];
  @ApiProperty({ type: ExplainedSideDto, nullable: true, description: 'Null: there is none, or it is not explained' })
  baseline!: ExplainedSideDto | null;
  @ApiProperty({ type: ExplainedSideDto, nullable: true }) candidate!: ExplainedSideDto | null;
  @ApiPropertyOptional({ type: UnexplainedDto, description: 'Why neither side is explained' })
  unexplained?: UnexplainedDto;
}
