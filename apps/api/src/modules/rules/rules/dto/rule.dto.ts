import { ApiProperty } from '@nestjs/swagger';

import { Pagination } from '../../../../platform/http/index.js';
import { ruleStatuses } from '../domain/rule-status.js';
import { RulePublicationDto, RuleRecordDto } from './rule-record.dto.js';

export class RuleAnswerDto {
  @ApiProperty() success!: true;
  @ApiProperty({ type: RuleRecordDto }) rule!: Record<string, unknown>;
}

export class CreatedRuleDto extends RuleAnswerDto {
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'What the linter found' }) aiReview!: object;
}

export class RuleListDto {
  @ApiProperty() success!: true;
  @ApiProperty({ type: [RuleRecordDto] }) rules!: readonly Record<string, unknown>[];
  @ApiProperty() total!: number;
  @ApiProperty() page!: number;
  @ApiProperty() pageSize!: number;
  @ApiProperty() totalPages!: number;
}

class RuleVersionDto {
  @ApiProperty() version!: number;
  @ApiProperty({ type: String, format: 'uuid', nullable: true }) previousVersionId!: string | null;
  @ApiProperty() contentHash!: string;
  @ApiProperty({ type: [String], description: 'Changes since the previous version, in words' })
  summary!: readonly string[];
  @ApiProperty({ enum: [...ruleStatuses], enumName: 'RuleStatus' }) status!: string;
  @ApiProperty({ type: String, nullable: true }) reason!: string | null;
  @ApiProperty({ type: String, nullable: true }) createdBy!: string | null;
  @ApiProperty({ format: 'date-time' }) createdAt!: string;
  @ApiProperty({ type: RulePublicationDto, nullable: true, description: '`null` if it was never published' })
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
