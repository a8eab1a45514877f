import { ApiProperty } from '@nestjs/swagger';
import { type GuardAction, guardActions } from '@tamis/library';

import { type Guard, GuardBody, type GuardStateView } from '../../rules/index.js';

class GuardDto {
  @ApiProperty({ type: [Object], description: 'As they were sent' }) limits!: GuardBody['limits'] | Guard['limits'];
  @ApiProperty() minExecutions!: number;
  @ApiProperty({ enum: [...guardActions], enumName: 'GuardAction' }) action!: GuardAction;
  @ApiProperty({ type: [String] }) notify!: readonly string[];
  @ApiProperty({ description: 'The limits as they are written in one line', example: 'alerts/day <= 60' })
  text!: string;
}

class GuardStateDto implements GuardStateView {
  @ApiProperty({ enum: ['ok', 'tripped', 'off'], description: '`off`: the rule does not decide' })
  status!: GuardStateView['status'];
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) checkedAt!: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) trippedAt!: string | null;
  @ApiProperty({ type: String, nullable: true }) metric!: string | null;
  @ApiProperty({ type: Number, nullable: true }) observed!: number | null;
  @ApiProperty({ type: String, nullable: true, description: 'The limit in words' }) limit!: string | null;
  @ApiProperty({ enum: [...guardActions], enumName: 'GuardAction' }) action!: GuardAction;
  @ApiProperty({ type: [String], description: 'Some of the runs behind it' }) evaluationIds!: readonly string[];
}

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
