import { Controller, HttpCode, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags, ApiOperation } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';

import { CurrentOrigin, setSessionCookie, Memberships, type RequestOrigin } from '../../../../platform/auth/index.js';
import { ApiErrors, PublicRoute, BodyExample } from '../../../../platform/http/index.js';
import { Post, PostBody } from '../../../../platform/idempotency/index.js';
import { AcceptInvitation } from '../use-cases/accept-invitation.js';
import { ChangePassword } from '../use-cases/change-password.js';
import { type StartedSession, SignIn } from '../use-cases/sign-in.js';
import {
  AcceptInvitationBody,
  ForgotPasswordBody,
  ResetPasswordBody,
  SignInBody,
  SignUpBody,
} from '../dto/sign-in.bodies.js';
import { DoneDto, SignedInDto, UserDto } from '../dto/sign-in.dto.js';

const exampleToken = 'the-secret-that-stands-in-the-letter';

/** How people come in. Sessions are cookies that pages cannot read; attempts are slowed by address and by account. */
@ApiTags('auth')
@Controller('auth')
export class SignInController {
  constructor(
    private readonly signInUseCase: SignIn,
    private readonly invitations: AcceptInvitation,
    private readonly passwords: ChangePassword,
    private readonly members: Memberships,
  ) {}

  /** An account of a person, and a session. `POST /organizations` makes the first organization. */
  @Post('sign-up')
  @ApiOperation({ summary: 'Sign up' })
  @BodyExample({ email: 'analyst@example.com', password: 'four quiet words here', firstName: 'Ana' })
  @PublicRoute()
  @ApiErrors('VALIDATION_ERROR', 'EMAIL_IN_USE', 'TOO_MANY_ATTEMPTS')
  @ApiCreatedResponse({ type: SignedInDto })
  async signUp(
    @PostBody() { email, password, firstName = null, lastName = null }: SignUpBody,
    @CurrentOrigin() from: RequestOrigin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedInDto> {
    return this.respond(await this.signInUseCase.signUp({ email, password, firstName, lastName }, from), reply);
  }

  /** Answers alike whether the address or the password is wrong. */
  @Post('sign-in')
  @ApiOperation({ summary: 'Sign in' })
  @BodyExample({ email: 'analyst@example.com', password: 'four quiet words here' })
  @HttpCode(200)
  @PublicRoute()
  @ApiErrors('VALIDATION_ERROR', 'INVALID_CREDENTIALS', 'TOO_MANY_ATTEMPTS')
  @ApiOkResponse({ type: SignedInDto })
  async signIn(
    @PostBody() { email, password }: SignInBody,
    @CurrentOrigin() from: RequestOrigin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedInDto> {
    return this.respond(await this.signInUseCase.signIn({ email, password }, from), reply);
  }

  /** Makes the invited member the person who sends the secret of the letter, and begins a session. */
  @Post('invitations/accept')
  @ApiOperation({ summary: 'Accept an invitation' })
  @BodyExample({ token: exampleToken, password: 'four quiet words here' })
  @HttpCode(200)
  @PublicRoute()
  @ApiErrors('VALIDATION_ERROR', 'INVALID_TOKEN', 'INVALID_CREDENTIALS', 'TOO_MANY_ATTEMPTS')
  @ApiOkResponse({ type: SignedInDto })
  async accept(
    @PostBody() { token, password, firstName = null, lastName = null }: AcceptInvitationBody,
    @CurrentOrigin() from: RequestOrigin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedInDto> {
    return this.respond(await this.invitations.accept({ token, password, firstName, lastName }, from), reply);
  }

  /** Answers alike for every address. A letter with a secret goes to a member of an organization. */
  @Post('password/forgot')
  @ApiOperation({ summary: 'Ask for a letter to choose another password' })
  @BodyExample({ email: 'analyst@example.com' })
  @HttpCode(200)
  @PublicRoute()
  @ApiErrors('VALIDATION_ERROR', 'TOO_MANY_ATTEMPTS')
  @ApiOkResponse({ type: DoneDto })
  async forgot(@PostBody() { email }: ForgotPasswordBody, @CurrentOrigin() from: RequestOrigin): Promise<DoneDto> {
    await this.passwords.requestReset(email, from);
    return { success: true };
  }

  /** Ends every session of the person. */
  @Post('password/reset')
  @ApiOperation({ summary: 'Choose another password with the secret of a letter' })
  @BodyExample({ token: exampleToken, password: 'five other quiet words here' })
  @HttpCode(200)
  @PublicRoute()
  @ApiErrors('VALIDATION_ERROR', 'INVALID_TOKEN', 'TOO_MANY_ATTEMPTS')
  @ApiOkResponse({ type: DoneDto })
  async reset(
    @PostBody() { token, password }: ResetPasswordBody,
    @CurrentOrigin() from: RequestOrigin,
  ): Promise<DoneDto> {
    await this.passwords.reset(token, password, from);
    return { success: true };
  }

  private async respond({ user, token }: StartedSession, reply: FastifyReply): Promise<SignedInDto> {
    const organizations = await this.members.listOrganizations(user.id);
    setSessionCookie(reply, token);
    return { success: true, user: UserDto.from(user), organizations };
  }
}
