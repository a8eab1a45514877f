import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags, ApiProperty, ApiOperation } from '@nestjs/swagger';
import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import { ApiErrors, UuidParam, Query } from '../../../../platform/http/index.js';
import {
  MatchListDto,
  matchListView,
  ClauseAttributionDto,
  DecisionFlipDto,
  GainedAndLostDto,
} from '../../dry-runs/index.js';
import { CompareVersions, type Behaviour } from '../use-cases/compare-versions.js';
import { ComparedRecordsQuery, CompareVersionsQuery } from '../dto/monitoring.queries.js';
import type { TreeChange } from '../domain/version-diff.js';
import type { RuleOverlap } from '../persistence/rule-overlap.js';
import { RuleOverlapDto } from '../dto/statistics.dto.js';

class TreeChangeDto implements TreeChange {
  @ApiProperty({ enum: ['added', 'removed', 'changed'] }) kind!: TreeChange['kind'];
  @ApiProperty({ description: 'The changed part of the rule' }) at!: string;
  @ApiProperty({ example: 'threshold 4 → 3' }) words!: string;
}

class BaseAndHeadDto {
  @ApiProperty() base!: number;
  @ApiProperty() head!: number;
}

class BehaviourDto implements Behaviour {
  @ApiProperty({ enum: ['shadow', 'dry_run'] }) source!: Behaviour['source'];
  @ApiProperty({ format: 'date-time' }) from!: string;
  @ApiProperty({ format: 'date-time' }) to!: string;
  @ApiProperty({ description: 'Evaluations of both versions' }) records!: number;
  @ApiProperty({ description: 'Only head hits' }) gained!: number;
  @ApiProperty({ description: 'Only base hits' }) lost!: number;
  @ApiProperty({ description: 'Both hit' }) same!: number;
  @ApiProperty() unknown!: BaseAndHeadDto;
  @ApiProperty({ type: GainedAndLostDto, nullable: true, description: 'Those with a confirmed alert' })
  confirmed!: Behaviour['confirmed'];
  @ApiProperty({ type: [DecisionFlipDto], description: 'If head had been active instead of base' })
  decisionFlips!: Behaviour['decisionFlips'];
  @ApiProperty({ type: [ClauseAttributionDto] }) attribution!: Behaviour['attribution'];
  @ApiProperty({ description: 'The newest differing records of confirmed, decisionFlips and attribution' })
  explained!: number;
  @ApiProperty({
    type: String,
    nullable: true,
    description: '`null` below 1,000 records, or below 20 that differ',
  })
  verdict!: string | null;
}

class ComparisonDto {
  @ApiProperty() success!: true;
  @ApiProperty() base!: number;
  @ApiProperty() head!: number;
  @ApiProperty({ description: 'Unified' }) textDiff!: string;
  @ApiProperty({ type: [TreeChangeDto] }) treeDiff!: readonly TreeChange[];
  @ApiProperty({ type: BehaviourDto, nullable: true, description: '`null` if no record was seen by both' })
  behaviour!: Behaviour | null;
  @ApiProperty({ type: [RuleOverlapDto], description: 'Other rules that hit in the same evaluations' })
  overlap!: readonly RuleOverlap[];
}

/** Comparison of two versions of a rule. */
@ApiTags('rules')
@Controller('rules/:id/compare')
export class CompareController {
  constructor(private readonly comparing: CompareVersions) {}

  /** Returns the difference of the texts, and on how many records the versions had different results. */
  @Get()
  @ApiOperation({ summary: 'Compare two versions of a rule' })
  @RequirePermission('rules:read')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND')
  @ApiOkResponse({ type: ComparisonDto })
  async compare(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Rule') id: string,
    @Query() query: CompareVersionsQuery,
  ): Promise<ComparisonDto> {
    const { base, head } = query;
    const comparison = await this.comparing.compare(principal, id, query, new Date());
    return { success: true, base, head, ...comparison };
  }

  /** Returns the records behind the numbers, newest first. */
  @Get('matches')
  @ApiOperation({ summary: 'List the records of a comparison' })
  @RequirePermission('rules:read')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', 'OFFSET_TOO_LARGE', 'INVALID_CURSOR')
  @ApiOkResponse({ type: MatchListDto })
  async matches(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Rule') id: string,
    @Query() query: ComparedRecordsQuery,
  ): Promise<MatchListDto> {
    return matchListView(await this.comparing.matches(principal, id, query, new Date()));
  }
}
