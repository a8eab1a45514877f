import { Readable } from 'node:stream';

import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Req, StreamableFile } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags, ApiOperation } from '@nestjs/swagger';
import { isUUID } from 'class-validator';
import type { FastifyRequest } from 'fastify';

import { accountNumbersFor, withAccountNumbers } from '../../../../platform/account-numbers/index.js';
import { byPrincipal } from '../../../../platform/audit/index.js';
import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import {
  ApiError,
  ApiErrors,
  invalid,
  jsonType,
  memberText,
  notFound,
  RawJson,
  RouteSettings,
  stringifyJson,
  UuidParam,
  BodyExample,
  Query,
} from '../../../../platform/http/index.js';
import { Post, PostBody } from '../../../../platform/idempotency/index.js';
import { limits } from '../../../../platform/limits.js';
import { type ListType, listTypes } from '../domain/list-enumerations.js';
import { DataListRepository } from '../persistence/data-list-repository.js';
import { AddItems } from '../use-cases/add-items.js';
import { ChangeItem, type ItemProblem } from '../use-cases/change-item.js';
import { FindItems } from '../use-cases/find-items.js';
import { ImportItems, type RowError } from '../use-cases/import-items.js';
import { ListItems } from '../use-cases/list-items.js';
import { ReadableLists } from '../use-cases/readable-lists.js';
import { AddItemsBody, ChangeItemBody, ListItemsQuery } from '../dto/add-items.body.js';
import { timing } from '../dto/data-list.dto.js';

import {
  AddedItemsDto,
  FoundItemsDto,
  ImportedItemsDto,
  ItemAnswerDto,
  ItemPageDto,
  ListItemDto,
  RemovedItemDto,
} from '../dto/list-item.dto.js';
import { FindItemsBody, ImportItemsBody } from '../dto/search.body.js';

@ApiTags('data lists')
@Controller('data-lists')
export class ListItemsController {
  constructor(
    private readonly lists: DataListRepository,
    private readonly readable: ReadableLists,
    private readonly addItems: AddItems,
    private readonly importItems: ImportItems,
    private readonly listItems: ListItems,
    private readonly findItems: FindItems,
    private readonly changeItem: ChangeItem,
  ) {}

  /** Returns the items of the list as it is now or was at a revision. */
  @Get(':id/items')
  @ApiOperation({ summary: 'List the items of a data list' })
  @RequirePermission('data_lists:read')
  @ApiErrors('VALIDATION_ERROR', 'FORBIDDEN', 'NOT_FOUND')
  @ApiOkResponse({ type: ItemPageDto })
  async getItems(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Data list') id: string,
    @Query() query: ListItemsQuery,
  ): Promise<StreamableFile> {
    const { organizationId, from } = principal;
    const list = await this.readable.find(organizationId, id);
    const { page, limit, revision } = query;
    if (revision !== undefined && revision > list.revision) {
      throw invalid({ revision: `must be at most ${list.revision}, the current revision of the list` });
    }
    const { parts, total, categories } = await this.listItems.list(list, query, (rows) =>
      // The mask of other responses does not see what is sent in parts.
      withAccountNumbers(
        rows.map((row) => stringifyJson(ListItemDto.from(row))).join(','),
        accountNumbersFor(principal),
      ),
    );
    const totalPages = Math.ceil(total / limit);
    const rest = { total, categories, page, limit, totalPages, requestId: from.requestId };
    const texts = parts.map((part, index) => (index === 0 ? part : `,${part}`));
    const response = Readable.from(['{"success":true,"items":[', ...texts, '],', stringifyJson(rest).slice(1)]);
    return new StreamableFile(response, { type: jsonType });
  }

  /** Adds items to a list. If the path contains a list type instead of an id, uses the oldest active list of that type. */
  @Post(':id/items')
  @ApiOperation({ summary: 'Add items to a data list' })
  @BodyExample({ items: [{ primaryValue: '0001-9876543210' }] })
  @RequirePermission('data_lists:edit')
  @ApiErrors('LIST_NOT_FOUND', 'SHARED_RESOURCE_READ_ONLY')
  @ApiCreatedResponse({ type: AddedItemsDto })
  async postItems(
    @CurrentPrincipal() principal: Principal,
    @Param('id') idOrType: string,
    @PostBody() body: AddItemsBody,
  ): Promise<AddedItemsDto> {
    const startMs = performance.now();
    const listId = await this.resolve(principal.organizationId, idOrType);
    const counts = await this.addItems.add(
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
    if (!counts) throw await this.readable.notWritableError(principal.organizationId, listId);
    return { success: true, data: { listId, ...counts }, meta: timing(startMs) };
  }

  /** Stores up to 50,000 items in one revision. */
  @Post(':id/items/bulk')
  @ApiOperation({ summary: 'Import items into a data list' })
  @BodyExample({
    items: [{ primaryValue: '0001-9876543211', category: 'mule', severity: 'high', reason: 'reported by a bank' }],
  })
  @HttpCode(200)
  @RouteSettings({ bodyBytes: limits.bulkItemsBytes, largeArray: { member: 'items', parsed: limits.bulkItems } })
  @RequirePermission('data_lists:bulk_import')
  @ApiErrors('VALIDATION_ERROR', 'ITEM_LIMIT_EXCEEDED', 'NOT_FOUND', 'SHARED_RESOURCE_READ_ONLY')
  @ApiOkResponse({ type: ImportedItemsDto })
  async bulk(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Data list') listId: string,
    @PostBody() { items: rows, skipValidationErrors, replaceExisting }: ImportItemsBody,
  ): Promise<ImportedItemsDto> {
    if (rows.length === 0) throw invalid({ items: 'must hold at least 1 item' });
    if (rows.length > limits.bulkItems) {
      throw new ApiError('ITEM_LIMIT_EXCEEDED', `At most ${limits.bulkItems} items can be sent at once`);
    }
    const request = {
      listId,
      rows,
      skipValidationErrors: skipValidationErrors === true,
      replaceExisting: replaceExisting === true,
    };
    const counts = await this.importItems.importRows(principal, request, new Date());
    if (!counts.ok) throw invalidRowError(counts.error);
    if (!counts.value) throw await this.readable.notWritableError(principal.organizationId, listId);
    return ImportedItemsDto.of(listId, counts.value);
  }

  /** Finds items by their value and search keys, including inactive and expired ones. */
  @Post(':id/items/find')
  @ApiOperation({ summary: 'Find items of a data list by value' })
  @BodyExample({ value: '0001', matchMode: 'contains' })
  @HttpCode(200)
  @RequirePermission('data_lists:read')
  @ApiErrors('VALIDATION_ERROR', 'FORBIDDEN', 'NOT_FOUND')
  @ApiOkResponse({ type: FoundItemsDto })
  async find(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Data list') id: string,
    @PostBody() { value, matchMode, limit }: FindItemsBody,
  ): Promise<FoundItemsDto> {
    const list = await this.readable.find(organizationId, id);
    const search = { value, matchMode: matchMode ?? 'exact', limit: limit ?? limits.defaultPageRows } as const;
    const { items, total } = await this.findItems.find(list, search);
    return { success: true, items: items.map((item) => ListItemDto.from(item)), total };
  }

  /** Changes an item. Absent fields remain unchanged, null clears a field. Earlier states of the item remain readable by revision. */
  @Patch(':id/items/:itemId')
  @ApiOperation({ summary: 'Update an item of a data list' })
  @BodyExample({ severity: 'critical', expiresAt: '2030-01-01T00:00:00Z' })
  @RequirePermission('data_lists:edit')
  @ApiErrors(
    'VALIDATION_ERROR',
    'INVALID_VALUE_FOR_LIST_TYPE',
    'NOT_FOUND',
    'SHARED_RESOURCE_READ_ONLY',
    'DUPLICATE_ITEM',
  )
  @ApiOkResponse({ type: ItemAnswerDto })
  async change(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Data list') id: string,
    @UuidParam('itemId', 'Item') itemId: string,
    @Body() body: ChangeItemBody,
    @Req() { rawBody }: FastifyRequest,
  ): Promise<ItemAnswerDto> {
    const patch = {
      ...body,
      isActive: body.isActive ?? undefined,
      itemData: body.itemData && new RawJson(memberText(rawBody!, 'itemData')!),
      metadata: body.metadata && new RawJson(memberText(rawBody!, 'metadata')!),
    };
    const item = await this.changeItem.patch(principal, id, itemId, patch, new Date());
    if (!item.ok) {
      if (item.error === 'not-found') throw await this.readable.notWritableError(principal.organizationId, id, 'Item');
      throw problems[item.error]();
    }
    return { success: true, data: ListItemDto.from(item.value) };
  }

  @Delete(':id/items/:itemId')
  @ApiOperation({ summary: 'Remove an item from a data list' })
  @RequirePermission('data_lists:edit')
  @ApiErrors('NOT_FOUND', 'SHARED_RESOURCE_READ_ONLY')
  @ApiOkResponse({ type: RemovedItemDto })
  async remove(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Data list') id: string,
    @UuidParam('itemId', 'Item') itemId: string,
  ): Promise<RemovedItemDto> {
    if (!(await this.changeItem.delete(principal, id, itemId, new Date())))
      throw await this.readable.notWritableError(principal.organizationId, id, 'Item');
    return { success: true, id: itemId };
  }

  /** Restores a removed item with its id, as it was when it was removed, in a new revision. */
  @Post(':id/items/:itemId/restore')
  @ApiOperation({ summary: 'Restore an item of a data list' })
  @HttpCode(200)
  @RequirePermission('data_lists:edit')
  @ApiErrors('NOT_FOUND', 'SHARED_RESOURCE_READ_ONLY', 'DUPLICATE_ITEM')
  @ApiOkResponse({ type: ItemAnswerDto })
  async restore(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Data list') id: string,
    @UuidParam('itemId', 'Item') itemId: string,
  ): Promise<ItemAnswerDto> {
    const item = await this.changeItem.restore(principal, id, itemId, new Date());
    if (item.ok) return { success: true, data: ListItemDto.from(item.value) };
    if (item.error === 'not-found') throw await this.readable.notWritableError(principal.organizationId, id, 'Item');
    throw problems[item.error]();
  }

  private async resolve(organizationId: string, idOrType: string): Promise<string> {
    if (isUUID(idOrType)) return idOrType.toLowerCase();
    if (!listTypes.includes(idOrType as ListType)) throw notFound('Data list');
    const list = await this.lists.findOldestActive(organizationId, idOrType as ListType);
    if (!list) throw new ApiError('LIST_NOT_FOUND', `There is no active list of type ${idOrType}`);
    return list.id;
  }
}

const problems: Readonly<Record<Exclude<ItemProblem, 'not-found'>, () => ApiError>> = {
  'invalid-value': () =>
    new ApiError('INVALID_VALUE_FOR_LIST_TYPE', 'The value is not allowed on a list of this type', {
      primaryValue: 'is not allowed on a list of this type',
    }),
  duplicate: () => new ApiError('DUPLICATE_ITEM', 'Another item of the list has the value'),
};

const invalidRowError = ({ row, field, message }: RowError): ApiError =>
  invalid({ [`items[${row - 1}]${field === '' ? '' : `.${field}`}`]: message });
