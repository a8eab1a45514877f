import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

import { EntityDto, IgnoredMonitoringDto, RulesExecutionDto } from '../../../parties/entities/index.js';
import { CreationFailureDto, FailedEnrichmentDetailDto } from '../../materialize/index.js';

class CreatedPartnerDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ type: String, nullable: true }) taxId!: string | null;
  @ApiProperty() type!: string;
  @ApiProperty({ description: 'number of levels below the entity' }) depth!: number;
}

/** Response of `POST /entities/automatic`. */
export class AutomaticEntityDto extends RulesExecutionDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({
    description:
      'true: an entity with the tax id already existed and is returned unchanged; nothing was requested or charged',
  })
  alreadyExisted!: boolean;
  @ApiProperty() entity!: EntityDto;
  @ApiProperty({ type: [CreatedPartnerDto] }) entitiesCreated!: readonly CreatedPartnerDto[];
  @ApiProperty() relationshipsCreated!: number;
  @ApiProperty({ type: [String], description: 'integrations that returned data' })
  enrichmentsExecuted!: readonly string[];
  @ApiProperty({ type: [String], description: 'integrations that failed, each once' })
  enrichmentFailed!: readonly string[];
  @ApiProperty({ type: [FailedEnrichmentDetailDto] }) enrichmentFailedDetails!: readonly FailedEnrichmentDetailDto[];
  @ApiProperty({ type: [CreationFailureDto] }) creationFailed!: readonly CreationFailureDto[];
  @ApiProperty() totalCostCents!: number;
  @ApiPropertyOptional({ description: 'what is missing: partners that were left out, or that the creation continues' })
  error?: string;
  @ApiPropertyOptional({ type: [IgnoredMonitoringDto], description: 'absent where all monitoring began' })
  monitoringIgnored?: readonly IgnoredMonitoringDto[];
}
