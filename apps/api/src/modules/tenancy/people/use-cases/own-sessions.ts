import { Injectable } from '@nestjs/common';

import { type ListedSession, type Person, SessionStore } from '../../../../platform/auth/index.js';
import { InjectPgPool, inTransaction, type PgPool } from '../../../../platform/database/index.js';
import { notFound } from '../../../../platform/http/index.js';
import { recordAccountActivity } from './record-account-activity.js';
import { findUserById } from '../persistence/user-store.js';

/** The sessions of the person who makes the request. */
@Injectable()
export class OwnSessions {
  constructor(
    @InjectPgPool() private readonly pool: PgPool,
    private readonly store: SessionStore,
  ) {}

  list({ userId }: Person): Promise<readonly ListedSession[]> {
    return this.store.list(userId);
  }

  async end({ userId, from }: Person, id: string): Promise<void> {
    if (!(await this.store.delete(userId, id))) throw notFound('Session');
    await inTransaction(this.pool, null, async (client) => {
      const user = await findUserById(client, userId);
      if (user) await recordAccountActivity(client, { activity: 'logout', user, from });
    });
  }
}
