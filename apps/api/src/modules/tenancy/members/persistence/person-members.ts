import type { Transaction } from '../../../../platform/database/index.js';
import type { EnvironmentAccess, Member } from '../domain/member.js';
import { findMember } from './member-store.js';

/** An active membership; `home` is the production organization of its account. */
export interface ActiveMembership {
  readonly home: string;
  readonly access: EnvironmentAccess;
}

/** Returns the accounts of which a person is an active member, oldest first. Afterwards, the transaction can look up the person. */
export async function findActiveMemberships(client: Transaction, userId: string): Promise<readonly ActiveMembership[]> {
  await client.allowLookup(userId);
  const { rows } = await client.query<ActiveMembership>(
    `select organization_id as home, environment_access as access from members where user_id = $1 and status = 'active'
     order by created_at, id`,
    [userId],
  );
  return rows;
}

/** Performs the work in each account of a person, one after another. Afterwards, the transaction is in the last of them. */
export async function forEachMembership(
  client: Transaction,
  userId: string,
  work: (home: string) => Promise<void>,
): Promise<void> {
  for (const { home } of await findActiveMemberships(client, userId)) {
    await client.switchOrganization(home);
    await work(home);
  }
}

/** Records that the person signed in now. */
export async function recordLogin(client: Transaction, home: string, userId: string): Promise<void> {
  await client.query('update members set last_login_at = now() where organization_id = $1 and user_id = $2', [
    home,
    userId,
  ]);
}

export async function storeInvitation(
  client: Transaction,
  home: string,
  { id }: Member,
  invitation: { readonly hash: Buffer; readonly seconds: number },
): Promise<void> {
  await client.query(
    `update members set invitation_hash = $3, invitation_expires_at = now() + make_interval(secs => $4)
     where organization_id = $1 and id = $2`,
    [home, id, invitation.hash, invitation.seconds],
  );
}

/**
 * Returns the invited member for the secret with this hash, if the invitation is still valid. Afterwards, the transaction is in their
 * account.
 */
export async function findInvitation(
  client: Transaction,
  hash: Buffer,
): Promise<{ readonly home: string; readonly member: Member } | null> {
  await client.allowLookup(hash.toString('hex'));
  const { rows } = await client.query<{ home: string; id: string }>(
    `select organization_id as home, id from members
     where invitation_hash = $1 and status = 'invited' and invitation_expires_at > clock_timestamp()`,
    [hash],
  );
  if (!rows[0]) return null;
  const { home, id } = rows[0];
  await client.switchOrganization(home);
  const member = await findMember(client, home, id, 'locked');
  return member?.status === 'invited' ? { home, member } : null;
}

/** Turns the invited member into the person who accepted; the invitation becomes invalid. */
export async function activateMember(client: Transaction, home: string, member: Member): Promise<void> {
  await client.query(
    `update members set user_id = $3, first_name = $4, last_name = $5, status = $6, last_login_at = now(), updated_at = now(),
       version = version + 1, invitation_hash = null, invitation_expires_at = null
     where organization_id = $1 and id = $2`,
    [home, member.id, member.userId, member.firstName, member.lastName, member.status],
  );
}
