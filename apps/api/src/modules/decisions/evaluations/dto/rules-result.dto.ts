import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { decisions, entityStatuses, severities, suggestions, unknownPolicies } from '@tamis/library';
import { absenceCauses, failureCauses } from '@tamis/lang';

/** Why a value is unknown. */
export class UnknownCauseDto {
  @ApiProperty({ enum: [...absenceCauses, ...failureCauses], enumName: 'UnknownCause' }) cause!: string;
  @ApiPropertyOptional({ example: 'originEntity.attributes.age' }) path?: string;
  @ApiPropertyOptional({ format: 'uuid' }) listId?: string;
  @ApiPropertyOptional() detail?: string;
  @ApiPropertyOptional({ description: 'Path of the condition that needs it', example: 'cond-3' }) conditionId?: string;
  @ApiPropertyOptional({ description: 'In words; absent in `decisionBecause`' }) message?: string;
}

const nullableText = { type: String, nullable: true } as const;
const decisionEnum = { enum: decisions, enumName: 'Decision' };
const anything: ApiPropertyOptions = {
  oneOf: [
    { type: 'string' },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'object' },
    { type: 'array', items: {} },
  ],
  nullable: true,
};
const riskLevelEnum = { enum: severities, enumName: 'RiskLevel' };

/** A reason that contributed to the decision. */
export class DecisionReasonDto {
  @ApiProperty({ enum: ['matrix', 'suggestion', 'unknown_review', 'party_status'] }) source!: string;
  @ApiProperty(decisionEnum) decision!: string;
  @ApiPropertyOptional({ format: 'uuid', description: 'With `matrix`, where the run had one' }) riskMatrixId?: string;
  @ApiPropertyOptional({ description: 'With `matrix`' }) totalScore?: number;
  @ApiPropertyOptional({ type: Number, nullable: true, description: 'With `matrix`: where its band begins' })
  from?: number | null;
  @ApiPropertyOptional({ format: 'uuid', description: 'With `suggestion` and `unknown_review`' }) ruleId?: string;
  @ApiPropertyOptional({ enum: ['origin', 'destination'], description: 'With `party_status`' }) role?: string;
  @ApiPropertyOptional({ format: 'uuid', description: 'With `party_status`' }) entityId?: string;
  @ApiPropertyOptional({ enum: entityStatuses, enumName: 'EntityStatus', description: 'With `party_status`' })
  status?: string;
  @ApiPropertyOptional({ type: [UnknownCauseDto], description: 'With `unknown_review`' })
  unknownBecause?: readonly UnknownCauseDto[];
}

class ScoreLabelDto {
  @ApiProperty({ example: 'Medium' }) name!: string;
  @ApiProperty({ example: '30-60' }) range!: string;
  @ApiProperty() minScore!: number;
  @ApiProperty() maxScore!: number;
}

class ScoreResultDto {
  @ApiProperty() rawScore!: number;
  @ApiProperty({ minimum: 0, maximum: 100 }) normalizedScore!: number;
  @ApiProperty() label!: ScoreLabelDto;
}

class ExecutedMatrixDto {
  @ApiProperty({ format: 'uuid' }) riskMatrixId!: string;
  @ApiProperty() riskMatrixName!: string;
  @ApiProperty() riskMatrixVersion!: number;
  @ApiProperty() totalScore!: number;
  @ApiProperty() scoreResult!: ScoreResultDto;
  @ApiProperty(decisionEnum) band!: string;
  @ApiProperty() rulesEvaluated!: number;
  @ApiProperty() rulesMatched!: number;
}

class ConditionItemDto {
  @ApiProperty({ example: 'cond-1' }) id!: string;
  @ApiProperty({ example: 'amount' }) field!: string;
  @ApiPropertyOptional({ example: 'gte' }) operator?: string;
  @ApiPropertyOptional({ ...anything, description: 'The expected value' })
  value?: unknown;
  @ApiPropertyOptional({ ...anything, description: 'The actual value' })
  actual?: unknown;
  @ApiPropertyOptional({
    enum: ['true', 'false', 'unknown', 'skipped'],
    description: 'Absent where the rule did not hit',
  })
  outcome?: string;
  @ApiPropertyOptional() because?: UnknownCauseDto;
}

class RuleItemDto {
  @ApiProperty({ format: 'uuid' }) ruleId!: string;
  @ApiProperty({ example: 'large_night_transfer' }) ruleKey!: string;
  @ApiProperty(nullableText) ruleExternalId!: string | null;
  @ApiProperty() ruleVersion!: number;
  @ApiProperty({ type: [String] }) riskMatrixIds!: readonly string[];
  @ApiProperty() name!: string;
  @ApiProperty() description!: string;
  @ApiProperty() score!: number;
  @ApiProperty() priority!: number;
  @ApiProperty(nullableText) category!: string | null;
  @ApiProperty({ example: 'active' }) status!: string;
  @ApiProperty({ enum: ['hit', 'no_hit', 'unknown'] }) outcome!: string;
  @ApiPropertyOptional({ enum: unknownPolicies, description: 'If the outcome is `unknown`' })
  unknownPolicy?: string;
  @ApiPropertyOptional({ type: [UnknownCauseDto], description: 'If the outcome is `unknown`' })
  unknownBecause?: readonly UnknownCauseDto[];
  @ApiProperty({ type: [ConditionItemDto], description: 'One for each comparison, in source order' })
  conditions!: readonly ConditionItemDto[];
  @ApiProperty({
    type: 'array',
    items: { type: 'object', additionalProperties: true },
    description: 'As in the rule',
  })
  actions!: readonly object[];
}

class RunAlertDto {
  @ApiProperty({ format: 'uuid' }) alertId!: string;
  @ApiPropertyOptional({ format: 'uuid', description: 'Absent if raised by a score' }) ruleId?: string;
  @ApiPropertyOptional({ format: 'uuid', description: 'For an alert raised by a score' }) riskMatrixId?: string;
  @ApiProperty() title!: string;
  @ApiProperty({ enum: severities, enumName: 'Severity' }) severity!: string;
  @ApiPropertyOptional({ format: 'uuid', description: 'The open alert whose count was increased' })
  deduplicatedInto?: string;
}

class AssignedUserDto {
  @ApiProperty({ format: 'uuid' }) userId!: string;
}

class AssignedTeamDto {
  @ApiProperty({ format: 'uuid' }) teamId!: string;
}

class ActionsExecutedDto {
  @ApiProperty({ type: [RunAlertDto] }) alerts!: readonly RunAlertDto[];
  @ApiProperty({ enum: [...suggestions, null], nullable: true, type: String, description: 'The strictest' })
  suggestion!: string | null;
  @ApiProperty({ ...nullableText, description: 'Added to its record or entity by the evaluation' }) status!:
    | string
    | null;
  @ApiProperty({ type: AssignedUserDto, nullable: true }) assignedUser!: AssignedUserDto | null;
  @ApiPropertyOptional() assignedTeam?: AssignedTeamDto;
  @ApiPropertyOptional({ type: [String] }) customKeys?: readonly string[];
  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'object', additionalProperties: true },
    description: 'With `reason`',
  })
  skipped?: readonly object[];
  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'object', additionalProperties: true },
    description: 'With `code` and `message`',
  })
  failed?: readonly object[];
}

/** All evaluated rules, and the effects of their actions. */
export class RulesExecutionSummaryDto {
  @ApiProperty({ type: [RuleItemDto] }) rulesHit!: readonly RuleItemDto[];
  @ApiProperty({ type: [RuleItemDto], description: 'With `summary=hits`, only the unknown ones' })
  rulesNoHit!: readonly RuleItemDto[];
  @ApiProperty() actionsExecuted!: ActionsExecutedDto;
  @ApiProperty({ description: 'Of the rules that hit and are not shadow rules' }) totalScore!: number;
  @ApiProperty({ ...nullableText, format: 'uuid', description: '`null` if nothing was stored' }) evaluationId!:
    | string
    | null;
  @ApiProperty({ example: 'rs_4f0c…' }) ruleSetVersion!: string;
  @ApiProperty(decisionEnum) decision!: string;
  @ApiProperty({ type: [DecisionReasonDto] }) decisionBecause!: readonly DecisionReasonDto[];
  @ApiProperty({ type: [ExecutedMatrixDto] }) riskMatricesExecuted!: readonly ExecutedMatrixDto[];
}

/** Decision, scores and alerts of an evaluation. */
export class RulesResultDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ description: 'Number of rules that hit and count' }) rulesTriggered!: number;
  @ApiProperty({ type: [RunAlertDto] }) alerts!: readonly RunAlertDto[];
  @ApiProperty() riskScore!: number;
  @ApiProperty(riskLevelEnum) riskLevel!: string;
  @ApiProperty(decisionEnum) decision!: string;
  @ApiProperty({ ...nullableText, format: 'uuid', description: '`null` if nothing was stored' }) evaluationId!:
    | string
    | null;
  @ApiProperty({
    description:
      'false if the request was sent before with the same `Idempotency-Key`; this is the evaluation of that request',
  })
  isNewEvaluation!: boolean;
  @ApiProperty({ example: 'rs_4f0c…' }) ruleSetVersion!: string;
  @ApiProperty({ type: [DecisionReasonDto] }) decisionBecause!: readonly DecisionReasonDto[];
  @ApiProperty({ type: [ExecutedMatrixDto] }) riskMatricesExecuted!: readonly ExecutedMatrixDto[];
  @ApiProperty() executionTimeMs!: number;
  @ApiProperty() rulesExecutionSummary!: RulesExecutionSummaryDto;
}
