import { Body, Controller, Get, Param, Patch, Req } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags, ApiOperation } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import { ApiErrors, memberText, UuidParam, rawNumber, BodyExample, Query } from '../../../../platform/http/index.js';
import { Post, PostBody } from '../../../../platform/idempotency/index.js';
import { FindEntity } from '../../entities/index.js';
import { deviceView } from '../domain/device-view.js';
import { DeviceRepository } from '../persistence/device-repository.js';
import { ChangeDevice } from '../use-cases/change-device.js';
import {
  ReadInvestigationContext,
  type EntitySummary,
  type InvestigationContext,
} from '../use-cases/read-investigation-context.js';
import { RegisterDevice } from '../use-cases/register-device.js';
import { InvestigationContextAnswerDto, type ContextEntityDto } from '../dto/context.dto.js';
import {
  ChangeDeviceBody,
  CreateDeviceBody,
  InvestigationContextQuery,
  ListDevicesQuery,
} from '../dto/device.bodies.js';
import { DeviceAnswerDto, DeviceListDto } from '../dto/device.dto.js';

function contextView(context: InvestigationContext): InvestigationContextAnswerDto['data'] {
  const { entity, summary, devices, activity, related } = context;
  return {
    entity: toEntitySummary(entity),
    summary,
    devices: devices.map(({ device, eventCount, transactionCount, addresses, riskSignals, sharedWith }) => ({
      ...deviceView(device),
      eventCount,
      transactionCount,
      ipAddresses: addresses,
      riskSignals,
      sharedWith,
    })),
    recentEvents: activity.events,
    recentTransactions: activity.transactions?.map((one) => ({ ...one, amount: rawNumber(one.amount) })) ?? null,
    openAlerts: activity.alerts,
    ...(related && { relatedEntities: related }),
  };
}

const toEntitySummary = ({
  id,
  externalId,
  name,
  type,
  taxId,
  status,
  riskScore,
}: EntitySummary): ContextEntityDto => ({
  id,
  externalId,
  name,
  type,
  taxId,
  status,
  riskScore,
});

@ApiTags('devices')
@Controller('devices')
export class DevicesController {
  constructor(
    private readonly findEntity: FindEntity,
    private readonly devices: DeviceRepository,
    private readonly registerDevice: RegisterDevice,
    private readonly changeDevice: ChangeDevice,
    private readonly readContext: ReadInvestigationContext,
  ) {}

  /** Lists the devices of an entity, most recently seen first. */
  @Get('entity/:entityId')
  @ApiOperation({ summary: 'List the devices of an entity' })
  @RequirePermission('devices:read')
  @ApiErrors('VALIDATION_ERROR', 'OFFSET_TOO_LARGE', 'INVALID_CURSOR', 'ENTITY_NOT_FOUND')
  @ApiOkResponse({ type: DeviceListDto })
  async list(
    @CurrentPrincipal() { organizationId }: Principal,
    @Param('entityId') entityId: string,
    @Query() query: ListDevicesQuery,
  ): Promise<DeviceListDto> {
    const { id } = await this.findEntity.find(organizationId, { id: entityId });
    const { rows, pagination } = await this.devices.findByEntity(organizationId, id, query);
    return { success: true, devices: rows.map(deviceView), pagination };
  }

  /** Registers a device of an entity as seen now; a device with the same `deviceId` is updated. */
  @Post('entity/:entityId')
  @ApiOperation({ summary: 'Register a device of an entity' })
  @BodyExample({ deviceId: 'device-7f3a', platform: 'android', model: 'A54', countryCode: 'BR' })
  @RequirePermission('devices:create')
  @ApiErrors('VALIDATION_ERROR', 'ENTITY_NOT_FOUND')
  @ApiCreatedResponse({ type: DeviceAnswerDto })
  async create(
    @CurrentPrincipal() principal: Principal,
    @Param('entityId') entityId: string,
    @PostBody() { deviceId, countryCode, metadata, ...rest }: CreateDeviceBody,
    @Req() request: FastifyRequest,
  ): Promise<DeviceAnswerDto> {
    const facts = {
      ...rest,
      countryCode: countryCode?.toUpperCase() ?? null,
      metadata: metadata == null ? null : memberText(request.rawBody ?? '{}', 'metadata')!,
    };
    const device = await this.registerDevice.register(principal, { entityId, deviceId, facts }, new Date());
    return { success: true, device: deviceView(device) };
  }

  /** Returns what the devices of an entity reveal about it: signals, addresses and other entities that use them. */
  @Get('entity/:entityId/investigation-context')
  @ApiOperation({ summary: 'Read a summary of the devices of an entity' })
  @RequirePermission('devices:read')
  @ApiErrors('VALIDATION_ERROR', 'ENTITY_NOT_FOUND')
  @ApiOkResponse({ type: InvestigationContextAnswerDto })
  async context(
    @CurrentPrincipal() principal: Principal,
    @Param('entityId') entityId: string,
    @Query() { limit, includeRelatedEntities }: InvestigationContextQuery,
  ): Promise<InvestigationContextAnswerDto> {
    const asked = { entityId, limit, withRelated: includeRelatedEntities ?? false };
    const context = await this.readContext.read(principal, asked, new Date());
    return { success: true, data: contextView(context) };
  }

  /** Blocks, trusts or names a device. */
  @Patch(':id')
  @ApiOperation({ summary: 'Update a device' })
  @BodyExample({ isBlocked: true })
  @RequirePermission('devices:edit')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND')
  @ApiOkResponse({ type: DeviceAnswerDto })
  async change(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Device') id: string,
    @Body() { isBlocked, isTrusted, deviceName, metadata }: ChangeDeviceBody,
    @Req() request: FastifyRequest,
  ): Promise<DeviceAnswerDto> {
    const sent = {
      ...(isBlocked != null && { isBlocked }),
      ...(isTrusted != null && { isTrusted }),
      ...(deviceName !== undefined && { deviceName }),
      ...(metadata != null && { metadata: memberText(request.rawBody ?? '{}', 'metadata')! }),
    };
    return { success: true, device: deviceView(await this.changeDevice.change(principal, id, sent, new Date())) };
  }
}
