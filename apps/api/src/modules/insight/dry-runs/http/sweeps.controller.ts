import { exampleSource } from '../../../rules/rules/index.js';
import { Controller, Delete, Get, HttpCode } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiOkResponse,
  ApiTags,
  ApiProperty,
  ApiPropertyOptional,
  OmitType,
  ApiOperation,
} from '@nestjs/swagger';
import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import {
  ApiErrors,
  notFound,
  Pagination,
  UuidParam,
  anyValue,
  anyValueOrNull,
  BodyExample,
  Query,
  providedFields,
} from '../../../../platform/http/index.js';
import { Post, PostBody } from '../../../../platform/idempotency/index.js';
import { sweepItem, sweepView } from '../domain/sweep-view.js';
import { ReadDryRuns } from '../use-cases/read-dry-runs.js';
import { StartSweep } from '../use-cases/start-sweep.js';
import { StartSweepBody, ListSweepsQuery, ReadSweepQuery, SweepMatchesQuery } from '../dto/dry-run.bodies.js';
import { EndedDryRunDto, ReplayedRunDto, ShownLabelsDto } from '../dto/dry-run.dto.js';

import { MatchListDto } from '../dto/match.dto.js';
import { toStoredFilter, matchListView } from './match-view.js';
import { ReplayBody, toReplayRequest, startErrors } from './replay-request.js';
import type { SweepReport } from '@tamis/dry-run';
import { amountsByCurrency, DecisionCountsDto, SweepRecordsDto } from '../dto/dry-run-figures.dto.js';

class ShownSweepRequestDto extends OmitType(StartSweepBody, ['labels']) {
  @ApiPropertyOptional() labels?: ShownLabelsDto;
}

class SweepPointDto {
  @ApiProperty(anyValue) value!: unknown;
  @ApiProperty({ description: 'For the rule, or else records that are not approved' }) hits!: number;
  @ApiProperty({ description: 'Of these, labelled as positive' }) positivesCaught!: number;
  @ApiProperty({ description: 'Of these, labelled as negative' }) falseAlarms!: number;
  @ApiProperty({ description: 'Records labelled as positive' }) positivesTotal!: number;
  @ApiProperty() unknown!: number;
  @ApiProperty({ description: 'For all rules, after `once per`' }) alertsPerDay!: number;
  @ApiProperty() analystHoursPerDay!: number;
  @ApiProperty() decisions!: DecisionCountsDto;
  @ApiProperty({ ...amountsByCurrency, description: 'Records that are not approved' }) amount!: Readonly<
    Record<string, string>
  >;
}

class MonotoneDto {
  @ApiProperty({ enum: ['rise', 'fall', 'level', 'neither'] }) hits!: SweepReport['monotone']['hits'];
  @ApiProperty({
    type: 'array',
    items: anyValue,
    description: 'Values at which the direction changes; empty unless `neither`',
  })
  breaksAt!: readonly unknown[];
}

/** A sweep without the results of its values. */
class SweepItemDto extends ReplayedRunDto {
  @ApiProperty({ type: ShownSweepRequestDto, description: 'As it was sent, without the labels of individual records' })
  declare request: object;
  @ApiProperty() param!: string;
  @ApiProperty({ ...anyValueOrNull, description: 'The current value' }) current!: unknown;
}

/** A sweep. It contains its points once it is completed. */
class SweepDto extends SweepItemDto {
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'The rule whose hits are counted; `null` for all rules',
  })
  rule?: string | null;
  @ApiPropertyOptional({ description: 'Absent if no record was evaluated' }) records?: SweepRecordsDto;
  @ApiPropertyOptional({ description: 'Equal requests over equal records give equal hashes' }) hash?: string;
  @ApiProperty({ type: [SweepPointDto], description: 'Results of each value, in order of the values' })
  points!: readonly SweepPointDto[];
  @ApiProperty({
    type: 'array',
    items: anyValue,
    description: 'Values for which no other value catches more with fewer false alarms',
  })
  frontier!: readonly unknown[];
  @ApiPropertyOptional({ description: 'How the number of hits changes with the value' }) monotone?: MonotoneDto;
  @ApiPropertyOptional({
    type: SweepPointDto,
    nullable: true,
    description: 'With `alertsPerDay`: the best point within the budget; `null` if there is none',
  })
  suggestion?: SweepPointDto | null;
  @ApiProperty({ type: [String] }) warnings!: readonly string[];
}

class SweepStartedDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ format: 'uuid' }) sweepId!: string;
  @ApiProperty() sweep!: SweepDto;
}

class SweepAnswerDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() sweep!: SweepDto;
}

class SweepListDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [SweepItemDto] }) sweeps!: readonly SweepItemDto[];
  @ApiProperty({ type: Pagination }) pagination!: Pagination;
}

/** Dry runs over many values of one parameter. */
@ApiTags('dry runs')
@Controller('rules/sweeps')
export class SweepsController {
  constructor(
    private readonly starting: StartSweep,
    private readonly reading: ReadDryRuns,
  ) {}

  /** Replays past records once for all values of a parameter. */
  @Post()
  @ApiOperation({ summary: 'Start a sweep over values of a parameter' })
  @BodyExample({
    source: exampleSource,
    param: 'limit',
    steps: 10,
    from: '2026-01-01T00:00:00Z',
    to: '2026-03-31T23:59:59Z',
  })
  @HttpCode(202)
  @RequirePermission('rules:execute')
  @ReplayBody()
  @ApiErrors(...startErrors)
  @ApiAcceptedResponse({ type: SweepStartedDto })
  async start(@CurrentPrincipal() principal: Principal, @PostBody() body: StartSweepBody): Promise<SweepStartedDto> {
    const now = new Date();
    const { values, steps } = providedFields(body);
    const request = { ...(await toReplayRequest(body)), param: body.param, values, steps };
    const run = await this.starting.start(principal, request, now);
    return { success: true, sweepId: run.id, sweep: sweepView(run, now) };
  }

  /** Returns sweeps, newest first, without results. */
  @Get()
  @ApiOperation({ summary: 'List sweeps' })
  @RequirePermission('rules:execute')
  @ApiErrors('VALIDATION_ERROR', 'OFFSET_TOO_LARGE', 'INVALID_CURSOR')
  @ApiOkResponse({ type: SweepListDto })
  async list(
    @CurrentPrincipal() { organizationId }: Principal,
    @Query() query: ListSweepsQuery,
  ): Promise<SweepListDto> {
    const { rows, pagination } = await this.reading.list(organizationId, 'sweep', query);
    const now = new Date();
    return { success: true, sweeps: rows.map((run) => sweepItem(run, now)), pagination };
  }

  @Get(':id')
  @ApiOperation({ summary: 'Read the results of a sweep' })
  @RequirePermission('rules:execute')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND')
  @ApiOkResponse({ type: SweepAnswerDto })
  async get(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Sweep') id: string,
    @Query() { alertsPerDay, ruleKey }: ReadSweepQuery,
  ): Promise<SweepAnswerDto> {
    const run = await this.reading.find(principal, 'sweep', id);
    if (ruleKey !== undefined && !Object.hasOwn(run.candidate.contentHashes, ruleKey)) throw notFound('Rule');
    return { success: true, sweep: sweepView(run, new Date(), { alertsPerDay, ruleKey }) };
  }

  /** Returns the records that a value would add or remove compared with the current value. */
  @Get(':id/matches')
  @ApiOperation({ summary: 'List the records behind a value of a sweep' })
  @RequirePermission('rules:execute')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', 'OFFSET_TOO_LARGE', 'INVALID_CURSOR')
  @ApiOkResponse({ type: MatchListDto })
  async matches(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Sweep') id: string,
    @Query() query: SweepMatchesQuery,
  ): Promise<MatchListDto> {
    return matchListView(await this.reading.sweepMatches(principal, id, toStoredFilter(query)));
  }

  /** Cancels an unfinished sweep, or deletes the results of a finished one. */
  @Delete(':id')
  @ApiOperation({ summary: 'Cancel a sweep or delete its results' })
  @RequirePermission('rules:execute')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', 'DRY_RUN_IN_USE')
  @ApiOkResponse({ type: EndedDryRunDto })
  async end(@CurrentPrincipal() principal: Principal, @UuidParam('id', 'Sweep') id: string): Promise<EndedDryRunDto> {
    return { success: true, id, status: await this.reading.cancelOrRemove(principal, 'sweep', id, new Date()) };
  }
}
