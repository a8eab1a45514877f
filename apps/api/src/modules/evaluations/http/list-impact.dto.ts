import { ApiProperty } from '@nestjs/swagger';

import type { ListImpact, ValueImpact } from '../use-cases/list-impact.js';

const decision = { enum: ['APPROVE', 'REVIEW_REQUIRED', 'HOLD', 'REJECT'], enumName: 'Decision' };

class DecisionChangeDto {
  @ApiProperty(decision) from!: string;
  @ApiProperty(decision) to!: string;
  @ApiProperty() count!: number;
}

class ValueImpactDto implements ValueImpact {
  @ApiProperty() value!: string;
  @ApiProperty({ description: 'It is on the list now' }) alreadyListed!: boolean;
  @ApiProperty({ description: 'Records whose last run asked for it' }) records!: number;
  @ApiProperty({ type: [DecisionChangeDto] }) decisionsChanged!: readonly DecisionChangeDto[];
  @ApiProperty() alertsAdded!: number;
  @ApiProperty({ type: [String], format: 'uuid', description: 'Records decided otherwise, the newest first' })
  sample!: readonly string[];
}

class ListImpactDto implements ListImpact {
  @ApiProperty({ type: [ValueImpactDto] }) items!: readonly ValueImpactDto[];
  @ApiProperty({ description: 'Runs that asked the list' }) runs!: number;
  @ApiProperty({ description: 'There are older ones that were not looked at' }) isTruncated!: boolean;
}

export class ListImpactAnswerDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() data!: ListImpactDto;
}
