import { Injectable } from '@nestjs/common';

import {
  deleteSessions,
  hashToken,
  isToken,
  generateToken,
  type Person,
  type RequestOrigin,
} from '../../../../platform/auth/index.js';
import { InjectPgPool, inTransaction, type PgPool } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { writeEmail } from '../../../../platform/outbox/index.js';
import { Secrets } from '../../../../platform/secrets/index.js';
import { findActiveMemberships } from '../../members/index.js';
import { findUserByEmail, storePassword, storeResetToken, consumeResetToken } from '../persistence/user-store.js';
import { BackgroundTasks } from './background-tasks.js';
import { Passwords } from './passwords.js';
import { recordAccountActivity } from './record-account-activity.js';
import { normalizeEmail, SignIn } from './sign-in.js';
import { ThrottleAttempts } from './throttle-attempts.js';

/** Changing a password that is known or forgotten. */
@Injectable()
export class ChangePassword {
  constructor(
    @InjectPgPool() private readonly pool: PgPool,
    private readonly passwords: Passwords,
    private readonly attempts: ThrottleAttempts,
    private readonly signIn: SignIn,
    private readonly background: BackgroundTasks,
    private readonly secrets: Secrets,
  ) {}

  /** Ends all other sessions of the person. */
  async change({ email, sessionId, from }: Person, current: string, next: string): Promise<void> {
    const user = await this.signIn.verifyCredentials({ email, password: current }, from);
    const passwordHash = await this.passwords.hash(next);
    await inTransaction(this.pool, null, async (client) => {
      await storePassword(client, user.id, passwordHash);
      await deleteSessions(client, user.id, sessionId);
      await recordAccountActivity(client, { activity: 'member_password_changed', user, from });
    });
  }

  /**
   * Sends a secret to the address, by which its password can be changed once. Does the same, as far as the caller can tell, for an
   * address that nobody signed up with.
   */
  async requestReset(email: string, from: RequestOrigin): Promise<void> {
    await this.attempts.acquireAddress(from.ipAddress);
    this.background.start('a letter about a forgotten password', () => this.sendResetEmail(email));
  }

  /** Ends all sessions of the person. */
  async reset(token: string, password: string, from: RequestOrigin): Promise<void> {
    await this.attempts.acquireAddress(from.ipAddress);
    const passwordHash = await this.passwords.hash(password);
    await inTransaction(this.pool, null, async (client) => {
      const user = isToken(token) ? await consumeResetToken(client, hashToken(token)) : null;
      if (!user) throw new ApiError('INVALID_TOKEN', 'The secret is unknown, used or too old');
      await storePassword(client, user.id, passwordHash);
      await deleteSessions(client, user.id, null);
      await recordAccountActivity(client, { activity: 'member_password_reset', user, from });
    });
  }

  private async sendResetEmail(email: string): Promise<void> {
    await inTransaction(this.pool, null, async (client) => {
      const user = await findUserByEmail(client, normalizeEmail(email));
      const token = generateToken();
      const [first] = user ? await findActiveMemberships(client, user.id) : [];
      // A letter is sent in the name of an organization.
      if (!user || !first) return;
      const seconds = limits.resetLifeSeconds;
      await storeResetToken(client, user.id, hashToken(token), seconds);
      await client.switchOrganization(first.home);
      const payload = { to: user.email, validForSeconds: seconds };
      const letter = { organizationId: first.home, event: 'mail.password_reset', payload, secret: token };
      await writeEmail(client, this.secrets, letter);
    });
  }
}
