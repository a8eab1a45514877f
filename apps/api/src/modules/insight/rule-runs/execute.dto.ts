import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { decisions } from '@tamis/library';

import { anyValueOrNull } from '../../../platform/http/index.js';
import { TraceNodeDto, UnknownCauseDto } from '../../decisions/evaluations/index.js';

const object = { type: 'object', additionalProperties: true } as const;
const objects = { type: 'array', items: object } as const;

class ExecutedConditionDto {
  @ApiProperty() id!: string;
  @ApiProperty() field!: string;
  @ApiProperty() operator!: string;
  @ApiProperty(anyValueOrNull) expectedValue!: unknown;
  @ApiProperty(anyValueOrNull) actualValue!: unknown;
  @ApiProperty({ enum: ['true', 'false', 'unknown', 'skipped'] }) outcome!: string;
  @ApiPropertyOptional({ description: 'Reason why it is unknown' }) because?: UnknownCauseDto;
}

class ExecutedConditionsDto {
  @ApiProperty({ enum: ['AND', 'OR'] }) operator!: string;
  @ApiProperty({ enum: ['true', 'false', 'unknown'] }) outcome!: string;
  @ApiProperty({ type: [ExecutedConditionDto], description: 'In the order of the condition' })
  conditions!: readonly ExecutedConditionDto[];
}

class ExecutedActionDto {
  @ApiProperty() type!: string;
  @ApiProperty({ enum: ['would_execute', 'executed', 'skipped', 'failed'] }) status!: string;
  @ApiProperty({ ...object, description: 'The action' }) details!: object;
}

/** The result of one rule on one record. */
class RuleResultDto {
  @ApiProperty({ format: 'uuid' }) ruleId!: string;
  @ApiProperty() ruleKey!: string;
  @ApiProperty({ enum: ['hit', 'no_hit', 'unknown'] }) outcome!: string;
  @ApiProperty({ description: 'Counts as a hit, also because of `unknown: hit`' }) matched!: boolean;
  @ApiPropertyOptional({ type: [UnknownCauseDto], description: 'Reason why it is unknown' })
  unknownBecause?: readonly UnknownCauseDto[];
  @ApiProperty() score!: number;
  @ApiProperty() conditions!: ExecutedConditionsDto;
  @ApiProperty({ type: [ExecutedActionDto] }) actions!: readonly ExecutedActionDto[];
  @ApiPropertyOptional({ type: [String], description: 'Changes that would make it a hit' })
  wouldHitIf?: readonly string[];
  @ApiPropertyOptional({ description: 'With `includeDebug`: the condition as a tree with all values' })
  trace?: TraceNodeDto;
}

export class ExecutedRuleDto extends RuleResultDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() ruleVersion!: number;
  @ApiProperty({ example: 'rs_4f0c…', description: 'In `testMode`, of this rule alone' }) ruleSetVersion!: string;
  @ApiProperty({ type: String, nullable: true, format: 'uuid', description: 'Null in `testMode`' })
  evaluationId!: string | null;
  @ApiProperty({ description: 'Milliseconds' }) executionTime!: number;
}

class RecordResultDto extends RuleResultDto {
  @ApiProperty({ type: String, nullable: true, format: 'uuid', description: '`null` for a record that was sent' })
  recordId!: string | null;
  @ApiProperty({ enum: decisions, enumName: 'Decision', description: 'Of all the rules on the record' })
  decision!: string;
}

class OutcomeCountsDto {
  @ApiProperty() hit!: number;
  @ApiProperty() noHit!: number;
  @ApiProperty() unknown!: number;
}

export class ExecutedRulesDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ description: 'The version that a rule set of these rules would have' }) ruleSetVersion!: string;
  @ApiProperty({ enum: [true] }) ruleSetCandidate!: true;
  @ApiProperty(objects) diagnostics!: readonly object[];
  @ApiProperty({ type: [RecordResultDto], description: 'One for each record and rule' })
  results!: readonly RecordResultDto[];
  @ApiProperty() counts!: OutcomeCountsDto;
}
