import { ApiProperty } from '@nestjs/swagger';

import { Pagination } from '../../../../platform/http/index.js';
import {
  displayNameOf,
  type EnvironmentAccess,
  environmentAccesses,
  type Member,
  type MemberStatus,
  memberStatuses,
} from '../domain/member.js';
import type { Role } from '../domain/role.js';

const nullableText = { type: String, nullable: true } as const;
const nullableTime = { type: String, format: 'date-time', nullable: true } as const;

export class RoleDto implements Role {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() name!: string;
  @ApiProperty(nullableText) description!: string | null;
  @ApiProperty() isSystem!: boolean;
  @ApiProperty({ type: [String] }) permissions!: readonly string[];
  @ApiProperty({ description: 'incremented by each change' }) version!: number;
}

class MemberRoleDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() name!: string;
}

class MemberTeamDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() name!: string;
}

export class MemberDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ type: String, format: 'uuid', nullable: true }) userId!: string | null;
  @ApiProperty({ format: 'email' }) email!: string;
  @ApiProperty() displayName!: string;
  @ApiProperty(nullableText) firstName!: string | null;
  @ApiProperty(nullableText) lastName!: string | null;
  @ApiProperty() role!: MemberRoleDto;
  @ApiProperty({ enum: environmentAccesses, enumName: 'EnvironmentAccess' }) environmentAccess!: EnvironmentAccess;
  @ApiProperty({ enum: memberStatuses, enumName: 'MemberStatus' }) status!: MemberStatus;
  @ApiProperty({ type: [MemberTeamDto] }) teams!: readonly MemberTeamDto[];
  @ApiProperty(nullableTime) lastLoginAt!: Date | null;
  @ApiProperty({ type: String, format: 'date-time' }) createdAt!: Date;
  @ApiProperty({ description: 'incremented by each change, except of the teams' }) version!: number;

  static from(member: Member): MemberDto {
    const { role, ...rest } = member;
    return { ...rest, displayName: displayNameOf(member), role: { id: role.id, name: role.name } };
  }
}

export class MemberAnswerDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() member!: MemberDto;
}

/** A one-time link to an account, to be passed on if no emails are sent. */
export class OneTimeLinkDto {
  @ApiProperty({ description: 'A secret, shown only once' }) token!: string;
  @ApiProperty({ ...nullableText, description: 'A page of `PUBLIC_ORIGINS`; `null` if none is configured' }) link!:
    | string
    | null;
  @ApiProperty({ type: Number, description: 'Seconds until it expires' }) validForSeconds!: number;
}

export class InvitedMemberDto extends MemberAnswerDto {
  @ApiProperty({ type: OneTimeLinkDto, nullable: true, description: '`null` if it was sent by email' })
  invitation!: OneTimeLinkDto | null;
}

export class MemberPageDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [MemberDto] }) members!: MemberDto[];
  @ApiProperty() pagination!: Pagination;
}

export class RoleAnswerDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() role!: RoleDto;
}

export class RoleListDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [RoleDto] }) roles!: readonly RoleDto[];
}

export class RemovedDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ format: 'uuid' }) id!: string;
}
