import { ApiProperty } from '@nestjs/swagger';

import { Pagination } from '../../../platform/http/index.js';
import { ruleStatuses } from '../domain/rule-status.js';

const record = {
  type: 'object',
  additionalProperties: true,
  description: 'The rule in both forms: `source`, and `let`, `conditions`, `actions`',
} as const;

export class RuleAnswerDto {
  @ApiProperty() success!: true;
  @ApiProperty(record) rule!: Record<string, unknown>;
}

export class CreatedRuleDto extends RuleAnswerDto {
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'What the linter found' }) aiReview!: object;
}

export class RuleListDto {
  @ApiProperty() success!: true;
  @ApiProperty({ type: 'array', items: record }) rules!: readonly Record<string, unknown>[];
  @ApiProperty() total!: number;
  @ApiProperty() page!: number;
  @ApiProperty() pageSize!: number;
  @ApiProperty() totalPages!: number;
}

class PublicationEvidenceDto {
  @ApiProperty({ format: 'uuid' }) dryRunId!: string;
}

class RulePublicationDto {
  @ApiProperty() version!: number;
  @ApiProperty({ enum: ['active', 'shadow'] }) status!: string;
  @ApiProperty({ type: String, nullable: true }) reason!: string | null;
  @ApiProperty({ type: PublicationEvidenceDto, nullable: true }) evidence!: PublicationEvidenceDto | null;
  @ApiProperty({ description: 'Id of the person or key that asked for it' }) publishedBy!: string;
  @ApiProperty({ type: String, nullable: true, description: 'Of the second person, where one was needed' })
  approvedBy!: string | null;
  @ApiProperty({ format: 'date-time' }) publishedAt!: string;
}

class RuleVersionDto {
  @ApiProperty() version!: number;
  @ApiProperty({ type: String, format: 'uuid', nullable: true }) previousVersionId!: string | null;
  @ApiProperty() contentHash!: string;
  @ApiProperty({ type: [String], description: 'What changed since the version before, in words' })
  summary!: readonly string[];
  @ApiProperty({ enum: [...ruleStatuses], enumName: 'RuleStatus' }) status!: string;
  @ApiProperty({ type: String, nullable: true }) reason!: string | null;
  @ApiProperty({ type: String, nullable: true }) createdBy!: string | null;
  @ApiProperty({ format: 'date-time' }) createdAt!: string;
  @ApiProperty({ type: RulePublicationDto, nullable: true, description: 'Null: it was never put in force' })
  publication!: RulePublicationDto | null;
}

export class RuleVersionListDto {
  @ApiProperty() success!: true;
  @ApiProperty({ type: [RuleVersionDto] }) versions!: readonly RuleVersionDto[];
  @ApiProperty() pagination!: Pagination;
}

export class ArchivedRuleDto {
  @ApiProperty() success!: true;
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ enum: ['archived'] }) status!: 'archived';
}
