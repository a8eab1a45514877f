import { Body, Controller, Delete, HttpCode, Param, Patch, Req } from '@nestjs/common';
import { ApiOkResponse, ApiTags, ApiOperation } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import {
  assertPermission,
  CurrentPrincipal,
  type Principal,
  RequirePermission,
} from '../../../../platform/auth/index.js';
import {
  ApiErrors,
  RouteSettings,
  UuidParam,
  invalid,
  providedFields,
  BodyExample,
} from '../../../../platform/http/index.js';
import { Post } from '../../../../platform/idempotency/index.js';
import type { EntityPatch } from '../domain/entity-patch.js';
import type { EntityRow } from '../persistence/entity-row.js';
import { ChangeEntity } from '../use-cases/change-entity.js';
import { entityView } from '../use-cases/change-events.js';
import type { EntityKey } from '../use-cases/get-entity.js';
import { RestoreEntity } from '../use-cases/restore-entity.js';
import { ChangeAttributesBody, ChangeEntityBody } from '../dto/change-entity.bodies.js';
import {
  ChangedAttributesDto,
  ChangedEntityDto,
  DeletedEntityDto,
  RestoredEntityDto,
} from '../dto/entity-changes.dto.js';
import { toChangedAttributesDto, toChangedEntityDto } from './changed-entity-view.js';
import { limits } from '../../../../platform/limits.js';
import { partyTypes } from '../domain/entity-enumerations.js';
import { findForeignData, nationalityOf, objectText, readMatrixIds, readRiskFactors } from '../dto/read-entity-body.js';

/** Converts a validated body to the patch of one entity; `json` is its text, for the parts that are stored verbatim. */
function readEntityPatch(body: ChangeEntityBody, json: string, entity: EntityRow): EntityPatch {
  const entityDataJson = objectText(json, 'entityData') ?? undefined;
  const reason = body.reason?.trim();
  const problems = {
    ...(entityDataJson !== undefined && findForeignData(entity.type, entityDataJson)),
    ...(entityDataJson !== undefined && entity.type === 'payment_method' && paymentMethodProblem),
    ...(reason !== undefined && reason.length < limits.reasonMinCharacters && reasonProblem),
    ...(body.taxId != null && !isParty(entity) && { taxId: 'only a person or a company has a tax id' }),
  };
  if (Object.keys(problems).length > 0) throw invalid(problems);
  const { name, countryCode, status, isClient, statusLocked } = providedFields(body);
  return defined({
    ...{ name, status, isClient, statusLocked, reason },
    taxId: body.taxId,
    countryCode: countryCode?.toUpperCase(),
    nationality:
      body.nationality === undefined ? (nationalityOf(body) ?? undefined) : (body.nationality?.toUpperCase() ?? null),
    email: body.email,
    phone: body.phone,
    registrationDate: body.registrationDate,
    expiresAt: body.expiresAt,
    riskMatrixIds: readMatrixIds(body),
    ...readRiskFactors(body.riskFactors, json),
    attributesJson: objectText(json, 'attributes') ?? undefined,
    entityDataJson,
    operationalHoursJson: body.operationalHours === undefined ? undefined : objectText(json, 'operationalHours'),
    skipRulesExecution: body.skipRulesExecution ?? false,
  });
}

/** Converts a validated body to the patch of attributes. */
function readAttributesPatch({ mode, skipRulesExecution }: ChangeAttributesBody, json: string): EntityPatch {
  const text = objectText(json, 'attributes')!;
  return {
    ...(mode === 'replace' ? { newAttributesJson: text } : { attributesJson: text }),
    attributesOnly: true,
    skipRulesExecution: skipRulesExecution ?? false,
  };
}

const isParty = ({ type }: EntityRow): boolean => (partyTypes as readonly string[]).includes(type);

// The account number is stored encrypted and separately from the record, so it cannot be overwritten.
const paymentMethodProblem = { entityData: 'cannot be changed on a payment method: create a new one' };

const reasonProblem = {
  reason: `reason must have ${limits.reasonMinCharacters} to ${limits.reasonCharacters} characters, trimmed`,
};

type Defined<T> = { readonly [K in keyof T]: Exclude<T[K], undefined> };

/** Returns the members that are not undefined. */
const defined = <T extends object>(members: T): Partial<Defined<T>> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<Defined<T>>;

const ApiChangeErrors = (): MethodDecorator =>
  ApiErrors(
    'VALIDATION_ERROR',
    'INVALID_TAX_ID',
    'FORBIDDEN',
    'REASON_REQUIRED',
    'NOT_FOUND',
    'DUPLICATE_TAX_ID',
    'RISK_MATRIX_NOT_FOUND',
    'SHARED_RESOURCE_NOT_ENABLED',
  );

@ApiTags('entities')
@Controller('entities')
export class EntityChangesController {
  constructor(
    private readonly changeEntity: ChangeEntity,
    private readonly restoreEntity: RestoreEntity,
  ) {}

  @Patch('by-external-id/:externalId')
  @ApiOperation({ summary: 'Update an entity by external id' })
  @BodyExample({
    entityData: { company: { employeeCount: 12 } },
    attributes: { segment: 'retail' },
  })
  @RequirePermission('entities:edit')
  @RouteSettings({ errorShape: 'entity' })
  @ApiChangeErrors()
  @ApiOkResponse({ type: ChangedEntityDto })
  changeByExternalId(
    @CurrentPrincipal() principal: Principal,
    @Param('externalId') externalId: string,
    @Body() body: ChangeEntityBody,
    @Req() request: FastifyRequest,
  ): Promise<ChangedEntityDto> {
    return this.change(principal, { externalId }, body, request);
  }

  @Patch('by-tax-id/:taxId')
  @ApiOperation({ summary: 'Update an entity by tax id' })
  @BodyExample({ phone: '+55 11 91234-5678' })
  @RequirePermission('entities:edit')
  @RouteSettings({ errorShape: 'entity' })
  @ApiChangeErrors()
  @ApiOkResponse({ type: ChangedEntityDto })
  changeByTaxId(
    @CurrentPrincipal() principal: Principal,
    @Param('taxId') taxId: string,
    @Body() body: ChangeEntityBody,
    @Req() request: FastifyRequest,
  ): Promise<ChangedEntityDto> {
    return this.change(principal, { taxId }, body, request);
  }

  @Patch(':id')
  @ApiOperation({ summary: 'Update an entity' })
  @BodyExample({ status: 'suspended', reason: 'the documents have expired' })
  @RequirePermission('entities:edit')
  @RouteSettings({ errorShape: 'entity' })
  @ApiChangeErrors()
  @ApiOkResponse({ type: ChangedEntityDto })
  changeById(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Entity') id: string,
    @Body() body: ChangeEntityBody,
    @Req() request: FastifyRequest,
  ): Promise<ChangedEntityDto> {
    return this.change(principal, { id }, body, request);
  }

  @Patch(':id/attributes')
  @ApiOperation({ summary: 'Merge or replace the attributes of an entity' })
  @BodyExample({ attributes: { segment: 'retail', limits: { daily: 500 } }, mode: 'merge' })
  @RequirePermission('entities:edit')
  @RouteSettings({ errorShape: 'entity' })
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND')
  @ApiOkResponse({ type: ChangedAttributesDto })
  async changeAttributes(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Entity') id: string,
    @Body() body: ChangeAttributesBody,
    @Req() request: FastifyRequest,
  ): Promise<ChangedAttributesDto> {
    const patch = readAttributesPatch(body, request.rawBody ?? '{}');
    const changed = await this.changeEntity.change(principal, { id }, () => patch, new Date());
    return toChangedAttributesDto(changed, body.mode ?? 'merge');
  }

  @Delete(':id')
  @ApiOperation({ summary: 'Delete an entity' })
  @RequirePermission('entities:delete')
  @RouteSettings({ errorShape: 'entity' })
  @ApiErrors('NOT_FOUND')
  @ApiOkResponse({ type: DeletedEntityDto })
  async delete(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Entity') id: string,
  ): Promise<DeletedEntityDto> {
    const { after } = await this.changeEntity.change(principal, { id }, () => ({ status: 'deleted' }), new Date());
    return { success: true, id, deletedAt: after.deletedAt!.toISOString() };
  }

  @Post(':id/restore')
  @ApiOperation({ summary: 'Restore a deleted entity' })
  @HttpCode(200)
  @RequirePermission('entities:edit')
  @RouteSettings({ errorShape: 'entity' })
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', 'INVALID_STATUS_TRANSITION', 'DUPLICATE_EXTERNAL_ID', 'DUPLICATE_TAX_ID')
  @ApiOkResponse({ type: RestoredEntityDto })
  async restore(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Entity') id: string,
  ): Promise<RestoredEntityDto> {
    return { success: true, entity: entityView(await this.restoreEntity.restore(principal, id, new Date())) };
  }

  private async change(
    principal: Principal,
    key: EntityKey,
    body: ChangeEntityBody,
    { rawBody = '{}' }: FastifyRequest,
  ): Promise<ChangedEntityDto> {
    if (body.status === 'deleted') assertPermission(principal, 'entities:delete');
    const patchOf = (entity: EntityRow): EntityPatch => readEntityPatch(body, rawBody, entity);
    return toChangedEntityDto(await this.changeEntity.change(principal, key, patchOf, new Date()));
  }
}
