import { Injectable } from '@nestjs/common';

import { insertSession, type RequestOrigin } from '../../../../platform/auth/index.js';
import { InjectPgPool, inTransaction, type PgPool, violatedConstraint } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { recordLogin } from '../../members/index.js';
import { findUserByEmail, insertUser, type User } from '../persistence/user-store.js';
import { BackgroundTasks } from './background-tasks.js';
import { Passwords } from './passwords.js';
import { recordAccountActivity } from './record-account-activity.js';
import { ThrottleAttempts } from './throttle-attempts.js';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface NewUser extends Credentials {
  readonly firstName: string | null;
  readonly lastName: string | null;
}

/** A session that was begun; its secret is for the cookie alone. */
export interface StartedSession {
  readonly user: User;
  readonly token: string;
}

/** Signing up and in. */
@Injectable()
export class SignIn {
  constructor(
    @InjectPgPool() private readonly pool: PgPool,
    private readonly passwords: Passwords,
    private readonly attempts: ThrottleAttempts,
    private readonly background: BackgroundTasks,
  ) {}

  /** A person of no organization yet. */
  async signUp({ email, password, firstName, lastName }: NewUser, from: RequestOrigin): Promise<StartedSession> {
    await this.attempts.acquireAddress(from.ipAddress);
    const passwordHash = await this.passwords.hash(password);
    try {
      return await inTransaction(this.pool, null, async (client) => {
        const user = await insertUser(client, { email: normalizeEmail(email), firstName, lastName, passwordHash });
        return { user, token: await insertSession(client, user.id, from) };
      });
    } catch (error) {
      if (violatedConstraint(error) !== 'users_email') throw error;
      throw new ApiError('EMAIL_IN_USE', 'Somebody signed up with this address', { email: 'is in use' });
    }
  }

  /** Throws 401 alike where address or password are wrong. */
  async signIn(credentials: Credentials, from: RequestOrigin): Promise<StartedSession> {
    const user = await this.verifyCredentials(credentials, from);
    return inTransaction(this.pool, null, async (client) => {
      await client.allowLookup(user.id);
      const token = await insertSession(client, user.id, from);
      const also = (home: string): Promise<void> => recordLogin(client, home, user.id);
      await recordAccountActivity(client, { activity: 'login_succeeded', user, from, perOrganization: also });
      return { user, token };
    });
  }

  /** The account of an address, if the password is its own. */
  verifyCredentials({ email, password }: Credentials, from: RequestOrigin): Promise<User> {
    const plain = normalizeEmail(email);
    return this.attempts.guard(plain, from.ipAddress, async () => {
      const user = await inTransaction(this.pool, null, (client) => findUserByEmail(client, plain));
      const right = await this.passwords.matches(user?.passwordHash ?? null, password);
      if (user && right) return user;
      if (user) this.background.start('a wrong password', () => this.recordFailure(user, from));
      throw new ApiError('INVALID_CREDENTIALS', 'Address or password are wrong');
    });
  }

  private recordFailure(user: User, from: RequestOrigin): Promise<void> {
    return inTransaction(this.pool, null, (client) =>
      recordAccountActivity(client, { activity: 'login_failed', user, from }),
    );
  }
}

/** As addresses are stored and compared. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();
