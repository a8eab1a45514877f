import { ApiProperty } from '@nestjs/swagger';

import { EnumField } from '../http/index.js';
import type { Latency } from './latency-histogram.js';
import type { OperationCounts, ProcessFigureName } from './operation-figures.js';
import { type FigurePeriod, figurePeriods } from './transaction-figures.js';
import type { OperationsProcess, OperationsSeries, OperationsSummary, SeriesPoint } from './read-operations.js';

const milliseconds = { type: Number, nullable: true, description: '`null` if there was no payment' } as const;

class LatencyDto implements Latency {
  @ApiProperty({ type: 'integer' }) count!: number;
  @ApiProperty(milliseconds) p50Ms!: number | null;
  @ApiProperty(milliseconds) p95Ms!: number | null;
  @ApiProperty(milliseconds) p99Ms!: number | null;
}

class ProcessFiguresDto implements Readonly<Record<ProcessFigureName, number>> {
  @ApiProperty({ description: 'Evaluations waiting for a thread' }) engineWaiting!: number;
  @ApiProperty({ description: 'Messages being processed by threads' }) engineMessagesUnderWay!: number;
  @ApiProperty() engineThreads!: number;
  @ApiProperty({ description: 'Requests waiting for a database connection' }) databaseWaiting!: number;
  @ApiProperty() databaseBusy!: number;
  @ApiProperty() heapUsedBytes!: number;
  @ApiProperty() residentBytes!: number;
}

class OperationsProcessDto implements OperationsProcess {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ description: 'false: it is alive but did not report in time; its payments are missing here' })
  isHeard!: boolean;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) startedAt!: string | null;
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Start of its in-memory metrics of the organization; `null` if it decided nothing for it',
  })
  since!: string | null;
  @ApiProperty({ type: ProcessFiguresDto, nullable: true, description: 'For all work of the process' })
  figures!: ProcessFiguresDto | null;
}

class PaymentRateDto {
  @ApiProperty({ description: 'Decisions in the last 60 seconds' }) lastMinute!: number;
  @ApiProperty({ description: 'Decisions in the last five minutes' }) lastFiveMinutes!: number;
}

class OperationCountsDto implements OperationCounts {
  @ApiProperty() importsUnderWay!: number;
  @ApiProperty() dryRunsUnderWay!: number;
  @ApiProperty({ description: 'Rules with a tripped guard' }) guardsTripped!: number;
  @ApiProperty({ description: 'Rules with drifted inputs' }) rulesDrifted!: number;
  @ApiProperty({ description: 'Webhooks whose last delivery failed, or that were disabled because of failures' })
  webhooksFailing!: number;
  @ApiProperty({ description: 'Pending deliveries; at most 10,000' }) deliveriesWaiting!: number;
  @ApiProperty({ description: 'Age of the oldest event not yet turned into webhook deliveries' })
  outboxLagSeconds!: number;
  @ApiProperty({ description: 'Failing providers that were recently not called for the organization' })
  circuitsOpen!: number;
  @ApiProperty({ description: 'Evaluations of the last sample with another outcome when replayed' })
  replayDifferences!: number;
}

export class OperationsSummaryDto implements OperationsSummary {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ format: 'date-time' }) at!: string;
  @ApiProperty() payments!: PaymentRateDto;
  @ApiProperty({
    description: 'For single payments of the last five minutes, from the request to the stored decision',
  })
  latency!: LatencyDto;
  @ApiProperty() counts!: OperationCountsDto;
  @ApiProperty({ type: [OperationsProcessDto] }) processes!: readonly OperationsProcessDto[];
}

const figurePeriodNames = Object.keys(figurePeriods) as FigurePeriod[];

export class SeriesQuery {
  @EnumField(figurePeriodNames, 'FigurePeriod', { description: '`hour`: in steps of 5 seconds; `day`: by minute' })
  period: FigurePeriod = 'hour';
}

class SeriesPointDto extends LatencyDto implements SeriesPoint {
  @ApiProperty({ format: 'date-time', description: 'Start of the step' }) at!: string;
  @ApiProperty() payments!: number;
}

export class OperationsSeriesDto implements OperationsSeries {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ enum: figurePeriodNames, enumName: 'FigurePeriod' }) period!: FigurePeriod;
  @ApiProperty({ type: 'integer' }) stepSeconds!: number;
  @ApiProperty({ format: 'date-time' }) from!: string;
  @ApiProperty({ format: 'date-time', description: 'Exclusive' }) to!: string;
  @ApiProperty({ type: [SeriesPointDto], description: 'Steps without payments are omitted' })
  points!: readonly SeriesPointDto[];
  @ApiProperty({ type: [OperationsProcessDto] }) processes!: readonly OperationsProcessDto[];
}
