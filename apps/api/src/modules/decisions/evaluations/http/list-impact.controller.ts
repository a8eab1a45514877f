import { Controller, HttpCode } from '@nestjs/common';
import { ApiOkResponse, ApiTags, ApiProperty, ApiOperation } from '@nestjs/swagger';
import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import { ApiErrors, UuidParam, BodyExample } from '../../../../platform/http/index.js';
import { Post, PostBody } from '../../../../platform/idempotency/index.js';
import { MeasureListImpact, type ListImpact, type ValueImpact } from '../use-cases/measure-list-impact.js';
import { ListImpactBody } from '../dto/evaluation.queries.js';

const decision = { enum: ['APPROVE', 'REVIEW_REQUIRED', 'HOLD', 'REJECT'], enumName: 'Decision' };

class DecisionChangeDto {
  @ApiProperty(decision) from!: string;
  @ApiProperty(decision) to!: string;
  @ApiProperty() count!: number;
}

class ValueImpactDto implements ValueImpact {
  @ApiProperty() value!: string;
  @ApiProperty({ description: 'Whether it is on the list now' }) alreadyListed!: boolean;
  @ApiProperty({ description: 'Records whose last evaluation looked it up' }) records!: number;
  @ApiProperty({ type: [DecisionChangeDto] }) decisionsChanged!: readonly DecisionChangeDto[];
  @ApiProperty() alertsAdded!: number;
  @ApiProperty({ type: [String], format: 'uuid', description: 'Records with another decision, newest first' })
  sample!: readonly string[];
}

class ListImpactDto implements ListImpact {
  @ApiProperty({ type: [ValueImpactDto] }) items!: readonly ValueImpactDto[];
  @ApiProperty({ description: 'Evaluations that used the list' }) runs!: number;
  @ApiProperty({ description: 'Whether there are older ones that were not examined' }) isTruncated!: boolean;
}

class ListImpactAnswerDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() data!: ListImpactDto;
}

@ApiTags('data lists')
@Controller('data-lists/:id/impact')
export class ListImpactController {
  constructor(private readonly impact: MeasureListImpact) {}

  /**
   * Returns what the evaluations of the last days would have decided with these values on the list, using the rules of that time. Nothing
   * is stored.
   */
  @Post('', { waitsOutside: true })
  @ApiOperation({ summary: 'Show what values on a data list would have changed' })
  @BodyExample({ values: ['acme@example.com'], days: 30 })
  @HttpCode(200)
  @RequirePermission('rules:execute')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', 'SERVICE_UNAVAILABLE')
  @ApiOkResponse({ type: ListImpactAnswerDto })
  async preview(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Data list') id: string,
    @PostBody() { values, days }: ListImpactBody,
  ): Promise<ListImpactAnswerDto> {
    return { success: true, data: await this.impact.measure(principal, id, { values, days: days ?? 90 }, new Date()) };
  }
}
