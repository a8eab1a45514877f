import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';

const record = { type: 'object', additionalProperties: true } as const;
const records: ApiPropertyOptions = { type: 'array', items: record };

class DearTermDto {
  @ApiProperty({ description: 'As the rule writes it' }) text!: string;
  @ApiProperty({ enum: ['c0', 'c1', 'c2', 'c3', 'c4', 'c5'], description: 'The dearest class of cost in it' })
  class!: string;
  @ApiProperty() weight!: number;
}

class RulesCostDto {
  @ApiProperty({ description: 'What rules share is counted once' }) total!: number;
  @ApiProperty({ description: 'Of one rule' }) budget!: number;
  @ApiProperty({ description: 'Of the dearest matrix' }) matrixTotal!: number;
  @ApiProperty({ type: [DearTermDto], description: 'At most ten terms, the dearest first' })
  dearest!: readonly DearTermDto[];
  @ApiProperty({ description: 'So many rows a window reads at most' }) scanCap!: number;
}

export class ValidationDto {
  @ApiProperty() success!: true;
  @ApiProperty({ description: 'There is no error' }) valid!: boolean;
  @ApiProperty(records) diagnostics!: readonly object[];
  @ApiProperty() cost!: RulesCostDto;
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
