import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags, ApiProperty, ApiOperation } from '@nestjs/swagger';
import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import { ApiErrors, UuidParam, Query } from '../../../../platform/http/index.js';
import { ReadStatistics } from '../use-cases/read-statistics.js';
import { WatchDrift } from '../use-cases/watch-drift.js';
import { AllRuleStatsDto, RuleStatsDto } from '../dto/statistics.dto.js';
import { AllRuleStatsQuery, RuleStatsQuery } from '../dto/monitoring.queries.js';
import { type Drift, driftStatuses, type DriftStatus, type InputDrift } from '../domain/drift.js';

const share = { type: Number, nullable: true } as const;

class DriftReferenceDto {
  @ApiProperty({ format: 'date-time' }) from!: string;
  @ApiProperty({ format: 'date-time' }) to!: string;
  @ApiProperty({ format: 'uuid', required: false, description: 'Source of the expected rates' })
  dryRunId?: string;
}

class DriftWindowDto {
  @ApiProperty({ format: 'date-time' }) from!: string;
  @ApiProperty({ format: 'date-time' }) to!: string;
}

class UnknownRateDto {
  @ApiProperty(share) expected!: number | null;
  @ApiProperty(share) observed!: number | null;
}

class HitRateDto extends UnknownRateDto {
  @ApiProperty({ ...share, description: 'Observed divided by expected' }) factor!: number | null;
}

class FillRateDto {
  @ApiProperty({ ...share, description: '`null` below 100 records' }) reference!: number | null;
  @ApiProperty({ ...share, description: '`null` below 100 records' }) now!: number | null;
}

class InputDriftDto implements InputDrift {
  @ApiProperty() path!: string;
  @ApiProperty() fillRate!: FillRateDto;
  @ApiProperty({ ...share, description: 'Population stability index; `null` below 200 values' }) psi!: number | null;
  @ApiProperty({ enum: driftStatuses, enumName: 'DriftStatus' }) status!: DriftStatus;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    description: 'The `value`, or the range `from` (inclusive) to `below` (exclusive), whose share changed most',
  })
  topChange!: InputDrift['topChange'];
}

class DriftDto implements Drift {
  @ApiProperty() success!: true;
  @ApiProperty({ enum: driftStatuses, enumName: 'DriftStatus' }) status!: DriftStatus;
  @ApiProperty({ type: DriftReferenceDto, nullable: true, description: '`null` if the version is too new' })
  reference!: Drift['reference'];
  @ApiProperty() window!: DriftWindowDto;
  @ApiProperty() hitRate!: HitRateDto;
  @ApiProperty() unknownRate!: UnknownRateDto;
  @ApiProperty({ type: [InputDriftDto], description: 'Fields that the rule reads' }) inputs!: readonly InputDriftDto[];
}

@ApiTags('rules')
@Controller('rules')
export class StatisticsController {
  constructor(
    private readonly statistics: ReadStatistics,
    private readonly watching: WatchDrift,
  ) {}

  /** Returns statistics of each rule on a page of `GET /rules`. */
  @Get('stats')
  @ApiOperation({ summary: 'Read statistics of all rules' })
  @RequirePermission('rules:read')
  @ApiErrors('VALIDATION_ERROR')
  @ApiOkResponse({ type: AllRuleStatsDto })
  async all(
    @CurrentPrincipal() { organizationId }: Principal,
    @Query() query: AllRuleStatsQuery,
  ): Promise<AllRuleStatsDto> {
    const { rows, total, asOf } = await this.statistics.list(organizationId, query, new Date());
    const { page, pageSize } = query;
    return { success: true, rules: rows, total, page, pageSize, totalPages: Math.ceil(total / pageSize), asOf };
  }

  /** Returns how often the rule was evaluated, hit, was unknown and raised alerts, over time. */
  @Get(':id/stats')
  @ApiOperation({ summary: 'Read statistics of a rule' })
  @RequirePermission('rules:read')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND')
  @ApiOkResponse({ type: RuleStatsDto })
  async one(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Rule') id: string,
    @Query() query: RuleStatsQuery,
  ): Promise<RuleStatsDto> {
    return { success: true, ...(await this.statistics.get(organizationId, id, query, new Date())) };
  }

  /** Returns whether the rule, and the data it reads, have changed since it was put in force. */
  @Get(':id/drift')
  @ApiOperation({ summary: 'Read the drift of the data that a rule reads' })
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
