import { ApiProperty } from '@nestjs/swagger';

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
