import { ApiProperty } from '@nestjs/swagger';

import { Pagination } from '../../../platform/http/index.js';

const record = {
  type: 'object',
  additionalProperties: true,
  description: '`version`, `number`, `previousVersion`, when it was in force, and, read alone, what it holds',
} as const;
const records = { type: 'array', items: { type: 'object', additionalProperties: true } } as const;

export class RuleSetListDto {
  @ApiProperty() success!: true;
  @ApiProperty({ type: 'array', items: record }) ruleSets!: readonly object[];
  @ApiProperty() pagination!: Pagination;
}

export class RuleSetAnswerDto {
  @ApiProperty() success!: true;
  @ApiProperty(record) ruleSet!: object;
}

export class RuleSetDiffDto {
  @ApiProperty() success!: true;
  @ApiProperty({ ...records, description: '`key`, `change`, `from`, `to`, `words`' }) rules!: readonly object[];
  @ApiProperty({ ...records, description: '`name`, `from`, `to`' }) params!: readonly object[];
  @ApiProperty({ ...records, description: '`key`, `change`, `from`, `to`' }) matrices!: readonly object[];
}
