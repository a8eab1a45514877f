import { Injectable } from '@nestjs/common';

import { insertSession, type RequestOrigin } from '../../../../platform/auth/index.js';
import { InjectPgPool, inTransaction, type PgPool, type Transaction } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { normalizeEmail, recordLogin } from '../../members/index.js';
import { isKnownDevice } from '../domain/known-device.js';
import { findUserByEmail, lockPassword, type User } from '../persistence/user-store.js';
import { BackgroundTasks } from './background-tasks.js';
import { Passwords } from './passwords.js';
import { recordAccountActivity } from './record-account-activity.js';
import { SendPersonEmail } from './send-person-email.js';
import { ThrottleAttempts } from './throttle-attempts.js';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** The sender of credentials that are not checked yet. */
export interface Caller {
  readonly from: RequestOrigin;
  /** The token by which the device claims to be known. */
  readonly device?: string | undefined;
  /** The session of a person who has already signed in. */
  readonly sessionId?: string;
}

/** A started session; its secret is only for the cookie. */
export interface StartedSession {
  readonly user: User;
  readonly token: string;
}

const invalidCredentials = (): ApiError => new ApiError('INVALID_CREDENTIALS', 'Wrong address or password');

/** Throws 401 if the password is no longer the one that was checked: changing it ended everything based on the old one. */
export async function assertSamePassword(client: Transaction, user: User): Promise<void> {
  if (!(await lockPassword(client, user))) throw invalidCredentials();
}

/** Signs people in. */
@Injectable()
export class SignIn {
  constructor(
    @InjectPgPool() private readonly pool: PgPool,
    private readonly passwords: Passwords,
    private readonly attempts: ThrottleAttempts,
    private readonly background: BackgroundTasks,
    private readonly emails: SendPersonEmail,
  ) {}

  /** Throws the same 401 whether the address or the password is wrong. */
  async signIn(credentials: Credentials, caller: Caller): Promise<StartedSession> {
    const { from } = caller;
    const user = await this.verifyCredentials(credentials, caller);
    return inTransaction(this.pool, null, async (client) => {
      await assertSamePassword(client, user);
      const token = await insertSession(client, user.id, from);
      const also = (home: string): Promise<void> => recordLogin(client, home, user.id);
      await recordAccountActivity(client, { activity: 'login_succeeded', user, from, perOrganization: also });
      return { user, token };
    });
  }

  /** Returns the account of an address if the password is correct. */
  async verifyCredentials({ email, password }: Credentials, caller: Caller): Promise<User> {
    const { from } = caller;
    const plain = normalizeEmail(email);
    const user = await inTransaction(this.pool, null, (client) => findUserByEmail(client, plain));
    const attempt = { email: plain, ipAddress: from.ipAddress, knownAs: knownAs(user, caller) };
    return this.attempts.guard(attempt, async () => {
      const right = await this.passwords.matches(user?.passwordHash ?? null, password);
      if (user && right) return user;
      if (user) this.background.start('a wrong password', () => this.recordFailure(user, from));
      throw invalidCredentials();
    });
  }

  private async recordFailure(user: User, from: RequestOrigin): Promise<void> {
    await inTransaction(this.pool, null, (client) =>
      recordAccountActivity(client, { activity: 'login_failed', user, from }),
    );
    if (!(await this.attempts.isUnderAttack(user.email))) return;
    const whom = { recipient: user.email, userId: user.id };
    await inTransaction(this.pool, null, (client) => this.emails.send(client, 'mail.sign_in_attempts', whom));
  }
}

function knownAs(user: User | null, { device, sessionId }: Caller): string | null {
  if (sessionId !== undefined) return `session ${sessionId}`;
  return user && device !== undefined && isKnownDevice(user, device) ? `device ${device}` : null;
}
