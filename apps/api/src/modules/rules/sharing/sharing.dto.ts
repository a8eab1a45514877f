import { ApiProperty } from '@nestjs/swagger';

import type { ChildShare, SharedResource } from '../../decisions/rule-sets/index.js';
import { ParametersDto } from '../rules/index.js';
import { sharedTypes } from './sharing.bodies.js';

const type = { enum: sharedTypes, enumName: 'SharedResourceType' };

class ChildShareDto {
  @ApiProperty({ format: 'uuid' }) organizationId!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ enum: ['production', 'sandbox'], enumName: 'OrganizationEnvironment' }) environment!: string;
  @ApiProperty({ type: String, format: 'date-time' }) sharedAt!: Date;
  @ApiProperty({ description: 'Whether the child has enabled it' }) optedIn!: boolean;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) optedInAt!: Date | null;

  static from(share: ChildShare): ChildShareDto {
    return { ...share, optedIn: share.optedInAt !== null };
  }
}

class ShareDto {
  @ApiProperty(type) resourceType!: string;
  @ApiProperty({ format: 'uuid' }) resourceId!: string;
  @ApiProperty({ type: [ChildShareDto] }) sharedWith!: readonly ChildShareDto[];
}

class ChangedShareDto extends ShareDto {
  @ApiProperty({ type: [String], format: 'uuid' }) added!: readonly string[];
  @ApiProperty({ type: [String], format: 'uuid' }) removed!: readonly string[];
}

export class ShareAnswerDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() data!: ShareDto;
}

export class ChangedShareAnswerDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() data!: ChangedShareDto;
}

export const sharesView = (shares: readonly ChildShare[]): readonly ChildShareDto[] =>
  shares.map((share) => ChildShareDto.from(share));

class SharedResourceDto implements SharedResource {
  @ApiProperty(type) resourceType!: SharedResource['resourceType'];
  @ApiProperty({ format: 'uuid' }) resourceId!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ format: 'uuid' }) parentOrganizationId!: string;
  @ApiProperty({ description: 'Whether it is enabled here' }) sharedEnabled!: boolean;
  @ApiProperty({ type: String, format: 'date-time' }) sharedAt!: Date;
}

export class SharedResourcesDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [SharedResourceDto] }) resources!: readonly SharedResourceDto[];
}

export class SharedResourceAnswerDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() resource!: SharedResourceDto;
}

export class TunedMatrixDto extends ParametersDto {
  @ApiProperty({ description: 'The rule set that decides from now on' }) ruleSetVersion!: string;
}
