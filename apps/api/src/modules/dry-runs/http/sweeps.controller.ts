import { Body, Controller, Delete, Get, HttpCode, Query } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../platform/auth/index.js';
import { ApiErrors, notFound, RouteSettings, UuidParam } from '../../../platform/http/index.js';
import { Post } from '../../../platform/idempotency/index.js';
import { dryRunLimits } from '../domain/dry-run-limits.js';
import { sweepView } from '../domain/sweep-view.js';
import { ReadDryRuns } from '../use-cases/read-dry-runs.js';
import { StartSweep } from '../use-cases/start-sweep.js';
import { StartSweepBody } from './dry-run.bodies.js';
import { EndedDryRunDto } from './dry-run.dto.js';
import { ReadSweepQuery, SweepMatchesQuery } from './dry-run.queries.js';
import { MatchListDto } from './match.dto.js';
import { asStored, matchListView } from './match-view.js';
import { replayRequest, startErrors } from './replay-request.js';
import { SweepAnswerDto, SweepStartedDto } from './sweep.dto.js';

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
  @HttpCode(202)
  @RequirePermission('rules:execute')
  @RouteSettings({ bodyBytes: dryRunLimits.bodyBytes })
  @ApiErrors(...startErrors)
  @ApiAcceptedResponse({ type: SweepStartedDto })
  async start(@CurrentPrincipal() principal: Principal, @Body() body: StartSweepBody): Promise<SweepStartedDto> {
    const now = new Date();
    const { param, values, steps } = body;
    const run = await this.starting.run(principal, { ...replayRequest(body), param, values, steps }, now);
    return { success: true, sweepId: run.id, sweep: sweepView(run, now) };
  }

  @Get(':id')
  @RequirePermission('rules:execute')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND')
  @ApiOkResponse({ type: SweepAnswerDto })
  async get(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Sweep') id: string,
    @Query() { alertsPerDay, ruleKey }: ReadSweepQuery,
  ): Promise<SweepAnswerDto> {
    const run = await this.reading.one(organizationId, 'sweep', id);
    if (ruleKey !== undefined && !Object.hasOwn(run.candidate.contentHashes, ruleKey)) throw notFound('Rule');
    return { success: true, sweep: sweepView(run, new Date(), { alertsPerDay, ruleKey }) };
  }

  /** The records that a value would add or drop, against the value there is. */
  @Get(':id/matches')
  @RequirePermission('rules:execute')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', 'OFFSET_TOO_LARGE', 'INVALID_CURSOR')
  @ApiOkResponse({ type: MatchListDto })
  async matches(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Sweep') id: string,
    @Query() query: SweepMatchesQuery,
  ): Promise<MatchListDto> {
    return matchListView(await this.reading.sweepMatches(organizationId, id, asStored(query)));
  }

  /** Cancels one that is not finished; removes the results of one that is. */
  @Delete(':id')
  @RequirePermission('rules:execute')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', 'DRY_RUN_IN_USE')
  @ApiOkResponse({ type: EndedDryRunDto })
  async end(@CurrentPrincipal() principal: Principal, @UuidParam('id', 'Sweep') id: string): Promise<EndedDryRunDto> {
    return { success: true, id, status: await this.reading.end(principal, 'sweep', id, new Date()) };
  }
}
