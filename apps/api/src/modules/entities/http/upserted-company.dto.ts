import { ApiProperty } from '@nestjs/swagger';
import type { JsonValue } from '@tamis/stdx';

import { anyValueOrNull } from '../../../platform/http/index.js';
import type { Conflict } from '../domain/merge-company.js';
import { EntityDto, RunDto } from './entity.dto.js';

class ConflictDto {
  @ApiProperty({ example: 'entityData.company.industry', description: 'path of the field' }) field!: string;
  @ApiProperty(anyValueOrNull) oldValue!: JsonValue;
  @ApiProperty(anyValueOrNull) newValue!: JsonValue;
  @ApiProperty({
    enum: ['source_wins', 'target_wins', 'merged', 'manual_review'],
    enumName: 'ConflictOutcome',
    description: 'whose value the field has now',
  })
  resolution!: Conflict['resolution'];
}

/** The answer of `PUT /entities/upsert`. */
export class UpsertedCompanyDto extends RunDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ enum: ['created', 'updated'], enumName: 'UpsertAction' }) action!: 'created' | 'updated';
  @ApiProperty() entity!: EntityDto;
  @ApiProperty({ type: EntityDto, nullable: true, description: 'as it was before; null when it was created' })
  previousEntity!: EntityDto | null;
  @ApiProperty({
    minimum: 0,
    maximum: 1,
    description:
      'how sure it is that the right thing was done: of `updated`, how near the company is; of `created`, how far the nearest is. ' +
      'Below 0.7, look at it',
  })
  confidence!: number;
  @ApiProperty({ description: 'what the choice was made by' }) reasoning!: string;
  @ApiProperty({ type: [ConflictDto] }) conflicts!: readonly Conflict[];
}
