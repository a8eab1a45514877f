import { ApiProperty } from '@nestjs/swagger';

import type { BulkOutcome } from '../use-cases/change-alerts.js';
import { AlertDto } from './alert.dto.js';

/** An alert that was changed. */
export class ChangedAlertDto {
  @ApiProperty({ format: 'uuid' }) alertId!: string;
  @ApiProperty({ format: 'uuid', description: 'The entry of the trail, by which it can be taken back' })
  entryId!: string;
}

class RefusedAlertDto {
  @ApiProperty({ format: 'uuid' }) alertId!: string;
  @ApiProperty({ example: 'ALREADY_RESOLVED' }) code!: string;
  @ApiProperty() message!: string;
}

export class RevertedAlertsDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() matched!: number;
  @ApiProperty() succeeded!: number;
  @ApiProperty({ type: [ChangedAlertDto] }) changed!: readonly ChangedAlertDto[];
  @ApiProperty({ type: [RefusedAlertDto], description: 'Each with its reason; the others are changed all the same' })
  failed!: readonly RefusedAlertDto[];

  static from({ matched, changed, failed }: Omit<BulkOutcome, 'nextAfter'>): RevertedAlertsDto {
    return { success: true, matched, succeeded: changed.length, changed, failed };
  }
}

export class ChangedAlertsDto extends RevertedAlertsDto {
  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'Not null: there are more; send it as `after`',
  })
  nextAfter!: string | null;
}

/** `POST /intelligence/alerts/next`. */
export class TakenAlertDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: AlertDto, nullable: true, description: 'Null: nothing waits' }) alert!: AlertDto | null;
  @ApiProperty({ type: String, format: 'uuid', nullable: true }) entryId!: string | null;
}
