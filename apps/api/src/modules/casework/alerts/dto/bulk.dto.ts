import { ApiProperty } from '@nestjs/swagger';

import type { BulkOutcome } from '../use-cases/change-alerts.js';
import { AlertDto } from './alert.dto.js';

/** An alert that was changed. */
export class ChangedAlertDto {
  @ApiProperty({ format: 'uuid' }) alertId!: string;
  @ApiProperty({ format: 'uuid', description: 'Id of the audit log entry, with which the change can be reverted' })
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
  @ApiProperty({
    type: [RefusedAlertDto],
    description: 'Alerts that were not changed, each with the reason; the others were changed',
  })
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
    description: 'If not null there are more: send it as `after`',
  })
  nextAfter!: string | null;
}

/** `POST /intelligence/alerts/next`. */
export class TakenAlertDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: AlertDto, nullable: true, description: '`null` if nothing is waiting' }) alert!: AlertDto | null;
  @ApiProperty({ type: String, format: 'uuid', nullable: true }) entryId!: string | null;
}
