import { ApiProperty } from '@nestjs/swagger';

import { ruleStatuses } from '../domain/rule-status.js';
import { RuleRecordDto } from './rule-record.dto.js';

const records = { type: 'array', items: { type: 'object', additionalProperties: true } } as const;

class RuleFileDto {
  @ApiProperty() name!: string;
  @ApiProperty() source!: string;
}

export class ExportedRulesDto {
  @ApiProperty() success!: true;
  @ApiProperty({ type: [RuleFileDto], description: 'As `POST /rules/plan` takes them' }) files!: readonly RuleFileDto[];
  @ApiProperty({ type: [RuleRecordDto] }) rules!: readonly object[];
}

class PlannedChangeDto {
  @ApiProperty({ enum: ['matrix', 'name'], required: false, description: 'Absent: a rule' }) kind?: string;
  @ApiProperty() key!: string;
  @ApiProperty({ enum: ['create', 'update', 'archive', 'same'] }) change!: string;
  @ApiProperty({ type: [String] }) words!: readonly string[];
}

class PlanTestsDto {
  @ApiProperty() passed!: number;
  @ApiProperty() failed!: number;
}

export class RulesPlanDto {
  @ApiProperty() success!: true;
  @ApiProperty({ type: String, format: 'uuid', nullable: true, description: 'Null: the files have errors' })
  planId!: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'Version of the rule set in force; null: none is' })
  basedOn!: string | null;
  @ApiProperty({ type: [PlannedChangeDto] }) changes!: readonly PlannedChangeDto[];
  @ApiProperty(records) diagnostics!: readonly object[];
  @ApiProperty({ description: 'Of the rules that would change' }) tests!: PlanTestsDto;
}

class AppliedRuleDto {
  @ApiProperty() key!: string;
  @ApiProperty({ format: 'uuid' }) ruleId!: string;
  @ApiProperty() version!: number;
  @ApiProperty({ enum: [...ruleStatuses], enumName: 'RuleStatus' }) status!: string;
}

export class AppliedPlanDto {
  @ApiProperty() success!: true;
  @ApiProperty({ type: [AppliedRuleDto] }) rules!: readonly AppliedRuleDto[];
}
