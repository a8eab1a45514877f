import { Injectable } from '@nestjs/common';

import { byPrincipal, recordAudit } from '../../../../platform/audit/index.js';
import {
  deleteSessions,
  hashToken,
  isToken,
  type Person,
  type Principal,
  type RequestOrigin,
} from '../../../../platform/auth/index.js';
import { InjectPgPool, inTransaction, type PgPool } from '../../../../platform/database/index.js';
import { MailServer } from '../../../../platform/egress/index.js';
import { ApiError, notFound } from '../../../../platform/http/index.js';
import type { OneTimeLink } from '../../../../platform/mail/index.js';
import {
  assertMayActOn,
  findActiveMemberships,
  findMember,
  memberAuditEntry,
  normalizeEmail,
  requireHomeOrganization,
} from '../../members/index.js';
import { consumeEmailToken, deleteEmailTokens } from '../persistence/person-email-store.js';
import { deleteSignInLink } from '../persistence/sign-in-link-store.js';
import { findUserByEmail, findUserById, storePassword, type User } from '../persistence/user-store.js';
import { BackgroundTasks } from './background-tasks.js';
import { Passwords } from './passwords.js';
import { recordAccountActivity } from './record-account-activity.js';
import { invalidToken, SendPersonEmail } from './send-person-email.js';
import { assertSamePassword, SignIn } from './sign-in.js';
import { ThrottleAttempts } from './throttle-attempts.js';

/** Changes a known or forgotten password. */
@Injectable()
export class ChangePassword {
  constructor(
    @InjectPgPool() private readonly pool: PgPool,
    private readonly passwords: Passwords,
    private readonly attempts: ThrottleAttempts,
    private readonly signIn: SignIn,
    private readonly background: BackgroundTasks,
    private readonly emails: SendPersonEmail,
    private readonly server: MailServer,
  ) {}

  /** Ends all other sessions of the person. Returns the changed account. */
  async change({ email, sessionId, from }: Person, current: string, next: string): Promise<User> {
    const user = await this.signIn.verifyCredentials({ email, password: current }, { from, sessionId });
    const passwordHash = await this.passwords.hash(next);
    return inTransaction(this.pool, null, async (client) => {
      await assertSamePassword(client, user);
      await storePassword(client, user.id, passwordHash);
      await deleteEmailTokens(client, user);
      await deleteSignInLink(client, user.id);
      await deleteSessions(client, user.id, sessionId);
      await recordAccountActivity(client, { activity: 'member_password_changed', user, from });
      return { ...user, passwordHash };
    });
  }

  /**
   * Sends a secret to the address with which its password can be changed once. For an address without an account, the caller sees no
   * difference.
   */
  async requestReset(email: string, from: RequestOrigin): Promise<void> {
    await this.attempts.acquireAddress(from.ipAddress);
    this.background.start('a password reset email', () => this.sendResetEmail(normalizeEmail(email)));
  }

  /** Ends all sessions of the person. Returns the changed account. */
  async reset(token: string, password: string, from: RequestOrigin): Promise<User> {
    await this.attempts.acquireAddress(from.ipAddress);
    if (!isToken(token)) throw invalidToken();
    const passwordHash = await this.passwords.hash(password);
    const user = await inTransaction(this.pool, null, async (client) => {
      const proof = await consumeEmailToken(client, 'mail.password_reset', hashToken(token));
      const found = proof?.userId ? await findUserById(client, proof.userId) : null;
      if (!found) throw invalidToken();
      await storePassword(client, found.id, passwordHash);
      await deleteEmailTokens(client, found);
      await deleteSignInLink(client, found.id);
      await deleteSessions(client, found.id, null);
      await recordAccountActivity(client, { activity: 'member_password_reset', user: found, from });
      return { ...found, passwordHash };
    });
    await this.attempts.releaseAddress(from.ipAddress);
    return user;
  }

  /**
   * For a member who forgot the password, requested by a person who manages members: sends them an email, or returns the link to pass on if
   * no emails are sent. Never returns a link to an account that also gives access to other organizations.
   */
  async requestMemberReset(principal: Principal, memberId: string): Promise<OneTimeLink | null> {
    const { organizationId } = principal;
    return inTransaction(this.pool, organizationId, async (client) => {
      const home = await requireHomeOrganization(client, principal);
      const member = await findMember(client, home, memberId, 'locked');
      if (!member) throw notFound('Member');
      if (principal.actor.type !== 'user')
        throw new ApiError('FORBIDDEN', 'Passwords can be reset by users, not by API keys');
      assertMayActOn(principal, member);
      const { userId, status } = member;
      if (userId === null || status !== 'active')
        throw new ApiError('INVALID_STATUS_TRANSITION', 'Only an active member has a password to change');
      const entry = memberAuditEntry('member_password_link_created', null, member);
      await recordAudit(client, byPrincipal(principal), [{ ...entry, changes: {} }]);
      const to = { recipient: normalizeEmail(member.email), userId };
      if (this.server.isNamed) {
        await this.emails.send(client, 'mail.password_reset', { ...to, organizationId });
        return null;
      }
      const places = await findActiveMemberships(client, userId);
      if (places.some((place) => place.home !== home))
        throw new ApiError(
          'FORBIDDEN',
          'The account of this member has access to other organizations too; the member must reset the password',
        );
      const link = await this.emails.createResetLink(client, to);
      if (!link)
        throw new ApiError(
          'TOO_MANY_ATTEMPTS',
          'Too many links were requested; the last ones are valid for half an hour',
        );
      return link;
    });
  }

  private sendResetEmail(recipient: string): Promise<void> {
    return inTransaction(this.pool, null, async (client) => {
      const user = await findUserByEmail(client, recipient);
      if (user) await this.emails.send(client, 'mail.password_reset', { recipient, userId: user.id });
    });
  }
}
