import { Body, Controller, Delete, Get, Patch, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../platform/auth/index.js';
import { TenantDatabase } from '../../../platform/database/index.js';
import { ApiErrors, sentFields, UuidParam } from '../../../platform/http/index.js';
import { Post } from '../../../platform/idempotency/index.js';
import { findMapping, listMappings, mappingNotFound } from '../../column-mappings/index.js';
import { WriteMappings } from '../use-cases/write-mappings.js';
import { ChangeMappingBody, CreateMappingBody, ListMappingsQuery } from './mapping.bodies.js';
import { DeletedMappingDto, MappingAnswerDto, MappingDto, MappingListDto } from './mapping.dto.js';

const importers = ['transactions:create', 'entities:bulk_import', 'events:create'] as const;

/** What the columns of files are, for uploads that name it. */
@ApiTags('imports')
@Controller('batch-import/mappings')
export class MappingsController {
  constructor(
    private readonly database: TenantDatabase,
    private readonly mappings: WriteMappings,
  ) {}

  /** Needs the permission to import what the mapping is for. */
  @Post()
  @RequirePermission(...importers)
  @ApiErrors('VALIDATION_ERROR', 'TOO_MANY_ITEMS', 'FORBIDDEN', 'DUPLICATE_NAME')
  @ApiCreatedResponse({ type: MappingAnswerDto })
  async create(@CurrentPrincipal() principal: Principal, @Body() body: CreateMappingBody): Promise<MappingAnswerDto> {
    const { name, target, columnMapping, defaultFields, headersSnapshot } = body;
    const wanted = {
      ...{ name, target, columnMapping },
      defaultFields: defaultFields ?? {},
      headersSnapshot: headersSnapshot ?? null,
    };
    return { success: true, mapping: MappingDto.from(await this.mappings.create(principal, wanted, new Date())) };
  }

  /** The newest first. */
  @Get()
  @RequirePermission(...importers)
  @ApiErrors('VALIDATION_ERROR', 'OFFSET_TOO_LARGE', 'INVALID_CURSOR')
  @ApiOkResponse({ type: MappingListDto })
  async list(
    @CurrentPrincipal() { organizationId }: Principal,
    @Query() query: ListMappingsQuery,
  ): Promise<MappingListDto> {
    const { rows, pagination } = await listMappings(this.database.of(organizationId), organizationId, query);
    return { success: true, mappings: rows.map((row) => MappingDto.from(row)), pagination };
  }

  @Get(':id')
  @RequirePermission(...importers)
  @ApiErrors('VALIDATION_ERROR', 'MAPPING_NOT_FOUND')
  @ApiOkResponse({ type: MappingAnswerDto })
  async get(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Mapping') id: string,
  ): Promise<MappingAnswerDto> {
    const mapping = await findMapping(this.database.of(organizationId), organizationId, id);
    if (!mapping) throw mappingNotFound();
    return { success: true, mapping: MappingDto.from(mapping) };
  }

  /** What is left out stays. Needs the permission to import what the mapping is for. */
  @Patch(':id')
  @RequirePermission(...importers)
  @ApiErrors('VALIDATION_ERROR', 'FORBIDDEN', 'MAPPING_NOT_FOUND', 'DUPLICATE_NAME')
  @ApiOkResponse({ type: MappingAnswerDto })
  async change(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Mapping') id: string,
    @Body() body: ChangeMappingBody,
  ): Promise<MappingAnswerDto> {
    const mapping = await this.mappings.change(principal, id, sentFields(body), new Date());
    return { success: true, mapping: MappingDto.from(mapping) };
  }

  /** What was uploaded with it stays as it is. Needs the permission to import what the mapping is for. */
  @Delete(':id')
  @RequirePermission(...importers)
  @ApiErrors('VALIDATION_ERROR', 'FORBIDDEN', 'MAPPING_NOT_FOUND')
  @ApiOkResponse({ type: DeletedMappingDto })
  async delete(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Mapping') id: string,
  ): Promise<DeletedMappingDto> {
    await this.mappings.delete(principal, id);
    return { success: true, id };
  }
}
