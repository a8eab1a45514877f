import { ApiProperty, ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import type { SweepReport } from '@tamis/dry-run';

import { anyValue, anyValueOrNull } from '../../../platform/http/index.js';
import { StartSweepBody } from './dry-run.bodies.js';
import { ReplayedRunDto, ShownLabelsDto } from './dry-run.dto.js';
import { amountsByCurrency, DecisionCountsDto, SweepRecordsDto } from './dry-run-figures.dto.js';

class ShownSweepRequestDto extends OmitType(StartSweepBody, ['labels']) {
  @ApiPropertyOptional() labels?: ShownLabelsDto;
}

class SweepPointDto {
  @ApiProperty(anyValue) value!: unknown;
  @ApiProperty({ description: 'Of the rule, else records that are not approved' }) hits!: number;
  @ApiProperty({ description: 'Of them, labelled positive' }) positivesCaught!: number;
  @ApiProperty({ description: 'Of them, labelled negative' }) falseAlarms!: number;
  @ApiProperty({ description: 'Records labelled positive' }) positivesTotal!: number;
  @ApiProperty() unknown!: number;
  @ApiProperty({ description: 'Of all rules, after `once per`' }) alertsPerDay!: number;
  @ApiProperty() analystHoursPerDay!: number;
  @ApiProperty() decisions!: DecisionCountsDto;
  @ApiProperty({ ...amountsByCurrency, description: 'What is not approved' }) amount!: Readonly<Record<string, string>>;
}

class MonotoneDto {
  @ApiProperty({ enum: ['rise', 'fall', 'level', 'neither'] }) hits!: SweepReport['monotone']['hits'];
  @ApiProperty({ type: 'array', items: anyValue, description: 'Values at which they turn; empty unless `neither`' })
  breaksAt!: readonly unknown[];
}

/** A sweep; its points are there once it is completed. */
export class SweepDto extends ReplayedRunDto {
  @ApiProperty({ type: ShownSweepRequestDto, description: 'As it was sent, but for labels of single records' })
  declare request: object;
  @ApiProperty() param!: string;
  @ApiProperty({ ...anyValueOrNull, description: 'The value there is' }) current!: unknown;
  @ApiPropertyOptional({ type: String, nullable: true, description: 'Whose hits are counted; null: all rules' })
  rule?: string | null;
  @ApiPropertyOptional({ description: 'Absent: no record was evaluated' }) records?: SweepRecordsDto;
  @ApiPropertyOptional({ description: 'Equal requests over equal records give equal hashes' }) hash?: string;
  @ApiProperty({ type: [SweepPointDto], description: 'What each value comes to, in their order' })
  points!: readonly SweepPointDto[];
  @ApiProperty({
    type: 'array',
    items: anyValue,
    description: 'Values for which no other catches more with fewer false alarms',
  })
  frontier!: readonly unknown[];
  @ApiPropertyOptional({ description: 'How hits go along the values' }) monotone?: MonotoneDto;
  @ApiPropertyOptional({
    type: SweepPointDto,
    nullable: true,
    description: 'With `alertsPerDay`: the best point within it; null: there is none',
  })
  suggestion?: SweepPointDto | null;
  @ApiProperty({ type: [String] }) warnings!: readonly string[];
}

export class SweepStartedDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ format: 'uuid' }) sweepId!: string;
  @ApiProperty() sweep!: SweepDto;
}

export class SweepAnswerDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() sweep!: SweepDto;
}
