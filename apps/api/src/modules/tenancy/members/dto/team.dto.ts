import { ApiProperty } from '@nestjs/swagger';

import { ChangeBody, IfVersionField, Pagination, TextField, TrimmedField } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import type { Team } from '../domain/team.js';

/** Body of `POST /teams`. */
export class CreateTeamBody {
  @TrimmedField({ required: true, max: limits.roleNameCharacters }) name!: string;
  @TextField({ max: limits.roleDescriptionCharacters }) description?: string | null;
}

/** Body of `PATCH /teams/{id}`: absent members stay unchanged. */
@ChangeBody()
export class ChangeTeamBody {
  @TrimmedField({ max: limits.roleNameCharacters }) name?: string;
  @TextField({ max: limits.roleDescriptionCharacters, nullable: true }) description?: string | null;
  @IfVersionField() ifVersion?: number;
}

export class TeamDto implements Team {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ type: String, nullable: true }) description!: string | null;
  @ApiProperty() memberCount!: number;
  @ApiProperty({ type: String, format: 'date-time' }) createdAt!: Date;
  @ApiProperty({ type: String, format: 'date-time' }) updatedAt!: Date;
  @ApiProperty({ description: 'incremented by each change, except of the members' }) version!: number;
}

export class TeamAnswerDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() team!: TeamDto;
}

export class TeamPageDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [TeamDto] }) teams!: readonly TeamDto[];
  @ApiProperty() pagination!: Pagination;
}
