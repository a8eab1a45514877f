import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../platform/auth/index.js';
import { ApiErrors, UuidParam } from '../../../platform/http/index.js';
import { MatchListDto, matchListView } from '../../dry-runs/index.js';
import { CompareVersions } from '../use-cases/compare-versions.js';
import { ComparisonDto } from './compare.dto.js';
import { ComparedRecordsQuery, CompareVersionsQuery } from './compare.query.js';

/** Two versions of a rule beside each other. */
@ApiTags('rules')
@Controller('rules/:id/compare')
export class CompareController {
  constructor(private readonly comparing: CompareVersions) {}

  /** What differs in the text, and on which records they came to something else. */
  @Get()
  @RequirePermission('rules:read')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND')
  @ApiOkResponse({ type: ComparisonDto })
  async compare(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Rule') id: string,
    @Query() query: CompareVersionsQuery,
  ): Promise<ComparisonDto> {
    const { base, head } = query;
    const comparison = await this.comparing.compare(organizationId, id, query, new Date());
    return { success: true, base, head, ...comparison };
  }

  /** The records behind the numbers, the newest first. */
  @Get('matches')
  @RequirePermission('rules:read')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', 'OFFSET_TOO_LARGE', 'INVALID_CURSOR')
  @ApiOkResponse({ type: MatchListDto })
  async matches(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Rule') id: string,
    @Query() query: ComparedRecordsQuery,
  ): Promise<MatchListDto> {
    return matchListView(await this.comparing.matches(organizationId, id, query, new Date()));
  }
}
