import { Column, Entity, PrimaryColumn } from 'typeorm';

import type { EntityStatus, EntityType, RiskLevel } from '../domain/entity-enumerations.js';
import type { CurrentEvaluation, RiskFactor } from '../domain/entity-record.js';

/** A row of `entities`. The `json` columns are read and written as text, in the caller's spelling. */
@Entity('entities')
export class EntityRow {
  @PrimaryColumn('uuid') organizationId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('text', { nullable: true }) externalId!: string | null;
  @Column('text') type!: EntityType;
  @Column('text') name!: string;
  @Column('text', { nullable: true }) taxId!: string | null;
  @Column('text', { nullable: true }) normalizedTaxId!: string | null;
  @Column('text', { nullable: true }) countryCode!: string | null;
  @Column('text', { nullable: true }) nationality!: string | null;
  @Column('text', { nullable: true }) email!: string | null;
  @Column('text', { nullable: true }) phone!: string | null;
  @Column('float8') riskScore!: number;
  @Column('text') riskLevel!: RiskLevel;
  @Column('jsonb') riskFactors!: readonly RiskFactor[];
  @Column('text', { nullable: true }) manualRisk!: string | null;
  @Column('uuid', { array: true }) riskMatrixIds!: readonly string[];
  @Column('jsonb', { nullable: true }) currentEvaluation!: CurrentEvaluation | null;
  @Column('text') status!: EntityStatus;
  @Column('boolean') statusLocked!: boolean;
  @Column('text', { nullable: true }) statusReason!: string | null;
  @Column('boolean') kycVerified!: boolean;
  @Column('text', { nullable: true }) kycProvider!: string | null;
  @Column('text', { nullable: true }) kycData!: string | null;
  @Column('text') entityData!: string;
  @Column('text') attributes!: string;
  @Column('text', { nullable: true }) metadata!: string | null;
  @Column('text', { nullable: true }) operationalHours!: string | null;
  @Column('timestamptz', { nullable: true }) registrationDate!: Date | null;
  @Column('boolean') isClient!: boolean;
  @Column('timestamptz', { nullable: true }) expiresAt!: Date | null;
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz') updatedAt!: Date;
  @Column('timestamptz', { nullable: true }) deletedAt!: Date | null;
}
