import { Controller, Delete, Get } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags, ApiProperty, ApiOperation } from '@nestjs/swagger';
import { CurrentPrincipal, type Principal, RequirePermission } from '../../../platform/auth/index.js';
import {
  ApiError,
  ApiErrors,
  notFound,
  UuidParam,
  EnumField,
  TextField,
  UuidField,
  BodyExample,
  exampleId,
} from '../../../platform/http/index.js';
import { Post, PostBody } from '../../../platform/idempotency/index.js';
import { limits } from '../../../platform/limits.js';
import { type BlockProblem, ChangeCreationBlocks } from './change-creation-blocks.js';
import { blockFieldPath, type BlockScope, blockScopes, type CreationBlock } from './creation-block.js';

class CreationBlockDto {
  @ApiProperty({ format: 'uuid', description: '`ruleId` of refused requests' }) id!: string;
  @ApiProperty({ format: 'uuid' }) listId!: string;
  @ApiProperty() fieldPath!: string;
  @ApiProperty({ enum: blockScopes, enumName: 'CreationBlockScope' }) scope!: BlockScope;
  @ApiProperty() createdBy!: string;
  @ApiProperty({ format: 'date-time' }) createdAt!: string;

  static from(block: CreationBlock): CreationBlockDto {
    return { ...block, createdAt: block.createdAt.toISOString() };
  }
}

class CreationBlockAnswerDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() creationBlock!: CreationBlockDto;
}

class CreationBlockListDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [CreationBlockDto] }) creationBlocks!: readonly CreationBlockDto[];
  @ApiProperty() total!: number;
}

class DeletedCreationBlockDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ format: 'uuid' }) id!: string;
}

/** `POST /creation-blocks`. */
class CreateCreationBlockBody {
  @UuidField({ required: true }) listId!: string;

  @TextField({
    required: true,
    max: limits.fieldPathCharacters,
    pattern: blockFieldPath,
    patternMessage:
      'fieldPath must be a field of an entity, such as taxId, entityData.person.email or attributes.segment',
    example: 'entityData.person.email',
  })
  fieldPath!: string;

  @EnumField(blockScopes, 'CreationBlockScope', { description: 'default all' }) scope?: BlockScope;
}

const problems: Readonly<Record<BlockProblem, () => ApiError>> = {
  'no-list': () =>
    new ApiError(
      'LIST_NOT_FOUND',
      'There is no such list',
      { listId: 'is not a list, or an archived one' },
      undefined,
      422,
    ),
  exists: () => new ApiError('DUPLICATE_KEY', 'The list already blocks this field', { fieldPath: 'is forbidden' }),
  'too-many': () =>
    new ApiError('TOO_MANY_ITEMS', `An organization has at most ${limits.creationBlocks} creation blocks`),
};

/** Manages the lists that prevent entities from being created. */
@ApiTags('data lists')
@Controller('creation-blocks')
export class CreationBlocksController {
  constructor(private readonly blocks: ChangeCreationBlocks) {}

  @Post()
  @ApiOperation({ summary: 'Block the creation of entities by a list' })
  @BodyExample({
    listId: exampleId,
    fieldPath: 'entityData.person.email',
    scope: 'person',
  })
  @RequirePermission('data_lists:edit')
  @ApiErrors(['LIST_NOT_FOUND', 422], 'DUPLICATE_KEY', 'TOO_MANY_ITEMS')
  @ApiCreatedResponse({ type: CreationBlockAnswerDto })
  async create(
    @CurrentPrincipal() principal: Principal,
    @PostBody() { listId, fieldPath, scope }: CreateCreationBlockBody,
  ): Promise<CreationBlockAnswerDto> {
    const wanted = { listId, fieldPath, scope: scope ?? 'all' };
    const created = await this.blocks.create(principal, wanted, new Date());
    if (!created.ok) throw problems[created.error]();
    return { success: true, creationBlock: CreationBlockDto.from(created.value) };
  }

  @Get()
  @ApiOperation({ summary: 'List creation blocks' })
  @RequirePermission('data_lists:read')
  @ApiOkResponse({ type: CreationBlockListDto })
  async list(@CurrentPrincipal() { organizationId }: Principal): Promise<CreationBlockListDto> {
    const blocks = await this.blocks.list(organizationId);
    return { success: true, creationBlocks: blocks.map((block) => CreationBlockDto.from(block)), total: blocks.length };
  }

  @Delete(':id')
  @ApiOperation({ summary: 'Remove a creation block' })
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
