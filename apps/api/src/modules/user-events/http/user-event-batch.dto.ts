import { ApiProperty } from '@nestjs/swagger';

import { BatchReportDto } from '../../batch-jobs/index.js';

class UserEventFailureDto {
  @ApiProperty({ description: 'The external id of the row, or its place in the batch, from 0' }) rowKey!: string;
  @ApiProperty({ example: 'ENTITY_NOT_FOUND' }) code!: string;
  @ApiProperty() message!: string;
}

/** The user events of a job that were not stored. */
export class UserEventFailuresDto extends BatchReportDto {
  @ApiProperty({ type: [UserEventFailureDto] }) failures!: readonly UserEventFailureDto[];
}
