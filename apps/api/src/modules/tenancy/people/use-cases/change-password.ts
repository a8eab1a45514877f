import { Injectable } from '@nestjs/common';

import {
  deleteSessions,
  hashToken,
  isToken,
  type Person,
  type RequestOrigin,
} from '../../../../platform/auth/index.js';
import { InjectPgPool, inTransaction, type PgPool } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { normalizeEmail } from '../../members/index.js';
import { consumeEmailToken, deleteEmailTokens } from '../persistence/person-email-store.js';
import { findUserByEmail, findUserById, storePassword, type User } from '../persistence/user-store.js';
import { BackgroundTasks } from './background-tasks.js';
import { Passwords } from './passwords.js';
import { recordAccountActivity } from './record-account-activity.js';
import { SendPersonEmail } from './send-person-email.js';
import { assertSamePassword, SignIn } from './sign-in.js';
import { ThrottleAttempts } from './throttle-attempts.js';

const invalidToken = (): ApiError => new ApiError('INVALID_TOKEN', 'The secret is unknown, used or too old');

/** Changing a password that is known or forgotten. */
@Injectable()
export class ChangePassword {
  constructor(
    @InjectPgPool() private readonly pool: PgPool,
    private readonly passwords: Passwords,
    private readonly attempts: ThrottleAttempts,
    private readonly signIn: SignIn,
    private readonly background: BackgroundTasks,
    private readonly emails: SendPersonEmail,
  ) {}

  /** Ends all other sessions of the person. The account as it is now. */
  async change({ email, sessionId, from }: Person, current: string, next: string): Promise<User> {
    const user = await this.signIn.verifyCredentials({ email, password: current }, { from, sessionId });
    const passwordHash = await this.passwords.hash(next);
    return inTransaction(this.pool, null, async (client) => {
      await assertSamePassword(client, user);
      await storePassword(client, user.id, passwordHash);
      await deleteEmailTokens(client, user);
      await deleteSessions(client, user.id, sessionId);
      await recordAccountActivity(client, { activity: 'member_password_changed', user, from });
      return { ...user, passwordHash };
    });
  }

  /**
   * Sends a secret to the address, by which its password can be changed once. Does the same, as far as the caller can tell, for an
   * address that nobody signed up with.
   */
  async requestReset(email: string, from: RequestOrigin): Promise<void> {
    await this.attempts.acquireAddress(from.ipAddress);
    this.background.start('a letter about a forgotten password', () => this.sendResetEmail(normalizeEmail(email)));
  }

  /** Ends all sessions of the person. The account as it is now. */
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
      await deleteSessions(client, found.id, null);
      await recordAccountActivity(client, { activity: 'member_password_reset', user: found, from });
      return { ...found, passwordHash };
    });
    await this.attempts.releaseAddress(from.ipAddress);
    return user;
  }

  private sendResetEmail(recipient: string): Promise<void> {
    return inTransaction(this.pool, null, async (client) => {
      const user = await findUserByEmail(client, recipient);
      if (user) await this.emails.send(client, 'mail.password_reset', { recipient, userId: user.id });
    });
  }
}
