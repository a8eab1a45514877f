import { Body, Controller, Put } from '@nestjs/common';
import { ApiOkResponse, ApiProperty, type ApiPropertyOptions, ApiTags, ApiOperation } from '@nestjs/swagger';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import {
  ApiErrors,
  RouteSettings,
  UuidArrayField,
  UuidParam,
  BodyExample,
  exampleId,
} from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { ChangeEntity } from '../use-cases/change-entity.js';

/** `PUT /entities/{id}/risk-matrices`. */
export class EntityMatricesBody {
  @UuidArrayField({
    required: true,
    max: limits.riskMatrixIds,
    description:
      'In the order of evaluation; while none of them is active, no rules are evaluated. Empty: the default matrices apply',
  })
  riskMatrixIds!: string[];
}

const ids: ApiPropertyOptions = { type: [String], format: 'uuid' };

class EntityMatricesDto {
  @ApiProperty({ format: 'uuid' }) entityId!: string;
  @ApiProperty(ids) riskMatrixIds!: readonly string[];
  @ApiProperty(ids) previousRiskMatrixIds!: readonly string[];
}

export class EntityMatricesAnswerDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() data!: EntityMatricesDto;
}

@ApiTags('entities')
@Controller('entities')
export class EntityMatricesController {
  constructor(private readonly changeEntity: ChangeEntity) {}

  /** Assigns exactly these matrices: they are used for the entity unless a request names others. */
  @Put(':id/risk-matrices')
  @ApiOperation({ summary: 'Assign risk matrices to an entity' })
  @BodyExample({ riskMatrixIds: [exampleId] })
  @RequirePermission('entities:edit')
  @RouteSettings({ errorShape: 'entity' })
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', 'RISK_MATRIX_NOT_FOUND', 'SHARED_RESOURCE_NOT_ENABLED')
  @ApiOkResponse({ type: EntityMatricesAnswerDto })
  async assign(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Entity') id: string,
    @Body() body: EntityMatricesBody,
  ): Promise<EntityMatricesAnswerDto> {
    const riskMatrixIds = [...new Set(body.riskMatrixIds)];
    const { before, after } = await this.changeEntity.change(principal, { id }, () => ({ riskMatrixIds }), new Date());
    const { riskMatrixIds: previousRiskMatrixIds } = before;
    return { success: true, data: { entityId: id, riskMatrixIds: after.riskMatrixIds, previousRiskMatrixIds } };
  }
}
