import { Injectable } from '@nestjs/common';

import { hashToken, insertSession, isToken, type RequestOrigin } from '../../../../platform/auth/index.js';
import { InjectPgPool, inTransaction, type PgPool, violatedConstraint } from '../../../../platform/database/index.js';
import { normalizeEmail } from '../../members/index.js';
import { consumeEmailToken, deleteEmailTokens } from '../persistence/person-email-store.js';
import { findUserByEmail, insertUser } from '../persistence/user-store.js';
import { BackgroundTasks } from './background-tasks.js';
import { Passwords } from './passwords.js';
import { invalidToken, SendPersonEmail } from './send-person-email.js';
import type { StartedSession } from './sign-in.js';
import { ThrottleAttempts } from './throttle-attempts.js';

export interface SignUpCompletion {
  readonly token: string;
  readonly password: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

/**
 * Signs people up by an email to the address: nothing is stored about an account before a person who reads that mailbox chooses its
 * password, so that naming another person's address takes nothing away from its owner.
 */
@Injectable()
export class SignUp {
  constructor(
    @InjectPgPool() private readonly pool: PgPool,
    private readonly passwords: Passwords,
    private readonly attempts: ThrottleAttempts,
    private readonly background: BackgroundTasks,
    private readonly emails: SendPersonEmail,
  ) {}

  /** For an address with an account, the caller sees no difference: the email informs its owner. */
  async request(email: string, from: RequestOrigin): Promise<void> {
    await this.attempts.acquireAddress(from.ipAddress);
    this.background.start('a sign-up email', () => this.sendEmail(normalizeEmail(email)));
  }

  /** Creates a person without an organization, whose address is confirmed. */
  async complete({ token, password, ...names }: SignUpCompletion, from: RequestOrigin): Promise<StartedSession> {
    await this.attempts.acquireAddress(from.ipAddress);
    if (!isToken(token)) throw invalidToken();
    const passwordHash = await this.passwords.hash(password);
    const creating = inTransaction(this.pool, null, async (client) => {
      const proof = await consumeEmailToken(client, 'mail.sign_up', hashToken(token));
      if (!proof) throw invalidToken();
      const user = await insertUser(client, { email: proof.recipient, ...names, passwordHash });
      await deleteEmailTokens(client, user);
      return { user, token: await insertSession(client, user.id, from) };
    });
    const started = await creating.catch((error: unknown) => {
      // An invitation or another email to the address was used first.
      throw violatedConstraint(error) === 'users_email' ? invalidToken() : error;
    });
    await this.attempts.releaseAddress(from.ipAddress);
    return started;
  }

  private sendEmail(recipient: string): Promise<void> {
    return inTransaction(this.pool, null, async (client) => {
      const user = await findUserByEmail(client, recipient);
      const event = user ? 'mail.sign_up_again' : 'mail.sign_up';
      await this.emails.send(client, event, { recipient, userId: user?.id ?? null });
    });
  }
}
