import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { absenceCauses, failureCauses } from '@tamis/lang';

/** Why a value is not known. */
export class UnknownCauseDto {
  @ApiProperty({ enum: [...absenceCauses, ...failureCauses], enumName: 'UnknownCause' }) cause!: string;
  @ApiPropertyOptional({ example: 'originEntity.attributes.age' }) path?: string;
  @ApiPropertyOptional({ format: 'uuid' }) listId?: string;
  @ApiPropertyOptional() detail?: string;
  @ApiPropertyOptional({ description: 'Of the condition that needed it', example: 'cond-3' }) conditionId?: string;
  @ApiPropertyOptional({ description: 'In words; absent in `decisionBecause`' }) message?: string;
}
