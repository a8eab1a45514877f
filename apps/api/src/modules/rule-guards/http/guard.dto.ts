import { ApiProperty } from '@nestjs/swagger';
import { type GuardAction, guardActions } from '@tamis/library';

import { GuardDto, GuardStateDto } from '../../rules/index.js';

class GuardTripDto {
  @ApiProperty({ format: 'date-time' }) at!: string;
  @ApiProperty() metric!: string;
  @ApiProperty() observed!: number;
  @ApiProperty({ description: 'The limit in words' }) limit!: string;
  @ApiProperty({ description: 'What the metric was not to pass' }) bound!: number;
  @ApiProperty({ enum: [...guardActions], enumName: 'GuardAction' }) action!: GuardAction;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'When it ended or was undone' })
  endedAt!: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'Who put the rule in force again' })
  undoneBy!: string | null;
}

export class GuardAnswerDto {
  @ApiProperty() success!: true;
  @ApiProperty({ type: GuardDto, nullable: true }) guard!: GuardDto | null;
  @ApiProperty({ type: GuardStateDto, nullable: true }) guardState!: GuardStateDto | null;
  @ApiProperty({ type: [GuardTripDto], description: 'The last one first' }) history!: readonly GuardTripDto[];
}
