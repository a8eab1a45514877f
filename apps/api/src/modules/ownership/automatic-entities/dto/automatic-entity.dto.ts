import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

import { EntityDto, IgnoredMonitoringDto, RulesExecutionDto } from '../../../parties/entities/index.js';
import { CreationFailureDto, FailedEnrichmentDetailDto } from '../../materialize/index.js';

class CreatedPartnerDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ type: String, nullable: true }) taxId!: string | null;
  @ApiProperty() type!: string;
  @ApiProperty({ description: 'how many levels below the entity' }) depth!: number;
}

/** Response of `POST /entities/automatic`. */
export class AutomaticEntityDto extends RulesExecutionDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ description: 'true: the entity that has the tax id, as it was; nothing was asked or charged' })
  alreadyExisted!: boolean;
  @ApiProperty() entity!: EntityDto;
  @ApiProperty({ type: [CreatedPartnerDto] }) entitiesCreated!: readonly CreatedPartnerDto[];
  @ApiProperty() relationshipsCreated!: number;
  @ApiProperty({ type: [String], description: 'integrations that delivered' }) enrichmentsExecuted!: readonly string[];
  @ApiProperty({ type: [String], description: 'integrations that did not, each once' })
  enrichmentFailed!: readonly string[];
  @ApiProperty({ type: [FailedEnrichmentDetailDto] }) enrichmentFailedDetails!: readonly FailedEnrichmentDetailDto[];
  @ApiProperty({ type: [CreationFailureDto] }) creationFailed!: readonly CreationFailureDto[];
  @ApiProperty() totalCostCents!: number;
  @ApiPropertyOptional({ description: 'what is missing: partners that were left out, or that it goes on' })
  error?: string;
  @ApiPropertyOptional({ type: [IgnoredMonitoringDto], description: 'absent where all monitoring began' })
  monitoringIgnored?: readonly IgnoredMonitoringDto[];
}
