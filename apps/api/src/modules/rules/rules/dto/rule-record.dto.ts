import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { absenceCauses, failureCauses } from '@tamis/lang';
import { guardActions, ruleCategories, ruleModes, unknownPolicies } from '@tamis/library';

import { ruleOrigins } from '../domain/rule.js';
import type { GuardStateView } from '../domain/rule-guard.js';
import { ruleStatuses } from '../domain/rule-status.js';
import { GuardLimitBody } from './guard.body.js';
import { RuleCostDto } from './rule-cost.dto.js';
import { evaluationModes, ruleTargets } from './rule.bodies.js';

const nullableText = { type: String, nullable: true } as const;
const nullableVersion = { type: Number, nullable: true } as const;
const object = { type: 'object', additionalProperties: true } as const;
const objects = { type: 'array', items: object } as const;
const instant = { format: 'date-time' } as const;
/** A rule that is not active may contain errors, and then also other words. */
const wordOf = (values: readonly string[]) =>
  ({ type: String, description: `${values.join(', ')}; another where the text has errors` }) as const;
const unknownCause = { enum: [...absenceCauses, ...failureCauses], enumName: 'UnknownCause' };
const guardAction = { enum: [...guardActions], enumName: 'GuardAction' };

export class GuardDto {
  @ApiProperty({ type: [GuardLimitBody], description: 'As they were sent' }) limits!: readonly object[];
  @ApiProperty() minExecutions!: number;
  @ApiProperty(guardAction) action!: GuardStateView['action'];
  @ApiProperty({ type: [String] }) notify!: readonly string[];
  @ApiProperty({ description: 'The limits as text on one line', example: 'alerts/day <= 60' })
  text!: string;
}

export class GuardStateDto implements GuardStateView {
  @ApiProperty({ enum: ['ok', 'tripped', 'off'], description: '`off`: the rule does not decide' })
  status!: GuardStateView['status'];
  @ApiProperty({ ...nullableText, format: 'date-time' }) checkedAt!: string | null;
  @ApiProperty({ ...nullableText, format: 'date-time' }) trippedAt!: string | null;
  @ApiProperty(nullableText) metric!: string | null;
  @ApiProperty({ type: Number, nullable: true }) observed!: number | null;
  @ApiProperty({ ...nullableText, description: 'The limit in words' }) limit!: string | null;
  @ApiProperty(guardAction) action!: GuardStateView['action'];
  @ApiProperty({ type: [String], description: 'Some of the evaluations that caused it' })
  evaluationIds!: readonly string[];
}

class PublicationEvidenceDto {
  @ApiProperty({ format: 'uuid' }) dryRunId!: string;
}

export class RulePublicationDto {
  @ApiProperty() version!: number;
  @ApiProperty({ enum: ['active', 'shadow'] }) status!: string;
  @ApiProperty(nullableText) reason!: string | null;
  @ApiProperty({ type: PublicationEvidenceDto, nullable: true }) evidence!: PublicationEvidenceDto | null;
  @ApiProperty({ description: 'Id of the user or key that requested it' }) publishedBy!: string;
  @ApiProperty({ ...nullableText, description: 'Of the second person, where one was needed' })
  approvedBy!: string | null;
  @ApiProperty(instant) publishedAt!: string;
}

export class UnknownableDto {
  @ApiProperty({ example: 'originEntity.attributes.age' }) path!: string;
  @ApiProperty({ ...unknownCause, description: '`missing` where no record is without it' }) cause!: string;
  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Of the newest records of the last 30 days; `null` if none were sampled, as in listings',
  })
  share!: number | null;
  @ApiProperty({ description: 'Number of sampled records that the caller can read' }) sampleSize!: number;
  @ApiProperty({ ...nullableText, format: 'date-time' }) asOf!: string | null;
}

class CreationProvenanceDto {
  @ApiProperty({ enum: [...ruleOrigins], enumName: 'RuleOrigin' }) origin!: string;
  @ApiPropertyOptional({ type: [String] }) agentChatIds?: readonly string[];
}

/** A rule in both forms: `source`, and `let`, `conditions` and `actions`. */
export class RuleRecordDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid' }) organizationId!: string;
  @ApiProperty({ description: 'Name in rule texts and commands' }) key!: string;
  @ApiProperty(nullableText) externalId!: string | null;
  @ApiProperty() name!: string;
  @ApiProperty() description!: string;
  @ApiProperty(wordOf(ruleCategories)) category!: string;
  @ApiProperty({ enum: [...ruleStatuses], enumName: 'RuleStatus' }) status!: string;
  @ApiProperty() enabled!: boolean;
  @ApiProperty() priority!: number;
  @ApiProperty() score!: number;
  @ApiProperty({ description: 'The rule as text' }) source!: string;
  @ApiProperty({ ...objects, description: 'Named values of the JSON form' }) let!: readonly object[];
  @ApiProperty({ ...objects, description: 'All other names that it uses, resolved' }) names!: readonly object[];
  @ApiProperty({ ...object, description: 'The condition in JSON form' }) conditions!: object;
  @ApiProperty({ ...objects, description: 'The actions in JSON form' }) actions!: readonly object[];
  @ApiProperty(wordOf(unknownPolicies)) unknown!: string;
  @ApiProperty({ ...object, description: 'Scope of the rule: `countries`, `entityTypes`, `paymentMethods` …' })
  scope!: object;
  @ApiProperty({ ...wordOf(ruleTargets), type: [String] }) targetEntityTypes!: readonly string[];
  @ApiProperty({ type: [String], description: 'Empty for all of its targets' }) triggers!: readonly string[];
  @ApiProperty(wordOf(evaluationModes)) evaluationMode!: string;
  @ApiProperty({ type: [String], format: 'uuid' }) riskMatrixIds!: readonly string[];
  @ApiProperty({ ...nullableText, format: 'uuid', description: 'The first target' }) riskMatrixId!: string | null;
  @ApiProperty() stopOnMatch!: boolean;
  @ApiProperty(wordOf(ruleModes)) mode!: string;
  @ApiProperty(nullableText) owner!: string | null;
  @ApiProperty(nullableText) reference!: string | null;
  @ApiProperty({ ...object, nullable: true }) meta!: object | null;
  @ApiProperty({ type: [String] }) tags!: readonly string[];
  @ApiProperty() version!: number;
  @ApiProperty({ ...nullableText, format: 'uuid' }) previousVersionId!: string | null;
  @ApiProperty({ ...nullableVersion, description: 'The deciding version' }) activeVersion!: number | null;
  @ApiProperty({ ...nullableVersion, description: 'The version evaluated in shadow' }) shadowVersion!: number | null;
  @ApiProperty({ description: 'SHA-256 of everything that can change results' }) contentHash!: string;
  @ApiProperty({ description: 'Version of the language of its text' }) languageVersion!: number;
  @ApiProperty({ type: RuleCostDto, nullable: true, description: '`null` if the text has errors' })
  cost!: RuleCostDto | null;
  @ApiProperty({ type: [UnknownableDto], description: 'What can make it unknown' })
  unknownable!: readonly UnknownableDto[];
  @ApiProperty({ type: GuardDto, nullable: true }) guard!: GuardDto | null;
  @ApiPropertyOptional({ type: GuardStateDto, nullable: true, description: 'In listings with `include=guardState`' })
  guardState?: GuardStateDto | null;
  @ApiProperty({ type: RulePublicationDto, nullable: true, description: '`null` if it was never published' })
  publication!: RulePublicationDto | null;
  @ApiPropertyOptional({ ...object, description: 'With `include=stats`: of the last 14 days' }) stats?: object;
  @ApiProperty() creationProvenance!: CreationProvenanceDto;
  @ApiProperty({ enum: ['local', 'parent'] }) origin!: string;
  @ApiProperty({ description: 'Whether it belongs to a risk matrix shared by the parent organization' })
  readOnly!: boolean;
  @ApiPropertyOptional({
    description: 'For a rule of the parent organization: whether its risk matrix is enabled here',
  })
  sharedEnabled?: boolean;
  @ApiProperty(nullableText) createdBy!: string | null;
  @ApiProperty(instant) createdAt!: string;
  @ApiProperty(nullableText) updatedBy!: string | null;
  @ApiProperty(instant) updatedAt!: string;
}
