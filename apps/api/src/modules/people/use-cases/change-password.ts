import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';

import {
  deleteSessions,
  hashToken,
  isToken,
  makeToken,
  type Person,
  type RequestOrigin,
} from '../../../platform/auth/index.js';
import { InjectPgPool, inTransaction, type PgPool, switchOrganization } from '../../../platform/database/index.js';
import { ApiError } from '../../../platform/http/index.js';
import { limits } from '../../../platform/limits.js';
import { writeEvents } from '../../../platform/outbox/index.js';
import { announceToHomes, findHomes } from '../../members/index.js';
import { securityEvent } from './security-event.js';
import { findUserByEmail, storePassword, storeReset, takeReset } from '../persistence/user-store.js';
import { Passwords } from './passwords.js';
import { plainEmail, SignIn } from './sign-in.js';
import { SlowAttempts } from './slow-attempts.js';

/** Changing a password that is known or forgotten. */
@Injectable()
export class ChangePassword implements BeforeApplicationShutdown {
  private readonly logger = new Logger('people');
  private readonly writing = new Set<Promise<void>>();

  constructor(
    @InjectPgPool() private readonly pool: PgPool,
    private readonly passwords: Passwords,
    private readonly attempts: SlowAttempts,
    private readonly signIn: SignIn,
  ) {}

  /** Ends all other sessions of the person. */
  async change({ email, sessionId, from }: Person, current: string, next: string): Promise<void> {
    const user = await this.signIn.check({ email, password: current }, from);
    const passwordHash = await this.passwords.hash(next);
    await inTransaction(this.pool, null, async (client) => {
      await storePassword(client, user.id, passwordHash);
      await deleteSessions(client, user.id, sessionId);
    });
  }

  /**
   * Sends a secret to the address, by which its password can be changed once. Does the same, as far as the caller can tell, for an
   * address that nobody signed up with.
   */
  async forget(email: string, from: RequestOrigin): Promise<void> {
    await this.attempts.takeAddress(from.ipAddress);
    // Beside the answer, whose time would tell otherwise.
    const written = this.writeLetter(email).catch((error: unknown) => {
      this.logger.error(`a letter about a forgotten password was not written: ${String(error)}`);
    });
    this.writing.add(written);
    void written.then(() => this.writing.delete(written));
  }

  /** Ends all sessions of the person. */
  async reset(token: string, password: string, from: RequestOrigin): Promise<void> {
    await this.attempts.takeAddress(from.ipAddress);
    const passwordHash = await this.passwords.hash(password);
    await inTransaction(this.pool, null, async (client) => {
      const user = isToken(token) ? await takeReset(client, hashToken(token)) : null;
      if (!user) throw new ApiError('INVALID_TOKEN', 'The secret is unknown, used or too old');
      await storePassword(client, user.id, passwordHash);
      await deleteSessions(client, user.id, null);
      await announceToHomes(client, user.id, (home) => [
        securityEvent('security.member.password_reset', home, user, from),
      ]);
    });
  }

  /** Waits for letters that are still being written. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.writing);
  }

  private async writeLetter(email: string): Promise<void> {
    await inTransaction(this.pool, null, async (client) => {
      const user = await findUserByEmail(client, plainEmail(email));
      const token = makeToken();
      const [first] = user ? await findHomes(client, user.id) : [];
      // A letter is sent in the name of an organization.
      if (!user || !first) return;
      const seconds = limits.resetLifeSeconds;
      await storeReset(client, user.id, hashToken(token), seconds);
      await switchOrganization(client, first.home);
      const payload = { to: user.email, token, validForSeconds: seconds };
      await writeEvents(client, [{ organizationId: first.home, event: 'mail.password_reset', payload }]);
    });
  }
}
