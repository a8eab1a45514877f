import { ApiProperty, OmitType } from '@nestjs/swagger';

import { Pagination } from '../../../../platform/http/index.js';
import { AuditEventDto } from '../../../tenancy/audit/index.js';
import { NoteDto } from '../../notes/index.js';
import {
  type AlertStatus,
  alertStatuses,
  type AlertType,
  alertTypes,
  type AssigneeType,
  assigneeTypes,
  type Resolution,
  resolutions,
  severities,
  type Severity,
  type SourceSystem,
  sourceSystems,
} from '../domain/alert-enumerations.js';
import type { EntitySnapshot } from '../domain/new-alert.js';

const nullableId = { type: String, format: 'uuid', nullable: true } as const;
const nullableText = { type: String, nullable: true } as const;
const nullableTime = { type: String, format: 'date-time', nullable: true } as const;
const nullableObject = { type: 'object', additionalProperties: true, nullable: true } as const;

export class AlertDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid' }) organizationId!: string;
  @ApiProperty() name!: string;
  @ApiProperty(nullableText) description!: string | null;
  @ApiProperty({ enum: alertTypes, enumName: 'AlertType' }) type!: AlertType;
  @ApiProperty(nullableText) category!: string | null;
  @ApiProperty({ enum: severities, enumName: 'Severity' }) severity!: Severity;
  @ApiProperty({ enum: severities, enumName: 'Severity' }) priority!: Severity;
  @ApiProperty({ enum: alertStatuses, enumName: 'AlertStatus' }) status!: AlertStatus;
  @ApiProperty(nullableId) targetEntityId!: string | null;
  @ApiProperty(nullableText) targetEntityType!: string | null;
  @ApiProperty(nullableId) transactionId!: string | null;
  @ApiProperty(nullableId) userEventId!: string | null;
  @ApiProperty(nullableObject) entity!: EntitySnapshot | null;
  @ApiProperty(nullableId) ruleId!: string | null;
  @ApiProperty({ type: Number, nullable: true }) ruleVersion!: number | null;
  @ApiProperty(nullableId) riskMatrixId!: string | null;
  @ApiProperty(nullableId) evaluationId!: string | null;
  @ApiProperty(nullableText) ruleSetVersion!: string | null;
  @ApiProperty({ type: Number, nullable: true }) riskContribution!: number | null;
  @ApiProperty({ ...nullableText, description: 'Why it was raised, in a few sentences' })
  miniAnalysis!: string | null;
  @ApiProperty(nullableObject) triggerCondition!: object | null;
  @ApiProperty({ enum: sourceSystems, enumName: 'AlertSource' }) sourceSystem!: SourceSystem;
  @ApiProperty(nullableId) investigationId!: string | null;
  @ApiProperty(nullableTime) consolidatedAt!: Date | null;
  @ApiProperty(nullableId) assignedTo!: string | null;
  @ApiProperty({ enum: assigneeTypes, enumName: 'AssigneeType', nullable: true }) assignedToType!: AssigneeType | null;
  @ApiProperty(nullableTime) assignedAt!: Date | null;
  @ApiProperty(nullableTime) dueDate!: Date | null;
  @ApiProperty(nullableTime) acknowledgedAt!: Date | null;
  @ApiProperty(nullableText) acknowledgedBy!: string | null;
  @ApiProperty(nullableTime) resolvedAt!: Date | null;
  @ApiProperty(nullableText) resolvedBy!: string | null;
  @ApiProperty({ enum: resolutions, enumName: 'AlertResolution', nullable: true }) resolution!: Resolution | null;
  @ApiProperty(nullableText) resolutionNotes!: string | null;
  @ApiProperty(nullableText) dedupeKey!: string | null;
  @ApiProperty() duplicateCount!: number;
  @ApiProperty({ type: String, format: 'date-time' }) lastSeenAt!: Date;
  @ApiProperty({ type: [String] }) tags!: readonly string[];
  @ApiProperty({ type: String, format: 'date-time' }) createdAt!: Date;
  @ApiProperty({ type: String, format: 'date-time' }) updatedAt!: Date;
}

/** An alert in the inbox. */
export class InboxAlertDto extends OmitType(AlertDto, ['triggerCondition'] as const) {}

export class AlertPageDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [AlertDto] }) alerts!: AlertDto[];
  @ApiProperty({ description: 'the total' }) count!: number;
  @ApiProperty() pagination!: Pagination;
  @ApiProperty({
    type: String,
    format: 'date-time',
    description: 'When the alerts were read; send it with a bulk change',
  })
  asOf!: Date;
}

export class AlertAnswerDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() alert!: AlertDto;
  @ApiProperty({ type: [NoteDto], description: 'The newest 100' }) notes!: NoteDto[];
  @ApiProperty({ type: [AuditEventDto], description: 'The newest 100' }) timeline!: AuditEventDto[];
}

export class RaisedAlertDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() alert!: AlertDto;
}

export class AcknowledgedAlertDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ format: 'uuid' }) alertId!: string;
  @ApiProperty({ enum: ['IN_PROGRESS'] }) status!: 'IN_PROGRESS';
  @ApiProperty({ type: String, format: 'date-time' }) acknowledgedAt!: Date;
  @ApiProperty() message!: string;
}

export class ResolvedAlertDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ format: 'uuid' }) alertId!: string;
  @ApiProperty({ enum: ['RESOLVED'] }) status!: 'RESOLVED';
  @ApiProperty() message!: string;
}

export class MovedAlertDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ format: 'uuid' }) alertId!: string;
  @ApiProperty({ enum: alertStatuses, enumName: 'AlertStatus' }) status!: AlertStatus;
  @ApiProperty({ enum: alertStatuses, enumName: 'AlertStatus' }) previousStatus!: AlertStatus;
}

/** Current assignee of an alert or investigation. */
export class AssignedDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'Id of the audit log entry; `null` if the request changes nothing',
  })
  assignmentId!: string | null;
  @ApiProperty({ format: 'uuid' }) assignedTo!: string;
  @ApiProperty({ enum: assigneeTypes, enumName: 'AssigneeType' }) assignedToType!: AssigneeType;
}
