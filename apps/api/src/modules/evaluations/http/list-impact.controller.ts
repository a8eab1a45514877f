import { Body, Controller, HttpCode } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../platform/auth/index.js';
import { ApiErrors, UuidParam } from '../../../platform/http/index.js';
import { Post } from '../../../platform/idempotency/index.js';
import { ListImpactOf } from '../use-cases/list-impact.js';
import { ListImpactBody } from './list-impact.body.js';
import { ListImpactAnswerDto } from './list-impact.dto.js';

@ApiTags('data lists')
@Controller('data-lists/:id/impact')
export class ListImpactController {
  constructor(private readonly impact: ListImpactOf) {}

  /** What runs of the last days would have decided with the values on the list, by the rules they had. Nothing is stored. */
  @Post()
  @HttpCode(200)
  @RequirePermission('rules:execute')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', 'SERVICE_UNAVAILABLE')
  @ApiOkResponse({ type: ListImpactAnswerDto })
  async preview(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Data list') id: string,
    @Body() { values, days }: ListImpactBody,
  ): Promise<ListImpactAnswerDto> {
    return { success: true, data: await this.impact.run(principal, id, { values, days: days ?? 90 }, new Date()) };
  }
}
