import { Body, Controller, Delete, Get, Patch } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags, ApiProperty, ApiOperation } from '@nestjs/swagger';
import { CurrentPrincipal, type Principal, RequirePermission } from '../../../platform/auth/index.js';
import { TenantDatabase } from '../../../platform/database/index.js';
import {
  ApiErrors,
  providedFields,
  UuidParam,
  Pagination,
  EnumField,
  JsonObjectField,
  NameField,
  PageQuery,
  QueryEnumList,
  TextArrayField,
  BodyExample,
  Query,
  ChangeBody,
} from '../../../platform/http/index.js';
import { Post, PostBody } from '../../../platform/idempotency/index.js';
import {
  findMapping,
  listMappings,
  mappingNotFound,
  type MappingTarget,
  mappingTargets,
  type StoredMapping,
} from '../column-mappings/index.js';
import { WriteMappings } from './write-mappings.js';
import { limits } from '../../../platform/limits.js';

const described = {
  columnMapping:
    'Keyed by column name: the path of the member, or `{path, type, dateFormat, default, required, transform, valueMap}`; ' +
    '`type` is one of string, number, boolean, date, json, `transform` one of trim, upper, lower, digits, `valueMap` an object of texts',
  defaultFields: 'By the path of a member: the text, number or flag it has where its row has nothing',
  headersSnapshot: 'The columns of the file for which the mapping was created',
} as const;

const headers = { max: limits.mappedColumns, maxText: limits.columnNameCharacters };

/** `POST /batch-import/mappings`. */
class CreateMappingBody {
  @NameField({ required: true, max: limits.columnMappingNameCharacters, example: 'Bank statement' }) name!: string;
  @EnumField(mappingTargets, 'MappingTarget', { required: true }) target!: MappingTarget;
  @JsonObjectField({ required: true, description: described.columnMapping }) columnMapping!: Record<string, unknown>;
  @JsonObjectField({ description: described.defaultFields }) defaultFields?: Record<string, unknown> | null;
  @TextArrayField({ ...headers, description: described.headersSnapshot }) headersSnapshot?: string[] | null;
}

/** Body of `PATCH /batch-import/mappings/{id}`. Absent fields remain unchanged. */
@ChangeBody()
class ChangeMappingBody {
  @NameField({ max: limits.columnMappingNameCharacters }) name?: string | null;
  @EnumField(mappingTargets, 'MappingTarget') target?: MappingTarget | null;
  @JsonObjectField({ description: described.columnMapping }) columnMapping?: Record<string, unknown> | null;
  @JsonObjectField({ description: described.defaultFields }) defaultFields?: Record<string, unknown> | null;
  @TextArrayField({ ...headers, nullable: true, description: described.headersSnapshot }) headersSnapshot?:
    | string[]
    | null;
}

/** Query of `GET /batch-import/mappings`. */
class ListMappingsQuery extends PageQuery {
  @QueryEnumList(mappingTargets, 'MappingTarget') target?: MappingTarget[];
}

class MappingDto {
  @ApiProperty({ format: 'uuid', description: '`mappingId` of uploads' }) id!: string;
  @ApiProperty({ format: 'uuid' }) organizationId!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ enum: mappingTargets, enumName: 'MappingTarget' }) target!: MappingTarget;
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'As it was sent' })
  columnMapping!: Readonly<Record<string, unknown>>;
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'As they were sent' })
  defaultFields!: Readonly<Record<string, unknown>>;
  @ApiProperty({ type: [String], nullable: true }) headersSnapshot!: readonly string[] | null;
  @ApiProperty() createdBy!: string;
  @ApiProperty({ format: 'date-time' }) createdAt!: string;
  @ApiProperty({ format: 'date-time' }) updatedAt!: string;

  static from(mapping: StoredMapping): MappingDto {
    const { createdAt, updatedAt } = mapping;
    return { ...mapping, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
  }
}

class MappingAnswerDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() mapping!: MappingDto;
}

class MappingListDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [MappingDto] }) mappings!: readonly MappingDto[];
  @ApiProperty() pagination!: Pagination;
}

class DeletedMappingDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ format: 'uuid' }) id!: string;
}

const importers = ['transactions:create', 'entities:bulk_import', 'events:create'] as const;

/** Stored column mappings, which uploads can reference by id. */
@ApiTags('imports')
@Controller('batch-import/mappings')
export class MappingsController {
  constructor(
    private readonly database: TenantDatabase,
    private readonly mappings: WriteMappings,
  ) {}

  /** Requires the permission to import the target of the mapping. */
  @Post()
  @ApiOperation({ summary: 'Create a column mapping for uploads' })
  @BodyExample({
    name: 'Bank statement',
    target: 'transaction',
    columnMapping: {
      Reference: 'externalId',
      Amount: 'amount',
      Date: { path: 'transactedAt', dateFormat: 'dd/MM/yyyy' },
      Kind: { path: 'type', transform: 'upper', valueMap: { DEBIT: 'PAYMENT', CREDIT: 'DEPOSIT' }, required: true },
    },
    defaultFields: { currency: 'BRL' },
  })
  @RequirePermission(...importers)
  @ApiErrors('VALIDATION_ERROR', 'TOO_MANY_ITEMS', 'FORBIDDEN', 'DUPLICATE_NAME')
  @ApiCreatedResponse({ type: MappingAnswerDto })
  async create(
    @CurrentPrincipal() principal: Principal,
    @PostBody() body: CreateMappingBody,
  ): Promise<MappingAnswerDto> {
    const { name, target, columnMapping, defaultFields, headersSnapshot } = body;
    const wanted = {
      ...{ name, target, columnMapping },
      defaultFields: defaultFields ?? {},
      headersSnapshot: headersSnapshot ?? null,
    };
    return { success: true, mapping: MappingDto.from(await this.mappings.create(principal, wanted, new Date())) };
  }

  /** Returns the mappings, newest first. */
  @Get()
  @ApiOperation({ summary: 'List column mappings' })
  @RequirePermission(...importers)
  @ApiErrors('VALIDATION_ERROR', 'OFFSET_TOO_LARGE', 'INVALID_CURSOR')
  @ApiOkResponse({ type: MappingListDto })
  async list(
    @CurrentPrincipal() { organizationId }: Principal,
    @Query() query: ListMappingsQuery,
  ): Promise<MappingListDto> {
    const { rows, pagination } = await listMappings(
      this.database.forOrganization(organizationId),
      organizationId,
      query,
    );
    return { success: true, mappings: rows.map((row) => MappingDto.from(row)), pagination };
  }

  @Get(':id')
  @ApiOperation({ summary: 'Read a column mapping' })
  @RequirePermission(...importers)
  @ApiErrors('VALIDATION_ERROR', 'MAPPING_NOT_FOUND')
  @ApiOkResponse({ type: MappingAnswerDto })
  async get(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Mapping', 'MAPPING_NOT_FOUND') id: string,
  ): Promise<MappingAnswerDto> {
    const mapping = await findMapping(this.database.forOrganization(organizationId), organizationId, id);
    if (!mapping) throw mappingNotFound();
    return { success: true, mapping: MappingDto.from(mapping) };
  }

  /** Changes a mapping. Absent fields remain unchanged. Requires the permission to import the target of the mapping. */
  @Patch(':id')
  @ApiOperation({ summary: 'Update a column mapping' })
  @BodyExample({ name: 'Bank statement, since March' })
  @RequirePermission(...importers)
  @ApiErrors('VALIDATION_ERROR', 'FORBIDDEN', 'MAPPING_NOT_FOUND', 'DUPLICATE_NAME')
  @ApiOkResponse({ type: MappingAnswerDto })
  async change(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Mapping', 'MAPPING_NOT_FOUND') id: string,
    @Body() body: ChangeMappingBody,
  ): Promise<MappingAnswerDto> {
    const { headersSnapshot, ...others } = body;
    const sent = { ...providedFields(others), ...(headersSnapshot !== undefined && { headersSnapshot }) };
    const mapping = await this.mappings.change(principal, id, sent, new Date());
    return { success: true, mapping: MappingDto.from(mapping) };
  }

  /** Deletes a mapping. Records uploaded with it remain. Requires the permission to import the target of the mapping. */
  @Delete(':id')
  @ApiOperation({ summary: 'Delete a column mapping' })
  @RequirePermission(...importers)
  @ApiErrors('VALIDATION_ERROR', 'FORBIDDEN', 'MAPPING_NOT_FOUND')
  @ApiOkResponse({ type: DeletedMappingDto })
  async delete(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Mapping', 'MAPPING_NOT_FOUND') id: string,
  ): Promise<DeletedMappingDto> {
    await this.mappings.delete(principal, id);
    return { success: true, id };
  }
}
