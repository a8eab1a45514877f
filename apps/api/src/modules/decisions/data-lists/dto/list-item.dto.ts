import { ApiProperty } from '@nestjs/swagger';

import { limits } from '../../../../platform/limits.js';
import { itemSeverities, type ItemSeverity } from '../domain/list-enumerations.js';
import type { AddedBy, ItemCounts, ItemError } from '../domain/list-item.js';
import type { ItemRow } from '../persistence/item-row.js';
import { itemView } from '../use-cases/announce-items.js';
import type { ValueMatch } from '../use-cases/check-values.js';
import type { ImportCounts, RowError } from '../use-cases/import-items.js';
import { TimingDto } from './data-list.dto.js';

class AddedByDto implements AddedBy {
  @ApiProperty({ enum: ['user', 'api_key', 'rule', 'automation', 'import', 'sync'], enumName: 'ItemAdder' })
  type!: AddedBy['type'];

  @ApiProperty() id!: string;
  @ApiProperty({ required: false }) ruleId?: string;
  @ApiProperty({ required: false }) ruleVersion?: number;
  @ApiProperty({ required: false }) evaluationId?: string;
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
  @ApiProperty() addedBy!: AddedByDto;
  @ApiProperty() createdBy!: string;
  @ApiProperty({ type: String, format: 'date-time' }) createdAt!: Date;
  @ApiProperty({ type: String, format: 'date-time' }) updatedAt!: Date;

  static from(row: ItemRow): ListItemDto {
    return itemView(row);
  }
}

export class ItemPageDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [ListItemDto] }) items!: ListItemDto[];
  @ApiProperty() total!: number;
  @ApiProperty({
    type: [String],
    description: `of the whole list, the first ${limits.dataListCategories.toLocaleString('en')} in alphabetical order`,
  })
  categories!: readonly string[];
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

export class ItemAnswerDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() data!: ListItemDto;
}

export class RemovedItemDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ format: 'uuid' }) id!: string;
}

export class FoundItemsDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [ListItemDto] }) items!: ListItemDto[];
  @ApiProperty({ description: 'including those beyond the limit' }) total!: number;
}

const unread = '`null` on a list of the parent organization, whose items are not disclosed';

class ValueMatchDto implements ValueMatch {
  @ApiProperty({ format: 'uuid' }) listId!: string;
  @ApiProperty() listName!: string;
  @ApiProperty({ type: String, format: 'uuid', nullable: true, description: unread }) itemId!: string | null;
  @ApiProperty({ type: String, nullable: true, description: unread }) primaryValue!: string | null;
  @ApiProperty({ enum: ['primaryValue', 'searchKey'], nullable: true, description: unread })
  matchedOn!: ValueMatch['matchedOn'];
  @ApiProperty({ type: Number, nullable: true }) riskScore!: number | null;
  @ApiProperty({ enum: itemSeverities, enumName: 'ItemSeverity', nullable: true }) severity!: ItemSeverity | null;
  @ApiProperty({ type: String, nullable: true }) category!: string | null;
}

export class CheckedValueDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() matched!: boolean;
  @ApiProperty({ type: [ValueMatchDto] }) matches!: readonly ValueMatchDto[];
}

class CheckResultDto {
  @ApiProperty({ description: 'of the check, starting at 0' }) index!: number;
  @ApiProperty() matched!: boolean;
  @ApiProperty({ type: [ValueMatchDto] }) matches!: readonly ValueMatchDto[];
}

export class CheckedValuesDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [CheckResultDto] }) results!: CheckResultDto[];
}

class RowErrorDto implements Omit<RowError, 'field'> {
  @ApiProperty({ description: 'from 1' }) row!: number;
  @ApiProperty({ type: String, nullable: true }) primaryValue!: string | null;
  @ApiProperty({ enum: ['VALIDATION_ERROR', 'DUPLICATE_ITEM', 'INVALID_VALUE_FOR_LIST_TYPE'] }) code!: RowError['code'];
  @ApiProperty() message!: string;
}

class ImportCountsDto implements Omit<ImportCounts, 'errorDetails'> {
  @ApiProperty({ format: 'uuid' }) listId!: string;
  @ApiProperty() total!: number;
  @ApiProperty() successful!: number;
  @ApiProperty() created!: number;
  @ApiProperty() updated!: number;
  @ApiProperty() duplicates!: number;
  @ApiProperty() errors!: number;
  @ApiProperty({ type: [RowErrorDto], description: 'the first 1000' }) errorDetails!: readonly RowErrorDto[];
  @ApiProperty() truncated!: boolean;
}

export class ImportedItemsDto {
  @ApiProperty({ description: 'whether at least one row was stored' }) success!: boolean;
  @ApiProperty() data!: ImportCountsDto;

  static of(listId: string, counts: ImportCounts): ImportedItemsDto {
    const errorDetails = counts.errorDetails.map(({ row, primaryValue, code, message, field }) => ({
      row,
      primaryValue,
      code,
      message: code === 'VALIDATION_ERROR' && field !== '' ? `${field} ${message}` : message,
    }));
    return { success: counts.successful > 0, data: { listId, ...counts, errorDetails } };
  }
}
