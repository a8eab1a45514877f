import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

import { Pagination, RawJson } from '../../../../platform/http/index.js';
import {
  type ListSource,
  listSources,
  type ListStatus,
  listStatuses,
  type ListType,
  listTypes,
} from '../domain/list-enumerations.js';
import type { ListUse } from '../domain/list-uses.js';
import type { DataListRow } from '../persistence/data-list-row.js';
import type { VisibleList } from '../persistence/visible-lists.js';
import type { ListUsers } from '../use-cases/read-list-stats.js';

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
  @ApiProperty({ type: Number, nullable: true, description: 'Not sent for a list of the parent organization' })
  itemCount!: number | null;
  @ApiProperty({ type: Number, nullable: true, description: 'incremented by every change of the items' })
  revision!: number | null;
  @ApiProperty({ type: Number, nullable: true, description: 'incremented by every other change' })
  version!: number | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) lastSyncAt!: Date | null;
  @ApiProperty({ enum: ['local', 'parent'] }) origin!: 'local' | 'parent';
  @ApiProperty() readOnly!: boolean;
  @ApiPropertyOptional({ description: 'Whether a list of the parent organization is enabled here' })
  sharedEnabled?: boolean;
  @ApiProperty({ type: String, nullable: true }) createdBy!: string | null;
  @ApiProperty({ type: String, format: 'date-time' }) createdAt!: Date;
  @ApiProperty({ type: String, format: 'date-time' }) updatedAt!: Date;

  static from(row: VisibleList | DataListRow): DataListDto {
    const sharedEnabled = 'sharedEnabled' in row ? row.sharedEnabled : null;
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
      version: row.version,
      lastSyncAt: row.lastSyncAt,
      origin: sharedEnabled === null ? 'local' : 'parent',
      readOnly: sharedEnabled !== null,
      ...(sharedEnabled !== null && { sharedEnabled }),
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

export const timing = (startMs: number): TimingDto => ({
  executionTimeMs: Math.round(performance.now() - startMs),
  timestamp: new Date().toISOString(),
});

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

class ListUserDto {
  @ApiProperty({ format: 'uuid' }) ruleId!: string;
  @ApiProperty() key!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ description: 'of the rule' }) status!: string;
  @ApiProperty() version!: number;

  static from({ ruleId, key, name, status, version }: ListUse): ListUserDto {
    return { ruleId, key, name, status, version };
  }
}

class UsingAutomationDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() name!: string;
}

class ListUsageDto {
  @ApiProperty({ format: 'uuid' }) listId!: string;
  @ApiProperty({ type: [ListUserDto], description: 'rules whose conditions use the list' }) readBy!: ListUserDto[];
  @ApiProperty({ type: [ListUserDto], description: 'rules that add to the list' }) writtenBy!: ListUserDto[];
  @ApiProperty({ type: [UsingAutomationDto], description: 'automations that add to the list' })
  automations!: UsingAutomationDto[];
  @ApiProperty({
    description: 'lookups by evaluations and creation blocks that found their value, in the last 30 days',
  })
  matches30d!: number;
}

export class ListUsageAnswerDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() data!: ListUsageDto;

  static of(listId: string, { rules, automations, matches30d }: ListUsers): ListUsageAnswerDto {
    const readBy = rules.filter(({ reads }) => reads).map((use) => ListUserDto.from(use));
    const writtenBy = rules.filter(({ writes }) => writes).map((use) => ListUserDto.from(use));
    return { success: true, data: { listId, readBy, writtenBy, automations: [...automations], matches30d } };
  }
}
