import { Body, Controller, Get, Patch, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiTags, ApiOperation } from '@nestjs/swagger';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../platform/auth/index.js';
import { ApiErrors, UuidParam, BodyExample } from '../../../platform/http/index.js';
import type { FastifyReply } from 'fastify';
import { ParametersDto, PendingChangeDto, shownOrPending } from '../rules/index.js';
import { TuneSharedMatrix } from './tune-shared-matrix.js';
import { TuneMatrixBody } from './sharing.bodies.js';
import { TunedMatrixDto } from './sharing.dto.js';

@ApiTags('risk matrices')
@Controller('risk-matrices/:id/params')
export class MatrixParamsController {
  constructor(private readonly tuning: TuneSharedMatrix) {}

  /** Returns the parameters used by rules of a matrix of the parent organization, with their values in this organization. */
  @Get()
  @ApiOperation({ summary: 'List the parameters of a shared risk matrix' })
  @RequirePermission('risk_matrices:read')
  @ApiErrors(['RISK_MATRIX_NOT_FOUND', 404], 'SHARED_RESOURCE_NOT_ENABLED')
  @ApiOkResponse({ type: ParametersDto })
  async read(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Risk matrix') id: string,
  ): Promise<ParametersDto> {
    return { success: true, params: await this.tuning.read(principal, id) };
  }

  /**
   * Sets the organization's own values of some parameters, within the ranges declared by the parent. Takes effect from the next evaluation.
   */
  @Patch()
  @ApiOperation({ summary: 'Set the parameters of a shared risk matrix' })
  @BodyExample({ values: { review_limit: { $money: '2000 USD' } }, reason: 'Smaller shops here' })
  @RequirePermission('rules:publish')
  @ApiErrors(
    'VALIDATION_ERROR',
    ['RISK_MATRIX_NOT_FOUND', 404],
    'SHARED_RESOURCE_NOT_ENABLED',
    'PARAM_NOT_FOUND',
    'PARAM_NOT_TUNABLE',
    'PARAM_OUT_OF_RANGE',
  )
  @ApiOkResponse({ type: TunedMatrixDto })
  @ApiAcceptedResponse({ type: PendingChangeDto, description: 'The change waits for a second person' })
  async change(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Risk matrix') id: string,
    @Body() { values, reason }: TuneMatrixBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TunedMatrixDto | PendingChangeDto> {
    const now = new Date();
    const result = await this.tuning.tune(principal, id, { values, reason }, now);
    return shownOrPending(reply, result, now, async (ruleSetVersion) => {
      return { success: true as const, params: await this.tuning.read(principal, id), ruleSetVersion };
    });
  }
}
