import { Body, Controller, Get, Param, Post, Query, Req } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { isUUID } from 'class-validator';
import type { FastifyRequest } from 'fastify';

import { byPrincipal } from '../../../platform/audit/index.js';
import { CurrentPrincipal, type Principal, RequirePermission } from '../../../platform/auth/index.js';
import { ApiError, ApiErrors, invalid, memberText, notFound, UuidParam } from '../../../platform/http/index.js';
import { limits } from '../../../platform/limits.js';
import { type ListType, listTypes } from '../domain/list-enumerations.js';
import { DataListStore } from '../persistence/data-list-store.js';
import { AddItems } from '../use-cases/add-items.js';
import { CreateDataList } from '../use-cases/create-data-list.js';
import { ListDataLists } from '../use-cases/list-data-lists.js';
import { ListItems } from '../use-cases/list-items.js';
import { AddItemsBody } from './add-items.body.js';
import { CreateDataListBody } from './create-data-list.body.js';
import {
  AddedItemsDto,
  CreatedDataListDto,
  DataListAnswerDto,
  DataListDto,
  DataListPageDto,
  ItemPageDto,
  ListItemDto,
  type TimingDto,
} from './data-list.dto.js';
import { ListDataListsQuery, ListItemsQuery } from './data-list.query.js';

@ApiTags('data lists')
@Controller('data-lists')
export class DataListsController {
  constructor(
    private readonly lists: DataListStore,
    private readonly createDataList: CreateDataList,
    private readonly addItems: AddItems,
    private readonly listDataLists: ListDataLists,
    private readonly listItems: ListItems,
  ) {}

  @Post()
  @RequirePermission('data_lists:create')
  @ApiCreatedResponse({ type: CreatedDataListDto })
  async create(
    @CurrentPrincipal() principal: Principal,
    @Body() body: CreateDataListBody,
    @Req() request: FastifyRequest,
  ): Promise<CreatedDataListDto> {
    if (body.isGlobal === true) throw invalid({ isGlobal: 'is reserved for the platform' });
    const startMs = performance.now();
    const list = await this.createDataList.run(
      {
        organizationId: principal.organizationId,
        name: body.name,
        type: body.type,
        source: body.source,
        description: body.description ?? null,
        priority: body.priority ?? 50,
        configJson: objectText(request, 'config'),
        fieldMappingsJson: objectText(request, 'fieldMappings'),
        createdBy: principal.actor.id,
      },
      byPrincipal(principal),
      new Date(),
    );
    return { success: true, data: DataListDto.from(list), meta: timing(startMs) };
  }

  @Get()
  @RequirePermission('data_lists:read')
  @ApiOkResponse({ type: DataListPageDto })
  async list(@CurrentPrincipal() principal: Principal, @Query() query: ListDataListsQuery): Promise<DataListPageDto> {
    const { rows, pagination } = await this.listDataLists.run(principal.organizationId, query);
    return { success: true, data: rows.map((row) => DataListDto.from(row)), pagination };
  }

  @Get(':id')
  @RequirePermission('data_lists:read')
  @ApiOkResponse({ type: DataListAnswerDto })
  async get(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Data list') id: string,
  ): Promise<DataListAnswerDto> {
    const list = await this.lists.findOne(principal.organizationId, id);
    if (!list) throw notFound('Data list');
    return { success: true, data: DataListDto.from(list) };
  }

  @Get(':id/items')
  @RequirePermission('data_lists:read')
  @ApiOkResponse({ type: ItemPageDto })
  async getItems(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Data list') id: string,
    @Query() query: ListItemsQuery,
  ): Promise<ItemPageDto> {
    if (!(await this.lists.findOne(organizationId, id))) throw notFound('Data list');
    const { items, total, categories } = await this.listItems.run(organizationId, id, query);
    const { page, limit } = query;
    const totalPages = Math.ceil(total / limit);
    return {
      success: true,
      items: items.map((item) => ListItemDto.from(item)),
      total,
      categories,
      page,
      limit,
      totalPages,
    };
  }

  /** Adds items to a list, or, when a list type stands in place of the id, to the oldest active list of that type. */
  @Post(':id/items')
  @RequirePermission('data_lists:edit')
  @ApiErrors('LIST_NOT_FOUND')
  @ApiCreatedResponse({ type: AddedItemsDto })
  async postItems(
    @CurrentPrincipal() principal: Principal,
    @Param('id') idOrType: string,
    @Body() body: AddItemsBody,
  ): Promise<AddedItemsDto> {
    const startMs = performance.now();
    const listId = await this.resolve(principal.organizationId, idOrType);
    const counts = await this.addItems.run(
      {
        organizationId: principal.organizationId,
        listId,
        items: body.items,
        policy: {
          ignoreDuplicates: body.options?.ignoreDuplicates ?? true,
          updateExisting: body.options?.updateExisting ?? false,
        },
        batchSize: body.options?.batchSize ?? limits.dataListBatchSize,
        addedBy: { type: principal.actor.type, id: principal.actor.id },
      },
      byPrincipal(principal),
      new Date(),
    );
    if (!counts) throw notFound('Data list');
    return { success: true, data: { listId, ...counts }, meta: timing(startMs) };
  }

  private async resolve(organizationId: string, idOrType: string): Promise<string> {
    if (isUUID(idOrType)) return idOrType.toLowerCase();
    if (!listTypes.includes(idOrType as ListType)) throw notFound('Data list');
    const list = await this.lists.findOldestActive(organizationId, idOrType as ListType);
    if (!list) throw new ApiError('LIST_NOT_FOUND', `There is no active list of type ${idOrType}`);
    return list.id;
  }
}

const objectText = ({ rawBody }: FastifyRequest, member: string): string => {
  const text = memberText(rawBody ?? '{}', member);
  return text === undefined || text === 'null' ? '{}' : text;
};

const timing = (startMs: number): TimingDto => ({
  executionTimeMs: Math.round(performance.now() - startMs),
  timestamp: new Date().toISOString(),
});
