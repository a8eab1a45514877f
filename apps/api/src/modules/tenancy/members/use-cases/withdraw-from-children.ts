import { byPrincipal, recordAudit } from '../../../../platform/audit/index.js';
import { deleteSessions, type Principal } from '../../../../platform/auth/index.js';
import { newId, type Transaction } from '../../../../platform/database/index.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import { memberAuditEntry } from '../domain/member-audit.js';
import { channelGranted, channelRevoked, memberEvents } from '../domain/member-events.js';
import type { EnvironmentAccess, Member } from '../domain/member.js';
import { ownerRole } from '../domain/role.js';
import {
  countOwners,
  deleteMember,
  findActiveOwners,
  findMemberByPerson,
  insertMember,
  updateMember,
} from '../persistence/member-store.js';
import { findChildOrganizations } from '../persistence/role-store.js';
import { findActiveMemberships } from '../persistence/person-members.js';

/** A change of a member; `after` is null if they were removed. */
export interface MemberTransition {
  readonly before: Member;
  readonly after: Member | null;
}

/** Makes the owners of a parent the owners of a child, in the child's transaction, in which `principal` acts. */
export async function appointOwners(
  client: Transaction,
  principal: Principal,
  owners: readonly Member[],
  now: Date,
): Promise<void> {
  const members = owners.map((owner): Member => ({
    ...owner,
    id: newId(),
    lastLoginAt: null,
    createdAt: now,
    version: 1,
  }));
  for (const member of members) await insertMember(client, principal.organizationId, member);
  await writeEvents(
    client,
    members.flatMap((member) => memberEvents(null, member, principal, now)),
  );
  await recordAudit(
    client,
    byPrincipal(principal),
    members.map((member) => memberAuditEntry('member_created', null, member)),
  );
}

const isOut = (member: Member | null): boolean => member?.status !== 'active';

/** Whether a change removes something from a member that children have from the parent. */
const takesAway = ({ before, after }: MemberTransition): boolean =>
  before.status !== 'invited' &&
  (isOut(after) || after!.role.id !== before.role.id || after!.environmentAccess !== before.environmentAccess);

/**
 * Applies what a member loses in an organization to its children: somebody who is deactivated or removed can no longer act in any of them,
 * somebody who is no longer an owner owns none of them, and nobody has more environments there. A child that is left without an owner gets
 * those of its parent. If a person cannot act anywhere any more, their sessions end.
 */
export async function withdrawFromChildren(
  client: Transaction,
  principal: Principal,
  change: MemberTransition,
  now: Date,
): Promise<void> {
  if (!takesAway(change)) return;
  const { organizationId } = principal;
  const children = await findChildOrganizations(client, organizationId);
  const owners = children.length > 0 ? await findActiveOwners(client, organizationId) : [];
  for (const child of children) {
    const { hasLost, appointed } = await client.savepoint(child.id, (part) =>
      withdrawFromChild(part, { ...principal, organizationId: child.id }, change, { owners, now }),
    );
    await writeEvents(client, [
      ...(hasLost ? [channelRevoked(change.before, child, principal, now)] : []),
      ...appointed.map((owner) => channelGranted(owner, child, principal, now)),
    ]);
  }
  const { userId } = change.before;
  if (userId === null || !isOut(change.after)) return;
  if ((await findActiveMemberships(client, userId)).length === 0) await deleteSessions(client, userId, null);
}

/** Effect of a change in a parent on the members of a child. */
interface Withdrawal {
  readonly hasLost: boolean;
  /** Owners of the parent who become owners of the child. */
  readonly appointed: readonly Member[];
}

const mayAct = (member: Member | null): boolean => !isOut(member) && member!.environmentAccess !== 'none';

async function withdrawFromChild(
  client: Transaction,
  principal: Principal,
  change: MemberTransition,
  { owners, now }: { readonly owners: readonly Member[]; readonly now: Date },
): Promise<Withdrawal> {
  const { organizationId: child } = principal;
  const member = await findMemberByPerson(client, child, change.before);
  const next = member && memberAfter(member, change);
  if (!member || next === member) return { hasLost: false, appointed: [] };
  if (next === null) await deleteMember(client, child, member.id);
  else await updateMember(client, child, next);
  await writeEvents(client, memberEvents(member, next, principal, now));
  const entry = memberAuditEntry(next ? 'member_updated' : 'member_removed', member, next);
  const isOwnerless = member.role.id === ownerRole.id && (await countOwners(client, child)).active === 0;
  const appointed = isOwnerless ? await appointParentOwners(client, principal, owners, now) : [];
  await recordAudit(client, byPrincipal(principal), [{ ...entry, reason }]);
  return { hasLost: mayAct(member) && !mayAct(next), appointed };
}

const reason = 'as in the parent organization';

/** Makes the owners of a parent the owners of a child that has none, whatever they are in it. Returns those who could not act in it before. */
async function appointParentOwners(
  client: Transaction,
  principal: Principal,
  owners: readonly Member[],
  now: Date,
): Promise<readonly Member[]> {
  const { organizationId: child } = principal;
  const newcomers: Member[] = [];
  const returned: Member[] = [];
  for (const owner of owners) {
    const member = await findMemberByPerson(client, child, owner);
    // Instead of an invitation that is still open, they are members at once.
    if (member?.status === 'invited') await deleteMember(client, child, member.id);
    if (!member || member.status === 'invited') {
      newcomers.push(owner);
      continue;
    }
    const { role, status, environmentAccess } = owner;
    const after: Member = { ...member, role, status, environmentAccess };
    await updateMember(client, child, after);
    await writeEvents(client, memberEvents(member, after, principal, now));
    await recordAudit(client, byPrincipal(principal), [
      { ...memberAuditEntry('member_updated', member, after), reason },
    ]);
    if (!mayAct(member)) returned.push(owner);
  }
  await appointOwners(client, principal, newcomers, now);
  return [...newcomers, ...returned];
}

/** Returns a member of a child after a change in its parent, or `null` if their invitation becomes invalid. */
function memberAfter(member: Member, { before, after }: MemberTransition): Member | null {
  if (member.status === 'invited') return isOut(after) ? null : member;
  const isNoOwnerAnyMore =
    before.role.id === ownerRole.id && after?.role.id !== ownerRole.id && member.role.id === ownerRole.id;
  if (isOut(after) || isNoOwnerAnyMore)
    return member.status === 'deactivated' ? member : { ...member, status: 'deactivated' };
  const environmentAccess = commonAccess(member.environmentAccess, after!.environmentAccess);
  return environmentAccess === member.environmentAccess ? member : { ...member, environmentAccess };
}

function commonAccess(own: EnvironmentAccess, most: EnvironmentAccess): EnvironmentAccess {
  if (most === 'both' || own === most) return own;
  return own === 'both' ? most : 'none';
}
