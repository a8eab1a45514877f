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
  @ApiProperty({ description: 'line of the file, from 1; of an array of JSON, the element' }) row!: number;
  @ApiProperty({ description: 'as the file calls it; empty when the whole row is meant' }) field!: string;
  @ApiProperty() message!: string;
}

class SyncResultDto implements SyncResult {
  @ApiProperty({ description: 'the sender has no other file than the one before' }) notModified!: boolean;
  @ApiProperty() created!: number;
  @ApiProperty() updated!: number;
  @ApiProperty({ description: 'items that came before and are no longer in the file' }) removed!: number;
  @ApiProperty() unchanged!: number;
  @ApiProperty({ description: 'values that somebody else has put on the list: theirs stay as they are' })
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
  @ApiProperty({ description: 'syncs in a row that failed before it' }) failures!: number;
  @ApiProperty({ type: SyncResultDto, nullable: true }) result!: SyncResultDto | null;
  @ApiProperty({ type: String, nullable: true, description: 'why it failed: the list stays as it was' })
  problem!: string | null;
  @ApiProperty({
    description: 'whether it failed since more than half of the items would have gone: `force` takes the file',
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
