import { Controller, Get, HttpCode } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import { ApiErrors, BodyExample, PageQuery, Query, UuidParam } from '../../../../platform/http/index.js';
import { Post, PostBody } from '../../../../platform/idempotency/index.js';
import { ListSyncAnswerDto, ListSyncDto, ListSyncPageDto, SyncListBody } from '../dto/list-sync.dto.js';
import { AskForSync } from '../use-cases/ask-for-sync.js';

/** Lists whose items are synced from a file at a URL. */
@ApiTags('data lists')
@Controller('data-lists')
export class ListSyncsController {
  constructor(private readonly syncs: AskForSync) {}

  /** Requests a sync, even if `autoSync` is off. If one is already running, returns that. */
  @Post(':id/sync')
  @ApiOperation({ summary: 'Sync a data list with its file now' })
  @BodyExample({ force: false })
  @HttpCode(202)
  @RequirePermission('data_lists:bulk_import')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', 'SHARED_RESOURCE_READ_ONLY')
  @ApiAcceptedResponse({ type: ListSyncAnswerDto })
  async sync(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Data list') id: string,
    @PostBody() { force }: SyncListBody,
  ): Promise<ListSyncAnswerDto> {
    return { success: true, data: ListSyncDto.from(await this.syncs.ask(principal, id, force === true)) };
  }

  /** Returns the syncs, newest first. A queued one contains the time when it starts. The last 100 are kept. */
  @Get(':id/syncs')
  @ApiOperation({ summary: 'List the syncs of a data list' })
  @RequirePermission('data_lists:read')
  @ApiErrors('VALIDATION_ERROR', 'FORBIDDEN', 'NOT_FOUND')
  @ApiOkResponse({ type: ListSyncPageDto })
  async list(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Data list') id: string,
    @Query() query: PageQuery,
  ): Promise<ListSyncPageDto> {
    const { rows, pagination } = await this.syncs.list(organizationId, id, query);
    return { success: true, data: rows.map((row) => ListSyncDto.from(row)), pagination };
  }
}
