import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

import { anyValueOrNull, EnumField, Pagination, TextField, withPagination } from '../../../../platform/http/index.js';
import { executionStatuses, type ExecutionTrigger } from '../domain/execution.js';
import type { TestedNode, TestReport } from '../domain/test-report.js';
import type { ExecutionWithSteps } from '../use-cases/read-executions.js';
import type { HandRun } from '../use-cases/run-by-hand.js';
import type { TestOutcome } from '../use-cases/test-automation.js';

const time = { type: String, format: 'date-time', nullable: true } as const;

class ExecutionsFilters {
  @EnumField(executionStatuses, 'ExecutionStatus') status?: string;
}

/** Query of `GET /automations/{id}/executions`. */
export class ListExecutionsQuery extends withPagination(ExecutionsFilters) {}

/** Query of the page for continuing an execution. */
export class ContinueQuery {
  @TextField({ required: true, max: 200, description: 'callbackToken' }) token!: string;
}

class StepErrorDto {
  @ApiProperty() code!: string;
  @ApiProperty() message!: string;
}

class ExecutionStepDto {
  @ApiProperty() nodeId!: string;
  @ApiProperty({ enum: ['condition', 'action'] }) kind!: string;
  @ApiProperty({ type: String, nullable: true }) actionType!: string | null;
  @ApiProperty({ enum: ['completed', 'skipped', 'failed', 'waiting'] }) status!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    enum: ['true', 'false', 'unknown', null],
    description: 'Of a condition',
  })
  outcome!: string | null;
  @ApiProperty({
    ...anyValueOrNull,
    description: 'What the step created; for an unknown condition, the data that was missing',
  })
  result!: object | null;
  @ApiPropertyOptional() error?: StepErrorDto;
  @ApiProperty({ type: String, format: 'date-time' }) at!: Date;
}

class ExecutionDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ enum: [...executionStatuses], enumName: 'ExecutionStatus' }) status!: string;
  @ApiProperty({ type: String, nullable: true, description: 'Why it was cancelled' }) reason!: string | null;
  @ApiProperty() version!: number;
  @ApiProperty({ type: 'object', additionalProperties: true }) trigger!: ExecutionTrigger;
  @ApiProperty({ type: String, format: 'date-time' }) createdAt!: Date;
  @ApiProperty(time) startedAt!: Date | null;
  @ApiProperty(time) finishedAt!: Date | null;
  @ApiProperty({ type: [ExecutionStepDto] }) steps!: readonly ExecutionStepDto[];

  static from({ automationId: _named, steps, ...execution }: ExecutionWithSteps): ExecutionDto {
    return {
      ...execution,
      steps: steps.map(({ executionId: _of, error, ...step }) => ({ ...step, ...(error && { error }) })),
    };
  }
}

export class ExecutionPageDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [ExecutionDto] }) executions!: readonly ExecutionDto[];
  @ApiProperty() pagination!: Pagination;

  static of(rows: readonly ExecutionWithSteps[], pagination: Pagination): ExecutionPageDto {
    return { success: true, executions: rows.map((row) => ExecutionDto.from(row)), pagination };
  }
}

export class RunDto {
  @ApiProperty({ description: 'False if a step failed' }) success!: boolean;
  @ApiProperty() message!: string;
  @ApiProperty({ format: 'uuid' }) automationId!: string;
  @ApiProperty({ format: 'uuid' }) executionId!: string;
  @ApiPropertyOptional({ enum: [true], description: 'The execution waits for a person' }) waiting?: true;
  @ApiPropertyOptional({ description: 'Token that continues the execution once, within 7 days; shown only once' })
  callbackToken?: string;
  @ApiPropertyOptional() pausedAtStep?: number;
  @ApiPropertyOptional() totalSteps?: number;
  @ApiPropertyOptional({ type: String, nullable: true }) pausedAtNodeId?: string | null;
  @ApiPropertyOptional({ type: String, nullable: true }) nextNodeId?: string | null;

  static from({ automationId, executionId, status, token, state, totalSteps }: HandRun): RunDto {
    const message = messages[status];
    const named = { success: status !== 'failed', message, automationId, executionId };
    if (status !== 'waiting') return named;
    const { done = [], queue = [] } = state ?? {};
    const at = {
      pausedAtStep: done.length,
      totalSteps,
      pausedAtNodeId: done.at(-1) ?? null,
      nextNodeId: queue[0] ?? null,
    };
    return { ...named, waiting: true, ...(token !== null && { callbackToken: token }), ...at };
  }
}

const messages: Readonly<Record<HandRun['status'], string>> = {
  queued: 'The automation continues',
  running: 'The automation continues',
  taken_over: 'The automation continues',
  waiting: 'The automation waits for a person',
  completed: 'The automation is finished',
  failed: 'A step of the automation failed',
  cancelled: 'The automation was cancelled',
};

export class ContinuedDto {
  @ApiProperty({ description: 'False if a step failed or the execution was cancelled' }) success!: boolean;
  @ApiProperty({ format: 'uuid' }) executionId!: string;
  @ApiPropertyOptional({ enum: [true], description: 'The execution waits again' }) waiting?: true;
  @ApiPropertyOptional({ description: 'Token of the execution that waits again' }) callbackToken?: string;
  @ApiPropertyOptional({ description: 'Nothing is left to do' }) completed?: boolean;
  @ApiPropertyOptional({ type: String, nullable: true, description: 'The last completed step' })
  continuedToStep?: string | null;

  static from({ executionId, status, token, state }: HandRun): ContinuedDto {
    const isBroken = status === 'failed' || status === 'cancelled';
    return {
      ...{ success: !isBroken, executionId },
      ...(status === 'waiting' && { waiting: true, ...(token !== null && { callbackToken: token }) }),
      ...{ completed: status === 'completed' || isBroken, continuedToStep: state?.done.at(-1) ?? null },
    };
  }
}

export class CancelledDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ format: 'uuid' }) executionId!: string;
}

export class HookDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ format: 'uuid' }) executionId!: string;
}

const objects = { type: 'array', items: { type: 'object', additionalProperties: true } } as const;

class TestReportDto {
  @ApiProperty() records!: number;
  @ApiProperty(objects) startsPerDay!: TestReport['startsPerDay'];
  @ApiProperty(objects) nodes!: TestReport['nodes'];
  @ApiProperty({ type: 'object', additionalProperties: { type: 'number' } })
  unknownCauses!: TestReport['unknownCauses'];
  @ApiProperty(objects) samples!: TestReport['samples'];
  @ApiProperty({ description: "Of the enrichments that were reached, at today's prices" })
  estimatedCostCents!: number;
}

export class AutomationTestDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ enum: ['sample', 'record', 'history'] }) mode!: string;
  @ApiPropertyOptional({ ...objects, description: 'For a sample or a record: each node, reached or not' })
  nodes?: readonly TestedNode[];
  @ApiPropertyOptional({ description: 'Of a history' }) report?: TestReportDto;

  static from(outcome: TestOutcome): AutomationTestDto {
    if (outcome.mode !== 'history') return { success: true, mode: outcome.mode, nodes: outcome.tested.nodes };
    const { report, estimatedCostCents } = outcome;
    return { success: true, mode: 'history', report: { ...report, estimatedCostCents } };
  }
}
