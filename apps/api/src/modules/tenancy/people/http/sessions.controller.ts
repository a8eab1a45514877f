import { Controller, Delete, Get, HttpCode, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags, ApiOperation } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';

import {
  CurrentPerson,
  Memberships,
  type Person,
  SessionRoute,
  clearSessionCookie,
  setDeviceCookie,
} from '../../../../platform/auth/index.js';
import { ApiErrors, UuidParam, BodyExample } from '../../../../platform/http/index.js';
import { Post, PostBody } from '../../../../platform/idempotency/index.js';
import { newDeviceToken } from '../domain/known-device.js';
import { ChangePassword } from '../use-cases/change-password.js';
import { OwnSessions } from '../use-cases/own-sessions.js';
import { ChangePasswordBody } from '../dto/sign-in.bodies.js';
import { DoneDto, EndedSessionDto, SessionListDto, SignedInDto, UserDto } from '../dto/sign-in.dto.js';

/** What people see and do in their own account. */
@ApiTags('auth')
@Controller('auth')
export class SessionsController {
  constructor(
    private readonly sessions: OwnSessions,
    private readonly passwords: ChangePassword,
    private readonly members: Memberships,
  ) {}

  /** Returns the signed-in person, and where they may act. */
  @Get('session')
  @ApiOperation({ summary: 'Who is signed in, and where they may act' })
  @SessionRoute()
  @ApiOkResponse({ type: SignedInDto })
  async current(@CurrentPerson() person: Person): Promise<SignedInDto> {
    return {
      success: true,
      user: UserDto.of(person),
      organizations: await this.members.listOrganizations(person.userId),
    };
  }

  /** Ends the current session. */
  @Post('sign-out')
  @ApiOperation({ summary: 'Sign out' })
  @HttpCode(200)
  @SessionRoute()
  @ApiErrors('VALIDATION_ERROR', 'CROSS_SITE_REQUEST')
  @ApiOkResponse({ type: DoneDto })
  async signOut(@CurrentPerson() person: Person, @Res({ passthrough: true }) reply: FastifyReply): Promise<DoneDto> {
    await this.sessions.end(person, person.sessionId);
    clearSessionCookie(reply);
    return { success: true };
  }

  /** Lists the sessions of the person on all devices. */
  @Get('sessions')
  @ApiOperation({ summary: 'List the sessions of the user' })
  @SessionRoute()
  @ApiOkResponse({ type: SessionListDto })
  async list(@CurrentPerson() person: Person): Promise<SessionListDto> {
    const sessions = await this.sessions.list(person);
    return {
      success: true,
      sessions: sessions.map((session) => ({ ...session, isCurrent: session.id === person.sessionId })),
    };
  }

  /** Ends one of the sessions, everywhere within a second. */
  @Delete('sessions/:id')
  @ApiOperation({ summary: 'End a session of the user' })
  @SessionRoute()
  @ApiErrors('CROSS_SITE_REQUEST', 'NOT_FOUND')
  @ApiOkResponse({ type: EndedSessionDto })
  async end(@CurrentPerson() person: Person, @UuidParam('id', 'Session') id: string): Promise<EndedSessionDto> {
    await this.sessions.end(person, id);
    return { success: true, id };
  }

  /** Also ends all other sessions of the person. */
  @Post('password')
  @ApiOperation({ summary: 'Change the password' })
  @BodyExample({
    currentPassword: 'four quiet words here',
    newPassword: 'five other quiet words here',
  })
  @HttpCode(200)
  @SessionRoute()
  @ApiErrors('VALIDATION_ERROR', 'CROSS_SITE_REQUEST', 'INVALID_CREDENTIALS', 'TOO_MANY_ATTEMPTS')
  @ApiOkResponse({ type: DoneDto })
  async changePassword(
    @CurrentPerson() person: Person,
    @PostBody() { currentPassword, newPassword }: ChangePasswordBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DoneDto> {
    setDeviceCookie(reply, newDeviceToken(await this.passwords.change(person, currentPassword, newPassword)));
    return { success: true };
  }
}
