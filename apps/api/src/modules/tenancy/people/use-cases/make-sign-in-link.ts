import { failure, ok, type Result } from '@tamis/stdx';

import { byAdministration, recordAudit } from '../../../../platform/audit/index.js';
import { generateToken, hashToken } from '../../../../platform/auth/index.js';
import {
  inTransaction,
  newId,
  type PgPool,
  type Transaction,
  violatedConstraint,
} from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import {
  findActiveMemberships,
  insertMember,
  type Member,
  memberAuditEntry,
  normalizeEmail,
  ownerRole,
} from '../../members/index.js';
import { findOrganization } from '../../organizations/index.js';
import { insertSignInLink } from '../persistence/sign-in-link-store.js';
import { findUserByEmail, insertUser, type User } from '../persistence/user-store.js';
import { Passwords } from './passwords.js';

export interface SignInLinkRequest {
  /** The production organization of the account. */
  readonly organizationId: string;
  readonly email: string;
}

export interface SignInLink {
  readonly userId: string;
  /** Shown only once: only its hash is stored. */
  readonly token: string;
  readonly validForSeconds: number;
}

/**
 * Creates a link that signs a person in once, for the server operator. If no account has the address, creates a person with a password that
 * nobody knows; if they are not a member of the account, makes them an owner of it.
 */
export async function makeSignInLink(
  pool: PgPool,
  { organizationId, email: given }: SignInLinkRequest,
): Promise<Result<SignInLink, 'no-organization' | 'invited'>> {
  const email = normalizeEmail(given);
  const passwordHash = await new Passwords().hash(generateToken());
  const making = inTransaction(pool, organizationId, async (client) => {
    const organization = await findOrganization(client, organizationId);
    if (organization?.environment !== 'production') return failure('no-organization' as const);
    const user =
      (await findUserByEmail(client, email)) ??
      (await insertUser(client, { email, firstName: null, lastName: null, passwordHash }));
    await makeOwner(client, organizationId, user);
    const token = generateToken();
    const validForSeconds = limits.signInLinkLifeSeconds;
    await insertSignInLink(client, user.id, { hash: hashToken(token), lifeSeconds: validForSeconds });
    return ok({ userId: user.id, token, validForSeconds });
  });
  return making.catch((error: unknown) => {
    if (violatedConstraint(error) === 'members_email') return failure('invited' as const);
    throw error;
  });
}

async function makeOwner(client: Transaction, home: string, user: User): Promise<void> {
  const memberships = await findActiveMemberships(client, user.id);
  if (memberships.some((each) => each.home === home)) return;
  const now = new Date();
  const owner: Member = {
    id: newId(now.getTime()),
    userId: user.id,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    role: ownerRole,
    environmentAccess: 'both',
    status: 'active',
    teams: [],
    lastLoginAt: null,
    createdAt: now,
    version: 1,
  };
  await insertMember(client, home, owner);
  await recordAudit(client, byAdministration(home), [memberAuditEntry('member_created', null, owner)]);
}
