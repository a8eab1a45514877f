import { ApiProperty } from '@nestjs/swagger';

import { BatchReportDto } from '../../batch-jobs/index.js';
import { skipCodes } from '../domain/entity-batch.js';

const kept = 'As the row says; null too where rows are kept no longer';

class RowNamesDto {
  @ApiProperty({ type: String, nullable: true, description: kept }) taxId!: string | null;
  @ApiProperty({ type: String, nullable: true, description: kept }) type!: string | null;
}

class EntityFailureDto extends RowNamesDto {
  @ApiProperty({ enum: ['failed'] }) outcome!: 'failed';
  @ApiProperty({ example: 'VALIDATION_ERROR' }) code!: string;
  @ApiProperty() message!: string;
  @ApiProperty({ description: 'Its position in the batch, starting at 0' }) index!: number;
  @ApiProperty({ type: String, nullable: true }) externalId!: string | null;
}

export class SkippedEntityDto extends RowNamesDto {
  @ApiProperty({ enum: ['skipped_existing'] }) outcome!: 'skipped_existing';
  @ApiProperty({ enum: Object.values(skipCodes), enumName: 'EntitySkipCode' }) code!: string;
}

/** Entities of a job that were not stored. */
export class EntityFailuresDto extends BatchReportDto {
  @ApiProperty({ type: [EntityFailureDto] }) failures!: readonly EntityFailureDto[];
  @ApiProperty({ type: [SkippedEntityDto], description: 'The first ten thousand skipped rows' })
  skips!: readonly SkippedEntityDto[];
  @ApiProperty() skipsTotal!: number;
}
