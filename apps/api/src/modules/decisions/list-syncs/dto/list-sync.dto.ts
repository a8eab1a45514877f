import { ApiProperty } from '@nestjs/swagger';

import { BooleanField, Pagination } from '../../../../platform/http/index.js';
import { syncLimits } from '../../data-lists/index.js';
import {
  type AskedBy,
  type ListSync,
  type SyncResult,
  type SyncRowError,
  type SyncStatus,
  syncStatuses,
} from '../domain/list-sync.js';

/** `POST /data-lists/{id}/sync`. */
export class SyncListBody {
  @BooleanField({
    description: 'also where more than half of the items that came before are no longer in the file; default false',
  })
  force?: boolean;
}

class AskedByDto implements AskedBy {
  @ApiProperty({ enum: ['user', 'api_key', 'automation'], enumName: 'SyncRequester' }) type!: AskedBy['type'];
  @ApiProperty() id!: string;
}

class SyncRowErrorDto implements SyncRowError {
  @ApiProperty({ description: 'line of the file, starting at 1; for a JSON array, the element' }) row!: number;
  @ApiProperty({ description: 'as named in the file; empty if it is about the whole row' }) field!: string;
  @ApiProperty() message!: string;
}

class SyncResultDto implements SyncResult {
  @ApiProperty({ description: 'whether the file was unchanged since the previous sync' }) notModified!: boolean;
  @ApiProperty() created!: number;
  @ApiProperty() updated!: number;
  @ApiProperty({ description: 'items that came before and are no longer in the file' }) removed!: number;
  @ApiProperty() unchanged!: number;
  @ApiProperty({ description: 'values that someone else added to the list: they stay unchanged' })
  skipped!: number;
  @ApiProperty({ description: 'values that stand in the file before' }) duplicates!: number;
  @ApiProperty({ description: 'rows that are no item' }) errors!: number;
  @ApiProperty({ type: [SyncRowErrorDto], description: `the first ${syncLimits.rowErrors}` })
  errorDetails!: readonly SyncRowErrorDto[];
}

export class ListSyncDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid' }) listId!: string;
  @ApiProperty({ enum: syncStatuses, enumName: 'ListSyncStatus' }) status!: SyncStatus;
  @ApiProperty({ type: AskedByDto, nullable: true, description: 'null: its time had come' })
  requestedBy!: AskedByDto | null;
  @ApiProperty() force!: boolean;
  @ApiProperty({ type: String, format: 'date-time', description: 'it begins then, or began' }) dueAt!: Date;
  @ApiProperty({ description: 'failed syncs in a row before it' }) failures!: number;
  @ApiProperty({ type: SyncResultDto, nullable: true }) result!: SyncResultDto | null;
  @ApiProperty({ type: String, nullable: true, description: 'reason for the failure; the list stays unchanged' })
  problem!: string | null;
  @ApiProperty({
    description:
      'whether it failed because more than half of the items would have been removed: `force` accepts the file',
  })
  isDoubted!: boolean;
  @ApiProperty({ type: String, format: 'date-time' }) createdAt!: Date;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) startedAt!: Date | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) finishedAt!: Date | null;

  static from({ organizationId: _, leaseNumber: __, ...sync }: ListSync): ListSyncDto {
    return sync;
  }
}

export class ListSyncAnswerDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() data!: ListSyncDto;
}

export class ListSyncPageDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [ListSyncDto] }) data!: ListSyncDto[];
  @ApiProperty() pagination!: Pagination;
}
