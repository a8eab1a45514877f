import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

import { Pagination } from '../../../platform/http/index.js';

const object = (description: string) => ({ type: 'object', additionalProperties: true, description }) as const;

export class CreatedTransactionDto {
  @ApiProperty() success!: true;
  @ApiProperty(object('The stored record')) transaction!: object;
  @ApiPropertyOptional(object('Decision, scores and alerts; absent when rules did not run')) rulesResult?: object;
  @ApiPropertyOptional(object('Every rule that was evaluated, and what its actions did'))
  rulesExecutionSummary?: object;
  @ApiProperty() requestId!: string;
}

export class TransactionDto {
  @ApiProperty() success!: true;
  @ApiProperty(object('The stored record')) transaction!: object;
  @ApiProperty(object('`rulesExecutionSummary` of the last evaluation, when it was asked for')) persisted!: object;
  @ApiProperty({ example: 'USD' }) baseCurrency!: string;
}

export class TransactionListDto {
  @ApiProperty() success!: true;
  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true } })
  transactions!: readonly object[];
  @ApiProperty({ type: Pagination }) pagination!: Pagination;
}
