import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';

import { RuleCostDto } from './rule-cost.dto.js';

const record = { type: 'object', additionalProperties: true } as const;
const records: ApiPropertyOptions = { type: 'array', items: record };

export class ValidationDto {
  @ApiProperty() success!: true;
  @ApiProperty({ description: 'There is no error' }) valid!: boolean;
  @ApiProperty(records) diagnostics!: readonly object[];
  @ApiProperty() cost!: RuleCostDto;
  @ApiProperty({ ...records, description: '`path`, `jsonPath`, `rules`' }) fieldsUsed!: readonly object[];
  @ApiProperty({ ...records, description: 'What can make a rule unknown' }) unknownable!: readonly object[];
  @ApiProperty({ ...records, description: 'Rules without errors: `key`, `name`, `range`, `cost`' })
  rules!: readonly object[];
  @ApiProperty({ type: String, required: false, description: 'The text a JSON form became' }) source?: string;
  @ApiProperty({ oneOf: [{ type: 'string' }, record], required: false, description: 'With every safe fix; by file' })
  fixed?: string | object;
}

export class ConvertedRulesDto {
  @ApiProperty() success!: true;
  @ApiProperty({ type: String, required: false }) source?: string;
  @ApiProperty({ type: String, required: false, description: '`source` in canonical layout' }) formatted?: string;
  @ApiProperty({ ...records, required: false }) rules?: readonly object[];
  @ApiProperty({ ...records, required: false, description: '`name`, `kind`, `value`' })
  declarations?: readonly object[];
  @ApiProperty(records) diagnostics!: readonly object[];
}
