import { Controller, HttpCode, Res, UseGuards } from '@nestjs/common';
import { ApiAcceptedResponse, ApiCreatedResponse, ApiOkResponse, ApiTags, ApiOperation } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';

import {
  CurrentDevice,
  CurrentOrigin,
  Memberships,
  OwnPagesGuard,
  type RequestOrigin,
  setDeviceCookie,
  setSessionCookie,
} from '../../../../platform/auth/index.js';
import { ApiErrors, PublicRoute, BodyExample } from '../../../../platform/http/index.js';
import { Post, PostBody } from '../../../../platform/idempotency/index.js';
import { newDeviceToken } from '../domain/known-device.js';
import { AcceptInvitation } from '../use-cases/accept-invitation.js';
import { ChangePassword } from '../use-cases/change-password.js';
import { FollowLink } from '../use-cases/follow-link.js';
import { type StartedSession, SignIn } from '../use-cases/sign-in.js';
import { SignUp } from '../use-cases/sign-up.js';
import {
  AcceptInvitationBody,
  CompleteSignUpBody,
  FollowLinkBody,
  ForgotPasswordBody,
  ResetPasswordBody,
  SignInBody,
  SignUpBody,
} from '../dto/sign-in.bodies.js';
import { DoneDto, SignedInDto, UserDto } from '../dto/sign-in.dto.js';

const exampleToken = 'the-secret-that-stands-in-the-letter';

/**
 * The ways in which people sign in. Sessions are cookies that pages cannot read; guessing slows down the guesser, not the account. Pages of
 * other sites cannot sign anybody in.
 */
@ApiTags('auth')
@UseGuards(OwnPagesGuard)
@Controller('auth')
export class SignInController {
  constructor(
    private readonly signInUseCase: SignIn,
    private readonly signUpUseCase: SignUp,
    private readonly links: FollowLink,
    private readonly invitations: AcceptInvitation,
    private readonly passwords: ChangePassword,
    private readonly members: Memberships,
  ) {}

  /** Gives the same response for every address. An email with a secret is sent to it; if the address has an account, the email says so. */
  @Post('sign-up')
  @ApiOperation({ summary: 'Request a sign-up email' })
  @BodyExample({ email: 'analyst@example.com' })
  @HttpCode(202)
  @PublicRoute()
  @ApiErrors('VALIDATION_ERROR', 'CROSS_SITE_REQUEST', 'TOO_MANY_ATTEMPTS')
  @ApiAcceptedResponse({ type: DoneDto })
  async signUp(@PostBody() { email }: SignUpBody, @CurrentOrigin() from: RequestOrigin): Promise<DoneDto> {
    await this.signUpUseCase.request(email, from);
    return { success: true };
  }

  /**
   * Creates an account for the person who sends the secret of the email, and a session. `POST /organizations` creates the first
   * organization.
   */
  @Post('sign-up/complete')
  @ApiOperation({ summary: 'Sign up with the secret of an email' })
  @BodyExample({ token: exampleToken, password: 'four quiet words here', firstName: 'Ana' })
  @PublicRoute()
  @ApiErrors('VALIDATION_ERROR', 'INVALID_TOKEN', 'CROSS_SITE_REQUEST', 'TOO_MANY_ATTEMPTS')
  @ApiCreatedResponse({ type: SignedInDto })
  async completeSignUp(
    @PostBody() { token, password, firstName = null, lastName = null }: CompleteSignUpBody,
    @CurrentOrigin() from: RequestOrigin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedInDto> {
    return this.respond(await this.signUpUseCase.complete({ token, password, firstName, lastName }, from), reply);
  }

  /** Gives the same response whether the address or the password is wrong. */
  @Post('sign-in')
  @ApiOperation({ summary: 'Sign in' })
  @BodyExample({ email: 'analyst@example.com', password: 'four quiet words here' })
  @HttpCode(200)
  @PublicRoute()
  @ApiErrors('VALIDATION_ERROR', 'INVALID_CREDENTIALS', 'CROSS_SITE_REQUEST', 'TOO_MANY_ATTEMPTS')
  @ApiOkResponse({ type: SignedInDto })
  async signIn(
    @PostBody() { email, password }: SignInBody,
    @CurrentOrigin() from: RequestOrigin,
    @CurrentDevice() device: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedInDto> {
    return this.respond(await this.signInUseCase.signIn({ email, password }, { from, device }), reply);
  }

  /** Signs in the sender of the secret of a link, once. The server operator creates links (`sign-in-link`). */
  @Post('link')
  @ApiOperation({ summary: 'Sign in with the secret of a one-time link' })
  @BodyExample({ token: exampleToken })
  @HttpCode(200)
  @PublicRoute()
  @ApiErrors('VALIDATION_ERROR', 'INVALID_TOKEN', 'CROSS_SITE_REQUEST', 'TOO_MANY_ATTEMPTS')
  @ApiOkResponse({ type: SignedInDto })
  async followLink(
    @PostBody() { token }: FollowLinkBody,
    @CurrentOrigin() from: RequestOrigin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedInDto> {
    return this.respond(await this.links.follow(token, from), reply);
  }

  /** Makes the person who sends the secret of the email the invited member, and starts a session. */
  @Post('invitations/accept')
  @ApiOperation({ summary: 'Accept an invitation' })
  @BodyExample({ token: exampleToken, password: 'four quiet words here' })
  @HttpCode(200)
  @PublicRoute()
  @ApiErrors('VALIDATION_ERROR', 'INVALID_TOKEN', 'INVALID_CREDENTIALS', 'CROSS_SITE_REQUEST', 'TOO_MANY_ATTEMPTS')
  @ApiOkResponse({ type: SignedInDto })
  async accept(
    @PostBody() { token, password, firstName = null, lastName = null }: AcceptInvitationBody,
    @CurrentOrigin() from: RequestOrigin,
    @CurrentDevice() device: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedInDto> {
    return this.respond(
      await this.invitations.accept({ token, password, firstName, lastName }, { from, device }),
      reply,
    );
  }

  /** Gives the same response for every address. An email with a secret is sent if the address has an account. */
  @Post('password/forgot')
  @ApiOperation({ summary: 'Request an email to reset the password' })
  @BodyExample({ email: 'analyst@example.com' })
  @HttpCode(200)
  @PublicRoute()
  @ApiErrors('VALIDATION_ERROR', 'CROSS_SITE_REQUEST', 'TOO_MANY_ATTEMPTS')
  @ApiOkResponse({ type: DoneDto })
  async forgot(@PostBody() { email }: ForgotPasswordBody, @CurrentOrigin() from: RequestOrigin): Promise<DoneDto> {
    await this.passwords.requestReset(email, from);
    return { success: true };
  }

  /** Ends all sessions of the person, and makes the device a known one. */
  @Post('password/reset')
  @ApiOperation({ summary: 'Reset the password with the secret of an email' })
  @BodyExample({ token: exampleToken, password: 'five other quiet words here' })
  @HttpCode(200)
  @PublicRoute()
  @ApiErrors('VALIDATION_ERROR', 'INVALID_TOKEN', 'CROSS_SITE_REQUEST', 'TOO_MANY_ATTEMPTS')
  @ApiOkResponse({ type: DoneDto })
  async reset(
    @PostBody() { token, password }: ResetPasswordBody,
    @CurrentOrigin() from: RequestOrigin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DoneDto> {
    setDeviceCookie(reply, newDeviceToken(await this.passwords.reset(token, password, from)));
    return { success: true };
  }

  private async respond({ user, token }: StartedSession, reply: FastifyReply): Promise<SignedInDto> {
    const organizations = await this.members.listOrganizations(user.id);
    setSessionCookie(reply, token);
    setDeviceCookie(reply, newDeviceToken(user));
    return { success: true, user: UserDto.from(user), organizations };
  }
}
