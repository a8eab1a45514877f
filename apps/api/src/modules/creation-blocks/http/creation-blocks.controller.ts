import { Body, Controller, Delete, Get } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../platform/auth/index.js';
import { ApiError, ApiErrors, notFound, UuidParam } from '../../../platform/http/index.js';
import { Post } from '../../../platform/idempotency/index.js';
import { limits } from '../../../platform/limits.js';
import { type BlockProblem, ChangeCreationBlocks } from '../use-cases/change-creation-blocks.js';
import { CreateCreationBlockBody } from './create-creation-block.body.js';
import {
  CreationBlockAnswerDto,
  CreationBlockDto,
  CreationBlockListDto,
  DeletedCreationBlockDto,
} from './creation-block.dto.js';

const problems: Readonly<Record<BlockProblem, () => ApiError>> = {
  'no-list': () => new ApiError('LIST_NOT_FOUND', 'There is no such list', { listId: 'is no list' }, undefined, 422),
  exists: () => new ApiError('DUPLICATE_KEY', 'The list forbids this field already', { fieldPath: 'is forbidden' }),
  'too-many': () => new ApiError('TOO_MANY_ITEMS', `An organization has at most ${limits.creationBlocks} such blocks`),
};

/** Which lists keep entities from being created. */
@ApiTags('data lists')
@Controller('creation-blocks')
export class CreationBlocksController {
  constructor(private readonly blocks: ChangeCreationBlocks) {}

  @Post()
  @RequirePermission('data_lists:edit')
  @ApiErrors(['LIST_NOT_FOUND', 422], 'DUPLICATE_KEY', 'TOO_MANY_ITEMS')
  @ApiCreatedResponse({ type: CreationBlockAnswerDto })
  async create(
    @CurrentPrincipal() principal: Principal,
    @Body() { listId, fieldPath, scope }: CreateCreationBlockBody,
  ): Promise<CreationBlockAnswerDto> {
    const wanted = { listId: listId.toLowerCase(), fieldPath, scope: scope ?? 'all' };
    const created = await this.blocks.create(principal, wanted, new Date());
    if (!created.ok) throw problems[created.error]();
    return { success: true, creationBlock: CreationBlockDto.from(created.value) };
  }

  @Get()
  @RequirePermission('data_lists:read')
  @ApiOkResponse({ type: CreationBlockListDto })
  async list(@CurrentPrincipal() { organizationId }: Principal): Promise<CreationBlockListDto> {
    const blocks = await this.blocks.list(organizationId);
    return { success: true, creationBlocks: blocks.map((block) => CreationBlockDto.from(block)), total: blocks.length };
  }

  @Delete(':id')
  @RequirePermission('data_lists:edit')
  @ApiOkResponse({ type: DeletedCreationBlockDto })
  async delete(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Creation block') id: string,
  ): Promise<DeletedCreationBlockDto> {
    if (!(await this.blocks.delete(principal, id))) throw notFound('Creation block');
    return { success: true, id };
  }
}
