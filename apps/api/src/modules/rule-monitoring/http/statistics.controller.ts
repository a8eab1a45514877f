import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../platform/auth/index.js';
import { ApiErrors, UuidParam } from '../../../platform/http/index.js';
import { ReadStatistics } from '../use-cases/read-statistics.js';
import { WatchDrift } from '../use-cases/watch-drift.js';
import { DriftDto } from './drift.dto.js';
import { AllRuleStatsDto, RuleStatsDto } from './statistics.dto.js';
import { AllRuleStatsQuery, RuleStatsQuery } from './stats.query.js';

@ApiTags('rules')
@Controller('rules')
export class StatisticsController {
  constructor(
    private readonly statistics: ReadStatistics,
    private readonly watching: WatchDrift,
  ) {}

  /** What each rule came to; the rules are those of a page of `GET /rules`. */
  @Get('stats')
  @RequirePermission('rules:read')
  @ApiErrors('VALIDATION_ERROR')
  @ApiOkResponse({ type: AllRuleStatsDto })
  async all(
    @CurrentPrincipal() { organizationId }: Principal,
    @Query() query: AllRuleStatsQuery,
  ): Promise<AllRuleStatsDto> {
    const { rows, total, asOf } = await this.statistics.all(organizationId, query, new Date());
    const { page, pageSize } = query;
    return { success: true, rules: rows, total, page, pageSize, totalPages: Math.ceil(total / pageSize), asOf };
  }

  /** How often the rule was evaluated, was a hit, was unknown and raised alerts, by time. */
  @Get(':id/stats')
  @RequirePermission('rules:read')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND')
  @ApiOkResponse({ type: RuleStatsDto })
  async one(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Rule') id: string,
    @Query() query: RuleStatsQuery,
  ): Promise<RuleStatsDto> {
    return { success: true, ...(await this.statistics.one(organizationId, id, query, new Date())) };
  }

  /** Whether the rule, and what it reads, are what they were when it was put in force. */
  @Get(':id/drift')
  @RequirePermission('rules:read')
  @ApiErrors('NOT_FOUND')
  @ApiOkResponse({ type: DriftDto })
  async drift(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Rule') id: string,
  ): Promise<DriftDto> {
    return { success: true, ...(await this.watching.read(organizationId, id, new Date())) };
  }
}
