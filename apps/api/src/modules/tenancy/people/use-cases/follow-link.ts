import { Injectable } from '@nestjs/common';

import { hashToken, insertSession, isToken, type RequestOrigin } from '../../../../platform/auth/index.js';
import { InjectPgPool, inTransaction, type PgPool } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { recordLogin } from '../../members/index.js';
import { consumeSignInLink } from '../persistence/sign-in-link-store.js';
import { findUserById } from '../persistence/user-store.js';
import { recordAccountActivity } from './record-account-activity.js';
import type { StartedSession } from './sign-in.js';
import { ThrottleAttempts } from './throttle-attempts.js';

const invalidLink = (): ApiError => new ApiError('INVALID_TOKEN', 'The link is unknown, already used or expired');

/** `POST /auth/link`: starts a session for the person who was given the link. */
@Injectable()
export class FollowLink {
  constructor(
    @InjectPgPool() private readonly pool: PgPool,
    private readonly attempts: ThrottleAttempts,
  ) {}

  async follow(token: string, from: RequestOrigin): Promise<StartedSession> {
    await this.attempts.acquireAddress(from.ipAddress);
    if (!isToken(token)) throw invalidLink();
    const started = await inTransaction(this.pool, null, async (client) => {
      const userId = await consumeSignInLink(client, hashToken(token));
      const user = userId === null ? null : await findUserById(client, userId);
      if (!user) throw invalidLink();
      const session = await insertSession(client, user.id, from);
      const also = (home: string): Promise<void> => recordLogin(client, home, user.id);
      await recordAccountActivity(client, { activity: 'login_succeeded', user, from, perOrganization: also });
      return { user, token: session };
    });
    await this.attempts.releaseAddress(from.ipAddress);
    return started;
  }
}
