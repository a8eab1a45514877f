import { ApiProperty } from '@nestjs/swagger';

import { Pagination, RawJson } from '../../../platform/http/index.js';
import {
  type AlertStatus,
  alertStatuses,
  type AlertType,
  alertTypes,
  severities,
  type Severity,
  type SourceSystem,
  sourceSystems,
} from '../domain/alert-enumerations.js';
import type { EntitySnapshot } from '../domain/new-alert.js';
import type { AlertRow } from '../persistence/alert-row.js';

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
  @ApiProperty(nullableText) miniAnalysis!: string | null;
  @ApiProperty(nullableObject) triggerCondition!: object | null;
  @ApiProperty({ enum: sourceSystems, enumName: 'AlertSource' }) sourceSystem!: SourceSystem;
  @ApiProperty(nullableId) investigationId!: string | null;
  @ApiProperty(nullableId) assignedTo!: string | null;
  @ApiProperty(nullableText) assignedToType!: string | null;
  @ApiProperty(nullableTime) assignedAt!: Date | null;
  @ApiProperty(nullableTime) acknowledgedAt!: Date | null;
  @ApiProperty(nullableText) acknowledgedBy!: string | null;
  @ApiProperty(nullableTime) resolvedAt!: Date | null;
  @ApiProperty(nullableText) resolvedBy!: string | null;
  @ApiProperty(nullableText) resolution!: string | null;
  @ApiProperty(nullableText) resolutionNotes!: string | null;
  @ApiProperty(nullableText) dedupeKey!: string | null;
  @ApiProperty() duplicateCount!: number;
  @ApiProperty({ type: String, format: 'date-time' }) lastSeenAt!: Date;
  @ApiProperty({ type: [String] }) tags!: readonly string[];
  @ApiProperty({ type: String, format: 'date-time' }) createdAt!: Date;
  @ApiProperty({ type: String, format: 'date-time' }) updatedAt!: Date;

  static from(row: AlertRow): AlertDto {
    return { ...row, triggerCondition: row.triggerCondition === null ? null : new RawJson(row.triggerCondition) };
  }
}

export class AlertPageDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [AlertDto] }) alerts!: AlertDto[];
  @ApiProperty({ description: 'the total' }) count!: number;
  @ApiProperty() pagination!: Pagination;
}

/** Something that happened to an alert. */
export class AlertEventDto {
  @ApiProperty({ enum: ['alert_created', 'alert_repeated'] }) event!: 'alert_created' | 'alert_repeated';
  @ApiProperty({ type: String, format: 'date-time' }) timestamp!: Date;
}

export class AlertAnswerDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() alert!: AlertDto;
  @ApiProperty({ type: 'array', items: { type: 'object' }, maxItems: 0, description: 'notes cannot be written yet' })
  notes!: never[];
  @ApiProperty({ type: [AlertEventDto] }) timeline!: AlertEventDto[];
}
