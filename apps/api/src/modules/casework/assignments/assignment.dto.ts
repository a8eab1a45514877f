import { ApiProperty } from '@nestjs/swagger';

import { TextField } from '../../../platform/http/index.js';
import { limits } from '../../../platform/limits.js';
import { AssigneeField } from '../alerts/index.js';

/** Body of the routes that assign work to a member, or to nobody. */
export class AssignWorkBody {
  @AssigneeField({ required: true }) assignedTo!: string;
  @TextField({ max: limits.reasonCharacters }) reason?: string | null;
  @AssigneeField({
    description: 'The expected current assignee, or 409: `unassigned`, `me` or a user. Default: not checked',
  })
  ifAssignedTo?: string | null;
}

const nullableId = { type: String, format: 'uuid', nullable: true } as const;

export class AssignedWorkDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty(nullableId) assignedTo!: string | null;
  @ApiProperty({ ...nullableId, description: 'The previous assignee' }) previousAssignedTo!: string | null;
}

/** Response of routes that assign the next piece of work to the caller. */
export class TakenWorkDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ ...nullableId, description: '`null` if nothing unassigned is waiting' }) id!: string | null;
}

/** Number of waiting items of one kind of work. */
export class WaitingCountsDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ description: 'of the caller' }) mine!: number;
  @ApiProperty({ description: 'of nobody' }) unassigned!: number;
  @ApiProperty() all!: number;
}
