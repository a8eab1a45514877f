import { ApiProperty, OmitType } from '@nestjs/swagger';

import { Pagination } from '../../../../platform/http/index.js';
import {
  AlertDto,
  ChangedAlertDto,
  type AssigneeType,
  assigneeTypes,
  type EntitySnapshot,
  severities,
  type Severity,
  type WorkStatus,
  workStatuses,
} from '../../alerts/index.js';
import { AuditEventDto } from '../../../tenancy/audit/index.js';
import { NoteDto } from '../../notes/index.js';
import { type Outcome, outcomes } from '../domain/stored-case.js';

const nullableText = { type: String, nullable: true } as const;
const nullableTime = { type: String, format: 'date-time', nullable: true } as const;
const status = { enum: workStatuses, enumName: 'WorkStatus' };
const priority = { enum: severities, enumName: 'Severity' };
const riskScore =
  'risk score of its entity when it was opened; without an entity, the highest contribution of an alert';

/** A case. */
export class InvestigationDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid' }) organizationId!: string;
  @ApiProperty({ example: 'INV-2026-001', description: 'consecutive within each year' }) investigationNumber!: string;
  @ApiProperty() name!: string;
  @ApiProperty(nullableText) description!: string | null;
  @ApiProperty(status) status!: WorkStatus;
  @ApiProperty(priority) priority!: Severity;
  @ApiProperty({ type: Number, nullable: true, description: riskScore }) riskScore!: number | null;
  @ApiProperty() alertCount!: number;
  @ApiProperty({ ...nullableText, format: 'uuid' }) entityId!: string | null;
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true }) entity!: EntitySnapshot | null;
  @ApiProperty({ ...nullableText, format: 'uuid' }) assignedTo!: string | null;
  @ApiProperty({ enum: assigneeTypes, enumName: 'AssigneeType', nullable: true }) assignedToType!: AssigneeType | null;
  @ApiProperty(nullableTime) dueDate!: Date | null;
  @ApiProperty(nullableText) closureReason!: string | null;
  @ApiProperty({ enum: outcomes, enumName: 'InvestigationOutcome', nullable: true }) outcome!: Outcome | null;
  @ApiProperty({ type: [String] }) tags!: readonly string[];
  @ApiProperty({ ...nullableText, description: 'id of the user, API key or rule' }) createdBy!: string | null;
  @ApiProperty({ type: String, format: 'date-time' }) createdAt!: Date;
  @ApiProperty({ type: String, format: 'date-time' }) updatedAt!: Date;
  @ApiProperty(nullableTime) closedAt!: Date | null;
  @ApiProperty(nullableText) closedBy!: string | null;
  @ApiProperty({ description: 'incremented by each change, except of its alerts' }) version!: number;
}

/** A case in the inbox. */
export class InboxCaseDto extends OmitType(InvestigationDto, ['description'] as const) {}

export class InvestigationAnswerDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() investigation!: InvestigationDto;
}

export class InvestigationPageDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [InvestigationDto] }) investigations!: readonly InvestigationDto[];
  @ApiProperty({ description: 'the total' }) count!: number;
  @ApiProperty() pagination!: Pagination;
}

export class InvestigationFileDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() investigation!: InvestigationDto;
  @ApiProperty({ type: [AlertDto] }) alerts!: AlertDto[];
  @ApiProperty({ type: [NoteDto], description: 'The newest 100' }) notes!: NoteDto[];
  @ApiProperty({ type: [AuditEventDto], description: 'The newest 100' }) timeline!: AuditEventDto[];
}

export class MovedInvestigationDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ format: 'uuid' }) investigationId!: string;
  @ApiProperty(status) status!: WorkStatus;
  @ApiProperty() message!: string;
  @ApiProperty({
    type: [ChangedAlertDto],
    description: 'Alerts resolved by closing it, in the form that `alerts/revert` takes',
  })
  resolvedAlerts!: readonly ChangedAlertDto[];
}

class InvestigationNameDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() name!: string;
}

/** An alert of a case, in short form. */
export class ConsolidatedAlertDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() name!: string;
  @ApiProperty(priority) severity!: Severity;
  @ApiProperty({ type: Number, nullable: true }) riskContribution!: number | null;
  @ApiProperty({ type: String, format: 'date-time' }) consolidatedAt!: Date;
}

class ConsolidatedSummaryDto {
  @ApiProperty() totalAlerts!: number;
  @ApiProperty({ type: [String], description: 'of its alerts' }) categories!: readonly string[];
  @ApiProperty({ description: 'number of HIGH and CRITICAL alerts' }) highlightedAlerts!: number;
}

export class ConsolidatedAlertsDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() investigation!: InvestigationNameDto;
  @ApiProperty({ type: [ConsolidatedAlertDto] }) alerts!: readonly ConsolidatedAlertDto[];
  @ApiProperty({ description: 'Of all alerts, regardless of the filter' }) summary!: ConsolidatedSummaryDto;
}
