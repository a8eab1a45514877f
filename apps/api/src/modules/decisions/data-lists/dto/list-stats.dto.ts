import { ApiProperty } from '@nestjs/swagger';

import { type ListStatus, listStatuses, type ListType, listTypes } from '../domain/list-enumerations.js';
import { limits } from '../../../../platform/limits.js';
import type { DataListRow } from '../persistence/data-list-row.js';
import type { ListStats } from '../use-cases/read-list-stats.js';

class SeverityCountsDto {
  @ApiProperty() low!: number;
  @ApiProperty() medium!: number;
  @ApiProperty() high!: number;
  @ApiProperty() critical!: number;
}

class ItemStatsDto {
  @ApiProperty() totalItems!: number;
  @ApiProperty({ description: 'active and not expired' }) activeItems!: number;
  @ApiProperty() inactiveItems!: number;
  @ApiProperty({ description: 'expired, whether active or not' }) expiredItems!: number;
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'number' },
    description: `the ${limits.dataListCategories.toLocaleString('en')} categories with the most items`,
  })
  byCategory!: Readonly<Record<string, number>>;
  @ApiProperty() bySeverity!: SeverityCountsDto;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) lastItemAddedAt!: Date | null;
  @ApiProperty({ description: 'lookups by evaluations and creation blocks that found their value, by hour' })
  matches24h!: number;
  @ApiProperty() matches30d!: number;
}

class StatsSummaryDto {
  @ApiProperty() itemCount!: number;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) lastSyncAt!: Date | null;
}

class LookupFiguresDto {
  @ApiProperty({ description: 'of the organization in this process since it started' }) lookups!: number;
  @ApiProperty({ description: 'lookups query the database: there is no cache' }) cacheHits!: number;
  @ApiProperty() cacheMisses!: number;
  @ApiProperty() averageLookupMs!: number;
}

class ListStatsDto {
  @ApiProperty({ format: 'uuid' }) listId!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ enum: listTypes, enumName: 'ListType' }) type!: ListType;
  @ApiProperty({ enum: listStatuses, enumName: 'ListStatus' }) status!: ListStatus;
  @ApiProperty() stats!: ItemStatsDto;
  @ApiProperty() summary!: StatsSummaryDto;
  @ApiProperty() performance!: LookupFiguresDto;
}

export class ListStatsAnswerDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() data!: ListStatsDto;

  static of(list: DataListRow, { items, matches, lookups }: ListStats): ListStatsAnswerDto {
    const { id, name, type, status, itemCount, lastSyncAt } = list;
    return {
      success: true,
      data: {
        listId: id,
        name,
        type,
        status,
        stats: { ...items, ...matches },
        summary: { itemCount, lastSyncAt },
        performance: { ...lookups, cacheHits: 0, cacheMisses: lookups.lookups },
      },
    };
  }
}
