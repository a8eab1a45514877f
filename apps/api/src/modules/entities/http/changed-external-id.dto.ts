import { ApiProperty } from '@nestjs/swagger';

import { EntityDto } from './entity.dto.js';

/** Answer of `POST /entities/change-external-id`. */
export class ChangedExternalIdDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ description: 'False: the entity had this external id already' }) changed!: boolean;
  @ApiProperty() entity!: EntityDto;
}
