import { ApiProperty } from '@nestjs/swagger';

import { EnumField } from '../http/index.js';
import type { Latency } from './latency-histogram.js';
import type { OperationCounts, ProcessFigureName } from './operation-figures.js';
import { type FigurePeriod, figurePeriods } from './transaction-figures.js';
import type { OperationsProcess, OperationsSeries, OperationsSummary, SeriesPoint } from './read-operations.js';

const milliseconds = { type: Number, nullable: true, description: 'Null: there was no payment' } as const;

class LatencyDto implements Latency {
  @ApiProperty({ type: 'integer' }) count!: number;
  @ApiProperty(milliseconds) p50Ms!: number | null;
  @ApiProperty(milliseconds) p95Ms!: number | null;
  @ApiProperty(milliseconds) p99Ms!: number | null;
}

class ProcessFiguresDto implements Readonly<Record<ProcessFigureName, number>> {
  @ApiProperty({ description: 'Evaluations that wait for a thread' }) engineWaiting!: number;
  @ApiProperty({ description: 'Messages that threads have' }) engineMessagesUnderWay!: number;
  @ApiProperty() engineThreads!: number;
  @ApiProperty({ description: 'What waits for a connection to the database' }) databaseWaiting!: number;
  @ApiProperty() databaseBusy!: number;
  @ApiProperty() heapUsedBytes!: number;
  @ApiProperty() residentBytes!: number;
}

class OperationsProcessDto implements OperationsProcess {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ description: 'false: it runs, and said nothing in time; its payments are missing here' })
  isHeard!: boolean;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) startedAt!: string | null;
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Since when it keeps figures of the organization, in memory; null: it decided nothing of it',
  })
  since!: string | null;
  @ApiProperty({ type: ProcessFiguresDto, nullable: true, description: 'Of all that the process does' })
  figures!: ProcessFiguresDto | null;
}

class PaymentRateDto {
  @ApiProperty({ description: 'Decided in the last 60 seconds' }) lastMinute!: number;
  @ApiProperty({ description: 'Decided in the last five minutes' }) lastFiveMinutes!: number;
}

class OperationCountsDto implements OperationCounts {
  @ApiProperty() importsUnderWay!: number;
  @ApiProperty() dryRunsUnderWay!: number;
  @ApiProperty({ description: 'Rules whose guard has tripped and was not undone' }) guardsTripped!: number;
  @ApiProperty({ description: 'Rules of which an input has drifted' }) rulesDrifted!: number;
  @ApiProperty({ description: 'Webhooks whose last delivery failed, or that were switched off for it' })
  webhooksFailing!: number;
  @ApiProperty({ description: 'Deliveries that are due or come later; 10,000 at most' }) deliveriesWaiting!: number;
  @ApiProperty({ description: 'Age of the oldest event that webhooks were not told of' }) outboxLagSeconds!: number;
  @ApiProperty({ description: 'Providers that the organization was lately turned away from, as they fail' })
  circuitsOpen!: number;
  @ApiProperty({ description: 'Evaluations of the last sample that came to something else when decided again' })
  replayDifferences!: number;
}

export class OperationsSummaryDto implements OperationsSummary {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ format: 'date-time' }) at!: string;
  @ApiProperty() payments!: PaymentRateDto;
  @ApiProperty({
    description: 'Of payments of the last five minutes that came alone, from the request to the stored decision',
  })
  latency!: LatencyDto;
  @ApiProperty() counts!: OperationCountsDto;
  @ApiProperty({ type: [OperationsProcessDto] }) processes!: readonly OperationsProcessDto[];
}

const figurePeriodNames = Object.keys(figurePeriods) as FigurePeriod[];

export class SeriesQuery {
  @EnumField(figurePeriodNames, 'FigurePeriod', { description: '`hour`: by 5 seconds; `day`: by minutes' })
  period: FigurePeriod = 'hour';
}

class SeriesPointDto extends LatencyDto implements SeriesPoint {
  @ApiProperty({ format: 'date-time', description: 'When the step begins' }) at!: string;
  @ApiProperty() payments!: number;
}

export class OperationsSeriesDto implements OperationsSeries {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ enum: figurePeriodNames, enumName: 'FigurePeriod' }) period!: FigurePeriod;
  @ApiProperty({ type: 'integer' }) stepSeconds!: number;
  @ApiProperty({ format: 'date-time' }) from!: string;
  @ApiProperty({ format: 'date-time', description: 'Exclusive' }) to!: string;
  @ApiProperty({ type: [SeriesPointDto], description: 'Steps without payments are left out' })
  points!: readonly SeriesPointDto[];
  @ApiProperty({ type: [OperationsProcessDto] }) processes!: readonly OperationsProcessDto[];
}
