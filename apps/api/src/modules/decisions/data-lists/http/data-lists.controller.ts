import { Body, Controller, Delete, Get, Patch, Req } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags, ApiOperation } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';

import {
  assertPermission,
  CurrentPrincipal,
  type Principal,
  RequirePermission,
} from '../../../../platform/auth/index.js';
import {
  ApiError,
  ApiErrors,
  invalid,
  memberText,
  UuidParam,
  BodyExample,
  Query,
} from '../../../../platform/http/index.js';
import { Post, PostBody } from '../../../../platform/idempotency/index.js';
import { type ListConfig, readListConfig } from '../domain/list-config.js';
import type { ListStatus } from '../domain/list-enumerations.js';
import { ChangeDataList, type ListInUse } from '../use-cases/change-data-list.js';
import { CreateDataList } from '../use-cases/create-data-list.js';
import { ListDataLists } from '../use-cases/list-data-lists.js';
import { ReadableLists } from '../use-cases/readable-lists.js';
import { ReadListStats } from '../use-cases/read-list-stats.js';
import { ChangeDataListBody, CreateDataListBody, ListStatusBody } from '../dto/create-data-list.body.js';
import {
  CreatedDataListDto,
  DataListAnswerDto,
  DataListDto,
  DataListPageDto,
  ListUsageAnswerDto,
  timing,
} from '../dto/data-list.dto.js';
import { ListDataListsQuery, ListStatusQuery } from '../dto/add-items.body.js';
import { ListStatsAnswerDto } from '../dto/list-stats.dto.js';

@ApiTags('data lists')
@Controller('data-lists')
export class DataListsController {
  constructor(
    private readonly lists: ReadableLists,
    private readonly createDataList: CreateDataList,
    private readonly listDataLists: ListDataLists,
    private readonly changeDataList: ChangeDataList,
    private readonly reading: ReadListStats,
  ) {}

  @Post()
  @ApiOperation({ summary: 'Create a data list' })
  @BodyExample({ name: 'Blocked accounts', type: 'custom', source: 'internal', priority: 50 })
  @RequirePermission('data_lists:create')
  @ApiErrors('VALIDATION_ERROR', 'FORBIDDEN')
  @ApiCreatedResponse({ type: CreatedDataListDto })
  async create(
    @CurrentPrincipal() principal: Principal,
    @PostBody() body: CreateDataListBody,
    @Req() request: FastifyRequest,
  ): Promise<CreatedDataListDto> {
    if (body.isGlobal === true) throw invalid({ isGlobal: 'is reserved for the platform' });
    if (body.source === 'marketplace') throw invalid({ source: 'marketplace is reserved for the platform' });
    const startMs = performance.now();
    const list = await this.createDataList.create(
      principal,
      {
        organizationId: principal.organizationId,
        name: body.name,
        type: body.type,
        source: body.source,
        description: body.description ?? null,
        priority: body.priority ?? 50,
        config: configOf(request) ?? { shown: '{}', apiKey: null },
        fieldMappingsJson: objectText(request, 'fieldMappings') ?? '{}',
        createdBy: principal.actor.id,
      },
      new Date(),
    );
    return { success: true, data: DataListDto.from(list), meta: timing(startMs) };
  }

  @Get()
  @ApiOperation({ summary: 'List data lists' })
  @RequirePermission('data_lists:read')
  @ApiOkResponse({ type: DataListPageDto })
  async list(@CurrentPrincipal() principal: Principal, @Query() query: ListDataListsQuery): Promise<DataListPageDto> {
    const { rows, pagination } = await this.listDataLists.list(principal.organizationId, query);
    return { success: true, data: rows.map((row) => DataListDto.from(row)), pagination };
  }

  @Get(':id')
  @ApiOperation({ summary: 'Read a data list' })
  @RequirePermission('data_lists:read')
  @ApiErrors('FORBIDDEN', 'NOT_FOUND')
  @ApiOkResponse({ type: DataListAnswerDto })
  async get(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Data list') id: string,
  ): Promise<DataListAnswerDto> {
    return { success: true, data: DataListDto.from(await this.lists.findVisible(organizationId, id)) };
  }

  @Patch(':id')
  @ApiOperation({ summary: 'Update a data list' })
  @BodyExample({ name: 'Blocked accounts of Brazil', priority: 60, ifVersion: 1 })
  @RequirePermission('data_lists:edit')
  @ApiErrors('VALIDATION_ERROR', 'FORBIDDEN', 'NOT_FOUND', 'SHARED_RESOURCE_READ_ONLY', 'VERSION_CONFLICT')
  @ApiOkResponse({ type: DataListAnswerDto })
  async change(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Data list') id: string,
    @Body() body: ChangeDataListBody,
    @Req() request: FastifyRequest,
  ): Promise<DataListAnswerDto> {
    const patch = {
      name: body.name ?? undefined,
      description: body.description,
      priority: body.priority ?? undefined,
      config: configOf(request),
      fieldMappings: objectText(request, 'fieldMappings'),
    };
    const list = await this.changeDataList.patch(principal, id, patch, body.ifVersion, new Date());
    if (!list) throw await this.lists.notWritableError(principal.organizationId, id);
    return { success: true, data: DataListDto.from(list) };
  }

  /**
   * Changes the status of a list. Rules read only active lists: conditions on any other are unknown. Archiving also requires
   * `data_lists:delete`.
   */
  @Patch(':id/status')
  @ApiOperation({ summary: 'Enable or disable a data list' })
  @BodyExample({ status: 'inactive' })
  @RequirePermission('data_lists:edit')
  @ApiErrors('VALIDATION_ERROR', 'FORBIDDEN', 'NOT_FOUND', 'SHARED_RESOURCE_READ_ONLY', 'LIST_IN_USE')
  @ApiOkResponse({ type: DataListAnswerDto })
  changeStatus(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Data list') id: string,
    @Body() { status }: ListStatusBody,
    @Query() { force }: ListStatusQuery,
  ): Promise<DataListAnswerDto> {
    if (status === 'archived') assertPermission(principal, 'data_lists:delete');
    return this.setStatus(principal, id, status, force === true);
  }

  /** Archives a list. Its items remain readable, and its status can be changed back. */
  @Delete(':id')
  @ApiOperation({ summary: 'Archive a data list' })
  @RequirePermission('data_lists:delete')
  @ApiErrors('NOT_FOUND', 'SHARED_RESOURCE_READ_ONLY', 'LIST_IN_USE')
  @ApiOkResponse({ type: DataListAnswerDto })
  archive(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Data list') id: string,
  ): Promise<DataListAnswerDto> {
    return this.setStatus(principal, id, 'archived', false);
  }

  @Get(':id/stats')
  @ApiOperation({ summary: 'Read the contents and hit statistics of a data list' })
  @RequirePermission('data_lists:read')
  @ApiErrors('FORBIDDEN', 'NOT_FOUND')
  @ApiOkResponse({ type: ListStatsAnswerDto })
  async stats(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Data list') id: string,
  ): Promise<ListStatsAnswerDto> {
    const list = await this.lists.find(organizationId, id);
    return ListStatsAnswerDto.of(list, await this.reading.stats(list, new Date()));
  }

  /** Returns the rules that read the list, and the rules and automations that add to it. */
  @Get(':id/usage')
  @ApiOperation({ summary: 'List the rules that read a data list and what writes to it' })
  @RequirePermission('data_lists:read')
  @ApiErrors('FORBIDDEN', 'NOT_FOUND')
  @ApiOkResponse({ type: ListUsageAnswerDto })
  async usage(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Data list') id: string,
  ): Promise<ListUsageAnswerDto> {
    const list = await this.lists.find(organizationId, id);
    return ListUsageAnswerDto.of(id, await this.reading.uses(list, new Date()));
  }

  private async setStatus(
    principal: Principal,
    id: string,
    status: ListStatus,
    force: boolean,
  ): Promise<DataListAnswerDto> {
    const set = await this.changeDataList.setStatus(principal, id, { status, force }, new Date());
    if (!set.ok) throw new ApiError('LIST_IN_USE', inUseText(set.error), { ...set.error });
    if (!set.value) throw await this.lists.notWritableError(principal.organizationId, id);
    return { success: true, data: DataListDto.from(set.value) };
  }
}

const inUseText = ({ ruleIds }: ListInUse): string =>
  ruleIds.length > 0 ? 'Active rules use the list' : 'The list keeps entities from being created';

function configOf(request: FastifyRequest): ListConfig | undefined {
  const text = objectText(request, 'config');
  if (text === undefined) return undefined;
  const config = readListConfig(text);
  if (!config.ok) throw invalid({ 'config.apiKey': config.error });
  return config.value;
}

/** Returns the text of an object in the body; `undefined` if it is absent or null. */
const objectText = ({ rawBody }: FastifyRequest, member: string): string | undefined => {
  const text = memberText(rawBody ?? '{}', member);
  return text === 'null' ? undefined : text;
};
