import { Controller, Get, Param, Req } from '@nestjs/common';
import {
  ApiBody,
  ApiCreatedResponse,
  ApiExtraModels,
  ApiOkResponse,
  ApiTags,
  getSchemaPath,
  ApiProperty,
  ApiOperation,
} from '@nestjs/swagger';
import { itemCodes } from '@tamis/enrichment';
import type { FastifyRequest } from 'fastify';
import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import {
  ApiErrors,
  ItemErrors,
  notFound,
  RouteSettings,
  UuidParam,
  RawJson,
  BodyExample,
  Query,
} from '../../../../platform/http/index.js';
import { Post, PostBody } from '../../../../platform/idempotency/index.js';
import { entityView } from '../use-cases/change-events.js';
import { CreateEntity } from '../use-cases/create-entity.js';
import type { CreationEnrichment } from '../use-cases/enrichment-on-creation.js';
import { CreatePaymentMethod, type CreatedPaymentMethod } from '../use-cases/create-payment-method.js';
import { type EntityKey, GetEntity } from '../use-cases/get-entity.js';
import { ListEntities } from '../use-cases/list-entities.js';
import { RevealAccountNumbers } from '../use-cases/reveal-account-numbers.js';
import { checkNotices, CreateEntityBody } from '../dto/create-entity.body.js';
import { creationErrors } from './creation-errors.js';
import { toRefusalError } from './refusal-error.js';
import { CreatedEntityDto, EntityDto, EntityListDto } from '../dto/entity.dto.js';
import {
  ListEntitiesQuery,
  CreatePaymentMethodBody,
  CreateRecordBody,
  readPaymentMethodBody,
} from '../dto/entity.bodies.js';

import { readEntityBody } from '../dto/read-entity-body.js';
import type { NewPaymentMethod } from '../domain/payment-method.js';
import { rulesResultView } from './rules-result-view.js';
import { type Relationship, type RelationshipType, relationshipTypes } from '../../relationships/index.js';

const anyObject = { type: 'object', additionalProperties: true } as const;

class PaymentRelationshipDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid' }) targetEntityId!: string;
  @ApiProperty({ enum: relationshipTypes, enumName: 'RelationshipType' }) relationshipType!: RelationshipType;
  @ApiProperty({ type: Number, minimum: 0, maximum: 1, nullable: true }) strength!: number | null;
  @ApiProperty(anyObject) metadata!: object;
  @ApiProperty({ format: 'date-time' }) createdAt!: string;

  static from({
    id,
    targetEntityId,
    relationshipType,
    strength,
    metadata,
    createdAt,
  }: Relationship): PaymentRelationshipDto {
    const shown = { metadata: new RawJson(metadata), createdAt: createdAt.toISOString() };
    return { id, targetEntityId, relationshipType, strength, ...shown };
  }
}

class CreatedPaymentMethodDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ enum: ['payment_method'] }) entityType!: 'payment_method';
  @ApiProperty({ ...anyObject, description: 'as stored: of an account number, the last four characters' })
  entityData!: object;
  @ApiProperty({ type: [PaymentRelationshipDto] }) relationships!: readonly PaymentRelationshipDto[];
  @ApiProperty({ format: 'date-time' }) createdAt!: string;
  @ApiProperty({ format: 'date-time' }) updatedAt!: string;

  static from({ row, relationships }: CreatedPaymentMethod): CreatedPaymentMethodDto {
    return {
      success: true,
      id: row.id,
      entityType: 'payment_method',
      entityData: new RawJson(row.entityData),
      relationships: relationships.map((relationship) => PaymentRelationshipDto.from(relationship)),
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    };
  }
}

const enrichmentView = ({ requestId, status, failed }: CreationEnrichment): CreatedEntityDto['enrichment'] => ({
  requestId,
  status,
  failed,
});

const oneOf = (...types: readonly (abstract new () => object)[]): { oneOf: { $ref: string }[] } => ({
  oneOf: types.map((type) => ({ $ref: getSchemaPath(type) })),
});

@ApiTags('entities')
@Controller('entities')
export class EntitiesController {
  constructor(
    private readonly createEntity: CreateEntity,
    private readonly getEntity: GetEntity,
    private readonly listEntities: ListEntities,
    private readonly createPaymentMethod: CreatePaymentMethod,
    private readonly reveal: RevealAccountNumbers,
  ) {}

  @Post()
  @ApiOperation({ summary: 'Store a person, a company or a payment method' })
  @BodyExample({
    type: 'company',
    name: 'Example Ltda',
    countryCode: 'BR',
    externalId: 'company-17',
    taxId: '11.444.777/0001-61',
  })
  @RequirePermission('entities:create')
  @RouteSettings({ errorShape: 'entity' })
  @ApiErrors(...creationErrors, 'ENRICHMENT_GROUP_NOT_FOUND')
  @ItemErrors(...itemCodes)
  @ApiExtraModels(CreateEntityBody, CreatePaymentMethodBody, CreatedEntityDto, CreatedPaymentMethodDto)
  @ApiBody({ schema: oneOf(CreateEntityBody, CreatePaymentMethodBody) })
  @ApiCreatedResponse({ schema: oneOf(CreatedEntityDto, CreatedPaymentMethodDto) })
  async create(
    @CurrentPrincipal() principal: Principal,
    @PostBody() body: CreateRecordBody,
    @Req() request: FastifyRequest,
  ): Promise<CreatedEntityDto | CreatedPaymentMethodDto> {
    const json = request.rawBody ?? '{}';
    if (body instanceof CreatePaymentMethodBody)
      return this.storePaymentMethod(principal, readPaymentMethodBody(body, json));
    const entity = readEntityBody(body as CreateEntityBody, json);
    const created = await this.createEntity.create(principal, entity, new Date());
    if (!created.ok) throw toRefusalError(created.error);
    const { row, run, enrichment, ignoredMonitoring } = created.value;
    const notices = checkNotices(enrichment?.ignored ?? []);
    const answer = run?.answer ?? enrichment?.rules;
    return {
      success: true,
      entity: entityView(row),
      ...rulesResultView(answer && { answer }),
      ...(enrichment && { enrichment: enrichmentView(enrichment) }),
      ...(ignoredMonitoring.length > 0 && { monitoringIgnored: ignoredMonitoring }),
      ...(notices.length > 0 && { notices }),
    };
  }

  @Get()
  @ApiOperation({ summary: 'List persons and companies' })
  @RequirePermission('entities:read')
  @RouteSettings({ errorShape: 'entity' })
  @ApiOkResponse({ type: EntityListDto })
  async list(@CurrentPrincipal() principal: Principal, @Query() query: ListEntitiesQuery): Promise<EntityListDto> {
    const rows = await this.listEntities.list(principal, query);
    const shown = await this.reveal.reveal(principal, rows);
    return { entities: shown.map(entityView) };
  }

  @Get('by-external-id/:externalId')
  @ApiOperation({ summary: 'Read an entity by external id' })
  @RequirePermission('entities:read')
  @RouteSettings({ errorShape: 'entity-read' })
  @ApiOkResponse({ type: EntityDto })
  getByExternalId(
    @CurrentPrincipal() principal: Principal,
    @Param('externalId') externalId: string,
  ): Promise<EntityDto> {
    return this.get(principal, { externalId });
  }

  @Get('by-tax-id/:taxId')
  @ApiOperation({ summary: 'Read an entity by tax id' })
  @RequirePermission('entities:read')
  @RouteSettings({ errorShape: 'entity-read' })
  @ApiOkResponse({ type: EntityDto })
  getByTaxId(@CurrentPrincipal() principal: Principal, @Param('taxId') taxId: string): Promise<EntityDto> {
    return this.get(principal, { taxId });
  }

  @Get(':id')
  @ApiOperation({ summary: 'Read an entity' })
  @RequirePermission('entities:read')
  @RouteSettings({ errorShape: 'entity-read' })
  @ApiOkResponse({ type: EntityDto })
  getById(@CurrentPrincipal() principal: Principal, @UuidParam('id', 'Entity') id: string): Promise<EntityDto> {
    return this.get(principal, { id });
  }

  private async storePaymentMethod(
    principal: Principal,
    paymentMethod: NewPaymentMethod,
  ): Promise<CreatedPaymentMethodDto> {
    const stored = await this.createPaymentMethod.create(principal, paymentMethod, new Date());
    if (!stored.ok) throw toRefusalError(stored.error);
    return CreatedPaymentMethodDto.from(stored.value);
  }

  private async get(principal: Principal, key: EntityKey): Promise<EntityDto> {
    const row = await this.getEntity.get(principal.organizationId, key);
    if (!row) throw notFound('Entity');
    const [shown] = await this.reveal.reveal(principal, [row]);
    return entityView(shown!);
  }
}
