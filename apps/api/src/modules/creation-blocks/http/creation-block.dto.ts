import { ApiProperty } from '@nestjs/swagger';

import { type BlockScope, blockScopes, type CreationBlock } from '../domain/creation-block.js';

export class CreationBlockDto {
  @ApiProperty({ format: 'uuid', description: '`ruleId` of the refusals' }) id!: string;
  @ApiProperty({ format: 'uuid' }) listId!: string;
  @ApiProperty() fieldPath!: string;
  @ApiProperty({ enum: blockScopes, enumName: 'CreationBlockScope' }) scope!: BlockScope;
  @ApiProperty() createdBy!: string;
  @ApiProperty({ format: 'date-time' }) createdAt!: string;

  static from(block: CreationBlock): CreationBlockDto {
    return { ...block, createdAt: block.createdAt.toISOString() };
  }
}

export class CreationBlockAnswerDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() creationBlock!: CreationBlockDto;
}

export class CreationBlockListDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [CreationBlockDto] }) creationBlocks!: readonly CreationBlockDto[];
  @ApiProperty() total!: number;
}

export class DeletedCreationBlockDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ format: 'uuid' }) id!: string;
}
