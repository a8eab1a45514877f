import { Controller, Get, HttpCode } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import { ApiErrors, BodyExample, PageQuery, Query, UuidParam } from '../../../../platform/http/index.js';
import { Post, PostBody } from '../../../../platform/idempotency/index.js';
import { ListSyncAnswerDto, ListSyncDto, ListSyncPageDto, SyncListBody } from '../dto/list-sync.dto.js';
import { AskForSync } from '../use-cases/ask-for-sync.js';

/** Lists whose items are those of a file at an address. */
@ApiTags('data lists')
@Controller('data-lists')
export class ListSyncsController {
  constructor(private readonly syncs: AskForSync) {}

  /** Also where `autoSync` is off. One that is under way already is the answer. */
  @Post(':id/sync')
  @ApiOperation({ summary: 'Sync a data list with the file at its address now' })
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

  /** The newest first; the one that waits says when it begins. The last 100 are kept. */
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
