import { exampleSource } from '../../../rules/rules/index.js';
import { Controller, Delete, Get, HttpCode } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiTags, ApiOperation } from '@nestjs/swagger';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import { ApiErrors, UuidParam, BodyExample, Query } from '../../../../platform/http/index.js';
import { Post, PostBody } from '../../../../platform/idempotency/index.js';
import { dryRunItem, dryRunView } from '../domain/dry-run-view.js';
import { ExplainMatch } from '../use-cases/explain-match.js';
import { ReadDryRuns } from '../use-cases/read-dry-runs.js';
import { StartDryRun } from '../use-cases/start-dry-run.js';
import { StartDryRunBody, ListDryRunsQuery, ListMatchesQuery, MatchFilterQuery } from '../dto/dry-run.bodies.js';
import { DryRunAnswerDto, DryRunListDto, DryRunStartedDto, EndedDryRunDto } from '../dto/dry-run.dto.js';

import { ExplainedMatchDto, MatchCountsDto, MatchListDto } from '../dto/match.dto.js';
import { toStoredFilter, matchCountsView, matchListView, matchView } from './match-view.js';
import { ReplayBody, toReplayRequest, startErrors } from './replay-request.js';

/** Dry runs: the results that past records would have had. */
@ApiTags('dry runs')
@Controller('rules/dry-runs')
export class DryRunsController {
  constructor(
    private readonly starting: StartDryRun,
    private readonly reading: ReadDryRuns,
    private readonly explaining: ExplainMatch,
  ) {}

  /** Replays past records with a candidate and a baseline, each record as it was at its time. */
  @Post()
  @ApiOperation({ summary: 'Start a dry run of rules on past records' })
  @BodyExample({ source: exampleSource, from: '2026-01-01T00:00:00Z', to: '2026-03-31T23:59:59Z', name: 'A quarter' })
  @HttpCode(202)
  @RequirePermission('rules:execute')
  @ReplayBody()
  @ApiErrors(...startErrors)
  @ApiAcceptedResponse({ type: DryRunStartedDto })
  async start(@CurrentPrincipal() principal: Principal, @PostBody() body: StartDryRunBody): Promise<DryRunStartedDto> {
    const now = new Date();
    const run = await this.starting.start(principal, await toReplayRequest(body), now);
    return { success: true, dryRunId: run.id, dryRun: dryRunView(run, now) };
  }

  /** Returns dry runs, newest first, without results. */
  @Get()
  @ApiOperation({ summary: 'List dry runs' })
  @RequirePermission('rules:execute')
  @ApiErrors('VALIDATION_ERROR', 'OFFSET_TOO_LARGE', 'INVALID_CURSOR')
  @ApiOkResponse({ type: DryRunListDto })
  async list(
    @CurrentPrincipal() { organizationId }: Principal,
    @Query() query: ListDryRunsQuery,
  ): Promise<DryRunListDto> {
    const { rows, pagination } = await this.reading.list(organizationId, 'dry_run', query);
    const now = new Date();
    return { success: true, dryRuns: rows.map((run) => dryRunItem(run, now)), pagination };
  }

  @Get(':id')
  @ApiOperation({ summary: 'Read the results of a dry run' })
  @RequirePermission('rules:execute')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND')
  @ApiOkResponse({ type: DryRunAnswerDto })
  async get(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Dry run') id: string,
  ): Promise<DryRunAnswerDto> {
    return { success: true, dryRun: dryRunView(await this.reading.find(principal, 'dry_run', id), new Date()) };
  }

  /** Returns the records behind the figures. */
  @Get(':id/matches')
  @ApiOperation({ summary: 'List the records behind the numbers of a dry run' })
  @RequirePermission('rules:execute')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', 'OFFSET_TOO_LARGE', 'INVALID_CURSOR')
  @ApiOkResponse({ type: MatchListDto })
  async matches(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Dry run') id: string,
    @Query() query: ListMatchesQuery,
  ): Promise<MatchListDto> {
    return matchListView(await this.reading.matches(principal, id, toStoredFilter(query)));
  }

  /** Returns, for each decision, day, group, rule and clause, how many records would remain if it were chosen as a filter. */
  @Get(':id/counts')
  @ApiOperation({ summary: 'Count the records behind the numbers of a dry run' })
  @RequirePermission('rules:execute')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND')
  @ApiOkResponse({ type: MatchCountsDto })
  async counts(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Dry run') id: string,
    @Query() query: MatchFilterQuery,
  ): Promise<MatchCountsDto> {
    return matchCountsView(await this.reading.counts(principal, id, toStoredFilter(query)));
  }

  /** Explains the results of both sides for one record. */
  @Get(':id/matches/:recordId')
  @ApiOperation({ summary: 'Explain the results of both sides for a record' })
  @RequirePermission('rules:execute')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND')
  @ApiOkResponse({ type: ExplainedMatchDto })
  async explain(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Dry run') id: string,
    @UuidParam('recordId', 'Match') recordId: string,
  ): Promise<ExplainedMatchDto> {
    const { matches, baseline, candidate, unexplained } = await this.explaining.explain(principal, id, recordId);
    return { success: true, matches: matches.map(matchView), baseline, candidate, ...(unexplained && { unexplained }) };
  }

  /** Cancels an unfinished dry run, or deletes the results of a finished one. */
  @Delete(':id')
  @ApiOperation({ summary: 'Cancel a dry run or delete its results' })
  @RequirePermission('rules:execute')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', 'DRY_RUN_IN_USE')
  @ApiOkResponse({ type: EndedDryRunDto })
  async end(@CurrentPrincipal() principal: Principal, @UuidParam('id', 'Dry run') id: string): Promise<EndedDryRunDto> {
    return { success: true, id, status: await this.reading.cancelOrRemove(principal, 'dry_run', id, new Date()) };
  }
}
