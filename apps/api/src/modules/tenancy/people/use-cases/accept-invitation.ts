import { Injectable } from '@nestjs/common';

import { byPerson, recordAudit } from '../../../../platform/audit/index.js';
import { hashToken, insertSession, isToken, type RequestOrigin } from '../../../../platform/auth/index.js';
import {
  InjectPgPool,
  inTransaction,
  type PgPool,
  type Transaction,
  violatedConstraint,
} from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import {
  activateMember,
  displayNameOf,
  findInvitation,
  memberAuditEntry,
  normalizeEmail,
} from '../../members/index.js';
import { deleteEmailTokens } from '../persistence/person-email-store.js';
import { securityEvents } from './record-account-activity.js';
import { findUserByEmail, insertUser, type User } from '../persistence/user-store.js';
import { Passwords } from './passwords.js';
import { assertSamePassword, type Caller, type StartedSession, SignIn } from './sign-in.js';
import { ThrottleAttempts } from './throttle-attempts.js';

export interface Acceptance {
  readonly token: string;
  /** The password of the account of the invited address; a new account gets it if there is none. */
  readonly password: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

const invalidToken = (): ApiError =>
  new ApiError('INVALID_TOKEN', 'The invitation is unknown, already accepted or expired');

/** `POST /auth/invitations/accept`. */
@Injectable()
export class AcceptInvitation {
  constructor(
    @InjectPgPool() private readonly pool: PgPool,
    private readonly passwords: Passwords,
    private readonly attempts: ThrottleAttempts,
    private readonly signIn: SignIn,
  ) {}

  async accept({ token, password, ...names }: Acceptance, caller: Caller): Promise<StartedSession> {
    const { from } = caller;
    await this.attempts.acquireAddress(from.ipAddress);
    if (!isToken(token)) throw invalidToken();
    const hash = hashToken(token);
    const email = await this.inTransaction(async (client) => {
      const invited = await findInvitation(client, hash);
      if (!invited) throw invalidToken();
      return normalizeEmail(invited.member.email);
    });
    const known = await this.inTransaction((client) => findUserByEmail(client, email));
    // Another person may have signed up with the address before: the invitation alone gives no access to that account.
    if (known) await this.signIn.verifyCredentials({ email, password }, caller);
    const passwordHash = known ? null : await this.passwords.hash(password);
    const accepting = this.inTransaction(async (client) => {
      const user = passwordHash === null ? known! : await insertUser(client, { email, ...names, passwordHash });
      if (known) await assertSamePassword(client, known);
      else await deleteEmailTokens(client, user);
      const session = await insertSession(client, user.id, from);
      await joinOrganization(client, hash, user, from);
      return { user, token: session };
    });
    const started = await accepting.catch((error: unknown) => {
      // Another request accepted it at the same time, and owns the account of the address.
      throw violatedConstraint(error) === 'users_email' ? invalidToken() : error;
    });
    await this.attempts.releaseAddress(from.ipAddress);
    return started;
  }

  private inTransaction<T>(work: (client: Transaction) => Promise<T>): Promise<T> {
    return inTransaction(this.pool, null, work);
  }
}

async function joinOrganization(client: Transaction, hash: Buffer, user: User, from: RequestOrigin): Promise<void> {
  const invited = await findInvitation(client, hash);
  if (!invited) throw invalidToken();
  const { home, member: before } = invited;
  const names = { firstName: before.firstName ?? user.firstName, lastName: before.lastName ?? user.lastName };
  const after = { ...before, ...names, userId: user.id, status: 'active' as const };
  await activateMember(client, home, after);
  await writeEvents(client, securityEvents('member_activated', home, user, from));
  const person = { userId: user.id, name: displayNameOf(user), from };
  await recordAudit(client, byPerson(home, person), [memberAuditEntry('member_updated', before, after)]);
}
