import { ApiProperty } from '@nestjs/swagger';

import { Pagination, RawJson } from '../../../platform/http/index.js';
import {
  itemSeverities,
  type ItemSeverity,
  type ListSource,
  listSources,
  type ListStatus,
  listStatuses,
  type ListType,
  listTypes,
} from '../domain/list-enumerations.js';
import type { AddedBy, ItemCounts, ItemError } from '../domain/list-item.js';
import type { DataListRow } from '../persistence/data-list-row.js';
import type { ItemRow } from '../use-cases/list-items.js';

export class DataListDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid' }) organizationId!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ enum: listTypes, enumName: 'ListType' }) type!: ListType;
  @ApiProperty({ enum: listStatuses, enumName: 'ListStatus' }) status!: ListStatus;
  @ApiProperty({ type: String, nullable: true }) description!: string | null;
  @ApiProperty({ enum: listSources, enumName: 'ListSource' }) source!: ListSource;
  @ApiProperty({ type: 'object', additionalProperties: true }) config!: object;
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } }) fieldMappings!: object;
  @ApiProperty() priority!: number;
  @ApiProperty() isGlobal!: boolean;
  @ApiProperty() itemCount!: number;
  @ApiProperty({ description: 'raised by every change of the items' }) revision!: number;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) lastSyncAt!: Date | null;
  @ApiProperty() createdBy!: string;
  @ApiProperty({ type: String, format: 'date-time' }) createdAt!: Date;
  @ApiProperty({ type: String, format: 'date-time' }) updatedAt!: Date;

  static from(row: DataListRow): DataListDto {
    return {
      id: row.id,
      organizationId: row.organizationId,
      name: row.name,
      type: row.type,
      status: row.status,
      description: row.description,
      source: row.source,
      config: new RawJson(row.config),
      fieldMappings: new RawJson(row.fieldMappings),
      priority: row.priority,
      isGlobal: row.isGlobal,
      itemCount: row.itemCount,
      revision: row.revision,
      lastSyncAt: row.lastSyncAt,
      createdBy: row.createdBy,
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
    };
  }
}

export class TimingDto {
  @ApiProperty() executionTimeMs!: number;
  @ApiProperty({ format: 'date-time' }) timestamp!: string;
}

export class CreatedDataListDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() data!: DataListDto;
  @ApiProperty() meta!: TimingDto;
}

export class DataListAnswerDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() data!: DataListDto;
}

export class DataListPageDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [DataListDto] }) data!: DataListDto[];
  @ApiProperty() pagination!: Pagination;
}

export class ListItemDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid' }) listId!: string;
  @ApiProperty() primaryValue!: string;
  @ApiProperty({ type: String, nullable: true }) secondaryValue!: string | null;
  @ApiProperty({ type: [String] }) searchKeys!: readonly string[];
  @ApiProperty({ type: String, nullable: true }) category!: string | null;
  @ApiProperty({ type: Number, nullable: true }) riskScore!: number | null;
  @ApiProperty({ enum: itemSeverities, enumName: 'ItemSeverity', nullable: true }) severity!: ItemSeverity | null;
  @ApiProperty({ type: String, nullable: true }) reason!: string | null;
  @ApiProperty({ type: String, nullable: true }) sourceReference!: string | null;
  @ApiProperty({ type: 'object', additionalProperties: true }) itemData!: object;
  @ApiProperty({ type: 'object', additionalProperties: true }) metadata!: object;
  @ApiProperty() isActive!: boolean;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) expiresAt!: Date | null;
  @ApiProperty({ type: 'object', additionalProperties: true }) addedBy!: AddedBy;
  @ApiProperty() createdBy!: string;
  @ApiProperty({ type: String, format: 'date-time' }) createdAt!: Date;
  @ApiProperty({ type: String, format: 'date-time' }) updatedAt!: Date;

  static from(row: ItemRow): ListItemDto {
    return { ...row, itemData: new RawJson(row.itemData), metadata: new RawJson(row.metadata) };
  }
}

export class ItemPageDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [ListItemDto] }) items!: ListItemDto[];
  @ApiProperty() total!: number;
  @ApiProperty({ type: [String] }) categories!: readonly string[];
  @ApiProperty() page!: number;
  @ApiProperty() limit!: number;
  @ApiProperty() totalPages!: number;
}

class ItemErrorDto implements ItemError {
  @ApiProperty() index!: number;
  @ApiProperty() primaryValue!: string;
  @ApiProperty({ enum: ['DUPLICATE_ITEM', 'INVALID_VALUE_FOR_LIST_TYPE'] }) code!: ItemError['code'];
  @ApiProperty() message!: string;
}

class ItemCountsDto implements ItemCounts {
  @ApiProperty({ format: 'uuid' }) listId!: string;
  @ApiProperty() processed!: number;
  @ApiProperty() created!: number;
  @ApiProperty() updated!: number;
  @ApiProperty() duplicates!: number;
  @ApiProperty() skipped!: number;
  @ApiProperty() errors!: number;
  @ApiProperty({ type: [ItemErrorDto] }) errorDetails!: readonly ItemErrorDto[];
}

export class AddedItemsDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() data!: ItemCountsDto;
  @ApiProperty() meta!: TimingDto;
}
