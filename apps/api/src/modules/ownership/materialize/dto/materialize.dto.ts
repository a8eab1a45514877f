import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

import { completedMembers } from '../domain/materialize-events.js';
import type { AwaitedRun } from '../use-cases/wait-for-run.js';

/** A partner for whom no entity was created. */
export class CreationFailureDto {
  @ApiProperty({ type: String, nullable: true }) taxId!: string | null;
  @ApiProperty({ enum: ['person', 'company'] }) type!: 'person' | 'company';
  @ApiProperty({ description: 'the error of `POST /entities`' }) code!: string;
  @ApiProperty() error!: string;
}

/** An integration that delivered nothing about an entity. */
export class FailedEnrichmentDetailDto {
  @ApiProperty({ format: 'uuid' }) entityId!: string;
  @ApiProperty() providerCode!: string;
  @ApiProperty({ description: 'as of `error.code` of an enrichment' }) code!: string;
  @ApiProperty() errorMessage!: string;
}

class RootDto {
  @ApiProperty({ format: 'uuid' }) entityId!: string;
  @ApiProperty({ type: String, nullable: true }) countryCode!: string | null;
  @ApiProperty({ enum: ['person', 'company'] }) entityType!: 'person' | 'company';
}

class BegunMaterializeDto extends RootDto {
  @ApiProperty({ enum: ['processing'] }) status!: 'processing';
}

class MaterializedDto extends RootDto {
  @ApiProperty({ description: 'how many' }) entitiesCreated!: number;
  @ApiProperty({ description: 'how many' }) relationshipsCreated!: number;
  @ApiProperty() enrichmentExecuted!: boolean;
  @ApiProperty({ type: [String], description: 'integrations that returned data' })
  enrichmentProviders!: readonly string[];
  @ApiProperty({ type: [FailedEnrichmentDetailDto] }) enrichmentFailedDetails!: readonly FailedEnrichmentDetailDto[];
  @ApiProperty({ type: [CreationFailureDto] }) creationFailed!: readonly CreationFailureDto[];
  @ApiProperty() totalCostCents!: number;
  @ApiProperty() riskMatrixExecuted!: boolean;
  @ApiPropertyOptional({ description: 'what is missing: partners that were left out, or that the run continues' })
  error?: string;
  @ApiPropertyOptional({ format: 'uuid', description: 'where rules ran' }) evaluationId?: string;
  @ApiPropertyOptional({ description: 'where rules ran' }) ruleSetVersion?: string;
  @ApiPropertyOptional({ description: 'where rules ran' }) decision?: string;
}

/** 202 of `POST /entities/{id}/relationships/materialize`. */
export class MaterializeBegunDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() data!: BegunMaterializeDto;
}

/** 200 of the same. */
export class MaterializeDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() data!: MaterializedDto;

  static from(root: RootDto, run: AwaitedRun): MaterializeDto {
    const { enrichmentFailed, creationFailed, costCents } = run;
    return {
      success: true,
      data: {
        ...root,
        ...completedMembers(run),
        enrichmentFailedDetails: enrichmentFailed,
        creationFailed,
        totalCostCents: costCents,
      },
    };
  }
}
