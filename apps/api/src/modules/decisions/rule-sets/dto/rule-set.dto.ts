import { ApiProperty, OmitType } from '@nestjs/swagger';
import { type NumberFormat, numberFormats } from '@tamis/lang';

import { anyValue, anyValueOrNull, Pagination } from '../../../../platform/http/index.js';
import type { ChangeKind } from '../domain/rule-set-view.js';

const instant = { type: String, format: 'date-time' } as const;
const nullableText = { type: String, nullable: true } as const;
const version = { example: 'rs_4f0c…', description: 'Hash of everything in it that affects results' } as const;
const nullableNumber = {
  type: Number,
  nullable: true,
  description: 'Version; `null` if the set does not have it',
} as const;
const changeKinds = { enum: ['added', 'removed', 'changed'] as const satisfies readonly ChangeKind[] };
const byName = { type: 'object', additionalProperties: anyValue, description: 'Values by name' } as const;

class RuleSetPeriodDto {
  @ApiProperty(instant) activatedAt!: string;
  @ApiProperty({ ...instant, nullable: true, description: '`null` if it is the deciding version' }) deactivatedAt!:
    | string
    | null;
  @ApiProperty(nullableText) activatedBy!: string | null;
  @ApiProperty(nullableText) reason!: string | null;
}

class RuleOfSetDto {
  @ApiProperty() ruleId!: string;
  @ApiProperty() key!: string;
  @ApiProperty() version!: number;
  @ApiProperty({ enum: ['active', 'shadow'] }) status!: 'active' | 'shadow';
  @ApiProperty() contentHash!: string;
}

class MatrixOfSetDto {
  @ApiProperty({ format: 'uuid' }) riskMatrixId!: string;
  @ApiProperty() key!: string;
  @ApiProperty() version!: number;
}

class ListOfSetDto {
  @ApiProperty({ format: 'uuid' }) listId!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ description: 'When the set became active' }) revision!: number;
}

/** Members of the newest period are at the same level as the number. */
class RuleSetSummaryDto extends RuleSetPeriodDto {
  @ApiProperty(version) version!: string;
  @ApiProperty({ description: '1, 2, 3 … in the order in which contents came into force' }) number!: number;
  @ApiProperty({ ...nullableText, description: 'The set that was active before it' })
  previousVersion!: string | null;
  @ApiProperty({ type: [RuleSetPeriodDto], description: 'Periods in which it was active, newest first' })
  periods!: readonly RuleSetPeriodDto[];
  @ApiProperty({ type: [MatrixOfSetDto] }) matrices!: readonly MatrixOfSetDto[];
  @ApiProperty(byName) params!: Readonly<Record<string, unknown>>;
  @ApiProperty({ description: 'Version of the shared names; 0 if there were none' }) library!: number;
  @ApiProperty({ type: [ListOfSetDto], description: 'Fields that its rules read' }) lists!: readonly ListOfSetDto[];
  @ApiProperty({ example: 'USD' }) baseCurrency!: string;
  @ApiProperty({ example: 'UTC' }) timezone!: string;
  @ApiProperty({ enum: numberFormats, enumName: 'NumberFormat' }) numberFormat!: NumberFormat;
  @ApiProperty({ type: [String], description: 'Its differences from the previous set, in words' })
  changes!: readonly string[];
}

export class RuleSetDto extends RuleSetSummaryDto {
  @ApiProperty({ type: [RuleOfSetDto] }) rules!: readonly RuleOfSetDto[];
}

export class RuleSetListDto {
  @ApiProperty() success!: true;
  @ApiProperty({ type: [RuleSetSummaryDto] }) ruleSets!: readonly RuleSetSummaryDto[];
  @ApiProperty() pagination!: Pagination;
}

export class RuleSetAnswerDto {
  @ApiProperty() success!: true;
  @ApiProperty() ruleSet!: RuleSetDto;
}

class RuleOfDiffDto {
  @ApiProperty() key!: string;
  @ApiProperty(changeKinds) change!: ChangeKind;
  @ApiProperty(nullableNumber) from!: number | null;
  @ApiProperty(nullableNumber) to!: number | null;
  @ApiProperty({ type: [String] }) words!: readonly string[];
}

class ParameterOfDiffDto {
  @ApiProperty() name!: string;
  @ApiProperty({ ...anyValueOrNull, description: '`null` if the set does not have it' }) from!: unknown;
  @ApiProperty({ ...anyValueOrNull, description: '`null` if the set does not have it' }) to!: unknown;
}

class MatrixOfDiffDto extends OmitType(RuleOfDiffDto, ['words']) {}

export class RuleSetDiffDto {
  @ApiProperty() success!: true;
  @ApiProperty({ type: [RuleOfDiffDto] }) rules!: readonly RuleOfDiffDto[];
  @ApiProperty({ type: [ParameterOfDiffDto] }) params!: readonly ParameterOfDiffDto[];
  @ApiProperty({ type: [MatrixOfDiffDto] }) matrices!: readonly MatrixOfDiffDto[];
}

class PlannedTermDto {
  @ApiProperty({ description: 'As written in rules' }) text!: string;
  @ApiProperty({ enum: ['c0', 'c1', 'c2', 'c3', 'c4', 'c5'], description: 'Its highest cost class' })
  class!: string;
  @ApiProperty() weight!: number;
  @ApiProperty({ type: [String], description: 'Keys of the rules' }) usedBy!: readonly string[];
  @ApiProperty({ description: 'Position among all terms: cheaper terms are evaluated first' }) order!: number;
}

class SharedAggregateDto {
  @ApiProperty({ enum: ['window', 'lookup'] }) kind!: string;
  @ApiProperty() text!: string;
  @ApiProperty({ description: 'Number of rules that read it' }) rules!: number;
}

export class RuleSetPlanDto {
  @ApiProperty() success!: true;
  @ApiProperty({ type: [PlannedTermDto] }) terms!: readonly PlannedTermDto[];
  @ApiProperty({ type: [SharedAggregateDto], description: 'Data fetched or looked up once for several rules' })
  sharedAggregates!: readonly SharedAggregateDto[];
  @ApiProperty({ description: 'Points of all rules, with shared parts counted once' }) totalCost!: number;
}
