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

class PlannedTermDto {
  @ApiProperty({ description: 'As rules write it' }) text!: string;
  @ApiProperty({ enum: ['c0', 'c1', 'c2', 'c3', 'c4', 'c5'], description: 'The dearest class of cost in it' })
  class!: string;
  @ApiProperty() weight!: number;
  @ApiProperty({ type: [String], description: 'Keys of the rules' }) usedBy!: readonly string[];
  @ApiProperty({ description: 'Its place among all terms: the cheaper are run first' }) order!: number;
}

class SharedAggregateDto {
  @ApiProperty({ enum: ['window', 'lookup'] }) kind!: string;
  @ApiProperty() text!: string;
  @ApiProperty({ description: 'How many rules read it' }) rules!: number;
}

export class RuleSetPlanDto {
  @ApiProperty() success!: true;
  @ApiProperty({ type: [PlannedTermDto] }) terms!: readonly PlannedTermDto[];
  @ApiProperty({ type: [SharedAggregateDto], description: 'Fetched or looked up once for several rules' })
  sharedAggregates!: readonly SharedAggregateDto[];
  @ApiProperty({ description: 'Points of all rules, what they share counted once' }) totalCost!: number;
}
