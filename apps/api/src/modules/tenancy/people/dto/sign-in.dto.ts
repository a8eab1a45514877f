import { ApiProperty } from '@nestjs/swagger';

import type { AccessibleOrganization, ListedSession, Person } from '../../../../platform/auth/index.js';
import { displayNameOf, OneTimeLinkDto } from '../../members/index.js';
import type { User } from '../persistence/user-store.js';

const time = { type: String, format: 'date-time' } as const;

export class UserDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'email' }) email!: string;
  @ApiProperty() displayName!: string;

  static from(user: User): UserDto {
    return { id: user.id, email: user.email, displayName: displayNameOf(user) };
  }

  static of({ userId, email, name }: Person): UserDto {
    return { id: userId, email, displayName: name };
  }
}

class PlaceRoleDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() name!: string;
}

export class ActingPlaceDto implements AccessibleOrganization {
  @ApiProperty({ format: 'uuid', description: 'for `X-Organization-ID`' }) organizationId!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ enum: ['production', 'sandbox'], enumName: 'OrganizationEnvironment' }) environment!:
    | 'production'
    | 'sandbox';
  @ApiProperty() slug!: string;
  @ApiProperty({ description: 'For dates and times', example: 'America/Sao_Paulo' }) timezone!: string;
  @ApiProperty({ example: 'pt' }) language!: string;
  @ApiProperty({ example: 'BRL' }) baseCurrency!: string;
  @ApiProperty() role!: PlaceRoleDto;
  @ApiProperty({ type: [String], description: 'Permissions of the role there', example: ['rules:read'] })
  permissions!: readonly string[];
}

/** Response of every request that starts a session: the session itself is in the cookie. */
export class SignedInDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() user!: UserDto;
  @ApiProperty({ type: [ActingPlaceDto], description: 'Where the user has access' })
  organizations!: readonly ActingPlaceDto[];
}

export class SessionDto implements ListedSession {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() ipAddress!: string;
  @ApiProperty({ type: String, nullable: true }) userAgent!: string | null;
  @ApiProperty(time) createdAt!: Date;
  @ApiProperty(time) lastUsedAt!: Date;
  @ApiProperty(time) endsAt!: Date;
  @ApiProperty({ description: 'Whether it is the session of the request' }) isCurrent!: boolean;
}

export class SessionListDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [SessionDto] }) sessions!: readonly SessionDto[];
}

export class EndedSessionDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ format: 'uuid' }) id!: string;
}

export class MemberPasswordDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: OneTimeLinkDto, nullable: true, description: '`null` if it was sent by email' })
  passwordReset!: OneTimeLinkDto | null;
}

export class DoneDto {
  @ApiProperty({ enum: [true] }) success!: true;
}
