import { Injectable } from '@nestjs/common';
import { byPrincipal, isUnchanged, recordAudit } from '../../../../platform/audit/index.js';
import {
  invalidateSessionCaches,
  assertNoEscalation,
  hashToken,
  type Principal,
} from '../../../../platform/auth/index.js';
import { newId, TenantDatabase, type Transaction, violatedConstraint } from '../../../../platform/database/index.js';
import { ApiError, checkVersion, invalid, notFound } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import {
  EmailPrinter,
  emailTokenUse,
  enqueueEmails,
  type OneTimeLink,
  OneTimeLinks,
} from '../../../../platform/mail/index.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import { Secrets } from '../../../../platform/secrets/index.js';
import { memberAuditEntry } from '../domain/member-audit.js';
import { memberEvents } from '../domain/member-events.js';
import { type EnvironmentAccess, type Member, type MemberStatus, normalizeEmail } from '../domain/member.js';
import { ownerRole, type Role } from '../domain/role.js';
import {
  countOwners,
  deleteMember,
  findMember,
  insertMember,
  type OwnerCounts,
  updateMember,
} from '../persistence/member-store.js';
import { storeInvitation } from '../persistence/person-members.js';
import { withdrawFromChildren } from './withdraw-from-children.js';
import { findAccountName, findRole, requireHomeOrganization } from '../persistence/role-store.js';

export interface Invitation {
  readonly email: string;
  readonly roleId: string;
  readonly environmentAccess: EnvironmentAccess;
}

/** An invited member, and the link to accept the invitation if no email is sent. */
export interface Invited {
  readonly member: Member;
  readonly link: OneTimeLink | null;
}

export interface MemberChange {
  readonly roleId?: string;
  readonly environmentAccess?: EnvironmentAccess;
  readonly status?: Exclude<MemberStatus, 'invited'>;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly ifVersion?: number;
}

/** Invites, changes and removes the members of an account, from either of its organizations. */
@Injectable()
export class ChangeMembers {
  constructor(
    private readonly database: TenantDatabase,
    private readonly secrets: Secrets,
    private readonly printer: EmailPrinter,
    private readonly links: OneTimeLinks,
  ) {}

  async invite(principal: Principal, { email, roleId, environmentAccess }: Invitation, now: Date): Promise<Invited> {
    const names = { firstName: null, lastName: null };
    try {
      return await this.database.transaction(principal.organizationId, async (client) => {
        const home = await requireHomeOrganization(client, principal);
        const role = await requireGrantableRole(client, home, principal, roleId);
        // The email is sent to exactly the address that the person will have in their account.
        const of = { id: newId(now.getTime()), userId: null, email: normalizeEmail(email), ...names, role };
        const state = {
          environmentAccess,
          status: 'invited' as const,
          teams: [],
          lastLoginAt: null,
          createdAt: now,
          version: 1,
        };
        await insertMember(client, home, { ...of, ...state });
        const member = (await findMember(client, home, of.id))!;
        const link = await this.sendInvitation(client, principal, { home, member });
        await writeEvents(client, memberEvents(null, member, principal, now));
        await recordAudit(client, byPrincipal(principal), [memberAuditEntry('member_invited', null, member)]);
        return { member, link };
      });
    } catch (error) {
      if (violatedConstraint(error) !== 'members_email') throw error;
      throw new ApiError('ALREADY_MEMBER', 'A member with this address already exists', {
        email: 'is the address of a member',
      });
    }
  }

  private async sendInvitation(
    client: Transaction,
    { organizationId, actor }: Principal,
    { home, member }: { readonly home: string; readonly member: Member },
  ): Promise<OneTimeLink | null> {
    const { email, role } = member;
    const emailId = newId();
    const { token, masterKeyId } = this.secrets.deriveToken(emailTokenUse(emailId));
    const seconds = limits.invitationLifeSeconds;
    await storeInvitation(client, home, member, { hash: hashToken(token), seconds });
    const organization = await findAccountName(client, home);
    const payload = { organization, role: role.name, invitedBy: actor.name };
    const event = 'mail.invitation';
    const recipient = { id: emailId, organizationId, recipient: email };
    enqueueEmails(client, [{ ...recipient, event, payload, masterKeyId, lifeSeconds: seconds }]);
    this.printer.print({ to: email, event, token });
    return this.links.create('invitation', token, seconds);
  }

  /** Throws 409 `VERSION_CONFLICT` unless the member has the given version, if there is one. */
  change(principal: Principal, id: string, { ifVersion, ...change }: MemberChange, now: Date): Promise<Member> {
    return this.database.transaction(principal.organizationId, async (client) => {
      const home = await requireHomeOrganization(client, principal);
      const owners = await countOwners(client, home);
      const before = await findMember(client, home, id, 'locked');
      if (!before) throw notFound('Member');
      assertMayActOn(principal, before);
      checkVersion('The member', before.version, ifVersion);
      const { roleId, ...fields } = change;
      const role = roleId === undefined ? before.role : await requireGrantableRole(client, home, principal, roleId);
      const after: Member = { ...before, ...fields, role, version: before.version + 1 };
      if (before.status === 'invited' && after.status !== 'invited')
        throw new ApiError('INVALID_STATUS_TRANSITION', 'An invited member becomes active by accepting the invitation');
      if (isOwner(before) && !isOwner(after)) assertNotLastOwner(owners, before);
      const entry = memberAuditEntry('member_updated', before, after);
      if (isUnchanged(entry)) return before;
      await updateMember(client, home, after);
      await invalidateSessionCaches(client);
      await writeEvents(client, memberEvents(before, after, principal, now));
      await withdrawFromChildren(client, principal, { before, after }, now);
      await recordAudit(client, byPrincipal(principal), [entry]);
      return after;
    });
  }

  remove(principal: Principal, id: string, now: Date): Promise<void> {
    return this.database.transaction(principal.organizationId, async (client) => {
      const home = await requireHomeOrganization(client, principal);
      const owners = await countOwners(client, home);
      const before = await findMember(client, home, id, 'locked');
      if (!before) throw notFound('Member');
      assertMayActOn(principal, before);
      if (isOwner(before)) assertNotLastOwner(owners, before);
      await deleteMember(client, home, id);
      await invalidateSessionCaches(client);
      await writeEvents(client, memberEvents(before, null, principal, now));
      await withdrawFromChildren(client, principal, { before, after: null }, now);
      await recordAudit(client, byPrincipal(principal), [memberAuditEntry('member_removed', before, null)]);
    });
  }
}

/** Throws 403 if the member has more permissions than the caller. */
export function assertMayActOn(principal: Principal, { userId, role }: Member): void {
  if (userId !== principal.actor.id) assertNoEscalation(principal, role.permissions);
}

const isOwner = ({ role, status, environmentAccess }: Member): boolean =>
  role.id === ownerRole.id && status !== 'deactivated' && ['both', 'production'].includes(environmentAccess);

/** An invited owner cannot replace the last active one, since they may never accept. */
function assertNotLastOwner({ all, active }: OwnerCounts, { status }: Member): void {
  if ((status === 'active' ? active : all) > 1) return;
  throw new ApiError('LAST_OWNER', 'This is the last owner of the account with access to production');
}

/** Checks that the caller does not grant a role with more permissions than they have. */
async function requireGrantableRole(
  client: Transaction,
  home: string,
  principal: Principal,
  id: string,
): Promise<Role> {
  const role = await findRole(client, home, id, 'locked');
  if (!role) throw invalid({ roleId: 'is not a role of this account' });
  assertNoEscalation(principal, role.permissions);
  return role;
}
