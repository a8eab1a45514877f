import { Column, Entity, PrimaryColumn } from 'typeorm';

import type { AlertStatus, AlertType, Severity, SourceSystem } from '../domain/alert-enumerations.js';
import type { EntitySnapshot } from '../domain/new-alert.js';

/** A row of `alerts`. `triggerCondition` is JSON text. */
@Entity('alerts')
export class AlertRow {
  @PrimaryColumn('uuid') organizationId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('text') name!: string;
  @Column('text', { nullable: true }) description!: string | null;
  @Column('text') type!: AlertType;
  @Column('text', { nullable: true }) category!: string | null;
  @Column('text') severity!: Severity;
  @Column('text') priority!: Severity;
  @Column('text') status!: AlertStatus;
  @Column('uuid', { nullable: true }) targetEntityId!: string | null;
  @Column('text', { nullable: true }) targetEntityType!: string | null;
  @Column('uuid', { nullable: true }) transactionId!: string | null;
  @Column('uuid', { nullable: true }) userEventId!: string | null;
  @Column('jsonb', { nullable: true }) entity!: EntitySnapshot | null;
  @Column('uuid', { nullable: true }) ruleId!: string | null;
  @Column('int', { nullable: true }) ruleVersion!: number | null;
  @Column('uuid', { nullable: true }) riskMatrixId!: string | null;
  @Column('uuid', { nullable: true }) evaluationId!: string | null;
  @Column('text', { nullable: true }) ruleSetVersion!: string | null;
  @Column('float8', { nullable: true }) riskContribution!: number | null;
  @Column('text', { nullable: true }) miniAnalysis!: string | null;
  @Column('text', { nullable: true }) triggerCondition!: string | null;
  @Column('text') sourceSystem!: SourceSystem;
  @Column('uuid', { nullable: true }) investigationId!: string | null;
  @Column('uuid', { nullable: true }) assignedTo!: string | null;
  @Column('text', { nullable: true }) assignedToType!: string | null;
  @Column('timestamptz', { nullable: true }) assignedAt!: Date | null;
  @Column('timestamptz', { nullable: true }) acknowledgedAt!: Date | null;
  @Column('text', { nullable: true }) acknowledgedBy!: string | null;
  @Column('timestamptz', { nullable: true }) resolvedAt!: Date | null;
  @Column('text', { nullable: true }) resolvedBy!: string | null;
  @Column('text', { nullable: true }) resolution!: string | null;
  @Column('text', { nullable: true }) resolutionNotes!: string | null;
  @Column('text', { nullable: true }) dedupeKey!: string | null;
  @Column('int') duplicateCount!: number;
  @Column('timestamptz') lastSeenAt!: Date;
  @Column('text', { array: true }) tags!: readonly string[];
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz') updatedAt!: Date;
}
